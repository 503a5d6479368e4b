"""A bot for Auction that knows what its hand would become: one module per kind of decision, all from views only."""

from collections.abc import Mapping
from random import Random
from typing import Any

from app.bots.auction.bidding import choose_bid
from app.bots.auction.ending import wants_to_end
from app.bots.auction.laying import choose_lay
from app.bots.auction.sight import look

NOTHING = ""
"""What a seat answers that may act, wants nothing and may not pass: it lets the others go on."""


def choose(view: Mapping[str, Any], rng: Random) -> str:
    """One of the legal actions of the seat that owns the view, or nothing. ``ValueError`` when it is not to act.

    Everything it does follows from the views; equally good choices are not drawn, so that ``rng`` is not needed.
    """
    del rng
    private, public = view["private"], view["public"]
    if private["seat"] not in public["turn"]:
        raise ValueError("nothing to decide")
    sight = look(view)
    if public["phase"] == "lay":
        return choose_lay(sight, public["lay"]["claim"])
    legal = private["legal"]
    if "stop" in legal and wants_to_end(sight):
        return "stop"
    bid = choose_bid(sight, [action for action in legal if action.startswith("bid ")])
    return bid or ("pass" if "pass" in legal else NOTHING)
