"""A journal that is not what was written: the table opens frozen instead of wrong, and no other one is the worse."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from app.db.journal import Journal
from app.db.migrate import upgrade
from app.db.models import Player
from app.db.session import open_engine, writing
from app.live import storage
from app.live.outbox import COME_BACK, DAMAGED
from app.live.storage import StoredTables
from app.table.entries import ACT, DEAL, Entry
from tests.live.client import Client, may_act, random_action
from tests.live.conftest import FAST, House, serving


def swapped(pack: str) -> str:
    """A pack with its first and last cards changed over."""
    first, *middle, last = pack.split(" ")
    return " ".join([last, *middle, first])


async def played(house: House, name: str = "Mina", acts: int = 3) -> tuple[str, Client]:
    """A table with a person among bots, after some actions of hers."""
    code = await house.table(name)
    client = await house.join(code, name)
    await client.ask("sit", seat=0)
    await house.fill(client, *range(1, 5))
    await client.ask("start")
    rng, seen = random.Random(5), 0
    while seen < acts:
        frame = await client.viewed(may_act)
        answer = await client.ask("act", version=frame["version"], action=random_action(frame["private"], rng))
        seen += answer["type"] == "table"
    return code, client


def last(house: House, code: str, kind: str) -> tuple[list[Entry], int]:
    """The journal of a table, and the place of its last entry of a kind."""
    entries = house.journal.entries[house.hub.tables[code].id]
    return entries, max(place for place, entry in enumerate(entries) if entry.kind == kind)


async def taken_out_of_memory(house: House, code: str) -> None:
    """A table has to be folded from its journal again."""
    house.hub.tables[code].close(COME_BACK, "reload")
    await house.unloaded(code)


CHANGES: dict[str, tuple[str, Callable[[Entry], Entry]]] = {
    "a pack": (DEAL, lambda entry: entry._replace(text=swapped(entry.text))),
    "a dealer": (DEAL, lambda entry: entry._replace(seat=(entry.seat or 0) % 4 + 1)),
    "an action": (ACT, lambda entry: entry._replace(text="pass" if entry.text != "pass" else "bid 20 S")),
    "an action that cannot be": (ACT, lambda entry: entry._replace(text="play ZZ")),
    "who acted": (ACT, lambda entry: entry._replace(who="somebody")),
}


@pytest.mark.parametrize("case", CHANGES)
async def test_a_table_whose_stored_row_was_changed_opens_frozen(house: House, case: str):
    code, _ = await played(house)
    kind, change = CHANGES[case]
    entries, place = last(house, code, kind)
    await taken_out_of_memory(house, code)
    entries[place] = change(entries[place])
    mina = await house.join(code, "Mina")
    assert mina.people["frozen"]
    assert mina.view["version"] < entries[place].seq


async def test_nothing_can_be_done_at_a_frozen_table(house: House):
    code, _ = await played(house)
    entries, place = last(house, code, DEAL)
    await taken_out_of_memory(house, code)
    entries[place] = entries[place]._replace(text=swapped(entries[place].text))
    mina = await house.join(code, "Mina")
    stored = list(entries)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("act", {"version": mina.view["version"], "action": "pass"}),
        ("chat", {"text": "hello"}),
        ("start", {}),
        ("ready", {}),
        ("stand", {}),
        ("propose", {"kind": "end"}),
        ("why", {"action": "pass"}),
    ]
    answers = [await mina.ask(type_, **fields, id=f"f{at}") for at, (type_, fields) in enumerate(asked)]
    assert [answer["code"] for answer in answers] == ["frozen"] * len(asked)
    house.hub.tables[code].tick(house.hub.tables[code].loop.time() + 1000)
    assert entries == stored


async def test_the_lobby_does_not_offer_a_frozen_table(house: House):
    code, _ = await played(house)
    assert code in [line["code"] for line in house.hub.lobby.tables()]
    entries, place = last(house, code, ACT)
    await taken_out_of_memory(house, code)
    entries[place] = entries[place]._replace(seat=None)
    await house.join(code, "Mina")
    assert code not in [line["code"] for line in house.hub.lobby.tables()]


async def test_other_tables_play_on_beside_a_frozen_one(house: House):
    broken, _ = await played(house)
    entries, place = last(house, broken, DEAL)
    good, taro = await played(house, "Taro")
    await taken_out_of_memory(house, broken)
    await taken_out_of_memory(house, good)
    entries[place] = entries[place]._replace(text=swapped(entries[place].text))
    assert (await house.join(broken, "Mina")).people["frozen"]
    again = await house.join(good, "Taro")
    assert not again.people["frozen"]
    assert again.view["private"] == taro.view["private"]
    frame = await again.viewed(may_act)
    action = random_action(frame["private"], random.Random(1))
    assert (await again.ask("act", id="new", version=frame["version"], action=action))["type"] == "table"


async def test_a_table_of_which_nothing_can_be_read_says_so(house: House):
    code, _ = await played(house)
    entries, _ = last(house, code, DEAL)
    await taken_out_of_memory(house, code)
    entries[0] = entries[0]._replace(text=entries[0].text.replace("mighty/japanese@1", "mighty/english@1"))
    house.person("Mina")
    url = f"ws://127.0.0.1:{house.port}/ws/tables/{code}"
    client = await Client.open(url, house.identity.token(house.players["mina"]))
    assert await client.ended() == (DAMAGED, "frozen")
    assert client.frames == [{"type": "refused", "id": None, "code": "frozen"}]


async def test_a_journal_of_an_earlier_version_opens_as_before_and_is_sealed_from_there(house: House):
    code, client = await played(house)
    before = client.view
    entries, _ = last(house, code, DEAL)
    await taken_out_of_memory(house, code)
    entries[:] = [entry._replace(entry_id=f"old-{entry.seq}") for entry in entries]
    old = len(entries)
    mina = await house.join(code, "Mina")
    assert (mina.view["public"], mina.people["frozen"]) == (before["public"], False)
    await mina.ask("chat", id="new", text="we go on")
    await taken_out_of_memory(house, code)
    assert not (await house.join(code, "Mina")).people["frozen"]
    await taken_out_of_memory(house, code)
    entries[old - 1] = entries[old - 1]._replace(client_id="another")
    assert (await house.join(code, "Mina")).people["frozen"]


async def test_rules_that_make_something_else_of_a_record_freeze_it(house: House, monkeypatch: pytest.MonkeyPatch):
    code, _ = await played(house)
    await taken_out_of_memory(house, code)
    right = storage.evolve

    def changed(table, entry):
        after = right(table, entry)
        return after._replace(ply=after.ply + 1) if entry.kind == DEAL else after

    monkeypatch.setattr(storage, "evolve", changed)
    assert (await house.join(code, "Mina")).people["frozen"]


async def test_a_pack_changed_in_the_database_freezes_its_table_and_no_other(tmp_path: Path):
    engine = open_engine(f"sqlite:///{tmp_path / 'kibitz.sqlite3'}")
    await upgrade(engine)
    journal = Journal(engine)
    async with engine.begin() as connection:
        people = [{"id": name.lower(), "name": name, "created_at": datetime.now(UTC)} for name in ("Mina", "Taro")]
        await connection.execute(insert(Player), people)
    try:
        async with serving(FAST, journal, tables=StoredTables(journal)) as house:  # type: ignore[arg-type]
            codes = []
            for name in ("Mina", "Taro"):
                code, client = await played(house, name)
                await client.close()
                codes.append((code, house.hub.tables[code].id))
                await taken_out_of_memory(house, code)
            broken = codes[0][1]
            where = f"table_id = {broken} AND kind = 'deal'"
            async with writing(engine) as connection:
                pack = str(await connection.scalar(text(f"SELECT text FROM entries WHERE {where}")))
                await connection.execute(
                    text(f"UPDATE entries SET text = :pack WHERE {where}"), {"pack": swapped(pack)}
                )
            opened = [await house.join(code, name) for (code, _), name in zip(codes, ("Mina", "Taro"), strict=True)]
            assert [client.people["frozen"] for client in opened] == [True, False]
    finally:
        await journal.close()
        await engine.dispose()
