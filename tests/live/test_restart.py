"""The server is told to end and another one takes its place: clocks stand still meanwhile, and everybody comes back."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from app.live.bots import BotDriver
from app.live.hub import Hub, ServerEnding, TableWish
from app.rules.registry import GAMES
from app.table import Person
from app.table.pauses import COMING_BACK
from tests.conformance import virtual
from tests.live.links import Evening, Link
from tests.live.test_turn_clock import _any_action
from tests.table.toy import TOY

T = TypeVar("T")


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of the toy play at random."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    rng = random.Random(5)
    monkeypatch.setattr("app.live.bots.choose", lambda _game, view, _rng: _any_action(view, rng))


def evening_of(story: Callable[[Evening], Awaitable[T]], clock: tuple[int, int] = (0, 0), rules: str = "toy") -> T:
    """What a story comes to at a table of three people with a deal under way."""

    async def evening() -> T:
        links = [Link(name, lambda: 0.01, lambda: 0.01) for name in ("ada", "bo", "cy")]
        return await story(await Evening(f"{rules}/plain@1", links, 1, clock=clock).open())

    return virtual.run(evening())


async def restart(evening: Evening, down: float = 30.0, *, warned: bool = True) -> None:
    """The server ends, warned or not; after so many seconds another one is there, and everybody comes back."""
    before = evening.table
    if warned:
        await evening.hub.drain()
    else:
        before.gone = True
        before.clockwork.stop()
    await evening.quiet(down)
    bots, chance = BotDriver(random.Random(1), random.Random(2)), random.Random(3)
    evening.hub = Hub(
        evening.journal, evening.hub._stored, evening.hub.options, bots=bots, chance=chance, now=evening.loop.time
    )
    table = await evening.hub.open(before.code)
    assert table is not None
    evening.table = table
    for link in evening.links:
        link.table, link.client = table, evening.hub.client(link, Person(link.name, link.name))
        table.join(link.client)


def left(evening: Evening) -> float:
    """What the clock that people see has left."""
    timer = evening.table.clockwork.timer()
    assert timer is not None
    return timer.seconds


async def until_result(evening: Evening) -> None:
    """Plays the deal to its end."""
    while evening.table.table.meta.phase != "result":
        (seat,) = evening.turn()
        evening.links[seat].act(_any_action({"private": evening.links[seat].view["private"]}, random.Random(1)))
        await evening.quiet(0.25)


def test_the_clock_of_a_turn_goes_on_with_what_it_had_left() -> None:
    async def story(evening: Evening) -> tuple[float, float]:
        await evening.quiet(10.0)
        before = left(evening)
        await restart(evening)
        return before, left(evening)

    before, after = evening_of(story, clock=(30, 0))
    assert after == pytest.approx(before, abs=0.2)


def test_the_bank_pays_for_what_a_turn_took_before_and_after_a_restart() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(14.0)
        await restart(evening)
        await evening.quiet(10.0)
        (seat,) = evening.turn()
        evening.links[seat].act(_any_action({"private": evening.links[seat].view["private"]}, random.Random(1)))
        await evening.quiet(1.0)
        return 60 - evening.table.table.meta.seats[seat].bank

    assert evening_of(story, clock=(15, 60)) == pytest.approx(10.0, abs=0.5)


def test_no_clock_rings_while_the_server_is_down() -> None:
    async def story(evening: Evening) -> int:
        await restart(evening, down=600.0)
        await evening.quiet(1.0)
        return evening.table.table.ply

    assert evening_of(story, clock=(15, 0)) == 0


def test_a_clock_that_was_about_to_ring_leaves_time_to_come_back() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(13.0)
        assert left(evening) < COMING_BACK
        await restart(evening)
        return left(evening)

    assert evening_of(story, clock=(15, 0)) == pytest.approx(COMING_BACK, abs=0.1)


def test_the_wait_for_the_next_deal_goes_on_with_what_it_had_left() -> None:
    async def story(evening: Evening) -> tuple[float, float]:
        await until_result(evening)
        await evening.quiet(20.0)
        before = left(evening)
        await restart(evening)
        return before, left(evening)

    before, after = evening_of(story)
    assert after == pytest.approx(before, abs=0.2)


def test_the_clock_of_the_game_goes_on_with_what_it_had_left() -> None:
    async def run() -> tuple[float, float]:
        links = [Link(name, lambda: 0.01, lambda: 0.01) for name in ("ada", "bo")]
        evening = await Evening("auction/standard@1?open_timer=40", links, 1).open()
        await evening.quiet(15.0)
        before = left(evening)
        await restart(evening)
        return before, left(evening)

    before, after = virtual.run(run())
    assert before < 30
    assert after == pytest.approx(before, abs=0.2)


def test_after_an_end_without_warning_a_clock_starts_anew() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(10.0)
        await restart(evening, warned=False)
        return left(evening)

    assert evening_of(story, clock=(30, 0)) == pytest.approx(30.0, abs=0.1)


def test_a_pause_means_nothing_for_the_next_turn() -> None:
    async def story(evening: Evening) -> float:
        await evening.quiet(10.0)
        await restart(evening)
        (seat,) = evening.turn()
        evening.links[seat].act(_any_action({"private": evening.links[seat].view["private"]}, random.Random(1)))
        await evening.quiet(0.25)
        return left(evening)

    assert evening_of(story, clock=(30, 0)) == pytest.approx(30.0, abs=0.3)


def test_the_next_server_has_the_table_its_watchers_and_what_was_said() -> None:
    async def run() -> None:
        links = [Link(name, lambda: 0.01, lambda: 0.01) for name in ("ada", "bo", "cy")]
        evening = await Evening("toy/plain@1", links, 1).open()
        watcher = Link("dee", lambda: 0.01, lambda: 0.01)
        evening.links.append(watcher)
        watcher.table, watcher.client = evening.table, evening.hub.client(watcher, Person("dee", "dee"))
        evening.table.join(watcher.client)
        links[0].say("chat", text="good luck")
        watcher.say("chat", text="I only look")
        await evening.quiet(1.0)
        shown = [link.view["public"] for link in evening.links]
        await restart(evening)
        await evening.quiet(1.0)
        assert [link.view["public"] for link in evening.links] == shown
        people = [next(f for f in reversed(link.frames) if f["type"] == "people") for link in evening.links]
        assert [frame["spectators"] for frame in people] == [["dee"]] * 4
        said = [[line["text"] for line in welcome(link)["chat"]] for link in evening.links]
        assert said == [["good luck"]] * 3 + [["I only look"]]

    def welcome(link: Link) -> dict[str, object] | dict[str, list[dict[str, str]]]:
        return next(frame for frame in reversed(link.frames) if frame["type"] == "welcome")

    virtual.run(run())


def test_what_was_under_way_is_shown_before_the_connections_close() -> None:
    async def story(evening: Evening) -> bool:
        (seat,) = evening.turn()
        link = evening.links[seat]
        version = link.view["version"]
        evening.journal.gate.clear()
        link.act(_any_action({"private": link.view["private"]}, random.Random(1)))
        await evening.quiet(0.25)
        evening.loop.call_later(0.5, evening.journal.gate.set)
        await evening.hub.drain()
        await evening.quiet(0.25)
        kinds = [frame["type"] for frame in link.frames]
        assert kinds[-1] == "closing"
        return bool(link.view["version"] > version)

    assert evening_of(story)


def test_a_server_that_is_about_to_end_makes_no_tables() -> None:
    async def story(evening: Evening) -> None:
        await evening.hub.drain()
        with pytest.raises(ServerEnding):
            await evening.hub.create(Person("ada", "Ada"), TableWish("toy/plain@1", players=3))

    evening_of(story)
