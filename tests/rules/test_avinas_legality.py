"""Avinas: what is listed is what applies, whatever is tried."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.rules.avinas import GAME
from app.rules.avinas.deck import PACK_32
from app.rules.avinas.refusals import REFUSALS
from app.rules.base import IllegalAction, why
from app.rules.ruleset import parse_ruleset

RULE_SETS = (
    "avinas/standard@1",
    "avinas/pagat@1",
    "avinas/standard@1?trump_lead_tricks=first_only&plain_follow=suit_first&bid_number=up_to_max",
    "avinas/pagat@1?facedown_lead=any_trick&lead_must_match_bid=on&game2_stop=play_out&knock_back=off",
    "avinas/standard@1?facedown_lead=off&knock=off&all_pass_dealer=next",
)

EVERYTHING = (
    *(f"play {card}{way}" for card in PACK_32 for way in ("", " down", " S", " H", " D", " C", " N")),
    *(f"bid {number}" for number in range(10)),
    "pass", "knock", "bid 5 S", "play 2S", "play JK", "trump S",
)  # fmt: skip


def moments(text: str, deals: int) -> Iterator[tuple[Any, int, tuple[str, ...]]]:
    """Every state of some random deals, with the seat in turn and its legal actions."""
    options, rng = parse_ruleset(text).options, random.Random(text)
    pack = list(PACK_32)
    for number in range(deals):
        rng.shuffle(pack)
        state = GAME.deal(options, GAME.setup(options, 4, number % 4, pack))
        while GAME.outcome(state) is None:
            (seat,) = GAME.to_act(state)
            choices = GAME.legal(state, seat)
            assert isinstance(choices, tuple)
            yield state, seat, choices
            state = GAME.apply(state, seat, rng.choice(choices))


def refusal(state: Any, seat: int | None, action: str) -> IllegalAction | None:
    """The refusal of an action, whose facts must be those announced; None when it applies."""
    found = why(GAME, state, seat, action)
    assert found is None or tuple(found.facts) == REFUSALS[found.rule]
    return found


@pytest.mark.parametrize("text", RULE_SETS)
def test_an_action_applies_when_it_is_listed_and_is_refused_when_not(text: str) -> None:
    for state, seat, choices in moments(text, 8):
        assert list(choices) == sorted(set(choices)), "listed once each, in plain string order"
        assert choices, "somebody in turn has always something to do"
        assert {action for action in EVERYTHING if refusal(state, seat, action) is None} == set(choices)


@pytest.mark.parametrize("text", RULE_SETS)
def test_other_seats_and_the_clock_are_refused_whatever_they_try(text: str) -> None:
    rules = set()
    for state, seat, choices in moments(text, 3):
        for other in {0, 1, 2, 3, -1, 4, None} - {seat}:
            found = refusal(state, other, choices[0])
            assert found is not None
            rules.add(found.rule)
            assert other is None or GAME.legal(state, other) == ()
    assert rules == {"not_your_turn", "no_clock"}


@pytest.mark.parametrize("text", RULE_SETS[:2])
def test_text_that_is_nearly_an_action_never_breaks_anything(text: str) -> None:
    rng = random.Random(text)
    for state, seat, choices in moments(text, 5):
        action = rng.choice(choices)
        at = rng.randrange(len(action) + 1)
        for changed in (
            action[:at] + rng.choice("  ASN１٣\x00é?") + action[at:],
            action[:at],
            action * 50,
            action + " ",
        ):
            assert refusal(state, seat, changed) is not None or changed in choices


def test_an_action_after_the_end_is_refused() -> None:
    *_, (state, seat, choices) = moments(RULE_SETS[1], 1)
    over = GAME.apply(state, seat, choices[0])
    found = refusal(over, seat, "pass")
    assert found is not None
    assert found.rule == "deal_over"
    assert GAME.to_act(over) == frozenset()
    assert GAME.legal(over, seat) == ()


def test_a_trick_always_has_cards_enough() -> None:
    for state, _, _ in moments(RULE_SETS[0], 10):
        view = GAME.public_view(state)
        private = [GAME.private_view(state, seat) for seat in range(4)]
        assert view["cards"] == [len(seat["hand"]) for seat in private]
        on_table = len(view["trick"]["plays"]) if view["trick"] else 0
        assert sum(view["cards"]) + on_table + 4 * sum(pile["tricks"] for pile in view["taken"]) == 32
