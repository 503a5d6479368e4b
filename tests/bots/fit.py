"""Where the weights in `app.bots.mighty.hands` come from: ``python -m tests.bots.fit [deals]``.

In every deal each seat in turn is made declarer at the lowest bid, in its best suit or at no trump; bots play on from
there. The points taken are then explained by the features of the ten cards held before the kitty, by least squares.
"""

import sys
from collections.abc import Mapping
from random import Random
from typing import Any

from app.bots.mighty.hands import Strength, expected_points, strength
from app.bots.mighty.sight import SUITS, options_of
from app.rules.mighty import GAME
from app.rules.ruleset import parse_ruleset
from tests.bots.deals import Chooser, bot, play_deal, start_deal


def declares(trump: str) -> Chooser:
    """A bot that bids the lowest number with this trump and stays with it."""

    def choose(view: Mapping[str, Any], rng: Random) -> str:
        legal = view["private"]["legal"] or ()
        for action in legal:
            words = action.split(" ")
            if words[0] == "bid" and (len(words) < 3 or words[2] == trump) and (trump != "N" or len(words) == 3):
                return str(action)
        wish = "keep" if "keep" in legal else f"trump {trump}"
        return wish if wish in legal else bot(view, rng)

    return choose


def passes(view: Mapping[str, Any], rng: Random) -> str:
    """A bot that never bids."""
    return "pass" if "pass" in (view["private"]["legal"] or ()) else bot(view, rng)


def solve(rows: list[tuple[float, ...]], targets: list[float]) -> list[float]:
    """Least squares with a touch of ridge, by elimination on the normal equations."""
    size = len(rows[0])
    matrix = [
        [sum(row[i] * row[j] for row in rows) + (1e-3 if i == j else 0) for j in range(size)]
        + [sum(row[i] * target for row, target in zip(rows, targets, strict=True))]
        for i in range(size)
    ]
    for pivot in range(size):
        for other in range(size):
            if other != pivot:
                factor = matrix[other][pivot] / matrix[pivot][pivot]
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], matrix[pivot], strict=True)]
    return [matrix[i][size] / matrix[i][i] for i in range(size)]


def sample(text: str, deals: int, no_trump: bool) -> tuple[list[tuple[float, ...]], list[float]]:
    """Features (a one in front) and points taken."""
    ruleset, rng, options = parse_ruleset(text), Random(5), options_of(text)
    rows, targets = [], []
    for number in range(deals):
        start = start_deal(ruleset, number % 5, rng)
        for seat in range(5):
            hand = GAME.private_view(start, seat)["hand"]
            ranked = sorted(SUITS, key=lambda suit: -expected_points(hand, suit, options))
            trump = "N" if no_trump else ranked[0 if rng.random() < 0.8 else 1]
            choosers: dict[int, Chooser] = {other: declares(trump) if other == seat else passes for other in range(5)}
            outcome = GAME.outcome(play_deal(ruleset, start, choosers, rng))
            assert outcome is not None
            assert outcome.facts["declarer"] == seat
            rows.append((1.0, *map(float, strength(hand, trump, options))))
            targets.append(float(outcome.facts["taken"]))
    return rows, targets


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in ("mighty/japanese@1", "mighty/english@1"):
        for no_trump in (False, True):
            features, taken = sample(name, count, no_trump)
            weights = solve(features, taken)
            guesses = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in features]
            errors = [guess - points for guess, points in zip(guesses, taken, strict=True)]
            spread = (sum(error * error for error in errors) / len(errors)) ** 0.5
            print(name, "no trump" if no_trump else "suit", f"mean {sum(taken) / len(taken):.2f} spread {spread:.2f}")  # noqa: T201
            print("  ", {key: round(w, 2) for key, w in zip(("base", *Strength._fields), weights, strict=True)})  # noqa: T201
