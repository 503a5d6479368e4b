"""Rows that are written in the same transaction as the entries they follow from.

A row is a pair `(table, columns)`, e.g. `("deals", {"match_id": "K7PQ2MWX-1", "number": 3, "outcome": {…}})`. The
functions below make every kind there is; `write_rows` writes them. Writing a row twice changes nothing:

* a row with every required column is inserted, or overwrites the one with the same key;
* a row with fewer columns updates the one with its key, and LookupError tells when there is none.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert, Update

from app.db import models

Row = tuple[str, dict[str, Any]]


class _Target(NamedTuple):
    table: Table
    keys: tuple[str, ...]
    required: frozenset[str]
    columns: frozenset[str]


def _target(model: type[models.Base]) -> _Target:
    table = model.__table__
    assert isinstance(table, Table)
    keys = tuple(column.name for column in table.primary_key)
    required = frozenset(c.name for c in table.columns if not c.nullable and c.server_default is None)
    return _Target(table, keys, required, frozenset(table.columns.keys()))


_TARGETS = {
    model.__tablename__: _target(model)
    for model in (models.Table, models.Match, models.MatchSeat, models.Deal, models.Score)  # parents before children
}
_ORDER = {name: place for place, name in enumerate(_TARGETS)}


def moment(at: float) -> datetime:
    """Unix seconds, as entries carry them, as a datetime in UTC."""
    return datetime.fromtimestamp(at, UTC)


class SeatOwner(NamedTuple):
    """Who owns a seat: a player, or a bot (then without a player's id), under the name shown at the table."""

    player_id: str | None
    name: str
    bot: bool


def table_summary(table_id: int, summary: dict[str, Any], at: float) -> Row:
    """The lobby's line about a table as of `at`."""
    return "tables", {"id": table_id, "summary": summary, "updated_at": moment(at)}


def table_host(table_id: int, host: str) -> Row:
    """The table has a new host (a player's id)."""
    return "tables", {"id": table_id, "host": host}


def table_closed(table_id: int, at: float) -> Row:
    """The table is closed for good and leaves the lobby."""
    return "tables", {"id": table_id, "closed_at": moment(at), "updated_at": moment(at)}


def match_started(table_id: int, number: int, *, match_id: str, game: str, ruleset: str, at: float) -> Row:
    """The table's match `number` (1, 2, …) began."""
    return "matches", {"id": match_id, "table_id": table_id, "number": number, "game": game, "ruleset": ruleset,
                       "started_at": moment(at)}  # fmt: skip


def match_ended(match_id: str, winners: Sequence[int], at: float) -> Row:
    """The match is over; `winners` are seats."""
    return "matches", {"id": match_id, "winners": list(winners), "ended_at": moment(at)}


def seat_taken(match_id: str, seat: int, seq: int, owner: SeatOwner, at: float) -> Row:
    """`owner` has the seat from the entry `seq` on: everybody when a match begins, later whoever takes a seat over."""
    return "match_seats", {"match_id": match_id, "seat": seat, "seq": seq, **owner._asdict(), "at": moment(at)}


class NewDeal(NamedTuple):
    """A shuffle: number within the match, serial at the table (`deal` of its entries), pack in order, as text."""

    number: int
    serial: int
    dealer: int
    ruleset: str
    pack: str


def deal_started(match_id: str, deal: NewDeal, at: float) -> Row:
    """The pack is known; the deal begins."""
    return "deals", {"match_id": match_id, **deal._asdict(), "started_at": moment(at)}


def deal_ended(match_id: str, number: int, outcome: dict[str, Any], at: float) -> Row:
    """How the deal went (redeals too). `scores` makes the rows of what it scored."""
    return "deals", {"match_id": match_id, "number": number, "outcome": outcome, "ended_at": moment(at)}


def scores(
    match_id: str, number: int, kind: str, units: Sequence[Fraction | int], totals: Sequence[Fraction | int]
) -> list[Row]:
    """One row per unit (seat or side): the deal's score and the running total, of one kind; zeros for a redeal."""
    return [
        ("scores", {"match_id": match_id, "deal": number, "unit": unit, "kind": kind,
                    "num": score.numerator, "den": score.denominator,
                    "total_num": total.numerator, "total_den": total.denominator})
        for unit, (score, total) in enumerate(zip(units, totals, strict=True))
    ]  # fmt: skip


def check_rows(rows: Iterable[Row]) -> None:
    """Raise ValueError for a row of an unknown table, without its key or with an unknown column."""
    for name, columns in rows:
        target = _TARGETS.get(name)
        if target is None:
            raise ValueError(f"no such table for rows: {name}")
        missing = [key for key in target.keys if key not in columns]
        unknown = sorted(columns.keys() - target.columns)
        if missing or unknown:
            raise ValueError(f"row for {name}: missing keys {missing}, unknown columns {unknown}")


def write_rows(connection: Connection, rows: Sequence[Row]) -> None:
    """Write rows in the order of their tables' foreign keys, within a table in the order given.

    Raises LookupError when a row to be updated does not exist, and what the driver raises.
    """
    ordered = sorted(rows, key=lambda row: _ORDER[row[0]])
    for (name, columns), alike in groupby(ordered, key=lambda row: (row[0], tuple(row[1]))):
        target = _TARGETS[name]
        values = [row[1] for row in alike]
        if target.required.issubset(columns):
            connection.execute(_upsert(connection.dialect.name, target, columns), values)
        else:
            _update(connection, target, values)


@cache
def _upsert(dialect: str, target: _Target, columns: tuple[str, ...]) -> Insert:
    changed = [column for column in columns if column not in target.keys]
    if dialect == "sqlite":
        lite = sqlite.insert(target.table)
        return lite.on_conflict_do_update(index_elements=target.keys, set_={c: lite.excluded[c] for c in changed})
    post = postgresql.insert(target.table)
    return post.on_conflict_do_update(index_elements=target.keys, set_={c: post.excluded[c] for c in changed})


def _update(connection: Connection, target: _Target, values: list[dict[str, Any]]) -> None:
    """One statement per row: an UPDATE of several sets of parameters does not say how many rows it found."""
    for row in values:
        parameters = {("key_" if column in target.keys else "new_") + column: value for column, value in row.items()}
        if connection.execute(_update_of(target, tuple(row)), parameters).rowcount != 1:
            wanted = {key: row[key] for key in target.keys}
            raise LookupError(f"no row of {target.table.name} to update: {wanted}")


@cache
def _update_of(target: _Target, columns: tuple[str, ...]) -> Update:
    statement: Update = target.table.update().values(
        {column: bindparam(f"new_{column}") for column in columns if column not in target.keys}
    )
    for key in target.keys:
        statement = statement.where(target.table.c[key] == bindparam(f"key_{key}"))
    return statement
