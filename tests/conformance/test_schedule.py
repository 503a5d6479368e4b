"""Nothing visible to others is timed by hidden facts: how long those who hold the called card let wait, and those who
do not, cannot be told apart. Deals of bots in virtual time, and a two-sample test."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from app.live.bots import BotDriver
from app.live.hub import Hub, TableWish
from app.live.options import LiveOptions
from app.live.pace import wait
from app.live.table import LiveTable
from app.rules.mighty.state import Play
from app.table import views
from app.table.messages import Person
from app.table.state import RUNNING, Table
from app.table.steps import AskBot
from tests.conformance import virtual
from tests.conformance.frames import Wire
from tests.conformance.playout import pick
from tests.live.memory import MemoryJournal, MemoryTables

DEALS = 48
SURE = 0.001
"""Below this two samples are said to differ: once in a thousand samples that do not."""


class Play_(NamedTuple):  # noqa: N801 - the game's own state has the name
    """A card that was followed with: how long it took, and what others could not know."""

    seconds: float
    friend: bool
    only_one: bool


class Chosen(BotDriver):
    """Bots that play at random; their waits are drawn as for any bot."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed), random.Random(seed + 1))

    def action(self, table: Table, seat: int) -> str:
        return pick(table.meta.ruleset.game.legal(table.state, seat), self.choices)


class Watcher(Wire):
    """Notes when each view came."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seen: Callable[[float], None]) -> None:
        super().__init__(loop)
        self.seen = seen

    def send_view(self, frame: bytes) -> None:
        if b'"type":"table"' in frame:
            self.seen(self.loop.time())

    def send_small(self, frame: bytes) -> None:
        """Not looked at here."""

    send_people = send_small


class Evening:
    """Five bots, a host who starts matches, and what a spectator with a stop watch could write down, with the truth."""

    def __init__(self, seed: int, tamper: Callable[[LiveTable], None] | None) -> None:
        self.seed, self.tamper = seed, tamper
        self.plays: list[Play_] = []
        self.before: tuple[float, Table] | None = None
        self.table: LiveTable

    def seen(self, now: float) -> None:
        """A view has come: the action in it took the time since the view before it."""
        table = self.table.table
        if self.before is not None and table.ply == self.before[1].ply + 1:
            then, was = self.before
            state = was.state
            if was.meta.phase == RUNNING and isinstance(state, Play) and state.plays and not state.shown:
                seat = state.turn
                legal = was.meta.ruleset.game.legal(state, seat)
                if seat != state.contract.declarer:
                    self.plays.append(Play_(now - then, seat == state.friend, len(legal) == 1))
        self.before = (now, table)

    async def run(self, deals: int) -> list[Play_]:
        loop = asyncio.get_running_loop()
        journal = MemoryJournal()
        chance, options = random.Random(self.seed), LiveOptions(message_rate=0, silent_after=1e9)
        tables = MemoryTables(journal)
        hub = Hub(journal, tables, options, bots=Chosen(self.seed), chance=chance, now=loop.time)
        host = Person("ada", "Ada")
        code = await hub.create(host, TableWish("mighty/japanese@1?match_deals=5", bots=True))
        table = await hub.open(code)
        assert table is not None
        self.table = table
        if self.tamper is not None:
            self.tamper(table)
        client = hub.client(Watcher(loop, self.seen), host)
        table.join(client)
        table.received(client, b'{"type":"bot","id":"b","seat":0,"on":true}')
        number = 0
        while table.table.meta.deals < deals:
            await asyncio.sleep(1.0)
            if table.table.meta.phase in ("lobby", "finished"):
                number += 1
                table.received(client, b'{"type":"start","id":"s%d"}' % number)
        table.stop_bots()
        return self.plays


def watched(tamper: Callable[[LiveTable], None] | None = None, seed: int = 5, deals: int = DEALS) -> list[Play_]:
    return virtual.run(Evening(seed, tamper).run(deals))


def chance_of_a_difference(ours: Sequence[float], others: Sequence[float]) -> float:
    """How likely two samples of one distribution lie as far apart as these (Kolmogorov and Smirnov)."""
    ours, others = sorted(ours), sorted(others)
    n, m = len(ours), len(others)
    apart = i = j = 0.0
    while i < n and j < m:
        at = min(ours[int(i)], others[int(j)])
        while i < n and ours[int(i)] <= at:
            i += 1
        while j < m and others[int(j)] <= at:
            j += 1
        apart = max(apart, abs(i / n - j / m))
    root = math.sqrt(n * m / (n + m))
    scaled = (root + 0.12 + 0.11 / root) * apart
    tail = 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, tail)) if scaled > 0.2 else 1.0


def split(plays: Sequence[Play_], hidden: str) -> tuple[list[float], list[float]]:
    """The times of those of whom a hidden fact is true, and of the others."""
    yes = [play.seconds for play in plays if getattr(play, hidden)]
    no = [play.seconds for play in plays if not getattr(play, hidden)]
    assert min(len(yes), len(no)) > 100, "too few to tell anything"
    return yes, no


@pytest.fixture(scope="module")
def plays() -> list[Play_]:
    return watched()


@pytest.mark.parametrize("hidden", ["friend", "only_one"])
def test_those_who_hide_something_wait_like_the_others(plays: list[Play_], hidden: str) -> None:
    assert chance_of_a_difference(*split(plays, hidden)) > SURE


def slower(table: LiveTable, more: Callable[[Any, int], float]) -> None:
    """Has bots wait longer by something that others must not know."""

    def leaking(effect: AskBot) -> None:
        state = table.table.state
        delay = wait(views.public_deal(table.table), 1.0, table.shell.bots.waits)
        extra = more(state, effect.seat) if isinstance(state, Play) else 0.0
        clockwork = table.clockwork
        clockwork.asked[effect.seat] = table.loop.call_later(delay + extra, clockwork.bot_acts, effect)

    table.clockwork.ask_bot = leaking  # type: ignore[method-assign]


def friend_thinks(table: LiveTable) -> None:
    """The friend takes a fifth of a second more."""
    slower(table, lambda state, seat: 0.2 if seat == state.friend else 0.0)


def forced_is_quick(table: LiveTable) -> None:
    """Who has a single card to play does not think about it."""
    slower(table, lambda state, seat: -0.2 if len(table.table.meta.ruleset.game.legal(state, seat)) == 1 else 0.0)


@pytest.mark.parametrize(("tamper", "hidden"), [(friend_thinks, "friend"), (forced_is_quick, "only_one")])
def test_a_fifth_of_a_second_that_depends_on_hidden_cards_is_noticed(
    tamper: Callable[[LiveTable], None], hidden: str
) -> None:
    assert chance_of_a_difference(*split(watched(tamper), hidden)) < SURE


def test_the_measure_tells_samples_of_one_distribution_from_those_of_two() -> None:
    rng = random.Random(3)
    draw = lambda more: [0.5 + rng.expovariate(2.0) + more for _ in range(500)]  # noqa: E731
    alike = [chance_of_a_difference(draw(0.0), draw(0.0)) for _ in range(100)]
    assert sum(chance < 0.05 for chance in alike) <= 12  # five of a hundred are to be expected
    assert chance_of_a_difference(draw(0.0), draw(0.2)) < SURE
