"""The JSON API: make a guest, list, make and read tables, look at games and rule sets.

Together with the websocket (`app.protocol`) it is all that a program needs to play. What is described here is strict:
unknown fields and wrong types are refused, nothing is converted. Errors are ``{"code", "message", …}``.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from app.rules.ruleset import RuleSet
from app.table.absence import ABSENT_AFTER, USUALLY_ABSENT_AFTER
from app.table.turns import BANKS, TURN_CLOCKS
from app.web.auth import Player, origin_allowed
from app.web.body import check_json
from app.web.i18n import Translate
from app.web.names import read_name
from app.web.refusals import Refusal
from app.web.rulesets import (
    check_players,
    choose_ruleset,
    describe_games,
    describe_ruleset,
    first_ruleset,
    read_ruleset,
)
from app.web.site import site_of
from app.web.tables import (
    TableWish,
    create_table,
    invitation,
    listed_tables,
    require_absence,
    require_clock,
    require_table,
)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OptionValue = str | int | bool | list[str]


async def only_from_here(request: Request) -> None:
    """Refuses requests that change something when another site's page made them, or when they are not JSON."""
    if request.method in SAFE_METHODS:
        return
    if not origin_allowed(request, site_of(request).settings.public_url):
        raise Refusal("foreign_origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json")
    await check_json(request)


async def known_player(request: Request) -> Player:
    """The player who asks.

    :raises Refusal: ``no_identity`` when the request carries no valid cookie or token
    """
    player = await site_of(request).identity.player(request)
    if player is None:
        raise Refusal("no_identity", headers={"www-authenticate": "Bearer"})
    return player


KnownPlayer = Annotated[Player, Depends(known_player)]


class Strict(BaseModel):
    """What the API reads: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NameForm(Strict):
    """A name for a player."""

    name: str = Field(description="1 to 24 visible characters.", max_length=500, examples=["Mina"])


class TableForm(Strict):
    """A table to be made: a rule set as text, or a game with a preset and the options that differ from it."""

    ruleset: str | None = Field(
        default=None,
        max_length=2000,
        description="A rule set in its text form; then game, preset and options must be left out.",
        examples=["mighty/japanese@1?match_deals=5"],
    )
    game: str | None = Field(default=None, max_length=40, description="Name of the game.")
    preset: str | None = Field(default=None, max_length=40, description="Name of the preset; the first one by default.")
    options: dict[str, OptionValue] = Field(
        default_factory=dict, max_length=100, description="Options that differ from the preset; sets as lists."
    )
    open: bool = Field(default=True, description="Listed in the lobby; otherwise only those who have the link find it.")
    watch: Literal["everybody", "link", "nobody"] = Field(
        default="everybody", description="Who may watch: everybody, those who have the link, nobody."
    )
    players: int | None = Field(
        default=None,
        ge=1,
        le=20,
        description="How many seats, where the game leaves it open; as many as usual by default.",
    )
    turn_clock: int = Field(
        default=0,
        ge=0,
        le=600,
        description="Seconds that a turn may take before a bot acts for the player: 0 (no clock), "
        + ", ".join(map(str, TURN_CLOCKS[1:]))
        + ".",
    )
    bank: int = Field(
        default=0,
        ge=0,
        le=600,
        description="Seconds that a seat may take beyond that in a match: " + ", ".join(map(str, BANKS)) + ".",
    )
    absent_after: int = Field(
        default=USUALLY_ABSENT_AFTER,
        ge=0,
        le=600,
        description="Seconds after which a player who is gone counts as absent: "
        + ", ".join(map(str, ABSENT_AFTER))
        + ". Then the others choose what to do, and a bot plays if they do not.",
    )
    friendly: bool = Field(
        default=False, description="By consent of the others even a card that has been seen may be taken back."
    )
    phrases_only: bool = Field(default=False, description="In chat only fixed phrases can be said.")
    closed_discards: bool = Field(
        default=False,
        description="What was not played (discards, kitty, talon, hands as dealt) stays closed after a deal, on the "
        "pages of matches, too; there is no record then.",
    )
    bots: bool = Field(default=False, description="Fill the empty seats with bots at once (people may take them over).")


class PlayerOut(BaseModel):
    """A player as everybody may see them."""

    id: str
    name: str


class Me(BaseModel):
    """The player who asks."""

    player: PlayerOut


class Guest(BaseModel):
    """A new guest. The token is a secret: send it as ``Authorization: Bearer <token>``; the cookie holds the same."""

    player: PlayerOut
    token: str


class TableMade(BaseModel):
    """A new table: its code, and the address to send to friends."""

    code: str
    url: str


class Difference(BaseModel):
    """An option that differs from the preset."""

    name: str
    value: str | list[str]
    preset: str | list[str]


class RuleSetOut(BaseModel):
    """A rule set with every option decided."""

    ruleset: str = Field(description="The text form, in its shortest spelling.")
    game: str
    preset: str
    version: int
    values: dict[str, str | list[str]]
    differences: list[Difference]


class PresetOut(BaseModel):
    """A named bundle of options."""

    name: str
    title: str
    ruleset: str
    values: dict[str, str | list[str]]


class OptionOut(BaseModel):
    """One house rule, with a plain explanation in the language asked for (Accept-Language)."""

    name: str
    kind: Literal["choice", "set", "number"]
    values: list[str] = Field(description="The values it may have; for a set, the members.")
    title: str
    help: str | None
    titles: dict[str, str] = Field(description="Each value in words.")


class GameOut(BaseModel):
    """A game with its presets and the table of its options."""

    name: str
    title: str
    version: int
    seats: list[int] = Field(description="Smallest and largest number of players.", min_length=2, max_length=2)
    presets: list[PresetOut] = Field(description="The default one first.")
    options: list[OptionOut]


class Games(BaseModel):
    """All games."""

    games: list[GameOut]


class Problem(BaseModel):
    """Why a request was refused. Depending on the code there is more: the ``field``, the ``option``, the ``reason``."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of the refusals a route may answer with."""
    return {status: {"model": Problem} for status in statuses}


