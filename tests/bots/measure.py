"""How well the bots do: ``python -m tests.bots.measure [deals]`` prints contracts made, bids, and mean scores."""

import sys
import time
from collections import Counter
from random import Random
from statistics import mean
from typing import Any

from app.rules.mighty import GAME
from app.rules.ruleset import parse_ruleset
from tests.bots.deals import anything, bot, play_deal, start_deal

RULESETS = ("mighty/japanese@1", "mighty/english@1")


def measure(text: str, deals: int, bots: frozenset[int], seed: int = 1) -> dict[str, Any]:
    """Plays deals with bots in some seats and any legal play in the others."""
    ruleset, rng = parse_ruleset(text), Random(seed)
    choosers = {seat: bot if seat in bots else anything for seat in range(5)}
    made: Counter[bool] = Counter()
    numbers, taken, scores, redeals, alone, kinds = [], [], [], 0, [], Counter()
    for number in range(deals):
        state = play_deal(ruleset, start_deal(ruleset, number % 5, rng), choosers, rng)
        outcome = GAME.outcome(state)
        assert outcome is not None
        if outcome.redeal:
            redeals += 1
            continue
        facts = outcome.facts
        scores.append(outcome.scores["points"])
        if facts["declarer"] in bots:
            made[facts["made"]] += 1
            numbers.append(facts["number"])
            taken.append(facts["taken"])
            alone.append(facts["alone"])
            kinds[facts["trump"]] += 1
    return {
        "made": round(made[True] / max(1, made.total()), 3),
        "number": round(mean(numbers), 2),
        "taken": round(mean(taken), 2),
        "numbers": dict(sorted(Counter(numbers).items())),
        "alone": round(mean(alone), 3),
        "trump": dict(kinds.most_common()),
        "declared": made.total(),
        "redeals": redeals,
        "score": [round(mean(float(score[seat]) for score in scores), 2) for seat in range(5)],
    }


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in RULESETS:
        for who in (frozenset(range(5)), frozenset({0}), frozenset({0, 1, 2, 3})):
            begin = time.perf_counter()
            result = measure(name, count, who)
            each = (time.perf_counter() - begin) / count * 1e3
            print(name, "bots in", sorted(who), result, f"{each:.1f} ms per deal")  # noqa: T201
