"""The deal and the auction: bids, passes, misdeal claims."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.rules.base import IllegalAction, Seat, Setup
from app.rules.cards import NO_TRUMP, PACK_53
from app.rules.mighty.deck import BIT, JOKER_BIT, SUIT_MASK, cards, mask_of
from app.rules.mighty.options import MAX_BID, Bid, Options, bid_table
from app.rules.mighty.refusals import wrong_step
from app.rules.mighty.state import SEATS, Bidding, Exchange, Frame, Over, Standing

HAND = 10
_BID = re.compile(r"bid ([0-9]{1,3})(?: ([SHDCN]))?", re.ASCII)
_ALL = (1 << SEATS) - 1
_HIGHEST = Bid(MAX_BID, NO_TRUMP)
_PACK = mask_of(PACK_53)

_HALVES = {bit: {"A": 2, "K": 2, "Q": 2, "J": 2, "T": 1}.get(card[0], 0) for card, bit in BIT.items() if card != "JK"}
_HALVES[BIT["AS"]] = 0
_HALVES[JOKER_BIT] = -2


def pack(_options: Options, _players: int) -> tuple[str, ...]:
    """The 53 cards."""
    return PACK_53


def setup(_options: Options, players: int, dealer: Seat, shuffled: Sequence[str]) -> Setup:
    """Deal a shuffled pack one card at a time from the dealer's left; the last three cards are the kitty."""
    if players != SEATS or len(shuffled) != len(PACK_53):
        raise ValueError("Mighty is for five players and 53 cards")
    dealt = HAND * SEATS
    hands = tuple(tuple(shuffled[(seat - dealer - 1) % SEATS : dealt : SEATS]) for seat in range(SEATS))
    return Setup(dealer, hands, tuple(shuffled[dealt:]))


def deal(options: Options, cards_dealt: Setup) -> Bidding:
    """The state before the first bid. Raises ValueError for a setup that is not five tens and three of this pack."""
    dealer, hands, rest = cards_dealt
    if dealer not in range(SEATS):
        raise ValueError("the dealer is not at the table")
    if [len(hand) for hand in hands] != [HAND] * SEATS or len(rest) != len(PACK_53) - HAND * SEATS:
        raise ValueError("five hands of ten cards and three more are needed")
    try:
        masks, kitty = tuple([mask_of(hand) for hand in hands]), mask_of(rest)
    except KeyError as error:
        raise ValueError(f"{error} is not a card of this pack") from None
    if sum(masks) + kitty != _PACK:  # 53 bits add up to the mask of all 53 only when no two are alike
        raise ValueError("the cards are not one pack of 53")
    bids = bid_table(options.bid_names_trump, options.min_bid, options.nt_over_same_number)
    frame = Frame(options, bids, dealer, masks, kitty)
    return Bidding(frame, None, first_bidder(frame), None, passed=0, spoken=0, round=1)


def first_bidder(frame: Frame) -> Seat:
    """Who opens the auction."""
    return frame.dealer if frame.options.first_bidder == "dealer" else (frame.dealer + 1) % SEATS


def legal(state: Bidding) -> tuple[str, ...]:
    """What the seat in turn may say."""
    standing = state.standing
    bids = state.frame.bids.over[standing.bid if standing else None]
    if may_claim_misdeal(state, state.turn):
        bids = (*bids, "misdeal")
    return bids if must_bid(state) else (*bids, "pass")


def must_bid(state: Bidding) -> bool:
    """Whether the seat in turn is the dealer with whom the passing ends (B3, M9)."""
    turn = state.turn
    return (
        state.frame.options.all_pass == "dealer_must_bid"
        and state.standing is None
        and turn == state.frame.dealer
        and state.passed | 1 << turn == _ALL
    )


def worth(hand: int) -> int:
    """A hand's worth for a misdeal claim, in halves (R4)."""
    return sum(halves for bit, halves in _HALVES.items() if hand & bit)


