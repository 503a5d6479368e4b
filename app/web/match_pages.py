"""The pages about matches and players, by Jinja2. What every template is given is listed in `app.web.pages`.

GET /matches/{id}              match.html
    ``match``       as the API tells it (`app.web.api_matches.MatchOut`); times are datetimes in UTC, and bots
                    have names in the visitor's language
    ``winner_names``         of the winners' seats
    ``running``, ``closed``  whether the match goes on, and whether its table is gone
    ``keeps_closed``         what was not played stays closed, so that there is no record
    ``game``, ``preset``, ``values``, ``differences``, ``rules`` (path)   the rule set, as on the rules page
    ``kinds``       what is counted, in the game's order
    ``units``       who scores: [(seats, names, won, totals by kind)…]
    ``sheet``       [{"number", "redeal", "cells": [{"score", "total"}…] by unit and kind}…]
    ``when(at)``    a moment in words, in UTC; a script puts it into the reader's own time
    ``score(n)``, ``signed(n)``, ``decimal(n)``   numbers in words: "15 1/2", "+4", "3.5"
    page_data adds match (id), game, bots (their names)
    The words about a deal are the game's own: matches/<game>.html with the macro ``deal(facts, names, scores)``,
    with ``penalties`` set where scores count against those who get them; ``decided(totals, winner, sides)`` if it
    needs telling what has decided a match.
GET /matches/{id}/record       a finished match as JSON Lines

GET /players/{id}              player.html     (?before=ID: the matches before that one)
    ``person``      {"id", "name"}; ``own``: whether it is the visitor
    ``results``     [{"game", "matches", "won", "averages": {kind: number}}…]
    ``matches``     [{"id", "game", "preset", "house_rules", "started_at", "running", "won", "names", "totals"}…]
    ``older``       None or the path of the next page; ``newest``: None or the path of the first one
    ``when``, ``score``, ``decimal`` as above
"""

from collections.abc import Callable, Collection
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from starlette.responses import Response

from app.db.matches import GameResult, MatchLine
from app.live.history import record_of
from app.rules.base import IllegalAction
from app.rules.registry import GAMES
from app.web.i18n import Catalogue
from app.web.matches import MATCH_ID, Found, keeps_closed, owners, page_of, require_match
from app.web.refusals import Refusal
from app.web.site import Site, site_of

router = APIRouter(include_in_schema=False)
PER_PAGE = 20
MINUS = "\N{MINUS SIGN}"


def score_text(score: Fraction, signed: bool = False) -> str:
    """A score as people write it: "4", "−15 1/2"; ``signed`` also marks what is more than nothing."""
    whole, rest = divmod(abs(score), 1)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest.numerator}/{rest.denominator}")
    sign = MINUS if score < 0 else "+" if signed and score > 0 else ""
    return sign + " ".join(parts)


def words(lang: str) -> dict[str, Callable[..., str]]:
    """Moments and numbers in the visitor's language."""

    def when(at: datetime) -> str:
        return str(format_datetime(at, "medium", locale=lang))

    def decimal(number: float) -> str:
        return str(format_decimal(round(number, 1), locale=lang)).replace("-", MINUS)

    return {"when": when, "decimal": decimal, "score": score_text, "signed": partial(score_text, signed=True)}


@router.get("/matches/{match_id}")
async def match(request: Request, match_id: str) -> Response:
    """The score sheet of a match, who sat where, by which rules, and how each deal went."""
    site = site_of(request)
    found = await require_match(site, match_id, await site.identity.player(request))
    lang = site.pages.language(request)
    bots = {sitting.name for sitting in found.line.sittings if sitting.bot}
    context = {**page_of(found, partial(seat_name, site.catalogue, lang, bots)), **words(lang)}
    data = {"match": found.line.id, "game": found.line.game, "bots": sorted(bots)}
    return await site.pages.page(request, "match", context, data)


