"""Nothing that people ask of each other gives a card away either: deals in which actions are taken back and the rest is
claimed, compared frame by frame in all worlds a viewer considers possible.

Whether a claim is granted at once depends on the hand of the one who claims: the others learn of it as they learn of a
card that is played, so worlds in which it would have gone otherwise are none that they consider possible. For the one
who claims no world is left out.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from itertools import islice
from types import ModuleType
from typing import Any

import pytest

from app.live.table import LiveTable
from app.rules.base import Game
from app.rules.ruleset import RuleSet, format_ruleset, parse_ruleset
from tests.conformance.frames import PEOPLE, WATCHER, Asking, Sent, watch
from tests.conformance.games import auction, avinas, euchre, mighty
from tests.conformance.playout import Deal, play_to_cards, states
from tests.conformance.test_frames import FEW, VIEWERS, Tamper, first_difference
from tests.conformance.worlds import possible_worlds

CASES = [
    pytest.param(mighty, parse_ruleset("mighty/japanese@1"), id="mighty"),
    pytest.param(mighty, parse_ruleset("mighty/english@1?friend_shown_by_points=on"), id="mighty-mix"),
    pytest.param(euchre, parse_ruleset("euchre/call-partner@1"), id="euchre"),
    pytest.param(avinas, parse_ruleset("avinas/standard@1"), id="avinas"),
    pytest.param(auction, parse_ruleset("auction/standard@1?bid_timer=30&open_timer=60"), id="auction"),
]


def answers(ruleset: RuleSet, deal: Deal) -> dict[int, tuple[int, bool]]:
    """By ply: the seat that may claim the rest there, and whether it would be granted at once."""
    game = ruleset.game
    if game.claims is None:
        return {}
    found = {}
    for ply, state in enumerate(states(game, ruleset.options, deal)):
        for seat in game.to_act(state):
            if game.claims.open(state, seat):
                found[ply] = seat, game.claims.certain(state, seat)
    return found


def at_the_end(ruleset: RuleSet, deal: Deal) -> frozenset[int]:
    """The rest is claimed at the end alone."""
    return frozenset(answers(ruleset, deal).keys() & {len(deal.actions)})


def claims_in(ruleset: RuleSet, deal: Deal) -> frozenset[int]:
    """Where the rest is claimed: now and then while it is not certain, and at the end in any case."""
    last = len(deal.actions)
    return frozenset(
        ply for ply, (_, sure) in answers(ruleset, deal).items() if ply == last or (ply % 3 == 0 and not sure)
    )


def same_answers(ruleset: RuleSet, world: Deal, here: dict[int, tuple[int, bool]], claimed: list[int]) -> bool:
    """Whether these claims are answered alike in another world."""
    there = answers(ruleset, world) if claimed else {}
    return all(there[ply] == here[ply] for ply in claimed)


def up_to_the_end(sent: list[Sent]) -> list[Sent]:
    """What was sent until the deal was over and everything lay open; that it was over belongs to it."""
    for place, (at, frame) in enumerate(sent):
        if b'"phase":"result"' in frame:
            return [*sent[:place], Sent(at, b"over")]
    return sent


def find_difference(
    knowledge: ModuleType, ruleset: RuleSet, rng: random.Random, deals: int, tamper: Tamper | None = None
) -> tuple[str | None, int]:
    """As in `test_frames`, with people who ask."""
    compared = 0
    for number in range(deals):
        deal = play_to_cards(ruleset, ruleset.game.seats[1], rng)
        cut = Deal(deal.setup, deal.actions[: rng.randrange(len(deal.actions) // 2, len(deal.actions))])
        here = answers(ruleset, cut)
        claims = claims_in if tamper is None else at_the_end  # one that is granted ends the deal
        asking = Asking(claims(ruleset, cut), company=number % 2 == 0)
        real = watch(ruleset, cut, tamper, asking=asking)
        for viewer, name in VIEWERS:
            claimed = [ply for ply in asking.claims if here[ply][0] != viewer]
            worlds = list(possible_worlds(knowledge, ruleset, cut, viewer, rng, 20, FEW))
            tried = rng.sample(worlds, min(12, len(worlds)))
            for world in islice((world for world in tried if same_answers(ruleset, world, here, claimed)), 2):
                compared += 1
                mine, theirs = (
                    up_to_the_end(sent[name]) for sent in (real, watch(ruleset, world, tamper, asking=asking))
                )
                if mine != theirs:
                    return first_difference(name, mine, theirs), compared
    return None, compared


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_frames_tell_nothing_when_something_is_taken_back_or_claimed(knowledge: ModuleType, ruleset: RuleSet) -> None:
    rng = random.Random(f"asking {format_ruleset(ruleset)}")
    difference, compared = find_difference(knowledge, ruleset, rng, deals=2)
    assert difference is None, difference
    assert compared >= 8


def test_in_these_deals_people_do_take_back_and_claim() -> None:
    """What the test above looks at does happen, in each of its ways."""
    ruleset, rng, seen = parse_ruleset("euchre/call-partner@1"), random.Random(1), b""
    for number in range(4):
        deal = play_to_cards(ruleset, 5, rng)
        cut = Deal(deal.setup, deal.actions[:-3])
        sent = watch(ruleset, cut, asking=Asking(claims_in(ruleset, cut), company=number % 2 == 0))
        seen += b"".join(frame for name in (*PEOPLE, WATCHER) for _, frame in sent[name])
    for kind in (b"undo", b"claim"):
        assert b'"kind":"%b","name":' % kind in seen
        assert b'"granted":true' in seen
        assert b'"granted":false,"why":"refused"' in seen
    assert b'"lines":[[' in seen
    assert b"claim_unsure" in seen
    assert b'"phase":"result"' in seen


def with_game(change: Callable[[Game], Game]) -> Tamper:
    """A table whose rules have been tampered with."""

    def tamper(table: LiveTable) -> None:
        meta = table.table.meta
        ruleset = meta.ruleset._replace(game=change(meta.ruleset.game))
        table.table = table.table._replace(meta=meta._replace(ruleset=ruleset))

    return tamper


def holds_joker(game: Game, state: Any, but: int = -1) -> bool:
    return any("JK" in game.private_view(state, seat)["hand"] for seat in (3, 4) if seat != but)


def undo_by_cards(game: Game) -> Game:
    """Nothing may be taken back while one of two hidden hands holds the joker."""
    return dataclasses.replace(
        game, shows=lambda before, action, after: holds_joker(game, after) or game.shows(before, action, after)
    )


def claim_by_true_cards(game: Game) -> Game:
    """A claim is judged by the cards that the others really hold."""
    assert game.claims is not None
    return dataclasses.replace(
        game, claims=game.claims._replace(certain=lambda state, seat: not holds_joker(game, state, seat))
    )


LEAKS = {
    "what may be taken back depends on cards": undo_by_cards,
    "claims are judged by the true cards": claim_by_true_cards,
}


@pytest.mark.parametrize("change", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_of_asking_is_caught(change: Callable[[Game], Game]) -> None:
    difference, _ = find_difference(
        mighty, parse_ruleset("mighty/japanese@1"), random.Random("leak"), 20, with_game(change)
    )
    assert difference is not None
