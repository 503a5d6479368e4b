"""Whole deals played by bots, and by seats that pick any legal action: for tests and for `measure.py`."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from app.bots import choose
from app.rules.base import Choose
from app.rules.mighty import GAME
from app.rules.ruleset import RuleSet, format_ruleset

Chooser = Callable[[Mapping[str, Any], Random], str]


def bot(view: Mapping[str, Any], rng: Random) -> str:
    """The bot under test."""
    return choose("mighty", view, rng)


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
    legal = GAME.legal(state, seat)
    listed = not isinstance(legal, Choose)
    return {
        "public": GAME.public_view(state),
        "private": {
            "seat": seat,
            "legal": list(legal) if listed else None,
            "choose": None if listed else legal._asdict(),
            "deal": GAME.private_view(state, seat),
        },
        "ruleset": ruleset,
    }


def start_deal(ruleset: RuleSet, dealer: int, rng: Random) -> Any:
    """A freshly dealt state."""
    pack = list(GAME.pack(ruleset.options, 5))
    rng.shuffle(pack)
    return GAME.deal(ruleset.options, GAME.setup(ruleset.options, 5, dealer, pack))


def play_deal(ruleset: RuleSet, state: Any, choosers: Mapping[int, Chooser], rng: Random) -> Any:
    """Plays a deal to its end; an illegal choice raises ``IllegalAction``."""
    text = format_ruleset(ruleset)
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, choosers[seat](view_of(state, seat, text), rng))
    return state
