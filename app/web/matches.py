"""Matches as pages and the API show them: who may read one, and what of it.

A match can be read by whoever may watch its table. Its id holds the code of the table, so whoever has its address has
the table's link as well; lists of matches are shorter (`app.db.matches`). Of a match that goes on only deals that are
over are ever told. What is told is built up here from nothing.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from app.db.matches import DealLine, MatchLine, Points, Sitting
from app.live.history import bots_of, look_back, replay
from app.rules.base import IllegalAction, OptionError
from app.rules.ruleset import RuleSet, parse_ruleset
from app.web.auth import Player
from app.web.refusals import Refusal
from app.web.rulesets import describe_ruleset, rules_path
from app.web.site import Site

MATCH_ID = re.compile(r"[0-9A-Za-z]{4,24}-[1-9][0-9]{0,8}", re.ASCII)
WATCHED_BY_NOBODY = "nobody"


class Found(NamedTuple):
    """A match that the visitor may read, with the deals of it that are over."""

    line: MatchLine
    deals: tuple[DealLine, ...]
    ruleset: RuleSet

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len({sitting.seat for sitting in self.line.sittings})


async def require_match(site: Site, match_id: str, viewer: Player | None) -> Found:
    """The match with this id.

    :raises Refusal: ``no_match``, whether there is none or the visitor may not read it
    """
    found = await site.matches.get(match_id.upper()) if MATCH_ID.fullmatch(match_id) else None
    if found is None or not may_read(found[0], viewer):
        raise Refusal("no_match")
    line, deals = found
    try:
        ruleset = parse_ruleset(line.ruleset)
    except OptionError as error:  # of a game or a version that this server does not know
        raise Refusal("no_match") from error
    return Found(line, tuple(deal for deal in deals if deal.ended_at is not None), ruleset)


def may_read(line: MatchLine, viewer: Player | None) -> bool:
    """Those who sat there always; others unless nobody may watch the table."""
    sat = viewer is not None and viewer.id in {sitting.player_id for sitting in line.sittings}
    return sat or line.watch != WATCHED_BY_NOBODY


async def require_deal(site: Site, found: Found, number: int) -> dict[str, Any]:
    """A deal that is over, as everybody at the table saw it at its end.

    :raises Refusal: ``no_deal`` for a deal that there is not, or that goes on
    """
    deal = next((deal for deal in found.deals if deal.number == number), None)
    if deal is None:
        raise Refusal("no_deal")
    actions = await site.matches.actions(found.line, deal.serial, deal.serial)
    try:
        played = replay(found.ruleset, found.players, deal, actions)
        view = look_back(found.ruleset, played, closed=keeps_closed(deal))
    except (IllegalAction, ValueError) as error:
        raise Refusal("no_deal") from error
    sat = owners(found.line.sittings, deal.ended_at)
    return {
        "match": found.line.id,
        "game": found.line.game,
        "ruleset": found.line.ruleset,
        "number": deal.number,
        "names": [sitting.name for sitting in sat],
        "stood_in": [seat for seat in bots_of(actions) if not sat[seat].bot],
        "deal": view,
    }


def keeps_closed(deal: DealLine) -> bool:
    """Whether the table has kept closed what was not played in a deal; it stays so."""
    return bool((deal.outcome or {}).get("closed", False))


def owners(sittings: Iterable[Sitting], at: datetime | None = None) -> list[Sitting]:
    """Who owned the seats at that moment, or last of all, by seat."""
    latest: dict[int, Sitting] = {}
    for sitting in sittings:  # by seat and time
        if sitting.seat not in latest or at is None or sitting.at <= at:
            latest[sitting.seat] = sitting
    return [latest[seat] for seat in sorted(latest)]


def describe_match(found: Found) -> dict[str, Any]:
    """A match in plain data, scores as numbers or ``"31/2"``; see `app.web.api_matches` for the fields."""
    line = found.line
    return {
        "id": line.id,
        "table": line.code,
        "number": line.number,
        "game": line.game,
        "preset": found.ruleset.preset,
        "ruleset": line.ruleset,
        "started_at": line.started_at,
        "ended_at": line.ended_at,
        "winners": line.winners,
        "seats": describe_seats(found),
        "totals": numbers(found.deals[-1].totals) if found.deals else {},
        "deals": [describe_deal(line, deal) for deal in found.deals],
    }


def describe_seats(found: Found) -> list[dict[str, Any]]:
    """Who has each seat now or at the end, and everybody who has had it, with the deal in which they began."""
    seats = []
    for owner in owners(found.line.sittings):
        had = [
            {"name": each.name, "player": each.player_id, "bot": each.bot, "from_deal": deal_at(found.deals, each.at)}
            for each in found.line.sittings
            if each.seat == owner.seat
        ]
        seats.append({"name": owner.name, "player": owner.player_id, "bot": owner.bot, "sittings": had})
    return seats


def deal_at(deals: Sequence[DealLine], at: datetime) -> int:
    """The number of the deal that was running, or came next, at a moment."""
    return 1 + sum(1 for deal in deals if deal.ended_at is not None and deal.ended_at < at)


def describe_deal(line: MatchLine, deal: DealLine) -> dict[str, Any]:
    """A deal that is over."""
    stored: Mapping[str, Any] = deal.outcome or {}
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "redeal": bool(stored.get("redeal", False)),
        "names": [sitting.name for sitting in owners(line.sittings, deal.ended_at)],
        "scores": numbers(deal.scores),
        "totals": numbers(deal.totals),
        "facts": dict(stored.get("outcome", {})),
        "stood_in": list(stored.get("stood_in", ())),
        "started_at": deal.started_at,
        "ended_at": deal.ended_at,
    }


def numbers(points: Points) -> dict[str, list[int | str]]:
    """Scores by kind as JSON."""
    return {kind: [_number(score) for score in units] for kind, units in points.items()}


def _number(score: Fraction) -> int | str:
    return score.numerator if score.denominator == 1 else f"{score.numerator}/{score.denominator}"


class Unit(NamedTuple):
    """Those who score together: one seat, or a side."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    won: bool
    totals: tuple[Fraction, ...]


