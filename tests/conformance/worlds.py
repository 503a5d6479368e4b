"""The worlds a viewer cannot tell apart, and the search for a difference that he is shown nevertheless.

A world is a deal whose pack has some cards exchanged that the viewer cannot know, with hidden actions mapped to the
exchanged cards. A world in which the record would be illegal, or in which an event that everybody saw would have gone
otherwise, is not one the viewer considers possible and is dropped. In all that remain the viewer must have been shown
the very same thing at every ply.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import msgspec

from app.rules.base import Choose, Game, IllegalAction
from app.rules.cards import is_card
from app.rules.ruleset import RuleSet
from tests.conformance.playout import Deal, states

Viewer = int | None
"""A seat, or None for a spectator."""


ASK = "ask"
ALL_WORLDS = 5_000
"""Up to so many arrangements of the unknown cards are all looked at."""


class Knowledge(Protocol):
    """What a viewer knows of a deal, derived from its record and nothing else. One module per game fills this in."""

    def rulesets(self) -> list[RuleSet]:
        """The presets and a few mixes that the suite plays."""

    def seen(self, deal: Deal, viewer: Viewer, ply: int) -> frozenset[int]:
        """Places of the pack (hands in seat order, then the rest) whose cards the viewer knows by then."""

    def hidden(self, seat: int | None, action: str, viewer: Viewer) -> bool:
        """Whether the action's cards are kept from the viewer."""

    def announced(self, ruleset: RuleSet, deal: Deal, ply: int) -> object:
        """Facts that events have shown to everybody by then, beyond the actions themselves."""

    def probes(self, deal: Deal, viewer: int) -> tuple[str, ...]:
        """Actions whose refusals the viewer may compare: the answer to "why not?" is a channel as well, and so is the
        one to ``ask`` with cards: what would they bid?"""


class Difference(NamedTuple):
    """A leak: the viewer is shown something else in a world he cannot tell from the real one."""

    viewer: Viewer
    ply: int
    real: bytes
    other: bytes

    def __str__(self) -> str:
        at = next((i for i, (a, b) in enumerate(zip(self.real, self.other, strict=False)) if a != b), 0)
        near = slice(max(0, at - 60), at + 60)
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"{who} at ply {self.ply} can tell two worlds apart:\n  {self.real[near]!r}\n  {self.other[near]!r}"


def cards_of(deal: Deal) -> list[str]:
    """The pack by place: the hands in seat order, then the rest."""
    return [card for hand in deal.setup.hands for card in hand] + list(deal.setup.rest)


def rearrange(deal: Deal, cards: dict[int, str], hidden: Callable[[int | None, str], bool]) -> Deal:
    """The world in which the given places of the pack hold other cards, hidden actions mapped accordingly.

    ``cards`` must be an exchange among the places named: what lies there, in another order.
    """
    pack = cards_of(deal)
    names = {pack[place]: card for place, card in cards.items()}
    for place, card in cards.items():
        pack[place] = card
    hands, start = [], 0
    for hand in deal.setup.hands:
        hands.append(tuple(pack[start : start + len(hand)]))
        start += len(hand)
    setup = deal.setup._replace(hands=tuple(hands), rest=tuple(pack[start:]))
    actions = tuple((seat, remap(action, names) if hidden(seat, action) else action) for seat, action in deal.actions)
    return Deal(setup, actions)


def remap(action: str, names: dict[str, str]) -> str:
    """The action with two cards' names exchanged, its set of cards again in canonical order, other words after it."""
    verb, *words = action.split(" ")
    cards = [names.get(word, word) for word in words if is_card(word)]
    return " ".join((verb, *sorted(cards, key=canonical), *(word for word in words if not is_card(word))))


def canonical(card: str) -> tuple[int, int]:
    """Sorting key of a set of cards as the notation orders it: suits S H D C, ace down to two, jokers last."""
    if card == "JK":
        return (4, 0)
    return ("SHDC".index(card[1]), "AKQJT98765432".index(card[0]))


def shown(game: Game, state: Any, viewer: Viewer, probes: tuple[str, ...]) -> bytes:
    """Everything that the rules let the viewer have at this moment, as bytes: views, legal actions, refusals."""
    out: list[object] = [game.public_view(state)]
    if viewer is not None:
        legal = game.legal(state, viewer)
        out += [game.private_view(state, viewer), legal._asdict() if isinstance(legal, Choose) else legal]
        for action in probes:
            verb, *cards = action.split(" ")
            try:
                if verb == ASK:
                    out += [offer._asdict() for offer in game.offers(state, viewer, tuple(cards))]
                    continue
                game.apply(state, viewer, action)
                out.append("legal")
            except IllegalAction as refusal:
                out.append([refusal.rule, sorted(refusal.facts.items())])
    return msgspec.json.encode(out)


def streams(game: Game, options: Any, deal: Deal, viewer: Viewer, probes: dict[int, tuple[str, ...]]) -> list[bytes]:
    """What the viewer is shown ply by ply; ``probes`` are the refusals he asks for, by ply."""
    return [shown(game, state, viewer, probes.get(ply, ())) for ply, state in enumerate(states(game, options, deal))]


