"""Chat. Players and spectators have separate rooms while a deal runs, so that nobody is told what they may not know."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, step
from app.table.entries import pack_text
from app.table.messages import Chat, Person
from app.table.names import BadText, clean_chat
from app.table.seating import label_for
from app.table.shadows import is_silent
from app.table.state import Table, may_watch, room_of, seat_of
from app.table.steps import Refused, Step


def chat(table: Table, person: Person, message: Chat, now: float) -> Step | Refused:
    """Say something in the room the person is in."""
    if not may_watch(table, person.id):
        return Refused("closed")
    if is_silent(table, person.id):
        return Refused("silent")
    try:
        text = clean_chat(message.text)
    except BadText as error:
        return Refused(error.code)
    facts = {"room": room_of(table, person.id), "name": label_for(table, person), "text": text}
    seat = seat_of(table, person.id)
    return step(table, now, Note(kinds.CHAT, seat, pack_text(facts), person.id, client_id=message.id))
