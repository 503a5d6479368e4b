"""Measuring links over real connections."""

import asyncio

from app.live.outbox import Connection
from tests.live.client import Client
from tests.live.conftest import House


def line_of(house: House, code: str) -> Connection:
    """The server's side of the only connection to a table."""
    (client,) = house.hub.tables[code].audience.clients
    assert isinstance(client.line, Connection)
    return client.line


async def measured(line: Connection) -> float:
    """What comes of one ping."""
    line.measure()
    async with asyncio.timeout(5):
        while not line.round_trip:  # noqa: ASYNC110 - the connection has no event to wait for
            await asyncio.sleep(0.005)
    return line.round_trip


async def alone(house: House) -> tuple[Client, Connection]:
    code = await house.table()
    client = await house.join(code, "Mina")
    return client, line_of(house, code)


async def test_a_connection_is_measured_by_pings_that_its_library_answers(house: House):
    _, line = await alone(house)
    assert line.round_trip == 0.0
    assert 0 < await measured(line) < 1


async def test_an_answered_ping_does_not_make_a_connection_slower_to_read(house: House):
    client, line = await alone(house)
    await measured(line)
    assert line._plain
    assert (await client.ask("chat", text="hello"))["type"] == "done"


async def test_pongs_that_nobody_asked_for_are_ignored(house: House):
    client, line = await alone(house)
    await client.socket.pong(b"12345678")
    assert (await client.ask("chat", text="hello"))["type"] == "done"
    assert line.round_trip == 0.0
    assert await measured(line) > 0
    before = line.round_trip
    await client.socket.pong(b"12345678")
    assert (await client.ask("chat", text="hello"))["type"] == "done"
    assert line.round_trip == before


async def test_a_table_without_contests_measures_nobody(house: House):
    _, line = await alone(house)
    await asyncio.sleep(0.2)
    assert line._round_trip is None
