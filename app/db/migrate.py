"""Bringing a database to the shape of `models.py`, in one transaction that happens as a whole or not at all."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.session import open_engine, writing
from app.resources import folder

_ADVISORY_LOCK = 0x6B6962697A  # "kibiz": any number, as long as every process takes the same
_running = threading.Lock()  # Alembic's context is a global; asyncio's lock would belong to one event loop
_POLL_SECONDS = 0.02


class MigrationError(RuntimeError):
    """The database was left as it was."""


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Migrate the engine's database up to `revision`. Processes that start together wait for each other.

    Raises MigrationError if rows would point nowhere afterwards, and what the driver or Alembic raises; nothing is
    changed then, on SQLite neither.
    """
    await _run(engine, lambda config: command.upgrade(config, revision))


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Migrate the engine's database down to `revision` ("base": no tables). What the newer shape held is lost."""
    await _run(engine, lambda config: command.downgrade(config, revision))


async def _run(engine: AsyncEngine, change: Callable[[Config], None]) -> None:
    """Run Alembic on one connection and in one transaction, alone among all processes."""

    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(folder("migrations")).replace("%", "%%"))
        config.attributes["connection"] = connection
        change(config)

    private = open_engine(engine.url, migrating=True)
    try:
        async with _alone(), writing(private) as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            await connection.run_sync(work)
            if connection.dialect.name == "sqlite":
                broken = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
                if broken:
                    raise MigrationError(f"{len(broken)} rows would point nowhere, first: {tuple(broken[0])}")
    finally:
        await private.dispose()


@asynccontextmanager
async def _alone() -> AsyncIterator[None]:
    """Wait until no other migration runs in this process."""
    while not _running.acquire(blocking=False):  # noqa: ASYNC110 - a threading.Lock tells nobody
        await asyncio.sleep(_POLL_SECONDS)
    try:
        yield
    finally:
        _running.release()
