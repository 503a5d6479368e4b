"""The database as the pages and the API want to see it."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import accounts, history, matches, players, tables
from app.web.auth import Player

RECENT_MATCHES = 10  # of a player's matches, those looked at for ones that are not over


async def ping(engine: AsyncEngine) -> None:
    """Asks the database for a sign of life; raises what the driver raises."""
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))


def _player(found: players.StoredPlayer, device: str | None = None) -> Player:
    return Player(found.id, found.name, found.session_version, found.login, device)


class StoredPlayers:
    """Guests in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, player_id: str) -> Player | None:
        """The player with this id."""
        found = await players.get_player(self._engine, player_id)
        return None if found is None else _player(found)

    async def create(self, name: str) -> Player:
        """A new guest of that name."""
        made = await players.create_guest(self._engine, name)
        return _player(made)

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


class StoredAccounts:
    """Accounts and the devices they are signed in on, in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find_session(self, session: str) -> Player | None:
        """Who is signed in by this session."""
        found = await accounts.find_session(self._engine, session, datetime.now(UTC))
        return None if found is None else _player(found, session)

    async def become(self, player: Player, new: accounts.NewAccount, label: str) -> Player:
        """Makes an account of a guest and signs it in here. Raises `LoginTakenError`, `NoGuestError`."""
        session = await accounts.become_account(self._engine, player.id, new, label)
        return player._replace(login=new.login, device=session)

    async def of_login(self, spellings: frozenset[str]) -> accounts.Account | None:
        """The account with this sign-in name."""
        return await accounts.find_account(self._engine, spellings)

    async def of_player(self, player_id: str) -> accounts.Account | None:
        """The account of this player."""
        return await accounts.account_of_player(self._engine, player_id)

    async def taken(self, spellings: frozenset[str]) -> bool:
        """Whether an account has a name that looks like this."""
        return await accounts.is_taken(self._engine, spellings)

    async def sign_in(self, account: accounts.Account, label: str, instead_of: str | None) -> Player | None:
        """A new session, which takes the place of another one; None if the password has been changed meanwhile."""
        session = await accounts.sign_in(self._engine, account, label, instead_of)
        return None if session is None else await self.find_session(session)

    async def change_password(self, account: accounts.Account, password_hash: str, label: str) -> str | None:
        """Ends every session and begins one; None if somebody else has just changed the password."""
        return await accounts.change_password(self._engine, account, password_hash, label)

    async def rehash(self, account: accounts.Account, password_hash: str) -> None:
        """Keeps a stronger hash of the same password."""
        await accounts.rehash(self._engine, account, password_hash)

    async def living(self, sessions: frozenset[str]) -> frozenset[str]:
        """Which of these sessions are not over."""
        return await accounts.living_sessions(self._engine, sessions)

    async def sessions(self, player_id: str) -> list[accounts.Device]:
        """The player's devices, the one seen last first."""
        return await accounts.sessions_of(self._engine, player_id)

    async def end(self, player_id: str, *, only: str | None = None, but: str | None = None) -> list[str]:
        """Ends sessions of the player: one, all but one, or all. Gives those that were ended."""
        return await accounts.end_sessions(self._engine, player_id, only=only, but=but)


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
