"""Seeded random play: matches of legal deals, written as a record or a trace.

The play is no good, but it is biased so that every step of a game is reached: some deals are passed out, most auctions
stay low, a few run up to the top. Where everybody may act at once, the clock has its say now and then.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

from app.rules import match as matches
from app.rules import record
from app.rules.auction.claims import CLAIMS, payments
from app.rules.base import CLOSE, Action, Choose, Game, Seat, State, settle
from app.rules.cards import JOKER, RANKS
from app.rules.match import Match
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, resolve

Legal = tuple[Action, ...] | Choose
CLOCK = 0.02  # how often the clock closes an auction instead of anybody speaking
ENDS = 0.02  # how often a seat that may declare the end thinks of it


class Mood(NamedTuple):
    """How a seat is minded in one deal.

    How readily it passes, how many of the lowest bids it thinks of, whether it plays its high cards (1), its low ones
    (-1) or any.
    """

    passes: float
    bids: int
    height: int = 0


_QUIET = Mood(passes=1.0, bids=1)
_WILD = Mood(passes=0.2, bids=1000)
_USUAL = Mood(passes=0.7, bids=7)
_KEEN = Mood(passes=0.0, bids=3, height=1)
_MEEK = Mood(passes=0.95, bids=1, height=-1)


def _moods(seats: int, rng: random.Random) -> list[Mood]:
    """The moods of a table: all alike, or one seat that wants to win against others that let it."""
    mood = rng.choices((_QUIET, _WILD, _USUAL, _MEEK), (6, 14, 50, 30))[0]
    moods = [mood] * seats
    if mood is _MEEK:
        moods[rng.randrange(seats)] = _KEEN
    return moods


def simulate(
    game: str,
    preset: str | None,
    deals: int,
    seed: int,
    players: int | None,
    options: Mapping[str, object],
    trace: bool,
    out: TextIO,
) -> None:
    """Write ``deals`` deals, thrown-in ones counted, as matches one after the other; the last may be unfinished.

    ``preset`` and ``players`` default to the game's first. Raises ValueError (`OptionError`) for what does not exist.
    """
    if game not in GAMES:
        raise ValueError(f"unknown game {game}, choose one of {', '.join(GAMES)}")
    rules = GAMES[game]
    ruleset = resolve(rules, next(iter(rules.presets)) if preset is None else preset, options)
    seats = rules.seats[0] if players is None else players
    rng = random.Random(seed)
    left, number = deals, 0
    while left > 0:
        number += 1
        match = matches.start(ruleset, seats, rng.randrange(seats))
        names = [f"bot {seat + 1}" for seat in range(seats)]
        _write(out, record.header(ruleset, names, f"{game}-{ruleset.preset}-{seed}-{number}"))
        while left > 0 and not match.over:
            left -= 1
            match = _one_deal(match, rng, trace, out)
        if match.over:
            _write(out, record.match_end_line(match))


def _write(out: TextIO, line: record.Line) -> None:
    out.write(record.dump(line) + "\n")


def _one_deal(match: Match, rng: random.Random, trace: bool, out: TextIO) -> Match:
    ruleset: RuleSet = match.ruleset
    game: Game = ruleset.game
    pack = list(game.pack(ruleset.options, match.players))
    rng.shuffle(pack)
    settle(game, ruleset.options, match.players, pack, rng.randrange)
    setup = game.setup(ruleset.options, match.players, match.dealer, pack)
    _write(out, record.deal_line(match.number + 1, setup))
    state = game.deal(ruleset.options, setup)
    moods = _moods(match.players, rng)
    while (outcome := game.outcome(state)) is None:
        seat, legal, action = _turn(game, state, moods, rng)
        _write(out, record.action_line(seat, action, legal if trace else None))
        state = game.apply(state, seat, action)
    after = matches.finish_deal(match, state)
    _write(out, record.end_line(after.number, outcome, after.totals))
    return after


def _turn(game: Game, state: State, moods: list[Mood], rng: random.Random) -> tuple[Seat | None, Legal, Action]:
    """Who acts now, a seat that can or the clock; what it may do, and what it does."""
    if game.timer(state) is not None and rng.random() < CLOCK:
        return None, (CLOSE,), CLOSE
    seats = sorted(game.to_act(state))
    rng.shuffle(seats)
    for seat in seats:
        legal = game.legal(state, seat)
        if isinstance(legal, Choose):
            return seat, legal, some_cards(game, state, seat, rng)
        minded = tuple(action for action in legal if action != "stop" or rng.random() < ENDS)
        if minded:
            return seat, legal, choose(minded, moods[seat], rng)
    return _turn(game, state, moods, rng)


def some_cards(game: Game, state: State, seat: Seat, rng: random.Random) -> Action:
    """A random legal choice of cards: in canonical order, or in any order where they make good a claim."""
    choice = game.legal(state, seat)
    assert isinstance(choice, Choose), "cards are to be chosen"
    if choice.claim is None:
        picked = sorted(rng.sample(range(len(choice.among)), choice.count))
        return " ".join((choice.verb, *(choice.among[place] for place in picked)))
    claim = CLAIMS[choice.claim]
    # The ace is low only where nothing else pays: then it was claimed, and the table plays so.
    sets = list(payments(claim, choice.among, ace_low=False)) or list(payments(claim, choice.among, ace_low=True))
    cards = list(sets[int(rng.random() * len(sets))])
    rng.shuffle(cards)
    return " ".join((choice.verb, *cards))


def choose(legal: tuple[Action, ...], mood: Mood, rng: random.Random) -> Action:
    """One legal action by the mood of its seat."""
    bids = [action for action in legal if _is_offer(action, legal)]
    others = [action for action in legal if action not in bids]
    if bids and (not others or rng.random() >= mood.passes):
        return rng.choice(bids[: mood.bids])
    if len(others) > 5 and others[0].startswith("friend "):
        named = [action for action in others if len(action) > len("friend AS")]
        if named and rng.random() < 0.4:
            return rng.choice(named)
    if mood.height and others[0].startswith("play ") and rng.random() < 0.8:
        others.sort(key=_height, reverse=mood.height > 0)
        return rng.choice(others[:2])
    return rng.choice(others)


def _is_offer(action: Action, legal: Sequence[Action]) -> bool:
    """Whether an action takes on something that the seat could pass: a bid, or making trump."""
    return action.startswith("bid ") or ("pass" in legal and (action == "order" or action.startswith("trump ")))


def _height(action: Action) -> int:
    """The place of a played card's rank from the two up; a joker stands above the ace."""
    card = action[len("play ") :][:2]
    return len(RANKS) + 1 if card == JOKER else -RANKS.find(card[0])
