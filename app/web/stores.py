"""The database as the pages and the API want to see it."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import history, matches, players, tables
from app.web.auth import Player

RECENT_MATCHES = 10  # of a player's matches, those looked at for ones that are not over


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

    async def running_tables(self, player_id: str) -> list[dict[str, Any]]:
        """The stored lobby lines of the tables at which the player owns a seat in a match that is not over."""
        found = []
        for match in await matches.player_matches(self._engine, player_id, player_id, limit=RECENT_MATCHES):
            owners = {sitting.seat: sitting.player_id for sitting in match.sittings}  # the latest of a seat comes last
            if match.ended_at is None and player_id in owners.values():
                stored = await tables.find_table(self._engine, match.id.rpartition("-")[0])
                if stored is not None and stored.summary is not None:
                    found.append(stored.summary)
        return found


class StoredMatches:
    """Matches in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def get(self, match_id: str) -> tuple[matches.MatchLine, list[matches.DealLine]] | None:
        """A match and its deals in order, the running one included."""
        return await matches.get_match(self._engine, match_id)

    async def actions(self, match: matches.MatchLine, first: int, last: int) -> list[history.StoredAction]:
        """What was played in the deals with these serial numbers of the match's table."""
        return await history.stored_actions(self._engine, match.table_id, first, last)

    async def of_player(
        self, player_id: str, viewer: str | None, *, before: str | None, limit: int
    ) -> list[matches.MatchLine]:
        """The player's matches as far as they are listed for the viewer, the latest first."""
        return await matches.player_matches(self._engine, player_id, viewer, before=before, limit=limit)

    async def results(self, player_id: str, viewer: str | None) -> list[matches.GameResult]:
        """How the player fared in those matches, by game."""
        return await matches.player_results(self._engine, player_id, viewer)
