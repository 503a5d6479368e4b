"""Mighty's option table, its two presets, and what follows from the options before a card is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from app.rules.base import Option, OptionError, Value

MAX_BID = 20

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("bid_names_trump", ON_OFF, "choice", "bidding"),
    Option("min_bid", (12, 13, 14, 15), "number", "bidding"),
    Option("first_bidder", ("dealer", "left_of_dealer"), "choice", "bidding"),
    Option("all_pass", ("second_round_then_redeal", "redeal", "dealer_must_bid"), "choice", "bidding"),
    Option("trump_change", ON_OFF, "choice", "exchange"),
    Option("buried_points", ("declarer", "nobody", "defenders"), "choice", "exchange"),
    Option("friend_by", ("card", "first_trick", "none"), "set", "friend"),
    Option("call_own_card", ("allowed", "forbidden"), "choice", "friend"),
    Option("first_lead", ("trump_joker_ripper", "trump"), "choice", "play"),
    Option("joker_edge_tricks", ("forbidden", "powerless", "normal"), "choice", "play"),
    Option("joker_call", ("automatic", "optional", "off"), "choice", "play"),
    Option("mighty_shields_joker", ON_OFF, "choice", "play"),
    Option("friend_shown_by_points", ON_OFF, "choice", "friend"),
    Option("direct_partner_at_20nt", ON_OFF, "choice", "friend"),
    Option("scoring", ("multiple", "difference"), "choice", "scoring"),
    Option("double_for", ("no_trump", "alone"), "set", "scoring"),
    Option("next_dealer", ("partner", "left", "declarer"), "choice", "scoring"),
    Option("match_deals", (5, 10, 15, 20), "number", "match"),
    Option("trump_change_cost", (0, 1, 2, 3), "number", "exchange"),
    Option("to_nt_cost", (0, 1, 2, 3), "number", "exchange"),
    Option("nt_over_same_number", ON_OFF, "choice", "bidding"),
    Option("mighty_when_spades_trump", ("AD", "AC"), "choice", "play"),
    Option("ripper_when_clubs_trump", ("3S", "3H", "3D"), "choice", "play"),
    Option("double_stack", ("multiply", "single"), "choice", "scoring"),
    Option("misdeal_claim", ("off", "le_half", "lt_half"), "choice", "bidding"),
)

_JAPANESE: dict[str, Value] = {
    "bid_names_trump": "on",
    "min_bid": 13,
    "first_bidder": "dealer",
    "all_pass": "second_round_then_redeal",
    "trump_change": "on",
    "buried_points": "declarer",
    "friend_by": ("card",),
    "call_own_card": "allowed",
    "first_lead": "trump_joker_ripper",
    "joker_edge_tricks": "forbidden",
    "joker_call": "automatic",
    "mighty_shields_joker": "on",
    "friend_shown_by_points": "on",
    "direct_partner_at_20nt": "on",
    "scoring": "multiple",
    "double_for": (),
    "next_dealer": "partner",
    "match_deals": 10,
    "trump_change_cost": 2,
    "to_nt_cost": 1,
    "nt_over_same_number": "on",
    "mighty_when_spades_trump": "AD",
    "ripper_when_clubs_trump": "3S",
    "double_stack": "multiply",
    "misdeal_claim": "off",
}

_ENGLISH: dict[str, Value] = {
    **_JAPANESE,
    "bid_names_trump": "off",
    "first_bidder": "left_of_dealer",
    "all_pass": "dealer_must_bid",
    "trump_change": "off",
    "buried_points": "nobody",
    "friend_by": ("card", "first_trick", "none"),
    "call_own_card": "forbidden",
    "first_lead": "trump",
    "joker_edge_tricks": "powerless",
    "joker_call": "optional",
    "mighty_shields_joker": "off",
    "friend_shown_by_points": "off",
    "direct_partner_at_20nt": "off",
    "scoring": "difference",
    "double_for": ("no_trump", "alone"),
    "next_dealer": "left",
}

PRESETS: dict[str, dict[str, Value]] = {"japanese": _JAPANESE, "english": _ENGLISH}


class Options(NamedTuple):
    """Every row of the table, decided. ``on``/``off`` are booleans here, the other values as in the table."""

    bid_names_trump: bool
    min_bid: int
    first_bidder: str
    all_pass: str
    trump_change: bool
    buried_points: str
    friend_by: tuple[str, ...]
    call_own_card: str
    first_lead: str
    joker_edge_tricks: str
    joker_call: str
    mighty_shields_joker: bool
    friend_shown_by_points: bool
    direct_partner_at_20nt: bool
    scoring: str
    double_for: tuple[str, ...]
    next_dealer: str
    match_deals: int
    trump_change_cost: int
    to_nt_cost: int
    nt_over_same_number: bool
    mighty_when_spades_trump: str
    ripper_when_clubs_trump: str
    double_stack: str
    misdeal_claim: str


def make_options(values: Mapping[str, Value]) -> Options:
    """The record of resolved values. Raises `OptionError` where no friend could be named in any way (M8)."""
    if not values["friend_by"]:
        raise OptionError("friend_by", values["friend_by"], "must name at least one way")
    record: dict[str, Any] = {
        option.name: values[option.name] == "on" if option.values == ON_OFF else values[option.name]
        for option in OPTIONS
    }
    return Options(**record)


class Bid(NamedTuple):
    """A bid: point cards, and its trump ``S H D C``, ``N`` for no trump, None where the suit is named later."""

    number: int
    suit: str | None


def _bids(names_trump: bool, least: int) -> dict[str, Bid]:
    numbers = range(least, MAX_BID + 1)
    if names_trump:
        return {f"bid {number} {suit}": Bid(number, suit) for number in numbers for suit in "CDHNS"}
    plain = {f"bid {number}": Bid(number, None) for number in numbers}
    return {**plain, **{f"bid {number} N": Bid(number, "N") for number in numbers}}


def beats(bid: Bid, standing: Bid | None, nt_over_same_number: bool) -> bool:
    """Whether a bid is higher than the standing one: by number, or no trump over a suit of the same number (A1, B1)."""
    if standing is None or bid.number > standing.number:
        return True
    return nt_over_same_number and bid.number == standing.number and bid.suit == "N" != standing.suit


class BidTable(NamedTuple):
    """The bids there are under some options, and those over each standing bid in plain string order."""

    bids: dict[str, Bid]
    over: dict[Bid | None, tuple[str, ...]]


@lru_cache(maxsize=32)
def bid_table(names_trump: bool, least: int, nt_over_same_number: bool) -> BidTable:
    """Bid lists worked out once per kind of auction."""
    bids = _bids(names_trump, least)
    standings: list[Bid | None] = [None, *bids.values()]
    over = {
        standing: tuple(sorted(text for text, bid in bids.items() if beats(bid, standing, nt_over_same_number)))
        for standing in standings
    }
    return BidTable(bids, over)
