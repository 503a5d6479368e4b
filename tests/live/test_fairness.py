"""Who was first where everybody may act at once: the links make no difference, and nobody gains much by lying."""

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.live.fairness import BOUND, WAITING, WINDOW, made_at
from app.live.roundtrip import EVERY, LOST, QUICK, SAMPLES, RoundTrip, pongs_aside
from app.rules.registry import GAMES
from app.table.messages import Person
from tests.conformance import virtual
from tests.live.links import Evening, Link
from tests.table.toy import TOY

PRESSED = "toy/plain@1?turns=all&clock=on"
CLOCK = 8.0  # seconds until the toy's clock closes
NEAR, FAR = 0.010, 0.200  # seconds of one way: links of 20 and 400 ms


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


def link(name: str, way: float, jitter: float = 0.0, seed: int = 0, dawdle: float = 0.0) -> Link:
    """A link of this length, now and then a bit slower."""
    rng = random.Random(f"{name} {seed}")
    return Link(name, *(lambda: way + rng.random() * jitter,) * 2, dawdle)


async def contest(*links: Link, seed: int = 0) -> Evening:
    """A table of the toy at the moment when everybody may act, with all links measured."""
    evening = await Evening(PRESSED, list(links), seed).open()
    for _ in range(len(links) + 1):
        (seat,) = evening.turn()
        hand = links[seat].view["private"]["deal"]["hand"]
        said = len(evening.table.table.state.said)
        links[seat].act("in" if said < len(links) else f"discard {hand[0]}")
        await evening.quiet()
    assert evening.turn() == list(range(len(links)))
    return evening


def card(person: Link, number: int = 0) -> str:
    return f"play {person.view['private']['deal']['hand'][number]}"


async def race(evening: Evening, clicks: list[float]) -> list[int]:
    """Everybody clicks so many seconds from now; the seats in the order in which they were judged."""
    for person, at in zip(evening.links, clicks, strict=True):
        evening.loop.call_later(at, person.act, card(person))
    await evening.quiet(max(clicks) + 1.0)
    return [seat for seat, _ in evening.table.table.state.played]


def run(build: Callable[[], Any], clicks: list[float], seed: int = 0) -> list[int]:
    async def evening() -> list[int]:
        return await race(await contest(*build(), seed=seed), clicks)

    return virtual.run(evening())


# Equal chances


def near_and_far(seed: int = 0) -> list[Link]:
    return [link("near", NEAR, 0.01, seed), link("far", FAR, 0.01, seed)]


@pytest.mark.parametrize("ahead", [0.03, 0.1, 0.3])
@pytest.mark.parametrize("first", [0, 1])
def test_who_clicks_first_is_first_whatever_the_link(first: int, ahead: float) -> None:
    clicks = [0.5, 0.5]
    clicks[1 - first] += ahead
    for seed in range(10):
        assert run(lambda: near_and_far(seed), clicks, seed) == [first, 1 - first]  # noqa: B023 - used at once


def test_seats_with_20_and_with_400_ms_have_equal_chances() -> None:
    rng = random.Random(4)
    wins = 0
    for seed in range(200):
        moments = [0.5 + rng.random() * 0.02, 0.5 + rng.random() * 0.02]
        wins += run(lambda: near_and_far(seed), moments, seed)[0]  # noqa: B023
    assert 75 <= wins <= 125  # 100 and three and a half standard deviations


def test_by_arrival_the_near_one_would_always_have_been_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.fairness.BOUND", 0.0)
    assert all(run(lambda: near_and_far(seed), [0.5, 0.5], seed) == [0, 1] for seed in range(10))  # noqa: B023


def test_every_action_waits_equally_long() -> None:
    async def waits() -> list[float]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        judged = []
        for person in evening.links:
            clicked, ply = evening.loop.time(), evening.table.table.ply
            person.act(card(person))
            while evening.table.table.ply == ply:  # noqa: ASYNC110 - virtual time
                await asyncio.sleep(0.001)
            judged.append(evening.loop.time() - clicked)
        return judged

    near, far = virtual.run(waits())
    assert near == pytest.approx(WINDOW, abs=0.005)
    assert far == pytest.approx(WINDOW, abs=0.005)


# Liars and very long links


def test_a_link_longer_than_the_bound_is_behind_by_the_rest() -> None:
    far = BOUND + 0.1
    assert run(lambda: [link("near", NEAR), link("farther", far)], [0.5, 0.45]) == [0, 1]
    assert run(lambda: [link("near", NEAR), link("farther", far)], [0.5, 0.35]) == [1, 0]


def test_answering_pings_late_gains_no_more_than_the_bound() -> None:
    def honest_and_liar() -> list[Link]:
        return [link("honest", NEAR), link("liar", NEAR, dawdle=3.0)]

    assert run(honest_and_liar, [0.5, 0.5 + BOUND - 0.02]) == [1, 0]
    assert run(honest_and_liar, [0.5, 0.5 + BOUND + 0.01]) == [0, 1]


