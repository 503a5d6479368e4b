"""How well the Euchre bots do: ``python -m tests.bots.measure_euchre [deals]`` prints deals made and mean scores."""

import sys
import time
from collections import Counter
from random import Random
from statistics import mean
from typing import Any

from app.rules.euchre import GAME
from app.rules.ruleset import parse_ruleset
from tests.bots.deals import anything, bot, play_deal, start_deal

RULESET = "euchre/call-partner@1"


def measure(text: str, deals: int, bots: frozenset[int], seed: int = 1) -> dict[str, Any]:
    """Plays deals with bots in some seats and any legal play in the others."""
    ruleset, rng = parse_ruleset(text), Random(seed)
    choosers = {seat: bot if seat in bots else anything for seat in range(5)}
    made: Counter[bool] = Counter()
    how: Counter[str] = Counter()
    alone: Counter[bool] = Counter()
    taken, scores = [], []
    for number in range(deals):
        outcome = GAME.outcome(play_deal(ruleset, start_deal(ruleset, number % 5, rng), choosers, rng))
        assert outcome is not None
        if outcome.redeal:
            continue
        facts = outcome.facts
        scores.append(outcome.scores["points"])
        if facts["maker"] in bots:
            made[facts["made"]] += 1
            how[facts["how"]] += 1
            taken.append(facts["taken"])
            if facts["call"] == "alone":
                alone[facts["made"]] += 1
    return {
        "made": round(made[True] / max(1, made.total()), 3),
        "taken": round(mean(taken), 2),
        "how": dict(how),
        "alone": dict(alone),
        "score": [round(mean(float(score[seat]) for score in scores), 2) for seat in range(5)],
    }


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for who in (frozenset(range(5)), frozenset({0}), frozenset({0, 1, 2, 3})):
        begin = time.perf_counter()
        result = measure(RULESET, count, who)
        each = (time.perf_counter() - begin) / count * 1e3
        print("bots in", sorted(who), result, f"{each:.1f} ms per deal")  # noqa: T201
