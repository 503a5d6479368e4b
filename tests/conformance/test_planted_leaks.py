"""The non-interference test is worth what it catches: each planted leak must be found by it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from app.rules.base import Game, IllegalAction
from app.rules.ruleset import parse_ruleset
from tests.conformance.games import mighty
from tests.conformance.planting import Leak, hands, is_caught, public


def friend_seat(game: Game, state: Any, view: dict[str, Any]) -> None:
    if not view["friend"]:
        return
    call = view["friend"]["call"]
    view["friend"]["seat"] = next((seat for seat, hand in enumerate(hands(game, state)) if call in hand), None)


def buried_call(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["friend"]:
        buried = game.private_view(state, view["contract"]["declarer"])["buried"]
        view["friend"]["alone"] = view["friend"]["call"] in buried


def count_with_discards(game: Game, state: Any, view: dict[str, Any]) -> None:
    contract = view["contract"]
    if contract:
        seat = contract["declarer"]
        buried = game.private_view(state, seat)["buried"]
        view["taken"][seat]["points"] += sum(card[0] in "AKQJT" for card in buried)


def sides_early(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["contract"] and view["phase"] == "play":
        ours = [seat for seat in range(5) if game.private_view(state, seat)["role"] in ("declarer", "friend")]
        view["sides"] = {"declarer": sum(view["taken"][seat]["points"] for seat in ours), "others": 0}


def shown_legal(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["legal"] = [list(game.legal(state, seat)) for seat in view["turn"]]


def hand_index(game: Game, state: Any, view: dict[str, Any]) -> None:
    before = {seat: len(hand) for seat, hand in enumerate(hands(game, state))}
    view["log"] = [
        [*line, sum(card < line[1][5:7] for card in hands(game, state)[line[0]]), before[line[0]]]
        if line[1].startswith("play ")
        else line
        for line in view["log"]
    ]


def log_of_discards(game: Game, state: Any, view: dict[str, Any]) -> None:
    contract = view["contract"]
    if contract:
        buried = game.private_view(state, contract["declarer"])["buried"]
        view["log"] = [
            [seat, f"discard {' '.join(buried)}"] if "discard" in text else [seat, text] for seat, text in view["log"]
        ]


def refusal_with_hand(game: Game) -> Game:
    """A refusal that tells more than its own seat may know: what another seat holds."""

    def leaking(state: Any, seat: int | None, action: str) -> Any:
        try:
            return game.apply(state, seat, action)
        except IllegalAction as refusal:
            told = {**refusal.facts, "neighbour": hands(game, state)[(seat or 0) - 1][:1]}
            raise IllegalAction(refusal.rule, **told) from None

    return dataclasses.replace(game, apply=leaking)


def private_of_another(game: Game) -> Game:
    """The private view of the next seat slips into one's own."""

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        return {**game.private_view(state, seat), "partner": game.private_view(state, (seat + 1) % 5)["role"]}

    return dataclasses.replace(game, private_view=leaking)


def turn_only_where_there_is_a_choice(game: Game) -> Game:
    """A schedule that depends on hidden cards: whoever has one legal action only is not waited for."""
    return public(
        lambda game, state, view: view.update(turn=[seat for seat in view["turn"] if len(game.legal(state, seat)) != 1])
    )(game)


# In the Japanese game a friend with points is public at once: there the early count tells nothing that is secret.
SIDES = public(sides_early)

LEAKS: dict[str, Leak] = {
    "the friend's seat in the public view": public(friend_seat),
    "whether the called card is buried": public(buried_call),
    "a count that includes discards": public(count_with_discards),
    "points by side before the sides are public": SIDES,
    "legal actions shown to others": public(shown_legal),
    "the index of a played card in a hidden hand": public(hand_index),
    "discards in the log": public(log_of_discards),
    "a refusal that names a foreign card": refusal_with_hand,
    "another seat's role in a private view": private_of_another,
    "a forced seat that is not waited for": turn_only_where_there_is_a_choice,
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_in_the_rules_is_caught(leak: Leak) -> None:
    ruleset = parse_ruleset("mighty/english@1" if leak is SIDES else "mighty/japanese@1")
    assert is_caught(mighty, ruleset, leak), "forty deals went by and the leak was not noticed"
