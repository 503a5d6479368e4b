"""A real server in the test's own event loop: uvicorn with our protocol on a free port, storage in memory."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest_asyncio
import uvicorn
from fastapi import FastAPI
from uvicorn.lifespan.off import LifespanOff

from app.live.bots import BotDriver
from app.live.hub import Hub, TableWish
from app.live.options import LiveOptions
from app.live.outbox import Connection
from app.table.messages import Person
from app.web import sockets
from app.web.auth import Identity, Player
from tests.live.client import Client
from tests.live.memory import MemoryJournal, MemoryTables

SHORT_MATCH = "mighty/japanese@1?match_deals=5"
FAST = LiveOptions(bot_speed=0, message_rate=0, tick=0.02, people_every=0.02, lobby_every=0.05, lobby_kept_every=0.05)


class House:
    """A running server and its people."""

    def __init__(self, hub: Hub, journal: MemoryJournal, port: int) -> None:
        self.hub = hub
        self.journal = journal
        self.tables = MemoryTables(journal)
        self.port = port
        self.players: dict[str, Player] = {}
        self.identity = Identity("a key for tests only", self._find)
        self.clients: list[Client] = []
        self.logged: list[str] = []

    async def _find(self, player_id: str) -> Player | None:
        return self.players.get(player_id)

    def person(self, name: str, player_id: str | None = None) -> Person:
        """A guest; the id is the name in small letters unless said otherwise."""
        player_id = player_id or name.lower()
        self.players[player_id] = Player(player_id, name, 1)
        return Person(player_id, name)

    async def table(self, host: str = "Mina", **wish: Any) -> str:
        """A new table's code."""
        return await self.hub.create(self.person(host), TableWish(**{"ruleset": SHORT_MATCH, **wish}))

    async def join(self, code: str, name: str, player_id: str | None = None, **more: Any) -> Client:
        """A connection of a guest to a table, after its first view."""
        person = self.person(name, player_id)
        url = f"ws://127.0.0.1:{self.port}/ws/tables/{code}"
        client = await Client.open(url, self.identity.token(self.players[person.id]), **more)
        self.clients.append(client)
        await client.kind("table")
        return client

    async def seated(self, code: str, *names: str) -> list[Client]:
        """Connections of guests who sit down on seats 0, 1, …"""
        clients = [await self.join(code, name) for name in names]
        for seat, client in enumerate(clients):
            await client.ask("sit", seat=seat)
        return clients

    async def unloaded(self, code: str) -> None:
        """Waits until a table has left memory."""
        await self.until(lambda: code not in self.hub.tables)

    async def until(self, so: Callable[[], bool]) -> None:
        """Waits for something that no frame tells."""
        for _ in range(500):
            if so():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it does not come about")

    async def fill(self, host: Client, *seats: int) -> None:
        """Bots on these seats."""
        for seat in seats:
            await host.ask("bot", seat=seat, on=True)


Opened = Callable[..., Awaitable[House]]


@asynccontextmanager
async def serving(
    options: LiveOptions, journal: MemoryJournal | None = None, **hub_options: Any
) -> AsyncIterator[House]:
    """Serves until the block ends."""
    journal = journal or MemoryJournal()
    tables = hub_options.pop("tables", None) or MemoryTables(journal)
    driver = BotDriver(random.Random(1), random.Random(2))
    hub = Hub(journal, tables, options, build="test", bots=driver, chance=random.Random(3), **hub_options)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", 0))
    house = House(hub, journal, listening.getsockname()[1])
    house.tables = tables
    app = FastAPI()
    app.state.hub = hub
    app.state.site = SimpleNamespace(identity=house.identity, settings=SimpleNamespace(public_url=None))
    app.include_router(sockets.router)
    config = uvicorn.Config(
        app, ws=Connection, ws_max_size=8192, ws_ping_interval=None, ws_per_message_deflate=False, log_config=None,
        lifespan="off", timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    await hub.start()
    server.lifespan = LifespanOff(config)
    config.load()
    await server.startup([listening])
    task = asyncio.create_task(server.main_loop())
    try:
        yield house
    finally:
        for client in house.clients:
            await client.close()
        await hub.stop()
        server.should_exit = True
        await task
        await server.shutdown([listening])


@pytest_asyncio.fixture
async def house() -> AsyncIterator[House]:
    """A server whose bots do not wait and whose clocks are quick."""
    async with serving(FAST) as opened:
        yield opened
