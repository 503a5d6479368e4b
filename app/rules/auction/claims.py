"""Claims: what may be bid, how strong it is, and which cards make it.

A claim is *open* when it names a rank alone (``single 9``) or a type alone (``straight``), *full* when it names all
that decides. Pairs, threes, fours and a single joker have one form only, which needs nothing before it (X1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from app.rules.auction.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    LETTERS,
    PAIR,
    RANK,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    TYPES,
    Strength,
    straight_ranks,
    straight_tops,
)
from app.rules.cards import JOKER

SINGLE = 0
NAMES = ("single", *TYPES[1:])
SIZES = {SINGLE: 1, PAIR: 2, TWO_PAIR: 4, THREE: 3, STRAIGHT: 5, FLUSH: 5, FULL_HOUSE: 5, FOUR: 4, STRAIGHT_FLUSH: 5}
"""Cards in a claim of each type (D1)."""

OPENED_BY_NAME = (TWO_PAIR, STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH)
"""Types that are first claimed by their name alone (fact 17)."""

_ALIKE = {2: PAIR, 3: THREE, 4: FOUR}
_JOKER_RANK = 15
_SUIT_RANK = {"C": 1, "D": 2, "H": 3, "S": 4}
_HIGH_FIRST = range(14, 1, -1)


class Claim(NamedTuple):
    """A claim. ``strength`` compares claims as the rules do, an open one being the weakest of its rank or type.

    ``opens`` is the strength of the open claim of its rank or type, for claims that are opened by name, else None.
    ``size`` is how many cards pay it.
    """

    text: str
    strength: Strength
    opens: Strength | None
    size: int

    @property
    def kind(self) -> int:
        """Its type, 0 for a single card to 8 for a straight flush."""
        return self.strength[0]

    @property
    def is_open(self) -> bool:
        """Whether it names a rank or type alone."""
        return self.strength == self.opens

    @property
    def is_full(self) -> bool:
        """Whether it names all that decides, where a shorter form would do to open."""
        return self.opens is not None and self.strength != self.opens

    @property
    def of_jokers(self) -> bool:
        """Whether only jokers pay it."""
        return self.text.endswith(JOKER)


def _every_claim() -> Iterator[Claim]:
    for rank in _HIGH_FIRST:
        name = f"single {LETTERS[rank]}"
        yield Claim(name, (SINGLE, rank), (SINGLE, rank), 1)
        for suit, place in _SUIT_RANK.items():
            yield Claim(f"{name} {suit}", (SINGLE, rank, place), (SINGLE, rank), 1)
    yield Claim(f"single {JOKER}", (SINGLE, _JOKER_RANK), None, 1)
    for size, kind in _ALIKE.items():
        for rank in _HIGH_FIRST:
            yield Claim(f"{NAMES[kind]} {LETTERS[rank]}", (kind, rank), None, size)
        yield Claim(f"{NAMES[kind]} {JOKER}", (kind, _JOKER_RANK), None, size)
    for kind in OPENED_BY_NAME:
        yield Claim(NAMES[kind], (kind,), (kind,), SIZES[kind])
        for ranks in _deciding(kind):
            yield Claim(" ".join((NAMES[kind], *(LETTERS[r] for r in ranks))), (kind, *ranks), (kind,), SIZES[kind])


def _deciding(kind: int) -> Iterator[tuple[int, ...]]:
    """All ranks that a full claim of a type can name (D6)."""
    if kind == TWO_PAIR:
        yield from combinations(_HIGH_FIRST, 2)
    elif kind == FULL_HOUSE:
        yield from ((three, pair) for three in _HIGH_FIRST for pair in _HIGH_FIRST if three != pair)
    elif kind == FLUSH:
        yield from combinations(_HIGH_FIRST, 5)
    else:
        yield from ((top,) for top in range(14, 4, -1))


CLAIMS: dict[str, Claim] = {claim.text: claim for claim in _every_claim()}
"""Every claim by its text form."""

BY_STRENGTH: dict[Strength, Claim] = {claim.strength: claim for claim in CLAIMS.values()}
"""No two claims are equally strong; equal ones have the same text."""


def forms(cards: Sequence[str], ace_low: bool = True) -> list[Claim]:
    """All claims that exactly these cards make, weakest first; none for cards that are no combination.

    Two identical cards never count (fact 14), jokers only together and alone (fact 15).
    """
    size = len(cards)
    if not size or size > 5:
        return []
    if JOKER in cards:
        if any(card != JOKER for card in cards) or size > 4:
            return []
        return [CLAIMS[f"{NAMES[_ALIKE.get(size, SINGLE)]} {JOKER}"]]
    if len(set(cards)) != size:
        return []
    ranks = sorted((RANK[card[0]] for card in cards), reverse=True)
    found = [(kind, *named) for kind, named in _patterns(ranks, {card[1] for card in cards}, ace_low)]
    if size == 1:
        found = [(SINGLE, ranks[0], _SUIT_RANK[cards[0][1]])]
    return [claim for strength in sorted(found) for claim in _open_and_full(BY_STRENGTH[strength])]


def _open_and_full(claim: Claim) -> tuple[Claim, ...]:
    return (claim,) if claim.opens is None else (BY_STRENGTH[claim.opens], claim)


def _patterns(ranks: list[int], suits: set[str], ace_low: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The types of different cards with these ranks, high first, and the ranks that decide."""
    size, different = len(ranks), len(set(ranks))
    if different == 1 and size in _ALIKE:
        yield _ALIKE[size], (ranks[0],)
    elif different == 2 and size == 4 and ranks[1] != ranks[2]:
        yield TWO_PAIR, (ranks[0], ranks[2])
    elif different == 2 and size == 5 and ranks[1] != ranks[3]:
        yield FULL_HOUSE, (ranks[2], ranks[0] if ranks[2] != ranks[0] else ranks[4])
    elif different == 5:
        tops = straight_tops(ranks, ace_low)
        if tops:
            yield STRAIGHT, (tops[0],)
        if len(suits) == 1:
            yield FLUSH, tuple(ranks)
            if tops:
                yield STRAIGHT_FLUSH, (tops[0],)


