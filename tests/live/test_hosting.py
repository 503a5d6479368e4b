"""The host's tools over real connections: who is kept out is cut off, a closed table ends for everybody."""

from __future__ import annotations

import pytest

from app.db.rows import table_closed
from app.live.outbox import KEPT_OUT, SHUT
from tests.live.client import GoneError
from tests.live.conftest import House


async def test_who_is_kept_out_is_cut_off_and_not_let_in_again(house: House):
    code = await house.table("Mina")
    mina, toma, ede = [await house.join(code, name) for name in ("Mina", "Toma", "Ede")]
    await mina.ask("sit", seat=0)
    await mina.ask("block", name="Toma", on=True)
    assert (await toma.ended())[0] == KEPT_OUT
    assert toma.frames[-1] == {"type": "closing", "reason": "blocked"}
    with pytest.raises(GoneError, match=str(KEPT_OUT)):
        await house.join(code, "Toma")
    assert [frame["type"] for frame in house.clients[-1].frames] == ["closing"]
    await ede.ask("chat", text="still here")


async def test_who_is_let_in_again_comes_back(house: House):
    code = await house.table("Mina")
    mina, toma = [await house.join(code, name) for name in ("Mina", "Toma")]
    await mina.ask("block", name="Toma", on=True)
    assert (await toma.ended())[0] == KEPT_OUT
    assert mina.view["private"]["blocked"] == ["Toma"]
    await mina.ask("block", name="Toma", on=False)
    again = await house.join(code, "Toma")
    assert (await again.ask("sit", seat=1))["type"] == "table"


async def test_nobody_but_the_host_is_told_of_a_report(house: House):
    code = await house.table("Mina")
    mina, toma, ede = [await house.join(code, name) for name in ("Mina", "Toma", "Ede")]
    await toma.ask("chat", text="something rude")
    line = await ede.until(lambda frame: frame["type"] == "chat")
    before = len(toma.frames)
    await ede.ask("report", name=line["name"], at=line["at"])
    frame = await mina.viewed(lambda frame: frame["private"]["reports"] != [])
    assert [(report["by"], report["text"]) for report in frame["private"]["reports"]] == [("Ede", "something rude")]
    assert not any("rude" in str(frame) for frame in toma.frames[before:])


async def test_a_closed_table_ends_for_everybody_and_is_stored_as_closed(house: House):
    code = await house.table("Mina")
    mina, toma = [await house.join(code, name) for name in ("Mina", "Toma")]
    table = house.hub.tables[code]
    await mina.send("close")
    assert [(await client.ended())[0] for client in (mina, toma)] == [SHUT, SHUT]
    assert code not in house.hub.tables
    closing = [row for row in house.journal.rows if "closed_at" in row[1]]
    assert closing == [table_closed(table.id, closing[0][1]["closed_at"].timestamp())]
    assert code not in [line["code"] for line in house.hub.lobby.tables()]


async def test_a_table_to_which_nobody_comes_is_closed(house: House):
    code = await house.table("Mina")
    house.tables.quiet.append(code)
    await house.hub.close_deserted()
    await house.unloaded(code)
    assert any("closed_at" in row[1] for row in house.journal.rows)


async def test_a_table_at_which_somebody_is_stays_open(house: House):
    code = await house.table("Mina")
    mina = await house.join(code, "Mina")
    house.tables.quiet.append(code)
    await house.hub.close_deserted()
    assert (await mina.ask("sit", seat=0))["type"] == "table"
