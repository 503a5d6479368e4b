"""Claiming the rest of a deal: the seat that is to play says that it takes everything that is left.

Where the rules find the score settled, whatever is still played, the deal ends at once. They judge by what the one who
claims may know (`Claims.certain`) and not by the true cards: an answer that depended on the others' cards would tell
them, every time it was no. So the one who claims learns nothing from it, and the others learn of that one's hand what a
claim says by itself: that the score is settled (then the deal is over and the hands lie open) or that consent is asked
for. Then everybody else is asked at once, and who has answered what is shown to nobody.

Bots, and people who are not here, give away no trick: as long as one of them plays, only what is certain is granted. So
what bots say depends on no card of theirs.
"""

from __future__ import annotations

from app.rules.base import Claims, Seat
from app.table import entries as kinds
from app.table.draft import Note
from app.table.messages import Person, Propose
from app.table.play import end_notes
from app.table.proposals import Kind, Motion, people_here
from app.table.state import RUNNING, Proposal, Table, seat_of, to_act
from app.table.steps import Refused


def seats_that_may_claim(table: Table) -> list[Seat]:
    """The seat whose person may claim the rest now, if any: public, like all that it depends on."""
    claims = _claims(table)
    if claims is None:
        return []
    seats = table.meta.seats
    return [seat for seat in to_act(table) if seats[seat].active and claims.open(table.state, seat)]


def _claims(table: Table) -> Claims | None:
    return table.meta.ruleset.game.claims if table.meta.phase == RUNNING else None


def _begin(table: Table, person: Person, message: Propose) -> Motion | Refused:
    seat, claims = seat_of(table, person.id), _claims(table)
    if seat is None:
        return Refused("not_seated")
    if table.meta.seats[seat].standin:
        return Refused("standin")
    if claims is None:
        return Refused("not_now")
    if seat not in to_act(table):
        return Refused("not_your_turn")
    if not claims.open(table.state, seat):
        return Refused("not_now")
    if not table.acted <= message.version <= table.seq:
        return Refused("stale")
    if claims.certain(table.state, seat):
        return Motion((), moment=True)
    needs = people_here(table, message.present, person.id)
    if len(needs) < len(table.meta.seats) - 1:
        return Refused("claim_unsure")
    return Motion(needs, moment=True, sealed=True)


def _grant(table: Table, proposal: Proposal) -> tuple[Note, ...]:
    meta, seat, claims = table.meta, proposal.seat, _claims(table)
    if claims is None or seat is None:
        raise ValueError("nothing can be claimed")
    end = end_notes(table, claims.take(table.state, seat))
    return (Note(kinds.CLAIM, seat, "", proposal.player, deal=meta.deals, ply=table.ply + 1), *end)


def _holds(table: Table, proposal: Proposal) -> bool:
    """Whether the seat still has to play the same card."""
    same = proposal.ply == table.ply and proposal.seat == seat_of(table, proposal.player)
    return same and proposal.seat in seats_that_may_claim(table)


CLAIM = Kind(_begin, _grant, _holds)
