"""What bots and clocks have done for people: kept for those who come back, until they have acted or read it."""

from __future__ import annotations

from collections.abc import Mapping

from app.table.entries import BY_BOT, BY_TABLE, Entry
from app.table.state import Deed, Meta

KEPT = 60  # deeds of a seat: more than the longest deal has

Deeds = Mapping[int, tuple[Deed, ...]]


def deeds_after(did: Deeds, entry: Entry, meta: Meta) -> Deeds:
    """The deeds after an action that a bot or a clock did in the seat of a person; as they were after any other."""
    seat = entry.seat
    if seat is None or entry.who not in (BY_BOT, BY_TABLE) or meta.seats[seat].kind != "person" or meta.match is None:
        return did
    deed = Deed(meta.match.dealt, entry.text)
    return {**did, seat: (*did.get(seat, ()), deed)[-KEPT:]}


def without(did: Deeds, seat: int | None) -> Deeds:
    """The deeds but those of one seat."""
    return did if seat not in did else {other: deeds for other, deeds in did.items() if other != seat}


def without_last(did: Deeds, seat: int | None) -> Deeds:
    """The deeds but the last of one seat, which was taken back."""
    if seat is None or seat not in did:
        return did
    return {**did, seat: did[seat][:-1]} if len(did[seat]) > 1 else without(did, seat)
