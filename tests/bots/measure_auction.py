"""How well the Auction bots do: ``python -m tests.bots.measure_auction [deals]`` prints ends, hands and mean scores."""

import sys
import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from app.rules.auction import GAME
from app.rules.ruleset import parse_ruleset
from tests.bots.auction_matches import anything, keeper, play_deal
from tests.bots.deals import Chooser, bot

RULESET = "auction/standard@1"


def measure(deals: int, choosers: Mapping[int, Chooser], seed: int = 1) -> dict[str, Any]:
    """Plays deals; the mean score of each seat, why deals ended, winning hands, and declared ends that were right."""
    ruleset, rng, players = parse_ruleset(RULESET), Random(seed), len(choosers)
    why: Counter[str] = Counter()
    types: Counter[str] = Counter()
    ended: Counter[bool] = Counter()
    score = [0.0] * players
    actions = 0
    for number in range(deals):
        state = play_deal(ruleset, players, number % players, choosers, rng)
        outcome = GAME.outcome(state)
        assert outcome is not None
        facts = outcome.facts
        actions += len(GAME.public_view(state)["log"])
        why[facts["why"]] += 1
        types[facts["type"]] += 1
        if facts["by"] is not None and choosers[facts["by"]] is bot:
            ended[facts["by"] in facts["winners"]] += 1
        for seat, points in enumerate(outcome.scores["points"]):
            score[seat] += float(points) / deals
    return {
        "score": [round(mean, 2) for mean in score],
        "why": dict(why),
        "types": dict(types),
        "ended": {"won": ended[True], "lost": ended[False]},
        "actions": actions // deals,
    }


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for size in (2, 4, 6):
        for other in (bot, keeper, anything):
            begin = time.perf_counter()
            result = measure(count, {seat: other if seat else bot for seat in range(size)})
            each = (time.perf_counter() - begin) / count * 1e3
            print(f"a bot among {size - 1} x {other.__name__}:", result, f"{each:.1f} ms per deal")  # noqa: T201
