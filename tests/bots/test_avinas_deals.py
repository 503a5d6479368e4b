"""Whole deals of Avinas: bots never choose anything illegal, whatever the options, and beat chance by far."""

from collections import Counter
from random import Random

import pytest

from app.rules.avinas import GAME
from app.rules.ruleset import RuleSet, parse_ruleset, resolve
from tests.bots.deals import anything, bot, play_deal, start_deal

PRESETS = ("avinas/standard@1", "avinas/pagat@1")


def random_ruleset(rng: Random) -> RuleSet:
    """Any combination of options."""
    return resolve(GAME, "standard", {option.name: rng.choice(option.values) for option in GAME.options})


def penalties(text: str, deals: int, bots: frozenset[int]) -> tuple[Counter[int], Counter[bool]]:
    """What the sides pay, rums and pips together, and how often a declarer's side of bots makes it."""
    ruleset, rng = parse_ruleset(text), Random(5)
    choosers = {seat: bot if seat in bots else anything for seat in range(4)}
    paid: Counter[int] = Counter()
    made: Counter[bool] = Counter()
    for number in range(deals):
        state = play_deal(ruleset, start_deal(ruleset, number % 4, rng), choosers, rng)
        outcome = GAME.outcome(state)
        assert outcome is not None
        if not outcome.redeal:
            paid[outcome.facts["pays"]] += outcome.facts["penalty"]
            made[outcome.facts["made"]] += outcome.facts["declarer"] in bots and outcome.facts["game"] == 2
    return paid, made


@pytest.mark.parametrize("text", PRESETS)
def test_every_choice_is_legal_in_the_presets(text: str) -> None:
    ruleset, rng = parse_ruleset(text), Random(11)
    for number in range(80):
        play_deal(ruleset, start_deal(ruleset, number % 4, rng), dict.fromkeys(range(4), bot), rng)


def test_every_choice_is_legal_under_any_options_among_seats_that_play_anything() -> None:
    rng = Random(12)
    for number in range(250):
        ruleset = random_ruleset(rng)
        choosers = {seat: rng.choice((bot, anything)) for seat in range(4)}
        play_deal(ruleset, start_deal(ruleset, number % 4, rng), choosers, rng)


@pytest.mark.parametrize("text", PRESETS)
def test_two_bots_beat_two_seats_that_play_anything(text: str) -> None:
    paid, _ = penalties(text, 150, frozenset({0, 2}))
    assert paid[1] > 2 * paid[0]


@pytest.mark.parametrize("text", PRESETS)
def test_bids_are_made_more_often_than_not(text: str) -> None:
    _, made = penalties(text, 150, frozenset(range(4)))
    assert made[True] > 2 * made[False]
    assert made.total() > 20


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    ruleset = parse_ruleset(PRESETS[0])
    logs = []
    for _ in range(2):
        rng = Random(14)
        state = play_deal(ruleset, start_deal(ruleset, 0, rng), dict.fromkeys(range(4), bot), rng)
        logs.append(GAME.public_view(state)["log"])
    assert logs[0] == logs[1]
