"""Records and traces: matches as JSON Lines, written line by line and read back against the rules.

A record holds chance (the cards as dealt) and decisions; everything else in it is there to be checked. A trace is a
record whose action lines also carry what was legal. Reading is a fold: `advance` takes the position before a line to
the position after it, or raises `RecordError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeGuard

from app.rules import match as matches
from app.rules.base import (
    Choose,
    IllegalAction,
    OptionError,
    Outcome,
    Score,
    Scores,
    Seat,
    Setup,
    State,
    legal_json,
)
from app.rules.match import Match
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, json_value, resolve

FORMAT = 1
Line = dict[str, Any]
_FRACTION = re.compile(r"-?[1-9][0-9]{0,17}/[1-9][0-9]{0,17}", re.ASCII)
_KINDS = ("record", "deal", "do", "undo", "claim", "end", "match_end")


class RecordError(Exception):
    """A line that cannot be right. ``refusal`` is the rules' own reason where an action is illegal."""

    def __init__(self, reason: str, refusal: IllegalAction | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refusal = refusal


# Writing


def header(ruleset: RuleSet, players: Sequence[str], name: str) -> Line:
    """The first line of a match, with every option resolved."""
    options = {option: json_value(value) for option, value in ruleset.values.items()}
    return {
        "record": FORMAT,
        "game": ruleset.game.name,
        "preset": ruleset.preset,
        "options": options,
        "players": list(players),
        "match": name,
    }


def deal_line(number: int, setup: Setup) -> Line:
    """The cards of a deal, as dealt."""
    hands = [list(hand) for hand in setup.hands]
    return {"deal": number, "dealer": setup.dealer, "hands": hands, "rest": list(setup.rest)}


def action_line(seat: Seat | None, action: str, legal: tuple[str, ...] | Choose | None = None) -> Line:
    """One action; in a trace with what was legal. For the clock (seat None) that is its own action alone (R8)."""
    line: Line = {"seat": seat, "do": action}
    if legal is not None:
        line.update({"legal": [action]} if seat is None else legal_json(legal))
    return line


def undo_line(count: int) -> Line:
    """So many actions of the deal are taken back, the latest first."""
    return {"undo": count}


def claim_line(seat: Seat) -> Line:
    """A seat takes all that is left of the deal; no more is played."""
    return {"claim": seat}


def end_line(number: int, outcome: Outcome, totals: Scores) -> Line:
    """Scores of a deal and the totals after it."""
    line = {"end": number, "scores": scores_json(outcome.scores), "totals": scores_json(totals)}
    return {**line, "facts": dict(outcome.facts), **({"redeal": True} if outcome.redeal else {})}


def match_end_line(match: Match) -> Line:
    """The last line of a finished match."""
    return {"match_end": {"totals": scores_json(match.totals), "winners": list(match.winners)}}


def dump(line: Line) -> str:
    """A line as text, without its line break."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def score_json(score: Score) -> int | str:
    """A score as JSON: whole numbers as numbers, others as ``"-19/2"`` in lowest terms."""
    return int(score) if score.denominator == 1 else f"{score.numerator}/{score.denominator}"


def scores_json(scores: Scores) -> dict[str, list[int | str]]:
    """Scores or totals as JSON."""
    return {kind: [score_json(score) for score in units] for kind, units in scores.items()}


# Reading


class Position(NamedTuple):
    """Where a reader stands: the rule set of the header, the match from its first deal on, the deal that is running.

    ``states`` are all states of that deal, so that an undo can go back; empty between deals.
    """

    ruleset: RuleSet | None = None
    players: tuple[str, ...] = ()
    match: Match | None = None
    states: tuple[State, ...] = ()
    closed: bool = False


def advance(position: Position, text: str, trace: bool = False) -> tuple[Position, Line]:
    """Check one line. Returns the position after it and the line as we write it, in a trace with the legal list."""
    line = _parse(text)
    kind = next((key for key in _KINDS if key in line), None)
    if kind is None:
        raise RecordError(f"a line needs one of {', '.join(_KINDS)}")
    if kind == "record":
        return _header(position, line)
    if position.ruleset is None or position.closed:
        raise RecordError("the match has no header before this line" if not position.closed else "the match is over")
    if kind == "do":
        return _action(position, line, trace)
    read = {"deal": _deal, "undo": _undo, "claim": _claim, "end": _end, "match_end": _match_end}[kind]
    return read(position, line)


def finish(position: Position) -> None:
    """Check that a file may end here (R14): not before the end line of a played deal, nor before ``match_end``."""
    if position.ruleset is None:
        raise RecordError("there is no record in the file")
    if position.states and position.ruleset.game.outcome(position.states[-1]) is not None:
        raise RecordError("the file ends before the end line of a finished deal")
    if position.match is not None and position.match.over and not position.closed:
        raise RecordError("the file ends before the match_end line of a finished match")


def _parse(text: str) -> Line:
    try:
        line = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RecordError("this is not a line of JSON") from None
    if not isinstance(line, dict):
        raise RecordError("a line must be a JSON object")
    return line


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _header(position: Position, line: Line) -> tuple[Position, Line]:
    if position.ruleset is not None and not position.closed:
        raise RecordError("a new match begins before the last one is over")
    if not _same(line["record"], FORMAT):
        raise RecordError(f"this is not a record of version {FORMAT}")
    game = GAMES.get(_text(line, "game"))
    if game is None:
        raise RecordError(f"unknown game {_short(line['game'])}, known: {', '.join(GAMES)}")
    options = line.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("options must be an object")
    try:
        ruleset = resolve(game, _text(line, "preset"), options)
    except OptionError as error:
        raise RecordError(f"option {error}") from None
    players = line.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise RecordError("players must be a list of names")
    least, most = game.seats
    if not least <= len(players) <= most:
        raise RecordError(f"{game.name} is for {least if least == most else f'{least} to {most}'} players")
    name = line.get("match", "")
    if not isinstance(name, str):
        raise RecordError("match must be text")
    return Position(ruleset, tuple(players)), header(ruleset, players, name)


def _deal(position: Position, line: Line) -> tuple[Position, Line]:
    ruleset, match = _ruleset(position), position.match
    if position.states:
        raise RecordError("a new deal begins before the end line of the last one")
    if match is not None and match.over:
        raise RecordError("the match is over: a match_end line is due")
    dealer = line.get("dealer")
    if not _whole(dealer) or not 0 <= dealer < len(position.players):
        raise RecordError("dealer must be a seat")
    if match is None:
        match = matches.start(ruleset, len(position.players), dealer)
    if not _same(line["deal"], match.number + 1):
        raise RecordError(f"this must be deal {match.number + 1}")
    if dealer != match.dealer:
        raise RecordError(f"the dealer must be seat {match.dealer}, not {dealer}")
    setup = _setup(position, line, dealer)
    try:
        state = ruleset.game.deal(ruleset.options, setup)
    except ValueError as error:
        raise RecordError(str(error)) from None
    return position._replace(match=match, states=(state,)), deal_line(match.number + 1, setup)


def _setup(position: Position, line: Line, dealer: Seat) -> Setup:
    ruleset, players = _ruleset(position), len(position.players)
    hands, rest = line.get("hands"), line.get("rest", [])
    if not isinstance(hands, list) or not all(_cards(hand) for hand in hands) or not _cards(rest):
        raise RecordError("hands must be lists of cards by seat, rest a list of cards")
    pack = ruleset.game.pack(ruleset.options, players)
    shape = ruleset.game.setup(ruleset.options, players, dealer, pack)
    if [len(hand) for hand in hands] != [len(hand) for hand in shape.hands] or len(rest) != len(shape.rest):
        wanted = ", ".join(str(len(hand)) for hand in shape.hands)
        raise RecordError(f"the hands must have {wanted} cards and the rest {len(shape.rest)}")
    _check_pack(pack, [*(card for hand in hands for card in hand), *rest])
    return Setup(dealer, tuple(tuple(hand) for hand in hands), tuple(rest))


def _check_pack(pack: Sequence[str], dealt: list[str]) -> None:
    for card in dict.fromkeys(dealt):
        held, there_are = dealt.count(card), pack.count(card)
        if there_are == 0:
            raise RecordError(f"{_short(card)} is not a card of this pack")
        if held > there_are:
            raise RecordError(f"{card} is dealt {held} times, the pack has {there_are}")


def _action(position: Position, line: Line, trace: bool) -> tuple[Position, Line]:
    game = _ruleset(position).game
    if not position.states:
        raise RecordError("an action without a deal")
    state, seat, action = position.states[-1], line.get("seat"), line["do"]
    if not isinstance(action, str):
        raise RecordError("an action must be text")
    if "seat" not in line or not (seat is None or (_whole(seat) and 0 <= seat < len(position.players))):
        raise RecordError("seat must be a seat, or null for the clock")
    try:
        after = game.apply(state, seat, action)
    except IllegalAction as error:
        raise RecordError(f"seat {seat} may not {_short(action)}: {error}", error) from None
    given = {key: line[key] for key in ("legal", "choose") if key in line}
    written = action_line(seat, action)
    if trace or given:
        written = action_line(seat, action, () if seat is None else game.legal(state, seat))
        legal: Line = {key: written[key] for key in ("legal", "choose") if key in written}
        if given and given != legal:
            raise RecordError(f"the legal actions of seat {seat} are {dump(legal)}")
    if not trace:
        written = action_line(seat, action)
    for key in ("at", "by"):
        if key in line:
            if not isinstance(line[key], str):
                raise RecordError(f"{key} must be text")
            written[key] = line[key]
    return position._replace(states=(*position.states, after)), written


def _undo(position: Position, line: Line) -> tuple[Position, Line]:
    count = line["undo"]
    if not _whole(count) or not 0 < count < len(position.states):
        raise RecordError("undo must take back at least one action and no more than the deal has")
    return position._replace(states=position.states[:-count]), {**undo_line(count), **_when(line)}


def _claim(position: Position, line: Line) -> tuple[Position, Line]:
    claims, seat = _ruleset(position).game.claims, line["claim"]
    if claims is None:
        raise RecordError("in this game nothing can be claimed")
    if not position.states or not _whole(seat) or not claims.open(position.states[-1], seat):
        raise RecordError("only a seat that is to play a card to a trick can claim the rest")
    after = claims.take(position.states[-1], seat)
    return position._replace(states=(*position.states, after)), {**claim_line(seat), **_when(line)}


def _when(line: Line) -> Line:
    """When something was done, where the record says so."""
    if not isinstance(line.get("at", ""), str):
        raise RecordError("at must be text")
    return {"at": line["at"]} if "at" in line else {}


def _end(position: Position, line: Line) -> tuple[Position, Line]:
    ruleset, match = _ruleset(position), position.match
    outcome = ruleset.game.outcome(position.states[-1]) if position.states else None
    if match is None or outcome is None:
        raise RecordError("the deal is not over" if position.states else "an end line without a deal")
    after = matches.finish_deal(match, position.states[-1])
    if not _same(line["end"], after.number):
        raise RecordError(f"this must be the end of deal {after.number}")
    redeal = line.get("redeal", False)
    if redeal is not outcome.redeal:
        raise RecordError("this deal was thrown in" if outcome.redeal else "this deal was not thrown in")
    written = end_line(after.number, outcome, after.totals)
    _check_scores("scores", line.get("scores"), written["scores"])
    _check_scores("totals", line.get("totals"), written["totals"])
    return position._replace(match=after, states=()), written


def _match_end(position: Position, line: Line) -> tuple[Position, Line]:
    match, given = position.match, line["match_end"]
    if match is None or not match.over or position.states:
        raise RecordError("the match is not over")
    if not isinstance(given, dict):
        raise RecordError("match_end must be an object")
    written = match_end_line(match)
    _check_scores("totals", given.get("totals"), written["match_end"]["totals"])
    winners = given.get("winners")
    if not isinstance(winners, list) or not all(map(_whole, winners)) or winners != list(match.winners):
        raise RecordError(f"the winners must be {dump(written['match_end'])}")
    return position._replace(closed=True), written


def _check_scores(name: str, given: object, right: Mapping[str, list[int | str]]) -> None:
    well_formed = isinstance(given, dict) and all(
        isinstance(units, list) and all(_whole(unit) or _is_fraction(unit) for unit in units)
        for units in given.values()
    )
    if not well_formed or given != right:
        raise RecordError(f"the {name} must be {json.dumps(right)}")


def _is_fraction(value: object) -> bool:
    """Whether a value is a fraction in lowest terms that is no whole number (R12)."""
    return isinstance(value, str) and _FRACTION.fullmatch(value) is not None and score_json(Fraction(value)) == value


def _ruleset(position: Position) -> RuleSet:
    assert position.ruleset is not None, "checked before any line but the header is read"
    return position.ruleset


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _same(value: object, number: int) -> bool:
    return _whole(value) and value == number


def _cards(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) for card in value)


def _text(line: Line, key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str):
        raise RecordError(f"{key} must be text")
    return value


def _short(text: str) -> str:
    """Text from a file as it may stand in a message: one line, not long."""
    return ascii(text if len(text) <= 60 else text[:57] + "...")
