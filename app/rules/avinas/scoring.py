"""Penalties of the losing side, running totals by side, next dealer, end of the match."""

from __future__ import annotations

from typing import Any

from app.rules.avinas.deck import points
from app.rules.avinas.options import Options
from app.rules.avinas.play import ENOUGH
from app.rules.avinas.state import SEATS, Over, Play, State, partner, side
from app.rules.base import Outcome, Score, Scores, Seat

RUM, PIP = "rum", "pip"
KINDS = (RUM, PIP)
SIDES = 2
_KNOCKED = (1, 2, 4)
_MADE_PIPS = {"most": 1, "some": 2, "none": 3}
_FAILED_PIPS = {"most": 2, "some": 4, "none": 6}
_SOME = 30
_LIMITS = {"over_12": 13, "at_least_12": 12}


def units(_players: int) -> int:
    """Two sides score."""
    return SIDES


def rums(sevens: int, knocks: int, made: bool) -> int:
    """The penalty of a deal with sevens (fact 18): by their number, doubled by each knock and for a lost deal."""
    return sevens * _KNOCKED[knocks] * (1 if made else 2)


def band(options: Options, taken: int, tricks: int) -> str:
    """How well a side did that did not reach 61: ``most`` (31 and more), ``some`` or ``none`` (fact 26, C23, V12)."""
    if (tricks if options.zero_band == "zero_tricks" else taken) == 0:
        return "none"
    return "some" if taken <= _SOME else "most"


def outcome(state: State) -> Outcome | None:
    """Scores and how they came about, None while the deal goes on."""
    if not isinstance(state, Over):
        return None
    if not isinstance(state.last, Play):
        nothing: tuple[Score, ...] = (0,) * SIDES
        return Outcome(True, dict.fromkeys(KINDS, nothing), {"why": state.why, "game": 2})
    last, deal = state.last, state.last.contract
    ours = last.piles[deal.declarer] | last.piles[partner(deal.declarer)]
    theirs = sum(last.piles) ^ ours
    taken, others = points(ours), points(theirs)
    made = not theirs if deal.knocks else taken >= ENOUGH
    kind, penalty, how = RUM, rums(state.frame.sevens, deal.knocks, made), None
    if deal.bid is not None:
        loser, won = (others, theirs) if made else (taken, ours)
        kind, how = PIP, band(state.frame.options, loser, won.bit_count() // SEATS)
        penalty = _MADE_PIPS[how] if made else _FAILED_PIPS[how]
    pays = side(deal.declarer) ^ made
    paid: tuple[Score, ...] = tuple(penalty if unit == pays else 0 for unit in range(SIDES))
    scores: dict[str, tuple[Score, ...]] = {name: paid if name == kind else (0, 0) for name in KINDS}
    facts: dict[str, Any] = {
        "why": None,
        "game": 1 if deal.bid is None else 2,
        "sevens": state.frame.sevens,
        "declarer": deal.declarer,
        "trump": deal.trump,
        "bid": deal.bid,
        "knock_by": deal.by if deal.by >= 0 else None,
        "knock_back": deal.back if deal.back >= 0 else None,
        "made": made,
        "taken": taken,
        "others": others,
        "tricks": ours.bit_count() // SEATS,
        "others_tricks": theirs.bit_count() // SEATS,
        "band": how,
        "kind": kind,
        "penalty": penalty,
        "pays": pays,
    }
    return Outcome(False, scores, facts)


def next_dealer(state: State) -> Seat:
    """Who deals next: to the left, after a deal thrown in as the option says (C5)."""
    assert isinstance(state, Over), "the deal is not over"
    frame = state.frame
    if not isinstance(state.last, Play) and frame.options.all_pass_dealer == "same":
        return frame.dealer
    return (frame.dealer + 1) % SEATS


def tally(options: Options, totals: Scores, scores: Scores) -> dict[str, tuple[Score, ...]]:
    """Running totals: pips add up, of rums only the difference stands (fact 19, C25, V1)."""
    one, other = (a + b for a, b in zip(totals[RUM], scores[RUM], strict=True))
    if options.rams_cancel == "automatic":
        both = min(one, other)
        one, other = one - both, other - both
    pips = tuple(a + b for a, b in zip(totals[PIP], scores[PIP], strict=True))
    return {RUM: (one, other), PIP: pips}


def match_result(
    options: Options, totals: Scores, _counted: int, _last: Outcome | None = None, /
) -> tuple[Seat, ...] | None:
    """The winning seats once a side has more pips than the match allows (facts 27 to 30)."""
    pips, rum = totals[PIP], totals[RUM]
    limit = _LIMITS[options.match_end]
    if max(pips) < limit:
        return None
    by_rums = min(pips) > 0 and rum[0] != rum[1]
    loser = rum.index(max(rum)) if by_rums else pips.index(max(pips))
    return tuple(seat for seat in range(SEATS) if side(seat) != loser)
