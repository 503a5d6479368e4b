"""Planting leaks in a game's rules, to see that the search for leaks finds them."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from app.rules.base import Game
from app.rules.ruleset import RuleSet
from tests.conformance.playout import play_to_cards
from tests.conformance.worlds import Knowledge, find_difference, moments

Leak = Callable[[Game], Game]


def public(change: Callable[[Game, Any, dict[str, Any]], None]) -> Leak:
    """A leak in the public view: ``change(game, state, view)`` spoils what would have been sent."""

    def plant(game: Game) -> Game:
        def leaking(state: Any) -> dict[str, Any]:
            view: dict[str, Any] = copied(game.public_view(state))
            change(game, state, view)
            return view

        return dataclasses.replace(game, public_view=leaking)

    return plant


def copied(view: Any) -> Any:
    """A deep copy of plain data, so that a planted leak spoils the copy alone."""
    if isinstance(view, dict):
        return {key: copied(value) for key, value in view.items()}
    return [copied(value) for value in view] if isinstance(view, list | tuple) else view


def hands(game: Game, state: Any) -> list[list[str]]:
    return [list(game.private_view(state, seat)["hand"]) for seat in range(len(game.public_view(state)["cards"]))]


def is_caught(knowledge: Knowledge, ruleset: RuleSet, leak: Leak) -> bool:
    """Whether the leak is noticed within forty random deals."""
    leaking = ruleset._replace(game=leak(ruleset.game))
    rng = random.Random("leak")
    for _ in range(40):
        deal = play_to_cards(ruleset, ruleset.game.seats[1], rng)
        difference, _ = find_difference(knowledge, leaking, deal, rng, moments(deal, rng, late=False))
        if difference is not None:
            return True
    return False
