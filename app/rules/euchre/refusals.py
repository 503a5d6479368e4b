"""Every reason for which an action of Euchre can be refused with the facts its text may use, and why a play is."""

from __future__ import annotations

from app.rules.base import IllegalAction, Seat
from app.rules.euchre.deck import CARD, PLAY_BIT
from app.rules.euchre.state import Play

REFUSALS: dict[str, tuple[str, ...]] = {
    # any phase
    "malformed": (),
    "no_clock": (),
    "deal_over": (),
    "not_your_turn": ("seat",),
    "not_held": ("card",),
    "now_order": (),
    "now_make": (),
    "now_swap": (),
    "now_call": (),
    "now_play": (),
    # making trump
    "turned_down": ("suit",),
    "no_trump_off": (),
    "dealer_must_make": (),
    # the exchange
    "must_take_upcard": ("card",),
    "swap_upcard": ("card",),
    # the call
    "alone_off": (),
    "partner_own_card": ("card",),
    "partner_out_of_play": ("card",),
    "partner_not_in_pack": ("card",),
    "partner_only_ace": ("card",),
    "partner_trump": ("card",),
    # play
    "must_follow": ("suit",),
    "must_follow_left": ("card",),
    "left_is_trump": ("card", "suit"),
}

_STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "order": ("now_order", ("order", "pass")),
    "trump": ("now_make", ("trump", "pass")),
    "swap": ("now_swap", ("swap", "keep")),
    "call": ("now_call", ("call", "alone")),
    "play": ("now_play", ("play",)),
}
_VERBS = {verb for _, verbs in _STEPS.values() for verb in verbs}


def wrong_step(action: str, phase: str) -> IllegalAction:
    """The reason for an action that is none of the phase's: another step is due, or the text is no action at all."""
    verb = action.split(" ", 1)[0]
    rule, verbs = _STEPS[phase]
    return IllegalAction(rule if verb in _VERBS and verb not in verbs else "malformed")


def why_not(state: Play, seat: Seat | None, action: str) -> IllegalAction:
    """The most useful reason why a seat may not play this; depends on its own hand and public facts only."""
    if seat != state.turn:
        return IllegalAction("no_clock") if seat is None else IllegalAction("not_your_turn", seat=state.turn)
    card = PLAY_BIT.get(action, 0)
    if not card:
        return wrong_step(action, "play")
    hand, order, suit = state.hands[seat], state.contract.order, state.suit
    if not card & hand:
        return IllegalAction("not_held", card=CARD[card])
    if card == order.left and CARD[card][1] == order.name[suit]:
        return IllegalAction("left_is_trump", card=CARD[card], suit=order.name[suit])
    if hand & suit == order.left:
        return IllegalAction("must_follow_left", card=CARD[order.left])
    return IllegalAction("must_follow", suit=order.name[suit])
