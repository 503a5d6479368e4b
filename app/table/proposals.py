"""What some people at a table have to agree to: somebody proposes it, those whom it concerns answer, and it is done or
dropped.

One mechanism for everything that needs consent; a kind says whom it concerns and what is done when they agree. What a
proposal says is public, its words are fixed, and so is who has answered what: nobody can say anything hidden by asking
or answering. One refusal drops a proposal that needs everybody; one that needs a majority is settled as soon as the
answers still to come cannot change it. Whoever is not here when the time for answers is over is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.entries import BY_TABLE, pack_text
from app.table.messages import Lapsed, Person, Propose, Vote
from app.table.seating import label_for
from app.table.state import Proposal, Table, seat_of
from app.table.steps import Refused, Step

ANSWER_WAIT = 45.0
"""Seconds that people have for an answer."""
ASK_AGAIN_AFTER = 15.0
"""Seconds for which somebody whose proposal was refused cannot make another one of the kind."""


class Motion(NamedTuple):
    """A proposal in the making. `needs`: ids of the players who have to agree, without the one who asks; `facts` are
    public. With `majority` more than half of all, the one who asks included, are enough. A motion of the `moment` is
    dropped by the next action. Of a `sealed` one nobody is shown who has answered, and it is not granted without the
    answer of everybody who was asked."""

    needs: tuple[str, ...]
    facts: Mapping[str, Any] = {}
    majority: bool = False
    moment: bool = False
    sealed: bool = False


class Kind(NamedTuple):
    """What can be proposed.

    `begin` says whom a proposal concerns, or why it cannot be made; `grant` what is done once they agree; `holds`
    whether it still makes sense at the table as it is now.
    """

    begin: Callable[[Table, Person, Propose], Motion | Refused]
    grant: Callable[[Table, Proposal], tuple[Note, ...]]
    holds: Callable[[Table, Proposal], bool]


Kinds = Mapping[str, Kind]


def propose(table: Table, person: Person, message: Propose, now: float, offered: Kinds) -> Step | Refused:
    """Ask for something. Where nobody else is concerned it is done at once."""
    kind = offered.get(message.kind)
    if kind is None:
        return Refused("not_now")
    open_now = _standing(table, offered)
    if any(other.kind == message.kind and other.player == person.id for other in open_now):
        return Refused("asked_already")
    if now - table.meta.declined.get(f"{person.id} {message.kind}", -ASK_AGAIN_AFTER) < ASK_AGAIN_AFTER:
        return Refused("ask_later")
    motion = kind.begin(table, person, message)
    if isinstance(motion, Refused):
        return motion
    facts = {
        "kind": message.kind,
        "name": label_for(table, person),
        "needs": list(motion.needs),
        "facts": dict(motion.facts),
        "majority": motion.majority,
        "moment": motion.moment,
        "sealed": motion.sealed,
    }
    note = Note(kinds.PROPOSE, seat_of(table, person.id), pack_text(facts), person.id, client_id=message.id)
    dropped = [
        _settled(other.number, granted=False, why="void") for other in table.meta.proposals if other not in open_now
    ]
    proposed = step(table, now, *dropped, note).table.meta.proposals[-1]
    return step(table, now, *dropped, note, *_decided(table, proposed, offered))


def vote(table: Table, person: Person, message: Vote, now: float, offered: Kinds) -> Step | Refused:
    """Answer a proposal. Whoever made it takes it back by voting against it."""
    proposal = next((other for other in table.meta.proposals if other.number == message.number), None)
    if proposal is None:
        return Refused("settled")
    if person.id == proposal.player and not message.yes:
        taken_back = _settled(proposal.number, granted=False, why="taken_back", client=(person.id, message.id))
        return step(table, now, taken_back)
    if person.id not in proposal.needs:
        return Refused("not_asked")
    if person.id in proposal.answers:
        return nothing(table) if proposal.answers[person.id] == message.yes else Refused("answered")
    facts = pack_text({"number": message.number, "yes": message.yes})
    note = Note(kinds.VOTE, seat_of(table, person.id), facts, person.id, client_id=message.id)
    answered = proposal._replace(answers={**proposal.answers, person.id: message.yes})
    return step(table, now, note, *_decided(table, answered, offered))


def lapsed(table: Table, message: Lapsed, now: float, offered: Kinds) -> Step:
    """The time for answers is over: who is not here is not needed (but for a sealed proposal), who has not answered
    refuses."""
    proposal = next((other for other in table.meta.proposals if other.number == message.number), None)
    if proposal is None:
        return nothing(table)
    needed = message.present | proposal.answers.keys() | (set(proposal.needs) if proposal.sealed else set())
    needs = tuple(player for player in proposal.needs if player in needed)
    silent = {player: False for player in needs if player not in proposal.answers}
    final = proposal._replace(needs=needs, answers={**proposal.answers, **silent})
    return step(table, now, *_decided(table, final, offered, "no_answer"))


def _decided(table: Table, proposal: Proposal, offered: Kinds, refused: str = "refused") -> tuple[Note, ...]:
    """What follows from the answers so far: nothing yet, or the end of the proposal with what it leads to."""
    kind = offered[proposal.kind]
    if not kind.holds(table, proposal):
        return (_settled(proposal.number, granted=False, why="void"),)
    verdict = _verdict(proposal)
    if verdict is None:
        return ()
    if not verdict:
        return (_settled(proposal.number, granted=False, why=refused),)
    return (_settled(proposal.number, granted=True, why="agreed"), *kind.grant(table, proposal))


def _verdict(proposal: Proposal) -> bool | None:
    """Whether a proposal is granted; None while that depends on answers to come."""
    answers = [proposal.answers.get(player) for player in proposal.needs]
    if not proposal.majority:
        return False if False in answers else None if None in answers else True
    voters = len(answers) + 1
    agreed, against = 1 + answers.count(True), answers.count(False)
    if 2 * agreed > voters:
        return True
    return False if 2 * against >= voters else None


def _settled(number: int, *, granted: bool, why: str, client: tuple[str, str] | None = None) -> Note:
    who, client_id = client or (BY_TABLE, None)
    facts = pack_text({"number": number, "granted": granted, "why": why})
    return Note(kinds.SETTLE, None, facts, who, client_id=client_id)


def _standing(table: Table, offered: Kinds) -> tuple[Proposal, ...]:
    return tuple(proposal for proposal in table.meta.proposals if offered[proposal.kind].holds(table, proposal))


def people_here(table: Table, present: frozenset[str], without: str) -> tuple[str, ...]:
    """Ids of those who play themselves and are connected, in the order of their seats, without one of them."""
    seats = table.meta.seats
    return tuple(
        seat.player for seat in seats if seat.active and seat.player in present - {without} and seat.player is not None
    )
