"""A bot for Euchre that plays sensibly without searching: one module per kind of decision, all from views only."""

from collections.abc import Mapping
from random import Random
from typing import Any

from app.bots.euchre.making import choose_call, choose_making, choose_swap
from app.bots.euchre.play import choose_play
from app.bots.euchre.sight import look


def choose(view: Mapping[str, Any], rng: Random) -> str:
    """One of the legal actions of the seat that owns the view. ``ValueError`` when it has nothing to decide."""
    legal = view["private"]["legal"]
    if not legal:
        raise ValueError("nothing to decide")
    phase = view["public"]["phase"]
    if phase == "play":
        return choose_play(look(view), tuple(legal), rng)
    if phase == "swap":
        return choose_swap(view)
    return choose_call(view) if phase == "call" else choose_making(view)
