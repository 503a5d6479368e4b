"""Opening the database: addresses, engines and the lock that keeps SQLite to one process."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BUSY_SECONDS = 5
"""How long one SQLite connection waits for another one's transaction."""
CHECKPOINT_PAGES = 4000
"""So many pages (16 MB) of its log SQLite copies into the database at once. The journal writes the same pages again and
again, and each is copied once; a copy also costs two syncs, for which moves wait."""
CONNECT_SECONDS = 5
COMMAND_SECONDS = 15
"""After this long a PostgreSQL statement counts as lost, and the connection with it."""

IMMEDIATE = "kibitz_immediate"


class DatabaseAddressError(ValueError):
    """`DATABASE_URL` names no database that this program can use."""


class AlreadyRunningError(RuntimeError):
    """Another process serves this SQLite file; `where` says which (process id and address) as far as it told."""

    def __init__(self, path: Path, where: str) -> None:
        super().__init__(f"{path} is held by another kibitz: {where or 'no details'}. SQLite serves one process only.")
        self.path = path
        self.where = where


def parse_url(text: str) -> URL:
    """The address in `DATABASE_URL` in the form the async drivers want.

    Takes `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgres://…`, `postgresql://…` and the same with a driver
    named, which is ignored; `sslmode` as libpq spells it. Raises DatabaseAddressError with what is wrong.
    """
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError) as error:
        raise DatabaseAddressError(f"DATABASE_URL is not an address: {error}") from error
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise DatabaseAddressError("DATABASE_URL must name a file, as in sqlite:///data/kibitz.sqlite3")
        return url.set(drivername="sqlite+aiosqlite")
    if kind not in ("postgres", "postgresql"):
        raise DatabaseAddressError(f"DATABASE_URL must begin with sqlite:// or postgresql://, not {kind}://")
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)


def open_engine(address: str | URL, *, migrating: bool = False) -> AsyncEngine:
    """An engine for the address; the folder of an SQLite file is made. Nothing is connected yet.

    `migrating` gives one without pool and time limit, and without foreign keys on SQLite, where a table is changed by
    copying it (`migrate.py` checks the keys afterwards).
    """
    url = parse_url(address) if isinstance(address, str) else address
    pool: dict[str, Any] = {"poolclass": NullPool} if migrating else {}
    if url.get_backend_name() == "sqlite":
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS}, **pool)
        _prepare_sqlite(engine.sync_engine, foreign_keys=not migrating)
        return engine
    limits: dict[str, Any] = {"timeout": CONNECT_SECONDS}
    if not migrating:
        limits["command_timeout"] = COMMAND_SECONDS
        pool = {"pool_pre_ping": True}
    return create_async_engine(url, connect_args=limits, **pool)


def open_writer(engine: AsyncEngine) -> Engine:
    """A synchronous engine on the same SQLite file, whose transactions take the write lock at once."""
    url = engine.url.set(drivername="sqlite+pysqlite")
    writer = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    _prepare_sqlite(writer, foreign_keys=True)
    return writer.execution_options(**{IMMEDIATE: True})


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that will write: on SQLite it takes the write lock first, so that it cannot fail half-way."""
    async with engine.execution_options(**{IMMEDIATE: True}).begin() as connection:
        yield connection


def _prepare_sqlite(engine: Engine, *, foreign_keys: bool) -> None:
    """Settings of every connection. FULL: what was acknowledged survives a power cut."""

    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver's own transactions leave half of a failed migration behind
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=FULL", f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
                        "cache_size=-16000", f"wal_autocheckpoint={CHECKPOINT_PAGES}"):  # fmt: skip
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get(IMMEDIATE, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)


class FileLock:
    """Held by the one process that serves an SQLite file; the system drops it when the process ends, however it ends.

    The lock stands on a file beside the database (`<database>.lock`), which also says where its holder is found.
    """

    _FAR = 1 << 30  # Windows locks bytes against reading too: lock one that nobody reads

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def acquire(self, address: str) -> None:
        """Take the lock and note this process and its `address`, or raise AlreadyRunningError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._lock(file)
        except OSError:
            where = os.read(file, 400).decode(errors="replace").strip()
            os.close(file)
            raise AlreadyRunningError(self.path, where) from None
        self._file = file
        self.announce(address)

    def announce(self, address: str) -> None:
        """Note where this process is found (again, once the port is known). The lock must be held."""
        if self._file is None:
            raise RuntimeError("the lock is not held")
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, f"process {os.getpid()}, {address}\n".encode())

    def release(self) -> None:
        """Give the lock back; harmless when it is not held. The file stays: removing it would race with the next."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None

    def _lock(self, file: int) -> None:
        if sys.platform == "win32":
            os.lseek(file, self._FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_database(address: str | URL, listening: str) -> FileLock | None:
    """Take the lock of an SQLite database, telling others that it is served at `listening`; None on PostgreSQL.

    Raises AlreadyRunningError when another process holds it.
    """
    url = parse_url(address) if isinstance(address, str) else address
    if url.get_backend_name() != "sqlite":
        return None
    lock = FileLock(Path(f"{url.database}.lock"))
    lock.acquire(listening)
    return lock