def struct(reference: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is one of the structures of `app.protocol`."""
    schema = {"$ref": f"#/components/schemas/{reference}"}
    return {200: {"description": "Successful Response", "content": {"application/json": {"schema": schema}}}}


router = APIRouter(prefix="/api", dependencies=[Depends(only_from_here)], tags=["api"])


@router.post("/guests", status_code=201, responses=refusals(413, 415, 422, 429), summary="Make a guest")
async def make_guest(request: Request, response: Response, form: NameForm) -> Guest:
    """Makes a new player without sign-up. The answer carries the token and also sets it as a cookie."""
    site = site_of(request)
    name = read_name(form.name)
    site.rate_limit.take(request, "guests")
    player = await site.players.create(name)
    site.identity.remember(request, response, player)
    return Guest(player=PlayerOut(id=player.id, name=player.name), token=site.identity.token(player))


@router.get("/me", responses=refusals(401), summary="Who am I?")
async def me(player: KnownPlayer) -> Me:
    """The player that the cookie or token stands for."""
    return Me(player=PlayerOut(id=player.id, name=player.name))


@router.patch("/me", responses=refusals(401, 413, 415, 422), summary="Change my name")
async def rename(request: Request, form: NameForm, player: KnownPlayer) -> Me:
    """Gives the player another name. Seats already taken keep the name they were taken under."""
    name = read_name(form.name)
    await site_of(request).players.rename(player.id, name)
    return Me(player=PlayerOut(id=player.id, name=name))


@router.get("/tables", responses=struct("Lobby"), summary="List tables")
async def list_tables(request: Request) -> JSONResponse:
    """The tables that anybody may join or watch; the same message comes on ``/ws/lobby`` whenever the list changes."""
    return JSONResponse({"type": "lobby", "tables": listed_tables(site_of(request))})


@router.post("/tables", status_code=201, responses=refusals(401, 413, 415, 422, 429, 503), summary="Make a table")
async def make_table(request: Request, form: TableForm, player: KnownPlayer) -> TableMade:
    """Makes a table with the player as host. Nobody is seated yet: sit down over the websocket.

    503 with `table_late`: the storage is slow, and the table will be there once it answers. Do not ask again at once.
    """
    site = site_of(request)
    ruleset = ruleset_of_table(form)
    check_players(ruleset.game, form.players)
    require_clock(form.turn_clock, form.bank)
    require_absence(form.absent_after)
    wish = TableWish(
        ruleset,
        open=form.open,
        watch=form.watch,
        bots=form.bots,
        players=form.players,
        turn_clock=form.turn_clock,
        bank=form.bank,
        friendly=form.friendly,
        absent_after=form.absent_after,
        closed_discards=form.closed_discards,
        phrases_only=form.phrases_only,
    )
    site.rate_limit.take_table(request, player.id)
    code = await create_table(site, player, wish)
    return TableMade(code=code, url=invitation(request, site, code))


def ruleset_of_table(form: TableForm) -> RuleSet:
    """The rule set a request asks for.

    :raises Refusal: ``bad_ruleset``
    """
    if form.ruleset is not None:
        if form.game is not None or form.preset is not None or form.options:
            raise Refusal("bad_ruleset", option="ruleset", reason="leave out game, preset and options beside it")
        return read_ruleset(form.ruleset)
    if form.game is None and (form.preset is not None or form.options):
        raise Refusal("bad_ruleset", option="game", reason="is missing")
    return first_ruleset() if form.game is None else choose_ruleset(form.game, form.preset, form.options)


@router.get("/tables/{code}", responses={**struct("Summary"), **refusals(404)}, summary="Read a table")
async def read_table(request: Request, code: str) -> JSONResponse:
    """A table as the lobby lists it, for everybody who knows its code. Play is followed on the table's websocket."""
    return JSONResponse(await require_table(site_of(request), code))


@router.get("/games", summary="Games, presets and options")
async def list_games(request: Request) -> Games:
    """Every game with its presets and house rules, explained in the language of Accept-Language."""
    site = site_of(request)
    lang = site.pages.language(request)
    text = site.catalogue.translator(lang)
    return Games(games=[_game(game, text, lambda key: site.catalogue.has(lang, key)) for game in describe_games()])


def _game(game: dict[str, Any], text: Translate, has: Callable[[str], bool]) -> GameOut:
    name = game["name"]
    presets = [PresetOut(**preset, title=text(f"preset.{name}.{preset['name']}")) for preset in game["presets"]]
    return GameOut(
        name=name,
        title=text(f"game.{name}"),
        version=game["version"],
        seats=game["seats"],
        presets=presets,
        options=[_option(f"option.{name}.{option['name']}", option, text, has) for option in game["options"]],
    )


def _option(key: str, option: dict[str, Any], text: Translate, has: Callable[[str], bool]) -> OptionOut:
    return OptionOut(
        **option,
        title=text(key),
        help=text(f"{key}.help") if has(f"{key}.help") else None,
        titles={value: value if option["kind"] == "number" else text(f"{key}.{value}") for value in option["values"]},
    )


@router.get("/rulesets", responses=refusals(422), summary="Read a rule set")
async def read_rules(
    text: Annotated[str, Query(max_length=2000, description="A rule set as text.", examples=["mighty/english@1"])],
) -> RuleSetOut:
    """Checks a rule set and gives its shortest spelling, all values, and what differs from the preset."""
    return RuleSetOut(**describe_ruleset(read_ruleset(text)))
