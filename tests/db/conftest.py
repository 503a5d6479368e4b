"""Every test that asks for `address`, `engine` or `journal` runs twice: on SQLite and on PostgreSQL."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.journal import Journal
from app.db.migrate import upgrade
from app.db.models import Base
from app.db.session import open_engine
from tests.postgres import Server


async def migrate(address: str) -> None:
    """Bring the database at the address up to date."""
    engine = open_engine(address)
    await upgrade(engine)
    await engine.dispose()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "template.sqlite3"
    asyncio.run(migrate(f"sqlite:///{path}"))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture(scope="session")
def migrated_database(postgres: Server) -> str:
    """A PostgreSQL database with all tables, emptied before each test: a copy for each costs half a second."""
    name = postgres.create("migrated")
    asyncio.run(migrate(postgres.url(name)))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a migrated, empty database of the test's own."""
    if request.param == "sqlite":
        path = tmp_path / "kibitz.sqlite3"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        yield f"sqlite:///{path}"
    else:
        server: Server = request.getfixturevalue("postgres")
        name = request.getfixturevalue("migrated_database")
        server.sql(f"TRUNCATE {', '.join(Base.metadata.tables)}", name)
        yield server.url(name)


@pytest.fixture
async def engine(address: str) -> AsyncIterator[AsyncEngine]:
    """An engine on `address`."""
    engine = open_engine(address)
    yield engine
    await engine.dispose()


@pytest.fixture
async def journal(engine: AsyncEngine) -> AsyncIterator[Journal]:
    """A journal that does not wait long between attempts."""
    journal = Journal(engine, pause=(0.01, 0.05))
    yield journal
    await journal.close()
