"""How long a bot waits before it acts: about as long as people do, and never by what is in its hand.

The wait follows from facts that everybody sees (what kind of decision it is, whether a trick has just been taken) and a
random number of its own, drawn apart from the bot's choice, so that nothing about hidden cards can shift it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

SHORTEST = {
    "bidding": 0.7,
    "discard": 1.8,
    "trump": 1.0,
    "friend": 1.2,
    "play": 0.55,
    "direct": 0.7,
    "auction": 1.6,
    "lay": 1.5,
}
SPREAD = {
    "bidding": 0.8,
    "discard": 1.2,
    "trump": 0.8,
    "friend": 0.9,
    "play": 0.5,
    "direct": 0.5,
    "auction": 1.4,
    "lay": 0.8,
}
TRICK_ON_VIEW = 1.0  # a taken trick stays to be looked at before the next card is led
TAIL = 3.0  # nobody waits longer than the shortest wait and three spreads


def wait(deal: Mapping[str, Any] | None, speed: float, rng: random.Random) -> float:
    """Seconds until a bot acts.

    :param deal: the game's public view, the same for everybody
    :param speed: 2 is twice as fast; 0 is without any wait
    :param rng: used for waits only
    """
    drawn = min(rng.expovariate(1.0), TAIL)
    if speed <= 0:
        return 0.0
    phase = str(deal.get("phase")) if deal is not None else ""
    seconds = SHORTEST.get(phase, 0.8) + drawn * SPREAD.get(phase, 0.7)
    if deal is not None and deal.get("last") and "trick" in deal and not (deal["trick"] or {}).get("plays"):
        seconds += TRICK_ON_VIEW
    return seconds / speed
