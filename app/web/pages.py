"""The pages: first paint by Jinja2, then the scripts take over.

Routes and what each template is given (names are stable; templates may rely on all of them).

Every template
    ``t(key, **facts)``   text of the catalogue in the visitor's language (plain text, Jinja escapes it); plural by the
                          fact ``n``. Facts named ``suit…`` (S H D C N), ``card…`` (AS, JK, or a list) become names.
    ``has(key)``          True when the catalogue has that key (for optional paragraphs)
    ``lang``              "en" | "ja"; ``languages``: [{"code": "en", "name": "English"}, …]
    ``csrf``              token for the hidden field ``csrf`` of every form
    ``player``            {"id", "name"} | None
    ``static(path)``      versioned address: ``static("js/main.js")`` → ``/static/3f9c…/js/main.js``; relative imports
                          between modules stay below the same version, so they need no version of their own
    ``page``              "lobby" | "new" | "table" | "rules" | "match" | "player" | "protocol" | "api" | "error"
                          (navigation, body class)
    ``path``              path and query of this page: hidden field ``next`` of the forms /name and /language
    ``page_data``         dict for scripts, to be written once:
                          ``<script type="application/json" id="page-data">{{ page_data|tojson }}</script>``
                          always: page, lang, player, csrf, static ("/static/3f9c…/"), catalogue (address of the texts
                          as JSON), protocol (1), build, ws_lobby ("/ws/lobby")

GET /                          lobby.html
    ``tables``      [summary…] what may be joined or watched (`app.protocol.Summary`), and one's own tables
    ``joinable``    the part with ``joinable``; ``watchable``: the rest with ``watchable``
    ``yours``       [code…] the tables at which the visitor owns a seat
    ``games``       as below, for "play now with bots" (one button or choice per preset: field ``ruleset``)
    ``suggested``   a friendly made-up name, placeholder of the name field; the form sends it along in a field of that
                    name, and it is the name one gets when the name field is left empty
    page_data adds ``tables`` and ``yours``

GET /new                       new.html       (?ruleset=mighty/english@1?… preselects)
    ``games``       [{"name", "version", "seats": [min, max], "players": usual number,
                    "presets": [{"name", "ruleset", "values": {option: text | [text…]}}…],
                    "options": [{"name", "kind": "choice"|"set"|"number", "values": [text…],
                    "group": the heading under which the form shows it, as the game says}…]}…]
                    Texts: game.<game>, preset.<game>.<preset>, option.<game>.<option>,
                    option.<game>.<option>.<value>; a longer explanation, where there is one,
                    option.<game>.<option>.help
    ``chosen``      {"game", "preset", "values": {option: text | [text…] for sets}, "players": int,
                    "open": bool, "watch", "bots": bool, "friendly": bool, "turn_clock", "bank", "absent_after":
                    seconds, "closed_discards": bool, "phrases_only": bool, "name"}
    ``turn_clocks``, ``banks``, ``absences``   the seconds that may be chosen
    ``problem``     None | {"code", "message", "option": name | None} after a refused form (above the form, status 422)
    ``suggested``   as above
    page_data adds ``games`` (so that a script can switch presets)

GET /t/{code}                  table.html     (?sit=1: the client sits down at once)
    ``code``, ``summary``, ``ruleset`` (text), ``differences`` [{"name", "value", "preset"}…]
    ``needs_name``  True when the visitor has no player yet: show the form POST /t/{code}/join
    ``suggested``   as above
    ``invite``      absolute address of this table; ``qr``: path of its QR code; ``rules``: path of the rules page with
                    the table's options
    page_data adds code, ws ("/ws/tables/CODE"), sit (bool), invite, qr, rules (path), ruleset, game, preset, summary
GET /t/{code}/qr.svg           an SVG picture, no template

GET /rules/{game}/{preset}     rules.html     (?option=value… applied)
    ``game``, ``preset``, ``ruleset`` (text), ``values`` {option: text | [text…]},
    ``differences`` [{"name", "value", "preset"}…]
    ``options``     [{"name", "kind", "values", "value", "preset" (the preset's value), "differs": bool}…]
    ``presets``     [{"name", "path"}…] the game's presets, for switching
    ``games``       as above
GET /rules                     redirects to the first game's first preset

GET /matches/{id} and GET /players/{id}   match.html and player.html, see `app.web.match_pages`

GET /protocol                  protocol.html
    ``client``, ``server``   [{"type", "text", "fields": [{"name", "type", "required": bool, "text"}…],
                             "example" (JSON text)}…]
    ``shared``      the same for the structures inside messages ("name" as well as "type")
    ``refusals``    [code…] (texts: refused.<code>)
    ``schema``      the JSON schema as indented text

GET /api                       api.html
    ``operations``  [{"method", "path", "summary", "text",
                    "parameters": [{"name", "in", "required", "type", "text"}…],
                    "body": [{"name", "type", "required", "text"}…] | None,
                    "responses": [{"status", "text", "fields": [{"name", "type", "required", "text"}…]}…]}…]
    ``example``     source text of the example bot; ``openapi``: path of the schema

any error                      error.html
    ``status``, ``code``, ``title`` and ``message`` (both already in the visitor's language)

Forms (POST, urlencoded, hidden field ``csrf``; all answer 303), see `app.web.forms`
    /name            name (may be empty only without a player), next                                       → next
    /language        lang, next                                                                             → next
    /play            name (only without a player, may be empty), ruleset (may be empty: the first preset)   → /t/CODE
    /tables          name (only without a player, may be empty), ruleset | (game, preset, option.<option>=value, for
                     sets repeated, with one empty hidden value so that "none ticked" is sent), open ("on" when
                     ticked), watch ("everybody" | "link" | "nobody"), bots, friendly, closed_discards and phrases_only
                     ("on" when ticked), turn_clock, bank and absent_after (seconds)                    → /t/CODE
    /t/{code}/join   name                                                                             → /t/CODE?sit=1
"""

