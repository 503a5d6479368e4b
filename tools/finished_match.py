"""A whole match over the wire, for pictures of its page: people who decide as the bots do, and bots beside them."""

import asyncio
import json
import random
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from app.bots import choose

PAUSE = 0.04  # seconds before a message, so that nobody floods the server
PATIENCE = 180.0  # seconds for the whole match


class Finished(NamedTuple):
    """A match that is over, and what proves that one is the first of its people."""

    match: str
    token: str


def finish_match(url: str, ruleset: str, names: tuple[str, ...], before_deal: Callable[[int], None]) -> Finished:
    """Plays it.

    :param before_deal: told the number of every deal before it is dealt
    """
    tokens = [_post(url, "/api/guests", {"name": name}, None)["token"] for name in names]
    table = _post(url, "/api/tables", {"ruleset": ruleset, "bots": True}, tokens[0])["code"]
    before_deal(1)
    match = asyncio.run(asyncio.wait_for(_play(url, table, tokens, before_deal), PATIENCE))
    return Finished(match, tokens[0])


def _post(url: str, path: str, body: dict[str, Any], token: str | None) -> dict[str, Any]:
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(url + path, json.dumps(body).encode(), headers)) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


async def _play(url: str, table: str, tokens: list[str], before_deal: Callable[[int], None]) -> str:
    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
    sockets = [await connect(address, additional_headers={"authorization": f"Bearer {token}"}) for token in tokens]
    for seat, socket in enumerate(sockets):
        await _say(socket, {"type": "sit", "id": "sit", "seat": seat})
        await asyncio.sleep(PAUSE)
    await _say(sockets[0], {"type": "start", "id": "start"})
    parts = [_person(socket, before_deal if at == 0 else None) for at, socket in enumerate(sockets)]
    match, *_ = await asyncio.gather(*parts)
    for socket in sockets:
        await socket.close()
    return match


async def _person(socket: ClientConnection, before_deal: Callable[[int], None] | None) -> str:
    """One person's part until the match is over; its id."""
    async for text in socket:
        frame = json.loads(text)
        if frame["type"] != "table":
            continue
        public, mine = frame["public"], frame.get("private") or {}
        identity, match = {"id": f"v{frame['version']}"}, public["match"]
        if public["phase"] == "finished":
            return str(match["id"])
        if mine.get("legal") or mine.get("choose"):
            view = {"public": public["deal"], "private": mine, "ruleset": public["ruleset"]}
            action = choose(public["game"], view, random.Random(frame["version"]))
            await _say(socket, {"type": "act", "version": frame["version"], "action": action, **identity})
        elif public["phase"] == "result" and not public["seats"][mine["seat"]]["ready"]:
            if before_deal is not None:
                before_deal(match["deal"] + 1)
            await _say(socket, {"type": "ready", **identity})
    raise ConnectionError("the table closed in mid-match")


async def _say(socket: ClientConnection, message: dict[str, Any]) -> None:
    await asyncio.sleep(PAUSE)
    await socket.send(json.dumps(message))