def seat_name(catalogue: Catalogue, lang: str, bots: Collection[str], name: str) -> str:
    """A name at a seat; bots have one in every language, as at the table ("Bruno (2)" is the second of that name)."""
    plain, space, rest = name.partition(" ")
    key = f"bot.{plain}"
    return f"{catalogue.text(lang, key)}{space}{rest}" if name in bots and catalogue.has(lang, key) else name


@router.get("/matches/{match_id}/record")
async def record(request: Request, match_id: str) -> Response:
    """A finished match as JSON Lines, to be kept or replayed (``kibitz replay``). All its cards are open by now."""
    site = site_of(request)
    found = await require_match(site, match_id, await site.identity.player(request))
    headers = {"content-disposition": f'attachment; filename="{found.line.id}.jsonl"', "cache-control": "private"}
    return Response(await record_text(site, found), media_type="application/x-ndjson", headers=headers)


async def record_text(site: Site, found: Found) -> str:
    """The record of a match.

    :raises Refusal: ``no_record`` while it goes on, or when its rules have changed since; ``record_closed`` where the
        table keeps closed what was not played, which a record would show
    """
    if found.line.ended_at is None or not found.deals:
        raise Refusal("no_record")
    if any(keeps_closed(deal) for deal in found.deals):
        raise Refusal("record_closed")
    names = [sitting.name for sitting in owners(found.line.sittings)]
    actions = await site.matches.actions(found.line, found.deals[0].serial, found.deals[-1].serial)
    try:
        return await record_of(found.ruleset, names, found.line.id, found.deals, actions)
    except (IllegalAction, ValueError) as error:
        raise Refusal("no_record") from error


@router.get("/players/{player_id}")
async def player(request: Request, player_id: str) -> Response:
    """What somebody has played, as far as the visitor may know."""
    site = site_of(request)
    person = await site.players.find(player_id) if player_id.isalnum() and len(player_id) <= 24 else None
    if person is None:
        raise Refusal("no_player")
    visitor = await site.identity.player(request)
    viewer = None if visitor is None else visitor.id
    before = request.query_params.get("before")
    if before is not None and not MATCH_ID.fullmatch(before):
        before = None
    lines = await site.matches.of_player(person.id, viewer, before=before, limit=PER_PAGE + 1)
    path, lang = f"/players/{person.id}", site.pages.language(request)
    context = {
        "person": {"id": person.id, "name": person.name},
        "own": viewer == person.id,
        "results": [_result(result) for result in await site.matches.results(person.id, viewer)],
        "matches": [_line(site, lang, line, person.id) for line in lines[:PER_PAGE]],
        "older": f"{path}?before={lines[PER_PAGE - 1].id}" if len(lines) > PER_PAGE else None,
        "newest": path if before is not None else None,
        **words(lang),
    }
    return await site.pages.page(request, "player", context)


def _result(result: GameResult) -> dict[str, Any]:
    kinds = GAMES[result.game].kinds if result.game in GAMES else tuple(result.averages)
    averages = {kind: result.averages[kind] for kind in kinds if kind in result.averages}
    return {**result._asdict(), "averages": averages}


def _line(site: Site, lang: str, line: MatchLine, player_id: str) -> dict[str, Any]:
    """A match in the list of one of its players: ``totals`` are those of the player's seat or side."""
    last = owners(line.sittings)
    seats = [sitting.seat for sitting in last if sitting.player_id == player_id]
    totals = {kind: units[seats[0] % len(units)] for kind, units in line.totals.items()} if seats else {}
    game, _, rest = line.ruleset.partition("/")
    return {
        "id": line.id,
        "game": game,
        "preset": rest.partition("@")[0],
        "house_rules": "?" in rest,
        "started_at": line.started_at,
        "running": line.ended_at is None,
        "won": any(seat in (line.winners or ()) for seat in seats),
        "names": [
            {
                "name": seat_name(site.catalogue, lang, {s.name} if s.bot else (), s.name),
                "own": s.player_id == player_id,
            }
            for s in last
        ],
        "totals": totals,
    }
