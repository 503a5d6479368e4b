"""Who is let in, and the end of a table: what the host may do about people, and what becomes of a table without any.

Before a match the host alone decides about a seat. In a match a seat is worth points, so only the others together may
take it away (`removal.py`); those who do not play the host may keep out at any time. Whoever is not let in is shown
nothing, hears nothing and cannot sit; the list of them is the host's alone to see.
"""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.ending import ended_early
from app.table.entries import BY_TABLE, pack_text
from app.table.messages import Block, Close, Deserted, Kick, Person
from app.table.state import Table, in_match, is_blocked, seat_of
from app.table.steps import Refused, Step

BLOCKED_AT_MOST = 100
"""People that a table keeps out; a host who needs more is better off with a new link."""

NOT_HOST = Refused("not_host")
BY_VOTE = Refused("by_vote")


def kick(table: Table, person: Person, message: Kick, now: float) -> Step | Refused:
    """The host takes somebody's seat away, outside of a match."""
    if table.meta.host != person.id:
        return NOT_HOST
    if message.seat >= len(table.meta.seats):
        return Refused("no_such_seat")
    player = table.meta.seats[message.seat].player
    if player is None:
        return Refused("nobody_there")
    if player == person.id:
        return Refused("not_oneself")
    if in_match(table):
        return BY_VOTE
    return step(table, now, Note(kinds.KICK, message.seat, "{}", person.id, client_id=message.id))


def block(table: Table, person: Person, message: Block, now: float) -> Step | Refused:
    """The host keeps somebody out, who loses their seat by it, or lets them in again."""
    meta = table.meta
    if meta.host != person.id:
        return NOT_HOST
    if not message.on:
        again = next((blocked for blocked in meta.blocked if blocked.name == message.name), None)
        if again is None:
            return Refused("nobody_there")
        return step(table, now, _block(again.player, again.name, on=False, by=(person.id, message.id)))
    if message.player is None:
        return Refused("nobody_there")
    if message.player == person.id:
        return Refused("not_oneself")
    if is_blocked(meta, message.player):
        return nothing(table)
    if len(meta.blocked) >= BLOCKED_AT_MOST:
        return Refused("too_many_blocked")
    seat = seat_of(table, message.player)
    if seat is not None and in_match(table):
        return BY_VOTE
    notes = [_block(message.player, message.name, on=True, by=(person.id, message.id))]
    if seat is not None:
        notes.append(Note(kinds.KICK, seat, "{}", person.id))
    return step(table, now, *notes)


def blocked_note(player: str, name: str) -> Note:
    """The entry that keeps somebody out, as the others have agreed."""
    return _block(player, name, on=True, by=(BY_TABLE, None))


def _block(player: str, name: str, *, on: bool, by: tuple[str, str | None]) -> Note:
    return Note(kinds.BLOCK, None, pack_text({"player": player, "name": name, "on": on}), by[0], client_id=by[1])


def close(table: Table, person: Person, message: Close, now: float) -> Step | Refused:
    """The host closes the table: between matches, or in one when nobody else is here to play it."""
    if table.meta.host != person.id:
        return NOT_HOST
    seats = table.meta.seats
    if in_match(table) and any(
        seat.active and seat.player != person.id and seat.player in message.present for seat in seats
    ):
        return Refused("others_play")
    return step(table, now, *_last(table), Note(kinds.CLOSE, None, "", person.id, client_id=message.id))


def deserted(table: Table, _message: Deserted, now: float) -> Step:
    """Nobody has come for very long: the table closes. What was played stays on the pages of its matches."""
    return step(table, now, *_last(table), Note(kinds.CLOSE))


def _last(table: Table) -> tuple[Note, ...]:
    return (ended_early(table),) if in_match(table) else ()
