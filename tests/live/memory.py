"""Storage in memory for tests of the shell: strict about keys as the database is; it can be made to wait or fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.db.journal import Conflict, EntryRow
from app.db.tables import CodeTakenError, NewTable
from app.table.entries import Entry


class MemoryJournal:
    """Entries by table. `gate` closed: appends wait, as for a database that is away."""

    def __init__(self) -> None:
        self.entries: dict[int, list[Entry]] = {}
        self.rows: list[Any] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.loads = 0
        self.failure: Exception | None = None

    def begin(self, table_id: int, entries: Iterable[Entry], rows: Sequence[Any] = ()) -> asyncio.Future[None]:
        """As the journal does; every append here has a task of its own."""
        return asyncio.ensure_future(self.append(table_id, entries, rows))

    async def append(self, table_id: int, entries: Iterable[Entry], rows: Sequence[Any] = ()) -> None:
        """Stores entries after the gate has opened."""
        await asyncio.sleep(0)
        await self.gate.wait()
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        stored = self.entries.setdefault(table_id, [])
        keys = {(entry.deal, entry.ply) for entry in stored if entry.ply is not None}
        for entry in entries:
            if entry.seq != len(stored) + 1 or (entry.ply is not None and (entry.deal, entry.ply) in keys):
                raise Conflict(table_id)
            stored.append(entry)
        self.rows.extend(rows)

    async def load(self, table_id: int, after: int = -1) -> list[EntryRow]:
        """The entries of a table."""
        self.loads += 1
        await asyncio.sleep(0.01)
        return [EntryRow._make(entry) for entry in self.entries.get(table_id, []) if entry.seq > after]


class MemoryTables:
    """Which tables there are."""

    def __init__(self, journal: MemoryJournal) -> None:
        self.journal = journal
        self.codes: dict[str, int] = {}
        self.lines: dict[int, dict[str, Any]] = {}
        self.quiet: list[str] = []

    async def find(self, code: str) -> int | None:
        """The id of a table."""
        return self.codes.get(code)

    async def create(self, code: str, _table: NewTable, entries: Sequence[Entry]) -> int:
        """A new table."""
        if code in self.codes:
            raise CodeTakenError
        self.codes[code] = len(self.codes) + 1
        await self.journal.append(self.codes[code], entries)
        return self.codes[code]

    async def summaries(self, seconds: float) -> list[dict[str, Any]]:
        """Stored lines."""
        return list(self.lines.values()) if seconds else []

    async def keep(self, summaries: Mapping[int, dict[str, Any]]) -> None:
        """Stores lines."""
        self.lines.update(summaries)

    async def deserted(self, _seconds: float) -> list[str]:
        """The codes that a test has put on the list."""
        return self.quiet
