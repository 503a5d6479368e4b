"""One connection at a table: whose it is, when it was last heard, and how much it may still ask for."""

from __future__ import annotations

from typing import Protocol


class Line(Protocol):
    """What the shell needs of a connection; `app.live.outbox.Connection` is one."""

    @property
    def open(self) -> bool:
        """Whether frames may be written."""

    @property
    def behind(self) -> bool:
        """Whether the reader is slow, so that views replace each other instead of being written."""

    @property
    def round_trip(self) -> float:
        """Seconds to the client and back, as measured lately; 0 where nothing has been measured."""

    def measure(self) -> None:
        """Measure the round trip if it is time for it; to be called again and again."""

    def send_view(self, frame: bytes) -> None:
        """Write a framed view, or keep it as the newest."""

    def send_people(self, frame: bytes) -> None:
        """Write a framed list of people, or keep it as the newest."""

    def send_small(self, frame: bytes) -> None:
        """Write a framed message that must arrive."""

    def end(self, code: int, reason: str = "") -> None:
        """Close with a code."""


class Client:
    """A connection at a table. `label` is the name others see if it watches, `session` the signed-in device
    (None: a guest)."""

    __slots__ = ("_budget", "_filled", "heard", "label", "line", "name", "player", "session", "strikes")

    def __init__(self, line: Line, player: str, name: str, now: float, session: str | None = None) -> None:
        self.line = line
        self.player = player
        self.name = name
        self.label = name
        self.session = session
        self.heard = now
        self.strikes = 0
        self._budget = -1.0
        self._filled = now

    def may_ask(self, now: float, rate: float, burst: float) -> bool:
        """Takes one message from the connection's budget (`rate` a second, at most `burst` saved up); False when it
        is used up. `strikes` counts the excess: one up for each message too many, one down for each in order."""
        if rate <= 0:
            return True
        if self._budget < 0:
            self._budget = burst
        self._budget = min(burst, self._budget + (now - self._filled) * rate)
        self._filled = now
        if self._budget < 1:
            self.strikes += 1
            return False
        self._budget -= 1
        self.strikes = max(0, self.strikes - 1)
        return True
