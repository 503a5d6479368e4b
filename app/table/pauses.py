"""Clocks over a restart: nobody can act while the server is down, so no clock runs."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step, waiting_for
from app.table.entries import pack_text
from app.table.messages import Pause
from app.table.state import Table
from app.table.steps import Effect, Step, Wake

COMING_BACK = 5.0
"""Seconds that a clock has left at least: pages come back at random within a few, and the first must not win by it."""


def pause(table: Table, message: Pause, now: float) -> Step:
    """The server ends: what the running clock has left is written down. One of another moment has nothing to say."""
    clocks = [(effect.token, effect.seat) for effect in waiting_for(table, now) if isinstance(effect, Wake)]
    if (message.token, message.seat) not in clocks:
        return nothing(table)
    facts = {"token": message.token, "left": round(message.left, 3)}
    return step(table, now, Note(kinds.PAUSE, message.seat, pack_text(facts)))


def resume(table: Table, now: float) -> tuple[Effect, ...]:
    """What a table that was folded from its journal waits for. A clock that was paused goes on with what it had left;
    after an end without warning it starts anew, since nobody knows."""
    return tuple(_go_on(table, effect, now) for effect in waiting_for(table, now))


def _go_on(table: Table, effect: Effect, now: float) -> Effect:
    paused = table.meta.paused
    if paused is None or not isinstance(effect, Wake) or (effect.token, effect.seat) != (paused.token, paused.seat):
        return effect
    return effect._replace(at=min(effect.at, now + max(COMING_BACK, paused.left)))
