"""The clock of a turn: how long the one seat in turn may take, where the table has such a clock.

A turn costs first the clock's seconds, which come anew with every turn, then the seat's bank, which has to last for the
match. Both depend on nothing but how the table was opened and on how long people took: a turn with a single legal card
has the same time as any other. Only people are pressed, and only where one seat alone is in turn: where everybody may
act at once the game has a clock of its own.

How long a turn took is measured by the shell, which knows when nobody could act. What was taken from a bank is in the
journal (an entry before the action), so that a restart gives nothing back but the turn under way.
"""

from __future__ import annotations

from app.rules.base import Seat
from app.table.entries import pack_text
from app.table.state import RUNNING, Meta, Table
from app.table.steps import Wake

TURN_CLOCKS = (0, 15, 30, 60, 90, 120, 180)
"""Seconds that a turn may take without the bank; 0 is no clock."""
BANKS = (0, 30, 60, 120, 300)
"""Seconds that a seat may take beyond that in a match."""
LATE_LIMIT = 2
"""Turns in a row that run out of time after which a bot stands in."""


def check_clock(turn_clock: int, bank: int) -> None:
    """Raises ValueError for a clock that tables cannot have."""
    if turn_clock not in TURN_CLOCKS:
        raise ValueError(f"no turn clock has {turn_clock} seconds")
    if bank not in BANKS or (bank and not turn_clock):
        raise ValueError(f"a turn clock of {turn_clock} seconds has no bank of {bank}")


def pressed(table: Table) -> Seat | None:
    """The seat whose person the clock of the turn presses now; None where there is no such clock or person."""
    meta = table.meta
    if not meta.turn_clock or meta.phase != RUNNING:
        return None
    game, state = meta.ruleset.game, table.state
    if game.at_once(state) or game.timer(state) is not None:
        return None
    turn = game.to_act(state)
    if len(turn) != 1:
        return None
    (seat,) = turn
    return seat if meta.seats[seat].active else None


def turn_token(table: Table) -> str:
    """Names the turn: one deal, one ply."""
    return f"{table.meta.deals}/{table.ply}"


def turn_clock(table: Table, now: float) -> tuple[Wake, ...]:
    """The clock of the turn that begins now; none where nobody is pressed."""
    seat = pressed(table)
    if seat is None:
        return ()
    meta = table.meta
    return (Wake(now + meta.turn_clock + meta.seats[seat].bank, turn_token(table), seat),)


def bank_after(meta: Meta, seat: Seat, spent: float) -> float:
    """What is left in the bank of a seat after a turn that took so many seconds, to a tenth."""
    bank = meta.seats[seat].bank
    over = spent - meta.turn_clock
    return bank if over <= 0 else max(0.0, round(bank - over, 1))


def clock_text(bank: float, late: int) -> str:
    """The text of a `clock` entry."""
    return pack_text({"bank": bank, "late": late})
