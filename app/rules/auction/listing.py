"""Which claims a hand can make over the standing one: worked out once per hand and standing claim, then looked up.

Ranks are bits of a mask, 2 to 14 for two to ace and 15 for jokers, so that what a hand has of a type, and what of it
beats the standing claim, are a few operations, and a list of actions is one look-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from app.rules.auction.claims import BY_STRENGTH, OPENED_BY_NAME, SINGLE, Claim
from app.rules.auction.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Strength,
    ranks_by_number,
    ranks_by_suit,
    tops_of,
)
from app.rules.auction.options import Options
from app.rules.cards import JOKER
from app.rules.tricks import bits

ACTION: dict[Strength, str] = {strength: f"bid {claim.text}" for strength, claim in BY_STRENGTH.items()}
"""The action that makes a claim, by its strength."""

_JOKERS = 1 << 15
_ORDER_OF_SUITS = (4, 3, 2, 1)  # of S H D C


class Rules(NamedTuple):
    """The options that decide which claims a hand has."""

    open_first: bool
    joker_sets: bool
    ace_low: bool


class Holding(NamedTuple):
    """What matters of a hand for claims, as masks of ranks.

    ``suits``: the ranks of each suit, S H D C. ``singles`` to ``fours``: the ranks of which there are so many cards,
    jokers as far as they may be claimed. ``types``: the mask of the types opened by name that the hand has.
    """

    suits: tuple[int, int, int, int]
    singles: int
    pairs: int
    threes: int
    fours: int
    types: int


def rules_of(options: Options) -> Rules:
    """The options that decide which claims a hand has."""
    return Rules(options.bid_mode == "open_first", options.joker_sets, options.ace_low_straight)


@lru_cache(maxsize=1024)
def bids(hand: tuple[str, ...], rules: Rules, standing: Claim | None, again: bool) -> tuple[str, ...]:
    """All bids of a hand in plain string order.

    :param standing: the claim to be beaten, None on an empty table
    :param again: the seat may repeat the standing claim (D7)
    """
    holding = hold(hand, rules)
    if not rules.open_first:
        return _with_everything_full(holding, rules, standing, again)
    _, singles, pairs, threes, fours, types = holding
    if standing is None:
        return _listed(singles, pairs, threes, fours, types)
    least = standing.strength
    kind = least[0]
    if kind == SINGLE:
        singles &= -2 << least[1]
    else:
        singles = 0
        pairs = _over(pairs, PAIR, least)
        threes = _over(threes, THREE, least)
        fours = _over(fours, FOUR, least)
        types = types >> kind + 1 << kind + 1
    higher = _listed(singles, pairs, threes, fours, types)
    if standing.opens is None or not (kind == SINGLE or holding.types >> kind & 1):
        return higher
    full = [full for full in full_claims(holding, standing, rules) if full > least or (again and full == least)]
    return tuple(sorted((*higher, *[ACTION[strength] for strength in full]))) if full else higher


def _over(ranks: int, kind: int, least: Strength) -> int:
    """The ranks whose sets of a type beat a standing claim of some strength."""
    if kind == least[0]:
        return ranks & -2 << least[1]
    return ranks if kind > least[0] else 0


def _listed(singles: int, pairs: int, threes: int, fours: int, types: int) -> tuple[str, ...]:
    """The bids of some ranks and of some types by name, in plain string order."""
    return (
        (_FLUSH if types >> FLUSH & 1 else ())
        + _FOURS[fours]
        + (_FULL_HOUSE if types >> FULL_HOUSE & 1 else ())
        + _PAIRS[pairs]
        + _SINGLES[singles]
        + (_STRAIGHT if types >> STRAIGHT & 1 else ())
        + (_STRAIGHT_FLUSH if types >> STRAIGHT_FLUSH & 1 else ())
        + _THREES[threes]
        + (_TWO_PAIR if types >> TWO_PAIR & 1 else ())
    )


@lru_cache(maxsize=1024)
def hold(hand: tuple[str, ...], rules: Rules) -> Holding:
    """A hand, sorted out for claims."""
    suits = ranks_by_suit(hand)
    one, two, three, four = ranks_by_number(suits)
    types = 0
    if two & (two - 1):
        types = 1 << TWO_PAIR | (1 << FULL_HOUSE if three else 0)
    if tops_of(one, rules.ace_low):
        types |= 1 << STRAIGHT
    for ranks in suits:
        if ranks.bit_count() >= 5:
            types |= 1 << FLUSH | (1 << STRAIGHT_FLUSH if tops_of(ranks, rules.ace_low) else 0)
    jokers = hand.count(JOKER)
    if jokers:
        one |= _JOKERS
        if rules.joker_sets:
            two |= _JOKERS if jokers >= 2 else 0
            three |= _JOKERS if jokers >= 3 else 0
            four |= _JOKERS if jokers >= 4 else 0
    return Holding(suits, one, two, three, four, types)


class _Sets(dict[int, tuple[str, ...]]):
    """The sorted bids of singles, pairs, threes or fours by the mask of their ranks, of which few ever come up."""

    def __init__(self, kind: int) -> None:
        super().__init__()
        self.kind = kind

    def __missing__(self, ranks: int) -> tuple[str, ...]:
        listed = tuple(sorted(ACTION[self.kind, bit.bit_length() - 1] for bit in bits(ranks)))
        self[ranks] = listed
        return listed


_SINGLES, _PAIRS, _THREES, _FOURS = map(_Sets, (SINGLE, PAIR, THREE, FOUR))
_TWO_PAIR, _STRAIGHT, _FLUSH, _FULL_HOUSE, _STRAIGHT_FLUSH = ((ACTION[kind,],) for kind in OPENED_BY_NAME)


def full_claims(holding: Holding, standing: Claim, rules: Rules) -> list[Strength]:
    """The full claims of a hand of the standing claim's rank or type."""
    if standing.kind != SINGLE:
        return named(standing.kind, holding, rules.ace_low)
    rank = standing.strength[1]
    held = zip(holding.suits, _ORDER_OF_SUITS, strict=True)
    return [(SINGLE, rank, suit) for ranks, suit in held if ranks >> rank & 1]


