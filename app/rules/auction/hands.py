"""Poker hands: what cards amount to, and the best five of a hand. Pure, and of use to bots as well.

A strength is a tuple that compares as the hands do: the type, then the ranks that decide, 2 to 14, most important
first. Suits never decide (D22). A shorter tuple is the weaker one, so that missing kickers rank lowest (D21).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from app.rules.cards import JOKER, PACK_52, PLACE, SUITS

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
TYPES = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")
"""Names of the types, weakest first (D1)."""

LETTERS = "??23456789TJQKA"
"""The letter of a rank by its number: 2 to 14."""

RANK: dict[str, int] = {letter: number for number, letter in enumerate(LETTERS) if number > 1}

_ACE, _FIVE = 14, 5
Strength = tuple[int, ...]


_SETS = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    THREE: (3, 1, 1),
    FULL_HOUSE: (3, 2),
    FOUR: (4, 1),
}
"""How many cards of each rank that decides make up a hand of the types that are sets of equal ranks."""

_SUIT_BITS = 16
_RANKS = (1 << _SUIT_BITS) - 1
_BIT = {card: 1 << (_SUIT_BITS * SUITS.index(card[1]) + RANK[card[0]]) for card in PACK_52} | {JOKER: 0}


class Best(NamedTuple):
    """The best hand of some cards: how strong, and with which of them, those that decide first."""

    strength: Strength
    cards: tuple[str, ...]

    @property
    def type(self) -> str:
        """The name of its type."""
        return TYPES[self.strength[0]]

    @property
    def ranks(self) -> list[str]:
        """The letters of the ranks that decide, most important first."""
        return letters(self.strength)


def letters(strength: Strength) -> list[str]:
    """The letters of the ranks that decide, most important first."""
    return [LETTERS[rank] for rank in strength[1:]]


def ranks_by_suit(cards: Iterable[str]) -> tuple[int, int, int, int]:
    """The ranks held of each suit, S H D C, as bits 2 to 14 of a mask; no jokers, no second copies (fact 26)."""
    mask = 0
    for card in cards:
        mask |= _BIT[card]
    return mask & _RANKS, mask >> 16 & _RANKS, mask >> 32 & _RANKS, mask >> 48


def ranks_by_number(suits: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The ranks held in at least one, two, three and four suits."""
    s, h, d, c = suits
    major, minor, both_major, both_minor = s | h, d | c, s & h, d & c
    return (
        major | minor,
        both_major | both_minor | (major & minor),
        (both_major & minor) | (both_minor & major),
        both_major & both_minor,
    )


def straight_tops(ranks: Iterable[int], ace_low: bool) -> tuple[int, ...]:
    """The top ranks of all straights among some ranks, highest first; five-high ones only with ``ace_low`` (D23)."""
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return tops_of(mask, ace_low)


def tops_of(mask: int, ace_low: bool) -> tuple[int, ...]:
    """The same for ranks as bits of a mask."""
    if ace_low:
        mask |= mask >> _ACE << 1 & 2
    bottoms = mask & mask >> 1 & mask >> 2 & mask >> 3 & mask >> 4
    return tuple([top for top in range(_ACE, _FIVE - 1, -1) if bottoms >> top - 4 & 1]) if bottoms else ()


def straight_ranks(top: int) -> list[int]:
    """The ranks of a straight, highest first; the ace of a five-high one last."""
    return [5, 4, 3, 2, _ACE] if top == _FIVE else list(range(top, top - 5, -1))


@lru_cache(maxsize=2048)
def strength(cards: tuple[str, ...], ace_low: bool) -> Strength:
    """How strong the best poker hand of up to five of the cards is (D21)."""
    suits = ranks_by_suit(cards)
    one, two, three, four = ranks_by_number(suits)
    long = [ranks for ranks in suits if ranks.bit_count() >= 5]
    run = max((tops[0] for ranks in long if (tops := tops_of(ranks, ace_low))), default=0)
    if run:
        return (STRAIGHT_FLUSH, run)
    if four:
        return (FOUR, *_with_kickers(one, _highest(four, 1), 1))
    if three:
        (rank,) = _highest(three, 1)
        pairs = two & ~(1 << rank)
        if pairs:
            return (FULL_HOUSE, rank, *_highest(pairs, 1))
    if long:
        return (FLUSH, *max(_highest(ranks, 5) for ranks in long))
    straight = tops_of(one, ace_low)
    if straight:
        return (STRAIGHT, straight[0])
    if three:
        return (THREE, *_with_kickers(one, _highest(three, 1), 2))
    pairs_held = _highest(two, 2)
    if len(pairs_held) == 2:
        return (TWO_PAIR, *_with_kickers(one, pairs_held, 1))
    return (PAIR if pairs_held else HIGH_CARD, *_with_kickers(one, pairs_held, 3 if pairs_held else 5))


def _highest(ranks: int, count: int) -> tuple[int, ...]:
    """The highest of some ranks, highest first."""
    found: list[int] = []
    while ranks and len(found) < count:
        rank = ranks.bit_length() - 1
        found.append(rank)
        ranks ^= 1 << rank
    return tuple(found)


def _with_kickers(ranks: int, sets: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The ranks of the sets and of the highest other cards."""
    for rank in sets:
        ranks &= ~(1 << rank)
    return sets + _highest(ranks, count)


def best(cards: tuple[str, ...], ace_low: bool) -> Best:
    """The best poker hand of up to five of the cards; of several equally good ones that of the higher suits (D21)."""
    found = strength(cards, ace_low)
    kind, *ranks = found
    usable = sorted({card for card in cards if card != JOKER}, key=PLACE.__getitem__)
    if kind in _SETS:
        chosen = []
        for rank, size in zip(ranks, _SETS[kind], strict=False):
            chosen += [card for card in usable if RANK[card[0]] == rank][:size]
        return Best(found, tuple(chosen))
    if kind != FLUSH:
        ranks = straight_ranks(ranks[0])
    if kind != STRAIGHT:
        held = zip(SUITS, ranks_by_suit(usable), strict=True)
        suit = next(suit for suit, there in held if all(there >> rank & 1 for rank in ranks))
        usable = [card for card in usable if card[1] == suit]
    return Best(found, tuple(next(card for card in usable if RANK[card[0]] == rank) for rank in ranks))