def possible_worlds(
    knowledge: Knowledge,
    ruleset: RuleSet,
    deal: Deal,
    viewer: Viewer,
    rng: random.Random,
    swaps: int,
    at_most: int = ALL_WORLDS,
) -> Iterator[Deal]:
    """Worlds the viewer cannot tell from ``deal``, which is cut at the ply that is looked at.

    Where the arrangements of what he does not know are ``at_most`` so many, all of them; otherwise chained exchanges of
    two cards, each accepted world the start of the next exchange, so that the chain wanders far from the real one
    (``swaps`` tries).
    """
    ply = len(deal.actions)
    facts = knowledge.announced(ruleset, deal, ply)
    known = knowledge.seen(deal, viewer, ply)
    unknown = [place for place in range(len(cards_of(deal))) if place not in known]

    def hidden(seat: int | None, action: str) -> bool:
        return knowledge.hidden(seat, action, viewer)

    def possible(world: Deal) -> bool:
        return knowledge.announced(ruleset, world, ply) == facts and legal_record(ruleset, world)

    groups = together(deal, unknown, hidden)
    if arrangements(groups) <= at_most:
        pack = cards_of(deal)
        for spread in spreads([pack[place] for place in unknown], [len(group) for group in groups]):
            cards = dict(zip([place for group in groups for place in group], spread, strict=True))
            world = rearrange(deal, cards, hidden)
            if possible(world):
                yield world
        return
    here = deal
    for _ in range(swaps):
        first, second = rng.sample(unknown, 2)
        pack = cards_of(here)
        there = rearrange(here, {first: pack[second], second: pack[first]}, hidden)
        if possible(there):
            here = there
            yield there


def together(deal: Deal, unknown: list[int], hidden: Callable[[int | None, str], bool]) -> list[list[int]]:
    """The unknown places in groups within which an exchange makes no other world: same hand or rest, same fate."""
    pack = cards_of(deal)
    away = {word for seat, action in deal.actions if hidden(seat, action) for word in action.split(" ")[1:]}
    groups: dict[tuple[int, bool], list[int]] = {}
    size = len(deal.setup.hands[0])
    for place in unknown:
        groups.setdefault((min(place // size, len(deal.setup.hands)), pack[place] in away), []).append(place)
    return list(groups.values())


def arrangements(groups: list[list[int]]) -> int:
    """How many worlds there are: the ways to spread the cards over the groups."""
    ways = math.factorial(sum(map(len, groups)))
    for group in groups:
        ways //= math.factorial(len(group))
    return ways


def spreads(cards: list[str], sizes: list[int]) -> Iterator[tuple[str, ...]]:
    """Every way to deal ``cards`` into groups of these sizes, group after group."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        left = list(cards)
        for card in chosen:
            left.remove(card)
        for rest in spreads(left, sizes[1:]):
            yield (*chosen, *rest)


def legal_record(ruleset: RuleSet, deal: Deal) -> bool:
    """Whether every action of the record is legal in this world."""
    try:
        for _ in states(ruleset.game, ruleset.options, deal):
            pass
    except IllegalAction:
        return False
    return True


def find_difference(
    knowledge: Knowledge, ruleset: RuleSet, deal: Deal, rng: random.Random, plies: list[int], swaps: int = 24
) -> tuple[Difference | None, int]:
    """Look for a leak in one deal at the given plies, for every seat and a spectator.

    Returns the first difference, and how many worlds were compared.
    """
    compared = 0
    everybody: list[Viewer] = [None, *range(len(deal.setup.hands))]
    for ply in plies:
        # Near the end there are thousands of worlds for each viewer: two of them a deal are enough there.
        viewers = rng.sample(everybody, 2) if ply > len(deal.actions) - 9 else everybody
        cut = Deal(deal.setup, deal.actions[:ply])
        for viewer in viewers:
            probes: dict[int, tuple[str, ...]] = {}
            if viewer is not None:
                asked = {ply, rng.randrange(ply + 1), rng.randrange(ply + 1)}
                probes = {at: knowledge.probes(cut, viewer) for at in asked}
            real = streams(ruleset.game, ruleset.options, cut, viewer, probes)
            for world in possible_worlds(knowledge, ruleset, cut, viewer, rng, swaps):
                compared += 1
                other = streams(ruleset.game, ruleset.options, world, viewer, probes)
                for at, (mine, theirs) in enumerate(zip(real, other, strict=True)):
                    if mine != theirs:
                        return Difference(viewer, at, mine, theirs), compared
    return None, compared


def moments(deal: Deal, rng: random.Random, late: bool) -> list[int]:
    """Plies to look at: two anywhere, and one near the end where all worlds can be looked at."""
    plies = [rng.randrange(len(deal.actions)), rng.randrange(len(deal.actions))]
    return [*plies, len(deal.actions) - rng.randrange(1, 6)] if late else plies
