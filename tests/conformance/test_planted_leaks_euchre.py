"""Leaks planted in Euchre: the secret partner, the buried call, the dealer's discard. Each must be found."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from app.rules.base import Game, IllegalAction
from app.rules.ruleset import parse_ruleset
from tests.conformance.games import euchre
from tests.conformance.planting import Leak, hands, is_caught, public


def partner_seat(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["partner"]:
        holder = [seat for seat, hand in enumerate(hands(game, state)) if view["call"] in hand]
        view["partner"]["seat"] = holder[0] if holder else None


def buried_call(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["phase"] == "play":
        partners = [seat for seat in range(5) if game.private_view(state, seat)["role"] == "partner"]
        view["partner"]["alone"] = not partners


def call_in_the_discard(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["call"]:
        view["partner"]["alone"] = game.private_view(state, view["dealer"])["discard"] == view["call"] or None


def discard_in_the_log(game: Game, state: Any, view: dict[str, Any]) -> None:
    given = game.private_view(state, view["dealer"])["discard"]
    view["log"] = [[seat, f"swap {given}" if "swap" in text else text] for seat, text in view["log"]]


def suit_of_the_discard(game: Game, state: Any, view: dict[str, Any]) -> None:
    given = game.private_view(state, view["dealer"])["discard"]
    view["exchanged"] = given[1] if given else view["exchanged"]


def tricks_by_side_early(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["phase"] == "play":
        ours = [seat for seat in range(5) if game.private_view(state, seat)["role"] in ("maker", "partner")]
        view["sides"] = {"attackers": sum(view["taken"][seat]["tricks"] for seat in ours), "defenders": 0}


def turn_only_where_there_is_a_choice(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["turn"] = [seat for seat in view["turn"] if len(game.legal(state, seat)) != 1]


def order_of_trumps_in_hands(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["trumps"]:
        view["cards"] = [len([card for card in hand if card in view["trumps"]]) for hand in hands(game, state)]


def maker_told_to_be_alone(game: Game) -> Game:
    """The maker's own view says that nobody holds the called card."""

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        view = dict(game.private_view(state, seat))
        if view["role"] == "maker":
            others = [game.private_view(state, other)["role"] for other in range(5)]
            view["alone"] = "defender" in others and "partner" not in others
        return view

    return dataclasses.replace(game, private_view=leaking)


def discard_in_every_private_view(game: Game) -> Game:
    """What the dealer gave up slips into everybody's own view."""

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        dealer = game.public_view(state)["dealer"]
        return {**game.private_view(state, seat), "discard": game.private_view(state, dealer)["discard"]}

    return dataclasses.replace(game, private_view=leaking)


def refusal_with_partner(game: Game) -> Game:
    """A refusal tells who holds the called card."""

    def leaking(state: Any, seat: int | None, action: str) -> Any:
        try:
            return game.apply(state, seat, action)
        except IllegalAction as refusal:
            call = game.public_view(state)["call"]
            told = [str(other) for other, hand in enumerate(hands(game, state)) if call in hand]
            raise IllegalAction(refusal.rule, **refusal.facts, partner=told) from None

    return dataclasses.replace(game, apply=leaking)


LEAKS: dict[str, Leak] = {
    "the partner's seat in the public view": public(partner_seat),
    "whether nobody holds the called card": public(buried_call),
    "whether the called card is the dealer's discard": public(call_in_the_discard),
    "the dealer's discard in the log": public(discard_in_the_log),
    "the suit of the dealer's discard": public(suit_of_the_discard),
    "tricks by side before the sides are public": public(tricks_by_side_early),
    "a forced seat that is not waited for": public(turn_only_where_there_is_a_choice),
    "how many trumps each seat holds": public(order_of_trumps_in_hands),
    "a maker who is told to be alone": maker_told_to_be_alone,
    "the dealer's discard in other private views": discard_in_every_private_view,
    "a refusal that names the partner": refusal_with_partner,
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_in_the_rules_is_caught(leak: Leak) -> None:
    assert is_caught(euchre, parse_ruleset("euchre/call-partner@1"), leak), "the leak was not noticed"
