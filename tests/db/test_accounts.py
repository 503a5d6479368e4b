"""Accounts and sessions as stored, on both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import accounts
from app.db.accounts import LoginTakenError, NewAccount, NoGuestError
from app.db.models import Session
from app.db.players import create_guest, get_player
from app.table.names import same


def wanted(login: str = "Mina") -> NewAccount:
    return NewAccount(login, same(login), "hash")


async def account(engine: AsyncEngine, login: str = "Mina") -> tuple[str, str]:
    """A new account: its player's id and its first session."""
    guest = await create_guest(engine, login)
    return guest.id, await accounts.become_account(engine, guest.id, wanted(login), "Firefox on Linux")


async def who(engine: AsyncEngine, session: str) -> str | None:
    found = await accounts.find_session(engine, session, datetime.now(UTC))
    return None if found is None else found.id


async def test_an_account_is_the_same_player(engine: AsyncEngine) -> None:
    player, session = await account(engine)
    assert await who(engine, session) == player


async def test_becoming_an_account_makes_the_cookies_of_the_guest_worthless(engine: AsyncEngine) -> None:
    guest = await create_guest(engine, "Mina")
    await accounts.become_account(engine, guest.id, wanted(), "")
    now = await get_player(engine, guest.id)
    assert now is not None
    assert (now.session_version, now.login) == (guest.session_version + 1, "Mina")


@pytest.mark.parametrize("other", ["Mina", "MINA", "Міna", "ｍｉｎａ"])
async def test_a_name_that_looks_the_same_is_taken(engine: AsyncEngine, other: str) -> None:
    await account(engine)
    guest = await create_guest(engine, "Toma")
    with pytest.raises(LoginTakenError):
        await accounts.become_account(engine, guest.id, wanted(other), "")
    again = await get_player(engine, guest.id)
    assert again is not None
    assert again.login is None


async def test_an_account_cannot_become_one_again(engine: AsyncEngine) -> None:
    player, _ = await account(engine)
    with pytest.raises(NoGuestError):
        await accounts.become_account(engine, player, wanted("Toma"), "")


async def test_an_account_is_found_in_any_spelling_of_its_own_letters(engine: AsyncEngine) -> None:
    player, _ = await account(engine)
    found = await accounts.find_account(engine, same("mINA"))
    assert found is not None
    assert found.player_id == player
    assert await accounts.find_account(engine, same("Міna")) is None


async def test_only_sessions_of_the_player_end(engine: AsyncEngine) -> None:
    mina, _ = await account(engine)
    _, toma = await account(engine, "Toma")
    assert await accounts.end_sessions(engine, mina, only=toma) == []
    assert await who(engine, toma) is not None


async def test_all_others_end(engine: AsyncEngine) -> None:
    player, first = await account(engine)
    found = await accounts.account_of_player(engine, player)
    assert found is not None
    second = await accounts.sign_in(engine, found, "", None)
    assert await accounts.end_sessions(engine, player, but=second) == [first]
    assert [device.id for device in await accounts.sessions_of(engine, player)] == [second]


async def test_another_password_ends_every_session_and_begins_one(engine: AsyncEngine) -> None:
    player, first = await account(engine)
    found = await accounts.account_of_player(engine, player)
    assert found is not None
    fresh = await accounts.change_password(engine, found, "other", "")
    assert fresh is not None
    assert (await who(engine, first), await who(engine, fresh)) == (None, player)


async def test_a_password_that_was_changed_meanwhile_signs_nobody_in(engine: AsyncEngine) -> None:
    player, _ = await account(engine)
    found = await accounts.account_of_player(engine, player)
    assert found is not None
    await accounts.change_password(engine, found, "other", "")
    assert await accounts.sign_in(engine, found, "", None) is None
    assert await accounts.change_password(engine, found, "third", "") is None


async def seen(engine: AsyncEngine, session: str, ago: timedelta) -> datetime:
    """When a session counts as last seen, after it was used `ago` since the last time."""
    async with engine.begin() as connection:
        before = datetime.now(UTC) - ago
        await connection.execute(update(Session).where(Session.id == session).values(seen_at=before))
    await accounts.find_session(engine, session, datetime.now(UTC))
    async with engine.connect() as connection:
        at = await connection.scalar(select(Session.seen_at).where(Session.id == session))
    assert at is not None
    return at


async def test_use_is_noted_once_an_hour(engine: AsyncEngine) -> None:
    _, session = await account(engine)
    now = datetime.now(UTC)
    assert await seen(engine, session, timedelta(minutes=50)) < now - timedelta(minutes=40)
    assert await seen(engine, session, timedelta(minutes=70)) >= now


async def test_a_session_that_nobody_uses_runs_out(engine: AsyncEngine) -> None:
    _, session = await account(engine)
    await seen(engine, session, timedelta(days=401))
    assert await who(engine, session) is None


async def test_living_sessions_are_those_that_have_a_row(engine: AsyncEngine) -> None:
    _, session = await account(engine)
    assert await accounts.living_sessions(engine, frozenset((session, "gone"))) == {session}
