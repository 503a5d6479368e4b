"""Players who are gone in the midst of a match: who decides about their seat, how it is handed on, how it comes back.

The shell counts the time, without that in which nobody could come back or nobody waits, and says when it is over
(`Absent`). Then those who are here choose; if nobody does, a bot plays until the player returns, who has the seat again
without asking for it. So nobody can hold a table up by staying away, and nobody loses a seat by a dead battery.

A link that hands the seat on is known here by its hash alone. Whoever opens it owns the seat with its running score.
"""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.entries import BY_TABLE, pack_text
from app.table.messages import Absence, Absent, HandOn, Person, Returned, Seen, Take
from app.table.seating import knows_cards, label_for
from app.table.state import NO_HOST, SeatState, Table, in_match, is_blocked, seat_of, to_act
from app.table.state import Absence as Stage
from app.table.steps import Refused, Step
from app.table.turns import turn_token

ABSENT_AFTER = (30, 60, 120, 300)
"""Seconds after which somebody who is gone may count as absent."""
USUALLY_ABSENT_AFTER = 60
CHOICE_WAIT = 20.0
"""Seconds that the others have for their choice; then a bot plays."""


def check_absence(absent_after: int) -> None:
    """Raises ValueError for a time that tables cannot have."""
    if absent_after not in ABSENT_AFTER:
        raise ValueError(f"nobody counts as absent after {absent_after} seconds")


def patience(table: Table, stage: Stage) -> float:
    """Seconds for which a person may be gone, or absent, until the clock moves their seat on."""
    return CHOICE_WAIT if stage == "asked" else float(table.meta.absent_after)


def absent(table: Table, message: Absent, now: float) -> Step:
    """Somebody has been gone for long: the others are asked. They do not answer: a bot plays. They have waited for
    long: they are asked again."""
    seat = table.meta.seats[message.seat]
    if not in_match(table) or seat.player != message.player or not seat.active or seat.absence != message.stage:
        return nothing(table)
    if seat.absence == "asked":
        return step(table, now, _bot_until_return(message.seat, BY_TABLE, None))
    return step(table, now, _stage(message.seat, "asked", BY_TABLE, None))


def absence(table: Table, person: Person, message: Absence, now: float) -> Step | Refused:
    """One of those who are here chooses for an absent player's seat; the choice can be changed."""
    seat = _absent_seat(table, message.seat)
    if isinstance(seat, Refused):
        return seat
    own = seat_of(table, person.id)
    if (own is None and table.meta.host != person.id) or own == message.seat:
        return Refused("not_seated")
    if seat.absence == message.choice:
        return nothing(table)
    if seat.standin:
        return Refused("not_now")
    if message.choice == "bot":
        return step(table, now, _bot_until_return(message.seat, person.id, message.id))
    return step(table, now, _stage(message.seat, "wait", person.id, message.id))


def returned(table: Table, message: Returned, now: float) -> Step:
    """An absent player is back and has the seat again: at once, or when the bot that was about to act has done so."""
    own = seat_of(table, message.player)
    if own is None or not table.meta.seats[own].absence:
        return nothing(table)
    seat = table.meta.seats[own]
    if not seat.standin:
        return step(table, now, _stage(own, "", message.player, None))
    if to_act(table) == {own} and message.turn == turn_token(table):
        return step(table, now, Note(kinds.LINK, own, "", message.player)) if seat.link else nothing(table)
    return step(table, now, *_seated(table, own, Note(kinds.SIT, own, seat.name, message.player)))


def hand_on(table: Table, person: Person, message: HandOn, now: float) -> Step | Refused:
    """The host, or without one here anybody who has a seat, makes a link for an absent player's seat. A newer one takes
    the place of an older one."""
    seat = _absent_seat(table, message.seat)
    if isinstance(seat, Refused):
        return seat
    if seat.player in message.present:
        return Refused("not_absent")
    if table.meta.host != person.id:
        if table.meta.host in message.present:
            return Refused("not_host")
        if seat_of(table, person.id) in (None, message.seat):
            return Refused("not_seated")
    return step(table, now, Note(kinds.LINK, message.seat, message.digest, person.id, client_id=message.id))


def take(table: Table, person: Person, message: Take, now: float) -> Step | Refused:
    """Somebody opens such a link: the seat is theirs. Not if they have one already, or know cards of this deal."""
    seats = table.meta.seats
    number = next((at for at, seat in enumerate(seats) if seat.link and seat.link == message.digest), None)
    if number is None or not in_match(table):
        return Refused("link_void")
    if seat_of(table, person.id) is not None:
        return Refused("own_seat_only")
    if is_blocked(table.meta, person.id):
        return Refused("blocked")
    if knows_cards(table, person.id):
        return Refused("knows_cards")
    note = Note(kinds.SIT, number, label_for(table, person), person.id, client_id=message.id)
    return step(table, now, *_seated(table, number, note))


def seen(table: Table, person: Person, message: Seen, now: float) -> Step | Refused:
    """Somebody has read what was done in their seat."""
    own = seat_of(table, person.id)
    if own is None:
        return Refused("not_seated")
    if not table.meta.seats[own].missed:
        return nothing(table)
    return step(table, now, Note(kinds.SEEN, own, "", person.id, client_id=message.id))


def _absent_seat(table: Table, number: int) -> SeatState | Refused:
    if number >= len(table.meta.seats):
        return Refused("no_such_seat")
    seat = table.meta.seats[number]
    return seat if seat.absence and in_match(table) else Refused("not_absent")


def _stage(seat: int, stage: Stage, who: str, client_id: str | None) -> Note:
    return Note(kinds.ABSENT, seat, pack_text({"absence": stage}), who, client_id=client_id)


def _bot_until_return(seat: int, who: str, client_id: str | None) -> Note:
    return Note(kinds.BOT, seat, pack_text({"on": True, "absent": True}), who, client_id=client_id)


def _seated(table: Table, seat: int, note: Note) -> tuple[Note, ...]:
    return (note, Note(kinds.HOST, seat, note.who)) if table.meta.host == NO_HOST else (note,)
