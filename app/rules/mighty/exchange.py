"""The declarer's steps between the auction and the first lead: discard, trump, calling a friend."""

from __future__ import annotations

from functools import lru_cache

from app.rules.base import Choose, IllegalAction
from app.rules.cards import HIDDEN, NO_TRUMP, PACK_53, SUITS, is_card
from app.rules.mighty import play
from app.rules.mighty.deck import BIT, SUIT_MASK, cards, mask_of, strengths
from app.rules.mighty.options import MAX_BID, Options
from app.rules.mighty.refusals import wrong_step
from app.rules.mighty.state import SEATS, Contract, Exchange, Play

DISCARDS = 3
_SHOWN = " ".join(("discard", *[HIDDEN] * DISCARDS))
_FRIENDS = tuple(sorted(f"friend {card}" for card in PACK_53))
_CALLED = {f"friend {card}": card for card in PACK_53}
_WAYS = {"first_trick": "friend first", "none": "friend none"}
_NOT_BY = {"card": "friend_not_by_card", "first_trick": "friend_not_first", "none": "friend_not_none"}


def legal(state: Exchange) -> tuple[str, ...] | Choose:
    """What the declarer may do in this step."""
    if state.phase == "discard":
        return Choose("discard", DISCARDS, tuple(cards(state.hand)))
    if state.phase == "friend":
        return _friends(state)
    if state.bid.suit is None:
        return tuple(f"trump {suit}" for suit in sorted(SUITS))
    return ("keep", *(f"trump {suit}" for suit in changes(state)))


def _friends(state: Exchange) -> tuple[str, ...]:
    options = state.frame.options
    ways = options.friend_by
    named: tuple[str, ...] = ()
    if "card" in ways:
        known = state.hand | state.buried if options.call_own_card == "forbidden" else 0
        named = tuple(text for text in _FRIENDS if not BIT[_CALLED[text]] & known)
    return (*named, *(text for way, text in _WAYS.items() if way in ways))


def changes(state: Exchange) -> tuple[str, ...]:
    """The strains the trump may be changed to, in plain string order (A7): none where the bid did not name one."""
    if not state.frame.options.trump_change or not state.frame.options.bid_names_trump:
        return ()
    return tuple(suit for suit in "CDHNS" if suit != state.trump and state.number + price(state, suit) <= MAX_BID)


def price(state: Exchange, suit: str) -> int:
    """What a change of trump adds to the bid."""
    options = state.frame.options
    return options.to_nt_cost if suit == NO_TRUMP else options.trump_change_cost


def apply(state: Exchange, action: str) -> Exchange | Play:
    """The state after the declarer's step."""
    verb = action.split(" ", 1)[0]
    if action == "keep" and state.phase == "trump":
        if state.bid.suit is None:
            raise IllegalAction("must_name_trump")
        return _step(state, action, phase="friend")
    if verb != state.phase:
        raise wrong_step(action, state.phase)
    if verb == "discard":
        return _discard(state, action)
    return _trump(state, action) if verb == "trump" else _friend(state, action)


def _step(state: Exchange, shown: str, **changed: object) -> Exchange:
    return state._replace(log=(state.log, state.declarer, shown), **changed)  # type: ignore[arg-type]


def _discard(state: Exchange, action: str) -> Exchange:
    names = action.split(" ")[1:]
    for name in names:
        if not is_card(name):
            raise IllegalAction("malformed")
    if len(names) != DISCARDS:
        raise IllegalAction("discard_count", count=DISCARDS)
    for name in names:
        if not BIT[name] & state.hand:
            raise IllegalAction("not_held", card=name)
    if len(set(names)) != DISCARDS:
        raise IllegalAction("discard_twice")
    buried = mask_of(names)
    if cards(buried) != names:
        raise IllegalAction("discard_order", cards=cards(buried))
    after = _step(state, _SHOWN, hand=state.hand & ~buried, buried=buried, phase="trump")
    return after if changes(after) else after._replace(phase="friend")


def _trump(state: Exchange, action: str) -> Exchange:
    suit = action[len("trump ") :]
    if suit not in ("S", "H", "D", "C", "N"):
        raise IllegalAction("malformed")
    if state.bid.suit is None:
        if suit == NO_TRUMP:
            raise IllegalAction("trump_must_be_suit")
        return _step(state, action, trump=suit, phase="discard")
    if suit == state.trump:
        raise IllegalAction("trump_unchanged", suit=suit)
    number = state.number + price(state, suit)
    if number > MAX_BID:
        raise IllegalAction("trump_change_too_dear", number=number, most=MAX_BID)
    return _step(state, action, trump=suit, number=number, phase="friend")


def _friend(state: Exchange, action: str) -> Play:
    options = state.frame.options
    called = action[len("friend ") :]
    if called == "first":
        way = "first_trick"
    elif called == "none":
        way = "none"
    elif is_card(called):
        way = "card"
    else:
        raise IllegalAction("malformed")
    if way not in options.friend_by:
        raise IllegalAction(_NOT_BY[way])
    if way == "card" and options.call_own_card == "forbidden" and BIT[called] & (state.hand | state.buried):
        raise IllegalAction("friend_own_card", card=called)
    return _begin(state, action, called)


def _begin(state: Exchange, action: str, called: str) -> Play:
    assert state.trump is not None, "the trump is named before the friend"
    frame, declarer = state.frame, state.declarer
    options = frame.options
    mighty, ripper = specials(options, state.trump)
    strong, weak = _strengths(state.trump, mighty)
    bit = BIT.get(called, 0)
    directs = options.direct_partner_at_20nt and state.number == MAX_BID and state.trump == NO_TRUMP
    contract = Contract(
        frame,
        declarer,
        state.bid,
        state.number,
        state.trump,
        state.buried,
        called,
        bit,
        BIT[mighty],
        BIT[ripper],
        strong,
        weak,
        directs,
    )
    hands = tuple(state.hand if seat == declarer else hand for seat, hand in enumerate(frame.hands))
    friend = next((seat for seat in range(SEATS) if seat != declarer and hands[seat] & bit), -1)
    return play.begin(contract, (state.log, declarer, action), hands, friend)


def specials(options: Options, trump: str) -> tuple[str, str]:
    """The Mighty and the ripper under a trump."""
    mighty = options.mighty_when_spades_trump if trump == "S" else "AS"
    return mighty, options.ripper_when_clubs_trump if trump == "C" else "3C"


@lru_cache(maxsize=32)
def _strengths(trump: str, mighty: str) -> tuple[dict[int, dict[int, int]], dict[int, dict[int, int]]]:
    """Strengths by led suit, with a joker that beats all but the Mighty and with one that wins nothing."""
    strong = {SUIT_MASK[suit]: strengths(trump, suit, BIT[mighty], 50) for suit in SUITS}
    return strong, {SUIT_MASK[suit]: strengths(trump, suit, BIT[mighty], -1) for suit in SUITS}
