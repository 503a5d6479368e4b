"""A bot in forty lines: takes a free seat and plays any legal action.

    python examples/bot.py http://localhost:8000 CODE

Needs the library `websockets`. What the messages mean is on the server's pages /protocol and /api.
"""

import asyncio
import contextlib
import json
import random
import sys
import urllib.request

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


def make_guest(server: str, name: str) -> str:
    """A new player's token."""
    body, headers = json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{server}/api/guests", body, headers)) as answer:
        return json.load(answer)["token"]


def answer_to(view: dict) -> dict | None:
    """What to say to the newest view of the table: an action, that we are ready for the next deal, or nothing."""
    mine, seats = view.get("private") or {}, view["public"]["seats"]
    if mine.get("legal"):
        return {"type": "act", "version": view["version"], "action": random.choice(mine["legal"])}
    if choice := mine.get("choose"):
        places = sorted(random.sample(range(len(choice["among"])), choice["count"]))  # in the order they are listed in
        action = " ".join([choice["verb"], *(choice["among"][place] for place in places)])
        return {"type": "act", "version": view["version"], "action": action}
    if view["public"]["phase"] == "result" and mine.get("seat") is not None and not seats[mine["seat"]]["ready"]:
        return {"type": "ready"}
    return None


async def keep_alive(table: ClientConnection) -> None:
    """Tells the server that we are still here."""
    while True:
        await table.send('{"type": "ping"}')
        await asyncio.sleep(2.5)


async def play(server: str, code: str) -> None:
    """Sits down and plays until the connection ends."""
    token = make_guest(server, "Random Robin")
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{code}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as table:
        alive = asyncio.create_task(keep_alive(table))
        await table.send('{"type": "sit", "id": "sit"}')
        with contextlib.suppress(ConnectionClosed):
            async for text in table:
                frame = json.loads(text)
                if frame["type"] == "refused" and frame["code"] not in ("stale", "not_now"):
                    sys.exit(f"refused: {frame}")
                if frame["type"] == "table" and (answer := answer_to(frame)):
                    await table.send(json.dumps({**answer, "id": f"v{frame['version']}"}))
        alive.cancel()


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:3]))
