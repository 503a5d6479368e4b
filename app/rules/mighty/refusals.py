"""Every reason for which an action of Mighty can be refused with the facts its text may use, and why a play is."""

from __future__ import annotations

from app.rules.base import IllegalAction
from app.rules.cards import SUITS
from app.rules.mighty.deck import (
    CALLS,
    CARD,
    JOKER_BIT,
    JOKER_LEADS,
    LEAD_CARD,
    LEAD_SUIT,
    PLAY_BIT,
    SUIT_NAME,
)
from app.rules.mighty.state import TRICKS, Play

REFUSALS: dict[str, tuple[str, ...]] = {
    # any phase
    "malformed": (),
    "no_clock": (),
    "deal_over": (),
    "not_your_turn": ("seat",),
    "passed_already": (),
    "now_bidding": (),
    "now_discard": (),
    "now_trump": (),
    "now_friend": (),
    "now_play": (),
    "now_direct": (),
    "not_held": ("card",),
    # bidding
    "bid_too_low": ("number",),
    "bid_too_high": ("number",),
    "bid_needs_trump": (),
    "bid_without_suit": (),
    "not_higher": ("number", "suit"),
    "not_higher_number": ("number",),
    "no_trump_not_higher": ("number",),
    "dealer_must_bid": ("number",),
    "misdeal_off": (),
    "misdeal_too_late": (),
    "misdeal_too_good": (),
    # the declarer's steps
    "discard_count": ("count",),
    "discard_twice": (),
    "discard_order": ("cards",),
    "must_name_trump": (),
    "trump_must_be_suit": (),
    "trump_unchanged": ("suit",),
    "trump_change_too_dear": ("number", "most"),
    "friend_not_by_card": (),
    "friend_not_first": (),
    "friend_not_none": (),
    "friend_own_card": ("card",),
    # play
    "name_suit": (),
    "suit_only_with_joker": (),
    "suit_only_by_leader": (),
    "call_automatic": (),
    "call_off": (),
    "call_by_leader_only": (),
    "call_first_trick": (),
    "call_wrong_card": ("card",),
    "joker_called": ("card",),
    "joker_called_mighty_may": ("card", "mighty"),
    "joker_first_trick": (),
    "joker_now": (),
    "must_follow": ("suit",),
    "must_follow_mighty": ("suit", "card"),
    "directed": ("suit",),
    "first_lead_joker": (),
    "first_lead_joker_trump": ("suit",),
    "first_lead_ripper": ("card",),
    "first_lead_trump": ("suit",),
}


_VERBS = {"bidding": ("bid", "pass", "misdeal"), "trump": ("trump", "keep")}
_ALL_VERBS = ("bid", "pass", "misdeal", "discard", "trump", "keep", "friend", "play", "direct")


def wrong_step(action: str, phase: str) -> IllegalAction:
    """The reason for an action that is none of the phase's: another step is due, or the text is no action at all."""
    verb = action.split(" ", 1)[0]
    known = verb in _ALL_VERBS and verb not in _VERBS.get(phase, (phase,))
    return IllegalAction(f"now_{phase}" if known else "malformed")


def why_not(state: Play, action: str) -> IllegalAction:
    """The most useful reason why the seat in turn may not do this; depends on its own hand and public facts only."""
    words = action.split(" ")
    if state.asking:
        return wrong_step(action, "direct")
    if words[0] != "play":
        return wrong_step(action, "play")
    bit = PLAY_BIT.get(action)
    if bit is None:
        return _why_not_a_play(state, words)
    card, hand = LEAD_CARD[bit], state.hands[state.turn]
    if not card & hand:
        return IllegalAction("not_held", card=CARD[card])
    if state.plays:
        return _why_not_follow(state, bit, card)
    if bit == JOKER_BIT:
        joker = _why_not_lead(state, JOKER_BIT, card) if not state.allowed & JOKER_LEADS else None
        return joker or IllegalAction("name_suit")
    if bit & CALLS and not _call_offered(state, card):
        return _why_no_call(state)
    return _why_not_lead(state, bit, card)


def _why_not_a_play(state: Play, words: list[str]) -> IllegalAction:
    """Reasons for texts that are no play of this game, but near one."""
    plain = PLAY_BIT.get(" ".join(words[:2]))
    if len(words) != 3 or plain is None or words[2] not in (*SUITS, "call"):
        return IllegalAction("malformed")
    if not plain & state.hands[state.turn]:
        return IllegalAction("not_held", card=words[1])
    return _why_no_call(state) if words[2] == "call" else IllegalAction("suit_only_with_joker")


def _call_offered(state: Play, card: int) -> bool:
    options = state.contract.frame.options
    return options.joker_call == "optional" and state.number > 1 and card == state.contract.ripper and not state.plays


def _why_no_call(state: Play) -> IllegalAction:
    call = state.contract.frame.options.joker_call
    if call != "optional":
        return IllegalAction("call_automatic" if call == "automatic" else "call_off")
    if state.plays:
        return IllegalAction("call_by_leader_only")
    if state.number == 1:
        return IllegalAction("call_first_trick")
    return IllegalAction("call_wrong_card", card=CARD[state.contract.ripper])


def _why_not_follow(state: Play, bit: int, card: int) -> IllegalAction:
    contract, hand = state.contract, state.hands[state.turn]
    options = contract.frame.options
    if bit & CALLS:
        return _why_no_call(state)
    if hand & JOKER_BIT and state.called and card != JOKER_BIT:
        ripper = CARD[contract.ripper]
        if card != contract.mighty and state.allowed & contract.mighty:
            return IllegalAction("joker_called_mighty_may", card=ripper, mighty=CARD[contract.mighty])
        return IllegalAction("joker_called", card=ripper)
    if bit & JOKER_LEADS and state.allowed & JOKER_BIT:
        return IllegalAction("suit_only_by_leader")
    if hand & JOKER_BIT and options.joker_edge_tricks == "forbidden":
        if state.number == TRICKS - 1:
            return IllegalAction("joker_now")
        if card == JOKER_BIT:
            return IllegalAction("joker_first_trick")
    own, suit = hand & state.suit, SUIT_NAME[state.suit]
    if own == contract.mighty:
        return IllegalAction("must_follow_mighty", suit=suit, card=CARD[own])
    return IllegalAction("must_follow", suit=suit)


def _why_not_lead(state: Play, bit: int, card: int) -> IllegalAction:
    contract = state.contract
    options = contract.frame.options
    if state.number > 1:
        must_joker = state.number == TRICKS - 1 and options.joker_edge_tricks == "forbidden"
        if must_joker and state.hands[state.turn] & JOKER_BIT and card != JOKER_BIT:
            return IllegalAction("joker_now")
        return IllegalAction("directed", suit=SUIT_NAME[state.direction])
    if card == JOKER_BIT:
        if options.first_lead == "trump_joker_ripper":
            return IllegalAction("first_lead_joker")
        if options.joker_edge_tricks == "forbidden":
            return IllegalAction("joker_first_trick")
        return IllegalAction("first_lead_joker_trump", suit=SUIT_NAME[LEAD_SUIT[bit]])
    if card == contract.ripper:
        return IllegalAction("first_lead_ripper", card=CARD[card])
    return IllegalAction("first_lead_trump", suit=contract.trump)
