"""Cards and plays as bits.

Every play there is gets one bit, numbered in plain string order of its action, so that a mask of plays read from its
lowest bit is a sorted list of actions. A card is the bit of its plain play (``play AS``, ``play JK``); leads of the
joker with a named suit and leads of a ripper with a call have bits of their own beside it. A hand is a mask of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from app.rules.cards import JOKER, PACK_53, PLACE, RANKS, SUITS
from app.rules.tricks import bits, subsets

RIPPERS = ("3C", "3S", "3H", "3D")

PLAYS: tuple[str, ...] = tuple(
    sorted(
        [
            *(f"play {card}" for card in PACK_53),
            *(f"play {JOKER} {suit}" for suit in SUITS),
            *(f"play {card} call" for card in RIPPERS),
        ]
    )
)

PLAY_BIT: dict[str, int] = {play: 1 << place for place, play in enumerate(PLAYS)}
BIT: dict[str, int] = {card: PLAY_BIT[f"play {card}"] for card in PACK_53}
CARD: dict[int, str] = {bit: card for card, bit in BIT.items()}

JOKER_BIT = BIT[JOKER]
SUIT_MASK: dict[str, int] = {suit: sum(BIT[rank + suit] for rank in RANKS) for suit in SUITS}
POINTS = sum(BIT[rank + suit] for rank in "AKQJT" for suit in SUITS)
JOKER_LEAD: dict[str, int] = {suit: PLAY_BIT[f"play {JOKER} {suit}"] for suit in SUITS}
JOKER_LEADS = sum(JOKER_LEAD.values())
CALL: dict[int, int] = {BIT[card]: PLAY_BIT[f"play {card} call"] for card in RIPPERS}
CALLS = sum(CALL.values())

LEAD_CARD: dict[int, int] = {
    **{bit: bit for bit in CARD},
    **dict.fromkeys(JOKER_LEAD.values(), JOKER_BIT),
    **{call: bit for bit, call in CALL.items()},
}
"""The card that goes on the table with a lead."""

LEAD_SUIT: dict[int, int] = {
    **{bit: SUIT_MASK[card[1]] for bit, card in CARD.items() if card != JOKER},
    **{bit: SUIT_MASK[suit] for suit, bit in JOKER_LEAD.items()},
    **{call: SUIT_MASK[CARD[bit][1]] for bit, call in CALL.items()},
}
"""The suit that a lead asks for, as the mask of its cards."""

SUIT_NAME: dict[int, str] = {mask: suit for suit, mask in SUIT_MASK.items()}

_STEP = 11
_ONE = {bit: (play,) for play, bit in PLAY_BIT.items()}
_LISTS_0, _LISTS_1, _LISTS_2, _LISTS_3, _LISTS_4, _LISTS_5 = (
    subsets(PLAYS[low : low + _STEP]) for low in range(0, len(PLAYS), _STEP)
)


def plays(mask: int) -> tuple[str, ...]:
    """The actions of a mask of plays, sorted. Table look-ups only: this runs at every step of a playout."""
    return _ONE.get(mask) or (
        _LISTS_0[mask & 2047]
        + _LISTS_1[mask >> 11 & 2047]
        + _LISTS_2[mask >> 22 & 2047]
        + _LISTS_3[mask >> 33 & 2047]
        + _LISTS_4[mask >> 44 & 2047]
        + _LISTS_5[mask >> 55]
    )


def cards(mask: int) -> list[str]:
    """The cards of a mask in canonical order."""
    return list(_names(mask))


@lru_cache(maxsize=1 << 14)
def _names(mask: int) -> tuple[str, ...]:
    """Remembered: every view of a deal lists the same hands and piles until the next card of that seat is played."""
    return tuple(sorted((CARD[bit] for bit in bits(mask)), key=PLACE.__getitem__))


def mask_of(names: Iterable[str]) -> int:
    """The mask of some different cards."""
    return sum([BIT[name] for name in names])


def strengths(trump: str, suit: str, mighty: int, joker: int) -> dict[int, int]:
    """How strong each card is in a trick of ``suit``: the Mighty, then trumps, then the suit; the joker as told."""
    table = dict.fromkeys(CARD, 0)
    for place, rank in enumerate(reversed(RANKS), 1):
        table[BIT[rank + suit]] = place
        if trump in SUIT_MASK:
            table[BIT[rank + trump]] = 20 + place
    table[JOKER_BIT] = joker
    table[mighty] = 100
    return table
