"""What opens by itself after a deal, and what a table may keep closed.

After a deal everything opens: hands as dealt, discards, cards that were never dealt. A table can be set to keep closed
what has not been played (`Game.unplayed` names it); whatever lay on the table stays known, and so does what the score
follows from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.rules.base import Game, Outcome, State


def public_view(game: Game, state: State, *, closed: bool) -> dict[str, Any]:
    """The public view. `closed`: at the end of a deal without the cards that nobody has seen played."""
    view = game.public_view(state)
    if closed and view.get("outcome") is not None:
        view["outcome"] = {name: fact for name, fact in view["outcome"].items() if name not in game.unplayed}
    return view


def short_facts(game: Game, outcome: Outcome, *, closed: bool) -> dict[str, Any]:
    """Of how a deal came about what fits a line of the score table: no lists of cards, but of seats and numbers."""
    hidden = game.unplayed if closed else ()
    return {name: fact for name, fact in outcome.facts.items() if name not in hidden and _is_short(fact)}


def _is_short(fact: Any) -> bool:
    numbers = isinstance(fact, Sequence) and all(isinstance(each, int) for each in fact)
    return fact is None or isinstance(fact, str | int) or numbers
