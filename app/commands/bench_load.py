"""The load of `kibitz bench server`: many tables played over real websockets from one process.

At every table the next player moves as soon as its own update has arrived; spectators only receive. A move counts when
the last connection of its table has been sent the view that shows it, and its latency is the time until then.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

PING = b'{"type":"ping"}'
PLAYERS = 5
VIEW = b'{"type":"table","version":'


class Tally:
    """What was measured in one window: moves, their latencies in seconds, bytes of the views received."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.frames = 0
        self.bytes = 0


class Receiver(Protocol):
    """A table as its connections see it."""

    def received(self, link: Link, payload: bytes) -> None:
        """One text message came in on this connection."""


class Link(WSListener):
    """One websocket of the load: a seat (0-4), or a spectator (`seat` None)."""

    def __init__(self, table: Receiver, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.count = 0
        self.closed = False
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keeps the transport for sending."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002 (picows calls it so)
        """Hands texts to the table; a close frame is the end."""
        if frame.msg_type is WSMsgType.TEXT:
            self.table.received(self, frame.get_payload_as_bytes())
        elif frame.msg_type is WSMsgType.CLOSE:
            self.closed = True

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Remembers it: a run with lost connections is not worth reporting."""
        self.closed = True

    def send(self, payload: bytes) -> None:
        """Sends one text message."""
        if self.transport is not None and not self.closed:
            self.transport.send(WSMsgType.TEXT, payload)


async def connect(table: Receiver, seat: int | None, url: str, token: str | None) -> Link:
    """Opens one websocket of a table."""
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    made: list[Link] = []

    def factory() -> Link:
        made.append(Link(table, seat))
        return made[-1]

    await ws_connect(factory, url, extra_headers=headers, websocket_handshake_timeout=30)
    return made[-1]


class Clocked:
    """Moves of one table on their way: when sent, and how many connections have not seen them yet."""

    def __init__(self, links: int, tally: Callable[[], Tally]) -> None:
        self.links = links
        self.tally = tally
        self.sent_at: float | None = None
        self.newest = -1
        self.on_way: dict[int, list[float]] = {}

    def saw(self, version: int, size: int) -> None:
        """One connection received the view with this version (`size` bytes)."""
        tally = self.tally()
        tally.frames += 1
        tally.bytes += size
        if version > self.newest:
            self.newest = version
            if self.sent_at is not None:
                self.on_way[version] = [self.sent_at, self.links]
                self.sent_at = None
        move = self.on_way.get(version)
        if move is None:
            return
        move[1] -= 1
        if move[1] == 0:
            del self.on_way[version]
            tally.latencies.append(time.perf_counter() - move[0])


class Private(msgspec.Struct):
    """The part of the private view that a player needs in order to move."""

    legal: list[str] | None = None
    choose: dict[str, int | str | list[str]] | None = None


class View(msgspec.Struct):
    """The part of a `table` message that a player needs in order to move."""

    version: int
    private: Private | None = None


class MightyTable:
    """Five players of the real game and their spectators: random legal actions, next deal, rematch."""

    def __init__(self, seed: int, links: int, tally: Callable[[], Tally]) -> None:
        self.random = random.Random(seed)
        self.clocked = Clocked(links, tally)
        self.running = False
        self.held: dict[Link, bytes] = {}
        self.number = 0
        self.answered = -1
        self.seated = asyncio.Event()
        self.refused: list[bytes] = []
        self._decoder = msgspec.json.Decoder(View)

    def received(self, link: Link, payload: bytes) -> None:
        """A message came in; players answer views in which they may act."""
        if not payload.startswith(VIEW):
            if payload.startswith(b'{"type":"refused"'):
                self.refused.append(payload)
            return
        version = int(payload[len(VIEW) : payload.index(b",", len(VIEW))])
        self.clocked.saw(version, len(payload))
        if link.seat is None:
            return
        if not self.running:
            if payload.count(b'"kind":"person"') == PLAYERS:
                self.seated.set()
            self.held[link] = payload
            return
        self.answer(link, payload)

    def answer(self, link: Link, payload: bytes) -> None:
        """Moves, or has the next deal dealt or the rematch started, when this view asks this player for it."""
        tail = payload[payload.rfind(b'"private":') :]
        if b'"legal":null,"choose":null' in tail:
            over = b'"phase":"result"' in payload or b'"phase":"finished"' in payload
            if over and b'"host":true' in tail:
                self._once(link, payload, b'{"type":"start","id":"s%d"}')
            return
        view = self._decoder.decode(payload)
        private = view.private
        if private is None or not (private.legal or private.choose) or view.version <= self.answered:
            return
        self.answered = view.version
        action = self._action(private)
        self.number += 1
        self.clocked.sent_at = time.perf_counter()
        link.send(
            b'{"type":"act","id":"m%d","version":%d,"action":"%s"}' % (self.number, view.version, action.encode())
        )

    def _action(self, private: Private) -> str:
        if private.choose is not None:
            among = list(private.choose["among"])  # type: ignore[arg-type]
            picked = sorted(self.random.sample(range(len(among)), int(private.choose["count"])))  # type: ignore[arg-type]
            return " ".join([str(private.choose["verb"]), *(among[index] for index in picked)])
        legal = private.legal or []
        if "pass" in legal and self.random.random() < 0.5:
            return "pass"
        return self.random.choice(legal)

    def _once(self, link: Link, payload: bytes, message: bytes) -> None:
        """Several views of a result may come: answer the first."""
        mark = payload.count(b'"redeal":')  # grows with every finished deal
        if link.count != mark + 1:
            link.count = mark + 1
            self.number += 1
            link.send(message % self.number)

    def resume(self) -> None:
        """Answers what had come in while the table was held."""
        self.running = True
        held, self.held = self.held, {}
        for link, payload in held.items():
            self.answer(link, payload)


class FixedTable:
    """The same turn-taking with a server that sends fixed texts: seat n mod 5 makes move n."""

    def __init__(self, links: int, tally: Callable[[], Tally]) -> None:
        self.clocked = Clocked(links, tally)
        self.running = False
        self.held: list[tuple[Link, int]] = []
        self.act = b'{"type":"act","id":"m12345","version":123456,"action":"play AS"}'

    def received(self, link: Link, payload: bytes) -> None:
        """A text came in; the player whose turn it is moves."""
        if len(payload) < 100:
            return
        link.count += 1
        self.clocked.saw(link.count, len(payload))
        if link.seat is not None and link.count % 5 == link.seat:
            if self.running:
                self.move(link)
            else:
                self.held.append((link, link.count))

    def move(self, link: Link) -> None:
        """Sends the next move from this connection."""
        self.clocked.sent_at = time.perf_counter()
        link.send(self.act)

    def resume(self) -> None:
        """Makes the move that was held."""
        self.running = True
        held, self.held = self.held, []
        for link, _ in held:
            self.move(link)


def ping(links: Sequence[Link]) -> None:
    """What every client does now and then, so that it is not taken for gone."""
    for link in links:
        link.send(PING)
