"""When to declare the end: when the own hand is so likely to be the best now that more time can only spoil it."""

from math import exp

from app.bots.auction.sight import Sight, known_cards
from app.rules.auction.hands import FLUSH, FOUR, FULL_HOUSE, STRAIGHT, STRAIGHT_FLUSH, Strength, strength

_BEATS = {
    STRAIGHT: (0.3, 0.5, 0.1),
    FLUSH: (0.55, 0.45, 0.15),
    FULL_HOUSE: (0.95, 0.22, 0.2),
    FOUR: (1.02, 0.085, 0.16),
    STRAIGHT_FLUSH: (1.0, 0.03, 0.13),
}
"""How likely a hand is to be better than that of one other bot, by its type: at the deal, how fast that goes down with
every exchange that a player can have had, and what the rank makes of it. Counted in deals among bots."""

KEPT = 0.4
"""How much of its chance a hand keeps when play goes on; the rest is anybody's."""
GROWTH = 3
"""Points by which the pile grows meanwhile."""


def wants_to_end(sight: Sight) -> bool:
    """Whether to end the deal now: the bonus and the pile as it lies, against the chances if play goes on."""
    likely = chance(sight, strength(sight.hand, sight.ace_low))
    now = likely * sight.points + (2 * likely - 1) * sight.bonus
    later = (KEPT * likely + (1 - KEPT) / sight.players) * (sight.points + GROWTH)
    return now > later


def chance(sight: Sight, own: Strength) -> float:
    """How likely a hand of this strength is to be the best at this moment."""
    for seat, cards in enumerate(known_cards(sight)):
        if seat != sight.seat and cards and strength(cards, sight.ace_low) > own:
            return 0.0
    if own[0] not in _BEATS:
        return 0.0
    at_first, decline, rank = _BEATS[own[0]]
    one = at_first * exp(-decline * sight.auction / sight.players) + rank * ((own[1] - 2) / 12 - 0.5)
    return float(min(1.0, max(0.0, one)) ** (sight.players - 1))
