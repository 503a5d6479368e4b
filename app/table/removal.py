"""Taking a player's seat away in a match: more than half of those who play and are here, without the one it is about.

Nobody can do it alone: with nobody else to agree it is refused. A bot has the seat from then on, with its score, and
the person is kept out until the host lets them in again.
"""

from __future__ import annotations

from app.table import entries as kinds
from app.table.doors import blocked_note
from app.table.draft import Note
from app.table.entries import pack_text
from app.table.hosting import bot_label
from app.table.messages import Person, Propose
from app.table.proposals import Kind, Motion, people_here
from app.table.seating import next_person
from app.table.state import NO_HOST, Proposal, Table, in_match, seat_of
from app.table.steps import Refused


def _begin(table: Table, person: Person, message: Propose) -> Motion | Refused:
    own, meta = seat_of(table, person.id), table.meta
    if own is None:
        return Refused("not_seated")
    if meta.seats[own].standin:
        return Refused("standin")
    if not in_match(table) or meta.match is None:
        return Refused("not_now")
    if message.seat is None or message.seat >= len(meta.seats):
        return Refused("no_such_seat")
    if message.seat == own:
        return Refused("not_oneself")
    owner = meta.seats[message.seat]
    if owner.player is None:
        return Refused("nobody_there")
    needs = tuple(player for player in people_here(table, message.present, person.id) if player != owner.player)
    if not needs:
        return Refused("no_voters")
    return Motion(needs, {"match": meta.match.number, "seat": message.seat, "owner": owner.name}, majority=True)


def _holds(table: Table, proposal: Proposal) -> bool:
    """The same person still has the seat."""
    match, facts = table.meta.match, proposal.facts
    if not in_match(table) or match is None or match.number != facts["match"]:
        return False
    seat = table.meta.seats[facts["seat"]]
    return seat.player is not None and seat.name == facts["owner"]


def _grant(table: Table, proposal: Proposal) -> tuple[Note, ...]:
    number = proposal.facts["seat"]
    player = table.meta.seats[number].player
    if player is None:
        raise ValueError("nobody has this seat")
    label = pack_text({"label": bot_label(table, number)})
    notes = [
        blocked_note(player, proposal.facts["owner"]),
        Note(kinds.KICK, number, label, proposal.player),
    ]
    if table.meta.host == player:
        heir = next_person(table, number)
        heir_id = NO_HOST if heir is None else table.meta.seats[heir].player or NO_HOST
        notes.append(Note(kinds.HOST, heir, heir_id))
    return tuple(notes)


REMOVE = Kind(_begin, _grant, _holds)
