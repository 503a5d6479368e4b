"""What a viewer is shown does not depend on what he may not know: it is the same in every world he thinks possible."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from app.rules.ruleset import RuleSet, format_ruleset
from tests.conformance.playout import play_to_cards, some_players
from tests.conformance.test_conformance import CASES
from tests.conformance.worlds import find_difference, moments

DEALS = 2


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_views_lists_and_refusals_are_the_same_in_every_world_a_viewer_considers_possible(
    knowledge: ModuleType, ruleset: RuleSet
) -> None:
    rng = random.Random(f"worlds {format_ruleset(ruleset)}")
    compared = 0
    for number in range(DEALS):
        deal = play_to_cards(ruleset, some_players(ruleset.game, rng), rng)
        plies = moments(deal, rng, late=number == 0)
        difference, worlds = find_difference(knowledge, ruleset, deal, rng, plies)
        assert difference is None, str(difference)
        compared += worlds
    assert compared > DEALS * 100, "too few worlds were compared for the test to mean anything"
