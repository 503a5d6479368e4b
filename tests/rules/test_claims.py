"""Claiming the rest: what is granted is what every continuation would have come to, and tells the asker nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

import pytest

from app.rules.base import Claims, Game
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.games import avinas, euchre, mighty
from tests.conformance.playout import Deal, play_to_cards, states
from tests.conformance.worlds import possible_worlds

CASES = [
    pytest.param(knowledge, ruleset, id=f"{ruleset.game.name} {number}")
    for knowledge in (mighty, euchre, avinas)
    for number, ruleset in enumerate(knowledge.rulesets())
]
RULESETS = [pytest.param(case.values[1], id=case.id) for case in CASES]
ENOUGH = 300  # continuations of one position that are looked at


def claims_of(game: Game) -> Claims:
    assert game.claims is not None
    return game.claims


def turns(ruleset: RuleSet, deal: Deal) -> Iterator[tuple[int, Any, int]]:
    """Moments of a deal at which somebody may claim: ply, state and seat."""
    for ply, state in enumerate(states(ruleset.game, ruleset.options, deal)):
        for seat in ruleset.game.to_act(state):
            if claims_of(ruleset.game).open(state, seat):
                yield ply, state, seat


def endings(game: Game, state: Any) -> Iterator[Any]:
    """The scores of continuations, all of them if they are not too many."""
    left, seen = [state], 0
    while left and seen < ENOUGH:
        here = left.pop()
        outcome = game.outcome(here)
        if outcome is not None:
            seen += 1
            yield outcome.scores
            continue
        (seat,) = game.to_act(here)
        left += [game.apply(here, seat, action) for action in game.legal(here, seat)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_certain_is_the_score_of_every_continuation(ruleset: RuleSet) -> None:
    game, rng, found = ruleset.game, random.Random(f"claims {ruleset.values}"), 0
    claims = claims_of(game)
    for _ in range(40):
        if found > 8:
            return
        deal = play_to_cards(ruleset, game.seats[1], rng)
        for _, state, seat in turns(ruleset, deal):
            if not claims.certain(state, seat):
                continue
            found += 1
            claimed = game.outcome(claims.take(state, seat))
            assert claimed is not None
            assert all(scores == claimed.scores for scores in endings(game, state))
    raise AssertionError("hardly ever certain")


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_whether_it_is_certain_is_the_same_in_every_world_that_the_asker_considers_possible(
    knowledge: ModuleType, ruleset: RuleSet
) -> None:
    game, rng, compared = ruleset.game, random.Random(f"asker {ruleset.values}"), 0
    claims = claims_of(game)
    for _ in range(3):
        deal = play_to_cards(ruleset, game.seats[1], rng)
        for ply, state, seat in rng.sample(moments := list(turns(ruleset, deal)), min(6, len(moments))):
            answer = claims.certain(state, seat)
            cut = Deal(deal.setup, deal.actions[:ply])
            for world in islice(possible_worlds(knowledge, ruleset, cut, seat, rng, 12), 12):
                *_, other = states(game, ruleset.options, world)
                compared += 1
                assert claims.certain(other, seat) == answer
    assert compared > 20


def test_in_the_auction_game_nothing_can_be_claimed() -> None:
    assert GAMES["auction"].claims is None


@pytest.mark.parametrize("name", ["mighty/japanese@1", "euchre/call-partner@1", "avinas/standard@1"])
def test_a_claim_can_be_made_by_the_seat_that_is_to_play_a_card_alone(name: str) -> None:
    ruleset = parse_ruleset(name)
    claims, deal = claims_of(ruleset.game), play_to_cards(ruleset, ruleset.game.seats[1], random.Random(2))
    for state in states(ruleset.game, ruleset.options, deal):
        phase, turn = ruleset.game.public_view(state)["phase"], ruleset.game.to_act(state)
        seats = range(ruleset.game.seats[1])
        assert {seat for seat in seats if claims.open(state, seat)} == (turn if phase == "play" else set())


@pytest.mark.parametrize("name", ["mighty/japanese@1", "euchre/call-partner@1", "avinas/standard@1"])
def test_whoever_takes_the_rest_has_all_cards_that_were_left(name: str) -> None:
    ruleset = parse_ruleset(name)
    claims, deal = claims_of(ruleset.game), play_to_cards(ruleset, ruleset.game.seats[1], random.Random(3))
    ply, state, seat = list(turns(ruleset, deal))[6]
    before, after = ruleset.game.public_view(state), ruleset.game.public_view(claims.take(state, seat))
    tricks = sum(taken["tricks"] for taken in before["taken"])
    all_tricks = sum(taken["tricks"] for taken in after["taken"])
    assert after["taken"][seat]["tricks"] - before["taken"][seat]["tricks"] == all_tricks - tricks
    assert all_tricks == before["cards"][seat] + tricks
    assert after["log"][-1] == [seat, "claim"]
    assert after["phase"] == "over"
    assert after["cards"] == [0] * ruleset.game.seats[1]
    assert ply < len(deal.actions)
