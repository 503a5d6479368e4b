"""What the pages' forms lead to. Each carries the token of the browser it was shown to, and ends in a redirect."""

from collections.abc import Awaitable
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from app.rules.base import usual_players
from app.rules.registry import GAMES
from app.table.absence import ABSENT_AFTER, USUALLY_ABSENT_AFTER
from app.table.turns import BANKS, TURN_CLOCKS
from app.web.auth import Player, origin_allowed, set_cookie
from app.web.body import read_fields
from app.web.errors import answer, explain
from app.web.names import read_name
from app.web.pages import USUAL_BANK, new_page, suggest
from app.web.refusals import Refusal
from app.web.render import LANGUAGE_COOKIE
from app.web.rulesets import FIELD, check_players, first_ruleset, read_ruleset, ruleset_of_form
from app.web.site import site_of
from app.web.tables import (
    WATCH,
    TableWish,
    create_table,
    play_with_bots,
    require_absence,
    require_clock,
    require_table,
    table_path,
)

router = APIRouter(include_in_schema=False)
MOST_FIELDS = 200


async def read_form(request: Request) -> FormData:
    """The fields of a form that one of our own pages was sent with.

    :raises Refusal: ``foreign_origin``, ``malformed`` or ``form_token``
    """
    site = site_of(request)
    if not origin_allowed(request, site.settings.public_url):
        raise Refusal("foreign_origin")
    form = await read_fields(request, MOST_FIELDS)
    if not site.identity.form_token_fits(request, field(form, "csrf")):
        raise Refusal("form_token")
    return form


def field(form: FormData, name: str) -> str:
    """A field's text without spaces around it; empty when it was not sent."""
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def safe_path(given: str) -> str:
    """Where to go next: a path on this server, the lobby for anything else."""
    if not given.startswith("/") or given.startswith("//") or "\\" in given or not given.isprintable():
        return "/"
    try:
        parts = urlsplit(given)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc else given


async def visitor(request: Request, form: FormData) -> tuple[Player, bool]:
    """The visitor's player, and whether it was made just now: from the name given, else the form's own suggestion.

    :raises Refusal: ``bad_name`` or ``rate_limited``
    """
    site = site_of(request)
    player = await site.identity.player(request)
    if player is not None:
        return player, False
    name = read_name(field(form, "name") or field(form, "suggested") or suggest(request))
    site.rate_limit.take(request, "guests")
    return await site.players.create(name), True


def go(request: Request, path: str, player: Player | None = None) -> Response:
    """Sends the browser on, with the cookie of a player who was made just now."""
    response = RedirectResponse(path, 303)
    if player is not None:
        site_of(request).identity.remember(request, response, player)
    return response


async def to_table(request: Request, making: Awaitable[str], player: Player | None) -> Response:
    """Sends the browser to a table once it is made. If that takes too long the visitor is told so, and a player who was
    made just now is remembered all the same: the table will be theirs.

    :param making: gives the table's code
    :param player: who was made just now, None for one who was known before
    """
    try:
        return go(request, table_path(await making), player)
    except Refusal as refusal:
        response = await answer(request, refusal)
        if player is not None:
            site_of(request).identity.remember(request, response, player)
        return response


@router.post("/name")
async def change_name(request: Request) -> Response:
    """Gives the visitor a name: a new guest (with a made-up name if need be), or another name for the present one."""
    form = await read_form(request)
    player, new = await visitor(request, form)
    if not new:
        await site_of(request).players.rename(player.id, read_name(field(form, "name")))
    return go(request, safe_path(field(form, "next")), player if new else None)


@router.post("/language")
async def change_language(request: Request) -> Response:
    """Remembers the language chosen by hand."""
    form = await read_form(request)
    response = go(request, safe_path(field(form, "next")))
    lang = field(form, "lang")
    if lang in site_of(request).catalogue.languages:
        set_cookie(request, response, LANGUAGE_COOKIE, lang)
    return response


@router.post("/play")
async def play(request: Request) -> Response:
    """A table with four bots, and the first deal at once."""
    form = await read_form(request)
    text = field(form, "ruleset")
    ruleset = read_ruleset(text) if text else first_ruleset()
    player, new = await visitor(request, form)
    site = site_of(request)
    site.rate_limit.take_table(request, player.id)
    return await to_table(request, play_with_bots(site, player, ruleset), player if new else None)


