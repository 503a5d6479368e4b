"""Accounts: players with a sign-in name and a password, and the devices (sessions) on which they are signed in.

An account is the same player as the guest it was: everything that refers to the player stays as it is.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.models import Login, Player, Session
from app.db.players import COLUMNS, StoredPlayer
from app.db.session import writing

SEEN_EVERY = timedelta(hours=1)
"""So coarse is what is kept about when a device was last seen."""
KEPT = timedelta(days=400)
"""A session nobody has used for so long is over; browsers have dropped its cookie by then."""


class LoginTakenError(RuntimeError):
    """There is an account with this name, or one that looks the same."""


class NoGuestError(RuntimeError):
    """The player is an account already (or nobody)."""


class NewAccount(NamedTuple):
    """``login`` as typed, its spellings for comparison, and the hash of the password."""

    login: str
    spellings: frozenset[str]
    password_hash: str


class Account(NamedTuple):
    """An account as far as signing in is concerned."""

    player_id: str
    login: str
    password_hash: str


class Device(NamedTuple):
    """A device on which an account is signed in."""

    id: str
    label: str
    created_at: datetime
    seen_at: datetime


async def find_session(engine: AsyncEngine, session: str, now: datetime) -> StoredPlayer | None:
    """Who is signed in by this session; notes about once an hour that it is in use."""
    query = select(*COLUMNS, Session.seen_at).join(Session, Session.player_id == Player.id)
    async with engine.connect() as connection:
        row = (await connection.execute(query.where(Session.id == session))).one_or_none()
    if row is None or row.seen_at < now - KEPT:
        return None
    if row.seen_at < now - SEEN_EVERY:
        async with writing(engine) as connection:
            await connection.execute(update(Session).where(Session.id == session).values(seen_at=now))
    return StoredPlayer(*row[:-1])


async def become_account(engine: AsyncEngine, player_id: str, new: NewAccount, label: str) -> str:
    """Makes an account of a guest, whose cookies are worth nothing from then on; the id of the first session.

    Raises `LoginTakenError` and `NoGuestError`; nothing is changed then.
    """
    change = (
        update(Player)
        .where(Player.id == player_id, Player.login.is_(None))
        .values(login=new.login, password_hash=new.password_hash, session_version=Player.session_version + 1)
    )
    try:
        async with writing(engine) as connection:
            if (await connection.execute(change)).rowcount != 1:
                raise NoGuestError(player_id)
            rows = [{"spelling": spelling, "player_id": player_id} for spelling in sorted(new.spellings)]
            await connection.execute(insert(Login), rows)
            return await _begin_session(connection, player_id, label)
    except IntegrityError as error:
        raise LoginTakenError(new.login) from error


async def is_taken(engine: AsyncEngine, spellings: frozenset[str]) -> bool:
    """Whether there is an account with one of these spellings."""
    query = select(func.count()).select_from(Login).where(Login.spelling.in_(spellings))
    async with engine.connect() as connection:
        return bool(await connection.scalar(query))


async def find_account(engine: AsyncEngine, spellings: frozenset[str]) -> Account | None:
    """The account whose name has exactly these spellings."""
    query = (
        select(Player.id, Player.login, Player.password_hash, Login.spelling)
        .join(Login, Login.player_id == Player.id)
        .where(Player.id.in_(select(Login.player_id).where(Login.spelling.in_(spellings))))
    )
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    if not rows or {row.spelling for row in rows} != spellings:
        return None
    return Account(rows[0].id, rows[0].login or "", rows[0].password_hash or "")


async def account_of_player(engine: AsyncEngine, player_id: str) -> Account | None:
    """The account of this player; None for a guest."""
    query = select(Player.id, Player.login, Player.password_hash).where(
        Player.id == player_id, Player.login.is_not(None)
    )
    async with engine.connect() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None or row.login is None else Account(row.id, row.login, row.password_hash or "")


async def sign_in(engine: AsyncEngine, account: Account, label: str, instead_of: str | None) -> str | None:
    """A new session; `instead_of`, the one the browser had, is ended. None if the password was changed meanwhile."""
    same = select(Player.id).where(Player.id == account.player_id, Player.password_hash == account.password_hash)
    async with writing(engine) as connection:
        if (await connection.execute(same.with_for_update())).one_or_none() is None:
            return None
        if instead_of is not None:
            await connection.execute(delete(Session).where(Session.id == instead_of))
        return await _begin_session(connection, account.player_id, label)


async def change_password(engine: AsyncEngine, account: Account, password_hash: str, label: str | None) -> str | None:
    """Another password: every session ends, and one begins where it was changed (none without a `label`).

    None too if the password is not any more what it was when the account was read; nothing is changed then.
    """
    async with writing(engine) as connection:
        if not await _set_hash(connection, account, password_hash):
            return None
        await connection.execute(delete(Session).where(Session.player_id == account.player_id))
        return None if label is None else await _begin_session(connection, account.player_id, label)


async def rehash(engine: AsyncEngine, account: Account, password_hash: str) -> None:
    """Keeps a hash of the same password that was made with the present parameters."""
    async with writing(engine) as connection:
        await _set_hash(connection, account, password_hash)


async def sessions_of(engine: AsyncEngine, player_id: str) -> list[Device]:
    """The devices on which the account is signed in, the one seen last first."""
    query = select(Session.id, Session.label, Session.created_at, Session.seen_at).where(
        Session.player_id == player_id, Session.seen_at > datetime.now(UTC) - KEPT
    )
    async with engine.connect() as connection:
        rows = (await connection.execute(query.order_by(Session.seen_at.desc(), Session.id))).all()
    return [Device(*row) for row in rows]


async def living_sessions(engine: AsyncEngine, sessions: frozenset[str]) -> frozenset[str]:
    """Which of these sessions are not over."""
    async with engine.connect() as connection:
        return frozenset(await connection.scalars(select(Session.id).where(Session.id.in_(sessions))))


async def end_sessions(
    engine: AsyncEngine, player_id: str, *, only: str | None = None, but: str | None = None
) -> list[str]:
    """Ends sessions of this player, never of another: one, all but one, or all. Gives those that were ended."""
    statement = delete(Session).where(Session.player_id == player_id)
    if only is not None:
        statement = statement.where(Session.id == only)
    if but is not None:
        statement = statement.where(Session.id != but)
    async with writing(engine) as connection:
        return list(await connection.scalars(statement.returning(Session.id)))


async def _set_hash(connection: AsyncConnection, account: Account, password_hash: str) -> bool:
    change = (
        update(Player)
        .where(Player.id == account.player_id, Player.password_hash == account.password_hash)
        .values(password_hash=password_hash)
    )
    return (await connection.execute(change)).rowcount == 1


async def _begin_session(connection: AsyncConnection, player_id: str, label: str) -> str:
    now = datetime.now(UTC)
    session = f"s{secrets.token_hex(15)}"  # never only digits: those are in a guest's token
    await connection.execute(
        insert(Session).values(id=session, player_id=player_id, label=label, created_at=now, seen_at=now)
    )
    return session
