"""Sitting down and standing up."""

from __future__ import annotations

from collections.abc import Iterable

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.messages import Person, Sit, Stand
from app.table.names import is_label_of, unique
from app.table.shadows import has_seen
from app.table.state import NO_HOST, RUNNING, SeatState, Table, in_match, is_blocked, seat_of
from app.table.steps import Refused, Step


def label_for(table: Table, person: Person, others: Iterable[str] = ()) -> str:
    """The name under which a person is known at this table: their own, or with a number when it is somebody else's.

    `others` are names that are shown besides those of this table's seats and journal.
    """
    own = table.labels.get(person.id)
    if own is not None and is_label_of(own, person.name):
        return own
    seated = [seat.name for seat in table.meta.seats if seat.kind != "empty" and seat.player != person.id]
    known = [label for player, label in table.labels.items() if player != person.id]
    return unique(person.name, (*seated, *known, *others))


def sit(table: Table, person: Person, message: Sit, now: float) -> Step | Refused:
    """Take an empty seat, a bot's seat (also during a match), or one's own again."""
    own = seat_of(table, person.id)
    if own is not None:
        return _sit_again(table, person, message, now)
    seat = _first_free(table) if message.seat is None else message.seat
    if seat is None:
        return Refused("full")
    if seat >= len(table.meta.seats):
        return Refused("no_such_seat")
    if not _free(table, table.meta.seats[seat]):
        return Refused("seat_taken")
    if is_blocked(table.meta, person.id):
        return Refused("blocked")
    if knows_cards(table, person.id):
        return Refused("knows_cards")
    notes = [Note(kinds.SIT, seat, label_for(table, person), person.id, client_id=message.id)]
    if table.meta.host == NO_HOST:
        notes.append(Note(kinds.HOST, seat, person.id))
    return step(table, now, *notes)


def _sit_again(table: Table, person: Person, message: Sit, now: float) -> Step | Refused:
    """Somebody who owns a seat: theirs is the only one they may take, and only from the bot that stands in."""
    own = seat_of(table, person.id)
    if own is None or message.seat not in (None, own):
        return Refused("own_seat_only" if in_match(table) else "already_seated")
    seat = table.meta.seats[own]
    if not seat.standin:
        return nothing(table)
    notes = [Note(kinds.SIT, own, seat.name, person.id, client_id=message.id)]
    if table.meta.host == NO_HOST:
        notes.append(Note(kinds.HOST, own, person.id))
    return step(table, now, *notes)


def knows_cards(table: Table, player: str) -> bool:
    """Whether somebody without a seat knows cards of the running deal: those of a seat which was theirs, or that they
    were shown."""
    return has_seen(table, player) or (table.meta.phase == RUNNING and player in table.meta.knew)


def _free(table: Table, seat: SeatState) -> bool:
    """Outside a match nobody is held a seat that they have left."""
    return seat.kind != "person" or (seat.standin and not in_match(table))


def _first_free(table: Table) -> int | None:
    """An empty seat before a bot's, a bot's before one that somebody left."""
    for kind in ("empty", "bot", "person"):
        for number, seat in enumerate(table.meta.seats):
            if seat.kind == kind and _free(table, seat):
                return number
    return None


def stand(table: Table, person: Person, message: Stand, now: float) -> Step | Refused:
    """Leave one's seat: to nobody outside a match, to a bot that stands in during one."""
    own = seat_of(table, person.id)
    if own is None:
        return Refused("not_seated")
    if table.meta.seats[own].standin and in_match(table):
        return nothing(table)
    notes = [Note(kinds.STAND, own, "", person.id, client_id=message.id)]
    if table.meta.host == person.id:
        heir = next_person(table, own, message.present)
        if heir is None:
            # Nobody is here: better somebody who may come back than nobody at all.
            heir = next_person(table, own)
        notes.append(Note(kinds.HOST, heir, _player(table, heir)))
    return step(table, now, *notes)


def next_person(table: Table, seat: int, present: frozenset[str] | None = None) -> int | None:
    """The next seat clockwise after `seat` on which a person plays themselves (and is among `present`, if given)."""
    seats = table.meta.seats
    for distance in range(1, len(seats)):
        number = (seat + distance) % len(seats)
        if seats[number].active and (present is None or seats[number].player in present):
            return number
    return None


def _player(table: Table, seat: int | None) -> str:
    return NO_HOST if seat is None else table.meta.seats[seat].player or NO_HOST
