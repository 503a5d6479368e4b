"""Tables as the pages and the API see them: made, listed, looked up, and how a person is seated by a form."""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple, get_args

import structlog
from starlette.requests import Request

from app import protocol
from app.live import hub
from app.live.lobby import summary_of
from app.live.seals import DamagedError
from app.live.table import LiveTable
from app.rules.ruleset import RuleSet, format_ruleset
from app.table.absence import USUALLY_ABSENT_AFTER, check_absence
from app.table.messages import Person, Sit, Start
from app.table.turns import check_clock
from app.web.auth import Player
from app.web.headers import HOST
from app.web.refusals import Refusal
from app.web.site import Site

PATIENCE = 10.0  # seconds a visitor waits for a table to be stored, before being told that it will come later
CODE = re.compile(r"[0-9A-Za-z]{4,24}", re.ASCII)
WATCH: tuple[protocol.Watch, ...] = get_args(protocol.Watch)
"""Who may watch a table; the first is the default."""

Summary = dict[str, Any]

log = structlog.get_logger("kibitz.web")
_being_made: set[asyncio.Task[str]] = set()  # the event loop itself does not hold on to tasks


class TableWish(NamedTuple):
    """How somebody wants a new table. ``sit``: they take a seat at once; ``bots``: the other seats are filled;
    ``players``: how many seats, as many as usual by default; ``turn_clock`` and ``bank``: seconds, see
    `app.table.turns`; ``absent_after``: seconds, see `app.table.absence`; ``friendly``: even a card that has been seen
    may be taken back."""

    ruleset: RuleSet
    open: bool = True
    watch: protocol.Watch = WATCH[0]
    bots: bool = False
    sit: bool = False
    players: int | None = None
    turn_clock: int = 0
    bank: int = 0
    absent_after: int = USUALLY_ABSENT_AFTER
    friendly: bool = False
    closed_discards: bool = False
    phrases_only: bool = False


def require_clock(turn_clock: int, bank: int) -> None:
    """
    :raises Refusal: ``bad_clock`` for a clock of turns that tables cannot have
    """
    try:
        check_clock(turn_clock, bank)
    except ValueError as error:
        raise Refusal("bad_clock") from error


def require_absence(absent_after: int) -> None:
    """
    :raises Refusal: ``bad_absence`` for a time of absence that tables cannot have
    """
    try:
        check_absence(absent_after)
    except ValueError as error:
        raise Refusal("bad_absence") from error


def table_path(code: str) -> str:
    """The page of a table."""
    return f"/t/{code}"


def invitation(request: Request, site: Site, code: str) -> str:
    """The address of a table to send to friends."""
    host = request.headers.get("host", "")
    own = f"{request.scope['scheme']}://{host if HOST.fullmatch(host) else 'localhost'}"
    return (site.settings.public_url or own) + table_path(code)


async def create_table(site: Site, player: Player, wish: TableWish) -> str:
    """Opens a table with the player as its host and returns its code.

    :raises Refusal: ``restarting`` while the server ends, ``busy`` when the storage is too slow to seat the host,
        ``table_late`` when it does not answer at all; the table is then made once it does, and listed among the
        player's own
    """
    return await _made(_create(site, player, wish))


async def _create(site: Site, player: Player, wish: TableWish) -> str:
    person = Person(player.id, player.name)
    text = format_ruleset(wish.ruleset)
    opened = hub.TableWish(
        text,
        wish.open,
        wish.watch,
        wish.bots,
        wish.players,
        wish.turn_clock,
        wish.bank,
        wish.absent_after,
        wish.friendly,
        wish.closed_discards,
        wish.phrases_only,
    )
    try:
        code = await site.hub.create(person, opened)
    except hub.ServerEnding as error:
        raise Refusal("restarting", headers={"retry-after": "5"}) from error
    if wish.sit:
        await _say(await _open(site, code), person, Sit("form-sit"))
    return code


async def _made(making: Coroutine[Any, Any, str]) -> str:
    """The code of a table that is being made. Whoever loses patience does not stop it half-way: what the storage has
    been given it may write at any time, and a table that nobody knows of would be found by others only."""
    task = asyncio.create_task(making, name="table is made")
    _being_made.add(task)
    task.add_done_callback(_forget)
    done, _ = await asyncio.wait((task,), timeout=PATIENCE)
    if not done:
        raise Refusal("table_late", headers={"retry-after": "10"})
    return task.result()


def _forget(task: asyncio.Task[str]) -> None:
    _being_made.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("table not made", error=type(error).__name__)


async def play_with_bots(site: Site, player: Player, ruleset: RuleSet) -> str:
    """A table for one person and bots, with the first deal under way. It is listed nowhere; its link may be watched.

    :raises Refusal: as `create_table` does
    """
    return await _made(_create_and_start(site, player, ruleset))


async def _create_and_start(site: Site, player: Player, ruleset: RuleSet) -> str:
    code = await _create(site, player, TableWish(ruleset, open=False, watch="link", bots=True, sit=True))
    await _say(await _open(site, code), Person(player.id, player.name), Start("form-start"))
    return code


async def _say(table: LiveTable, person: Person, message: Sit | Start) -> None:
    if await table.ask(person, message) is not None:
        raise Refusal("busy")


async def _open(site: Site, code: str) -> LiveTable:
    """The table with this code, in whichever case it was written.

    :raises Refusal: ``no_table``, also where its record is damaged from the first entry on
    """
    table = None
    if CODE.fullmatch(code):
        with suppress(DamagedError):
            table = await site.hub.open(code.upper())
    if table is None:
        raise Refusal("no_table")
    return table


async def require_table(site: Site, code: str) -> Summary:
    """A table as the lobby would list it, for whoever knows its code: by name, for an invitation says who is there; who
    they are elsewhere (their ids lead to their matches) is told in the lobby's list alone.

    :raises Refusal: ``no_table``
    """
    summary = _summary(await _open(site, code))
    return {**summary, "seats": [{"name": seat["name"], "kind": seat["kind"]} for seat in summary["seats"]]}


def _summary(table: LiveTable) -> Summary:
    return summary_of(table, len(table.audience.watchers(table.table)))


def listed_tables(site: Site) -> list[Summary]:
    """The tables that anybody may join or watch, the newest first."""
    return site.hub.lobby.tables()


async def own_tables(site: Site, player: Player | None) -> list[Summary]:
    """The tables at which the player owns a seat or is the host (a table just made has nobody at it): those in memory,
    and those stored at which the player owns a seat in a match that is not over."""
    if player is None:
        return []
    mine = [
        live
        for live in site.hub.tables.values()
        if player.id in (live.table.meta.host, *(seat.player for seat in live.table.meta.seats))
    ]
    stored = await site.players.running_tables(player.id)
    return [_summary(table) for table in mine] + [line for line in stored if line["code"] not in site.hub.tables]
