"""The secrets of Avinas: a card led face down, what a seat may bid, cards not turned up. Looked for, and planted."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.rules.base import Game, IllegalAction
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance import frames
from tests.conformance.games import avinas
from tests.conformance.playout import Deal, play_to_cards
from tests.conformance.test_planted_leaks import Leak, public
from tests.conformance.worlds import Difference, find_difference, possible_worlds

STANDARD, PAGAT = "avinas/standard@1", "avinas/pagat@1"
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def face_down(ruleset: RuleSet, rng: random.Random) -> Iterator[tuple[Deal, int]]:
    """Deals in which a card is led face down, with the ply after which it lies there."""
    while True:
        deal = play_to_cards(ruleset, 4, rng)
        leads = [ply for ply, (_, action) in enumerate(deal.actions, 1) if action.endswith(" down")]
        if leads:
            yield deal, rng.choice(leads)


def bidding(ruleset: RuleSet, rng: random.Random) -> Iterator[tuple[Deal, int]]:
    """Deals in which bids were made, with a ply at which somebody is asked."""
    while True:
        deal = play_to_cards(ruleset, 4, rng)
        if any(action.startswith("bid ") for _, action in deal.actions):
            yield deal, rng.randrange(4)


def anywhere(ruleset: RuleSet, rng: random.Random) -> Iterator[tuple[Deal, int]]:
    """Any deals at any moment."""
    while True:
        deal = play_to_cards(ruleset, 4, rng)
        yield deal, rng.randrange(len(deal.actions))


@pytest.mark.parametrize("text", [STANDARD, PAGAT, avinas.MIXES[1]])
def test_while_a_card_lies_face_down_only_its_leader_can_tell_which_it_is(text: str) -> None:
    ruleset, rng = parse_ruleset(text), random.Random(f"down {text}")
    deals, compared = face_down(ruleset, rng), 0
    for _ in range(8):
        deal, ply = next(deals)
        moment = min(ply + rng.randrange(4), len(deal.actions) - 1)
        difference, worlds = find_difference(avinas, ruleset, deal, rng, [moment], swaps=16)
        assert difference is None, str(difference)
        compared += worlds
    assert compared > 200


def test_the_worlds_looked_at_have_other_cards_face_down() -> None:
    ruleset, rng = parse_ruleset(STANDARD), random.Random("other")
    deals, lying = face_down(ruleset, rng), set()
    for _ in range(5):
        deal, ply = next(deals)
        cut = Deal(deal.setup, deal.actions[:ply])
        for world in possible_worlds(avinas, ruleset, cut, None, rng, 40):
            lying.add((deal.actions[ply - 1][1] == world.actions[-1][1], world.actions[-1][1].endswith(" down")))
    assert lying == {(True, True), (False, True)}


def test_frames_do_not_tell_which_card_lies_face_down() -> None:
    ruleset, rng = parse_ruleset(STANDARD), random.Random("frames down")
    deals, compared = face_down(ruleset, rng), 0
    for _ in range(3):
        deal, ply = next(deals)
        cut = Deal(deal.setup, deal.actions[: ply + rng.randrange(3)])
        real = frames.watch(ruleset, cut)
        for viewer, name in [(None, frames.WATCHER), *enumerate(frames.PEOPLE)]:
            worlds = list(possible_worlds(avinas, ruleset, cut, viewer, rng, 20))
            for world in worlds[-2:]:
                assert frames.watch(ruleset, world)[name] == real[name]
                compared += 1
    assert compared > 10


# ------------------------------------------------------------------------------------------ planted leaks


def privates(game: Game, state: Any) -> list[dict[str, Any]]:
    return [game.private_view(state, seat) for seat in range(4)]


def lying(game: Game, state: Any) -> list[tuple[int, str]]:
    """Who has led which card face down, while it lies there."""
    return [(seat, view["down"]) for seat, view in enumerate(privates(game, state)) if view["down"]]


def down_in_log(game: Game, state: Any, view: dict[str, Any]) -> None:
    for _, card in lying(game, state):
        view["log"] = [[seat, text.replace("??", card)] for seat, text in view["log"]]


def down_in_trick(game: Game, state: Any, view: dict[str, Any]) -> None:
    for _, card in lying(game, state):
        view["trick"]["plays"][0][1] = card


def down_in_last(game: Game, state: Any, view: dict[str, Any]) -> None:
    for seat, card in lying(game, state):
        view["last"] = {**view["last"], "plays": [*view["last"]["plays"], [seat, card, "down"]]}


def down_in_points(game: Game, state: Any, view: dict[str, Any]) -> None:
    for seat, card in lying(game, state):
        view["sides"][seat % 2]["points"] += VALUES.get(card[0], 0)


def legal_bids(game: Game, state: Any, view: dict[str, Any]) -> None:
    if view["phase"] == "bidding":
        view["bids"] = [list(game.legal(state, seat)) for seat in view["turn"]]


def able_to_bid(game: Game, state: Any, view: dict[str, Any]) -> None:
    """Only those who can bid are asked."""
    if view["phase"] == "bidding":
        view["turn"] = [seat for seat in view["turn"] if len(game.legal(state, seat)) > 1]


def counts_of_all(game: Game, state: Any, view: dict[str, Any]) -> None:
    view["trumps"] = [sum(card[0] in "QJ" for card in private["hand"]) for private in privates(game, state)]


def all_turned_up(_game: Game, state: Any, view: dict[str, Any]) -> None:
    """A mere number: how many of the cards that stayed face down at the dealer's side are worth points."""
    frame = getattr(state, "contract", state).frame
    aces = sum(1 << "789AJKQT".index("A") * 4 + suit for suit in range(4))
    view["rich"] = sum(card & aces > 0 for pair in frame.turned for card in pair)


