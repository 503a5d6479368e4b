"""What the shell needs of the database, and how a step of a table becomes rows of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Protocol

from app.db import rows as db_rows
from app.db.journal import EntryRow
from app.db.journal import Journal as DatabaseJournal
from app.db.tables import NewTable, create_table, deserted_tables, find_table, live_tables
from app.live.seals import UNSEALED, DamagedError, fits, seal_after
from app.table import rows as table_rows
from app.table.entries import HOST, KICK, MATCH, SIT, Entry
from app.table.evolve import evolve, fold
from app.table.state import Table
from app.table.steps import Step

FOLD_AT_ONCE = 500  # entries folded before others get their turn


class Journal(Protocol):
    """Where entries are kept; `app.db.journal.Journal` is one."""

    def begin(self, table_id: int, entries: Sequence[Entry], rows: Sequence[db_rows.Row] = ()) -> asyncio.Future[None]:
        """Store entries and rows in one transaction; what is returned is done once they are committed."""

    async def load(self, table_id: int, after: int = -1) -> list[EntryRow]:
        """The committed entries of a table in order."""


class Tables(Protocol):
    """Where it is written which tables there are; `StoredTables` in production."""

    async def find(self, code: str) -> int | None:
        """The id of the table with this code."""

    async def create(self, code: str, table: NewTable, entries: Sequence[Entry]) -> int:
        """Writes down a new table with the first entries of its journal and returns its id. Raises `CodeTakenError`."""

    async def summaries(self, seconds: float) -> list[dict[str, Any]]:
        """The lobby's lines of the tables that changed within so long, the latest change last."""

    async def keep(self, summaries: Mapping[int, dict[str, Any]]) -> None:
        """Stores the lobby's lines of these tables (by id)."""

    async def deserted(self, seconds: float) -> list[str]:
        """Codes of some tables that have not changed for so long and are not closed."""


class StoredTables:
    """The tables of a database. What is written goes through the journal's group commit."""

    def __init__(self, journal: DatabaseJournal) -> None:
        self._engine = journal.engine
        self._journal = journal

    async def find(self, code: str) -> int | None:
        """See `Tables`."""
        stored = await find_table(self._engine, code)
        return None if stored is None or stored.closed_at is not None else stored.id

    async def create(self, code: str, table: NewTable, entries: Sequence[Entry]) -> int:
        """See `Tables`."""
        return (await create_table(self._journal, table, entries, lambda: code)).id

    async def summaries(self, seconds: float) -> list[dict[str, Any]]:
        """See `Tables`."""
        stored = await live_tables(self._engine, datetime.now(UTC) - timedelta(seconds=seconds))
        return [table.summary for table in reversed(stored) if table.summary is not None]

    async def deserted(self, seconds: float) -> list[str]:
        """See `Tables`."""
        return await deserted_tables(self._engine, datetime.now(UTC) - timedelta(seconds=seconds))

    async def keep(self, summaries: Mapping[int, dict[str, Any]]) -> None:
        """See `Tables`."""
        now = datetime.now(UTC).timestamp()
        await asyncio.gather(
            *(
                self._journal.append(table_id, (), [db_rows.table_summary(table_id, summary, now)])
                for table_id, summary in summaries.items()
            )
        )


def entry_of(row: EntryRow) -> Entry:
    """A stored entry as the core reads it."""
    return Entry._make(row)


def rows_of(table_id: int, step: Step) -> list[db_rows.Row]:
    """The rows that belong into the transaction of a step's entries."""
    rows = [_convert(table_id, row, step) for row in step.rows]
    for entry in step.entries:
        if entry.kind == HOST:
            rows.append(db_rows.table_host(table_id, entry.text))
    return rows


def _convert(table_id: int, row: table_rows.Row, step: Step) -> db_rows.Row:
    match = step.table.meta.match
    number = match.dealt if match is not None else 0
    if isinstance(row, table_rows.CloseRow):
        return db_rows.table_closed(table_id, row.at)
    if isinstance(row, table_rows.MatchRow):
        return db_rows.match_started(
            table_id, row.number, match_id=row.match, game=row.game, ruleset=row.ruleset, at=row.at
        )
    if isinstance(row, table_rows.MatchSeatRow):
        owner = db_rows.SeatOwner(row.player, row.name, row.kind == "bot")
        entry = _seat_entry(step.entries, row.seat)
        return db_rows.seat_taken(row.match, row.seat, entry.seq, owner, entry.at)
    if isinstance(row, table_rows.DealRow):
        deal = db_rows.NewDeal(row.number, row.deal, row.dealer, row.ruleset, row.pack)
        return db_rows.deal_started(row.match, deal, row.at)
    if isinstance(row, table_rows.DealEndRow):
        outcome: dict[str, Any] = json.loads(row.outcome)
        return db_rows.deal_ended(row.match, number, outcome, row.at)
    if isinstance(row, table_rows.MatchEndRow):
        return db_rows.match_ended(row.match, row.winners, row.at)
    if isinstance(row, table_rows.ScoreRow):
        columns = {
            "match_id": row.match,
            "deal": number,
            "unit": row.unit,
            "kind": row.kind,
            "num": row.numerator,
            "den": row.denominator,
            "total_num": row.total_numerator,
            "total_den": row.total_denominator,
        }
        return "scores", columns
    raise TypeError(f"no table for {type(row).__name__}")


def _seat_entry(entries: Sequence[Entry], seat: int) -> Entry:
    """The entry by which a seat got its owner: sitting down in mid-match, the loss of it to a bot, or the beginning."""
    for entry in entries:
        if entry.kind == MATCH or (entry.kind in (SIT, KICK) and entry.seat == seat):
            return entry
    raise LookupError(f"nobody took seat {seat} in this step")


class Loaded(NamedTuple):
    """A table from its journal. `seal` is that of its last entry; `damage` says where the journal is not what was
    written (empty where all is well), and then `table` is as it was before that."""

    table: Table
    seal: str
    damage: str = ""


async def load(journal: Journal, table_id: int) -> Loaded:
    """A table from its journal. Long journals are folded in pieces, so that other tables go on meanwhile.

    :raises DamagedError: not even the first entry can be read
    """
    entries = [entry_of(row) for row in await journal.load(table_id)]
    if not entries:
        raise DamagedError("a journal without entries")
    try:
        table = fold(entries[:1])
    except Exception as error:
        raise DamagedError("entry 1 cannot be read") from error
    seal = seal_after(UNSEALED, entries[0], table)
    if not fits(entries[0], seal):
        raise DamagedError("entry 1 is not what was written")
    for place, entry in enumerate(entries[1:], 1):
        try:
            after = evolve(table, entry)
            sealed = seal_after(seal, entry, after)
        except Exception as error:  # whatever a changed row may lead to
            return Loaded(table, seal, f"entry {entry.seq} cannot follow ({type(error).__name__})")
        if not fits(entry, sealed):
            return Loaded(table, seal, f"entry {entry.seq} is not what was written, or leads elsewhere")
        table, seal = after, sealed
        if not place % FOLD_AT_ONCE:
            await asyncio.sleep(0)
    return Loaded(table, seal)
