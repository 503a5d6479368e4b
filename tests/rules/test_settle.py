"""Putting back a card that may not lie where the shuffle left it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from app.rules.base import settle
from app.rules.registry import GAMES

PACK = ("JK", "AS", "2C", "3D")


def joker_in_second_place(_options: Any, _players: int, pack: Sequence[str]) -> int | None:
    return 1 if pack[1] == "JK" else None


GAME = replace(GAMES["mighty"], misplaced=joker_in_second_place)


def settled(order: Sequence[str], seed: int) -> list[str]:
    pack = list(order)
    settle(GAME, None, 5, pack, Random(seed).randrange)
    return pack


def test_a_pack_in_order_stays_as_it_was_shuffled() -> None:
    assert settled(("JK", "AS", "2C", "3D"), 1) == ["JK", "AS", "2C", "3D"]


def test_a_misplaced_card_goes_to_any_place_further_down_and_the_others_keep_their_order() -> None:
    found = Counter(tuple(settled(("AS", "JK", "2C", "3D"), seed)) for seed in range(600))
    assert set(found) == {("AS", "2C", "JK", "3D"), ("AS", "2C", "3D", "JK")}
    assert min(found.values()) > 240


def test_a_second_misplaced_card_is_put_back_too() -> None:
    for seed in range(50):
        assert settled(("AS", "JK", "JK", "3D"), seed)[1] == "3D"
