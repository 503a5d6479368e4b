"""Serving: uvicorn with the settings a table of cards needs, and an end that loses nothing.

What differs from uvicorn's defaults, and why: a request must arrive within `REQUEST_PATIENCE`; websockets are
`app.live.outbox.Connection`; no protocol pings (the application has its own, which also tells who is away); frames of
at most 8 KiB; no compression (31 KB per connection instead of 74); after start everything that lives for ever is taken
out of the garbage collector's sight.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.config import Settings
from app.live.outbox import Connection

REQUEST_PATIENCE = 15.0  # seconds that a request may take to arrive, head and body
FRAME_LIMIT = 8 * 1024  # bytes of one message from a client
GRACE = 1  # seconds that running requests are given at the end; with all other waits below the 10 s of containers
ANY_ADDRESS = ("0.0.0.0", "::", "")

Drain = Callable[[], Awaitable[None]]


class Requests(HttpToolsProtocol):
    """uvicorn's protocol, except that whoever connects must send a whole request in time, and the next one in time from
    its first byte on. uvicorn would wait for the rest for ever, so that a few idle lines could hold all connections."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_request()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect_nothing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._deadline is not None:  # a request that waited behind this answer has its whole time before it
            self._expect_nothing()
            self._expect_request()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_PATIENCE, self._too_late)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.flow.read_paused:  # the rest may be here already: it is us who do not read, while answers are under way
            self._expect_request()
        else:
            self.transport.abort()


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Uvicorn's configuration for this application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=Requests,
        ws=Connection,
        ws_max_size=FRAME_LIMIT,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="debug" if settings.log_level == "debug" else "warning",
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=",".join(settings.trusted_proxies),
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """uvicorn, except that tables are drained before the sockets close and the addresses are printed for people.

    :param drain: called once before the sockets close: what was accepted is stored and shown, nothing more is taken
    :param announce: called with the port once connections are accepted
    """

    def __init__(self, config: uvicorn.Config, drain: Drain, announce: Callable[[int], None]) -> None:
        super().__init__(config)
        self._drain = drain
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            quiet_collector()
            self._announce(self._port(sockets))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        await super().shutdown(sockets)

    def _port(self, sockets: Sequence[socket.socket] | None) -> int:
        listening = sockets or self.servers[0].sockets
        return int(listening[0].getsockname()[1])

    def _log_started_message(self, listeners: Sequence[socket.SocketType]) -> None:
        """Nothing: `announce` says it in words for people."""


def quiet_collector() -> None:
    """Takes what exists after start out of the collector's sight and lets it run rarely: +16 % with 100 tables."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def addresses(host: str, port: int, public_url: str | None = None) -> list[tuple[str, str]]:
    """Where the server can be reached: ("this machine" | "your network" | "everywhere", address) in that order."""
    found = []
    if host in (*ANY_ADDRESS, "127.0.0.1", "localhost", "::1"):
        found.append(("this machine", f"http://localhost:{port}"))
    if host in ANY_ADDRESS:
        lan = lan_address()
        if lan is not None:
            found.append(("your network", f"http://{lan}:{port}"))
    elif not found:
        found.append(("your network", f"http://{f'[{host}]' if ':' in host else host}:{port}"))
    if public_url is not None:
        found.append(("everywhere", public_url))
    return found


def lan_address() -> str | None:
    """The address under which machines of the same network see this one; None without a network. Sends nothing:
    connecting a datagram socket only looks up the route."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address kept for documentation
        address = str(probe.getsockname()[0])
        if not address.startswith(("127.", "0.")):
            return address
    return None


def announcement(settings: Settings, port: int) -> str:
    """What `kibitz serve` prints once it is ready."""
    found = addresses(settings.host, port, settings.public_url)
    width = max(len(where) for where, _ in found)
    lines = ["Kibitz is ready."]
    lines += [f"  {where.ljust(width)}  {address}" for where, address in found]
    if any(where == "your network" for where, _ in found):
        lines.append("Friends on the same network open the address of your network.")
    lines.append("Ctrl+C stops the server; tables are kept.")
    return "\n".join(lines)


def serve(app: FastAPI, settings: Settings, sockets: list[socket.socket] | None = None) -> None:
    """Runs the server until it is told to stop (SIGINT, SIGTERM). `sockets`: already bound ones, for tests."""

    async def drain() -> None:
        await app.state.drain()

    def announce(port: int) -> None:
        print(announcement(settings, port), file=sys.stdout, flush=True)  # noqa: T201 (the command's output)

    server = Server(server_config(app, settings), drain, announce)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets)
