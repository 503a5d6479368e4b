"""People who let the others wait: who may do what about it, and when."""

import random

from app.live.waiting import Turns
from app.table.entries import Entry
from tests.live.client import Client, may_act, random_action
from tests.live.conftest import FAST, House, serving

SOON = FAST._replace(idle_turn_after=0.2)


def entry(kind: str, seat: int | None) -> Entry:
    return Entry(2, kind, seat, "mina", "", None, None, None, "", 0.0)


def test_a_seat_waits_from_the_beginning_of_its_turn() -> None:
    turns = Turns()
    turns.look(frozenset({1}), 10.0)
    turns.look(frozenset({1}), 30.0)
    assert (turns.waited(1, 70.0), turns.waited(2, 70.0)) == (60.0, 0.0)


def test_who_acts_and_is_in_turn_again_begins_anew() -> None:
    turns = Turns()
    turns.look(frozenset({1}), 10.0)
    turns.done([entry("act", 1)])
    turns.look(frozenset({1}), 30.0)
    assert turns.waited(1, 40.0) == 10.0


def test_talking_is_not_acting() -> None:
    turns = Turns()
    turns.look(frozenset({1}), 10.0)
    turns.done([entry("chat", 1)])
    assert turns.waited(1, 40.0) == 30.0


def test_where_several_are_in_turn_each_has_a_time_of_their_own() -> None:
    turns = Turns()
    turns.look(frozenset({0, 1}), 10.0)
    turns.done([entry("act", 1)])
    turns.look(frozenset({0, 1, 2}), 30.0)
    assert turns.by_patience() == [0, 1, 2]


async def two_and_bots(house: House) -> tuple[str, Client, Client]:
    """Mina (host) and Taro on seats 0 and 1, bots beside them, a deal under way."""
    code = await house.table()
    mina, taro = await house.seated(code, "Mina", "Taro")
    await house.fill(mina, 2, 3, 4)
    await mina.ask("start")
    return code, mina, taro


async def until_turn(client: Client, other: Client) -> None:
    """The other one plays until it is this one's turn."""
    rng = random.Random(1)
    while True:
        for one in (client, other):
            await one.viewed(lambda frame: frame["public"]["phase"] == "deal")
        if may_act(client.view):
            return
        view = other.view
        if may_act(view):
            action = "pass" if "pass" in (view["private"]["legal"] or []) else random_action(view["private"], rng)
            await other.ask("act", version=view["version"], action=action)
        else:
            await other.newer(view["version"])


async def test_the_host_may_have_a_bot_stand_in_for_somebody_who_does_nothing():
    async with serving(SOON) as house:
        _, mina, taro = await two_and_bots(house)
        await until_turn(taro, mina)
        assert (await mina.ask("bot", seat=1, on=True))["code"] == "not_away"
        await mina.until(lambda frame: frame["type"] == "people" and frame["idle"] == 1)
        answer = await mina.ask("bot", seat=1, on=True)
        assert answer["public"]["seats"][1]["standin"]
        await mina.until(lambda frame: frame["type"] == "people" and frame["idle"] is None, since=len(mina.frames) - 1)
        assert not (await taro.ask("sit"))["private"]["standin"]


async def test_a_host_who_does_nothing_in_his_own_turn_is_followed_by_the_next_person():
    async with serving(SOON) as house:
        _, mina, taro = await two_and_bots(house)
        await until_turn(mina, taro)
        await taro.viewed(lambda frame: frame["private"]["host"])
        assert (await taro.ask("bot", seat=0, on=True))["public"]["seats"][0]["standin"]


async def test_a_host_who_does_not_play_and_does_nothing_is_followed_by_somebody_who_plays():
    async with serving(SOON) as house:
        code = await house.table()
        mina = await house.join(code, "Mina")
        taro, ena = await house.seated(code, "Taro", "Ena")
        await house.fill(mina, 2, 3, 4)
        await mina.ask("start")
        await until_turn(taro, ena)
        await ena.viewed(lambda frame: frame["private"]["host"])
        assert not taro.view["private"]["host"]


async def test_nobody_lets_others_wait_while_the_database_is_away():
    async with serving(SOON._replace(stall_after=0.05)) as house:
        code, mina, taro = await two_and_bots(house)
        await until_turn(mina, taro)
        house.journal.gate.clear()
        await mina.send("chat", text="hello?")
        await mina.until(lambda frame: frame["type"] == "people" and frame["storing"])
        assert not house.hub.tables[code].lets_wait(0)
        house.journal.gate.set()
