"""The list of tables: who may be joined, who may be watched, kept up to date for everybody who looks at it.

Tables in memory are summed up from their state, others by the line stored when they were last in memory. Changes are
gathered and sent, and stored, at most once a second.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

import structlog

from app import protocol
from app.live.clients import Client
from app.live.failure import where
from app.live.frames import framed
from app.live.options import LiveOptions
from app.live.outbox import FLOODED, GOING_DOWN, REPLACED, SILENT
from app.live.table import PONG, LiveTable, refuse
from app.table import views
from app.table.steps import Refused

log = structlog.get_logger(__name__)

PATIENCE = 5.0  # seconds given to the last lines at the end
LISTED_FOR = 1800.0  # seconds after its last change for which a table without anybody is listed
LISTED = 200  # tables in the list; the newest come first

Summary = dict[str, Any]
Store = Callable[[Mapping[int, Summary]], Awaitable[None]]


class Entry(NamedTuple):
    """A table in the list: what is shown of it, when it last changed (the loop's time), and itself while in memory."""

    summary: Summary
    at: float
    table: LiveTable | None


class Lobby:
    """All listed tables and the connections that look at the list.

    :param store: keeps the lines of these tables (by id) for after a restart
    """

    def __init__(self, options: LiveOptions, store: Store) -> None:
        self._options = options
        self._store = store
        self._lines: dict[str, Entry] = {}
        self._changed: dict[str, LiveTable] = {}
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
            self._lines.setdefault(summary["code"], Entry({**summary, "watchers": 0}, now, None))
        self._frame = None

    def changed(self, table: LiveTable) -> None:
        """The line of a table may have changed."""
        self._changed[table.code] = table
        if self._due is None and not self._closed:
            self._due = asyncio.get_running_loop().call_later(self._options.lobby_every, self._publish)

    def tables(self) -> list[Summary]:
        """The lines of all listed tables, the newest first, as of now."""
        self._sum_up()
        now = asyncio.get_running_loop().time()
        lines = [line for line in self._lines.values() if line.table is not None or now - line.at < LISTED_FOR]
        return [line.summary for line in reversed(lines) if listed(line.summary)][:LISTED]

    # Connections

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

    def drop_silent(self, now: float) -> None:
        """Closes connections that have not been heard for too long."""
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
        self._keep_soon(self._sum_up())
        if self._storing is not None:
            await asyncio.wait([self._storing], timeout=PATIENCE)

    # Keeping up to date

    def _sum_up(self) -> dict[int, Summary]:
        """Works out the lines of the tables that have changed; those that are different now, by table id."""
        different: dict[int, Summary] = {}
        changed, self._changed = self._changed, {}
        now = asyncio.get_running_loop().time()
        for code, table in changed.items():
            in_memory = None if table.gone else table
            watchers = 0 if table.gone else len(table.audience.watchers(table.table))
            line = Entry(views.summary(table.table, watchers), now, in_memory)
            known = self._lines.get(code)
            if known is None or known.summary != line.summary:
                different[table.id] = line.summary
            # A table keeps its place in the list; a new one comes to its top.
            self._lines[code] = line
        if different:
            self._frame = None
        return different

    def _publish(self) -> None:
        self._due = None
        different = self._sum_up()
        if not different:
            return
        if self._clients:
            frame = self._current()
            for client in self._clients:
                client.line.send_view(frame)
        self._keep_soon(different)

    def _keep_soon(self, different: Mapping[int, Summary]) -> None:
        self._unstored.update(different)
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


def listed(summary: Summary) -> bool:
    """Whether a table stands in the public list."""
    return bool(summary["open"]) and (summary["joinable"] or summary["watchable"])