def test_what_a_client_is_credited_is_bounded() -> None:
    assert made_at(10.0, 0.02) == pytest.approx(9.99)
    assert made_at(10.0, 3.0) == 10.0 - BOUND
    assert BOUND < WINDOW


# The end of the countdown


async def ends(evening: Evening) -> float:
    """When the countdown that is running ends."""
    while not evening.table.clockwork.waking:  # noqa: ASYNC110 - virtual time
        await asyncio.sleep(0.01)
    return evening.table.clockwork.wake_at


@pytest.mark.parametrize("way", [NEAR, FAR])
@pytest.mark.parametrize(("before", "counts"), [(0.02, True), (-0.02, False)])
def test_what_was_made_before_the_countdown_ended_counts_and_nothing_later(
    way: float, before: float, *, counts: bool
) -> None:
    async def late() -> tuple[int, dict[str, Any] | None]:
        evening = await contest(link("near", NEAR), link("other", way))
        other = evening.links[1]
        await asyncio.sleep(await ends(evening) - before - evening.loop.time())
        identity = other.act(card(other))
        await evening.quiet(2.0)
        return len(evening.table.table.state.played), other.answer(identity)

    played, answer = virtual.run(late())
    assert played == counts
    assert answer is not None
    assert answer["type"] == "table" if counts else answer["code"] == "stale"


def test_people_are_told_the_seconds_that_are_left_where_a_view_does_not_start_the_clock_anew() -> None:
    async def timers() -> list[Any]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        near, far = evening.links
        await evening.quiet(2.0)
        seen, left = len(far.frames), await ends(evening) - evening.loop.time()
        near.act("pass")
        await evening.quiet(1.0)
        near.act(card(near))
        await evening.quiet(1.0)
        told = [frame["timer"] for frame in far.frames[seen:] if frame["type"] == "people"]
        return [left, *told]

    left, *told = virtual.run(timers())
    assert [timer["kind"] for timer in told] == ["close"]
    assert told[0]["seconds"] == pytest.approx(left - WINDOW, abs=0.35)


def test_whoever_comes_is_told_the_seconds_that_are_left() -> None:
    async def timers() -> tuple[float, Any]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        await evening.quiet(2.0)
        watcher = link("watcher", NEAR)
        evening.table.join(evening.hub.client(watcher, Person("watcher", "watcher")))
        left = await ends(evening) - evening.loop.time()
        await asyncio.sleep(2 * NEAR)
        return left, next(frame["timer"] for frame in watcher.frames if frame["type"] == "people")

    left, timer = virtual.run(timers())
    assert timer == {"kind": "close", "seconds": pytest.approx(left, abs=0.1)}


def test_the_clock_waits_while_nobody_is_there_and_starts_anew_with_the_first_who_comes() -> None:
    async def deserted() -> tuple[str, float, bool]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        for person in evening.links:
            evening.table.left(person.client)
        await evening.quiet(10 * CLOCK)
        phase = evening.table.table.meta.phase
        evening.table.join(evening.hub.client(evening.links[0], Person("near", "near")))
        left = await ends(evening) - evening.loop.time()
        await evening.quiet(CLOCK + 1.0)
        return phase, left, evening.table.table.meta.phase == "deal"

    assert virtual.run(deserted()) == ("deal", pytest.approx(CLOCK), False)


def test_the_clock_goes_on_while_somebody_is_there() -> None:
    async def half_deserted() -> str:
        evening = await contest(link("near", NEAR), link("far", FAR))
        evening.table.left(evening.links[1].client)
        await evening.quiet(CLOCK + 1.0)
        return str(evening.table.table.meta.phase)

    assert virtual.run(half_deserted()) == "result"


# Waiting to be judged


def answered_busy(evening: Evening, identities: list[str]) -> int:
    return sum((evening.links[0].answer(identity) or {}).get("code") == "busy" for identity in identities)


def test_one_connection_can_have_only_some_actions_waiting() -> None:
    async def flood() -> int:
        evening = await contest(link("near", NEAR), link("far", FAR))
        sent = [evening.links[0].act("play ZZ") for _ in range(WAITING + 5)]
        await evening.quiet()
        return answered_busy(evening, sent)

    assert virtual.run(flood()) == 5


def test_an_action_counts_even_if_its_connection_is_lost_before_it_is_judged() -> None:
    async def lost() -> int:
        evening = await contest(link("near", NEAR), link("far", FAR))
        near = evening.links[0]
        near.act(card(near))
        await asyncio.sleep(2 * NEAR)
        evening.table.left(near.client)
        await evening.quiet()
        return len(evening.table.table.state.played)

    assert virtual.run(lost()) == 1


def test_when_the_server_ends_what_waits_is_refused_as_busy() -> None:
    async def draining() -> tuple[int, int]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        near = evening.links[0]
        sent = [near.act(card(near))]
        await asyncio.sleep(2 * NEAR)
        evening.table.stop_bots()
        sent.append(near.act(card(near)))
        await asyncio.sleep(1.0)
        return answered_busy(evening, sent), len(evening.table.table.state.played)

    assert virtual.run(draining()) == (2, 0)