def named(kind: int, holding: Holding, ace_low: bool) -> list[Strength]:
    """The strengths of all full claims of a type opened by name that a hand can pay (D6, X6)."""
    if kind == SINGLE:
        held = zip(holding.suits, _ORDER_OF_SUITS, strict=True)
        return [(SINGLE, rank, suit) for ranks, suit in held for rank in _high_first(ranks)]
    if kind == TWO_PAIR:
        return [(kind, *two) for two in combinations(_high_first(holding.pairs & ~_JOKERS), 2)]
    if kind == FULL_HOUSE:
        pairs = list(_high_first(holding.pairs & ~_JOKERS))
        threes = _high_first(holding.threes & ~_JOKERS)
        return [(kind, three, pair) for three in threes for pair in pairs if three != pair]
    if kind == STRAIGHT:
        return [(kind, top) for top in tops_of(holding.singles & ~_JOKERS, ace_low)]
    if kind == STRAIGHT_FLUSH:
        return [(kind, top) for top in {top for ranks in holding.suits for top in tops_of(ranks, ace_low)}]
    return [(kind, *five) for five in {five for ranks in holding.suits for five in combinations(_high_first(ranks), 5)}]


def _high_first(ranks: int) -> Iterator[int]:
    return reversed([bit.bit_length() - 1 for bit in bits(ranks)])


def _with_everything_full(holding: Holding, rules: Rules, standing: Claim | None, again: bool) -> tuple[str, ...]:
    """All bids where every claim names all that decides (``bid_mode=full_only``)."""
    sets = ((PAIR, holding.pairs), (THREE, holding.threes), (FOUR, holding.fours))
    strengths: list[Strength] = [(kind, rank) for kind, ranks in sets for rank in _high_first(ranks)]
    if holding.singles & _JOKERS:
        strengths.append((SINGLE, 15))
    for kind in (SINGLE, *OPENED_BY_NAME):
        strengths += named(kind, holding, rules.ace_low)
    if standing is None:
        return tuple(sorted(ACTION[strength] for strength in strengths))
    least, equal = standing.strength, again and standing.is_full
    return tuple(sorted(ACTION[full] for full in strengths if full > least or (equal and full == least)))
