"""Bots: ``choose(game, view, rng)`` picks an action from the views of one seat. A bot never sees a state.

A bot knows exactly what a person in its seat would: the public view, its own private view and the rule set.
How long it waits before acting is drawn elsewhere, so that hidden cards cannot shift it.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from app.bots import auction, avinas, euchre, mighty

View = Mapping[str, Any]

BOTS: Mapping[str, Callable[[View, Random], str]] = {
    "mighty": mighty.choose,
    "avinas": avinas.choose,
    "euchre": euchre.choose,
    "auction": auction.choose,
}


def choose(game_name: str, view: View, rng: Random) -> str:
    """The action that the bot of a game takes.

    ``view`` is ``{"public": <public view>, "private": {"seat", "legal", "choose", "deal": <private view>},
    "ruleset": "mighty/japanese@1?…"}``: what the seat's owner is sent. ``rng`` decides between equally good actions.
    Returns one of the legal actions, or an empty text where everybody may act at once and the bot wants nothing; raises
    ``KeyError`` for a game without a bot and ``ValueError`` for a seat that has nothing to decide.
    """
    return BOTS[game_name](view, rng)
