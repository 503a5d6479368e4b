"""How long players have been gone who are waited for, and who of them is back.

Looked at with every tick. In memory only: after a restart everybody has all the time anew. The time stands still while
the server cannot take anybody in or store anything, and while nobody is there who would wait.
"""

from __future__ import annotations

from typing import NamedTuple

from app import protocol
from app.table.absence import patience
from app.table.messages import Absent, Returned
from app.table.state import Absence, SeatState, Table, in_match
from app.table.turns import turn_token

LONGEST_TICK = 1.0
"""Seconds that a tick counts at most: beyond that the server itself was not there."""


class Gone(NamedTuple):
    """A player who is gone: in which stage of absence, and for how many seconds in it."""

    player: str
    stage: Absence
    seconds: float


class Absences:
    """The clocks of one table, by seat. Times are those of the event loop."""

    def __init__(self, now: float) -> None:
        self._gone: dict[int, Gone] = {}
        self._came: dict[str, str] = {}
        self._looked = now

    def look(self, table: Table, here: frozenset[str], now: float, *, held: bool) -> list[Absent]:
        """Lets time pass. What the table is to be told about seats whose time is over.

        :param here: ids of the players who are connected
        :param held: the time stands still
        """
        passed = 0.0 if held else min(now - self._looked, LONGEST_TICK)
        self._looked = now
        gone = {}
        for number, seat in enumerate(table.meta.seats):
            if seat.active and seat.player is not None and seat.player not in here:
                waited_for = _somebody_waits(table.meta.seats, number, here)
                gone[number] = self._so_far(number, seat, passed if waited_for else 0.0)
        self._gone = gone
        if held or not in_match(table):
            return []
        over = [number for number, each in gone.items() if each.seconds >= patience(table, each.stage)]
        return [Absent(number, gone[number].player, gone[number].stage) for number in over]

    def rest(self, now: float) -> None:
        """Nobody is gone."""
        self._gone, self._looked = {}, now

    def back(self, table: Table, here: frozenset[str]) -> list[Returned]:
        """Who is here and still counts as absent, with the turn in which they came."""
        players = [seat.player for seat in table.meta.seats if seat.absence and seat.player in here]
        turn = turn_token(table)
        self._came = {player: self._came.get(player, turn) for player in players if player is not None}
        return [Returned(player, came) for player, came in self._came.items()]

    @property
    def waiting(self) -> bool:
        """Whether somebody is back and waits for the end of an action."""
        return bool(self._came)

    def timers(self, table: Table) -> list[protocol.AbsenceTimer]:
        """What is left for the seats whose players are absent and for which no bot plays."""
        return [
            protocol.AbsenceTimer(number, round(max(0.0, patience(table, seat.absence) - self._spent(number, seat)), 1))
            for number, seat in enumerate(table.meta.seats)
            if seat.absence and seat.active
        ]

    def _so_far(self, number: int, seat: SeatState, passed: float) -> Gone:
        return Gone(seat.player or "", seat.absence, self._spent(number, seat) + passed)

    def _spent(self, number: int, seat: SeatState) -> float:
        gone = self._gone.get(number)
        return gone.seconds if gone is not None and gone[:2] == (seat.player, seat.absence) else 0.0


def _somebody_waits(seats: tuple[SeatState, ...], number: int, here: frozenset[str]) -> bool:
    """Whether the owner of another seat is here. Spectators alone are no reason to play on without the players."""
    return any(seat.player in here for other, seat in enumerate(seats) if other != number and seat.player is not None)
