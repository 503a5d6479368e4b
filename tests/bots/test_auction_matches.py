"""Whole deals of Auction: bots choose nothing illegal, whatever the options, and do clearly better than others."""

from random import Random
from typing import Any

import pytest

from app.rules.auction import GAME
from app.rules.ruleset import RuleSet, parse_ruleset, resolve
from tests.bots.auction_matches import anything, keeper, play_deal, play_match
from tests.bots.deals import bot
from tests.bots.measure_auction import RULESET, measure


def random_ruleset(rng: Random) -> RuleSet:
    """Any combination of options."""
    values: dict[str, Any] = {option.name: rng.choice(option.values) for option in GAME.options}
    return resolve(GAME, "standard", values)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_choice_is_legal_in_the_preset(players: int) -> None:
    ruleset, rng = parse_ruleset(RULESET), Random(11)
    for number in range(8):
        play_deal(ruleset, players, number % players, dict.fromkeys(range(players), bot), rng)


def test_every_choice_is_legal_under_any_options_among_seats_that_play_anything() -> None:
    rng = Random(13)
    for _ in range(60):
        ruleset, players = random_ruleset(rng), rng.randint(2, 6)
        choosers = {seat: rng.choice((bot, anything)) for seat in range(players)}
        play_deal(ruleset, players, 0, choosers, rng)


def test_six_bots_finish_a_match() -> None:
    match = play_match(parse_ruleset(RULESET), 6, dict.fromkeys(range(6), bot), Random(3))
    (winner,) = match.winners
    assert match.totals["points"][winner] == max(match.totals["points"]) >= 150


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_bot_wins_against_seats_that_play_anything(players: int) -> None:
    choosers = {seat: anything if seat else bot for seat in range(players)}
    score = measure(60, choosers)["score"]
    assert all(score[0] > other + 8 for other in score[1:])


def test_a_bot_wins_against_simple_players_that_keep_their_best_cards() -> None:
    score = measure(80, {0: bot, 1: keeper, 2: keeper, 3: keeper})["score"]
    assert all(score[0] > other + 5 for other in score[1:])


def test_bots_that_end_a_deal_are_mostly_right() -> None:
    ended = measure(60, dict.fromkeys(range(4), bot))["ended"]
    assert ended["won"] > 25
    assert ended["lost"] <= ended["won"] / 4


def test_the_same_views_give_the_same_choices() -> None:
    logs = []
    for _ in range(2):
        state = play_deal(parse_ruleset(RULESET), 4, 0, dict.fromkeys(range(4), bot), Random(14))
        logs.append(GAME.public_view(state)["log"])
    assert logs[0] == logs[1]
