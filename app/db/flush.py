"""One flush of the journal: many appends in one transaction, and what came of each.

Everything here runs on a synchronous connection (`writer.py`). Entries go in as one statement with all their values,
up to 50 rows, compiled once per number of rows and executed as plain text: compiling anew costs more than storing.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from itertools import chain
from types import TracebackType
from typing import Any, Protocol, Self

from sqlalchemy import Connection, Dialect, Table, bindparam, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from app.db.models import Entry
from app.db.rows import Row, write_rows

ROWS_PER_STATEMENT = 50
ROWS_AT_ONCE = 200
"""SQLite takes more, but each number of rows is a statement of its own to be compiled and kept."""

_TABLE = Entry.__table__
assert isinstance(_TABLE, Table)
COLUMNS = tuple(column.name for column in _TABLE.columns)
_ENTRY_ID = COLUMNS.index("entry_id")

Values = tuple[Any, ...]
"""The values of one entry's row, in the order of COLUMNS."""


class Pending(Protocol):
    """What a flush must know of an append."""

    @property
    def entries(self) -> Sequence[Values]: ...
    @property
    def rows(self) -> Sequence[Row]: ...


class Verdict(Enum):
    """What came of one append: stored (now or by an earlier attempt), keys taken by others, or to be tried again."""

    STORED = "stored"
    TAKEN = "taken"
    AGAIN = "again"


def write(connection: Connection, batch: Sequence[Pending]) -> list[Verdict]:
    """Store a batch in one transaction if nothing stands in its way, else nothing, and say which appends do.

    An append stands in the way if the database refused at least one of its entries. If all of them are there with their
    own ids, an earlier attempt stored it. The others are to be tried again without it. Raises what the driver raises.
    """
    entries = list(chain.from_iterable(append.entries for append in batch))
    rows = list(chain.from_iterable(append.rows for append in batch))
    if _at_once(connection, entries, rows):
        return [Verdict.STORED] * len(batch)
    with connection.begin() if rows else _Bare(connection) as transaction:
        stored = _insert(connection, entries)
        if len(stored) == len(entries):
            write_rows(connection, rows)
            return [Verdict.STORED] * len(batch)
        transaction.rollback()
    free = set(stored)
    verdicts = [Verdict.AGAIN if _claim(append, free) else Verdict.TAKEN for append in batch]
    blocked = [append for append, verdict in zip(batch, verdicts, strict=True) if verdict is Verdict.TAKEN]
    with connection.begin():
        ids = _entry_ids(connection, [values[:2] for append in blocked for values in append.entries])
    return [
        Verdict.STORED
        if verdict is Verdict.TAKEN and all(ids.get(values[:2]) == values[_ENTRY_ID] for values in append.entries)
        else verdict
        for append, verdict in zip(batch, verdicts, strict=True)
    ]


def _at_once(connection: Connection, entries: Sequence[Values], rows: Sequence[Row]) -> bool:
    """On SQLite: all entries in one plain statement, which without rows is its own transaction. False when a key
    forbids one of them; then nothing is stored.

    The thread lets go of the interpreter once for all entries instead of once for each row that comes back. Getting it
    again costs more than storing them when the event loop is busy.
    """
    if connection.dialect.name != "sqlite" or not 0 < len(entries) <= ROWS_AT_ONCE:
        return False
    values = tuple(chain.from_iterable(entries))
    try:
        if rows:
            with connection.begin():
                connection.connection.cursor().execute(_plain_statement(len(entries)), values)
                write_rows(connection, rows)
        else:
            connection.connection.cursor().execute(_plain_statement(len(entries)), values)
    except sqlite3.IntegrityError:
        return False
    return True


@cache
def _plain_statement(count: int) -> str:
    row = f"({','.join('?' * len(COLUMNS))})"
    return f"INSERT INTO {Entry.__tablename__} ({','.join(COLUMNS)}) VALUES {','.join([row] * count)}"


