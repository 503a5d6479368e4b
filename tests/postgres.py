"""The PostgreSQL of the tests (`app.commands.postgres`): one server for the whole run."""

from collections.abc import Iterator

import pytest

from app.commands.postgres import PostgresError, Server, running

__all__ = ["PostgresError", "Server", "postgres", "running"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One PostgreSQL server for the whole run."""
    with running() as server:
        yield server