def may_claim_misdeal(state: Bidding, seat: Seat) -> bool:
    """Whether a seat may call a misdeal when its turn comes: a poor hand, nothing said yet in this deal."""
    claim = state.frame.options.misdeal_claim
    if claim == "off" or state.spoken >> seat & 1:
        return False
    return worth(state.frame.hands[seat]) <= (1 if claim == "le_half" else 0)


def apply(state: Bidding, action: str) -> Bidding | Exchange | Over:
    """The state after the seat in turn has spoken."""
    seat, log = state.turn, (state.log, state.turn, action)
    if action == "pass":
        if must_bid(state):
            raise IllegalAction("dealer_must_bid", number=state.frame.options.min_bid)
        return _passed(state._replace(log=log, passed=state.passed | 1 << seat, spoken=state.spoken | 1 << seat))
    if action == "misdeal":
        return _misdeal(state)
    standing = state.standing
    bid = state.frame.bids.bids.get(action)
    if bid is None or action not in state.frame.bids.over[standing.bid if standing else None]:
        raise _why_no_bid(state, action)
    return _next(state._replace(log=log, standing=Standing(seat, bid), spoken=state.spoken | 1 << seat))


def _passed(state: Bidding) -> Bidding | Exchange | Over:
    if state.passed != _ALL:
        return _next(state)
    options = state.frame.options
    if options.all_pass == "dealer_must_bid":
        dealer = state.frame.dealer  # he spoke before the others and is asked once more (M9)
        return state._replace(turn=dealer, passed=_ALL & ~(1 << dealer))
    if options.all_pass == "second_round_then_redeal" and state.round == 1:
        return state._replace(turn=first_bidder(state.frame), passed=0, round=2)
    return Over(state.frame, state.log, "all_passed", state, -1)


def _next(state: Bidding) -> Bidding | Exchange:
    standing = state.standing
    if standing is not None and (standing.bid == _HIGHEST or state.passed | 1 << standing.seat == _ALL):
        return _won(state, standing)
    turn = (state.turn + 1) % SEATS
    while state.passed >> turn & 1:
        turn = (turn + 1) % SEATS
    return state._replace(turn=turn)


def _won(state: Bidding, standing: Standing) -> Exchange:
    frame, (seat, bid) = state.frame, standing
    phase = "trump" if bid.suit is None else "discard"
    hand = frame.hands[seat] | frame.kitty
    return Exchange(frame, state.log, phase, seat, bid, bid.number, bid.suit, hand, buried=0)


def _misdeal(state: Bidding) -> Over:
    seat = state.turn
    if state.frame.options.misdeal_claim == "off":
        raise IllegalAction("misdeal_off")
    if state.spoken >> seat & 1:
        raise IllegalAction("misdeal_too_late")
    if not may_claim_misdeal(state, seat):
        raise IllegalAction("misdeal_too_good")
    shown = " ".join(("misdeal", *cards(state.frame.hands[seat])))
    return Over(state.frame, (state.log, seat, shown), "misdeal", state, seat)


def _why_no_bid(state: Bidding, action: str) -> IllegalAction:
    found = _BID.fullmatch(action)
    if found is None:
        return wrong_step(action, "bidding")
    options, standing = state.frame.options, state.standing
    number, suit = int(found[1]), found[2]
    if found[1] != str(number):
        return IllegalAction("malformed")
    if number > MAX_BID:
        return IllegalAction("bid_too_high", number=MAX_BID)
    if number < options.min_bid:
        return IllegalAction("bid_too_low", number=options.min_bid)
    if options.bid_names_trump and suit is None:
        return IllegalAction("bid_needs_trump")
    if not options.bid_names_trump and suit in SUIT_MASK:
        return IllegalAction("bid_without_suit")
    assert standing is not None, "only a standing bid can be too high to bid over"
    return _not_higher(options, standing.bid, suit)


def _not_higher(options: Options, standing: Bid, suit: str | None) -> IllegalAction:
    if suit == "N" != standing.suit and not options.nt_over_same_number:
        return IllegalAction("no_trump_not_higher", number=standing.number)
    if standing.suit is None:
        return IllegalAction("not_higher_number", number=standing.number)
    return IllegalAction("not_higher", number=standing.number, suit=standing.suit)
