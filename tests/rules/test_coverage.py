"""No sentence of the rules pages and no reason for a refusal is without a test."""

import re
from pathlib import Path

import pytest

from app.rules.base import Game
from app.rules.registry import GAMES

FACTS = {
    "J": range(1, 37),
    "E": range(1, 23),
    "A": range(1, 33),
    "B": range(1, 25),
    "M": range(1, 24),
    "F": range(1, 31),
    "C": range(1, 29),
    "V": range(1, 18),
    "R": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18],
}
"""R16 is about another game."""

EXAMPLES = {
    "MJ": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 21],
    "ME": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 19],
    "AV": [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 19],
}


def texts(files: str = "test_*.py") -> list[str]:
    """The tests of this folder as text."""
    return [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob(files)]


def test_every_fact_resolution_and_example_has_a_test() -> None:
    marks = " ".join(mark for text in texts() for mark in re.findall(r"@covers\(([^)]*)\)", text))
    shown = set(re.findall(r'"([^"]+)"', marks))
    wanted = {f"{letter}{number}" for letter, numbers in FACTS.items() for number in numbers}
    wanted |= {f"{name}-{number:02}" for name, numbers in EXAMPLES.items() for number in numbers}
    assert sorted(wanted - shown) == []
    assert sorted(shown - wanted) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_refusal_is_expected_somewhere(game: Game) -> None:
    own = texts(f"test_{game.name}*.py")
    expected = {rule for text in own for rule in re.findall(r'"([a-z_]+)(?: \([^"]*\))?"', text)}
    assert sorted(set(game.refusals) - expected) == []
