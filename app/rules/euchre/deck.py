"""Cards as bits, and what a trump makes of them.

Cards are numbered in plain string order of their names, so that a mask read from its lowest bit is a sorted list of
actions whatever the verb. A hand is a mask. A suit is the mask of the cards that follow it: under a trump the left
bower belongs to the trumps and to no other suit (E1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from app.rules.cards import NO_TRUMP, PLACE, SUITS
from app.rules.tricks import bits, subsets

_RANKS = "AKQJT987"
NAMES: tuple[str, ...] = tuple(sorted(rank + suit for rank in _RANKS for suit in SUITS))

BIT: dict[str, int] = {card: 1 << place for place, card in enumerate(NAMES)}
CARD: dict[int, str] = {bit: card for card, bit in BIT.items()}
PLAY_BIT: dict[str, int] = {f"play {card}": bit for card, bit in BIT.items()}
SWAP_BIT: dict[str, int] = {f"swap {card}": bit for card, bit in BIT.items()}
CALL_BIT: dict[str, int] = {f"call {card}": bit for card, bit in BIT.items()}

ACES = sum(BIT[f"A{suit}"] for suit in SUITS)
PACKS: dict[int, int] = {
    28: sum(bit for card, bit in BIT.items() if card[0] != "7"),
    32: sum(BIT.values()),
}
"""The mask of each pack by its number of cards."""

_SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def _listing(verb: str) -> Callable[[int], tuple[str, ...]]:
    """A function from a mask of cards to the sorted actions of a verb: three look-ups, as it runs at every step."""
    names = [f"{verb} {card}" for card in NAMES]
    low, middle, high = subsets(names[:11]), subsets(names[11:22]), subsets(names[22:])

    def listed(mask: int) -> tuple[str, ...]:
        return low[mask & 2047] + middle[mask >> 11 & 2047] + high[mask >> 22]

    return listed


plays = _listing("play")
swaps = _listing("swap")
calls = _listing("call")


class Ranks(NamedTuple):
    """The order of the cards under a trump.

    ``trumps`` is the mask of all trumps (0 at no trump), ``right`` and ``left`` the bowers' bits (0 at no trump).
    ``suit`` gives the suit of a card as its mask, ``name`` that suit's letter, ``strength`` how strong each card is in
    a trick of a suit.
    """

    trump: str
    trumps: int
    right: int
    left: int
    suit: dict[int, int]
    name: dict[int, str]
    strength: dict[int, dict[int, int]]


@lru_cache(maxsize=5)
def ranks(trump: str) -> Ranks:
    """The order under a trump suit, or under ``N`` (E2, K10)."""
    right = left = 0
    masks = {suit: sum(BIT[rank + suit] for rank in _RANKS) for suit in SUITS}
    if trump != NO_TRUMP:
        right, left = BIT[f"J{trump}"], BIT[f"J{_SAME_COLOUR[trump]}"]
        masks[_SAME_COLOUR[trump]] &= ~left
        masks[trump] |= left
    trumps = masks.get(trump, 0)
    suit = {bit: mask for mask in masks.values() for bit in bits(mask)}
    name = {mask: letter for letter, mask in masks.items()}
    strength = {mask: _strengths(mask, trumps, right, left) for mask in masks.values()}
    return Ranks(trump, trumps, right, left, suit, name, strength)


def _strengths(suit: int, trumps: int, right: int, left: int) -> dict[int, int]:
    """How strong each card is in a trick of a suit; 0 for a card that neither follows nor is a trump."""
    table = dict.fromkeys(CARD, 0)
    for bit, card in CARD.items():
        place = len(_RANKS) - _RANKS.index(card[0])
        if bit & trumps:
            table[bit] = 10 + place
        elif bit & suit:
            table[bit] = place
    if right:
        table[right], table[left] = 30, 29
    return table


def cards(mask: int) -> list[str]:
    """The cards of a mask in canonical order."""
    names = [CARD[bit] for bit in bits(mask)]
    names.sort(key=PLACE.__getitem__)
    return names


def in_order(mask: int, order: Ranks) -> list[str]:
    """The cards of a mask as a hand is held: trumps first, strongest first, then the plain suits."""
    strength = order.strength[order.trumps] if order.trumps else {}
    trumps = sorted(bits(mask & order.trumps), key=lambda bit: -strength[bit])
    return [*(CARD[bit] for bit in trumps), *cards(mask & ~order.trumps)]


def mask_of(names: Iterable[str]) -> int:
    """The mask of some different cards."""
    return sum([BIT[name] for name in names])
