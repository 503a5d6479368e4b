"""How to pay a claim: with the cards that the hand needs least, those that others want least on top."""

from app.bots.auction.bidding import after, wanted
from app.bots.auction.sight import Sight
from app.rules.auction.claims import CLAIMS


def choose_lay(sight: Sight, claim: str) -> str:
    """The cards laid, from the bottom up."""
    _, cards = after(sight, CLAIMS[claim])
    below = sight.pile[: -len(cards)]
    return " ".join(("lay", *sorted(cards, key=lambda card: wanted(below, card), reverse=True)))
