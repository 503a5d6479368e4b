"""`kill -9` in the middle of a deal: what had been shown is in the journal, and play goes on from there.

The real server runs as a child process, bots play, an owner of a seat and a spectator record every frame. The process
is killed at random moments and started again. At the end the journal is folded from its first entry: at every version
that was ever shown to anybody, before or after a kill, it must give exactly the view that was shown, hidden cards
included. This is on SQLite; `test_chaos` does it on PostgreSQL, with people at the tables and restarts of the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from app.db.journal import Journal
from app.db.session import open_engine
from app.db.tables import find_table
from app.live.storage import entry_of
from app.table import views
from app.table.evolve import evolve, opened
from tests.live.client import Client, Frame, GoneError

KILLS = 2
STARTING_SECONDS = 20.0


class Process:
    """`kibitz serve` as a child process on a port that stays the same."""

    def __init__(self, database_url: str, log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.log = log
        self._environment = os.environ | {
            "DATABASE_URL": database_url,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "BOT_SPEED": "60",
            "RATE_LIMIT": "0",
            "LOG_LEVEL": "warning",
        }
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve"], env=self._environment, stdout=log, stderr=log
            )
        until = time.monotonic() + STARTING_SECONDS
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            if self._child.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    def kill(self) -> None:
        """Ends it without any warning; harmless when it does not run."""
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(signal.SIGKILL)
            self._child.wait()

    def post(self, path: str, body: Frame, token: str | None = None) -> Any:
        """Posts JSON to the API."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request("POST", path, json.dumps(body), headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer


@pytest.fixture
def process(tmp_path: Path) -> Iterator[tuple[Process, str]]:
    """A server that is not started yet, and its database's address."""
    url = f"sqlite:///{tmp_path / 'kibitz.sqlite3'}"
    child = Process(url, tmp_path / "log")
    try:
        yield child, url
    finally:
        child.kill()


async def watch(process: Process, code: str, token: str, seconds: float) -> list[Frame]:
    """Everything a connection is sent in so many seconds, or until the server is gone."""
    try:
        client = await Client.open(f"ws://127.0.0.1:{process.port}/ws/tables/{code}", token)
    except (OSError, WebSocketException):
        return []  # killed before the handshake was over
    with contextlib.suppress(GoneError, TimeoutError):
        await client.until(lambda _: False, patience=seconds)
    with contextlib.suppress(OSError):
        await client.close()
    return client.frames


async def open_table(process: Process) -> tuple[str, str, str]:
    """A table at which bots play, one of them for an owner who has stood up; code, the owner's token, a spectator's."""
    owner = process.post("/api/guests", {"name": "Mina"})["token"]
    spectator = process.post("/api/guests", {"name": "Toma"})["token"]
    code = str(process.post("/api/tables", {"ruleset": "mighty/japanese@1", "bots": True}, owner)["code"])
    client = await Client.open(f"ws://127.0.0.1:{process.port}/ws/tables/{code}", owner)
    await client.kind("table")
    if "seat" not in client.view.get("private", {}) or client.view["private"]["seat"] is None:
        await client.ask("sit", seat=0)
    await client.ask("start")
    await client.viewed(lambda frame: frame["public"]["phase"] == "deal")
    await client.ask("stand")
    await client.close()
    return code, owner, spectator


async def shown_and_stored(url: str, code: str, player: str | None, frames: list[Frame]) -> int:
    """Compares every view with the fold of the journal up to its version; how many were compared."""
    by_version: dict[int, list[Frame]] = {}
    for frame in frames:
        by_version.setdefault(frame["version"], []).append(frame)
    engine = open_engine(url)
    journal = Journal(engine)
    try:
        stored = await find_table(engine, code)
        assert stored is not None
        entries = [entry_of(row) for row in await journal.load(stored.id)]
    finally:
        await journal.close()
        await engine.dispose()
    compared = 0
    table = opened(entries[0])
    for entry in entries[1:]:
        table = evolve(table, entry)
        for frame in by_version.pop(table.version, []) if table.seq == table.version else []:
            assert json.loads(json.dumps(views.public(table))) == frame["public"]
            private = views.private(table, player) if player else None
            assert json.loads(json.dumps(private)) == frame.get("private")
            compared += 1
    assert not by_version, "views were shown of which the journal knows nothing"
    return compared


async def test_a_killed_server_loses_nothing_that_was_shown(process: tuple[Process, str]):
    server, url = process
    rng = random.Random(20261130)
    server.start()
    code, owner, spectator = await open_table(server)
    seen: dict[str, list[Frame]] = {owner: [], spectator: []}
    for _ in range(KILLS):
        watching = asyncio.gather(*(watch(server, code, token, 30) for token in seen))
        await asyncio.sleep(rng.uniform(0.1, 0.7))
        server.kill()
        for token, frames in zip(seen, await watching, strict=True):
            seen[token] += [frame for frame in frames if frame["type"] == "table"]
        server.start()
    watching = asyncio.gather(*(watch(server, code, token, 0.5) for token in seen))
    for token, frames in zip(seen, await watching, strict=True):
        seen[token] += [frame for frame in frames if frame["type"] == "table"]
    server.kill()
    for frames in seen.values():
        versions = [frame["version"] for frame in frames]
        assert versions == sorted(versions), "a version went back"
        assert versions[-1] > versions[0] + 20, "the bots have not played on"
    player = owner.split(".")[0]
    assert await shown_and_stored(url, code, player, seen[owner]) == len(seen[owner])
    assert await shown_and_stored(url, code, None, seen[spectator]) == len(seen[spectator])
    assert "Traceback" not in server.log.read_text()
