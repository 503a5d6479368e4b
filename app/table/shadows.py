"""Who sees the cards of a seat, and what follows from that.

A shadow is a spectator who is sent what one seat is sent, because its owner has agreed (`shadowing.py`). It lasts until
one of the two ends it, the seat changes hands, or the match is over. Whoever has seen a hand of the running deal says
nothing at the table and takes no seat before that deal is over, also when they look no more.
"""

from __future__ import annotations

from app.table.state import RUNNING, Meta, Shadow, Table, in_match, standing


def shadow_of(table: Table, player: str) -> Shadow | None:
    """Whose cards a player without a seat is shown now."""
    return next((shadow for shadow in table.meta.shadows if shadow.player == player and shadow.on), None)


def is_silent(table: Table, player: str) -> bool:
    """Whether a player must not say anything at the table: as long as they look, and until a deal of which they have
    seen a hand is over."""
    return any(shadow.player == player for shadow in table.meta.shadows)


def has_seen(table: Table, player: str) -> bool:
    """Whether a player without a seat has seen a hand of the deal that runs."""
    return table.meta.phase == RUNNING and is_silent(table, player)


def followed(before: Meta, table: Table) -> Table:
    """A table after a change around its play: who owns a seat has played in this match; shadows end with the seat's
    owner, with a seat of their own, and are forgotten once the deal they have seen is over."""
    meta = table.meta
    if meta is before:
        return table
    if meta.match is not None and in_match(table) and (meta.seats != before.seats or meta.match.sat is None):
        known = meta.match.sat or ()
        new = tuple(seat.player for seat in meta.seats if seat.player is not None and seat.player not in known)
        if new or meta.match.sat is None:
            meta = meta._replace(match=meta.match._replace(sat=(*known, *new)))
    if meta.shadows:
        meta = _without_ended(meta, standing(table))
    return table if meta is table.meta else table._replace(meta=meta)


def _without_ended(meta: Meta, actions: int) -> Meta:
    owners = [seat.player for seat in meta.seats]
    kept = []
    for shadow in meta.shadows:
        on = shadow.on and owners[shadow.seat] == shadow.owner and shadow.player not in owners
        if on or (meta.phase == RUNNING and shadow.player not in owners):
            kept.append(shadow if on == shadow.on else shadow._replace(until=actions))
    shadows = tuple(kept)
    return meta if shadows == meta.shadows else meta._replace(shadows=shadows)