def pays(claim: Claim, cards: Sequence[str], ace_low: bool) -> bool:
    """Whether exactly these cards pay a claim: they may be better than an open one needs (X5, X10)."""
    return claim in forms(cards, ace_low)


def payments(claim: Claim, hand: Sequence[str], ace_low: bool) -> Iterator[tuple[str, ...]]:
    """All sets of cards of a hand that pay a claim, each once, in no particular order."""
    kind, named = claim.kind, claim.strength[1:]
    if claim.of_jokers:
        jokers = tuple(card for card in hand if card == JOKER)
        return iter([jokers[: claim.size]] if len(jokers) >= claim.size else [])
    cards = [card for card in dict.fromkeys(hand) if card != JOKER]
    if kind == SINGLE:
        return (
            (card,) for card in cards if RANK[card[0]] == named[0] and claim.text in (f"single {card[0]}", _full(card))
        )
    if kind == FLUSH:
        return _of_a_suit(cards, named)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return _runs(cards, kind, named, ace_low)
    return _sets(cards, kind, named, claim.size)


def _full(card: str) -> str:
    return f"single {card[0]} {card[1]}"


def _by_rank(cards: Sequence[str]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(RANK[card[0]], []).append(card)
    return groups


def _of_a_suit(cards: Sequence[str], named: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Five cards of a suit, of the ranks named if any are."""
    for suit in _SUIT_RANK:
        yield from combinations(
            [card for card in cards if card[1] == suit and (not named or RANK[card[0]] in named)], SIZES[FLUSH]
        )


def _runs(cards: Sequence[str], kind: int, named: Sequence[int], ace_low: bool) -> Iterator[tuple[str, ...]]:
    """Five cards in sequence with the top named, or with any."""
    groups = _by_rank(cards)
    for top in straight_tops(groups, ace_low):
        if not named or top == named[0]:
            for five in product(*(groups[rank] for rank in straight_ranks(top))):
                if kind == STRAIGHT or len({card[1] for card in five}) == 1:
                    yield five


def _sets(cards: Sequence[str], kind: int, named: Sequence[int], size: int) -> Iterator[tuple[str, ...]]:
    """One or two sets of equal ranks, of the ranks named if any are."""
    groups = _by_rank(cards)
    if kind not in (TWO_PAIR, FULL_HOUSE):
        yield from combinations(groups.get(named[0], ()), size)
        return
    more = size - 2  # two pairs are two and two, a full house is three and two
    for first, second in [tuple(named)] if named else permutations(groups, 2):
        if kind == FULL_HOUSE or first > second:
            for one in combinations(groups.get(first, ()), more):
                for two in combinations(groups.get(second, ()), 2):
                    yield one + two
