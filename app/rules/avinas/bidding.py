"""The deal, and what is said before the first trick: bids where no seven was turned up, knocks where one was."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.rules.avinas import play
from app.rules.avinas.deck import BIT, CARD, PACK_32, SEVENS, UPPERS, count, mask_of, most_trumps
from app.rules.avinas.options import Options
from app.rules.avinas.refusals import why_not_open, wrong_step
from app.rules.avinas.state import (
    HAND,
    SEATS,
    Bidding,
    Frame,
    Knocking,
    Log,
    Opening,
    Over,
    Play,
    Standing,
    partner,
    side,
)
from app.rules.base import IllegalAction, Seat, Setup
from app.rules.cards import SUITS
from app.rules.tricks import bits

_PACKET = 4
_PACK = mask_of(PACK_32)
_BID = re.compile(r"bid ([0-9]{1,3})", re.ASCII)
_NOBODY = -1


def pack(_options: Options, _players: int) -> tuple[str, ...]:
    """The 32 cards."""
    return PACK_32


def setup(_options: Options, players: int, dealer: Seat, shuffled: Sequence[str]) -> Setup:
    """Deal a shuffled pack in packets of four from the dealer's left, twice round (C4)."""
    if players != SEATS or len(shuffled) != len(PACK_32):
        raise ValueError("Avinas is for four players and 32 cards")
    hands = []
    for seat in range(SEATS):
        first = (seat - dealer - 1) % SEATS * _PACKET
        second = first + SEATS * _PACKET
        hands.append((*shuffled[first : first + _PACKET], *shuffled[second : second + _PACKET]))
    return Setup(dealer, tuple(hands), ())


def deal(options: Options, cards_dealt: Setup) -> Bidding | Knocking | Play:
    """The state after the deal. Raises ValueError for a setup that is not four eights of this pack."""
    dealer, hands, rest = cards_dealt
    if dealer not in range(SEATS):
        raise ValueError("the dealer is not at the table")
    if [len(hand) for hand in hands] != [HAND] * SEATS or rest:
        raise ValueError("four hands of eight cards and no more are needed")
    try:
        masks = tuple([mask_of(hand) for hand in hands])
    except KeyError as error:
        raise ValueError(f"{error} is not a card of this pack") from None
    if sum(masks) != _PACK:  # 32 bits add up to the mask of all 32 only when no two are alike
        raise ValueError("the cards are not one pack of 32")
    frame = _frame(options, dealer, masks, hands)
    if not frame.sevens:
        return Bidding(frame, None, (dealer + 1) % SEATS, None, spoken=0)
    return Knocking(frame, None, frame.declarer, _NOBODY) if options.knock else _begin(frame)


def _frame(options: Options, dealer: Seat, masks: tuple[int, ...], hands: Sequence[Sequence[str]]) -> Frame:
    """The turned-up cards and what they settle: of several sevens the one dealt last decides (fact 9)."""
    turned = tuple([(BIT[hand[3]], BIT[hand[7]]) for hand in hands])
    sevens, seven, declarer = 0, 0, _NOBODY
    for round_ in (0, 1):
        for step in range(1, SEATS + 1):
            seat = (dealer + step) % SEATS
            if turned[seat][round_] & SEVENS:
                sevens, seven, declarer = sevens + 1, turned[seat][round_], seat
    return Frame(options, dealer, masks, turned, sevens, seven, declarer, CARD[seven][1] if seven else "")


# ------------------------------------------------------------------------------------------ bids


def bids(state: Bidding) -> tuple[str, ...]:
    """What the seat in turn may say: the number of its trumps, if that is higher than what stands, or pass (C19)."""
    standing = state.standing.number if state.standing else 0
    most = most_trumps(state.frame.hands[state.turn])
    least = standing + 1 if state.frame.options.bid_number == "up_to_max" else max(most, standing + 1)
    return (*[f"bid {number}" for number in range(least, most + 1)], "pass")


