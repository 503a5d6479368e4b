"""Whole deals played by bots, and by seats that pick any legal action: for tests and for `measure.py`."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from app.bots import choose
from app.rules.base import Choose, settle
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, format_ruleset

Chooser = Callable[[Mapping[str, Any], Random], str]


def bot(view: Mapping[str, Any], rng: Random) -> str:
    """The bot of the game that the view is of."""
    return choose(view["ruleset"].split("/")[0], view, rng)


def anything(view: Mapping[str, Any], rng: Random) -> str:
    """Any legal action, bids and passes equally likely."""
    private = view["private"]
    if private["choose"] is not None:
        among = private["choose"]["among"]
        taken = sorted(rng.sample(range(len(among)), private["choose"]["count"]))
        return " ".join([private["choose"]["verb"], *(among[index] for index in taken)])
    legal = private["legal"]
    if "pass" in legal and rng.random() < 0.6:
        return "pass"
    return str(rng.choice(legal))


def view_of(state: Any, seat: int, ruleset: str) -> dict[str, Any]:
    """What the owner of a seat is sent, as the table makes it."""
    game = GAMES[ruleset.split("/")[0]]
    legal = game.legal(state, seat)
    listed = not isinstance(legal, Choose)
    return {
        "public": game.public_view(state),
        "private": {
            "seat": seat,
            "legal": list(legal) if listed else None,
            "choose": None if listed else legal._asdict(),
            "deal": game.private_view(state, seat),
        },
        "ruleset": ruleset,
    }


def start_deal(ruleset: RuleSet, dealer: int, rng: Random) -> Any:
    """A freshly dealt state."""
    game, players = ruleset.game, ruleset.game.seats[1]
    pack = list(game.pack(ruleset.options, players))
    rng.shuffle(pack)
    settle(game, ruleset.options, players, pack, rng.randrange)
    return game.deal(ruleset.options, game.setup(ruleset.options, players, dealer, pack))


def play_deal(ruleset: RuleSet, state: Any, choosers: Mapping[int, Chooser], rng: Random) -> Any:
    """Plays a deal to its end; an illegal choice raises ``IllegalAction``."""
    text, game = format_ruleset(ruleset), ruleset.game
    while game.outcome(state) is None:
        (seat,) = game.to_act(state)
        state = game.apply(state, seat, choosers[seat](view_of(state, seat, text), rng))
    return state
