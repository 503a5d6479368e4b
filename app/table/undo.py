"""Taking an action back: by consent of everybody at the table, since everybody has seen it.

The cards are never dealt again, and nobody can forget a card: an action that showed somebody a card stands, and so
does everything before it, unless the table was opened as *friendly*. What showed a card is judged by what everybody
could see (`Game.shows`), so that neither the offer nor a refusal tells anything. Only the last action of the one who
asks goes back, with all that was done since. Where everybody may act at once nothing goes back: others have staked
their time on what they heard.
"""

from __future__ import annotations

from app.rules.base import Seat
from app.table import entries as kinds
from app.table.draft import Note
from app.table.entries import pack_text
from app.table.messages import Person, Propose
from app.table.proposals import Kind, Motion, people_here
from app.table.state import RUNNING, Move, Proposal, Table, seat_of
from app.table.steps import Refused


def seats_that_may_undo(table: Table) -> list[Seat]:
    """The seats whose people may ask to take something back now: public, like all that it depends on."""
    seats = table.meta.seats
    last: dict[Seat, str] = {}
    for move in _loose(table)[0]:
        if move.seat is not None:
            last.setdefault(move.seat, move.who)
    return sorted(seat for seat, who in last.items() if seats[seat].active and who == seats[seat].player)


def _loose(table: Table) -> tuple[list[Move], str]:
    """The actions that may go back, the latest first, and why the one before them may not."""
    meta, game, move = table.meta, table.meta.ruleset.game, table.moves
    if meta.phase != RUNNING:
        return [], "not_now"
    if game.at_once(table.state):
        return [], "undo_at_once"
    found: list[Move] = []
    after = table.state
    while move is not None:
        if game.at_once(move.before):
            return found, "undo_at_once"
        if not meta.friendly and game.shows(move.before, move.action, after):
            return found, "undo_seen"
        found.append(move)
        after, move = move.before, move.earlier
    return found, "undo_nothing"


def _way_back(table: Table, seat: Seat) -> int | Refused:
    """How many actions have to go back so that the last one of the seat's own does."""
    loose, why = _loose(table)
    for back, move in enumerate(loose, 1):
        if move.seat == seat:
            # What a bot or the clock did in somebody's place is not theirs to take back.
            return back if move.who == table.meta.seats[seat].player else Refused("undo_nothing")
    return Refused(why)


def _begin(table: Table, person: Person, message: Propose) -> Motion | Refused:
    seat = seat_of(table, person.id)
    if seat is None:
        return Refused("not_seated")
    if table.meta.seats[seat].standin:
        return Refused("standin")
    back = _way_back(table, seat)
    if isinstance(back, Refused):
        return back
    lines = table.meta.ruleset.game.public_view(table.state).get("log", [])
    facts = {"action": lines[-back][1] if lines else "", "back": back}
    return Motion(people_here(table, message.present, person.id), facts, moment=True)


def _grant(table: Table, proposal: Proposal) -> tuple[Note, ...]:
    text = pack_text({"back": proposal.facts["back"]})
    return (Note(kinds.UNDO, proposal.seat, text, proposal.player, deal=table.meta.deals, ply=table.ply + 1),)


def _holds(table: Table, proposal: Proposal) -> bool:
    """Whether nothing has been done since. Bots wait for the answers (`draft.held`); a person who acts instead of
    answering drops the request, and it can be made again as long as nothing has been seen."""
    seat = seat_of(table, proposal.player)
    return seat is not None and seat == proposal.seat and proposal.ply == table.ply and table.meta.phase == RUNNING


UNDO = Kind(_begin, _grant, _holds)
