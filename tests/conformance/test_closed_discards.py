"""At a table that keeps closed what was not played, the end of a deal shows no card that nobody has seen."""

from __future__ import annotations

import json
import random
import re

import pytest

from app.rules.disclosure import public_view, short_facts
from app.rules.ruleset import RuleSet, format_ruleset
from tests.conformance.playout import Deal, play_to_cards, states
from tests.conformance.test_conformance import RULESETS

CARD = re.compile(r"\b(?:[2-9TJQKA][SHDC]|JK)\b")
KEEPING = [case for case in RULESETS if case.values[0].game.unplayed]  # type: ignore[attr-defined]


def over(ruleset: RuleSet, rng: random.Random) -> tuple[Deal, object]:
    """A deal that was played, and its end."""
    deal = play_to_cards(ruleset, ruleset.game.seats[1], rng)
    *_, state = states(ruleset.game, ruleset.options, deal)
    return deal, state


def named(view: object) -> set[str]:
    """Every card that is named in a view."""
    return set(CARD.findall(json.dumps(view)))


@pytest.mark.parametrize("ruleset", KEEPING)
def test_a_closed_end_names_no_card_that_was_not_seen_before(ruleset: RuleSet) -> None:
    rng = random.Random(f"closed {format_ruleset(ruleset)}")
    for _ in range(20):
        deal, end = over(ruleset, rng)
        # A card that was led face down is turned up with its trick.
        seen = named([action for _, action in deal.actions if action.startswith("play ")])
        for state in states(ruleset.game, ruleset.options, deal):
            if ruleset.game.outcome(state) is None:
                seen |= named(ruleset.game.public_view(state))
        shown = public_view(ruleset.game, end, closed=True)
        assert named(shown) <= seen
        outcome = ruleset.game.outcome(end)
        assert outcome is not None
        assert named(short_facts(ruleset.game, outcome, closed=True)) <= seen
        assert shown["outcome"]["scores"] == ruleset.game.public_view(end)["outcome"]["scores"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_by_itself_everything_opens(ruleset: RuleSet) -> None:
    _, end = over(ruleset, random.Random(f"open {format_ruleset(ruleset)}"))
    shown = public_view(ruleset.game, end, closed=False)
    assert shown == ruleset.game.public_view(end)
    assert set(ruleset.game.unplayed) <= set(shown["outcome"])
