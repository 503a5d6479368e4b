"""Deals and positions of Mighty for tests, told in notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.rules.base import Setup
from app.rules.cards import PACK_53
from app.rules.mighty import GAME, exchange, play
from app.rules.mighty.bidding import deal as first_state
from app.rules.mighty.deck import mask_of
from app.rules.mighty.options import Bid, Options, bid_table
from app.rules.mighty.state import Exchange, Frame, Over, Play
from app.rules.ruleset import resolve
from tests.rules.told import Told as AnyTold

ANY_FRIEND = ["card", "first_trick", "none"]


class Told(AnyTold):
    """A deal of Mighty."""

    game = GAME


def deal(preset: str = "japanese", dealer: int = 0, hands: Sequence[str] = (), kitty: str = "", **options: Any) -> Told:
    """A deal before the first bid. What the hands lack is filled up in canonical order."""
    rules = resolve(GAME, preset, options).options
    given = [list(hands[seat].split()) if seat < len(hands) else [] for seat in range(5)] + [kitty.split()]
    left = [card for card in PACK_53 if not any(card in cards for cards in given)]
    for cards, size in zip(given, (10, 10, 10, 10, 10, 3), strict=True):
        while len(cards) < size:
            cards.append(left.pop(0))
    return Told(first_state(rules, Setup(dealer, tuple(map(tuple, given[:5])), tuple(given[5]))))


def declared(bid: str = "13 H", preset: str = "japanese", **given: Any) -> Told:
    """A deal whose auction seat 0 has won with the first bid; the dealer is seat 0 under both presets."""
    return deal(preset, **{"first_bidder": "dealer", **given}).do(f"bid {bid}", "pass", "pass", "pass", "pass")


def trick(
    number: int,
    *hands: str,
    leader: int = 0,
    trump: str = "H",
    call: str = "none",
    preset: str = "japanese",
    **options: Any,
) -> Told:
    """A position: seat ``leader`` is to lead to trick ``number``; seats hold the cards given and no others.

    Seat 0 is the declarer at 13, or at ``bid``. ``call`` is what it called as friend.
    """
    bid = options.pop("bid", 13)
    buried = mask_of(options.pop("buried", "").split())
    rules: Options = resolve(GAME, preset, {"friend_by": ANY_FRIEND, "call_own_card": "allowed", **options}).options
    masks = tuple(mask_of(hand.split()) for hand in (*hands, *[""] * (5 - len(hands))))
    frame = Frame(rules, bid_table(rules.bid_names_trump, rules.min_bid, rules.nt_over_same_number), 0, masks, 0)
    before = Exchange(frame, None, "friend", 0, Bid(bid, trump), bid, trump, masks[0], buried)
    called = exchange.apply(before, f"friend {call}")
    assert isinstance(called, Play)
    allowed = play.leads(called.contract, masks[leader], number, play.NO_DIRECTION)
    return Told(called._replace(number=number, leader=leader, turn=leader, allowed=allowed))


def winner(told: Told) -> int:
    """Who won the last trick."""
    last = told.state.last.last if isinstance(told.state, Over) else told.state.last
    assert last is not None
    return int(last.winner)


def finished(taken: Sequence[int], **given: Any) -> Told:
    """A deal that is over, in which the seats have taken so many point cards in tricks.

    ``friend`` is the partner's seat or None; the other arguments are those of `trick`.
    """
    friend = given.pop("friend", 1)
    told = trick(10, **given)
    state: Play = told.state._replace(friend=-1 if friend is None else friend)
    left = [card for card in PACK_53 if card[0] in "AKQJT" and not mask_of([card]) & state.contract.buried]
    piles = []
    for count in [*taken, 0, 0, 0, 0][:5]:
        piles.append(mask_of(left[:count]))
        left = left[count:]
    return Told(Over(state.contract.frame, None, "played", state._replace(number=11, piles=tuple(piles)), -1))
