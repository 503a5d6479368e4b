"""Addresses, settings of connections and the lock on an SQLite file."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.session import (
    AlreadyRunningError,
    DatabaseAddressError,
    FileLock,
    lock_database,
    open_engine,
    parse_url,
)
from tests.postgres import Server


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("sqlite:///data/kibitz.sqlite3", "sqlite+aiosqlite:///data/kibitz.sqlite3"),
        ("sqlite:////srv/kibitz.db", "sqlite+aiosqlite:////srv/kibitz.db"),
        ("sqlite+aiosqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("postgres://me:secret@db:5433/kibitz", "postgresql+asyncpg://me:secret@db:5433/kibitz"),
        ("postgresql://db/kibitz?sslmode=require", "postgresql+asyncpg://db/kibitz?ssl=require"),
        (" postgresql+psycopg://db/kibitz\n", "postgresql+asyncpg://db/kibitz"),
    ],
)
def test_common_forms_of_an_address_are_understood(given: str, meant: str) -> None:
    assert parse_url(given).render_as_string(hide_password=False) == meant


@pytest.mark.parametrize("given", ["", "data.db", "mysql://db/kibitz", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(given: str) -> None:
    with pytest.raises(DatabaseAddressError):
        parse_url(given)


def test_a_refused_address_is_not_quoted_with_its_password() -> None:
    with pytest.raises(DatabaseAddressError) as caught:
        parse_url("mysql://me:secret@db/kibitz")
    assert "secret" not in str(caught.value)


async def test_postgresql_is_reached_through_its_socket(postgres: Server) -> None:
    engine = open_engine(postgres.url(over_socket=True))
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT 1")) == 1
    await engine.dispose()


async def test_sqlite_keeps_what_it_acknowledged_and_its_foreign_keys(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/made/for/it/kibitz.sqlite3")
    async with engine.connect() as connection:
        found = [
            await connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    await engine.dispose()
    assert found == ["wal", 2, 1]


async def test_a_transaction_taken_back_leaves_nothing_even_of_new_tables(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        await connection.execute(text("CREATE TABLE half (a INTEGER)"))
        await connection.rollback()
    async with engine.connect() as connection:
        with pytest.raises(Exception, match="half"):
            await connection.execute(text("SELECT * FROM half"))


def test_a_second_start_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/kibitz.sqlite3"
    first = lock_database(address, "http://127.0.0.1:8000")
    assert first is not None
    with pytest.raises(AlreadyRunningError, match=r"process \d+, http://127\.0\.0\.1:8000"):
        lock_database(address, "http://127.0.0.1:8001")
    first.release()


def test_the_address_can_be_told_later(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    lock.acquire("starting, with a long address that is not yet known")
    lock.announce("port 8123")
    with pytest.raises(AlreadyRunningError) as caught:
        FileLock(tmp_path / "lock").acquire("elsewhere")
    lock.release()
    assert caught.value.where.endswith(", port 8123")


def test_a_released_lock_can_be_taken(tmp_path: Path) -> None:
    for _ in range(2):
        lock = FileLock(tmp_path / "lock")
        lock.acquire("here")
        lock.release()
        lock.release()


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    hold = "import sys, pathlib; from app.db.session import FileLock; lock = FileLock(pathlib.Path(sys.argv[1]));" \
           "lock.acquire('there'); print('held', flush=True); sys.stdin.read()"  # fmt: skip
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path / "lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(AlreadyRunningError, match=f"process {holder.pid}, there"):
        FileLock(tmp_path / "lock").acquire("here")
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    lock = FileLock(tmp_path / "lock")
    lock.acquire("here")
    lock.release()


def test_postgresql_needs_no_lock() -> None:
    assert lock_database("postgresql://db/kibitz", "here") is None
