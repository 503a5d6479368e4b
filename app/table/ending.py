"""The end of a match before its time, with the scores as they stand: when everybody who is here agrees."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note
from app.table.entries import numbers, pack_text
from app.table.messages import Person, Propose
from app.table.proposals import Kind, Motion, people_here
from app.table.state import Proposal, Table, in_match, seat_of
from app.table.steps import Refused


def _begin(table: Table, person: Person, message: Propose) -> Motion | Refused:
    seat = seat_of(table, person.id)
    if seat is None:
        return Refused("not_seated")
    if not in_match(table) or table.meta.match is None:
        return Refused("not_now")
    return Motion(people_here(table, message.present, person.id), {"match": table.meta.match.number})


def _grant(table: Table, _proposal: Proposal) -> tuple[Note, ...]:
    return (ended_early(table),)


def ended_early(table: Table) -> Note:
    """The end of the running match with the scores as they stand."""
    match = table.meta.match
    if match is None:
        raise ValueError("there is no match")
    facts = {"totals": numbers(match.rules.totals), "winners": [], "ended": True}
    return Note(kinds.MATCH_END, text=pack_text(facts))


def _holds(table: Table, proposal: Proposal) -> bool:
    match = table.meta.match
    return in_match(table) and match is not None and match.number == proposal.facts["match"]


END_MATCH = Kind(_begin, _grant, _holds)
