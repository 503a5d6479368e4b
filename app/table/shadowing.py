"""Looking over a player's shoulder: a spectator asks a person who plays, and that person alone decides.

Who has had a seat in the running match is not shown another hand, from whatever session. Whoever has not been there to
answer has not agreed.
"""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, step
from app.table.entries import pack_text
from app.table.messages import Person, Propose, Unshadow
from app.table.proposals import Kind, Motion
from app.table.shadows import has_seen, shadow_of
from app.table.state import Proposal, Table, in_match, may_watch, seat_of
from app.table.steps import Refused, Step


def _begin(table: Table, person: Person, message: Propose) -> Motion | Refused:
    meta = table.meta
    if message.seat is None or message.seat >= len(meta.seats):
        return Refused("no_such_seat")
    refused = _why_not(table, person.id)
    if refused is not None:
        return Refused(refused)
    owner = meta.seats[message.seat]
    if owner.player is None or meta.match is None:
        return Refused("no_person")
    return Motion((owner.player,), {"match": meta.match.number, "seat": message.seat, "owner": owner.name})


def _why_not(table: Table, player: str) -> str | None:
    """Why a player may not be shown somebody's hand, whatever its owner says."""
    match = table.meta.match
    if seat_of(table, player) is not None:
        return "already_seated"
    if not may_watch(table, player):
        return "closed"
    if match is None or not in_match(table):
        return "not_now"
    if player in (match.sat or ()):
        return "sat_here"
    if shadow_of(table, player) is not None:
        return "shadows_already"
    return "knows_cards" if has_seen(table, player) else None


def _holds(table: Table, proposal: Proposal) -> bool:
    """The seat still has the owner who is asked: nobody else can agree, and nobody agrees by not being here."""
    match, facts = table.meta.match, proposal.facts
    if match is None or match.number != facts["match"] or _why_not(table, proposal.player) is not None:
        return False
    return table.meta.seats[facts["seat"]].player in proposal.needs


def _grant(_table: Table, proposal: Proposal) -> tuple[Note, ...]:
    return (Note(kinds.SHADOW, proposal.facts["seat"], pack_text({"name": proposal.name}), proposal.player),)


SHADOW = Kind(_begin, _grant, _holds)


def unshadow(table: Table, person: Person, message: Unshadow, now: float) -> Step | Refused:
    """No more looking: for oneself, or at one's own cards, for one of those who do or for all."""
    own = seat_of(table, person.id)
    ended = [
        shadow
        for shadow in table.meta.shadows
        if shadow.on
        and (shadow.player == person.id if own is None else shadow.owner == person.id)
        and message.name in (None, shadow.name)
    ]
    if not ended:
        return Refused("no_shadow")
    notes = [Note(kinds.UNSHADOW, shadow.seat, shadow.player, person.id, client_id=message.id) for shadow in ended]
    return step(table, now, *notes)
