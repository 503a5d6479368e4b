"""Seeded random play: a deal as data (pack, dealer, actions), and the states it leads through."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.rules.auction.claims import CLAIMS, payments
from app.rules.base import CLOSE, Choose, Game, Setup, settle
from app.rules.ruleset import RuleSet


class Deal(NamedTuple):
    """One dealt and played deal: what a record holds of it. ``actions`` are (seat or None for the clock, text)."""

    setup: Setup
    actions: tuple[tuple[int | None, str], ...]


def some_players(game: Game, rng: random.Random) -> int:
    """A number of players that the game allows."""
    least, most = game.seats
    return most if least == most else rng.randint(least, most)


def shuffled(ruleset: RuleSet, players: int, rng: random.Random) -> Setup:
    """A random setup: dealer and shuffled pack both from ``rng``."""
    game = ruleset.game
    pack = list(game.pack(ruleset.options, players))
    rng.shuffle(pack)
    settle(game, ruleset.options, players, pack, rng.randrange)
    return game.setup(ruleset.options, players, rng.randrange(players), pack)


def pick(choices: tuple[str, ...] | Choose, rng: random.Random) -> str:
    """A random legal action. Passing and low bids come up more often, so that most deals get to their cards."""
    if isinstance(choices, Choose) and choices.claim is not None:
        claim = CLAIMS[choices.claim]
        ways = list(payments(claim, choices.among, ace_low=False)) or list(payments(claim, choices.among, ace_low=True))
        return " ".join((choices.verb, *rng.sample(cards := rng.choice(ways), len(cards))))
    if isinstance(choices, Choose):
        order = {card: place for place, card in enumerate(choices.among)}
        cards = sorted(rng.sample(choices.among, choices.count), key=order.__getitem__)
        return " ".join((choices.verb, *cards))
    if "pass" in choices and len(choices) > 1:
        return "pass" if rng.random() < 0.55 else rng.choice([c for c in choices if c != "pass"][:12])
    return rng.choice(choices)


def states(game: Game, options: Any, deal: Deal) -> Iterator[Any]:
    """Every state of the deal, the first included. Raises IllegalAction where a line is illegal."""
    state = game.deal(options, deal.setup)
    yield state
    for seat, action in deal.actions:
        state = game.apply(state, seat, action)
        yield state


def turn(game: Game, state: Any, rng: random.Random) -> tuple[int | None, str]:
    """Who acts and how, or an empty action: a seat may have nothing to do where all may act at once. There the clock
    acts now and then, and the end is declared less often than everything else."""
    at_once = game.at_once(state)
    if at_once and rng.random() < 0.02 and game.timer(state) is not None:
        return None, CLOSE
    seat = rng.choice(sorted(game.to_act(state)))
    choices = game.legal(state, seat)
    if at_once and not isinstance(choices, Choose) and "stop" in choices and rng.random() > 0.03:
        choices = tuple(action for action in choices if action != "stop")
    return seat, pick(choices, rng) if choices else ""


def play(ruleset: RuleSet, players: int, rng: random.Random) -> Deal:
    """Play a random deal to its end."""
    game = ruleset.game
    setup = shuffled(ruleset, players, rng)
    state = game.deal(ruleset.options, setup)
    actions: list[tuple[int | None, str]] = []
    while game.outcome(state) is None:
        seat, action = turn(game, state, rng)
        if not action:
            continue
        state = game.apply(state, seat, action)
        actions.append((seat, action))
    return Deal(setup, tuple(actions))


def play_to_cards(ruleset: RuleSet, players: int, rng: random.Random) -> Deal:
    """A deal that is not thrown in: random deals until one has an outcome with a score."""
    while True:
        deal = play(ruleset, players, rng)
        *_, last = states(ruleset.game, ruleset.options, deal)
        outcome = ruleset.game.outcome(last)
        assert outcome is not None
        if not outcome.redeal:
            return deal