def units_of(found: Found, names: Sequence[str]) -> list[Unit]:
    """Who scores, with the latest totals by kind in the game's order; ``names`` are those at the seats."""
    game, players = found.ruleset.game, found.players
    count = game.units(players)
    totals: Points = found.deals[-1].totals if found.deals else {}
    winners = found.line.winners or ()
    units = []
    for unit in range(count):
        seats = tuple(range(unit, players, count))
        own = tuple(totals[kind][unit] if kind in totals else Fraction(0) for kind in game.kinds)
        units.append(Unit(seats, tuple(names[seat] for seat in seats), any(seat in winners for seat in seats), own))
    return units


def sheet_of(found: Found) -> list[dict[str, Any]]:
    """The score sheet: a row for each deal with, for each who scores and each kind, the deal's score and the total."""
    game = found.ruleset.game
    count = game.units(found.players)
    rows = []
    for deal in found.deals:
        redeal = bool((deal.outcome or {}).get("redeal", False))
        cells = [
            {"score": deal.scores[kind][unit], "total": deal.totals[kind][unit]}
            for unit in range(count)
            for kind in game.kinds
            if kind in deal.scores
        ]
        rows.append({"number": deal.number, "redeal": redeal, "cells": cells})
    return rows


def page_of(found: Found, named: Callable[[str], str]) -> dict[str, Any]:
    """What the page of a match is given (see `app.web.match_pages`).

    :param named: how a name at a seat is written
    """
    described, match = describe_ruleset(found.ruleset), describe_match(found)
    for had in (*match["seats"], *(sitting for seat in match["seats"] for sitting in seat["sittings"])):
        had["name"] = named(had["name"])
    for deal in match["deals"]:
        deal["names"] = [named(name) for name in deal["names"]]
    return {
        "match": match,
        "winner_names": [match["seats"][seat]["name"] for seat in match["winners"] or ()],
        "running": found.line.ended_at is None,
        "closed": found.line.closed_at is not None,
        "keeps_closed": any(keeps_closed(deal) for deal in found.deals),
        "game": found.line.game,
        "preset": found.ruleset.preset,
        "differences": described["differences"],
        "values": described["values"],
        "rules": rules_path(found.ruleset),
        "kinds": list(found.ruleset.game.kinds),
        "units": units_of(found, [seat["name"] for seat in match["seats"]]),
        "sheet": sheet_of(found),
    }
