"""Lines on which a request begins and never ends: they are cut. Others are not."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from app import server

PATIENCE = 0.08


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the whole request, thinks longer than it could have taken to arrive, and answers."""
    message = await receive()
    while message.get("more_body"):
        message = await receive()
    if message["type"] == "http.request":
        await asyncio.sleep(2 * PATIENCE if scope["path"] == "/slow" else 0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


@contextlib.asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A line to a server with hardly any patience."""
    config = uvicorn.Config(application, http=server.Requests, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    listening = await asyncio.get_running_loop().create_server(
        lambda: server.Requests(config, state, {}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        listening.close()


async def received(*pieces: bytes, pause: float = 0) -> bytes:
    """What comes back until the server ends the line, within a second; what has come by then otherwise."""
    async with connected() as (reader, writer):
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(pause)
        got = bytearray()
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(1):
                while piece := await reader.read(1000):
                    got += piece
        return bytes(got)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_PATIENCE", PATIENCE)


@pytest.mark.parametrize(
    "piece",
    [
        b"",
        b"\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ],
    ids=["nothing", "empty line", "head", "body", "chunks"],
)
def test_a_request_that_does_not_end_is_cut_off(piece: bytes) -> None:
    assert asyncio.run(received(piece)) == b""


def test_a_second_request_that_does_not_end_is_cut_off_too() -> None:
    whole = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    assert asyncio.run(received(whole + b"GET / HTTP/1.1\r\n")).count(b"200 OK") == 1


def test_an_answer_may_take_longer_than_a_request() -> None:
    request = b"GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    assert asyncio.run(received(request)).endswith(b"ok")


def test_requests_may_follow_one_another_for_longer_than_one_may_take() -> None:
    request = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    last = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    assert asyncio.run(received(request, request, request, last, pause=PATIENCE / 2)).count(b"200 OK") == 4


def test_a_request_queued_behind_a_slow_answer_is_answered() -> None:
    slow = b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n"
    post = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\nconnection: close\r\n\r\n"
    assert asyncio.run(received(slow + post + b"a", b"bc", pause=PATIENCE / 4)).count(b"200 OK") == 2
