"""`kill -9` in the middle of an auction: what was answered is in the journal; pile, hands and claims come back."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from app.db.journal import Journal
from app.db.session import open_engine
from app.db.tables import find_table
from app.live.storage import entry_of
from app.table.entries import ACT, Entry
from tests.live.bidding import Bidder
from tests.live.client import Client, Frame, GoneError
from tests.live.test_kill import Process, shown_and_stored

PEOPLE = 6
KILLS = 2
RULES = "auction/standard@1?bid_timer=3&end_declaration_min=off"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Process, str]]:
    """A server that is not started yet, and its database's address."""
    url = f"sqlite:///{tmp_path / 'kibitz.sqlite3'}"
    child = Process(url, tmp_path / "log")
    try:
        yield child, url
    finally:
        child.kill()


async def joined(process: Process, code: str, tokens: list[str]) -> list[Client]:
    """A connection for everybody, after its first view."""
    address = f"ws://127.0.0.1:{process.port}/ws/tables/{code}"
    clients = [await Client.open(address, token) for token in tokens]
    for client in clients:
        await client.kind("table")
    return clients


async def opened(process: Process) -> tuple[str, list[str]]:
    """A table of six people with a deal under way; its code and their tokens."""
    tokens = [process.post("/api/guests", {"name": f"Person {number}"})["token"] for number in range(PEOPLE)]
    code = str(process.post("/api/tables", {"ruleset": RULES, "players": PEOPLE}, tokens[0])["code"])
    clients = await joined(process, code, tokens)
    for seat, client in enumerate(clients):
        await client.ask("sit", seat=seat)
    await clients[0].ask("start")
    await asyncio.gather(*(client.viewed(lambda frame: frame["public"]["phase"] == "deal") for client in clients))
    await asyncio.gather(*(client.close() for client in clients))
    return code, tokens


async def bid_until_it_dies(bidder: Bidder) -> None:
    """Bids, whatever happens to the server."""
    with contextlib.suppress(GoneError, WebSocketException, OSError):
        await bidder.play(lambda _: False)


async def entries_of(url: str, code: str) -> list[Entry]:
    """The journal of a table."""
    engine = open_engine(url)
    journal = Journal(engine)
    try:
        stored = await find_table(engine, code)
        assert stored is not None
        return [entry_of(row) for row in await journal.load(stored.id)]
    finally:
        await journal.close()
        await engine.dispose()


async def test_a_server_killed_in_mid_auction_loses_no_claim_that_it_answered(server: tuple[Process, str]):
    process, url = server
    rng = random.Random(4)
    process.start()
    code, tokens = await opened(process)
    accepted: list[tuple[int, str, str]] = []
    views: list[list[Frame]] = [[] for _ in range(PEOPLE)]
    for attempt in range(KILLS):
        clients = await joined(process, code, tokens)
        first = [client.view for client in clients]
        if attempt:
            hands = [view["private"]["deal"]["hand"] for view in first]
            again = [next(v for v in reversed(seen) if v["version"] <= first[0]["version"]) for seen in views]
            newest = max(view["version"] for view in again)
            if newest == first[0]["version"]:  # nothing was stored that nobody was shown
                assert hands == [view["private"]["deal"]["hand"] for view in again]
                assert first[0]["public"]["deal"] == again[0]["public"]["deal"]
            assert first[0]["version"] >= newest
        bidders = [Bidder(client, 10 * attempt + seat) for seat, client in enumerate(clients)]
        bidding = asyncio.gather(*(bid_until_it_dies(bidder) for bidder in bidders))
        await asyncio.sleep(rng.uniform(1.0, 2.0))
        process.kill()
        await bidding
        for seat, bidder in enumerate(bidders):
            accepted += [(seat, identity, action) for identity, action in bidder.accepted]
            views[seat] += [frame for frame in bidder.client.frames if frame["type"] == "table"]
            with contextlib.suppress(OSError):
                await bidder.client.close()
        process.start()
    process.kill()
    stored = [(e.seat, e.client_id, e.text) for e in await entries_of(url, code) if e.kind == ACT]
    assert len(accepted) > 4 * KILLS
    assert not [answer for answer in accepted if stored.count(answer) < accepted.count(answer)]
    for token, seen in zip(tokens, views, strict=True):
        versions = [frame["version"] for frame in seen]
        assert versions == sorted(versions), "a version went back"
        assert await shown_and_stored(url, code, token.split(".")[0], seen) == len(seen)
    assert "Traceback" not in process.log.read_text()
