"""Euchre: what is listed is what applies, whatever is tried."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.rules.base import IllegalAction, why
from app.rules.euchre import GAME
from app.rules.euchre.deck import NAMES
from app.rules.euchre.refusals import REFUSALS
from app.rules.ruleset import parse_ruleset

RULE_SETS = (
    "euchre/call-partner@1",
    "euchre/call-partner@1?pack=32&callable=non_trump&dealer_pickup=mandatory&stick_dealer=off&alone_march=5",
    "euchre/call-partner@1?callable=ace_non_trump&call_own=allowed&call_known_buried=allowed&alone=off&lead=maker",
    "euchre/call-partner@1?callable=ace_only&no_trump_call=on&alone=off&lead=makers_left&stick_dealer=off",
)

EVERYTHING = (
    *(f"{verb} {card}" for verb in ("play", "swap", "call") for card in NAMES),
    *(f"trump {strain}" for strain in "SHDCN"),
    "order", "pass", "keep", "alone", "call alone", "play", "bid 14 H", "discard AS",
)  # fmt: skip


def moments(text: str, deals: int) -> Iterator[tuple[Any, int, tuple[str, ...]]]:
    """Every state of some random deals, with the seat in turn and its legal actions."""
    options, rng = parse_ruleset(text).options, random.Random(text)
    pack = list(GAME.pack(options, 5))
    for number in range(deals):
        rng.shuffle(pack)
        state = GAME.deal(options, GAME.setup(options, 5, number % 5, pack))
        while GAME.outcome(state) is None:
            (seat,) = GAME.to_act(state)
            choices = GAME.legal(state, seat)
            assert isinstance(choices, tuple)
            yield state, seat, choices
            passes = "pass" in choices and rng.random() < 0.7
            state = GAME.apply(state, seat, "pass" if passes else rng.choice(choices))


def refusal(state: Any, seat: int | None, action: str) -> IllegalAction | None:
    """The refusal of an action, whose facts must be those announced; None when it applies."""
    found = why(GAME, state, seat, action)
    assert found is None or tuple(found.facts) == REFUSALS[found.rule]
    return found


@pytest.mark.parametrize("text", RULE_SETS)
def test_an_action_applies_when_it_is_listed_and_is_refused_when_not(text: str) -> None:
    for state, seat, choices in moments(text, 15):
        assert choices, "somebody in turn has always something to do"
        assert list(choices) == sorted(set(choices)), "listed once each, in plain string order"
        assert {action for action in EVERYTHING if refusal(state, seat, action) is None} == set(choices)


@pytest.mark.parametrize("text", RULE_SETS)
def test_other_seats_and_the_clock_are_refused_whatever_they_try(text: str) -> None:
    for state, seat, _ in moments(text, 2):
        for other in {0, 1, 2, 3, 4, -1, 5, None} - {seat}:
            assert refusal(state, other, "pass") is not None
            assert other is None or GAME.legal(state, other) == ()


@pytest.mark.parametrize("text", RULE_SETS[:2])
def test_text_that_is_nearly_an_action_never_breaks_anything(text: str) -> None:
    rng = random.Random(text)
    for state, seat, choices in moments(text, 4):
        action = rng.choice(choices)
        at = rng.randrange(len(action) + 1)
        for changed in (
            action[:at] + rng.choice("  ASN１٣\x00é?") + action[at:],
            action[:at],
            action * 50,
            action + " ",
        ):
            found = refusal(state, seat, changed)
            assert found is not None or changed in choices


def test_an_action_after_the_end_is_refused() -> None:
    *_, (state, seat, choices) = moments(RULE_SETS[0], 1)
    over = GAME.apply(state, seat, choices[0])
    found = refusal(over, seat, "pass")
    assert found is not None
    assert found.rule == "deal_over"
    assert GAME.to_act(over) == frozenset()
    assert GAME.legal(over, seat) == ()


def test_what_cannot_be_listed_is_refused_with_a_rule_of_the_table() -> None:
    rules = {
        found.rule
        for text in RULE_SETS
        for state, seat, _ in moments(text, 8)
        for action in EVERYTHING
        if (found := refusal(state, seat, action)) is not None
    }
    assert rules == REFUSALS.keys() - {"no_clock", "deal_over", "not_your_turn"}
