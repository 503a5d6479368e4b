"""How to pay a claim: with the cards that the hand needs least, those others want least on top."""

from app.bots.auction.bidding import after
from app.bots.auction.sight import Sight
from app.rules.auction.claims import CLAIMS
from app.rules.auction.hands import RANK
from app.rules.cards import JOKER


def choose_lay(sight: Sight, claim: str) -> str:
    """The cards laid, from the bottom up."""
    _, cards = after(sight, CLAIMS[claim])
    return " ".join(("lay", *sorted(cards, key=lambda card: _wanted(sight, card), reverse=True)))


def _wanted(sight: Sight, card: str) -> tuple[int, int]:
    """How much others may want a card: beside its like in the pile, and the higher the more. Nobody wants a joker."""
    if card == JOKER:
        return (-1, 0)
    near = sight.pile[-4:]
    return (sum(other[0] == card[0] or other[1] == card[1] for other in near), RANK[card[0]])
