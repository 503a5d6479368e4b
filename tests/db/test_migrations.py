"""Migrations: they agree with the models, go up and down, and happen as a whole or not at all."""

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import migrate
from app.db.models import Base
from app.db.session import open_engine
from app.resources import folder
from tests.postgres import Server

NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "0003", "0002", None, None
def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("{statement}")
def downgrade():
    op.drop_table("half")
"""


def differences(connection: Connection) -> list[Any]:
    """How the database differs from the models."""
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))


async def table_names(engine: AsyncEngine) -> set[str]:
    """The tables of the database."""
    async with engine.connect() as connection:
        return set(await connection.run_sync(lambda c: inspect(c).get_table_names()))


@pytest.fixture(params=["sqlite", "postgresql"])
async def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """An engine on an empty database that may be migrated in any way."""
    if request.param == "sqlite":
        engine = open_engine(f"sqlite:///{tmp_path}/fresh.sqlite3")
        yield engine
        await engine.dispose()
    else:
        server: Server = request.getfixturevalue("postgres")
        name = server.create()
        engine = open_engine(server.url(name))
        yield engine
        await engine.dispose()
        server.drop(name)


def with_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """Add a migration 0003 that makes a table and then executes a statement."""
    shutil.copytree(folder("migrations"), tmp_path / "migrations")
    (tmp_path / "migrations" / "versions" / "0003_next.py").write_text(NEXT.format(statement=statement))
    monkeypatch.setattr(migrate, "folder", lambda name: tmp_path / name)


async def test_the_migrations_make_what_the_models_say(fresh: AsyncEngine) -> None:
    await migrate.upgrade(fresh)
    async with fresh.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrating_twice_changes_nothing(fresh: AsyncEngine) -> None:
    await migrate.upgrade(fresh)
    await migrate.upgrade(fresh)
    assert await table_names(fresh) == {*Base.metadata.tables, "alembic_version"}


async def test_the_way_down_and_up_again_is_open(fresh: AsyncEngine) -> None:
    await migrate.upgrade(fresh)
    await migrate.downgrade(fresh, "base")
    assert await table_names(fresh) == {"alembic_version"}
    await migrate.upgrade(fresh)
    async with fresh.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_half_a_migration_is_taken_back(
    fresh: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate.upgrade(fresh)
    with_next(tmp_path, monkeypatch, "INSERT INTO nowhere VALUES (1)")
    with pytest.raises(Exception, match="nowhere"):
        await migrate.upgrade(fresh)
    assert "half" not in await table_names(fresh)
    monkeypatch.undo()
    await migrate.upgrade(fresh)  # and nothing says that it has been done


async def test_rows_that_point_nowhere_undo_a_migration_of_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/fresh.sqlite3")
    await migrate.upgrade(engine)
    statement = "INSERT INTO deals VALUES ('gone', 1, 1, 0, 'r', 'p', NULL, '2026-12-01 00:00:00.000000', NULL)"
    with_next(tmp_path, monkeypatch, statement)
    with pytest.raises(migrate.MigrationError, match="deals"):
        await migrate.upgrade(engine)
    assert "half" not in await table_names(engine)
    await engine.dispose()


async def test_processes_that_start_together_all_find_a_migrated_database(postgres: Server) -> None:
    name = postgres.create()
    program = (
        "import asyncio, sys\n"
        "from app.db.migrate import upgrade\n"
        "from app.db.session import open_engine\n"
        "asyncio.run(upgrade(open_engine(sys.argv[1])))\n"
    )
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", program, postgres.url(name)) for _ in range(3)
    ]
    assert [await process.wait() for process in processes] == [0, 0, 0]
    postgres.drop(name)


async def test_migrations_started_together_in_one_process_wait_for_each_other(fresh: AsyncEngine) -> None:
    await asyncio.gather(*(migrate.upgrade(fresh) for _ in range(3)))
    assert "entries" in await table_names(fresh)
