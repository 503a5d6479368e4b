"""The clock of the running turn, as time passes for those who can act.

It stands still while nobody can: while the database is away, while the server is ending, while nobody is connected.
After a restart it goes on with what it had left. The link's way counts for the player, as much as is measured and at
most `BOUND` (`app.live.fairness`): an action that was made in time is in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from app.live.clients import Client
from app.live.fairness import BOUND

AGAIN = 0.1  # seconds after which the clock rings again that found the table busy


def way(clients: Iterable[Client], player: str | None) -> float:
    """Seconds that a player's actions need to the server, over the quickest of their connections; bounded."""
    trips = [client.line.round_trip for client in clients if client.player == player]
    return min(min(trips, default=0.0) / 2, BOUND)


class TurnClock:
    """One table's. Times are those of the event loop, in seconds.

    :param ring: called when the time of the turn is out
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, ring: Callable[[], None]) -> None:
        self.seat: int | None = None
        """The seat whose turn it is; None while nothing runs."""
        self.token = ""
        self.ends = 0.0
        self._loop = loop
        self._ring = ring
        self._begun = 0.0
        self._way = 0.0
        self._held: float | None = None
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seat: int, token: str, seconds: float, way: float, left: float | None = None) -> None:
        """A turn begins, or goes on with what it has left. The one that runs already goes on: who stands up and sits
        down again gains nothing."""
        if self.seat == seat and self.token == token:
            return
        self.stop()
        self.seat, self.token, self._way = seat, token, way
        self.ends = self._loop.time() + (seconds if left is None else left)
        self._begun = self.ends - seconds
        self._set(self.ends + way)

    def stop(self) -> None:
        """The turn is over."""
        self.seat, self.token, self._held = None, "", None
        self._cancel()

    def hold(self, since: float) -> None:
        """Nobody has been able to act since this moment."""
        if self.seat is not None and self._held is None:
            self._held = max(since, self._begun)
            self._cancel()

    def go_on(self) -> None:
        """People can act again: what they could not use is added."""
        if self._held is None:
            return
        gap = self._loop.time() - self._held
        self._held = None
        self._begun += gap
        self.ends += gap
        self._set(self.ends + self._way)

    def ring_again(self) -> None:
        """The table was busy: in a moment."""
        self._set(self._loop.time() + AGAIN)

    def spent(self, seat: int | None, way: float) -> float:
        """Seconds that the turn of a seat has taken when an action arrives that was under way for so long; 0 for a seat
        that is not in turn."""
        if seat is None or seat != self.seat:
            return 0.0
        return max(0.0, self._now() - self._begun - way)

    def left(self) -> float:
        """Seconds until the time of the turn is out."""
        return max(0.0, self.ends - self._now())

    def _now(self) -> float:
        return self._loop.time() if self._held is None else self._held

    def _set(self, at: float) -> None:
        self._cancel()
        self._handle = self._loop.call_at(at, self._ring)

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
