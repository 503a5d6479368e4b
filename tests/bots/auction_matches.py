"""Deals and matches of Auction among bots and simpler players, for tests and for `measure_auction`."""

from collections.abc import Mapping
from random import Random
from typing import Any

from app.bots.auction.bidding import without
from app.rules import match as matches
from app.rules.auction import GAME
from app.rules.auction.claims import CLAIMS, payments
from app.rules.auction.hands import FULL_HOUSE, best
from app.rules.base import CLOSE, settle
from app.rules.match import Match
from app.rules.ruleset import RuleSet, format_ruleset
from tests.bots.deals import Chooser, view_of


def anything(view: Mapping[str, Any], rng: Random) -> str:
    """Any legal action; claims are half as likely as passing, the end is seldom declared."""
    private, public = view["private"], view["public"]
    if private["choose"] is not None:
        return pay(view, rng)
    legal = [action for action in private["legal"] if action != "stop" or rng.random() < 0.02]
    if "pass" in legal and rng.random() < 0.6:
        return "pass"
    return str(rng.choice(legal)) if legal and public["phase"] == "auction" else ""


def keeper(view: Mapping[str, Any], rng: Random) -> str:
    """A simple player: keeps its best five, bids the weakest claim that its other cards pay, and ends the deal with a
    full house or better."""
    private = view["private"]
    hand = tuple(private["deal"]["hand"])
    found = best(hand, True)
    spare = without(hand, found.cards)
    if private["choose"] is not None:
        ways = list(payments(CLAIMS[private["choose"]["claim"]], spare, True))
        return " ".join(("lay", *ways[0])) if ways else pay(view, rng)
    if "stop" in private["legal"] and found.strength[0] >= FULL_HOUSE:
        return "stop"
    claims = sorted((CLAIMS[a[4:]] for a in private["legal"] if a.startswith("bid ")), key=lambda claim: claim.strength)
    standing = view["public"]["standing"]
    leads = standing is not None and standing["seat"] == private["seat"]
    for claim in () if leads else claims:
        if any(payments(claim, spare, True)):
            return f"bid {claim.text}"
    return "pass" if "pass" in private["legal"] else ""


def pay(view: Mapping[str, Any], rng: Random) -> str:
    """Any cards that pay the claim, in any order."""
    choice = view["private"]["choose"]
    ace_low = "ace_low_straight=off" not in view["ruleset"]
    cards = list(rng.choice(list(payments(CLAIMS[choice["claim"]], choice["among"], ace_low))))
    rng.shuffle(cards)
    return " ".join(("lay", *cards))


def play_deal(ruleset: RuleSet, players: int, dealer: int, choosers: Mapping[int, Chooser], rng: Random) -> Any:
    """Play a deal to its end: seats are asked in random order; when all have let the others go on, the clock closes."""
    options, text = ruleset.options, format_ruleset(ruleset)
    pack = list(GAME.pack(options, players))
    rng.shuffle(pack)
    settle(GAME, options, players, pack, rng.randrange)
    state = GAME.deal(options, GAME.setup(options, players, dealer, pack))
    while GAME.outcome(state) is None:
        seats = sorted(GAME.to_act(state))
        rng.shuffle(seats)
        for seat in seats:
            action = choosers[seat](view_of(state, seat, text), rng)
            if action:
                state = GAME.apply(state, seat, action)
                break
        else:
            state = GAME.apply(state, None, CLOSE)
    return state


def play_match(ruleset: RuleSet, players: int, choosers: Mapping[int, Chooser], rng: Random) -> Match:
    """Play deals until the match is over."""
    match = matches.start(ruleset, players, rng.randrange(players))
    while not match.over:
        match = matches.finish_deal(match, play_deal(ruleset, players, match.dealer, choosers, rng))
    return match
