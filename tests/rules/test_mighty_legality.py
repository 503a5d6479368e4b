"""Mighty: what is listed is what applies, whatever is tried."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.rules.base import Choose, IllegalAction, why
from app.rules.cards import PACK_53
from app.rules.mighty import GAME
from app.rules.mighty.deck import PLAYS
from app.rules.mighty.refusals import REFUSALS
from app.rules.ruleset import parse_ruleset

RULE_SETS = (
    "mighty/japanese@1?misdeal_claim=le_half",
    "mighty/english@1",
    "mighty/japanese@1?friend_by=card,first_trick,none&joker_edge_tricks=powerless&joker_call=optional",
    "mighty/english@1?bid_names_trump=on&trump_change=on&joker_edge_tricks=forbidden&direct_partner_at_20nt=on",
    "mighty/japanese@1?bid_names_trump=off&all_pass=dealer_must_bid&call_own_card=forbidden&joker_call=off",
)

EVERYTHING = (
    *PLAYS,
    *(f"bid {number}{suit}" for number in range(11, 22) for suit in ("", " S", " H", " D", " C", " N")),
    *(f"friend {card}" for card in (*PACK_53, "first", "none")),
    *(f"trump {suit}" for suit in "SHDCN"),
    *(f"direct {suit}" for suit in ("S", "H", "D", "C", "N", "none")),
    "pass", "keep", "misdeal", "play JK N", "play KH S", "play AS call", "discard AS KS QS", "discard AS",
)  # fmt: skip


def pick(choices: tuple[str, ...] | Choose, rng: random.Random) -> str:
    """One legal action; bids are kept low and few, except now and then."""
    if isinstance(choices, Choose):
        places = sorted(rng.sample(range(len(choices.among)), choices.count))
        return " ".join((choices.verb, *(choices.among[place] for place in places)))
    if choices[0].startswith("bid") and len(choices) > 1 and rng.random() < 0.85:
        return choices[-1] if rng.random() < 0.4 else choices[0]
    return rng.choice(choices)


def moments(text: str, deals: int) -> Iterator[tuple[Any, int, tuple[str, ...] | Choose]]:
    """Every state of some random deals, with the seat in turn and its legal actions."""
    options, rng = parse_ruleset(text).options, random.Random(text)
    pack = list(PACK_53)
    for number in range(deals):
        rng.shuffle(pack)
        state = GAME.deal(options, GAME.setup(options, 5, number % 5, pack))
        while GAME.outcome(state) is None:
            (seat,) = GAME.to_act(state)
            choices = GAME.legal(state, seat)
            yield state, seat, choices
            state = GAME.apply(state, seat, pick(choices, rng))


def refusal(state: Any, seat: int | None, action: str) -> IllegalAction | None:
    """The refusal of an action, whose facts must be those announced; None when it applies."""
    found = why(GAME, state, seat, action)
    assert found is None or tuple(found.facts) == REFUSALS[found.rule]
    return found


@pytest.mark.parametrize("text", RULE_SETS)
def test_an_action_applies_when_it_is_listed_and_is_refused_when_not(text: str) -> None:
    for state, seat, choices in moments(text, 6):
        if isinstance(choices, Choose):
            continue
        assert list(choices) == sorted(set(choices)), "listed once each, in plain string order"
        assert {action for action in EVERYTHING if refusal(state, seat, action) is None} == set(choices)


@pytest.mark.parametrize("text", RULE_SETS)
def test_somebody_in_turn_has_always_something_to_do(text: str) -> None:
    for _, _, choices in moments(text, 20):
        assert choices.count if isinstance(choices, Choose) else choices


@pytest.mark.parametrize("text", RULE_SETS)
def test_other_seats_and_the_clock_are_refused_whatever_they_try(text: str) -> None:
    for state, seat, _ in moments(text, 2):
        for other in {0, 1, 2, 3, 4, -1, 5, None} - {seat}:
            assert refusal(state, other, "pass") is not None
            assert other is None or GAME.legal(state, other) == ()


@pytest.mark.parametrize("text", RULE_SETS[:2])
def test_text_that_is_nearly_an_action_never_breaks_anything(text: str) -> None:
    rng = random.Random(text)
    for state, seat, choices in moments(text, 3):
        action = pick(choices, rng)
        at = rng.randrange(len(action) + 1)
        for changed in (
            action[:at] + rng.choice("  ASN１٣\x00é?") + action[at:],
            action[:at],
            action * 50,
            action + " ",
        ):
            found = refusal(state, seat, changed)
            listed = choices if not isinstance(choices, Choose) else (action,)
            assert found is not None or changed in listed


def test_an_action_after_the_end_is_refused() -> None:
    *_, (state, seat, choices) = moments(RULE_SETS[1], 1)
    over = GAME.apply(state, seat, pick(choices, random.Random(1)))
    found = refusal(over, seat, "pass")
    assert found is not None
    assert found.rule == "deal_over"
    assert GAME.to_act(over) == frozenset()
    assert GAME.legal(over, seat) == ()


def test_no_card_is_lost_or_doubled() -> None:
    for state, _, _ in moments(RULE_SETS[0], 10):
        view = GAME.public_view(state)
        private = [GAME.private_view(state, seat) for seat in range(5)]
        held = [card for seat in private for card in (*seat["hand"], *seat["buried"])]
        tricks = sum(pile["tricks"] for pile in view["taken"])
        on_table = len(view["trick"]["plays"]) if view["trick"] else 0
        assert len(held) == len(set(held)) == 53 - view["kitty"] - 5 * tricks - on_table
        assert view["cards"] == [len(seat["hand"]) for seat in private]
