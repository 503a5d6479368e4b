"""Players, tables and what the server remembers; moments."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import rows
from app.db.journal import Journal
from app.db.models import Player
from app.db.players import create_guest, get_player, rename_player
from app.db.session import open_engine, writing
from app.db.settings import get_or_create, signing_key
from app.db.tables import CodeTakenError, NewTable, create_table, deserted_tables, find_table, live_tables, new_code
from tests.db.entries import entry

AT = 1796000000.0
NEW = NewTable("mighty/japanese@1", True, "everybody", "mina", AT)


async def test_a_guest_is_found_again(engine: AsyncEngine) -> None:
    guest = await create_guest(engine, "Mina 美奈")
    assert await get_player(engine, guest.id) == guest


async def test_a_stranger_is_nobody(engine: AsyncEngine) -> None:
    assert await get_player(engine, "nobody") is None
    assert not await rename_player(engine, "nobody", "Somebody")


async def test_a_player_can_be_renamed(engine: AsyncEngine) -> None:
    guest = await create_guest(engine, "Mina")
    assert await rename_player(engine, guest.id, "Minna")
    assert await get_player(engine, guest.id) == guest._replace(name="Minna")


async def test_a_moment_comes_back_aware_and_in_utc(engine: AsyncEngine) -> None:
    tokyo = datetime(2026, 12, 1, 4, 30, 0, 123456, tzinfo=timezone(timedelta(hours=9)))
    async with writing(engine) as connection:
        await connection.execute(insert(Player).values(id="a", name="A", created_at=tokyo))
        found = await connection.scalar(select(Player.created_at))
    assert found == tokyo
    assert found is not None
    assert found.tzinfo is UTC


async def test_a_naive_moment_is_refused(engine: AsyncEngine) -> None:
    async with writing(engine) as connection:
        with pytest.raises((StatementError, ValueError), match="naive"):
            await connection.execute(insert(Player).values(id="a", name="A", created_at=datetime(2026, 12, 1)))


async def test_a_new_table_is_found_by_its_code_with_its_first_entry(journal: Journal, engine: AsyncEngine) -> None:
    table = await create_table(journal, NEW, [entry(0)])
    assert await find_table(engine, table.code) == table
    assert len(await journal.load(table.id)) == 1


async def test_an_unknown_code_is_no_table(engine: AsyncEngine) -> None:
    assert await find_table(engine, "NOTABLE2") is None


async def test_a_code_that_is_taken_is_drawn_again(journal: Journal) -> None:
    codes = iter(["SAMECODE", "SAMECODE", "NEXTCODE"])
    first = await create_table(journal, NEW, [entry(0)], lambda: next(codes))
    second = await create_table(journal, NEW, [entry(0)], lambda: next(codes))
    assert (first.code, second.code) == ("SAMECODE", "NEXTCODE")


async def test_codes_that_are_always_taken_are_given_up(journal: Journal) -> None:
    await create_table(journal, NEW, [entry(0)], lambda: "SAMECODE")
    with pytest.raises(CodeTakenError):
        await create_table(journal, NEW, [entry(0)], lambda: "SAMECODE")


async def test_the_lobby_lists_what_changed_lately_and_is_open_latest_first(
    journal: Journal, engine: AsyncEngine
) -> None:
    tables = [await create_table(journal, NEW._replace(at=AT + minute), [entry(0)]) for minute in range(4)]
    await journal.append(tables[2].id, [entry(1)], [rows.table_closed(tables[2].id, AT + 9)])
    await journal.append(tables[1].id, [entry(1)], [rows.table_summary(tables[1].id, {}, AT + 9)])
    found = await live_tables(engine, rows.moment(AT + 1))
    assert [table.id for table in found] == [tables[1].id, tables[3].id]


def test_codes_do_not_repeat() -> None:
    assert len({new_code() for _ in range(2000)}) == 2000


async def test_processes_that_start_together_agree_on_the_signing_key(engine: AsyncEngine, address: str) -> None:
    other = open_engine(address)
    keys = await asyncio.gather(*(signing_key(each) for each in (engine, other) * 4))
    await other.dispose()
    assert len(set(keys)) == 1
    assert len(keys[0]) >= 40


async def test_what_was_made_once_is_not_made_again(engine: AsyncEngine) -> None:
    made = iter("ab")
    assert [await get_or_create(engine, "key", lambda: next(made)) for _ in range(3)] == ["a", "a", "a"]


async def test_deserted_tables_are_those_that_are_open_and_have_not_changed_for_long(engine: AsyncEngine) -> None:
    journal = Journal(engine)
    host = (await create_guest(engine, "Host")).id
    made = [await create_table(journal, NEW._replace(host=host, at=AT + day * 86400), [entry(1)]) for day in (0, 1, 9)]
    await journal.append(made[1].id, (), [rows.table_closed(made[1].id, AT + 86400)])
    found = await deserted_tables(engine, datetime.fromtimestamp(AT + 5 * 86400, UTC))
    assert found == [made[0].code]
    await journal.close()
