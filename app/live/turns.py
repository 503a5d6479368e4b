"""Since when each seat has been in turn: who lets the others wait. In memory only; after a restart all clocks begin
again."""

from __future__ import annotations

from collections.abc import Iterable

from app.table import entries as kinds
from app.table.entries import Entry


class Turns:
    """Looked at with every tick of the clock; the play itself only notes who has done something."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def done(self, entries: Iterable[Entry]) -> None:
        """What was stored: whoever acted or sat down begins anew. Talking is not acting."""
        for entry in entries:
            if entry.seat is not None and entry.kind != kinds.CHAT:
                self._since.pop(entry.seat, None)

    def look(self, turn: frozenset[int], now: float) -> None:
        """These seats may act at the moment."""
        self._since = {seat: self._since.get(seat, now) for seat in turn}

    def by_patience(self) -> list[int]:
        """The seats in turn, the one that the others have waited for longest first."""
        return sorted(self._since, key=lambda seat: (self._since[seat], seat))

    def waited(self, seat: int, now: float) -> float:
        """Seconds for which a seat has been in turn."""
        since = self._since.get(seat)
        return 0.0 if since is None else now - since
