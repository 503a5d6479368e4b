"""No sentence of the rules pages and no reason for a refusal is without a test."""

import re
from pathlib import Path

from app.rules.mighty.refusals import REFUSALS

FACTS = {
    "J": range(1, 37),
    "E": range(1, 23),
    "A": range(1, 33),
    "B": range(1, 25),
    "M": range(1, 24),
    "R": [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 17, 18],
}
"""R7, R15 and R16 are about other games."""

EXAMPLES = {
    "MJ": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 21],
    "ME": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 19],
}


TEXTS = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]


def test_every_fact_resolution_and_example_has_a_test() -> None:
    marks = " ".join(mark for text in TEXTS for mark in re.findall(r"@covers\(([^)]*)\)", text))
    shown = set(re.findall(r'"([^"]+)"', marks))
    wanted = {f"{letter}{number}" for letter, numbers in FACTS.items() for number in numbers}
    wanted |= {f"{name}-{number:02}" for name, numbers in EXAMPLES.items() for number in numbers}
    assert sorted(wanted - shown) == []
    assert sorted(shown - wanted) == []


def test_every_refusal_is_expected_somewhere() -> None:
    expected = {rule for text in TEXTS for rule in re.findall(r'"([a-z_]+)(?: \([^"]*\))?"', text)}
    assert sorted(set(REFUSALS) - expected) == []