@router.post("/tables")
async def make_table(request: Request) -> Response:
    """A table as the visitor wants it; the visitor sits down at it."""
    form = await read_form(request)
    try:
        ruleset = ruleset_of_form(form)
        players = _players(form)
        check_players(ruleset.game, players)
        turn_clock, bank = _clock(form)
        require_clock(turn_clock, bank)
        absent_after = _absent_after(form)
        require_absence(absent_after)
        player, new = await visitor(request, form)
    except Refusal as refusal:
        if refusal.code not in ("bad_ruleset", "bad_players", "bad_name", "bad_clock", "bad_absence"):
            raise
        return await form_again(request, form, refusal)
    site = site_of(request)
    site.rate_limit.take_table(request, player.id)
    watch = field(form, "watch")
    wish = TableWish(
        ruleset,
        open=field(form, "open") == "on",
        watch=watch if watch in WATCH else WATCH[0],
        bots=field(form, "bots") == "on",
        sit=True,
        players=players,
        turn_clock=turn_clock,
        bank=bank,
        friendly=field(form, "friendly") == "on",
        absent_after=absent_after,
        closed_discards=field(form, "closed_discards") == "on",
        phrases_only=field(form, "phrases_only") == "on",
    )
    return await to_table(request, create_table(site, player, wish), player if new else None)


def _players(form: FormData) -> int | None:
    """The number of players a form asks for; 0, which no game is for, where it is none."""
    text = field(form, "players")
    if not text:
        return None
    return int(text) if text.isdecimal() and len(text) <= 2 else 0


def _clock(form: FormData) -> tuple[int, int]:
    """The seconds of a turn and of a bank that a form asks for; -1, which no table has, where it is no number. Without
    a clock nobody needs a bank, whatever is chosen beside it."""
    turn_clock, bank = (_seconds(field(form, name)) for name in ("turn_clock", "bank"))
    return turn_clock, bank if turn_clock else 0


def _absent_after(form: FormData) -> int:
    """The seconds of being gone that make a player absent, as a form asks for them."""
    text = field(form, "absent_after")
    return _seconds(text) if text else USUALLY_ABSENT_AFTER


def _seconds(text: str) -> int:
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else -1


@router.post("/t/{code}/join")
async def join(request: Request, code: str) -> Response:
    """From the shared link to a seat: a name is all it takes."""
    form = await read_form(request)
    summary = await require_table(site_of(request), code)
    player, new = await visitor(request, form)
    return go(request, f"{table_path(summary['code'])}?sit=1", player if new else None)


async def form_again(request: Request, form: FormData, refusal: Refusal) -> Response:
    """The form for a new table once more, as it was filled in, with what is wrong."""
    problem = {
        "code": refusal.code,
        "message": explain(request, refusal),
        "option": refusal.facts.get("option"),
    }
    response = await new_page(request, _filled_in(form), problem)
    response.status_code = refusal.status_code
    return response


def _filled_in(form: FormData) -> dict[str, Any]:
    """What the visitor had chosen, as far as it makes sense; the preset's values for the rest."""
    game = field(form, "game") if field(form, "game") in GAMES else next(iter(GAMES))
    presets = GAMES[game].presets
    preset = field(form, "preset") if field(form, "preset") in presets else next(iter(presets))
    values: dict[str, Any] = {}
    for option in GAMES[game].options:
        given = [value for value in form.getlist(FIELD + option.name) if isinstance(value, str)]
        sensible = [value for value in given if value in map(str, option.values)]
        default = presets[preset][option.name]
        if option.kind == "set":
            values[option.name] = sensible if given else list(default) if isinstance(default, tuple) else []
        else:
            values[option.name] = sensible[-1] if sensible else str(default)
    watch, (least, most) = field(form, "watch"), GAMES[game].seats
    turn_clock, bank = _seconds(field(form, "turn_clock")), _seconds(field(form, "bank"))
    players, absent_after = _players(form), _absent_after(form)
    return {
        "game": game,
        "preset": preset,
        "values": values,
        "players": players if players and least <= players <= most else usual_players(GAMES[game]),
        "open": field(form, "open") == "on",
        "watch": watch if watch in WATCH else WATCH[0],
        "bots": field(form, "bots") == "on",
        "friendly": field(form, "friendly") == "on",
        "turn_clock": turn_clock if turn_clock in TURN_CLOCKS else 0,
        "bank": bank if bank in BANKS else USUAL_BANK,
        "absent_after": absent_after if absent_after in ABSENT_AFTER else USUALLY_ABSENT_AFTER,
        "closed_discards": field(form, "closed_discards") == "on",
        "phrases_only": field(form, "phrases_only") == "on",
        "name": field(form, "name")[:100],
        "suggested": field(form, "suggested")[:100],
    }
