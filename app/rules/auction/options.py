"""Auction's option table and its preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.base import Option, Value

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("packs", ("by_players", "always_108"), "choice", "play"),
    Option("hand_size", (8, 10, 12), "number", "play"),
    Option("bid_timer", tuple(range(3, 31)), "number", "bidding"),
    Option("open_timer", tuple(range(5, 61)), "number", "bidding"),
    Option("bid_mode", ("open_first", "full_only"), "choice", "bidding"),
    Option("first_namer_privilege", ON_OFF, "choice", "bidding"),
    Option("raise_own", ON_OFF, "choice", "bidding"),
    Option("joker_sets", ON_OFF, "choice", "bidding"),
    Option("joker_ends_deal", ON_OFF, "choice", "play"),
    Option("first_card_joker", ("replace", "keep", "ends_deal"), "choice", "play"),
    Option("end_declaration_min", ("6", "8", "10", "off"), "choice", "play"),
    Option("end_bonus", (0, 10, 25, 50), "number", "scoring"),
    Option("end_during_bid", ON_OFF, "choice", "play"),
    Option("no_bid", ("turn_card", "end_deal"), "choice", "play"),
    Option("ace_low_straight", ON_OFF, "choice", "bidding"),
    Option("share_rounding", ("exact", "floor"), "choice", "scoring"),
    Option("target", (100, 150, 200, 300), "number", "match"),
)

_STANDARD: dict[str, Value] = {
    "packs": "by_players",
    "hand_size": 10,
    "bid_timer": 8,
    "open_timer": 20,
    "bid_mode": "open_first",
    "first_namer_privilege": "on",
    "raise_own": "on",
    "joker_sets": "on",
    "joker_ends_deal": "on",
    "first_card_joker": "replace",
    "end_declaration_min": "8",
    "end_bonus": 25,
    "end_during_bid": "on",
    "no_bid": "turn_card",
    "ace_low_straight": "on",
    "share_rounding": "exact",
    "target": 150,
}

PRESETS: dict[str, dict[str, Value]] = {"standard": _STANDARD}


class Options(NamedTuple):
    """Every row of the table, decided. ``on``/``off`` are booleans here; ``end_declaration_min`` is 0 for ``off``."""

    packs: str
    hand_size: int
    bid_timer: int
    open_timer: int
    bid_mode: str
    first_namer_privilege: bool
    raise_own: bool
    joker_sets: bool
    joker_ends_deal: bool
    first_card_joker: str
    end_declaration_min: int
    end_bonus: int
    end_during_bid: bool
    no_bid: str
    ace_low_straight: bool
    share_rounding: str
    target: int


def make_options(values: Mapping[str, Value]) -> Options:
    """The record of resolved values. No two options exclude each other."""
    record: dict[str, Any] = {
        option.name: values[option.name] == "on" if set(option.values) == set(ON_OFF) else values[option.name]
        for option in OPTIONS
    }
    least = record["end_declaration_min"]
    record["end_declaration_min"] = 0 if least == "off" else int(least)
    return Options(**record)
