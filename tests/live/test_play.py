"""Whole deals and matches over real websockets."""

import asyncio
import random

from tests.live.client import play
from tests.live.conftest import House


def finished(frame):
    return frame["public"]["phase"] == "finished"


async def test_five_bots_finish_a_match(house: House):
    code = await house.table()
    host = await house.join(code, "Mina")
    await house.fill(host, *range(5))
    await host.ask("start")
    last = await host.viewed(finished, patience=30)
    match = last["public"]["match"]
    assert match["counted"] == 5
    assert match["winners"]
    assert sum(match["totals"]["points"]) == 0


async def test_four_bots_finish_a_match_that_ends_by_pips(house: House):
    code = await house.table(ruleset="avinas/pagat@1")
    host = await house.join(code, "Mina")
    await house.fill(host, *range(4))
    await host.ask("start")
    last = await host.viewed(finished, patience=60)
    match = last["public"]["match"]
    assert max(match["totals"]["pip"]) >= 12
    assert match["winners"] in ([0, 2], [1, 3])


async def test_five_people_finish_a_match(house: House):
    code = await house.table()
    clients = await house.seated(code, "Mina", "Taro", "Ena", "Udo", "Yuki")
    await clients[0].ask("start")
    ends = await asyncio.gather(*(play(client, random.Random(seat), finished) for seat, client in enumerate(clients)))
    assert len({frame["version"] for frame in ends}) == 1


async def test_one_person_plays_at_once_against_four_bots(house: House):
    code = await house.table(bots=True)
    mina = await house.join(code, "Mina")
    await mina.ask("sit", seat=0)
    await mina.ask("start")
    end = await play(mina, random.Random(5), finished)
    assert [seat["kind"] for seat in end["public"]["seats"]] == ["person", "bot", "bot", "bot", "bot"]
