"""Decisions before the first trick: making trump, the dealer's exchange, the call of a partner.

A hand is weighed by the tricks it is likely to win itself. The weights are judgement; the limits were set so that bots
score well against their own kind and round two still comes about (`tests/bots/measure_euchre.py` measures how they do).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.bots.euchre.sight import Options, options_of
from app.rules.cards import NO_TRUMP, SUITS
from app.rules.euchre.deck import in_order, ranks

BY_PLACE = (1.0, 0.92, 0.8, 0.65, 0.5)
"""Tricks a trump is good for, from the right bower down; lower ones count as the last."""
ENOUGH = 1.8
"""Tricks of one's own with which to make trump; the partner brings about one more."""
DEALERS_GAIN = 0.2
"""What an order gives the dealer, most likely an enemy, in tricks."""
ALONE = 3.8
"""Tricks of one's own with which nobody else is needed."""


def trumps_of(trump: str) -> tuple[str, ...]:
    """All trumps under a suit, the strongest first; none at no trump."""
    order = ranks(trump)
    return tuple(in_order(order.trumps, order))


def tricks(hand: Sequence[str], trump: str) -> float:
    """Tricks that a hand is likely to win by itself."""
    trumps = trumps_of(trump)
    held = [trumps.index(card) for card in hand if card in trumps]
    total = sum(BY_PLACE[min(place, len(BY_PLACE) - 1)] for place in held)
    total += 0.3 * max(0, len(held) - 3)
    for suit in SUITS:
        plain = [card[0] for card in hand if card[1] == suit and card not in trumps]
        if suit == trump:
            continue
        if "A" in plain:
            total += 0.55 if trumps else 0.9
            total += 0.25 if "K" in plain else 0.0
        elif "K" in plain and len(plain) > 1:
            total += 0.15 if trumps else 0.4
        elif not plain and len(held) > 1:
            total += 0.15
    return total


def swapped(hand: Sequence[str], upcard: str, trump: str) -> tuple[float, str]:
    """The best hand that taking the upcard makes: its tricks, and the card given up for it."""
    trumps = trumps_of(trump)

    def value(given: str) -> tuple[float, bool, str]:
        kept = [*(card for card in hand if card != given), upcard]
        return tricks(kept, trump), given not in trumps, given

    total, _, given = max(value(card) for card in hand)
    return total, given


def choose_making(view: Mapping[str, Any]) -> str:
    """Makes trump with a hand that is good for it; a dealer who must name one names the best."""
    public, private = view["public"], view["private"]
    hand, legal = private["deal"]["hand"], private["legal"]
    if public["phase"] == "order":
        upcard, dealer = public["upcard"], private["seat"] == public["dealer"]
        trump = upcard[1]
        own = swapped(hand, upcard, trump)[0] if dealer else tricks(hand, trump) - DEALERS_GAIN
        return "order" if own >= ENOUGH else "pass"
    offers = [action for action in legal if action != "pass"]
    best = max(offers, key=lambda action: tricks(hand, action.split(" ")[1]))
    good = tricks(hand, best.split(" ")[1]) >= ENOUGH
    return str(best) if good or "pass" not in legal else "pass"


def choose_swap(view: Mapping[str, Any]) -> str:
    """Takes the upcard for the card that is missed least, unless the hand is better as it is."""
    public, private = view["public"], view["private"]
    hand, trump = private["deal"]["hand"], public["trump"]
    total, given = swapped(hand, public["upcard"], trump)
    return "keep" if "keep" in private["legal"] and tricks(hand, trump) > total else f"swap {given}"


def choose_call(view: Mapping[str, Any]) -> str:
    """Calls the strongest card that is missing; plays alone only with a hand that needs nobody."""
    public, private = view["public"], view["private"]
    hand, legal, trump = private["deal"]["hand"], private["legal"], public["trump"]
    options = options_of(view["ruleset"])
    if "alone" in legal and tricks(hand, trump) >= ALONE - _reward(options):
        return "alone"
    dealer = public["dealer"] if public["exchanged"] and private["seat"] != public["dealer"] else None
    for card in wanted(hand, trump, public["upcard"] if dealer is not None else None):
        if f"call {card}" in legal:
            return f"call {card}"
    return str(legal[0])


def _reward(options: Options) -> float:
    """Where five tricks alone are worth more, a little less will do."""
    return 0.15 * (int(options["alone_march"]) - 2) / 2


def wanted(hand: Sequence[str], trump: str, taken: str | None) -> list[str]:
    """Cards of others, the one whose holder helps most first.

    High trumps first, then aces of plain suits, shortest suit of the own hand first, then the rest. ``taken`` is the
    upcard in the dealer's hand: it cannot be out of play, which makes up for one place in the order of trumps.
    """
    trumps = [card for card in trumps_of(trump) if card not in hand]
    if taken in trumps and 0 < trumps.index(taken) <= 1:
        trumps.remove(taken)
        trumps.insert(0, taken)
    high, low = trumps[:2], trumps[2:]
    length = {suit: sum(1 for card in hand if card[1] == suit) for suit in SUITS}
    plain = sorted((suit for suit in SUITS if suit != trump or trump == NO_TRUMP), key=lambda suit: -length[suit])
    sides = [f"{rank}{suit}" for rank in "AKQJT987" for suit in plain]
    aces, others = [card for card in sides if card[0] == "A"], [card for card in sides if card[0] != "A"]
    return [card for card in dict.fromkeys([*high, *aces, *low, *others]) if card not in hand]