class _Bare:
    """A transaction of the driver's own connection: for a flush without rows SQLAlchemy's costs half as much again."""

    def __init__(self, connection: Connection) -> None:
        self._driver = connection.connection
        self._open = True
        if connection.dialect.name == "sqlite":  # asyncpg's begins with the first statement
            self._driver.cursor().execute("BEGIN IMMEDIATE")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            with suppress(Exception):  # a closed SQLite connection keeps its lock while a traceback keeps its cursor
                self._driver.rollback()
        elif self._open:
            self._driver.commit()

    def rollback(self) -> None:
        """Take everything back; leaving the block does nothing more."""
        self._open = False
        self._driver.rollback()


def _claim(append: Pending, stored: set[str]) -> bool:
    """Whether all entries of an append went in. They are taken out of `stored`: of the same entry twice, one did."""
    ids = {values[_ENTRY_ID] for values in append.entries}
    if len(ids) < len(append.entries) or not ids <= stored:
        return False
    stored -= ids
    return True


def _insert(connection: Connection, entries: Sequence[Values]) -> list[str]:
    """Insert what no key forbids; the ids of the entries that went in."""
    cursor = connection.connection.cursor()
    stored: list[str] = []
    for start in range(0, len(entries), ROWS_PER_STATEMENT):
        chunk = entries[start : start + ROWS_PER_STATEMENT]
        cursor.execute(_statement(connection.dialect, len(chunk)), tuple(chain.from_iterable(chunk)))
        stored += [row[0] for row in cursor.fetchall()]
    return stored


_statements: dict[tuple[str, int], str] = {}


def _statement(dialect: Dialect, count: int) -> str:
    """The text of an insert of `count` entries, with one parameter per value, row by row."""
    text = _statements.get((dialect.name, count))
    if text is None:
        names = [[f"{column}_{row}" for column in COLUMNS] for row in range(count)]
        values = [dict(zip(COLUMNS, map(bindparam, row), strict=True)) for row in names]
        insert = sqlite.insert(Entry) if dialect.name == "sqlite" else postgresql.insert(Entry)
        statement = insert.values(values).on_conflict_do_nothing().returning(Entry.entry_id)
        compiled = statement.compile(dialect=dialect)
        text = str(compiled)
        _statements[dialect.name, count] = text
    return text


def _entry_ids(connection: Connection, keys: Sequence[Values]) -> dict[Values, str]:
    """The ids of the entries that stand at these keys now."""
    found: dict[Values, str] = {}
    for start in range(0, len(keys), ROWS_PER_STATEMENT):
        query = select(Entry.table_id, Entry.seq, Entry.entry_id).where(
            tuple_(Entry.table_id, Entry.seq).in_(keys[start : start + ROWS_PER_STATEMENT])
        )
        found.update(((table_id, seq), entry_id) for table_id, seq, entry_id in connection.execute(query))
    return found


_TRANSIENT_STATES = ("08", "40", "53", "57", "58")
"""Classes of SQLSTATE that pass: connection, rollback, resources, operator, system."""
_STANDBY = "25006"
"""Read-only: a standby that is about to be promoted."""
_TRANSIENT_SQLITE = frozenset(
    (
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_PROTOCOL,
    )
)  # fmt: skip


def is_transient(error: Exception) -> bool:
    """Whether the same statements may well succeed later: the database is away, busy, full or just restarting.

    Everything else (a value that cannot be stored, a row that breaks a key, a mistake in this program) fails for ever.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _TRANSIENT_SQLITE
    if cause is not None and hasattr(cause, "sqlstate"):  # from PostgreSQL, or without a state from its driver
        if cause.sqlstate is None:
            return not isinstance(cause.__cause__, ValueError)  # a value it cannot encode, else a lost connection
        return str(cause.sqlstate).startswith(_TRANSIENT_STATES) or cause.sqlstate == _STANDBY
    return isinstance(cause, (OSError, TimeoutError, DisconnectionError, PoolTimeout))
