"""Poker hands: what cards amount to, and the best five of a hand. Pure, and of use to bots as well.

A strength is a tuple that compares as the hands do: the type, then the ranks that decide, 2 to 14, most important
first. Suits never decide (D22). A shorter tuple is the weaker one, so that missing kickers rank lowest (D21).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.rules.cards import JOKER, PLACE

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
TYPES = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")
"""Names of the types, weakest first (D1)."""

LETTERS = "??23456789TJQKA"
"""The letter of a rank by its number: 2 to 14."""

RANK: dict[str, int] = {letter: number for number, letter in enumerate(LETTERS) if number > 1}

_ACE, _FIVE = 14, 5
Strength = tuple[int, ...]


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
        return [LETTERS[rank] for rank in self.strength[1:]]


def usable(cards: Iterable[str]) -> list[str]:
    """The cards that count for a poker hand, in canonical order: no jokers, no second copies (fact 26)."""
    return sorted({card for card in cards if card != JOKER}, key=PLACE.__getitem__)


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
    return [rank or _ACE for rank in range(top, top - 5, -1)] if top > _FIVE else [5, 4, 3, 2, _ACE]


@lru_cache(maxsize=8192)
def best(cards: tuple[str, ...], ace_low: bool) -> Best:
    """The best poker hand of up to five of the cards (D21)."""
    left = usable(cards)
    by_rank: dict[int, list[str]] = {}
    by_suit: dict[str, dict[int, str]] = {}
    for card in left:
        rank = RANK[card[0]]
        by_rank.setdefault(rank, []).append(card)
        by_suit.setdefault(card[1], {})[rank] = card
    found = _straight_flush(by_suit, ace_low)
    groups = sorted(by_rank.items(), key=lambda group: (-len(group[1]), -group[0]))
    if found is None and groups and len(groups[0][1]) == 4:
        found = _sets(FOUR, groups, (4,))
    if found is None:
        found = _full_house(groups) or _flush(by_suit) or _straight(by_rank, ace_low)
    return found or _few_alike(groups)


def _straight_flush(by_suit: dict[str, dict[int, str]], ace_low: bool) -> Best | None:
    tops = [(tops[0], suit) for suit, ranks in by_suit.items() if (tops := straight_tops(ranks, ace_low))]
    if not tops:
        return None
    top = max(tops)[0]
    suit = next(suit for found, suit in tops if found == top)
    return Best((STRAIGHT_FLUSH, top), tuple(by_suit[suit][rank] for rank in straight_ranks(top)))


def _full_house(groups: Sequence[tuple[int, list[str]]]) -> Best | None:
    threes = [(rank, cards) for rank, cards in groups if len(cards) >= 3]
    if not threes:
        return None
    rank, three = threes[0]
    pairs = [(other, cards) for other, cards in groups if len(cards) >= 2 and other != rank]
    if not pairs:
        return None
    other, pair = max(pairs)
    return Best((FULL_HOUSE, rank, other), (*three[:3], *pair[:2]))


def _flush(by_suit: dict[str, dict[int, str]]) -> Best | None:
    flushes = []
    for ranks in by_suit.values():
        if len(ranks) >= 5:
            five = sorted(ranks, reverse=True)[:5]
            flushes.append(Best((FLUSH, *five), tuple(ranks[rank] for rank in five)))
    return max(flushes, key=lambda flush: flush.strength, default=None)


def _straight(by_rank: dict[int, list[str]], ace_low: bool) -> Best | None:
    tops = straight_tops(by_rank, ace_low)
    if not tops:
        return None
    return Best((STRAIGHT, tops[0]), tuple(by_rank[rank][0] for rank in straight_ranks(tops[0])))


def _few_alike(groups: Sequence[tuple[int, list[str]]]) -> Best:
    sizes = [len(cards) for _, cards in groups[:2]]
    if sizes[:1] == [3]:
        return _sets(THREE, groups, (3,))
    if sizes == [2, 2]:
        return _sets(TWO_PAIR, groups, (2, 2))
    if sizes[:1] == [2]:
        return _sets(PAIR, groups, (2,))
    return _sets(HIGH_CARD, groups, ())


def _sets(kind: int, groups: Sequence[tuple[int, list[str]]], sizes: tuple[int, ...]) -> Best:
    """Sets of equal ranks from the first groups, filled up to five cards with the highest others."""
    ranks, cards = [], []
    for (rank, alike), size in zip(groups, sizes, strict=False):
        ranks.append(rank)
        cards += alike[:size]
    kickers = sorted(groups[len(sizes) :], reverse=True)[: 5 - len(cards)]
    return Best((kind, *ranks, *(rank for rank, _ in kickers)), (*cards, *(alike[0] for _, alike in kickers)))
