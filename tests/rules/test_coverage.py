"""No sentence of the rules pages and no reason for a refusal is without a test."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from app.rules.base import Option
from app.rules.registry import GAMES


class Pages(NamedTuple):
    """The numbers of a game's rules pages, by their mark; ``options``: whether every value of an option has a mark."""

    facts: dict[str, Iterable[int]]
    examples: dict[str, Iterable[int]]
    options: bool


PAGES = {
    "mighty": Pages(
        {
            "J": range(1, 37),
            "E": range(1, 23),
            "A": range(1, 33),
            "B": range(1, 25),
            "M": range(1, 24),
            "R": [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 17, 18],
        },
        {
            "MJ": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 21],
            "ME": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 19],
        },
        options=False,
    ),
    "avinas": Pages(
        {"F": range(1, 31), "C": range(1, 29), "V": range(1, 18), "R": [7, 15]},
        {"AV": [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 19]},
        options=False,
    ),
    "euchre": Pages(
        {"U": range(1, 20), "UE": range(1, 22), "K": range(1, 14), "R": [15]},
        {"CE": [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17]},
        options=True,
    ),
    "auction": Pages(
        {"S": range(1, 30), "D": range(1, 31), "X": range(1, 21), "R": [1, 5, 8, 10, 12, 15, 16]},
        {"AU": [1, 2, 3, 4, 6, 7, 9, 10, 11, 13, 14, 15, 16, 18, 20, 21]},
        options=True,
    ),
}

TEXTS = {file.name: file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")}


def shown_values(option: Option) -> tuple[str | int, ...]:
    """All values of an option; of a long range of numbers the first and the last."""
    return option.values if len(option.values) < 10 else (option.values[0], option.values[-1])


def wanted(game: str) -> set[str]:
    """The marks that tests of a game must have."""
    pages = PAGES[game]
    marks = {f"{letter}{number}" for letter, numbers in pages.facts.items() for number in numbers}
    marks |= {f"{name}-{number:02}" for name, numbers in pages.examples.items() for number in numbers}
    if pages.options:
        marks |= {f"{option.name}={value}" for option in GAMES[game].options for value in shown_values(option)}
    return marks


def test_every_game_is_listed() -> None:
    assert PAGES.keys() == GAMES.keys()


def test_every_fact_resolution_example_and_option_has_a_test() -> None:
    marks = " ".join(mark for text in TEXTS.values() for mark in re.findall(r"@covers\(([^)]*)\)", text))
    shown = set(re.findall(r'"([^"]+)"', marks))
    all_wanted = {mark for game in PAGES for mark in wanted(game)}
    assert sorted(all_wanted - shown) == []
    assert sorted(shown - all_wanted) == []


@pytest.mark.parametrize("game", PAGES)
def test_every_refusal_is_expected_somewhere(game: str) -> None:
    texts = [text for name, text in TEXTS.items() if name.startswith(f"test_{game}_")]
    expected = {rule for text in texts for rule in re.findall(r'"([a-z_]+)(?: \([^"]*\))?"', text)}
    assert sorted(set(GAMES[game].refusals) - expected) == []
