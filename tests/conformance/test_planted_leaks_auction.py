"""Leaks planted in Auction: hands and what they could claim, cards drawn unseen, the stock. Each must be found."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from app.rules.auction.hands import best
from app.rules.auction.state import Auction
from app.rules.base import Game, IllegalAction, Offer
from app.rules.ruleset import parse_ruleset
from tests.conformance.games import auction
from tests.conformance.planting import Leak, hands, is_caught, public


def turn_only_of_seats_with_a_claim(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["phase"] == "auction":
        view["turn"] = [seat for seat in view["turn"] if any("bid" in action for action in game.legal(state, seat))]


def how_much_everybody_could_do(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["cards"] = [len(game.legal(state, seat)) for seat in range(len(view["cards"]))]


def passes_of_seats_that_could_claim(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["passed"] = [seat for seat in view["passed"] if not game.legal(state, seat)]


def unseen_cards_in_the_last_exchange(_game: Game, state: Any, view: dict[str, Any]) -> None:
    if isinstance(state, Auction) and state.last is not None:
        end = state.drawn - (state.last.turned is not None)
        view["last"]["unseen"] = list(state.frame.stock[end - state.last.unseen : end])


def unseen_cards_while_laying(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["lay"]:
        view["lay"]["from_stock"] = game.private_view(state, view["winner"])["taken"]


def end_allowed_to_good_hands(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["stop"]["allowed"] = any(best(tuple(hand), True).strength[0] > 4 for hand in hands(game, state))


def types_of_hands(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["cards"] = [best(tuple(hand), True).strength[0] for hand in hands(game, state)]


def timer_by_the_jokers_held(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["timer"]:
        view["timer"] += sum(hand.count("JK") for hand in hands(game, state)) / 10


def top_of_the_stock(_game: Game, state: Any, view: dict[str, Any]) -> None:
    if isinstance(state, Auction) and view["stock"]:
        view["stock"] = state.frame.stock[state.drawn]


def joker_next(_game: Game, state: Any, view: dict[str, Any]) -> None:
    if isinstance(state, Auction) and view["stock"]:
        view["final"] = state.frame.stock[state.drawn] == "JK"


def sitting_winner_sees_the_stock(game: Game) -> Game:
    """The leader is shown in the own view what it would draw."""

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        view = game.private_view(state, seat)
        if isinstance(state, Auction) and seat == state.leader:
            view["taken"] = list(state.frame.stock[state.drawn : state.drawn + 1])
        return view

    return dataclasses.replace(game, private_view=leaking)


def refusal_with_the_holder(game: Game) -> Game:
    """A claim is refused with the names of those who could have made it."""

    def leaking(state: Any, seat: int | None, action: str) -> Any:
        try:
            return game.apply(state, seat, action)
        except IllegalAction as refusal:
            able = [
                str(other) for other, hand in enumerate(hands(game, state)) if action.split(" ")[-1][0] in str(hand)
            ]
            raise IllegalAction(refusal.rule, **refusal.facts, able=able) from None

    return dataclasses.replace(game, apply=leaking)


def legal_only_against_rivals(game: Game) -> Game:
    """Nobody need claim any more who alone could: the own list of actions tells what others hold."""

    def leaking(state: Any, seat: int) -> Any:
        legal = game.legal(state, seat)
        rivals = any(other != seat and game.legal(state, other) for other in game.to_act(state))
        return legal if rivals or not isinstance(legal, tuple) else tuple(a for a in legal if a == "pass")

    return dataclasses.replace(game, legal=leaking)


def offers_that_count_higher_cards(game: Game) -> Game:
    """What picked cards would bid comes with the number of aces in other hands."""

    def leaking(state: Any, seat: int, cards: tuple[str, ...]) -> tuple[Offer, ...]:
        aces = sum(card[0] == "A" for other, hand in enumerate(hands(game, state)) for card in hand if other != seat)
        return tuple(offer._replace(facts={**offer.facts, "aces": aces}) for offer in game.offers(state, seat, cards))

    return dataclasses.replace(game, offers=leaking)


LEAKS: dict[str, Leak] = {
    "a turn of those only who can claim": public(turn_only_of_seats_with_a_claim),
    "how many actions each seat has": public(how_much_everybody_could_do),
    "passes that hide who could still claim": public(passes_of_seats_that_could_claim),
    "unseen cards in the last exchange": public(unseen_cards_in_the_last_exchange),
    "unseen cards while the winner lays": public(unseen_cards_while_laying),
    "an end that only good hands may declare": public(end_allowed_to_good_hands),
    "the types of the hands": public(types_of_hands),
    "a clock that runs by the jokers held": public(timer_by_the_jokers_held),
    "the top card of the stock": public(top_of_the_stock),
    "whether a joker comes next": public(joker_next),
    "a leader who sees what it would draw": sitting_winner_sees_the_stock,
    "a refusal that names who holds the rank": refusal_with_the_holder,
    "a list of actions that depends on rivals": legal_only_against_rivals,
    "offers that tell of aces in other hands": offers_that_count_higher_cards,
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_in_the_rules_is_caught(leak: Leak) -> None:
    assert is_caught(auction, parse_ruleset("auction/standard@1"), leak), "the leak was not noticed"
