"""Websockets: who may open one, and which table it belongs to. Everything after that is a call to the hub.

`/ws/tables/{code}` plays and watches, `/ws/lobby` lists tables. Whoever may not come in is told so in a frame and by
the close code (`app.live.outbox`); a page of another site is refused in the handshake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import cast

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from app import protocol
from app.live.clients import Client
from app.live.frames import framed
from app.live.hub import Hub
from app.live.outbox import COME_BACK, DAMAGED, EXTENSION, GOING_DOWN, NO_SUCH_TABLE, SIGN_IN, Connection
from app.live.seals import DamagedError
from app.table.messages import Person
from app.web.auth import Player, origin_allowed
from app.web.site import site_of

router = APIRouter()

CODE_LIMIT = 24  # longer ones are not worth asking the database about


@router.websocket("/ws/tables/{code}")
async def table_socket(websocket: WebSocket, code: str) -> None:
    """A connection to one table."""
    sign_outs = hub_of(websocket).sign_outs
    entered = await enter(websocket)
    if entered is None:
        return
    connection, player = entered
    if player is None:
        turn_away(connection, "unauthorised", SIGN_IN)
        return
    hub = hub_of(websocket)
    if hub.draining:
        turn_away(connection, "busy", GOING_DOWN)
        return
    try:
        table = await hub.open(code.upper()) if len(code) <= CODE_LIMIT and code.isascii() else None
    except DamagedError:
        turn_away(connection, "frozen", DAMAGED)
        return
    except Exception:
        # The hub has logged what is wrong with this table; the browser will try again.
        turn_away(connection, "busy", COME_BACK)
        return
    if table is None:
        turn_away(connection, "no_such_table", NO_SUCH_TABLE)
        return
    if hub.sign_outs != sign_outs and await site_of(websocket).identity.player(websocket) is None:
        turn_away(connection, "unauthorised", SIGN_IN)  # signed out while the table was being loaded
        return
    client = hub.client(connection, Person(player.id, player.name), player.device)
    table.join(client)
    await until_closed(connection, client, table.received, table.left)


@router.websocket("/ws/lobby")
async def lobby_socket(websocket: WebSocket) -> None:
    """A connection that is sent the list of tables; one need not be anybody to look."""
    entered = await enter(websocket)
    if entered is None:
        return
    connection, player = entered
    hub = hub_of(websocket)
    if hub.draining:
        turn_away(connection, "busy", GOING_DOWN)
        return
    client = hub.client(
        connection, Person(player.id, player.name) if player else Person("", ""), player and player.device
    )
    hub.lobby.join(client, websocket.client.host if websocket.client else "")
    await until_closed(connection, client, hub.lobby.received, hub.lobby.left)


async def enter(websocket: WebSocket) -> tuple[Connection, Player | None] | None:
    """Checks the origin, finds out who it is and accepts; None when nothing came of it."""
    site = site_of(websocket)
    connection = cast("Connection | None", websocket.scope.get("extensions", {}).get(EXTENSION))
    if connection is None or not origin_allowed(websocket, site.settings.public_url):
        await close_quietly(websocket)
        return None
    try:
        player = await site.identity.player(websocket)
        await websocket.accept()
    except (WebSocketDisconnect, RuntimeError):
        return None  # gone before it had begun
    return connection, player


async def until_closed(
    connection: Connection,
    client: Client,
    received: Callable[[Client, bytes], None],
    left: Callable[[Client], None],
) -> None:
    """Gives messages to the hub as calls and waits for the end."""
    ended = asyncio.get_running_loop().create_future()

    def lost() -> None:
        left(client)
        if not ended.done():
            ended.set_result(None)

    connection.attach(partial(received, client), lost)
    await ended


def turn_away(connection: Connection, code: str, close_code: int) -> None:
    """Says why this connection is of no use and closes it."""
    connection.send_small(framed(protocol.refused_frame(None, code)))
    connection.end(close_code, code)


async def close_quietly(websocket: WebSocket) -> None:
    """Refuses the handshake."""
    try:
        await websocket.close()
    except (WebSocketDisconnect, RuntimeError):
        return


def hub_of(websocket: WebSocket) -> Hub:
    """The hub of this server."""
    return cast(Hub, websocket.app.state.hub)
