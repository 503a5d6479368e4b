"""The list of tables: who may be joined, who may be watched, kept up to date for everybody who looks at it.

Tables with people come first, each group with the newest on top. A table that everybody has left stays for a while, for
a minute only if no match is under way there; after that it is still reached by its link. Tables in memory are summed up
from their state, others by the line stored when they were last in memory. Changes are gathered and sent, and stored, at
most once a second.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

import structlog

from app import protocol
from app.live.answers import PONG, refuse
from app.live.clients import Client
from app.live.failure import where
from app.live.frames import framed
from app.live.options import LiveOptions
from app.live.outbox import FLOODED, GOING_DOWN, REPLACED, SILENT
from app.live.table import LiveTable
from app.table import views
from app.table.state import MATCH_PHASES
from app.table.steps import Refused

log = structlog.get_logger(__name__)

PATIENCE = 0.5  # seconds given to the last lines at the end
LISTED_FOR = 1800.0  # seconds after its last change for which a match without anybody is listed
EMPTY_FOR = 60.0  # and a table without anybody at which no match is under way
LISTED = 100  # tables in the list
PRUNE_EVERY = 5.0  # seconds between looks for lines whose time is over

Summary = dict[str, Any]
Store = Callable[[Mapping[int, Summary]], Awaitable[None]]


class Line(NamedTuple):
    """A table in the list: what is shown of it, and until when (the loop's time; for ever while people are there)."""

    summary: Summary
    until: float


class Lobby:
    """All listed tables and the connections that look at the list.

    :param store: keeps the lines of these tables (by id) for after a restart
    """

    def __init__(self, options: LiveOptions, store: Store) -> None:
        self._options = options
        self._store = store
        # Listed tables by code, the newest last: those with people and those without.
        self._attended: dict[str, Line] = {}
        self._quiet: dict[str, Line] = {}
        # The last summary of every table in memory, listed or not.
        self._known: dict[str, Summary] = {}
        self._changed: dict[str, LiveTable] = {}
        self._news = False
        self._prune_at = 0.0
        self._clients: dict[Client, str] = {}
        self._windows: dict[str, list[Client]] = {}
        self._frame: bytes | None = None
        self._due: asyncio.TimerHandle | None = None
        self._storing: asyncio.Task[None] | None = None
        self._unstored: dict[int, Summary] = {}
        self._at_once = asyncio.Event()
        self._closed = False

    def remember(self, summaries: Iterable[Summary]) -> None:
        """Lists tables that are not in memory, as they were stored; the latest last."""
        now = asyncio.get_running_loop().time()
        for summary in summaries:
            if listed(summary) and summary["code"] not in self._attended:
                self._quiet.setdefault(summary["code"], Line({**summary, "watchers": 0}, now + lasts(summary)))
        self._frame = None

    def changed(self, table: LiveTable) -> None:
        """The line of a table may have changed."""
        self._changed[table.code] = table
        self._publish_soon()

    def tables(self) -> list[Summary]:
        """The lines of all listed tables as of now, those with people first."""
        self._sum_up()
        now = asyncio.get_running_loop().time()
        quiet = (line for line in reversed(self._quiet.values()) if line.until > now)
        return [line.summary for line in islice(chain(reversed(self._attended.values()), quiet), LISTED)]

    # Connections

    @property
    def clients(self) -> tuple[Client, ...]:
        """Everybody who looks at the list."""
        return tuple(self._clients)

    def join(self, client: Client, address: str = "") -> None:
        """Somebody looks at the list. Of too many connections of one person, or of nobody known at one address, the
        oldest is closed and forgotten."""
        limit = self._options.connections_per_player if client.player else self._options.lobby_per_address
        key = client.player or f"@{address}"
        windows = self._windows.setdefault(key, [])
        while len(windows) >= max(1, limit):
            oldest = windows[0]
            self.left(oldest)
            oldest.line.send_small(framed(protocol.encode(protocol.Closing("replaced"))))
            oldest.line.end(REPLACED, "replaced")
        self._windows[key] = windows
        windows.append(client)
        self._clients[client] = key
        client.line.send_view(self._current())

    def left(self, client: Client) -> None:
        """Somebody does not look any more."""
        key = self._clients.pop(client, None)
        if key is not None:
            self._windows[key].remove(client)
            if not self._windows[key]:
                del self._windows[key]

    def received(self, client: Client, payload: bytes) -> None:
        """The lobby takes pings only; tables are entered through their own address."""
        now = asyncio.get_running_loop().time()
        client.heard = now
        if not client.may_ask(now, self._options.message_rate, self._options.message_burst):
            if client.strikes > self._options.flood_strikes:
                client.line.end(FLOODED, "flood")
            return
        try:
            message = protocol.decode(payload)
        except protocol.Malformed as bad:
            refuse(client, bad.id, Refused(bad.code))
            return
        if isinstance(message, protocol.Ping):
            client.line.send_small(PONG)
        else:
            refuse(client, message.id, Refused("not_now"))

    def tick(self, now: float) -> None:
        """Closes connections that have not been heard for too long, and forgets lines whose time is over."""
        if now >= self._prune_at:
            self._prune_at = now + PRUNE_EVERY
            for code in [code for code, line in self._quiet.items() if line.until <= now]:
                del self._quiet[code]
                self._shows_something_else()
        for client in tuple(self._clients):
            if client.heard < now - self._options.silent_after:
                self.left(client)
                client.line.end(SILENT, "silent")

    async def close(self) -> None:
        """Stores what is not stored yet and ends the connections."""
        self._closed = True
        if self._due is not None:
            self._due.cancel()
        for client in tuple(self._clients):
            client.line.send_small(framed(protocol.encode(protocol.Closing("restart"))))
            client.line.end(GOING_DOWN, "restart")
        self._clients.clear()
        self._windows.clear()
        self._at_once.set()
        self._sum_up()
        self._keep_soon()
        if self._storing is not None:
            await asyncio.wait([self._storing], timeout=PATIENCE)

    # Keeping up to date

    def _sum_up(self) -> None:
        """Works out the lines of the tables that have changed."""
        changed, self._changed = self._changed, {}
        for code, table in changed.items():
            here = not table.gone and bool(table.audience.clients)
            summary = summary_of(table, len(table.audience.watchers(table.table)) if here else 0)
            news = self._known.get(code) != summary
            if news:
                self._unstored[table.id] = summary
            if self._place(code, summary, here=here, news=news and not table.gone):
                self._shows_something_else()
            if table.gone:
                self._known.pop(code, None)
            else:
                self._known[code] = summary

    def _place(self, code: str, summary: Summary, *, here: bool, news: bool) -> bool:
        """Puts a table where it belongs; whether the list is another one now. It keeps its place among its like, a new
        one comes to the top. Without news a table that has left the list does not come back to it."""
        before = self._attended.get(code), self._quiet.get(code)
        if not listed(summary):
            self._attended.pop(code, None)
            self._quiet.pop(code, None)
        elif here:
            self._quiet.pop(code, None)
            self._attended[code] = Line(summary, float("inf"))
        elif self._attended.pop(code, None) is not None or news:
            self._quiet[code] = Line(summary, asyncio.get_running_loop().time() + lasts(summary))
        return before != (self._attended.get(code), self._quiet.get(code))

    def _shows_something_else(self) -> None:
        self._news = True
        self._frame = None
        self._publish_soon()

    def _publish_soon(self) -> None:
        if self._due is None and not self._closed:
            self._due = asyncio.get_running_loop().call_later(self._options.lobby_every, self._publish)

    def _publish(self) -> None:
        self._sum_up()
        self._due = None
        if self._news and self._clients:
            frame = self._current()
            for client in self._clients:
                client.line.send_view(frame)
        self._news = False
        self._keep_soon()

    def _keep_soon(self) -> None:
        if self._unstored and (self._storing is None or self._storing.done()):
            self._storing = asyncio.create_task(self._keep(self._options.lobby_kept_every), name="lobby lines")

    async def _keep(self, every: float) -> None:
        """Stores lines until there are none left. One that fails is given up: the next change brings another."""
        while self._unstored:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._at_once.wait(), every)
            lines, self._unstored = self._unstored, {}
            try:
                await self._store(lines)
            except Exception as error:
                log.warning("the list of tables could not be stored", failure=type(error).__name__, where=where(error))

    def _current(self) -> bytes:
        if self._frame is None:
            self._frame = framed(protocol.encode_part({"type": "lobby", "tables": self.tables()}))
        return self._frame


def summary_of(table: LiveTable, watchers: int) -> Summary:
    """The line of a table in memory. One that is frozen or closed is offered to nobody."""
    summary = views.summary(table.table, watchers)
    offered = not (table.frozen or table.table.meta.shut)
    return summary if offered else {**summary, "joinable": False, "watchable": False}


def listed(summary: Summary) -> bool:
    """Whether a table stands in the public list."""
    return bool(summary["open"]) and (summary["joinable"] or summary["watchable"])


def lasts(summary: Summary) -> float:
    """Seconds for which a table without anybody stays in the list."""
    return LISTED_FOR if summary["phase"] in MATCH_PHASES else EMPTY_FOR
