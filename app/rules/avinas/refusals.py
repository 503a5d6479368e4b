"""Every reason for which an action of Avinas can be refused with the facts its text may use, and why a play is."""

from __future__ import annotations

from app.rules.avinas.deck import BIT, CARD, SUIT_NAME, UPPERS
from app.rules.avinas.state import Opening, Play
from app.rules.base import IllegalAction
from app.rules.cards import SUITS

REFUSALS: dict[str, tuple[str, ...]] = {
    # any phase
    "malformed": (),
    "no_clock": (),
    "deal_over": (),
    "not_your_turn": ("seat",),
    "now_bidding": (),
    "now_knock": (),
    "now_knock_back": (),
    "now_play": (),
    "not_held": ("card",),
    # before the first trick
    "not_higher_number": ("number",),
    "bid_exact": ("number",),
    "bid_over_hand": ("number",),
    "bid_too_low": ("number",),
    "knock_without_seven": (),
    "knock_too_late": (),
    "opening_names_trump": ("card",),
    "opening_suit_is_trump": ("card",),
    "opening_face_up": (),
    "opening_matches_bid": ("number", "suit"),
    # play
    "trump_named_once": (),
    "lead_seven": ("card",),
    "lead_trump": (),
    "down_off": (),
    "down_by_leader_only": (),
    "down_with_trumps": (),
    "down_trick_two_only": (),
    "follow_trump": (),
    "follow_face_down": (),
    "follow_as_trump": (),
    "follow_suit_or_trump": ("suit",),
    "must_follow": ("suit",),
}

_VERBS = ("bid", "pass", "knock", "play")


def wrong_step(action: str, now: str) -> IllegalAction:
    """The reason for an action that is none of the phase's: another step is due, or the text is no action at all."""
    return IllegalAction(now if action.split(" ", 1)[0] in _VERBS else "malformed")


def why_not_open(state: Opening, action: str) -> IllegalAction:
    """Why the declarer may not open the play in this way."""
    words = action.split(" ")
    if words[0] == "knock":
        return IllegalAction("knock_without_seven" if len(words) == 1 else "malformed")
    if words[0] != "play":
        return wrong_step(action, "now_play")
    if not _is_play(words):
        return IllegalAction("malformed")
    card, way = words[1], words[2] if len(words) == 3 else ""
    if not BIT[card] & state.frame.hands[state.turn]:
        return IllegalAction("not_held", card=card)
    if way == "down":
        return IllegalAction("opening_face_up")
    if BIT[card] & UPPERS:
        if not way:
            return IllegalAction("opening_names_trump", card=card)
        return IllegalAction("opening_matches_bid", number=state.number, suit=way)
    if way:
        return IllegalAction("opening_suit_is_trump", card=card)
    return IllegalAction("opening_matches_bid", number=state.number, suit=card[1])


def why_not_play(state: Play, action: str) -> IllegalAction:
    """The most useful reason why the seat in turn may not do this; depends on its own hand and public facts only."""
    words = action.split(" ")
    if action == "knock":
        return IllegalAction("knock_too_late" if state.contract.bid is None else "knock_without_seven")
    if words[0] != "play":
        return wrong_step(action, "now_play")
    if not _is_play(words):
        return IllegalAction("malformed")
    card = words[1]
    if not BIT[card] & state.hands[state.turn]:
        return IllegalAction("not_held", card=card)
    if len(words) == 3:
        return _why_not_down(state) if words[2] == "down" else IllegalAction("trump_named_once")
    return _why_not_follow(state) if state.plays else _why_not_lead(state)


def _is_play(words: list[str]) -> bool:
    """Whether the words have the form of a play, for some card and some deal."""
    if len(words) == 2:
        return words[1] in BIT
    return len(words) == 3 and words[1] in BIT and (words[2] == "down" or words[2] in tuple(SUITS))


def _why_not_down(state: Play) -> IllegalAction:
    contract = state.contract
    if state.plays:
        return IllegalAction("down_by_leader_only")
    if not contract.hide_tricks:
        return IllegalAction("down_off")
    if state.hands[state.turn] & contract.trumps:
        return IllegalAction("down_with_trumps")
    return IllegalAction("down_trick_two_only")


def _why_not_lead(state: Play) -> IllegalAction:
    if state.number == 1:
        return IllegalAction("lead_seven", card=CARD[state.allowed])
    return IllegalAction("lead_trump")


def _why_not_follow(state: Play) -> IllegalAction:
    trumps = state.contract.trumps
    if state.asked == trumps:
        if state.down:
            return IllegalAction("follow_face_down")
        return IllegalAction("follow_as_trump" if state.suit else "follow_trump")
    suit = SUIT_NAME[state.suit]
    return IllegalAction("follow_suit_or_trump" if state.asked & trumps else "must_follow", suit=suit)
