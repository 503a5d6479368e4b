"""When to declare the end: when the own hand is likely to be the best now, and the pile is worth it."""

from app.bots.auction.sight import Sight, known_cards
from app.bots.auction.worth import of_strength
from app.rules.auction.hands import best

SURE = 0.6
"""How likely the own hand must be the best."""


def wants_to_end(sight: Sight) -> bool:
    """Whether to end the deal now."""
    own = best(sight.hand, sight.ace_low).strength
    return chance(sight, own) >= SURE


def chance(sight: Sight, own: tuple[int, ...]) -> float:
    """How likely a hand of this strength is to be the best at this moment."""
    others = [cards for seat, cards in enumerate(known_cards(sight)) if seat != sight.seat]
    if any(best(cards, sight.ace_low).strength > own for cards in others):
        return 0.0
    return float(of_strength(own) ** (sight.players - 1))
