"""Games, presets and options in plain data, for pages, forms and the API; and the way back from a form."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import FormData, QueryParams

from app.rules.base import Game, OptionError, Value, usual_players
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, differences, format_ruleset, format_value, parse_ruleset, resolve
from app.web.refusals import Refusal

FIELD = "option."  # form fields of options are called option.<name>, so that no option can hide another field
NO_MEMBERS = "none"


def shown(value: Value) -> str | list[str]:
    """A value as pages write it: text, or a list of texts for a set."""
    return list(value) if isinstance(value, tuple) else str(value)


def describe_games() -> list[dict[str, Any]]:
    """Every game with its presets and its table of options."""
    return [describe_game(game) for game in GAMES.values()]


def describe_game(game: Game) -> dict[str, Any]:
    """One game: ``name, version, seats, players`` (as many as usual), ``presets, options``; all values as text or lists
    of text."""
    presets = [
        {
            "name": name,
            "ruleset": format_ruleset(resolve(game, name, {})),
            "values": {option: shown(value) for option, value in values.items()},
        }
        for name, values in game.presets.items()
    ]
    options = [
        {
            "name": option.name,
            "kind": option.kind,
            "group": option.group,
            "values": [str(value) for value in option.values],
        }
        for option in game.options
    ]
    return {
        "name": game.name,
        "version": game.version,
        "seats": list(game.seats),
        "players": usual_players(game),
        "presets": presets,
        "options": options,
    }


def describe_ruleset(ruleset: RuleSet) -> dict[str, Any]:
    """A rule set: ``ruleset`` (its text), ``game, preset, version, values, differences``."""
    return {
        "ruleset": format_ruleset(ruleset),
        "game": ruleset.game.name,
        "preset": ruleset.preset,
        "version": ruleset.version,
        "values": {name: shown(value) for name, value in ruleset.values.items()},
        "differences": describe_differences(ruleset),
    }


def describe_differences(ruleset: RuleSet) -> list[dict[str, Any]]:
    """The options that differ from the preset: ``name``, ``value`` and the ``preset``'s value."""
    preset = ruleset.game.presets[ruleset.preset]
    return [
        {"name": name, "value": shown(value), "preset": shown(preset[name])}
        for name, value in differences(ruleset).items()
    ]


def describe_options(ruleset: RuleSet) -> list[dict[str, Any]]:
    """Every option of the game with its value in this rule set and in the preset."""
    preset = ruleset.game.presets[ruleset.preset]
    return [
        {
            "name": option.name,
            "kind": option.kind,
            "values": [str(value) for value in option.values],
            "value": shown(ruleset.values[option.name]),
            "preset": shown(preset[option.name]),
            "differs": ruleset.values[option.name] != preset[option.name],
        }
        for option in ruleset.game.options
    ]


def rules_path(ruleset: RuleSet) -> str:
    """The path of the rules page that explains exactly this rule set."""
    query = urlencode({name: format_value(value) for name, value in differences(ruleset).items()}, safe=",")
    return f"/rules/{ruleset.game.name}/{ruleset.preset}" + (f"?{query}" if query else "")


def read_ruleset(text: str) -> RuleSet:
    """The rule set a text names.

    :raises Refusal: ``bad_ruleset`` with the option and the reason
    """
    try:
        return parse_ruleset(text)
    except OptionError as error:
        raise bad_ruleset(error) from error


def choose_ruleset(game: str, preset: str | None, overrides: Mapping[str, object]) -> RuleSet:
    """The rule set of a game's preset (its first one by default) with some options changed.

    :raises Refusal: ``bad_ruleset`` with the option and the reason
    """
    if game not in GAMES:
        raise Refusal("bad_ruleset", option="game", reason=f"unknown, choose one of {', '.join(GAMES)}")
    try:
        return resolve(GAMES[game], preset or next(iter(GAMES[game].presets)), overrides)
    except OptionError as error:
        raise bad_ruleset(error) from error


def first_ruleset() -> RuleSet:
    """What is played when nobody has chosen anything: the first preset of the first game."""
    return choose_ruleset(next(iter(GAMES)), None, {})


def ruleset_of_form(form: FormData) -> RuleSet:
    """The rule set a form asks for: its ``ruleset`` text, or game, preset and option fields.

    :raises Refusal: ``bad_ruleset``
    """
    text = _text(form.get("ruleset"))
    if text:
        return read_ruleset(text)
    game = _text(form.get("game")) or next(iter(GAMES))
    overrides: dict[str, object] = {}
    for field in form:
        if field.startswith(FIELD):
            overrides[field.removeprefix(FIELD)] = _option(game, field, form)
    return choose_ruleset(game, _text(form.get("preset")), overrides)


def _option(game: str, field: str, form: FormData) -> object:
    """A form's value of one option: all ticked members for a set, the one value otherwise."""
    given = [_text(value) for value in form.getlist(field)]
    option = next((o for o in GAMES[game].options if FIELD + o.name == field), None) if game in GAMES else None
    if option is None or option.kind != "set":
        return given[-1]
    return [member for member in given if member and member != NO_MEMBERS]


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def ruleset_of_query(game: str, preset: str, query: QueryParams) -> RuleSet:
    """The rule set of a rules page's address. Parameters that are no options of the game are ignored.

    :raises Refusal: ``no_rules`` for an unknown game or preset or an impossible value
    """
    if game not in GAMES or preset not in GAMES[game].presets:
        raise Refusal("no_rules")
    names = {option.name for option in GAMES[game].options}
    try:
        return resolve(GAMES[game], preset, {name: value for name, value in query.items() if name in names})
    except OptionError as error:
        raise Refusal("no_rules") from error


def check_players(game: Game, players: int | None) -> None:
    """See that a game can be played by so many; None stands for as many as usual.

    :raises Refusal: ``bad_players``
    """
    least, most = game.seats
    if players is not None and not least <= players <= most:
        raise Refusal("bad_players", wanted=str(least) if least == most else f"{least}–{most}")


def bad_ruleset(error: OptionError) -> Refusal:
    """What is wrong with a rule set, as a refusal."""
    return Refusal("bad_ruleset", option=error.name[:80], reason=error.reason[:200])
