"""Who was first, where everybody may act at once, whatever the links.

An action that arrives on a connection was made half of its round trip earlier (`app.live.roundtrip`; at most `BOUND`,
so that a client gains no more by answering pings late). Every action waits until `WINDOW` after it was made, and is
judged then: so they are judged in the order in which they were made, and each waits equally long. The deal's clock
waits like everybody: what was made before it ran down counts, what was made after that comes too late. Bots wait, too.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Iterable

from app.live.answers import Job, settle
from app.live.clients import Client
from app.rules.base import never
from app.table.messages import Act
from app.table.state import RUNNING, Table, seat_of
from app.table.steps import Refused

WINDOW = 0.250  # seconds from the moment an action was made to that when it is judged
BOUND = 0.200  # a way to the server that is longer is taken for this long
WAITING = 8  # actions of one connection that may wait to be judged

BUSY = Refused("busy")
_EARLY = 0.001  # an event loop may wake a little too soon


def made_at(arrived: float, round_trip: float) -> float:
    """When an action was made that arrived at this moment of the loop's time."""
    return arrived - min(round_trip / 2, BOUND)


class Contest:
    """What waits to be judged at one table, in the order in which it was made.

    :param judge: called with each action when its time has come
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, judge: Callable[[Job], None]) -> None:
        self._loop = loop
        self._judge = judge
        self._heap: list[tuple[float, int, Job]] = []
        self._number = 0
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def __bool__(self) -> bool:
        """Whether something waits."""
        return bool(self._heap)

    def takes(self, job: Job, table: Table, now: float) -> bool:
        """Takes in what a connection sent, if it is an action in a moment when everybody may act; False otherwise."""
        client = job.client
        if client is None or not isinstance(job.message, Act) or not is_open(table):
            return False
        if self._over or sum(waiting.client is client for _, _, waiting in self._heap) >= WAITING:
            settle(job, BUSY)
        else:
            self.add(job, made_at(now, client.line.round_trip))
        return True

    def add(self, job: Job, made: float) -> None:
        """Something that was done at this moment of the loop's time."""
        self._number += 1
        heapq.heappush(self._heap, (made, self._number, job))
        if self._heap[0][2] is job:
            self._set_timer()

    def refuse_all(self) -> None:
        """Nothing is judged any more: the server is about to end, or the table leaves memory."""
        self._over = True
        heap, self._heap = self._heap, []
        self._set_timer()
        for _, _, job in heap:
            settle(job, BUSY)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._heap[0][0] + WINDOW, self._due) if self._heap else None

    def _due(self) -> None:
        now = self._loop.time() + _EARLY
        while self._heap and self._heap[0][0] + WINDOW <= now:
            self._judge(heapq.heappop(self._heap)[2])
        self._set_timer()


def is_open(table: Table) -> bool:
    """Whether everybody may act at this moment."""
    return table.meta.phase == RUNNING and table.meta.ruleset.game.at_once(table.state)


def has_contests(table: Table) -> bool:
    """Whether there are such moments in the game of this table."""
    return table.meta.ruleset.game.at_once is not never


def measure(clients: Iterable[Client], table: Table) -> None:
    """Has the links of those who play measured; to be called again and again."""
    for client in clients:
        if seat_of(table, client.player) is not None:
            client.line.measure()
