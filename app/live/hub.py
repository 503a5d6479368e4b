"""All tables of a process: opened when somebody comes, kept in memory while there is something to do, then let go.

A table comes into memory by folding its journal; whoever asks meanwhile waits for the same fold. What happens inside a
table is `app.live.table`'s business; a failure there ends at that table.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import structlog

from app import protocol
from app.db.tables import CodeTakenError, NewTable, new_code
from app.live.bots import BotDriver
from app.live.clients import Client, Line
from app.live.failure import where
from app.live.frames import framed
from app.live.lobby import LISTED_FOR, Lobby
from app.live.options import LiveOptions
from app.live.outbox import COME_BACK, GOING_DOWN, SIGN_IN
from app.live.seals import UNSEALED, DamagedError, seal_all
from app.live.shell import Shell
from app.live.storage import Journal, Loaded, Tables, load
from app.live.table import LiveTable
from app.rules.base import usual_players
from app.rules.ruleset import format_ruleset, parse_ruleset
from app.table.absence import USUALLY_ABSENT_AFTER
from app.table.handle import Opening, open_table
from app.table.messages import CLOCK, Bot, Deserted, Person
from app.table.state import Watch

log = structlog.get_logger(__name__)

DRAIN_SECONDS = 1.5  # a database that takes longer is away; what waits for it has been shown to nobody


class ServerEnding(Exception):  # noqa: N818 - nothing is wrong
    """The server is about to end and makes no more tables."""


class TableWish(NamedTuple):
    """How somebody wants a table: rule set as text, whether it is listed, who may watch, bots on the seats, how many
    seats (as many as usual unless said). In seconds: a turn (0 without a clock), a seat's bank, and for how long a
    player is gone until they count as absent. `friendly`: even a card that has been seen may be taken back;
    `closed_discards`: what was not played stays closed after a deal; `phrases_only`: chat by fixed phrases only.
    """

    ruleset: str
    open: bool = True
    watch: Watch = "everybody"
    bots: bool = False
    players: int | None = None
    turn_clock: int = 0
    bank: int = 0
    absent_after: int = USUALLY_ABSENT_AFTER
    friendly: bool = False
    closed_discards: bool = False
    phrases_only: bool = False


class Hub:
    """The tables of a process.

    :param tables: which tables there are
    :param build: what clients are told about the version of the server
    :param bots: replaced in tests
    :param chance: shuffles; the operating system's secure randomness unless a test says otherwise
    :param now: the wall clock, Unix seconds
    """

    def __init__(
        self,
        journal: Journal,
        tables: Tables,
        options: LiveOptions | None = None,
        *,
        build: str = "",
        bots: BotDriver | None = None,
        chance: random.Random | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.options = options or LiveOptions()
        self.lobby = Lobby(self.options, tables.keep)
        self.tables: dict[str, LiveTable] = {}
        self.draining = False
        self.sign_outs = 0  # so far: whoever was let in meanwhile is looked at again
        self._stored = tables
        self._shell = Shell(journal, self.options, bots or BotDriver(), chance or secrets.SystemRandom(), build, now)
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._sweeper: asyncio.Task[None] | None = None

    # Beginning and end

    async def start(self) -> None:
        """Reads the list of tables and starts the clock. No table is loaded before somebody comes."""
        self.lobby.remember(await self._stored.summaries(LISTED_FOR))
        self._ticker = asyncio.create_task(self._tick(), name="tables' clock")
        if self.options.close_after > 0:
            self._sweeper = asyncio.create_task(self._sweep(), name="deserted tables")

    async def drain(self) -> None:
        """Before the server ends: takes nothing more, stores and shows what was taken, stops the clocks and stores what
        they have left, asks everybody to come back."""
        if self.draining:
            return
        self.draining = True
        for table in self.tables.values():
            table.stop_bots()
        deadline = time.monotonic() + DRAIN_SECONDS
        await self._stored_by(deadline)
        for table in tuple(self.tables.values()):
            table.keep_clock()
        await self._stored_by(deadline)
        for table in tuple(self.tables.values()):
            table.close(GOING_DOWN, "restart")
        await self.lobby.close()

    async def _stored_by(self, deadline: float) -> None:
        """Waits for what is being stored. A database that does not answer by then is away."""
        while appends := [table.append_on_its_way for table in self.tables.values() if table.append_on_its_way]:
            patience = deadline - time.monotonic()
            if patience <= 0:
                break
            await asyncio.wait(appends, timeout=patience)

    async def stop(self) -> None:
        """Drains, if that has not happened, and stops the clock."""
        await self.drain()
        for task in (self._ticker, self._sweeper):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])

    # Tables

    async def create(self, host: Person, wish: TableWish) -> str:
        """Opens a new table and returns its code. With `bots` on every seat but one, so that the host can play at once.

        Raises `OptionError` for a rule set that does not exist, ValueError for a number of players it is not for or a
        clock that tables cannot have, `ServerEnding` while the server drains.
        """
        if self.draining:
            raise ServerEnding
        ruleset = parse_ruleset(wish.ruleset)
        players = usual_players(ruleset.game) if wish.players is None else wish.players
        now = self._shell.now()
        while True:
            code = new_code()
            opening = Opening(
                code, format_ruleset(ruleset), players, wish.open, wish.watch, wish.turn_clock, wish.bank,
                wish.absent_after, wish.friendly, wish.closed_discards, wish.phrases_only,
            )  # fmt: skip
            step = open_table(opening, host, now)
            entries, seal = seal_all(None, UNSEALED, step.entries, step.table)
            new = NewTable(opening.ruleset, wish.open, wish.watch, host.id, now)
            with contextlib.suppress(CodeTakenError):
                table_id = await self._stored.create(code, new, entries)
                break
        table = self._keep(LiveTable(self._shell, table_id, Loaded(step.table, seal), self._changed))
        self.lobby.changed(table)
        if wish.bots:
            for seat in range(1, players):
                await table.ask(host, Bot(f"open-{seat}", seat, on=True))
        return code

    async def open(self, code: str) -> LiveTable | None:
        """The table with this code, from memory or from its journal; None when there is no such table."""
        table = self.tables.get(code)
        if table is not None:
            return table
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.create_task(self._load(code), name="table comes into memory")
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        # Whoever loses patience must not take the fold from the others.
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> LiveTable | None:
        try:
            table_id = await self._stored.find(code)
            if table_id is None:
                return None
            loaded = await load(self._shell.journal, table_id)
        except Exception as error:
            log.error("a table could not be loaded", table=code, failure=type(error).__name__, where=where(error))
            raise
        table = self._keep(LiveTable(self._shell, table_id, loaded, self._changed))
        table.resume()
        return table

    def _keep(self, table: LiveTable) -> LiveTable:
        self.tables[table.code] = table
        return table

    def _changed(self, table: LiveTable) -> None:
        if table.gone and self.tables.get(table.code) is table:
            del self.tables[table.code]
        self.lobby.changed(table)

    def client(self, line: Line, player: Person, session: str | None = None) -> Client:
        """A connection of this player, to be taken to a table or to the lobby.

        :param session: the signed-in device it comes from, None for a guest
        """
        return Client(line, player.id, player.name, asyncio.get_running_loop().time(), session)

    def sessions(self) -> frozenset[str]:
        """The signed-in devices that have a connection."""
        return frozenset(client.session for client in self._clients() if client.session is not None)

    def sign_out(self, player: str, ended: Callable[[str | None], bool]) -> None:
        """Closes the connections of a player whose session is over.

        :param ended: says so of a session; None stands for a guest's cookie
        """
        self._close(lambda client: client.player == player and ended(client.session))

    def ask_again(self, player: str, session: str | None) -> None:
        """Closes a session's connections so that their pages come back by themselves: those of the browser that has
        been given another cookie are let in, all others are told to sign in."""
        self.sign_outs += 1
        for client in tuple(self._clients()):
            if client.player == player and client.session == session:
                client.line.end(COME_BACK, "reload")

    def end_sessions(self, sessions: frozenset[str]) -> None:
        """Closes the connections of sessions that are over, whosever they are."""
        self._close(lambda client: client.session in sessions)

    def _close(self, over: Callable[[Client], bool]) -> None:
        self.sign_outs += 1
        for client in tuple(self._clients()):
            if over(client):
                client.line.send_small(framed(protocol.refused_frame(None, "unauthorised")))
                client.line.end(SIGN_IN, "signed out")

    def _clients(self) -> Iterator[Client]:
        for table in tuple(self.tables.values()):
            yield from tuple(table.audience.clients)
        yield from self.lobby.clients

    # The clock

    async def _sweep(self) -> None:
        """Closes tables to which nobody has come for very long. What fails is tried again the next time."""
        while True:
            await asyncio.sleep(self.options.sweep_every)
            try:
                await self.close_deserted()
            except Exception as error:
                log.warning("deserted tables could not be closed", failure=type(error).__name__, where=where(error))

    async def close_deserted(self) -> None:
        """Closes the tables that have not changed for so long and at which nobody is now, one after the other."""
        for code in await self._stored.deserted(self.options.close_after):
            if self.draining:
                return
            try:
                table = await self.open(code)
            except DamagedError:
                continue
            if table is not None and not table.audience.clients:
                table.tell(CLOCK, Deserted())
                await asyncio.sleep(0)

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.options.tick)
            now = loop.time()
            for table in tuple(self.tables.values()):
                table.tick(now)
                if table.is_idle(now):
                    table.close(COME_BACK, "reload")
            try:
                self.lobby.tick(now)
            except Exception as error:
                log.error("the lobby failed", failure=type(error).__name__, where=where(error))
