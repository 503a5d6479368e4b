"""What one seat can know of a deal of Auction: read from its views and from nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.rules.auction.claims import CLAIMS
from app.rules.ruleset import parse_ruleset

Options = Mapping[str, Any]


@lru_cache(maxsize=256)
def options_of(ruleset: str) -> Options:
    """The resolved options of a rule set's text form."""
    return parse_ruleset(ruleset).values


@dataclass(frozen=True)
class Sight:
    """Everything a seat knows."""

    seat: int
    players: int
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    """Bottom to top."""
    points: int
    stock: int
    auction: int
    standing: str | None
    leads: bool
    bonus: int
    ace_low: bool
    log: Sequence[Sequence[Any]]


def look(view: Mapping[str, Any]) -> Sight:
    """What the seat that owns the view can see."""
    public, private = view["public"], view["private"]
    standing = public["standing"]
    return Sight(
        seat=private["seat"],
        players=len(public["cards"]),
        hand=tuple(private["deal"]["hand"]),
        pile=tuple(public["pile"]),
        points=public["points"],
        stock=public["stock"],
        auction=public["auction"],
        standing=None if standing is None else standing["claim"],
        leads=standing is not None and standing["seat"] == private["seat"],
        bonus=public["stop"]["bonus"],
        ace_low=options_of(view["ruleset"])["ace_low_straight"] == "on",
        log=public["log"],
    )


def known_cards(sight: Sight) -> list[tuple[str, ...]]:
    """By seat, the cards that everybody has seen it take from the pile and that it has not laid since.

    The log tells every card laid and turned; only the very first card of the pile is not in it.
    """
    held = [Counter[str]() for _ in range(sight.players)]
    pile = [""]
    size = 0
    for seat, action, *turned in sight.log:
        verb, *words = action.split(" ")
        if verb == "bid":
            size = CLAIMS[action.removeprefix("bid ")].size
        elif verb == "lay":
            taken, pile = pile[-size:], pile[:-size]
            held[seat].subtract({card: 1 for card in set(words) if held[seat][card]})
            held[seat].update(card for card in taken if card)
            pile += words
        pile += turned
    return [tuple((+cards).elements()) for cards in held]
