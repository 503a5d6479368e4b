"""What leaves a table: one public view for all, one private view for the owner of a seat, a summary for the lobby.

Built up from nothing: a field that is not written here is not shown. During a deal only the game's public view and the
private views change from version to version; `public_meta` needs to be encoded anew only when `table.meta` is another
object than before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.rules.base import Choose
from app.rules.disclosure import public_view
from app.table.claim import seats_that_may_claim
from app.table.entries import numbers
from app.table.messages import Person
from app.table.seating import label_for
from app.table.shadows import shadow_of
from app.table.state import (
    RUNNING,
    ChatLine,
    MatchState,
    Meta,
    Proposal,
    SeatState,
    Shadow,
    Table,
    heard,
    may_watch,
    seat_of,
    to_act,
)
from app.table.undo import seats_that_may_undo


def public(table: Table, *, closed: bool = False) -> dict[str, Any]:
    """The whole public part. `closed` is for viewers who may not watch: without the deal."""
    deal = {"deal": None} if closed else {"deal": public_deal(table), **requests(table)}
    return {**public_meta(table.meta, closed=closed), **deal}


def public_meta(meta: Meta, *, closed: bool = False) -> dict[str, Any]:
    """The public part without `deal`. Depends on nothing but its arguments."""
    host = next((number for number, seat in enumerate(meta.seats) if seat.player == meta.host), None)
    return {
        "code": meta.code,
        "ruleset": meta.ruleset_text,
        "game": meta.ruleset.game.name,
        "preset": meta.ruleset.preset,
        "open": meta.open,
        "watch": meta.watch,
        "closed": closed,
        "host": host,
        "phase": meta.phase,
        "seats": [_seat(seat) for seat in meta.seats],
        "least": meta.ruleset.game.seats[0],
        "match": _match(meta, meta.match) if meta.match else None,
        "clock": _clock(meta) if meta.turn_clock else None,
        "friendly": meta.friendly,
        "undone": [{"after": undone.after, "seat": undone.seat, "lines": undone.lines} for undone in meta.undone],
        "absent_after": meta.absent_after,
        "closed_discards": meta.closed_discards,
        "phrases_only": meta.phrases_only,
        "shadows": [_shadow(shadow) for shadow in meta.shadows],
        "proposals": [_proposal(meta, proposal) for proposal in meta.proposals],
        "settled": meta.settled._asdict() if meta.settled else None,
    }


def public_deal(table: Table) -> dict[str, Any] | None:
    """The game's public view of the running or the last deal, None before the first."""
    if table.state is None:
        return None
    meta = table.meta
    return public_view(meta.ruleset.game, table.state, closed=meta.closed_discards)


def requests(table: Table) -> dict[str, list[int]]:
    """Which seats may ask to take something back, and which may claim the rest of the deal: what a page needs to offer
    it. It depends on nothing but what everybody has seen; left out where nobody may."""
    asking = {"may_undo": seats_that_may_undo(table), "may_claim": seats_that_may_claim(table)}
    return {name: seats for name, seats in asking.items() if seats}


def _seat(seat: SeatState) -> dict[str, Any]:
    return {
        "name": seat.name,
        "kind": seat.kind,
        "standin": seat.standin,
        "ready": seat.ready,
        "late": seat.late > 0,
        "absence": seat.absence or None,
        "handing": bool(seat.link),
        "before": seat.before,
    }


def _clock(meta: Meta) -> dict[str, Any]:
    return {"turn": meta.turn_clock, "bank": meta.bank, "left": [seat.bank for seat in meta.seats]}


def _proposal(meta: Meta, proposal: Proposal) -> dict[str, Any]:
    """A proposal with the seats that have to answer and those that have agreed."""
    seats = {seat.player: number for number, seat in enumerate(meta.seats) if seat.player is not None}
    asked = [player for player in proposal.needs if player in seats]
    return {
        "number": proposal.number,
        "kind": proposal.kind,
        "name": proposal.name,
        "seat": proposal.seat,
        "facts": dict(proposal.facts),
        "needs": [seats[player] for player in asked],
        "agreed": [seats[player] for player in asked if proposal.answers.get(player) and not proposal.sealed],
        "majority": proposal.majority,
        "sealed": proposal.sealed,
    }


def _shadow(shadow: Shadow) -> dict[str, Any]:
    return {"name": shadow.name, "seat": shadow.seat, "deal": shadow.deal, "ply": shadow.ply, "until": shadow.until}


def _match(meta: Meta, match: MatchState) -> dict[str, Any]:
    rules = match.rules
    return {
        "id": match.id,
        "number": match.number,
        "deal": match.dealt,
        "counted": rules.counted,
        "of": _deals_of_a_match(meta),
        "totals": numbers(rules.totals),
        "results": [
            {
                "deal": result.deal,
                "redeal": result.redeal,
                "scores": numbers(result.scores),
                "totals": numbers(result.totals),
                "outcome": dict(result.outcome),
            }
            for result in match.results
        ],
        "winners": list(rules.winners) if rules.over else [] if match.ended else None,
        "ended": match.ended,
    }


