"""The pack, the deal, and the order in which cards are listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.rules.auction.options import Options
from app.rules.base import Seat, Setup
from app.rules.cards import JOKER, PACK_52, PLACE

MOST_SEATS = 6
LEAST_SEATS = 2
_ONE_PACK_SEATS = 3
_ONE: tuple[str, ...] = (*PACK_52, JOKER, JOKER)
_TWO: tuple[str, ...] = tuple(sorted(_ONE * 2, key=PLACE.__getitem__))

_ONE_SORTED, _TWO_SORTED = sorted(_ONE), sorted(_TWO)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in canonical order, copies side by side."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def pack(options: Options, players: int) -> tuple[str, ...]:
    """54 cards for two or three players, 108 for more (fact 2)."""
    return _ONE if players <= _ONE_PACK_SEATS and options.packs == "by_players" else _TWO


def setup(options: Options, players: int, dealer: Seat, shuffled: Sequence[str]) -> Setup:
    """Deal a shuffled pack one card at a time from the dealer's left; the stock is what is left (fact 3)."""
    if len(shuffled) != len(pack(options, players)):
        raise ValueError(f"{players} players need {len(pack(options, players))} cards")
    dealt = options.hand_size * players
    hands = tuple(tuple(shuffled[(seat - dealer - 1) % players : dealt : players]) for seat in range(players))
    return Setup(dealer, hands, tuple(shuffled[dealt:]))


def misplaced(options: Options, players: int, shuffled: Sequence[str]) -> int | None:
    """The place of a joker on top of the stock, which is put back at random (D13); None where it may lie there."""
    top = options.hand_size * players
    return top if options.first_card_joker == "replace" and shuffled[top] == JOKER else None


def check(options: Options, dealt: Setup) -> None:
    """Raise ValueError for a setup that is not this game's."""
    dealer, hands, rest = dealt
    if not LEAST_SEATS <= len(hands) <= MOST_SEATS:
        raise ValueError(f"Auction is for {LEAST_SEATS} to {MOST_SEATS} players")
    if dealer not in range(len(hands)):
        raise ValueError("the dealer is not at the table")
    cards = pack(options, len(hands))
    stock = len(cards) - options.hand_size * len(hands)
    if any(len(hand) != options.hand_size for hand in hands) or len(rest) != stock:
        raise ValueError(f"hands of {options.hand_size} cards and {stock} more are needed")
    given = list(rest)
    for hand in hands:
        given += hand
    given.sort()
    if given != (_ONE_SORTED if cards is _ONE else _TWO_SORTED):
        raise ValueError(f"the cards are not a pack of {len(cards)}")
    if options.first_card_joker == "replace" and rest[0] == JOKER:
        raise ValueError("a joker may not lie on top of the stock")
