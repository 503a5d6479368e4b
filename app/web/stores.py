"""The database as the pages and the API want to see it."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import players
from app.web.auth import Player


async def ping(engine: AsyncEngine) -> None:
    """Asks the database for a sign of life; raises what the driver raises."""
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))


class StoredPlayers:
    """Guests in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, player_id: str) -> Player | None:
        """The player with this id."""
        found = await players.get_player(self._engine, player_id)
        return None if found is None else Player(found.id, found.name, found.session_version)

    async def create(self, name: str) -> Player:
        """A new guest of that name."""
        made = await players.create_guest(self._engine, name)
        return Player(made.id, made.name, made.session_version)

    async def rename(self, player_id: str, name: str) -> None:
        """Gives a player another name."""
        await players.rename_player(self._engine, player_id, name)
