"""Chat, and what the host is told of it. Players and spectators have separate rooms while a deal runs, so that nobody
is told what they may not know."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.entries import pack_text
from app.table.messages import Chat, Person, Report
from app.table.names import BadText, clean_chat
from app.table.phrases import PHRASES
from app.table.seating import label_for
from app.table.shadows import is_silent
from app.table.state import Table, heard, may_watch, room_of, seat_of
from app.table.steps import Refused, Step


def chat(table: Table, person: Person, message: Chat, now: float) -> Step | Refused:
    """Say something in the room the person is in."""
    if not may_watch(table, person.id):
        return Refused("closed")
    if is_silent(table, person.id):
        return Refused("silent")
    facts: dict[str, object] = {"room": room_of(table, person.id), "name": label_for(table, person), "text": ""}
    if message.phrase is not None:
        if message.text or message.phrase not in PHRASES:
            return Refused("no_such_phrase")
        facts["phrase"] = message.phrase
    elif table.meta.phrases_only:
        return Refused("phrases_only")
    else:
        try:
            facts["text"] = clean_chat(message.text)
        except BadText as error:
            return Refused(error.code)
    seat = seat_of(table, person.id)
    return step(table, now, Note(kinds.CHAT, seat, pack_text(facts), person.id, client_id=message.id))


def report(table: Table, person: Person, message: Report, now: float) -> Step | Refused:
    """Show the host a line that one has been shown oneself. Only the host is told, and not who knew before them what
    was said in a room that is closed to them: of that they read when the deal is over."""
    line = next((line for line in table.chat if (line.name, line.at) == (message.name, message.said)), None)
    if line is None or not heard(table, person.id, line):
        return Refused("no_such_line")
    if table.meta.host == person.id:
        return Refused("not_oneself")
    own = label_for(table, person)
    if line.name == own:
        return Refused("not_oneself")
    if any((old.name, old.said) == (line.name, line.at) for old in table.meta.reports):
        return nothing(table)
    facts = {
        "by": own,
        "room": line.room,
        "name": line.name,
        "text": line.text,
        "phrase": line.phrase,
        "said": line.at,
    }
    return step(table, now, Note(kinds.REPORT, None, pack_text(facts), person.id, client_id=message.id))
