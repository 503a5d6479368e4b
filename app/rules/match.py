"""A match: deals until the game's own rule says it is over. Dealers and running totals, nothing of the play."""

from __future__ import annotations

from typing import NamedTuple

from app.rules.base import Score, Seat, State
from app.rules.ruleset import RuleSet


class Match(NamedTuple):
    """A match between deals. ``number`` counts finished deals, thrown-in ones included; ``counted`` without them.

    ``dealer`` deals next. ``totals`` by kind, each by unit (seat or side). ``winners`` are seats, once ``over``.
    """

    ruleset: RuleSet
    players: int
    number: int
    counted: int
    dealer: Seat
    totals: dict[str, tuple[Score, ...]]
    over: bool
    winners: tuple[Seat, ...]


def start(ruleset: RuleSet, players: int, dealer: Seat) -> Match:
    """A new match. Raises ValueError for a wrong number of players, or a dealer who is not one of them."""
    game = ruleset.game
    least, most = game.seats
    if not least <= players <= most:
        raise ValueError(f"{game.name} is for {least if least == most else f'{least} to {most}'} players")
    if not 0 <= dealer < players:
        raise ValueError(f"there is no seat {dealer}")
    nothing: tuple[Score, ...] = (0,) * game.units(players)
    return Match(ruleset, players, 0, 0, dealer, dict.fromkeys(game.kinds, nothing), over=False, winners=())


def finish_deal(match: Match, state: State) -> Match:
    """The match after a finished deal. Raises ValueError when the deal goes on, or the match is over already."""
    game, options = match.ruleset.game, match.ruleset.options
    outcome = game.outcome(state)
    if outcome is None or match.over:
        raise ValueError("this deal cannot be counted")
    number, dealer = match.number + 1, game.next_dealer(state)
    if outcome.redeal:
        return match._replace(number=number, dealer=dealer)
    counted = match.counted + 1
    totals = game.tally(options, match.totals, outcome.scores)
    winners = game.match_result(options, totals, counted, outcome)
    return match._replace(
        number=number, counted=counted, dealer=dealer, totals=totals, over=winners is not None, winners=winners or ()
    )
