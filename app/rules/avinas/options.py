"""Avinas's option table and its two presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.base import Option, Value

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("exposed", ("all_eight", "dealer_side_only_sevens"), "choice", "play"),
    Option("trump_lead_tricks", ("all", "first_two", "first_only"), "choice", "play"),
    Option("plain_follow", ("suit_or_trump", "suit_first", "trick_two_as_trump"), "choice", "play"),
    Option("facedown_lead", ("any_trick", "trick_two", "off"), "choice", "play"),
    Option("knock", ON_OFF, "choice", "bidding"),
    Option("knock_back", ON_OFF, "choice", "bidding"),
    Option("bid_number", ("exact_max", "up_to_max"), "choice", "bidding"),
    Option("lead_must_match_bid", ("off", "on"), "choice", "play"),
    Option("all_pass_dealer", ("same", "next"), "choice", "scoring"),
    Option("game2_stop", ("at_61", "play_out"), "choice", "scoring"),
    Option("zero_band", ("zero_points", "zero_tricks"), "choice", "scoring"),
    Option("match_end", ("over_12", "at_least_12"), "choice", "scoring"),
    Option("rams_cancel", ("automatic", "keep_both"), "choice", "scoring"),
)

_STANDARD: dict[str, Value] = {
    "exposed": "all_eight",
    "trump_lead_tricks": "all",
    "plain_follow": "suit_or_trump",
    "facedown_lead": "any_trick",
    "knock": "on",
    "knock_back": "on",
    "bid_number": "exact_max",
    "lead_must_match_bid": "off",
    "all_pass_dealer": "same",
    "game2_stop": "at_61",
    "zero_band": "zero_points",
    "match_end": "over_12",
    "rams_cancel": "automatic",
}

_PAGAT: dict[str, Value] = {
    **_STANDARD,
    "exposed": "dealer_side_only_sevens",
    "trump_lead_tricks": "first_two",
    "plain_follow": "trick_two_as_trump",
    "facedown_lead": "trick_two",
    "match_end": "at_least_12",
}

PRESETS: dict[str, dict[str, Value]] = {"standard": _STANDARD, "pagat": _PAGAT}


class Options(NamedTuple):
    """Every row of the table, decided. ``on``/``off`` are booleans here, the other values as in the table."""

    exposed: str
    trump_lead_tricks: str
    plain_follow: str
    facedown_lead: str
    knock: bool
    knock_back: bool
    bid_number: str
    lead_must_match_bid: bool
    all_pass_dealer: str
    game2_stop: str
    zero_band: str
    match_end: str
    rams_cancel: str


def make_options(values: Mapping[str, Value]) -> Options:
    """The record of resolved values; every mix of them is a game."""
    record: dict[str, Any] = {
        option.name: values[option.name] == "on" if "on" in option.values else values[option.name] for option in OPTIONS
    }
    return Options(**record)
