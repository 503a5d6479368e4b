"""Deals and positions of Euchre for tests, told in notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.rules.base import Setup
from app.rules.euchre import GAME, play
from app.rules.euchre.deck import BIT, mask_of, ranks
from app.rules.euchre.state import Contract, Frame, Over, Play
from app.rules.ruleset import resolve
from tests.rules.told import Told as AnyTold

PASSED = ("pass",) * 5
EXAMPLE = ("AS KS KC QD AH", "JC TD 9D JH 8H", "QS TS 8S JS QC", "QH TH 9H KH JD", "AC TC 9C 9S 8C")
"""Seat 1 holds the hand of CE-07; seat 4 deals; KD is turned up, 8D and AD are undealt."""


class Told(AnyTold):
    """A deal of Euchre."""

    game = GAME


def deal(dealer: int = 4, hands: Sequence[str] = (), upcard: str = "KD", talon: str = "", **options: Any) -> Told:
    """A deal in which nobody has spoken. What hands and talon lack is filled up in canonical order."""
    rules = resolve(GAME, "call-partner", options).options
    given = [hands[seat].split() if seat < len(hands) else [] for seat in range(5)] + [[upcard, *talon.split()]]
    left = [card for card in GAME.pack(rules, 5) if not any(card in cards for cards in given)]
    for cards, size in zip(given, (5, 5, 5, 5, 5, rules.pack - 25), strict=True):
        while len(cards) < size:
            cards.append(left.pop(0))
    return Told(GAME.deal(rules, Setup(dealer, tuple(map(tuple, given[:5])), tuple(given[5]))))


def ordered(discard: str = "9C", **given: Any) -> Told:
    """Seat 1 has ordered up KD, and the dealer, seat 4, has swapped a card for it or kept his hand (``""``)."""
    told = deal(**{"hands": EXAMPLE, **given})
    return told.do("pass", "order", f"swap {discard}" if discard else "keep")


def trick(*hands: str, trump: str = "D", maker: int = 1, call: str = "alone", leader: int = 0, **more: Any) -> Told:
    """A position: ``leader`` is to lead; the seats hold the cards given and no others, one to five each.

    ``partner`` follows from who holds the called card. ``dealer`` is seat 4, and has the upcard if ``taken`` names it.
    """
    taken, dealer = more.pop("taken", ""), more.pop("dealer", 4)
    upcard = taken or more.pop("upcard", "8C")
    rules = resolve(GAME, "call-partner", more).options
    masks = tuple(mask_of(hand.split()) for hand in (*hands, *[""] * (5 - len(hands))))
    called = 0 if call == "alone" else BIT[call]
    partner = next((seat for seat, mask in enumerate(masks) if mask & called and seat != maker), -1)
    frame = Frame(rules, dealer, masks, BIT[upcard], 0)
    contract = Contract(frame, maker, "order", ranks(trump), bool(taken), 0, BIT.get(taken, 0), call, called, partner)
    state = play.begin(contract, None, masks)
    number = 6 - masks[leader].bit_count()
    return Told(state._replace(number=number, leader=leader, turn=leader, allowed=masks[leader]))


def winner(told: Told) -> int:
    """Who won the last trick."""
    state = told.state.last if isinstance(told.state, Over) else told.state
    assert state.last is not None
    return int(state.last.winner)


def finished(won: Sequence[int], maker: int = 1, partner: int | None = None, call: str = "AC", **options: Any) -> Told:
    """A deal that is over, in which the seats have won so many tricks."""
    told = trick("9C", "8H", "8S", "9H", "9S", maker=maker, call="alone", **options)
    state: Play = told.state
    contract = state.contract._replace(call=call, partner=-1 if partner is None else partner)
    last = state._replace(contract=contract, hands=(0,) * 5, number=6, won=tuple(won), shown=True)
    return Told(Over(contract.frame, None, "played", last))
