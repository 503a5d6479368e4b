"""What was played in deals that are over. Only the tables themselves read entries beside it."""

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.models import Entry


class StoredAction(NamedTuple):
    """One action of a deal, or (`kind` says so) that some were taken back or the rest was claimed. `seat` is None for
    the table's clock; `who` is a player's id, "bot" or "table"; `at` in Unix seconds."""

    serial: int
    kind: str
    seat: int | None
    action: str
    who: str
    at: float


async def stored_actions(engine: AsyncEngine, table_id: int, first: int, last: int) -> list[StoredAction]:
    """The actions of the table's deals from one serial number to another, in the order in which they were made."""
    query = (
        select(Entry.deal, Entry.kind, Entry.seat, Entry.text, Entry.who, Entry.at)
        .where(Entry.table_id == table_id, Entry.deal >= first, Entry.deal <= last, Entry.ply >= 1)
        .order_by(Entry.deal, Entry.ply)
    )
    async with engine.connect() as connection:
        return [StoredAction._make(row) for row in await connection.execute(query)]
