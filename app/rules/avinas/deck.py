"""Cards as bits: a card is one bit, numbered in plain string order of its play, a hand or a pile is a mask.

So a mask read from its lowest bit is a sorted list of plays, and following is one ``hand & mask``. Queens and jacks
belong to the trumps whatever suit is trump, never to their printed suit (fact 4, C2).
"""

from __future__ import annotations

from collections.abc import Iterable

from app.rules.cards import PLACE, SUITS
from app.rules.tricks import bits

RANKS = "AKQJT987"
PLAIN_RANKS = "ATK987"
"""The ranks of a suit without its queen and jack, high to low (fact 3)."""

PACK_32: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 32 cards in canonical order."""

_PLAYS: tuple[str, ...] = tuple(sorted(f"play {card}" for card in PACK_32))
PLAY_BIT: dict[str, int] = {play: 1 << place for place, play in enumerate(_PLAYS)}
DOWN_BIT: dict[str, int] = {f"{play} down": bit for play, bit in PLAY_BIT.items()}
BIT: dict[str, int] = {card: PLAY_BIT[f"play {card}"] for card in PACK_32}
CARD: dict[int, str] = {bit: card for card, bit in BIT.items()}

UPPERS = sum(BIT[rank + suit] for rank in "QJ" for suit in SUITS)
"""Queens and jacks, trumps in every deal."""

PLAIN: dict[str, int] = {suit: sum(BIT[rank + suit] for rank in PLAIN_RANKS) for suit in SUITS}
"""A suit's own six cards, which are what follows it while it is not trump."""

TRUMPS: dict[str, int] = {suit: UPPERS | mask for suit, mask in PLAIN.items()}
SUIT_NAME: dict[int, str] = {mask: suit for suit, mask in PLAIN.items()}
SUIT_OF: dict[int, int] = {BIT[rank + suit]: mask for suit, mask in PLAIN.items() for rank in PLAIN_RANKS}
"""The suit a plain card belongs to, as the mask of its cards."""

SEVENS = sum(BIT["7" + suit] for suit in SUITS)

_WORTH: dict[str, int] = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
_ACES, _TENS, _KINGS, _QUEENS, _JACKS = (sum(BIT[rank + suit] for suit in SUITS) for rank in "ATKQJ")


def points(mask: int) -> int:
    """The card points of a mask (fact 5)."""
    return (
        11 * (mask & _ACES).bit_count()
        + 10 * (mask & _TENS).bit_count()
        + 4 * (mask & _KINGS).bit_count()
        + 3 * (mask & _QUEENS).bit_count()
        + 2 * (mask & _JACKS).bit_count()
    )


def trump_order(trump: str) -> tuple[str, ...]:
    """The fourteen trumps, high to low (fact 2): the seven stands between the black queens."""
    uppers = [rank + suit for rank in "QJ" for suit in "CSHD"]
    return (uppers[0], "7" + trump, *uppers[1:], *(rank + trump for rank in "ATK98"))


def strengths(trump: str) -> dict[int, dict[int, int]]:
    """How strong each card is, by the mask of the plain suit led; 0 for a lead after which only trumps can win.

    A card that cannot win counts 0, so that of four such cards the first, the leader's, wins (C10).
    """
    order = trump_order(trump)
    tables = {}
    for suit, led in {"": 0, **PLAIN}.items():
        table = dict.fromkeys(CARD, 0)
        if suit:
            table.update((BIT[rank + suit], 6 - place) for place, rank in enumerate(PLAIN_RANKS))
        table.update((BIT[card], 20 - place) for place, card in enumerate(order))
        tables[led] = table
    return tables


STRENGTHS: dict[str, dict[int, dict[int, int]]] = {suit: strengths(suit) for suit in SUITS}


def count(hand: int, trump: str) -> int:
    """How many trumps a hand holds with a trump suit."""
    return (hand & TRUMPS[trump]).bit_count()


def most_trumps(hand: int) -> int:
    """How many trumps a hand holds with the suit that makes them most (fact 20)."""
    return (hand & UPPERS).bit_count() + max([(hand & mask).bit_count() for mask in SUIT_NAME])


_STEP = 11
Lists = tuple[tuple[tuple[str, ...], ...], ...]


def _lists(ways: tuple[str, ...]) -> Lists:
    """The plays of every part of a mask, each card in the given ways."""
    tables = []
    for low in range(0, len(_PLAYS), _STEP):
        names = _PLAYS[low : low + _STEP]
        tables.append(
            tuple(
                tuple(name + way for place, name in enumerate(names) if mask >> place & 1 for way in ways)
                for mask in range(1 << len(names))
            )
        )
    return tuple(tables)


_ONE = {bit: (play,) for play, bit in PLAY_BIT.items()}
_UP_0, _UP_1, _UP_2 = _lists(("",))
_ANY_0, _ANY_1, _ANY_2 = _lists(("", " down"))


def plays(mask: int) -> tuple[str, ...]:
    """The plays of a mask of cards, face up, sorted. Table look-ups only: this runs at every step of a playout."""
    return _ONE.get(mask) or _UP_0[mask & 2047] + _UP_1[mask >> 11 & 2047] + _UP_2[mask >> 22]


def plays_up_or_down(mask: int) -> tuple[str, ...]:
    """The leads of a mask of cards, each face up and face down, sorted."""
    return _ANY_0[mask & 2047] + _ANY_1[mask >> 11 & 2047] + _ANY_2[mask >> 22]


def cards(mask: int) -> list[str]:
    """The cards of a mask in canonical order."""
    names = [CARD[bit] for bit in bits(mask)]
    names.sort(key=PLACE.__getitem__)
    return names


def mask_of(names: Iterable[str]) -> int:
    """The mask of some different cards."""
    return sum([BIT[name] for name in names])
