"""A client of the wire for tests: connects, remembers every frame, waits for what a test expects."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 10.0

Frame = dict[str, Any]


class GoneError(Exception):
    """The connection was closed while a test waited for a frame."""


class Client:
    """One websocket. `frames` are all frames received, in order; `texts` the same as they came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self.texts: list[str] = []
        self._news = asyncio.Event()
        self._ids = itertools.count(1)
        self._reader = asyncio.create_task(self._read())
        self._pinger = asyncio.create_task(self._ping())
        self.closed = False
        self.silent = False

    @classmethod
    async def open(cls, url: str, token: str | None = None, **more: Any) -> Client:
        """Connects, with a bearer token if there is one."""
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        headers.update(more.pop("headers", {}))
        socket = await connect(url, additional_headers=headers, compression=None, ping_interval=None, **more)
        return cls(socket)

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str), "only text frames are sent"
                self.texts.append(text)
                self.frames.append(json.loads(text))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._pinger.cancel()
            self._news.set()

    async def _ping(self) -> None:
        """What every client does, so that it is not taken for gone."""
        with contextlib.suppress(ConnectionClosed):
            while not self.silent:
                await asyncio.sleep(2.5)
                await self.socket.send('{"type":"ping"}')

    async def until(self, wanted: Callable[[Frame], bool], since: int = 0, patience: float = PATIENCE) -> Frame:
        """The first frame from index `since` on that a test wants; waits for it."""
        async with asyncio.timeout(patience):
            looked = since
            while True:
                while looked < len(self.frames):
                    if wanted(self.frames[looked]):
                        return self.frames[looked]
                    looked += 1
                if self.closed:
                    raise GoneError(f"{self.socket.close_code} {self.socket.close_reason}")
                self._news.clear()
                await self._news.wait()

    async def kind(self, kind: str, since: int = 0) -> Frame:
        """The first frame of a type."""
        return await self.until(lambda frame: frame["type"] == kind, since)

    async def send(self, type_: str, /, **fields: Any) -> str:
        """Sends a message and returns its id."""
        identity = fields.pop("id", f"t{next(self._ids)}")
        await self.socket.send(json.dumps({"type": type_, "id": identity, **fields}))
        return str(identity)

    async def raw(self, text: str | bytes) -> None:
        """Sends whatever a test likes."""
        await self.socket.send(text)

    async def ask(self, type_: str, /, **fields: Any) -> Frame:
        """Sends a message and returns its answer: the `table` frame with `done`, or `done`, or `refused`."""
        since = len(self.frames)
        identity = await self.send(type_, **fields)
        return await self.until(lambda frame: answers(frame, identity), since)

    @property
    def view(self) -> Frame:
        """The newest view."""
        return next(frame for frame in reversed(self.frames) if frame["type"] == "table")

    @property
    def people(self) -> Frame:
        """The newest list of people."""
        return next(frame for frame in reversed(self.frames) if frame["type"] == "people")

    async def viewed(self, wanted: Callable[[Frame], bool], patience: float = PATIENCE) -> Frame:
        """The newest view once it is one that a test wants."""
        if any(frame["type"] == "table" for frame in self.frames) and wanted(self.view):
            return self.view
        since = len(self.frames)
        return await self.until(lambda frame: frame["type"] == "table" and wanted(frame), since, patience)

    async def newer(self, version: int) -> Frame:
        """The newest view once there is one after `version`."""
        return await self.viewed(lambda frame: bool(frame["version"] > version))

    async def close(self) -> None:
        """Leaves politely."""
        await self.socket.close()
        await self._reader

    async def ended(self, patience: float = PATIENCE) -> tuple[int | None, str | None]:
        """Waits for the server's close; its code and reason."""
        async with asyncio.timeout(patience):
            await self._reader
            await self.socket.wait_closed()
        return self.socket.close_code, self.socket.close_reason


def answers(frame: Frame, identity: str) -> bool:
    """Whether a frame answers the message with this id."""
    if frame["type"] == "table":
        return frame.get("done") == identity
    return frame["type"] in ("done", "refused", "offers") and frame["id"] == identity


def random_action(private: Frame, rng: random.Random) -> str:
    """One of the legal actions of a private view."""
    if private["choose"] is not None:
        choose = private["choose"]
        picked = sorted(rng.sample(range(len(choose["among"])), choose["count"]))
        return " ".join([choose["verb"], *(choose["among"][place] for place in picked)])
    legal = private["legal"]
    return "pass" if "pass" in legal and rng.random() < 0.6 else rng.choice(legal)


def may_act(frame: Frame) -> bool:
    """Whether a view asks its viewer to act."""
    private = frame.get("private") or {}
    return bool(private.get("legal") or private.get("choose"))


async def play(client: Client, rng: random.Random, until: Callable[[Frame], bool]) -> Frame:
    """Plays random legal actions, ready for every next deal, until a view is as wanted."""
    seen = -1
    while True:
        frame = await client.newer(seen)
        seen = frame["version"]
        if until(frame):
            return frame
        if may_act(frame):
            await client.send("act", version=seen, action=random_action(frame["private"], rng))
        elif frame["public"]["phase"] == "result" and not own_seat(frame)["ready"]:
            await client.send("ready")


def own_seat(frame: Frame) -> Frame:
    """The public part of the viewer's own seat."""
    seat: Frame = frame["public"]["seats"][frame["private"]["seat"]]
    return seat