def _deals_of_a_match(meta: Meta) -> int | None:
    """How many deals a match has where the rule set says so; other games end by score."""
    deals = meta.ruleset.values.get("match_deals")
    return deals if isinstance(deals, int) else None


def private(table: Table, player: str) -> dict[str, Any] | None:
    """What one player alone is shown: the hand and the legal actions of the seat they own, or the hand of the seat
    whose owner lets them look. None for everybody else."""
    seat = seat_of(table, player)
    if seat is not None:
        return private_of(table, seat, to_act(table))
    shadow = shadow_of(table, player)
    if shadow is not None:
        return {**shadow_frame(table.meta, shadow), "deal": private_deal(table, shadow.seat)}
    host = table.meta.host == player
    if not host:
        return None
    return {
        "seat": None,
        "host": True,
        "blocked": kept_out(table.meta, player),
        "reports": reported(table.meta, player),
    }


def kept_out(meta: Meta, player: str | None) -> list[str]:
    """The names of those who are not let in, for the host alone."""
    return [blocked.name for blocked in meta.blocked] if player == meta.host else []


def reported(meta: Meta, player: str | None) -> list[dict[str, Any]]:
    """What the host alone is shown of the chat: while a deal runs only what was said in the host's own room."""
    if player != meta.host:
        return []
    seated = any(seat.player == player for seat in meta.seats)
    rooms = ("table", "players" if seated else "spectators")
    return [report._asdict() for report in meta.reports if meta.phase != RUNNING or report.room in rooms]


def private_of(table: Table, seat: int, turn: frozenset[int]) -> dict[str, Any]:
    """What the owner of a seat alone is shown. `turn`: the seats that may act now."""
    view = private_frame(table.meta, seat)
    view["deal"] = private_deal(table, seat)
    if seat in turn and not view["standin"]:
        legal = table.meta.ruleset.game.legal(table.state, seat)
        if isinstance(legal, Choose):
            view["choose"] = _choose(legal)
        else:
            view["legal"] = list(legal)
    return view


def private_frame(meta: Meta, seat: int) -> dict[str, Any]:
    """What surrounds the private view of the deal (`deal`, the last field) for a seat that may not act. Depends on
    nothing but its arguments."""
    owner = meta.seats[seat]
    return {
        "seat": seat,
        "standin": owner.standin,
        "host": owner.player == meta.host,
        "legal": None,
        "choose": None,
        "missed": [deed._asdict() for deed in owner.missed],
        "blocked": kept_out(meta, owner.player),
        "reports": reported(meta, owner.player),
        "deal": None,
    }


def shadow_frame(meta: Meta, shadow: Shadow) -> dict[str, Any]:
    """What surrounds the private view of the deal (`deal`, the last field) for somebody who only looks. Depends on
    nothing but its arguments."""
    return {
        "seat": None,
        "standin": False,
        "host": shadow.player == meta.host,
        "legal": None,
        "choose": None,
        "shadow": shadow.seat,
        "deal": None,
    }


def private_deal(table: Table, seat: int) -> dict[str, Any] | None:
    """The game's private view of the running or the last deal, None before the first."""
    return None if table.state is None else table.meta.ruleset.game.private_view(table.state, seat)


def _choose(legal: Choose) -> dict[str, Any]:
    choice: dict[str, Any] = {"verb": legal.verb, "count": legal.count, "among": list(legal.among)}
    return choice if legal.claim is None else {**choice, "claim": legal.claim}


def summary(table: Table, watchers: int = 0) -> dict[str, Any]:
    """One line of the lobby. `watchers`: people at the table without a seat, as the shell counts them."""
    meta, match = table.meta, table.meta.match
    free = sum(seat.kind == "empty" for seat in meta.seats)
    return {
        "code": meta.code,
        "ruleset": meta.ruleset_text,
        "game": meta.ruleset.game.name,
        "preset": meta.ruleset.preset,
        "host": table.labels.get(meta.host),
        "seats": [{"name": seat.name, "kind": seat.kind, "player": seat.player} for seat in meta.seats],
        "free": free,
        "phase": meta.phase,
        "deal": match.dealt if match else 0,
        "of": _deals_of_a_match(meta),
        "totals": numbers(match.rules.totals) if match else {},
        "watchers": watchers,
        "open": meta.open,
        "watch": meta.watch,
        "joinable": meta.open and any(seat.kind != "person" for seat in meta.seats),
        "watchable": meta.watch == "everybody",
        "friendly": meta.friendly,
        "turn_clock": meta.turn_clock,
        "bank": meta.bank,
        "absent_after": meta.absent_after,
        "closed_discards": meta.closed_discards,
        "phrases_only": meta.phrases_only,
    }


def is_closed(table: Table, player: str) -> bool:
    """Whether a viewer gets the public part without the deal."""
    return not may_watch(table, player)


def chat_tail(table: Table, player: str) -> tuple[ChatLine, ...]:
    """What was said lately, as far as it was said to this player."""
    return tuple(line for line in table.chat if heard(table, player, line))


def labels(table: Table, people: Iterable[Person]) -> dict[str, str]:
    """By player id the names under which these people are shown here: no two of them alike."""
    shown: dict[str, str] = {}
    for person in people:
        shown[person.id] = label_for(table, person, shown.values())
    return shown