from fractions import Fraction
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.rules.base import usual_players
from app.rules.registry import GAMES
from app.table.absence import ABSENT_AFTER, USUALLY_ABSENT_AFTER
from app.table.turns import BANKS, TURN_CLOCKS
from app.web.match_pages import score_text
from app.web.names import suggested_name
from app.web.reference import describe_operations, describe_protocol
from app.web.render import with_query
from app.web.rulesets import (
    describe_games,
    describe_options,
    describe_ruleset,
    first_ruleset,
    read_ruleset,
    rules_path,
    ruleset_of_query,
)
from app.web.site import site_of
from app.web.tables import invitation, listed_tables, own_tables, require_table, table_path

router = APIRouter(include_in_schema=False)
OPENAPI_PATH = "/api/openapi.json"
USUAL_BANK = 60  # seconds, for those who choose a clock
QR_BORDER = 2  # modules of quiet zone; the page puts the picture on white anyway


def suggest(request: Request) -> str:
    """A made-up name in the visitor's language."""
    site = site_of(request)
    return suggested_name(site.catalogue.translator(site.pages.language(request)))


@router.get("/")
async def lobby(request: Request) -> Response:
    """What can be joined and watched, and the ways to a table of one's own."""
    site = site_of(request)
    tables = listed_tables(site)
    yours = await own_tables(site, await site.identity.player(request))
    listed = {table["code"] for table in tables}
    tables += [table for table in yours if table["code"] not in listed]
    codes = [table["code"] for table in yours]
    context = {
        "tables": tables,
        "joinable": [table for table in tables if table["joinable"]],
        "watchable": [table for table in tables if table["watchable"] and not table["joinable"]],
        "yours": codes,
        "games": describe_games(),
        "suggested": suggest(request),
        "signed": lambda score: score_text(Fraction(score), signed=True),
    }
    return await site.pages.page(request, "lobby", context, {"tables": tables, "yours": codes})


