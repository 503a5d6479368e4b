"""What entries about people do to a table: their seats, who is host, who is let in, readiness, clocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.table import entries as kinds
from app.table.deeds import without
from app.table.entries import Entry, unpack_text
from app.table.labels import labelled
from app.table.state import (
    DEALING,
    EMPTY_SEAT,
    RESULT,
    Blocked,
    Meta,
    Paused,
    SeatState,
    Table,
    in_match,
)


def with_seat(meta: Meta, number: int | None, seat: SeatState) -> Meta:
    """The meta with one seat replaced."""
    seats = tuple(seat if index == number else old for index, old in enumerate(meta.seats))
    return meta._replace(seats=seats)


def _seat(meta: Meta, entry: Entry) -> SeatState:
    if entry.seat is None:
        raise ValueError(f"{entry.kind} without a seat")
    return meta.seats[entry.seat]


def _sit(table: Table, entry: Entry) -> Table:
    """Somebody sits down: on a free seat, on their own again, or on one that is handed on to them in a match."""
    meta, number = table.meta, entry.seat
    old = _seat(meta, entry)
    seat = SeatState("person", entry.who, entry.text, standin=False, ready=False, bank=old.bank)
    if number is not None and in_match(table) and old.player is not None:
        if old.player == entry.who:
            seat = seat._replace(before=old.before, missed=(*old.missed, *table.did.get(number, ())))
        else:
            seat = seat._replace(before=old.name)
            meta = meta._replace(knew=(*meta.knew, old.player))
        table = table._replace(did=without(table.did, number))
    return table._replace(meta=with_seat(meta, number, seat), labels=labelled(table, entry.who, entry.text))


def _stand(table: Table, entry: Entry) -> Table:
    meta = table.meta
    seat = _seat(meta, entry)
    left = seat._replace(standin=True, ready=False, absence="", link="") if in_match(table) else EMPTY_SEAT
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, left)))


def _bot(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    seat = _seat(meta, entry)
    if not facts["on"]:
        changed = EMPTY_SEAT
    elif seat.kind == "person":
        changed = seat._replace(standin=True, ready=False, absence="bot" if facts.get("absent") else "")
    else:
        changed = SeatState("bot", None, facts["label"], standin=False, ready=False)
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, changed)))


def _kick(table: Table, entry: Entry) -> Table:
    """Somebody loses their seat. In a match a bot has it from now on, with its score and what is left in its bank."""
    meta, old = table.meta, _seat(table.meta, entry)
    if not in_match(table) or old.player is None:
        return table._replace(meta=with_seat(meta, entry.seat, EMPTY_SEAT))
    label = unpack_text(entry.text)["label"]
    seat = SeatState("bot", None, label, standin=False, ready=False, bank=old.bank, before=old.name)
    meta = _go_on(with_seat(meta, entry.seat, seat)._replace(knew=(*meta.knew, old.player)))
    return table._replace(meta=meta, did=without(table.did, entry.seat))


def _block(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    others = tuple(other for other in table.meta.blocked if other.player != facts["player"])
    blocked = (*others, Blocked(facts["player"], facts["name"])) if facts["on"] else others
    return table._replace(meta=table.meta._replace(blocked=blocked))


def _close(table: Table, _entry: Entry) -> Table:
    return table._replace(meta=table.meta._replace(shut=True, proposals=()))


def _absent(table: Table, entry: Entry) -> Table:
    seat = _seat(table.meta, entry)._replace(absence=unpack_text(entry.text)["absence"])
    if not seat.absence:
        seat = seat._replace(link="")
    return table._replace(meta=with_seat(table.meta, entry.seat, seat))


def _link(table: Table, entry: Entry) -> Table:
    return table._replace(meta=with_seat(table.meta, entry.seat, _seat(table.meta, entry)._replace(link=entry.text)))


def _seen(table: Table, entry: Entry) -> Table:
    return table._replace(meta=with_seat(table.meta, entry.seat, _seat(table.meta, entry)._replace(missed=())))


def _clock(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    seat = _seat(meta, entry)._replace(bank=facts["bank"], late=facts["late"])
    return table._replace(meta=with_seat(meta, entry.seat, seat))


def _pause(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    paused = Paused(facts["token"], entry.seat, facts["left"])
    return table._replace(meta=table.meta._replace(paused=paused))


def _host(table: Table, entry: Entry) -> Table:
    return table._replace(meta=table.meta._replace(host=entry.text))


def _ready(table: Table, entry: Entry) -> Table:
    meta = table.meta
    if entry.seat is None:
        return table._replace(meta=meta._replace(phase=DEALING))
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, _seat(meta, entry)._replace(ready=True))))


def _go_on(meta: Meta) -> Meta:
    """The next deal comes as soon as all people who play themselves are ready (if there is one at all)."""
    if meta.phase != RESULT:
        return meta
    people = [seat for seat in meta.seats if seat.active]
    return meta._replace(phase=DEALING) if people and all(seat.ready for seat in people) else meta


CHANGES: Mapping[str, Callable[[Table, Entry], Table]] = {
    kinds.SIT: _sit,
    kinds.STAND: _stand,
    kinds.BOT: _bot,
    kinds.KICK: _kick,
    kinds.BLOCK: _block,
    kinds.CLOSE: _close,
    kinds.ABSENT: _absent,
    kinds.LINK: _link,
    kinds.SEEN: _seen,
    kinds.CLOCK: _clock,
    kinds.PAUSE: _pause,
    kinds.HOST: _host,
    kinds.READY: _ready,
}
