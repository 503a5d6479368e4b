"""What only the host may do, and how the host's rights go on."""

from __future__ import annotations

from app.table import entries as kinds
from app.table.draft import Note, nothing, step
from app.table.entries import BY_TABLE, pack_text
from app.table.messages import Bot, Host, HostAbsent, Person
from app.table.names import BOT_NAMES, unique
from app.table.seating import next_person
from app.table.state import Table, in_match, seat_of, to_act
from app.table.steps import Refused, Step


def bot(table: Table, person: Person, message: Bot, now: float) -> Step | Refused:
    """Put a bot on an empty seat or on that of somebody who is away or lets the others wait, or take a bot off between
    matches."""
    meta = table.meta
    if meta.host != person.id:
        return Refused("not_host")
    if message.seat >= len(meta.seats):
        return Refused("no_such_seat")
    seat = meta.seats[message.seat]
    if message.on == seat.driven:
        return nothing(table)
    if message.on and seat.active and not (message.away or (message.idle and message.seat in to_act(table))):
        return Refused("not_away")
    if not message.on and in_match(table):
        return Refused("not_now")
    facts: dict[str, object] = {"on": message.on}
    if message.on and seat.kind == "empty":
        facts["label"] = bot_label(table, message.seat)
    elif message.on and message.away:
        facts["absent"] = True
    return step(table, now, Note(kinds.BOT, message.seat, pack_text(facts), person.id, client_id=message.id))


def bot_label(table: Table, seat: int) -> str:
    """A bot's name, by its seat, so that the same seat keeps the same bot."""
    taken = [*(other.name for other in table.meta.seats if other.kind != "empty"), *table.labels.values()]
    return unique(BOT_NAMES[seat % len(BOT_NAMES)], taken)


def host(table: Table, person: Person, message: Host, now: float) -> Step | Refused:
    """Hand the host's rights to a person who plays."""
    meta = table.meta
    if meta.host != person.id:
        return Refused("not_host")
    if message.seat >= len(meta.seats):
        return Refused("no_such_seat")
    heir = meta.seats[message.seat]
    if heir.player == person.id:
        return nothing(table)
    if not heir.active or heir.player is None:
        return Refused("not_a_person")
    return step(table, now, Note(kinds.HOST, message.seat, heir.player, person.id, client_id=message.id))


def host_absent(table: Table, message: HostAbsent, now: float) -> Step:
    """The host has been gone or idle for long: the next person clockwise who is here takes over, if there is one."""
    if table.meta.host != message.player:
        return nothing(table)
    own = seat_of(table, message.player)
    heir = next_person(table, -1 if own is None else own, message.present - {message.player})
    if heir is None:
        return nothing(table)
    player = table.meta.seats[heir].player or ""
    return step(table, now, Note(kinds.HOST, heir, player, BY_TABLE))