@router.get("/new")
async def new(request: Request) -> Response:
    """The form for a table of one's own."""
    text = request.query_params.get("ruleset")
    ruleset = read_ruleset(text) if text else first_ruleset()
    described = describe_ruleset(ruleset)
    chosen = {
        **{key: described[key] for key in ("game", "preset", "values")},
        "players": usual_players(ruleset.game),
        "open": True,
        "watch": "everybody",
        "bots": False,
        "friendly": False,
        "turn_clock": 0,
        "bank": USUAL_BANK,
        "absent_after": USUALLY_ABSENT_AFTER,
        "closed_discards": False,
        "phrases_only": False,
        "name": "",
    }
    return await new_page(request, chosen, None)


async def new_page(request: Request, chosen: dict[str, Any], problem: dict[str, Any] | None) -> Response:
    """The form with what has been chosen so far, and what is wrong with it."""
    games = describe_games()
    suggested = chosen.get("suggested") or suggest(request)
    context = {"games": games, "chosen": chosen, "problem": problem, "suggested": suggested}
    context |= {"turn_clocks": TURN_CLOCKS, "banks": BANKS, "absences": ABSENT_AFTER}
    return await site_of(request).pages.page(request, "new", context, {"games": games})


@router.get("/t/{code}")
async def table(request: Request, code: str) -> Response:
    """A table, for those who sit, those who watch and those who were sent its link."""
    site = site_of(request)
    summary = await require_table(site, code)
    if summary["code"] != code:
        return RedirectResponse(with_query(table_path(summary["code"]), request), 308)
    ruleset = read_ruleset(summary["ruleset"])
    shared = {
        "code": code,
        "summary": summary,
        "ruleset": summary["ruleset"],
        "invite": invitation(request, site, code),
        "qr": f"{table_path(code)}/qr.svg",
        "rules": rules_path(ruleset),
    }
    context = {
        **shared,
        "differences": describe_ruleset(ruleset)["differences"],
        "needs_name": await site.identity.player(request) is None,
        "suggested": suggest(request),
    }
    data = {
        **shared,
        "ws": f"/ws/tables/{code}",
        "sit": request.query_params.get("sit") == "1",
        "game": summary["game"],
        "preset": summary["preset"],
    }
    return await site.pages.page(request, "table", context, data)


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, code: str) -> Response:
    """The table's address as a QR code, for the phone across the table."""
    site = site_of(request)
    summary = await require_table(site, code)
    picture = BytesIO()
    segno.make_qr(invitation(request, site, summary["code"]), error="m").save(
        picture, kind="svg", border=QR_BORDER, xmldecl=False, svgns=True, light="#fff", omitsize=True
    )
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@router.get("/rules")
async def first_rules() -> Response:
    """Leads to the rules of the first game."""
    return RedirectResponse(rules_path(first_ruleset()), 307)


@router.get("/rules/{game}/{preset}")
async def rules(request: Request, game: str, preset: str) -> Response:
    """How the game goes, for people who have never played it, under the options of the address."""
    ruleset = ruleset_of_query(game, preset, request.query_params)
    described = describe_ruleset(ruleset)
    context = {
        **{key: described[key] for key in ("game", "preset", "ruleset", "values", "differences")},
        "options": describe_options(ruleset),
        "presets": [{"name": name, "path": f"/rules/{game}/{name}"} for name in GAMES[game].presets],
        "games": describe_games(),
    }
    return await site_of(request).pages.page(request, "rules", context)


@router.get("/protocol")
async def protocol_reference(request: Request) -> Response:
    """Every message of the websocket."""
    return await site_of(request).pages.page(request, "protocol", describe_protocol())


@router.get("/api")
async def api_reference(request: Request) -> Response:
    """Every operation of the JSON API, and a bot as an example."""
    site = site_of(request)
    context = {
        "operations": describe_operations(request.app.openapi()),
        "example": site.example,
        "openapi": OPENAPI_PATH,
    }
    return await site.pages.page(request, "api", context)
