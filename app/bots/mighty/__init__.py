"""A bot for Mighty that plays sensibly without searching: one module per kind of decision, all from views only."""

from collections.abc import Mapping
from random import Random
from typing import Any

from app.bots.mighty.contract import choose_bid, choose_direction, choose_discard, choose_friend, choose_trump
from app.bots.mighty.play import choose_play
from app.bots.mighty.sight import look


def choose(view: Mapping[str, Any], rng: Random) -> str:
    """One of the legal actions of the seat that owns the view. ``ValueError`` when it has nothing to decide."""
    private = view["private"]
    if private["choose"] is not None:
        return choose_discard(view)
    legal = private["legal"]
    if not legal:
        raise ValueError("nothing to decide")
    verb = legal[0].split(" ", 1)[0]
    if verb == "play":
        return choose_play(look(view), tuple(legal), rng)
    if verb == "direct":
        return choose_direction(look(view), legal)
    if verb == "friend":
        return choose_friend(view)
    if verb in ("keep", "trump"):
        return choose_trump(view)
    return choose_bid(view, rng)
