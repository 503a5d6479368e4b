"""Every reason for which an action of Auction can be refused with the facts its text may use, and which one it is.

They depend on the hand of the seat that asks and on what everybody sees. Facts whose names begin with ``claim`` are
claims in notation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.rules.auction.claims import SINGLE, Claim
from app.rules.auction.state import Auction
from app.rules.base import IllegalAction, Seat
from app.rules.cards import JOKER, is_card

REFUSALS: dict[str, tuple[str, ...]] = {
    # any phase
    "malformed": (),
    "clock_waits": (),
    "deal_over": (),
    "not_your_turn": ("seat",),
    "clock_closes": (),
    "now_auction": (),
    "now_lay": (),
    # passing and ending
    "pass_leading": (),
    "pass_again": (),
    "stop_off": (),
    "stop_pile": ("least", "pile"),
    "stop_bid_stands": (),
    "stop_while_laying": ("seat",),
    # claims
    "claim_not_held": ("claim",),
    "claim_weaker": ("claim", "claim_standing"),
    "claim_equal": ("claim",),
    "claim_own": ("claim",),
    "claim_name_suit": ("claim",),
    "claim_name_ranks": ("claim",),
    "claim_open_first": ("claim", "claim_first"),
    "claim_full_only": ("claim",),
    "raise_own_off": (),
    "joker_sets_off": (),
    "ace_low_off": (),
    # cards picked or laid
    "not_held": ("card",),
    "no_combination": ("cards",),
    "identical_cards": ("card",),
    "joker_mixed": (),
    "lay_count": ("count", "claim"),
    "lay_other": ("cards", "claim"),
}

_VERBS = {"bid": "auction", "pass": "auction", "stop": "auction", "lay": "lay"}


def wrong_step(action: str, phase: str) -> IllegalAction:
    """The reason for an action that is none of the phase's: another step is due, or the text is no action at all."""
    verb = action.split(" ", 1)[0]
    if action == "close":
        return IllegalAction("clock_closes")
    return IllegalAction(f"now_{phase}" if _VERBS.get(verb, phase) != phase else "malformed")


def why_no_pass(state: Auction, seat: Seat) -> IllegalAction:
    """The leader need not pass, and nobody twice (X2)."""
    return IllegalAction("pass_leading" if seat == state.leader else "pass_again")


def why_no_stop(state: Auction) -> IllegalAction:
    """Why nobody may end the deal now."""
    options = state.frame.options
    if not options.end_declaration_min:
        return IllegalAction("stop_off")
    if len(state.pile) < options.end_declaration_min:
        return IllegalAction("stop_pile", least=options.end_declaration_min, pile=len(state.pile))
    return IllegalAction("stop_bid_stands")


def why_no_claim(state: Auction, seat: Seat, claim: Claim) -> IllegalAction:
    """The most useful reason why a claim may not be made: first what the rules say of it, then the hand."""
    options, standing = state.frame.options, state.standing
    if seat == state.leader and not options.raise_own:
        return IllegalAction("raise_own_off")
    if claim.of_jokers and claim.kind != SINGLE and not options.joker_sets:
        return IllegalAction("joker_sets_off")
    if options.bid_mode == "full_only" and claim.is_open:
        return IllegalAction("claim_full_only", claim=claim.text)
    return (
        (None if standing is None else _not_stronger(state, seat, claim, standing))
        or _not_opened(state, claim)
        or _not_held(state, claim)
    )


def _not_stronger(state: Auction, seat: Seat, claim: Claim, standing: Claim) -> IllegalAction | None:
    if claim.strength > standing.strength:
        return None
    if claim.is_open and claim.opens == standing.opens:
        return IllegalAction("claim_name_suit" if claim.kind == SINGLE else "claim_name_ranks", claim=claim.text)
    if claim.strength < standing.strength:
        return IllegalAction("claim_weaker", claim=claim.text, claim_standing=standing.text)
    if seat == state.leader:
        return IllegalAction("claim_own", claim=claim.text)
    may_repeat = seat == state.first and state.frame.options.first_namer_privilege and claim.is_full
    return None if may_repeat else IllegalAction("claim_equal", claim=claim.text)


def _not_opened(state: Auction, claim: Claim) -> IllegalAction | None:
    """A full claim of a rank or type that nobody has claimed yet (X1)."""
    opened = state.standing is not None and state.standing.opens == claim.opens
    if state.frame.rules.open_first and claim.is_full and not opened:
        first = " ".join(claim.text.split(" ")[: 2 if claim.kind == SINGLE else 1])
        return IllegalAction("claim_open_first", claim=claim.text, claim_first=first)
    return None


def _not_held(state: Auction, claim: Claim) -> IllegalAction:
    if claim.text in ("straight 5", "straight-flush 5") and not state.frame.options.ace_low_straight:
        return IllegalAction("ace_low_off")
    return IllegalAction("claim_not_held", claim=claim.text)


def why_not_paid(claim: Claim, hand: Sequence[str], cards: Sequence[str]) -> IllegalAction:
    """Why cards do not pay a claim."""
    wrong = picked_wrongly(hand, cards)
    if wrong is not None and wrong.rule in ("malformed", "not_held"):
        return wrong
    if len(cards) != claim.size:
        return IllegalAction("lay_count", count=claim.size, claim=claim.text)
    return wrong or IllegalAction("lay_other", cards=list(cards), claim=claim.text)


def picked_wrongly(hand: Sequence[str], cards: Sequence[str]) -> IllegalAction | None:
    """Why cards can bid or pay nothing: no cards at all, not held, two alike, a joker among others."""
    if not cards or not all(map(is_card, cards)):
        return IllegalAction("malformed")
    for card in Counter(cards) - Counter(hand):
        return IllegalAction("not_held", card=card)
    if JOKER in cards:
        return IllegalAction("joker_mixed") if any(card != JOKER for card in cards) else None
    twice = next((card for card in cards if cards.count(card) > 1), None)
    return None if twice is None else IllegalAction("identical_cards", card=twice)
