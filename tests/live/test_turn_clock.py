"""The clock of turns at a live table, in virtual time: when it rings, what people are shown, when it stands still."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from app.live.fairness import BOUND
from app.rules.registry import GAMES
from app.table import Person, fold
from tests.conformance import virtual
from tests.live.links import Evening, Link
from tests.table.toy import TOY

T = TypeVar("T")
PLAIN = "toy/plain@1"


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of the toy play at random."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    rng = random.Random(5)
    monkeypatch.setattr("app.live.bots.choose", lambda _game, view, _rng: _any_action(view, rng))


def _any_action(view: dict[str, Any], rng: random.Random) -> str:
    choose = view["private"]["choose"]
    if choose is not None:
        return f"{choose['verb']} {rng.choice(choose['among'])}"
    return str(rng.choice([action for action in view["private"]["legal"] if action != "out"]))


def at_table(story: Callable[[Evening], Awaitable[T]], clock: tuple[int, int] = (15, 0), way: float = 0.01) -> T:
    """A table of three people with a clock and a deal under way: what a story comes to."""

    async def evening() -> T:
        links = [Link(name, lambda: way, lambda: way) for name in ("ada", "bo", "cy")]
        return await story(await Evening(PLAIN, links, 1, clock=clock).open())

    return virtual.run(evening())


def begins(evening: Evening) -> float:
    """When the running turn began."""
    meta, (seat,) = evening.table.table.meta, evening.turn()
    return evening.table.clockwork.turn.ends - meta.turn_clock - meta.seats[seat].bank


async def acted_at(evening: Evening, patience: float = 400.0) -> float:
    """When the next action is done, from the beginning of the turn."""
    begun, ply, end = begins(evening), evening.table.table.ply, evening.loop.time() + patience
    while evening.table.table.ply == ply:
        assert evening.loop.time() < end, "nothing happens"
        await evening.quiet(0.05)
    return evening.loop.time() - begun


def act(evening: Evening) -> None:
    """Whoever is in turn acts, on the view that has arrived."""
    (seat,) = evening.turn()
    legal = TOY.legal(evening.table.table.state, seat)
    action = legal[0] if type(legal) is tuple else f"discard {legal[2][0]}"
    evening.links[seat].act(action)


def last_people(evening: Evening, name: str = "ada") -> dict[str, Any]:
    link = next(link for link in evening.links if link.name == name)
    return next(frame for frame in reversed(link.frames) if frame["type"] == "people")


def left(evening: Evening) -> list[float]:
    banks: list[float] = evening.links[0].view["public"]["clock"]["left"]
    return banks


def test_when_time_is_out_the_bot_of_the_seat_acts_at_once() -> None:
    assert at_table(acted_at) == pytest.approx(15.0, abs=0.1)


def test_the_bank_comes_after_the_clock() -> None:
    assert at_table(acted_at, clock=(15, 30)) == pytest.approx(45.0, abs=0.1)


def test_everybody_sees_whose_time_runs_and_that_it_ran_out() -> None:
    async def story(evening: Evening) -> None:
        timer = last_people(evening, "cy")["timer"]
        assert (timer["kind"], timer["seat"]) == ("turn", 1)
        assert 13.0 < timer["seconds"] <= 15.0
        await acted_at(evening)
        await evening.quiet(1.0)
        assert [seat["late"] for seat in evening.links[2].view["public"]["seats"]] == [False, True, False]
        assert last_people(evening, "cy")["timer"]["seat"] == 2

    at_table(story)


def test_a_table_without_a_clock_has_no_timer_and_waits() -> None:
    async def story(evening: Evening) -> None:
        await evening.quiet(900.0)
        assert evening.table.table.ply == 0
        assert last_people(evening)["timer"] is None

    at_table(story, clock=(0, 0))


def test_what_a_turn_took_beyond_the_clock_leaves_the_bank() -> None:
    async def story(evening: Evening) -> None:
        await evening.quiet(20.0)
        act(evening)
        await evening.quiet(1.0)
        assert left(evening)[1] == pytest.approx(24.0, abs=0.2)
        assert fold(evening.journal.entries[evening.table.id]) == evening.table.table

    at_table(story, clock=(15, 30))


@pytest.mark.parametrize(("way", "counted"), [(0.05, 0.05), (0.2, 0.2), (0.6, BOUND)])
def test_the_way_of_the_link_counts_for_the_player_as_far_as_it_is_bounded(way: float, counted: float) -> None:
    async def story(evening: Evening) -> float:
        begun = begins(evening)
        await evening.quiet(begun + 20.0 - evening.loop.time())
        act(evening)
        await evening.quiet(3.0)
        return 30.0 - left(evening)[1]

    assert at_table(story, clock=(15, 30), way=way) == pytest.approx(5.0 + way - counted, abs=0.11)


def test_an_action_that_was_made_in_time_is_in_time() -> None:
    async def story(evening: Evening) -> str:
        begun = begins(evening)
        await evening.quiet(begun + 14.9 - evening.loop.time())
        act(evening)
        await evening.quiet(1.0)
        return evening.journal.entries[evening.table.id][-1].who

    assert at_table(story, way=0.15) == "bo"


def test_who_stands_up_and_sits_down_again_gains_no_time() -> None:
    async def story(evening: Evening) -> float:
        begun = begins(evening)
        for _ in range(6):
            await evening.quiet(2.0)
            evening.links[1].say("stand")
            evening.links[1].say("sit")
        ply = evening.table.table.ply
        while evening.table.table.ply == ply:
            await evening.quiet(0.05)
        return evening.loop.time() - begun

    assert at_table(story) == pytest.approx(15.0, abs=0.1)


def test_after_two_turns_a_bot_stands_in_and_the_person_comes_back_by_a_tap() -> None:
    async def story(evening: Evening) -> None:
        while not evening.table.table.meta.seats[1].standin:
            await acted_at(evening) if evening.turn() == [1] else act(evening)
            await evening.quiet(0.5)
        evening.links[1].say("sit")
        await evening.quiet(0.5)
        assert evening.table.table.meta.seats[1].active

    at_table(story)


# When nobody can act


def test_the_clock_stands_still_while_the_database_is_away() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(5.0)
        evening.journal.gate.clear()
        evening.links[0].say("chat", text="hello?")
        await evening.quiet(60.0)
        assert evening.table.table.ply == 0
        evening.journal.gate.set()
        await evening.quiet(0.1)
        return await acted_at(evening)

    assert at_table(story) == pytest.approx(15.0, abs=0.2)


def test_a_bank_pays_nothing_for_a_database_that_was_away() -> None:
    async def story(evening: Evening) -> None:
        evening.journal.gate.clear()
        evening.links[0].say("chat", text="hello?")
        await evening.quiet(60.0)
        evening.journal.gate.set()
        await evening.quiet(1.0)
        act(evening)
        await evening.quiet(1.0)
        assert left(evening) == [30, 30, 30]

    at_table(story, clock=(15, 30))


def test_a_turn_begins_when_it_is_shown_however_long_it_took_to_be_stored() -> None:
    async def story(evening: Evening) -> float:
        evening.journal.gate.clear()
        act(evening)
        await evening.quiet(30.0)
        evening.journal.gate.set()
        await evening.quiet(0.5)
        assert evening.turn() == [2]
        return await acted_at(evening)

    assert at_table(story) == pytest.approx(15.0, abs=0.2)


def test_the_clock_stands_still_while_the_server_is_ending() -> None:
    async def story(evening: Evening) -> int:
        evening.table.stop_bots()
        await evening.quiet(60.0)
        return evening.table.table.ply

    assert at_table(story) == 0


def test_the_clock_stands_still_while_nobody_is_there_and_begins_anew() -> None:
    async def story(evening: Evening) -> float:
        for link in evening.links:
            evening.table.left(link.client)
        await evening.quiet(600.0)
        assert evening.table.table.ply == 0
        evening.table.join(evening.links[0].client)
        back = evening.loop.time()
        await acted_at(evening)
        return evening.loop.time() - back

    assert at_table(story) == pytest.approx(15.0, abs=0.2)


def test_after_a_restart_the_turn_begins_anew_and_the_banks_are_as_they_were() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(20.0)
        act(evening)
        await evening.quiet(10.0)
        evening.table.close(1012, "restart")
        table = await evening.hub.open(evening.table.code)
        assert table is not None
        assert table is not evening.table
        assert table.table.meta.seats[1].bank == pytest.approx(24.0, abs=0.2)
        evening.table = table
        for link in evening.links:
            link.table, link.client = table, evening.hub.client(link, Person(link.name, link.name))
            table.join(link.client)
        return await acted_at(evening)

    assert at_table(story, clock=(15, 30)) == pytest.approx(45.0, abs=0.2)


def test_a_bot_that_fails_is_no_reason_to_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> str:
        raise ValueError("no idea")

    monkeypatch.setattr("app.live.bots.choose", fails)
    assert at_table(acted_at) == pytest.approx(15.0, abs=0.1)


def test_a_bot_that_wants_the_impossible_is_no_reason_to_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.bots.choose", lambda *_: "fly away")
    assert at_table(acted_at) == pytest.approx(15.0, abs=0.1)
