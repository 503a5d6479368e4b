"""The flow of a match: start, deal after deal, ready for the next, rematch."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.entries import pack_text
from app.table.messages import Person, Ready, Shuffled, Start, Woke
from app.table.play import clock_acts
from app.table.state import DEALING, FINISHED, LOBBY, RESULT, RUNNING, Table, seat_of
from app.table.steps import Refused, Step


def start(table: Table, person: Person, message: Start, now: float) -> Step | Refused:
    """The host starts a match or a rematch, or has the next hand dealt without waiting for the others.

    Where the game is for fewer people, too, seats that are still empty go away.
    """
    meta = table.meta
    if meta.host != person.id:
        return Refused("not_host")
    if meta.phase == RESULT:
        return step(table, now, Note(kinds.READY, None, "", person.id, client_id=message.id))
    if meta.phase not in (LOBBY, FINISHED):
        return Refused("not_now")
    taken = [number for number, seat in enumerate(meta.seats) if seat.kind != "empty"]
    least, most = meta.ruleset.game.seats
    if len(taken) < least:
        return Refused("seats_empty" if least == most else "too_few")
    number = meta.match.number + 1 if meta.match else 1
    facts: dict[str, object] = {"id": f"{meta.code}-{number}", "number": number}
    if len(taken) < len(meta.seats):
        facts["seats"] = taken
    return step(table, now, Note(kinds.MATCH, None, pack_text(facts), person.id, client_id=message.id))


def ready(table: Table, person: Person, message: Ready, now: float) -> Step | Refused:
    """One more person is ready for the next deal; with the last of them it comes."""
    own = seat_of(table, person.id)
    if own is None:
        return Refused("not_seated")
    seat = table.meta.seats[own]
    if seat.standin:
        return Refused("standin")
    if table.meta.phase != RESULT:
        return Refused("not_now")
    if seat.ready:
        return nothing(table)
    return step(table, now, Note(kinds.READY, own, "", person.id, client_id=message.id))


def shuffled(table: Table, message: Shuffled, now: float) -> Step:
    """Chance has answered: the pack is dealt. An answer for another deal, or a second one, comes too late."""
    meta = table.meta
    if meta.phase != DEALING or meta.match is None or message.deal != meta.deals + 1:
        return nothing(table)
    dealer = meta.match.rules.dealer
    if not meta.match.dealt:
        if message.dealer is None:
            raise ValueError("the first deal of a match needs a dealer")
        dealer = message.dealer
    return step(table, now, Note(kinds.DEAL, dealer, " ".join(message.pack), deal=message.deal, ply=0))


def woke(table: Table, message: Woke, now: float) -> Step:
    """A clock has run down: that of the running deal, or the wait after one; then the next deal comes, whoever is not
    ready."""
    if table.meta.phase == RUNNING:
        return clock_acts(table, message, now)
    if table.meta.phase != RESULT or message.token != str(table.meta.deals):
        return nothing(table)
    return step(table, now, Note(kinds.READY))
