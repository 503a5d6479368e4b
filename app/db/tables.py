"""Tables: finding them, making them, and what the lobby lists."""

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.journal import Journal, JournalEntry, UnstorableError
from app.db.models import Table
from app.db.rows import Row, moment

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no vowels but A and E, none that look alike
_LENGTH = 8
_ATTEMPTS = 5


class StoredTable(NamedTuple):
    """A table as stored; times in UTC, `summary` is the lobby's line (None until the first one is written)."""

    id: int
    code: str
    ruleset: str
    open: bool
    watch: str
    host: str
    created_at: datetime
    updated_at: datetime
    closed_at: datetime | None
    summary: dict[str, Any] | None


class NewTable(NamedTuple):
    """What is chosen when a table is made; `host` is a player's id, `at` unix seconds."""

    ruleset: str
    open: bool
    watch: str
    host: str
    at: float


class CodeTakenError(RuntimeError):
    """Every code that was tried belongs to a table already."""


def new_code() -> str:
    """A random table code of eight letters and digits (39 bits), easy to read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


async def create_table(
    journal: Journal, table: NewTable, entries: Sequence[JournalEntry], make_code: Callable[[], str] = new_code
) -> StoredTable:
    """Make a table with the first entries of its journal (`open`), in one transaction.

    Raises CodeTakenError when `make_code` gave five codes that exist, and what `Journal.append` raises.
    """
    for _ in range(_ATTEMPTS):
        at = moment(table.at)
        stored = StoredTable(
            _new_id(), make_code(), table.ruleset, table.open, table.watch, table.host, at, at, None, None
        )
        try:
            await journal.append(stored.id, entries, [_row(stored)])
        except UnstorableError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            if await find_table(journal.engine, stored.code) is None:
                raise
        else:
            return stored
    raise CodeTakenError


async def find_table(engine: AsyncEngine, code: str) -> StoredTable | None:
    """The table with that code, or None. Codes are stored in capitals; whoever reads one from a person raises it."""
    async with engine.connect() as connection:
        row = (await connection.execute(select(*_COLUMNS).where(Table.code == code))).one_or_none()
    return None if row is None else StoredTable(*row)


async def live_tables(engine: AsyncEngine, since: datetime, limit: int = 200) -> list[StoredTable]:
    """Tables that are not closed and have changed since then, the latest first."""
    query = (
        select(*_COLUMNS)
        .where(Table.closed_at.is_(None), Table.updated_at >= since)
        .order_by(Table.updated_at.desc())
        .limit(limit)
    )
    async with engine.connect() as connection:
        return [StoredTable(*row) for row in await connection.execute(query)]


async def deserted_tables(engine: AsyncEngine, before: datetime, limit: int = 50) -> list[str]:
    """Codes of tables that are not closed and have not changed since then, the oldest first."""
    query = (
        select(Table.code)
        .where(Table.closed_at.is_(None), Table.updated_at < before)
        .order_by(Table.updated_at)
        .limit(limit)
    )
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


_COLUMNS = tuple(getattr(Table, field) for field in StoredTable._fields)


def _row(table: StoredTable) -> Row:
    return "tables", {name: value for name, value in table._asdict().items() if value is not None}


def _new_id() -> int:
    """A key known before the row exists, so that row and entries go together: milliseconds, then 20 random bits."""
    return time.time_ns() // 1_000_000 << 20 | secrets.randbits(20)
