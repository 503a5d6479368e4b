"""Euchre's option table and its preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.base import Option, Value

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("pack", (28, 32), "number", "play"),
    Option("callable", ("any", "non_trump", "ace_only", "ace_non_trump"), "choice", "friend"),
    Option("call_own", ("forbidden", "allowed"), "choice", "friend"),
    Option("call_known_buried", ("forbidden", "allowed"), "choice", "friend"),
    Option("dealer_pickup", ("optional", "mandatory"), "choice", "bidding"),
    Option("stick_dealer", ON_OFF, "choice", "bidding"),
    Option("alone", ON_OFF, "choice", "friend"),
    Option("alone_march", (2, 4, 5), "number", "scoring"),
    Option("alone_three_four", (1, 2), "number", "scoring"),
    Option("defenders_all_five", (4, 2), "number", "scoring"),
    Option("euchre_points", (2, 1), "number", "scoring"),
    Option("lead", ("dealers_left", "maker", "makers_left"), "choice", "play"),
    Option("no_trump_call", ("off", "on"), "choice", "bidding"),
    Option("target", (5, 7, 10, 11, 15), "number", "match"),
    Option("tie", ("share", "maker_first", "play_on"), "choice", "scoring"),
)

_CALL_PARTNER: dict[str, Value] = {
    "pack": 28,
    "callable": "any",
    "call_own": "forbidden",
    "call_known_buried": "forbidden",
    "dealer_pickup": "optional",
    "stick_dealer": "on",
    "alone": "on",
    "alone_march": 2,
    "alone_three_four": 1,
    "defenders_all_five": 4,
    "euchre_points": 2,
    "lead": "dealers_left",
    "no_trump_call": "off",
    "target": 10,
    "tie": "share",
}

PRESETS: dict[str, dict[str, Value]] = {"call-partner": _CALL_PARTNER}


class Options(NamedTuple):
    """Every row of the table, decided. ``on``/``off`` are booleans here, the other values as in the table."""

    pack: int
    callable: str
    call_own: str
    call_known_buried: str
    dealer_pickup: str
    stick_dealer: bool
    alone: bool
    alone_march: int
    alone_three_four: int
    defenders_all_five: int
    euchre_points: int
    lead: str
    no_trump_call: bool
    target: int
    tie: str


def make_options(values: Mapping[str, Value]) -> Options:
    """The record of resolved values. No two options exclude each other (K5 decides the odd mixes)."""
    record: dict[str, Any] = {
        option.name: values[option.name] == "on" if set(option.values) == set(ON_OFF) else values[option.name]
        for option in OPTIONS
    }
    return Options(**record)