def test_the_same_action_sent_twice_is_done_once() -> None:
    async def twice() -> tuple[int, list[str]]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        near = evening.links[0]
        for _ in range(2):
            near.say("act", id="same", action=card(near), version=near.view["version"])
        await evening.quiet()
        answers = [frame for frame in near.frames if "same" in (frame.get("id"), frame.get("done"))]
        return len(evening.table.table.state.played), [frame["type"] for frame in answers]

    assert virtual.run(twice()) == (1, ["table", "done"])


# Measuring


def answered(trip: RoundTrip, at: float, seconds: float) -> None:
    """Pings, and is answered after so many seconds."""
    ping = trip.ping(at)
    assert ping is not None
    trip.pong(ping[2:], at + seconds)


def test_the_shortest_of_the_last_round_trips_counts() -> None:
    trip = RoundTrip()
    for number, seconds in enumerate([0.3, 0.02, 0.1, 0.2]):
        answered(trip, 10.0 * number, seconds)
    assert trip.seconds == pytest.approx(0.02)
    for number in range(SAMPLES):
        answered(trip, 100.0 + 10.0 * number, 0.4)
    assert trip.seconds == pytest.approx(0.4)


@pytest.mark.parametrize("payload", [b"", b"12345678", b"x" * 100])
def test_a_forged_pong_is_ignored(payload: bytes) -> None:
    trip = RoundTrip()
    trip.pong(payload, 0.5)
    ping = trip.ping(1.0)
    assert ping is not None
    trip.pong(payload, 1.1)
    assert trip.seconds == 0.0
    trip.pong(ping[2:], 1.2)
    trip.pong(ping[2:], 9.0)
    assert trip.seconds == pytest.approx(0.2)


def test_pings_come_quickly_at_first_then_now_and_then_and_one_at_a_time() -> None:
    trip = RoundTrip()
    for number in range(QUICK):
        answered(trip, float(number), 0.01)
    assert trip.ping(QUICK - 1 + EVERY - 0.1) is None
    assert trip.ping(QUICK + EVERY) is not None
    assert trip.ping(QUICK + 2 * EVERY) is None
    assert trip.ping(QUICK + EVERY + LOST) is not None


def test_payloads_cannot_be_guessed() -> None:
    payloads = {RoundTrip().ping(0.0) for _ in range(50)}
    assert len(payloads) == 50


def frames() -> Iterator[tuple[bytes, bytes]]:
    for first, payload in ((0x81, b'{"type":"ping"}'), (0x8A, b"12345678"), (0x81, b"hello"), (0x8A, b"")):
        yield bytes((first, 0x80 + len(payload), 0, 0, 0, 0)) + payload, payload


def test_pongs_are_taken_out_of_a_chunk() -> None:
    chunk = b"".join(frame for frame, _ in frames())
    texts = b"".join(frame for frame, _ in frames() if frame[0] == 0x81)
    assert pongs_aside(chunk) == ([b"12345678", b""], texts)


@pytest.mark.parametrize("length", range(1, 40))
def test_a_chunk_that_ends_within_a_frame_is_left_to_the_library(length: int) -> None:
    chunk = b"".join(frame for frame, _ in frames())
    whole = pongs_aside(chunk[:length])
    ends_of_frames = {21, 35}
    assert (whole is not None) == (length in ends_of_frames)


def test_those_who_only_watch_are_not_measured() -> None:
    async def watching() -> tuple[int, int]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        watcher = link("watcher", NEAR)
        watcher.table, watcher.client = evening.table, evening.hub.client(watcher, Person("watcher", "watcher"))
        evening.table.join(watcher.client)
        await evening.quiet(5.0)
        return evening.links[0].pings, watcher.pings

    seated, watching_only = virtual.run(watching())
    assert seated >= 4
    assert watching_only == 0


# Asking


def test_a_question_is_answered_at_once_and_to_the_one_who_asks_alone() -> None:
    async def asking() -> tuple[dict[str, Any] | None, float, list[Any], int]:
        evening = await contest(link("near", NEAR), link("far", FAR))
        near, far = evening.links
        held, seen, seq = near.view["private"]["deal"]["hand"][:2], len(far.frames), evening.table.table.seq
        identity, asked = near.say("ask", cards=held), evening.loop.time()
        while near.answer(identity) is None:  # noqa: ASYNC110 - virtual time
            await asyncio.sleep(0.001)
        took = evening.loop.time() - asked
        await evening.quiet()
        news = [frame for frame in far.frames[seen:] if frame["type"] != "people"]
        return near.answer(identity), took, news, evening.table.table.seq - seq

    answer, took, news, entries = virtual.run(asking())
    assert answer is not None
    assert answer["type"] == "offers"
    assert len(answer["offers"]) == 2
    assert took == pytest.approx(2 * NEAR, abs=0.002)
    assert (news, entries) == ([], 0)
