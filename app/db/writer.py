"""Where the journal's transactions run: on one connection that is kept, opened again after an error.

`run(work, …)` calls `work(connection, …)` with a synchronous connection. On SQLite that happens in a thread of its own,
so that a whole transaction is one hop there and back (the async driver needs one per statement); on PostgreSQL in
SQLAlchemy's greenlet on the event loop.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.session import open_writer

P = ParamSpec("P")
T = TypeVar("T")


class Writer(Protocol):
    """Runs transactions one after the other."""

    async def run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns; raises what it raises, and TimeoutError."""

    async def close(self) -> None:
        """Let go of the connection; harmless when that has happened."""


def open_writer_for(engine: AsyncEngine, seconds: float) -> Writer:
    """The writer for an engine's database; on PostgreSQL a transaction that takes longer than `seconds` is given up."""
    if engine.dialect.name == "sqlite":
        return SQLiteWriter(engine)
    return PostgresWriter(engine, seconds)


class SQLiteWriter:
    """One thread with one connection. Its transactions cannot be given up, but SQLite waits for a lock only briefly."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = open_writer(engine)
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "journal")
        self._closed = False

    async def run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """See Writer."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: self._run(work, *args, **kwargs))

    async def close(self) -> None:
        """See Writer."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
            self._thread.shutdown()
            self._engine.dispose()

    def _run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            return work(self._connection, *args, **kwargs)
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()


class PostgresWriter:
    """One connection of the engine's pool, kept for the journal."""

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        self._engine = engine
        self._seconds = seconds
        self._connection: AsyncConnection | None = None

    async def run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """See Writer."""
        try:
            async with asyncio.timeout(self._seconds):
                if self._connection is None:
                    self._connection = await self._engine.connect()
                return await self._connection.run_sync(work, *args, **kwargs)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """See Writer."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with suppress(SQLAlchemyError, OSError):
                await connection.close()
