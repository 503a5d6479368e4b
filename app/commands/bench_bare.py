"""The yardstick of `kibitz bench server`: uvicorn and nothing else, sending a fixed text to everybody at a table.

A raw ASGI application without rules, views, storage or framework: each text that arrives at `/TABLE` is answered by the
same text to every connection of that table. Run as a child process: `python -m app.commands.bench_bare PORT SIZE`.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import uvicorn

Send = Any


class Fixed:
    """The ASGI application.

    :param size: length of the text that is sent, in bytes
    """

    def __init__(self, size: int) -> None:
        self.message = {"type": "websocket.send", "text": "x" * size}
        self.tables: dict[str, set[Send]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """One websocket, from its handshake to its end."""
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        members = self.tables.setdefault(scope["path"], set())
        members.add(send)
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                if message.get("text") == '{"type":"ping"}':
                    await send({"type": "websocket.send", "text": '{"type":"pong"}'})
                    continue
                for member in tuple(members):
                    await member(self.message)
        finally:
            members.discard(send)


class Server(uvicorn.Server):
    """uvicorn with the same quiet collector that the real server has, so that the comparison is fair."""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        print("ready", flush=True)


def main() -> None:
    """Entry of the child process."""
    port, size = int(sys.argv[1]), int(sys.argv[2])
    config = uvicorn.Config(
        Fixed(size),
        host="127.0.0.1",
        port=port,
        http="httptools",
        ws="websockets-sansio",
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        lifespan="off",
    )
    Server(config).run()


if __name__ == "__main__":
    main()
