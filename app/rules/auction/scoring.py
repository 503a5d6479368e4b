"""The showdown: value of the pile, shares, the bonus of the declared end; end of the match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from app.rules.auction.hands import TYPES, letters, strength
from app.rules.auction.state import NOBODY, Over, State
from app.rules.base import Outcome, Score, Scores, Seat
from app.rules.cards import JOKER

KIND = "points"
_VALUE = {"A": 10, "K": 5, "Q": 5, "J": 5}


def value(card: str) -> int:
    """Points of a card in the pile: an ace 10, court cards and jokers 5, all others 1 (fact 27, D30)."""
    return _VALUE["J"] if card == JOKER else _VALUE.get(card[0], 1)


def outcome(state: State) -> Outcome | None:
    """Scores and how they came about, None while the deal goes on."""
    if not isinstance(state, Over):
        return None
    end, by = state.end, state.by
    frame = end.frame
    players = range(frame.players)
    found = [strength(hand, frame.options.ace_low_straight) for hand in end.hands]
    highest = max(found)
    won = [seat for seat in players if found[seat] == highest]  # fact 25
    points = sum(map(value, end.pile))
    share = _share(points, len(won), frame.options.share_rounding == "floor")
    shares: tuple[Score, ...] = tuple(share if seat in won else 0 for seat in players)
    bonus = tuple(
        (frame.options.end_bonus if by in won else -frame.options.end_bonus) * (seat == by) for seat in players
    )
    facts: dict[str, Any] = {
        "why": state.why,
        "by": None if by == NOBODY else by,
        "winners": won,
        "type": TYPES[highest[0]],
        "ranks": letters(highest),
        "points": points,
        "cards": len(end.pile),
        "auctions": end.number,
        "bonus": list(bonus),
    }
    return Outcome(False, {KIND: tuple(a + b for a, b in zip(shares, bonus, strict=True))}, facts)


def _share(points: int, among: int, floor: bool) -> Score:
    """What each of the winners gets: exactly, as a whole number where it is one, or the floor of it (D26, X15)."""
    return points // among if floor or points % among == 0 else Fraction(points, among)


def shares(state: Over) -> list[Score]:
    """The part of each seat in the pile, the bonus left aside."""
    result = outcome(state)
    assert result is not None, "the deal is over"
    return [score - bonus for score, bonus in zip(result.scores[KIND], result.facts["bonus"], strict=True)]


def next_dealer(state: State) -> Seat:
    """The deal passes to the left (R16)."""
    assert isinstance(state, Over), "the deal is not over"
    frame = state.end.frame
    return (frame.dealer + 1) % frame.players


def match_result(
    options: Any, totals: Scores, _counted: int, _last: Outcome | None = None, /
) -> tuple[Seat, ...] | None:
    """The seat with the highest total once somebody has reached the target; equal highest ones play on (D27, X15)."""
    highest = max(totals[KIND])
    if highest < options.target or totals[KIND].count(highest) > 1:
        return None
    return (totals[KIND].index(highest),)
