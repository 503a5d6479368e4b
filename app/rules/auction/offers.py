"""What cards picked from a hand would bid."""

from __future__ import annotations

from app.rules.auction import auction
from app.rules.auction.claims import SINGLE, forms
from app.rules.auction.refusals import picked_wrongly, why_no_claim
from app.rules.auction.state import Auction, Over, State
from app.rules.base import IllegalAction, Offer, Seat
from app.rules.cards import JOKER


def offers(state: State, seat: Seat, cards: tuple[str, ...]) -> tuple[Offer, ...]:
    """All claims that exactly these cards make, weakest first, each with the rule that forbids it now.

    Forms that the table does not play with are left out. Raises `IllegalAction` for cards that bid nothing.
    """
    if not isinstance(state, Auction):
        raise IllegalAction("deal_over") if isinstance(state, Over) else IllegalAction("now_lay")
    rules, hand = state.frame.rules, state.hands[seat]
    wrong = picked_wrongly(hand, cards)
    if wrong is not None:
        raise wrong
    found = forms(cards, rules.ace_low)
    if not found:
        raise IllegalAction("no_combination", cards=list(cards))
    if JOKER in cards and found[0].kind != SINGLE and not rules.joker_sets:
        raise IllegalAction("joker_sets_off")
    allowed = auction.claims(state, seat)
    made = []
    for claim in found:
        action = f"bid {claim.text}"
        if claim.is_open and not rules.open_first:
            continue
        refusal = None if action in allowed else why_no_claim(state, seat, claim)
        made.append(Offer(action, None, {}) if refusal is None else Offer(action, refusal.rule, refusal.facts))
    return tuple(made)
