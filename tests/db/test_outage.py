"""The database goes away, or nobody knows what became of a commit."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Literal

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import session
from app.db.journal import Conflict, Journal
from app.db.migrate import upgrade
from app.db.session import open_engine
from tests.db.entries import Fault, entry, stored
from tests.postgres import Server, running


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_commit_of_unknown_outcome_is_stored_once(journal: Journal, fault: Literal["before", "after"]) -> None:
    Fault(journal, fault, fault)
    await asyncio.gather(*(journal.append(table, [entry(0), entry(1)]) for table in range(4)))
    assert [len(await journal.load(table)) for table in range(4)] == [2] * 4


async def test_an_answer_that_never_came_is_no_conflict_for_its_own_append_only(journal: Journal) -> None:
    await journal.append(2, [entry(0, text="theirs")])
    Fault(journal, "well", "after")  # the first attempt finds the conflict, the second stores the rest and is not heard
    results = await asyncio.gather(
        *(journal.append(table, [entry(0, text="mine")]) for table in range(4)), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None)] * 2 + [Conflict] + [type(None)]
    assert await stored(journal, 2) == [(0, "theirs")]


async def test_an_append_of_unknown_outcome_that_lost_its_place_is_a_conflict(journal: Journal, address: str) -> None:
    fault = Fault(journal, "before")
    fault.open.clear()
    append = asyncio.create_task(journal.append(7, [entry(0, text="mine")]))
    engine = open_engine(address)
    other = Journal(engine)
    await other.append(7, [entry(0, text="theirs")])
    await other.close()
    await engine.dispose()
    fault.open.set()
    with pytest.raises(Conflict):
        await append


async def test_appends_that_come_while_the_database_is_away_wait_their_turn(journal: Journal) -> None:
    Fault(journal, "before", "before", "before", "before")
    appends = [asyncio.create_task(journal.append(7, [entry(seq)])) for seq in range(3)]
    await asyncio.sleep(0.02)
    appends += [asyncio.create_task(journal.append(7, [entry(seq)])) for seq in range(3, 6)]
    await asyncio.gather(*appends)
    assert [row.seq for row in await journal.load(7)] == list(range(6))


async def test_an_error_of_one_connection_is_tried_again_on_another(journal: Journal) -> None:
    fault = Fault(journal, RuntimeError("a statement prepared before a migration"))
    await journal.append(7, [entry(0)])
    assert fault.transactions == 2


async def test_sqlite_locked_by_somebody_else_is_waited_for(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUSY_SECONDS", 0.02)
    path = tmp_path_factory.mktemp("locked") / "kibitz.sqlite3"
    engine = open_engine(f"sqlite:///{path}")
    await upgrade(engine)
    journal = Journal(engine, pause=(0.01, 0.02))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    append = asyncio.create_task(journal.append(7, [entry(0)]))
    await asyncio.sleep(0.15)
    assert not append.done()
    assert journal.stalled > 0.1
    other.execute("COMMIT")
    await append
    other.close()
    await journal.close()
    await engine.dispose()


class Proxy:
    """Stands between the driver and PostgreSQL; `cut` says at which side of a COMMIT it breaks the connection, once."""

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.cut: Literal["before", "after"] | None = None
        self.cuts = 0

    async def start(self) -> int:
        """Begin to listen; the port."""
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._listener.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening."""
        self._listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, ahead = await asyncio.open_connection("127.0.0.1", self.server_port)

        async def back() -> None:
            while data := await behind.read(65536):
                writer.write(data)
            writer.close()

        answers = asyncio.create_task(back())
        while data := await reader.read(65536):
            cut = self.cut if b"COMMIT" in data else None
            if cut:
                self.cut = None
                self.cuts += 1
                answers.cancel()
                if cut == "after":
                    ahead.write(data)
                    await behind.read(65536)
                break
            ahead.write(data)
        answers.cancel()
        ahead.close()
        writer.close()


@pytest.fixture
async def proxied(postgres: Server, migrated_database: str) -> AsyncIterator[tuple[Journal, Proxy]]:
    """A journal on PostgreSQL behind a proxy."""
    postgres.sql("TRUNCATE entries", migrated_database)
    proxy = Proxy(postgres.port)
    url = make_url(postgres.url(migrated_database)).set(port=await proxy.start())
    engine = open_engine(url.render_as_string(hide_password=False))
    journal = Journal(engine, pause=(0.01, 0.02))
    yield journal, proxy
    await journal.close()
    await engine.dispose()
    await proxy.stop()


@pytest.mark.parametrize("side", ["before", "after"])
async def test_a_connection_cut_at_the_commit_loses_and_doubles_nothing(
    proxied: tuple[Journal, Proxy], side: Literal["before", "after"]
) -> None:
    journal, proxy = proxied
    await journal.append(1, [entry(0)])
    proxy.cut = side
    await asyncio.gather(*(journal.append(table, [entry(1), entry(2)]) for table in range(1, 4)))
    assert proxy.cuts == 1
    assert [len(await journal.load(table)) for table in range(1, 4)] == [3, 2, 2]


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A PostgreSQL server that may be ill-treated."""
    with running() as server:
        yield server


@pytest.fixture
async def on_own_server(own_server: Server) -> AsyncIterator[tuple[Journal, Server, AsyncEngine]]:
    """A journal on it."""
    name = own_server.create()
    engine = open_engine(own_server.url(name))
    await upgrade(engine)
    journal = Journal(engine, attempt=5, pause=(0.01, 0.05))
    yield journal, own_server, engine
    await journal.close()
    await engine.dispose()


async def test_a_frozen_database_delays_appends_and_loses_none(
    on_own_server: tuple[Journal, Server, AsyncEngine],
) -> None:
    journal, server, _ = on_own_server
    await journal.append(7, [entry(0)])
    server.pause()
    appends = [asyncio.create_task(journal.append(7, [entry(seq)])) for seq in range(1, 4)]
    await asyncio.sleep(0.1)
    assert journal.waiting == 3
    assert journal.stalled > 0.05
    server.resume()
    await asyncio.gather(*appends)
    assert [row.seq for row in await journal.load(7)] == [0, 1, 2, 3]


async def test_a_transaction_that_hangs_is_given_up_and_tried_again(
    on_own_server: tuple[Journal, Server, AsyncEngine],
) -> None:
    _, server, engine = on_own_server
    journal = Journal(engine, attempt=0.1, pause=(0.01, 0.02))
    await journal.append(8, [entry(0)])
    server.pause()
    append = asyncio.create_task(journal.append(8, [entry(1)]))
    await asyncio.sleep(0.15)
    thaw = threading.Timer(0.1, server.resume)
    thaw.start()
    await append
    thaw.join()
    assert [row.seq for row in await journal.load(8)] == [0, 1]
    await journal.close()


async def test_play_goes_on_when_the_database_is_back(on_own_server: tuple[Journal, Server, AsyncEngine]) -> None:
    journal, server, _ = on_own_server
    await journal.append(7, [entry(0)])
    await asyncio.to_thread(server.kill)
    appends = [asyncio.create_task(journal.append(table, [entry(1)])) for table in range(5, 9)]
    await asyncio.sleep(0.1)
    assert not any(append.done() for append in appends)
    await asyncio.to_thread(server.start)
    await asyncio.gather(*appends)
    assert [row.seq for row in await journal.load(7)] == [0, 1]
