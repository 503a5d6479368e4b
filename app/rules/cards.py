"""Cards, packs and their one text form: rank then suit (``AS``), ``JK`` for a joker, ``??`` for a hidden card."""

from __future__ import annotations

SUITS = "SHDC"
RANKS = "AKQJT98765432"
JOKER = "JK"
HIDDEN = "??"
NO_TRUMP = "N"

PACK_52: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: by suit S H D C, ace down to two."""

PACK_53: tuple[str, ...] = (*PACK_52, JOKER)

PLACE: dict[str, int] = {card: place for place, card in enumerate(PACK_53)}
"""Place of every card in canonical order, by which sets of cards are listed."""


def is_card(text: str) -> bool:
    """Whether the text is the name of a card (a joker is one, a hidden card is not)."""
    return text in PLACE
