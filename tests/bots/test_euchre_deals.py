"""Whole deals of Euchre: bots choose nothing illegal, whatever the options, and do clearly better than chance."""

from random import Random

from app.rules.euchre import GAME
from app.rules.ruleset import RuleSet, parse_ruleset, resolve
from tests.bots.deals import anything, bot, play_deal, start_deal
from tests.bots.measure_euchre import RULESET, measure


def random_ruleset(rng: Random) -> RuleSet:
    """Any combination of options."""
    return resolve(GAME, "call-partner", {option.name: rng.choice(option.values) for option in GAME.options})


def test_every_choice_is_legal_in_the_preset() -> None:
    ruleset, rng = parse_ruleset(RULESET), Random(11)
    for number in range(80):
        play_deal(ruleset, start_deal(ruleset, number % 5, rng), dict.fromkeys(range(5), bot), rng)


def test_every_choice_is_legal_under_any_options_among_seats_that_play_anything() -> None:
    rng = Random(13)
    for number in range(250):
        ruleset = random_ruleset(rng)
        choosers = {seat: rng.choice((bot, anything)) for seat in range(5)}
        play_deal(ruleset, start_deal(ruleset, number % 5, rng), choosers, rng)


def test_deals_are_made_more_often_than_not_and_trump_is_made_in_both_rounds() -> None:
    result = measure(RULESET, 200, frozenset(range(5)))
    assert 0.65 <= result["made"] <= 0.92
    assert result["how"]["order"] > result["how"]["trump"] > 5


def test_a_bot_wins_against_four_seats_that_play_anything() -> None:
    score = measure(RULESET, 300, frozenset({0}))["score"]
    assert all(score[0] > other + 0.15 for other in score[1:])


def test_a_seat_that_plays_anything_loses_against_four_bots() -> None:
    score = measure(RULESET, 400, frozenset({0, 1, 2, 3}))["score"]
    assert all(other > score[4] + 0.1 for other in score[:4])


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    ruleset = parse_ruleset(RULESET)
    logs = []
    for _ in range(2):
        rng = Random(14)
        state = play_deal(ruleset, start_deal(ruleset, 0, rng), dict.fromkeys(range(5), bot), rng)
        logs.append(GAME.public_view(state)["log"])
    assert logs[0] == logs[1]
