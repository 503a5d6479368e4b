"""Whole deals: bots never choose anything illegal, whatever the options, and do clearly better than chance."""

from random import Random

import pytest

from app.rules.base import OptionError
from app.rules.mighty import GAME
from app.rules.ruleset import RuleSet, parse_ruleset, resolve
from tests.bots.deals import anything, bot, play_deal, start_deal
from tests.bots.measure import measure

PRESETS = ("mighty/japanese@1", "mighty/english@1")


def random_ruleset(rng: Random) -> RuleSet:
    """Any combination of options that exists."""
    while True:
        values = {
            option.name: [value for value in option.values if rng.random() < 0.5]
            if option.kind == "set"
            else rng.choice(option.values)
            for option in GAME.options
        }
        try:
            return resolve(GAME, rng.choice(list(GAME.presets)), values)
        except OptionError:
            continue


@pytest.mark.parametrize("text", PRESETS)
def test_every_choice_is_legal_in_the_presets(text: str) -> None:
    ruleset, rng = parse_ruleset(text), Random(11)
    for number in range(60):
        play_deal(ruleset, start_deal(ruleset, number % 5, rng), dict.fromkeys(range(5), bot), rng)


def test_every_choice_is_legal_under_any_options() -> None:
    rng = Random(12)
    for number in range(150):
        ruleset = random_ruleset(rng)
        play_deal(ruleset, start_deal(ruleset, number % 5, rng), dict.fromkeys(range(5), bot), rng)


def test_every_choice_is_legal_among_seats_that_play_anything() -> None:
    rng = Random(13)
    for number in range(150):
        ruleset = random_ruleset(rng)
        choosers = {seat: rng.choice((bot, anything)) for seat in range(5)}
        play_deal(ruleset, start_deal(ruleset, number % 5, rng), choosers, rng)


@pytest.mark.parametrize("text", PRESETS)
def test_contracts_are_made_about_as_often_as_they_should(text: str) -> None:
    result = measure(text, 120, frozenset(range(5)))
    assert 0.5 <= result["made"] <= 0.8
    assert 13.1 <= result["number"] <= 15


@pytest.mark.parametrize("text", PRESETS)
def test_a_bot_wins_against_four_seats_that_play_anything(text: str) -> None:
    result = measure(text, 120, frozenset({0}))
    assert result["score"][0] > 1


@pytest.mark.parametrize("text", PRESETS)
def test_a_seat_that_plays_anything_loses_against_four_bots(text: str) -> None:
    result = measure(text, 80, frozenset({0, 1, 2, 3}))
    assert result["score"][4] < -1
    assert all(result["score"][seat] > result["score"][4] for seat in range(4))


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    ruleset = parse_ruleset(PRESETS[0])
    logs = []
    for _ in range(2):
        rng = Random(14)
        state = play_deal(ruleset, start_deal(ruleset, 0, rng), dict.fromkeys(range(5), bot), rng)
        logs.append(GAME.public_view(state)["log"])
    assert logs[0] == logs[1]
