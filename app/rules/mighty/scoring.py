"""Points, scores, next dealer, end of the match."""

from __future__ import annotations

from typing import Any

from app.rules.base import Outcome, Scores, Seat
from app.rules.cards import NO_TRUMP
from app.rules.mighty.deck import POINTS, cards
from app.rules.mighty.options import Options
from app.rules.mighty.state import SEATS, Over, Play, State

KIND = "points"
_BASE = 12


def side_points(state: Play) -> int:
    """Point cards that count for the contract, buried ones where they do (facts 12 and 8, M15)."""
    contract = state.contract
    taken = tricks_of_side(state)
    if contract.frame.options.buried_points == "declarer":
        taken |= contract.buried
    return (taken & POINTS).bit_count()


def tricks_of_side(state: Play) -> int:
    """The mask of all cards that the declarer and the friend, if there is one, have won in tricks."""
    piles, declarer = state.piles, state.contract.declarer
    return piles[declarer] | piles[state.friend] if state.friend >= 0 else piles[declarer]


def factor(options: Options, trump: str, alone: bool) -> int:
    """By how much the amounts are multiplied (fact 20, B8, M16)."""
    reasons = ("no_trump" in options.double_for and trump == NO_TRUMP) + ("alone" in options.double_for and alone)
    times: int = 1 << reasons
    return times if options.double_stack == "multiply" else min(2, times)


def _doubled(options: Options, trump: str, alone: bool) -> str:
    """Why the amounts are multiplied: ``no_trump``, ``alone`` or ``both``."""
    if trump == NO_TRUMP and "no_trump" in options.double_for:
        return "both" if alone and "alone" in options.double_for else "no_trump"
    return "alone"


def share(options: Options, number: int, taken: int) -> int:
    """What one share is worth to the declarer's side, negative when the contract failed (facts 35; 18 and 19)."""
    if options.scoring == "multiple":
        return number - _BASE if taken >= number else _BASE - number
    if taken >= number:
        return 2 * (number - _BASE) + taken - number
    return -(number - taken + number - _BASE)


def outcome(state: State) -> Outcome | None:
    """Scores and how they came about, None while the deal goes on."""
    if not isinstance(state, Over):
        return None
    if not isinstance(state.last, Play):
        facts: dict[str, Any] = {"why": state.why}
        if state.seat >= 0:
            facts["seat"] = state.seat
        return Outcome(True, {KIND: (0,) * SEATS}, facts)
    last, contract = state.last, state.last.contract
    options, alone = state.frame.options, last.friend < 0
    taken = side_points(last)
    times = factor(options, contract.trump, alone)
    one = share(options, contract.number, taken) * times
    scores = [-one] * SEATS
    scores[contract.declarer] = one * (4 if alone else 2)
    if not alone:
        scores[last.friend] = one
    facts = {
        "why": None,
        "made": taken >= contract.number,
        "bid": contract.bid.number,
        "bid_suit": contract.bid.suit,
        "number": contract.number,
        "trump": contract.trump,
        "declarer": contract.declarer,
        "friend": None if alone else last.friend,
        "alone": alone,
        "call": contract.call,
        "taken": taken,
        "points": [(pile & POINTS).bit_count() for pile in last.piles],
        "buried_points": (contract.buried & POINTS).bit_count(),
        "buried": cards(contract.buried),
        "kitty": cards(state.frame.kitty),
        "scoring": options.scoring,
        "share": share(options, contract.number, taken),
        "doubled": _doubled(options, contract.trump, alone) if times > 1 else None,
        "factor": times,
    }
    return Outcome(False, {KIND: tuple(scores)}, facts)


def next_dealer(state: State) -> Seat:
    """Who deals next: the same dealer after a deal thrown in (A4, R4)."""
    assert isinstance(state, Over), "the deal is not over"
    dealer, last = state.frame.dealer, state.last
    if not isinstance(last, Play):
        return dealer
    how = state.frame.options.next_dealer
    if how == "left":
        return (dealer + 1) % SEATS
    return last.friend if how == "partner" and last.friend >= 0 else last.contract.declarer


def match_result(
    options: Options, totals: Scores, counted: int, _last: Outcome | None = None, /
) -> tuple[Seat, ...] | None:
    """The seats with the highest total after the last deal of the match; equal totals share the first place."""
    if counted < options.match_deals:
        return None
    points = totals[KIND]
    return tuple(seat for seat, total in enumerate(points) if total == max(points))
