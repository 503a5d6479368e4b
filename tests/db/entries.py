"""Entries for tests, and a writer whose transactions can be made to go wrong."""

import asyncio
from collections.abc import Callable
from typing import Any, Literal

from app.db.journal import EntryRow, Journal


def entry(
    seq: int, *, deal: int | None = None, ply: int | None = None, text: str = "play AS", entry_id: str = ""
) -> EntryRow:
    """An action as the core would make it."""
    return EntryRow(seq, "act", 2, "mina", text, deal, ply, f"c{seq}", entry_id, 1796000000.123456789)


async def stored(journal: Journal, table: int) -> list[tuple[int, str]]:
    """What a table's journal holds: places and texts."""
    return [(row.seq, row.text) for row in await journal.load(table)]


class Fault:
    """Stands before a journal's writer. `plan` says what happens to the coming transactions; then all goes well."""

    def __init__(self, journal: Journal, *plan: Literal["before", "after", "well"] | Exception) -> None:
        self.plan = list(plan)
        self.transactions = 0
        self.open = asyncio.Event()
        self.open.set()
        self._writer = journal._writer
        journal._writer = self  # type: ignore[assignment]

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """`before`: the connection breaks before COMMIT takes effect; `after`: afterwards, but the answer is lost."""
        await self.open.wait()
        self.transactions += 1
        fault = self.plan.pop(0) if self.plan else "well"
        if isinstance(fault, Exception):
            raise fault
        if fault == "before":
            raise ConnectionResetError("lost before COMMIT")
        result = await self._writer.run(work, *args)
        if fault == "after":
            raise ConnectionResetError("lost after COMMIT")
        return result

    async def close(self) -> None:
        """Close the real writer."""
        await self._writer.close()
