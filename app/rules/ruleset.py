"""Rule sets and their text form, ``mighty/japanese@1?match_deals=20&friend_by=card,first_trick``.

A text names only what differs from the preset, in the order of the game's table; the version says under which edition
of the rules a stored match is replayed. Reading is strict about names and values, lenient about their JSON types.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.base import Game, Option, OptionError, Value
from app.rules.registry import GAMES

MAX_TEXT = 2000
_FORM = re.compile(r"([a-z][a-z_]*)/([a-z][a-z-]*)@([0-9]{1,4})(?:\?(.+))?", re.ASCII | re.DOTALL)
_DIGITS = re.compile(r"[0-9]{1,6}", re.ASCII)
_EMPTY = "none"


class RuleSet(NamedTuple):
    """A game with every option decided: ``values`` by name in the table's order, ``options`` the game's own record."""

    game: Game
    preset: str
    version: int
    options: Any
    values: dict[str, Value]


def resolve(game: Game, preset: str, overrides: Mapping[str, object]) -> RuleSet:
    """The rule set of a preset with some options changed.

    Values may be JSON values (booleans, numbers, lists) or text. Raises `OptionError` for an unknown preset, option or
    value and for options that exclude each other.
    """
    if preset not in game.presets:
        raise OptionError("preset", preset, f"unknown, choose one of {', '.join(game.presets)}")
    table = {option.name: option for option in game.options}
    for name, value in overrides.items():
        if name not in table:
            raise OptionError(name[:80], value, f"is not an option of {game.name}")
    base = game.presets[preset]
    values = {
        name: read_value(option, overrides[name]) if name in overrides else base[name] for name, option in table.items()
    }
    return RuleSet(game, preset, game.version, game.make_options(values), values)


def read_value(option: Option, value: object) -> Value:
    """One option's value from JSON or text, checked against the table. Raises `OptionError`."""
    if option.kind == "set":
        return _read_set(option, value)
    if option.kind == "number":
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
        if isinstance(number, int) and not isinstance(number, bool) and number in option.values:
            return number
    else:
        word = (
            ("on" if value else "off") if isinstance(value, bool) else str(value) if isinstance(value, int) else value
        )
        if isinstance(word, str) and word in option.values:
            return word
    raise OptionError(option.name, value, f"must be one of {', '.join(map(str, option.values))}")


def _read_set(option: Option, value: object) -> tuple[str, ...]:
    members = value.split(",") if isinstance(value, str) else value
    if not isinstance(members, list | tuple):
        raise OptionError(option.name, value, "must be a list")
    words = [word for word in members if isinstance(word, str)]
    if words == [_EMPTY] and _EMPTY not in option.values:
        words, members = [], []
    if len(words) != len(members) or len(set(words)) != len(words) or not set(words) <= set(option.values):
        raise OptionError(option.name, value, f"must be a set of {', '.join(map(str, option.values))}")
    return tuple(str(word) for word in option.values if word in words)


def format_value(value: Value) -> str:
    """An option's value as text: sets as ``a,b``, an empty set as ``none``."""
    return (",".join(value) or _EMPTY) if isinstance(value, tuple) else str(value)


def json_value(value: Value) -> str | int | list[str]:
    """An option's value as JSON: sets as lists, whole numbers as numbers, also among words (R1)."""
    if isinstance(value, tuple):
        return list(value)
    return int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value


def differences(ruleset: RuleSet) -> dict[str, Value]:
    """The options that differ from the preset, in the order of the game's table."""
    base = ruleset.game.presets[ruleset.preset]
    return {name: value for name, value in ruleset.values.items() if value != base[name]}


def format_ruleset(ruleset: RuleSet) -> str:
    """The text form of a rule set."""
    query = "&".join(f"{name}={format_value(value)}" for name, value in differences(ruleset).items())
    return f"{ruleset.game.name}/{ruleset.preset}@{ruleset.version}" + (f"?{query}" if query else "")


def parse_ruleset(text: str) -> RuleSet:
    """The rule set a text names. Raises `OptionError` with a reason for people."""
    match = _FORM.fullmatch(text) if len(text) <= MAX_TEXT else None
    if match is None:
        raise OptionError("ruleset", text[:80], "must look like game/preset@version?name=value&…")
    name, preset, version, query = match.groups()
    if name not in GAMES:
        raise OptionError("game", name, f"unknown, choose one of {', '.join(GAMES)}")
    game = GAMES[name]
    if int(version) != game.version:
        raise OptionError("version", version, f"this server knows version {game.version} of {name}")
    overrides: dict[str, object] = {}
    for part in (query or "").split("&") if query else ():
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise OptionError(key[:80] or "ruleset", value[:80], "must be written name=value")
        if key in overrides:
            raise OptionError(key[:80], value[:80], "is given twice")
        overrides[key] = value
    return resolve(game, preset, overrides)
