"""Players: guests with a name. What makes accounts of them is in `app.db.accounts`."""

import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.models import Player
from app.db.session import writing

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
_LENGTH = 12  # 59 bits: nobody meets the same id twice


COLUMNS = (Player.id, Player.name, Player.created_at, Player.session_version, Player.login)


class StoredPlayer(NamedTuple):
    """A player as stored. A cookie with another `session_version` is no longer good."""

    id: str
    name: str
    created_at: datetime
    session_version: int
    login: str | None = None


def new_player_id() -> str:
    """A random id, short enough to be shown to everybody at a table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


async def create_guest(engine: AsyncEngine, name: str) -> StoredPlayer:
    """A new player of that name, which the caller has checked."""
    player = StoredPlayer(new_player_id(), name, datetime.now(UTC), 1)
    async with writing(engine) as connection:
        await connection.execute(insert(Player).values(**player._asdict()))
    return player


async def get_player(engine: AsyncEngine, player_id: str) -> StoredPlayer | None:
    """The player, or None."""
    query = select(*COLUMNS).where(Player.id == player_id)
    async with engine.connect() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else StoredPlayer(*row)


async def rename_player(engine: AsyncEngine, player_id: str, name: str) -> bool:
    """Give the player another name; False if there is no such player. Seats keep the label they were taken under."""
    async with writing(engine) as connection:
        result = await connection.execute(update(Player).where(Player.id == player_id).values(name=name))
    return result.rowcount == 1
