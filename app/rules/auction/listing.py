"""Which claims a hand can make over the standing one: worked out once per hand and standing claim, then looked up."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from app.rules.auction.claims import BY_STRENGTH, OPENED_BY_NAME, SINGLE, SIZES, Claim
from app.rules.auction.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    RANK,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Strength,
    straight_tops,
)
from app.rules.auction.options import Options
from app.rules.cards import JOKER

ACTION: dict[Strength, str] = {strength: f"bid {claim.text}" for strength, claim in BY_STRENGTH.items()}
"""The action that makes a claim, by its strength."""

_JOKER_RANK = 15
_SUIT_RANK = {"C": 1, "D": 2, "H": 3, "S": 4}
_SETS = {2: PAIR, 3: THREE, 4: FOUR}


class Rules(NamedTuple):
    """The options that decide which claims a hand has."""

    open_first: bool
    joker_sets: bool
    ace_low: bool


class Holding(NamedTuple):
    """What matters of a hand for claims.

    ``suits`` gives the suits held of each rank, ``ranks`` the ranks held of each suit, highest first. ``always`` are
    the claims that need nothing before them, as (strength, action) in plain string order of the actions.
    """

    suits: dict[int, list[str]]
    ranks: dict[str, list[int]]
    always: tuple[tuple[Strength, str], ...]


def rules_of(options: Options) -> Rules:
    """The options that decide which claims a hand has."""
    return Rules(options.bid_mode == "open_first", options.joker_sets, options.ace_low_straight)


@lru_cache(maxsize=16384)
def bids(hand: tuple[str, ...], rules: Rules, standing: Claim | None, again: bool) -> tuple[str, ...]:
    """All bids of a hand in plain string order.

    :param standing: the claim to be beaten, None on an empty table
    :param again: the seat may repeat the standing claim (D7)
    """
    holding = hold(hand, rules)
    if standing is None:
        return tuple([action for _, action in holding.always])
    least = standing.strength
    found = [action for strength, action in holding.always if strength > least]
    if rules.open_first:
        if standing.opens is None:
            return tuple(found)
        full = [full for full in _fulls(holding, standing, rules) if full > least or (again and full == least)]
        if not full:
            return tuple(found)
        found += [ACTION[strength] for strength in full]
    elif again and least in _fulls(holding, standing, rules):
        found.append(ACTION[least])
    found.sort()
    return tuple(found)


@lru_cache(maxsize=8192)
def hold(hand: tuple[str, ...], rules: Rules) -> Holding:
    """A hand, sorted out for claims."""
    suits: dict[int, list[str]] = {}
    ranks: dict[str, list[int]] = {}
    for card in dict.fromkeys(hand):
        if card != JOKER:
            suits.setdefault(RANK[card[0]], []).append(card[1])
            ranks.setdefault(card[1], []).append(RANK[card[0]])
    bare = Holding(suits, ranks, ())
    strengths = _free(bare, hand.count(JOKER), rules)
    if rules.open_first:
        strengths += [(SINGLE, rank) for rank in suits]
        strengths += [(kind,) for kind in OPENED_BY_NAME if _has(kind, bare, rules.ace_low)]
    else:
        strengths += [strength for kind in (SINGLE, *OPENED_BY_NAME) for strength in named(kind, bare, rules.ace_low)]
    listed = sorted((ACTION[strength], strength) for strength in strengths)
    return bare._replace(always=tuple((strength, action) for action, strength in listed))


def _free(holding: Holding, jokers: int, rules: Rules) -> list[Strength]:
    """Pairs, threes and fours, and a joker (X1, X18)."""
    found = [(kind, rank) for rank, held in holding.suits.items() for size, kind in _SETS.items() if len(held) >= size]
    if jokers:
        found.append((SINGLE, _JOKER_RANK))
        if rules.joker_sets:
            found += [(kind, _JOKER_RANK) for size, kind in _SETS.items() if jokers >= size]
    return list(found)


def _has(kind: int, holding: Holding, ace_low: bool) -> bool:
    """Whether a hand has a combination of a type that is opened by name."""
    if kind == FLUSH:
        return any(len(ranks) >= SIZES[FLUSH] for ranks in holding.ranks.values())
    return bool(named(kind, holding, ace_low))


def named(kind: int, holding: Holding, ace_low: bool) -> list[Strength]:
    """The strengths of all full claims of a type that a hand can pay."""
    if kind == SINGLE:
        return [(SINGLE, rank, _SUIT_RANK[suit]) for rank, held in holding.suits.items() for suit in held]
    if kind in (TWO_PAIR, FULL_HOUSE):
        pairs = [rank for rank, held in holding.suits.items() if len(held) >= 2]
        if kind == TWO_PAIR:
            return [(kind, *two) for two in combinations(sorted(pairs, reverse=True), 2)]
        threes = [rank for rank in pairs if len(holding.suits[rank]) >= 3]
        return [(kind, three, pair) for three in threes for pair in pairs if three != pair]
    if kind == STRAIGHT:
        return [(kind, top) for top in straight_tops(holding.suits, ace_low)]
    if kind == STRAIGHT_FLUSH:
        tops = {top for ranks in holding.ranks.values() for top in straight_tops(ranks, ace_low)}
        return [(kind, top) for top in tops]
    return [
        (kind, *five)
        for five in {five for ranks in holding.ranks.values() for five in combinations(sorted(ranks, reverse=True), 5)}
    ]


def _fulls(holding: Holding, standing: Claim, rules: Rules) -> list[Strength]:
    """The full claims of the standing claim's rank or type."""
    if standing.opens is None:
        return []
    kind = standing.kind
    if kind != SINGLE:
        return named(kind, holding, rules.ace_low)
    rank = standing.strength[1]
    return [(SINGLE, rank, _SUIT_RANK[suit]) for suit in holding.suits.get(rank, ())]
