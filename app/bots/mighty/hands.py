"""How many points a hand is likely to bring its side as declarer: the numbers behind bids and changes of trump.

A linear estimate. The weights were fitted to deals played by these bots themselves with every seat in turn as declarer
(`tests/bots/measure.py` repeats the measurement), so they say what the bots make of a hand, not what an expert would.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.bots.mighty.sight import JOKER, RANK, SUITS, Options, specials


class Strength(NamedTuple):
    """What the estimate looks at, for one choice of trump."""

    mighty: int
    joker: int
    length: int
    top_trumps: int
    """Ace, king and queen of trumps."""
    aces: int
    """Aces of plain suits (or the card below a Mighty that is one)."""
    kings: int
    """Kings of plain suits with at least one more card beside them, or with their ace."""
    shortness: int
    """2 for each plain suit without a card, 1 for each with one card; only where there are trumps."""


def strength(hand: Iterable[str], trump: str, options: Options) -> Strength:
    """The features of a hand (ten or thirteen cards) for a trump suit, or ``N``."""
    cards = set(hand)
    mighty, _ = specials(trump, options)
    plain: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for card in cards.difference((JOKER, mighty)):
        plain[card[1]].append(RANK[card])
    trumps = plain.pop(trump, [])
    aces = kings = shortness = 0
    for suit, ranks in plain.items():
        top = 11 if mighty == f"A{suit}" else 12
        aces += top in ranks
        kings += (top - 1) in ranks and len(ranks) > 1
        shortness += max(0, 2 - len(ranks)) if trump in SUITS else 0
    return Strength(
        mighty=int(mighty in cards),
        joker=int(JOKER in cards),
        length=len(trumps),
        top_trumps=sum(1 for rank in trumps if rank >= 10),
        aces=aces,
        kings=kings,
        shortness=shortness,
    )


class Weights(NamedTuple):
    """Points per unit of each feature, in the order of :class:`Strength`, and the points of a hand with none."""

    base: float
    per: tuple[float, ...]


SUIT = Weights(7.0, (1.5, 1.6, 0.97, 0.8, 0.8, 0.4, 0.1))
NO_TRUMP = Weights(9.5, (1.2, 1.5, 0.0, 0.0, 1.45, 0.7, 0.0))
BURIED_LOST = (-0.6, -1.5)
"""With a trump suit and without, where buried points do not count for the declarer."""


def expected_points(hand: Iterable[str], trump: str, options: Options) -> float:
    """Points (of 20) that the declarer's side will take with this hand before the kitty, friend included."""
    weights = SUIT if trump in SUITS else NO_TRUMP
    features = strength(hand, trump, options)
    total = weights.base + sum(weight * value for weight, value in zip(weights.per, features, strict=True))
    return total + (0.0 if options["buried_points"] == "declarer" else BURIED_LOST[trump not in SUITS])
