"""Tricks, scores, next dealer, end of the match."""

from __future__ import annotations

from typing import Any

from app.rules.base import Outcome, Scores, Seat
from app.rules.euchre.deck import CARD, cards
from app.rules.euchre.options import Options
from app.rules.euchre.state import SEATS, TRICKS, Over, Play, State

KIND = "points"
ENOUGH = 3
"""Tricks with which a side wins the deal."""


def attackers(state: Play) -> tuple[Seat, ...]:
    """The maker, and the partner if there is one."""
    contract = state.contract
    return (contract.maker,) if contract.partner < 0 else (contract.maker, contract.partner)


def points(options: Options, taken: int, alone: bool) -> tuple[int, int]:
    """What each attacker and each defender scores when the attackers have taken so many tricks (facts 16, 17; K7)."""
    if taken == TRICKS:
        return (options.alone_march if alone else 2), 0
    if taken >= ENOUGH:
        return (options.alone_three_four if alone else 1), 0
    return 0, options.euchre_points if taken else options.defenders_all_five


def outcome(state: State) -> Outcome | None:
    """Scores and how they came about, None while the deal goes on."""
    if not isinstance(state, Over):
        return None
    if not isinstance(state.last, Play):
        return Outcome(True, {KIND: (0,) * SEATS}, {"why": state.why})
    last, contract = state.last, state.last.contract
    side, alone = attackers(last), contract.partner < 0
    taken = sum(last.won[seat] for seat in side)
    ours, theirs = points(state.frame.options, taken, alone)
    facts: dict[str, Any] = {
        "why": None,
        "made": taken >= ENOUGH,
        "maker": contract.maker,
        "how": contract.how,
        "trump": contract.order.trump,
        "call": contract.call,
        "partner": None if alone else contract.partner,
        "alone": alone,
        "taken": taken,
        "tricks": list(last.won),
        "upcard": CARD[state.frame.upcard],
        "exchanged": contract.exchanged,
        "discard": CARD.get(contract.discard),
        "talon": cards(state.frame.talon),
    }
    return Outcome(False, {KIND: tuple(ours if seat in side else theirs for seat in range(SEATS))}, facts)


def next_dealer(state: State) -> Seat:
    """The deal passes to the left, after a deal thrown in too (E17, K9)."""
    assert isinstance(state, Over), "the deal is not over"
    return (state.frame.dealer + 1) % SEATS


def match_result(
    options: Options, totals: Scores, _counted: int, last: Outcome | None = None, /
) -> tuple[Seat, ...] | None:
    """The seats with the highest total once somebody has reached the target (E19, K8)."""
    highest = max(totals[KIND])
    if highest < options.target:
        return None
    winners = tuple(seat for seat, total in enumerate(totals[KIND]) if total == highest)
    if len(winners) > 1 and options.tie == "play_on":
        return None
    maker = None if last is None else last.facts["maker"]
    return (maker,) if options.tie == "maker_first" and maker in winners else winners
