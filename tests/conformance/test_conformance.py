"""What holds for every game: legal actions, illegal ones, cards, text forms, scores. On many seeded random deals."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from app.rules.base import CLOSE, Choose, IllegalAction
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, format_ruleset, parse_ruleset
from tests.conformance.catalogue import KNOWLEDGE
from tests.conformance.playout import Deal, pick, play, shuffled, some_players, states

DEALS = 40
CASES = [
    pytest.param(knowledge, ruleset, id=format_ruleset(ruleset))
    for knowledge in KNOWLEDGE.values()
    for ruleset in knowledge.rulesets()
]
RULESETS = [pytest.param(case.values[1], id=case.id) for case in CASES]
GARBAGE = (
    "",
    " ",
    "play",
    "play  AS",
    "play AS ",
    " play AS",
    "play as",
    "play ??",
    "play AS AS",
    "bid",
    "bid 13",
    "bid x H",
    "bid -1 H",
    "bid 1e9 H",
    "bid ١٣ H",
    "bid 13 H extra",
    "discard",
    "discard AS AS AS",
    "friend",
    "friend XX",
    "trump",
    "trump Z",
    "keep it",
    "close",
    "resign",
    "play AS\n",
    "\x00",
    "🂡",
    "bid " + "9" * 5000 + " H",
    "play " + "AS " * 2000,
)


def test_every_registered_game_is_under_the_suite() -> None:
    assert set(KNOWLEDGE) == set(GAMES)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_somebody_can_act_until_the_deal_is_over_and_nobody_else_can(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"act {format_ruleset(ruleset)}")
    for _ in range(DEALS):
        deal = play(ruleset, some_players(game, rng), rng)
        for state in states(game, ruleset.options, deal):
            turn = game.to_act(state)
            assert bool(turn) == (game.outcome(state) is None)
            able = {seat for seat in range(len(deal.setup.hands)) if game.legal(state, seat)}
            assert able <= turn if game.at_once(state) else able == turn
            assert able or not turn


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_legal_action_applies_and_lists_are_sorted(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"legal {format_ruleset(ruleset)}")
    for _ in range(DEALS // 4):
        deal = play(ruleset, some_players(game, rng), rng)
        for state in states(game, ruleset.options, deal):
            for seat in game.to_act(state):
                legal = game.legal(state, seat)
                if isinstance(legal, Choose):
                    legal = tuple(pick(legal, rng) for _ in range(5))
                else:
                    assert list(legal) == sorted(set(legal))
                for action in legal:
                    game.apply(state, seat, action)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_illegal_action_names_a_known_rule_and_changes_nothing(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"illegal {format_ruleset(ruleset)}")
    everything = sorted(
        {action for _ in range(20) for _, action in play(ruleset, some_players(game, rng), rng).actions}
    )
    refused = 0
    for _ in range(DEALS // 4):
        deal = play(ruleset, some_players(game, rng), rng)
        for state in states(game, ruleset.options, deal):
            before = repr(state)
            for seat in range(len(deal.setup.hands)):
                legal = game.legal(state, seat)
                for action in (*rng.sample(everything, 12), *rng.sample(GARBAGE, 3)):
                    if isinstance(legal, Choose) or action in legal:
                        continue
                    with pytest.raises(IllegalAction) as refusal:
                        game.apply(state, seat, action)
                    assert set(refusal.value.facts) <= set(game.refusals[refusal.value.rule])
                    refused += 1
            assert repr(state) == before
    assert refused > 1000


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_clock_closes_where_one_runs_and_does_nothing_else(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"clock {format_ruleset(ruleset)}")
    for state in states(game, ruleset.options, play(ruleset, some_players(game, rng), rng)):
        for action in (CLOSE, "pass", "bid 15 H"):
            if action == CLOSE and game.timer(state) is not None:
                game.apply(state, None, action)
                continue
            with pytest.raises(IllegalAction):
                game.apply(state, None, action)


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_no_card_is_lost_or_doubled(knowledge: ModuleType, ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"cards {format_ruleset(ruleset)}")
    for _ in range(DEALS // 2):
        players = some_players(game, rng)
        pack = sorted(game.pack(ruleset.options, players))
        deal = play(ruleset, players, rng)
        for state in states(game, ruleset.options, deal):
            assert sorted(knowledge.places(game, state, deal)) == pack


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wrong_pack_is_refused(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random("pack")
    setup = shuffled(ruleset, game.seats[1], rng)
    first = setup.hands[0]
    doubled = setup._replace(hands=((first[1], *first[1:]), *setup.hands[1:]))
    short = setup._replace(hands=(first[1:], *setup.hands[1:]))
    nobody = setup._replace(dealer=game.seats[1])
    for wrong in (doubled, short, nobody):
        with pytest.raises(ValueError, match=r".+"):
            game.deal(ruleset.options, wrong)


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_scores_obey_the_games_sum(knowledge: ModuleType, ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"sum {format_ruleset(ruleset)}")
    scored = 0
    for _ in range(DEALS):
        *_, last = states(game, ruleset.options, play(ruleset, some_players(game, rng), rng))
        outcome = game.outcome(last)
        assert outcome is not None
        knowledge.check_scores(outcome)
        scored += not outcome.redeal
    assert scored > DEALS // 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_replayed_record_leads_through_the_same_states(ruleset: RuleSet) -> None:
    game, rng = ruleset.game, random.Random(f"fold {format_ruleset(ruleset)}")
    for _ in range(5):
        deal = play(ruleset, some_players(game, rng), rng)
        again = Deal(deal.setup, tuple((seat, str(action)) for seat, action in deal.actions))
        assert list(states(game, ruleset.options, deal)) == list(states(game, ruleset.options, again))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_sets_text_form_reads_back_as_the_same_rule_set(ruleset: RuleSet) -> None:
    assert parse_ruleset(format_ruleset(ruleset)) == ruleset