def speak(state: Bidding, action: str) -> Bidding | Opening | Over:
    """The state after the seat in turn has bid or passed; all four are asked, each once (V5)."""
    seat, log = state.turn, (state.log, state.turn, action)
    if action not in bids(state):
        raise _why_no_bid(state, action)
    standing = state.standing if action == "pass" else Standing(seat, int(action[len("bid ") :]))
    after = state._replace(log=log, turn=(seat + 1) % SEATS, standing=standing, spoken=state.spoken + 1)
    if after.spoken < SEATS:
        return after
    if standing is None:
        return Over(state.frame, log, "all_passed", after)
    return Opening(state.frame, log, standing.seat, standing.number)


def _why_no_bid(state: Bidding, action: str) -> IllegalAction:
    found = _BID.fullmatch(action)
    if found is None:
        if action == "knock":
            return IllegalAction("knock_without_seven")
        return IllegalAction("malformed") if action[:3] == "bid" else wrong_step(action, "now_bidding")
    number, standing = int(found[1]), state.standing
    if found[1] != str(number):
        return IllegalAction("malformed")
    if standing is not None and number <= standing.number:
        return IllegalAction("not_higher_number", number=standing.number)
    most = most_trumps(state.frame.hands[state.turn])
    if state.frame.options.bid_number == "exact_max":
        return IllegalAction("bid_exact", number=most)
    return IllegalAction("bid_too_low", number=1) if number < 1 else IllegalAction("bid_over_hand", number=most)


# ------------------------------------------------------------------------------------------ the opening lead


def openings(state: Opening) -> tuple[str, ...]:
    """The declarer's first leads: any card, a queen or jack with the trump suit it names (fact 23, V6)."""
    hand = state.frame.hands[state.turn]
    suits = [suit for suit in SUITS if _may_be_trump(state, hand, suit)]
    leads = [f"play {CARD[bit]}" for bit in bits(hand & ~UPPERS) if CARD[bit][1] in suits]
    leads += [f"play {CARD[bit]} {suit}" for bit in bits(hand & UPPERS) for suit in suits]
    leads.sort()
    return tuple(leads)


def _may_be_trump(state: Opening, hand: int, suit: str) -> bool:
    """Whether a suit may be made trump: any, or one in which the hand has the number bid (V13)."""
    return not state.frame.options.lead_must_match_bid or count(hand, suit) >= state.number


def open_play(state: Opening, action: str) -> Play:
    """The state after the opening lead, whose suit or word is trump from then on."""
    if action not in openings(state):
        raise why_not_open(state, action)
    words = action.split(" ")
    suit = words[2] if len(words) == 3 else words[1][1]
    contract = play.contract(state.frame, state.turn, suit, state.number)
    return play.opened(contract, state.log, BIT[words[1]], action)


# ------------------------------------------------------------------------------------------ knocks

KNOCKS = ("knock", "pass")


def answer(state: Knocking, action: str) -> Knocking | Play:
    """The state after the seat in turn has knocked or passed (C15, V9)."""
    seat = state.turn
    if action not in KNOCKS:
        raise wrong_step(action, "now_knock" if state.by < 0 else "now_knock_back")
    frame, log = state.frame, (state.log, seat, action)
    left = (frame.declarer + 1) % SEATS
    if action == "pass":
        first_asked = frame.declarer if state.by < 0 else left
        if seat == first_asked:
            return state._replace(log=log, turn=partner(seat))
        return _begin(frame, log, state.by)
    if state.by >= 0:
        return _begin(frame, log, state.by, seat)
    if frame.options.knock_back:
        return Knocking(frame, log, left, seat)
    return _begin(frame, log, seat)


def _begin(frame: Frame, log: Log = None, by: int = _NOBODY, back: int = _NOBODY) -> Play:
    """The state before the declarer leads the seven of trumps."""
    assert back < 0 or side(back) != side(by), "only the other side knocks back"
    return play.begin(play.contract(frame, frame.declarer, frame.trump, None, by, back), log)
