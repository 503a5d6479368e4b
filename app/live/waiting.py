"""Who lets the others wait: since when each seat has been in turn, and when a host's rights go on because of it.

In memory only; after a restart all clocks begin again.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.live.audience import Audience
from app.live.options import LiveOptions
from app.table import entries as kinds
from app.table.entries import Entry
from app.table.state import RUNNING, Table, seat_of, to_act
from app.table.turns import pressed


def goes_on(table: Table) -> bool:
    """Whether the deal goes on by its clock or that of the turn, whoever does nothing."""
    timed = table.meta.phase == RUNNING and table.meta.ruleset.game.timer(table.state) is not None
    return timed or pressed(table) is not None


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


class Waiting:
    """Who lets the others of one table wait. `idle` is the seat that does, as it was last looked at."""

    def __init__(self, options: LiveOptions) -> None:
        self.idle: int | None = None
        self._options = options
        self._turns = Turns()

    def done(self, entries: Iterable[Entry]) -> None:
        """What was stored."""
        self._turns.done(entries)

    def look(self, table: Table, now: float, *, nobody_can: bool) -> bool:
        """Looks at whose turn it is; whether `idle` has changed. `nobody_can`: nobody is able to act at the moment."""
        nobody = nobody_can or goes_on(table)
        self._turns.look(frozenset() if nobody else to_act(table), now)
        before = self.idle
        self.idle = next((seat for seat in self._turns.by_patience() if self.lets_wait(table, seat, now)), None)
        return self.idle != before

    def lets_wait(self, table: Table, seat: int, now: float) -> bool:
        """Whether the person on a seat has let the others wait for too long."""
        seats = table.meta.seats
        if seat >= len(seats) or not seats[seat].active:
            return False
        return self._turns.waited(seat, now) >= self._options.idle_turn_after

    def host_fails(self, table: Table, audience: Audience, now: float) -> bool:
        """Whether the host has been away for too long, or a deal stands still and the host, in his own turn or without
        a seat to play, lets it."""
        host = table.meta.host
        if not host or not audience.clients:
            return False
        if audience.gone_for(host, now) >= self._options.host_absent_after:
            return True
        if self.idle is None:
            return False
        own = seat_of(table, host)
        if own is not None and table.meta.seats[own].active:
            return self.lets_wait(table, own, now)
        return self._turns.waited(self.idle, now) >= 2 * self._options.idle_turn_after

    def heirs(self, table: Table, audience: Audience, now: float) -> frozenset[str]:
        """Ids of those who play, are here and may become host: rather people who do not let the others wait."""
        host, seats = table.meta.host, table.meta.seats
        here = (audience.present() - {host}) & {seat.player for seat in seats if seat.active}
        awake = here & {seat.player for number, seat in enumerate(seats) if not self.lets_wait(table, number, now)}
        return awake or (here if audience.gone_for(host, now) else awake)