def down_for_partner(game: Game) -> Game:
    """The partner is told what lies face down (C13 offers no hint)."""

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        return {**game.private_view(state, seat), "hint": game.private_view(state, (seat + 2) % 4)["down"]}

    return dataclasses.replace(game, private_view=leaking)


def refusal_by_number(game: Game) -> Game:
    """Why another seat's bid is refused says how many trumps the seat in turn has."""

    def leaking(state: Any, seat: int | None, action: str) -> Any:
        try:
            return game.apply(state, seat, action)
        except IllegalAction as refusal:
            if refusal.rule != "not_your_turn" or game.public_view(state)["phase"] != "bidding":
                raise
            (turn,) = game.to_act(state)
            raise IllegalAction("not_your_turn", seat=turn, number=len(game.legal(state, turn))) from None

    return dataclasses.replace(game, apply=leaking)


Moments = Callable[[RuleSet, random.Random], Iterator[tuple[Deal, int]]]

LEAKS: dict[str, tuple[Leak, str, Moments]] = {
    "the face-down card in the log": (public(down_in_log), STANDARD, face_down),
    "the face-down card in the trick": (public(down_in_trick), STANDARD, face_down),
    "the face-down card in the last trick": (public(down_in_last), PAGAT, face_down),
    "the points of the face-down card": (public(down_in_points), STANDARD, face_down),
    "the face-down card shown to the partner": (down_for_partner, STANDARD, face_down),
    "the legal bid shown to others": (public(legal_bids), STANDARD, bidding),
    "only seats that can bid are asked": (public(able_to_bid), STANDARD, bidding),
    "a refusal that tells who can bid": (refusal_by_number, PAGAT, bidding),
    "how many queens and jacks each seat holds": (public(counts_of_all), STANDARD, anywhere),
    "a count of cards that were not turned up": (public(all_turned_up), PAGAT, anywhere),
}


@pytest.mark.parametrize(("leak", "text", "moments"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_of_avinas_is_caught(leak: Leak, text: str, moments: Moments) -> None:
    ruleset, rng = parse_ruleset(text), random.Random("leak")
    leaking = ruleset._replace(game=leak(ruleset.game))
    deals = moments(ruleset, rng)
    found: Difference | None = None
    for _ in range(40):
        deal, ply = next(deals)
        found, _ = find_difference(avinas, leaking, deal, rng, [ply])
        if found is not None:
            return
    pytest.fail("forty deals went by and the leak was not noticed")
