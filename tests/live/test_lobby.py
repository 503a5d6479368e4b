"""The list of tables as it is sent to those who look at it."""

import asyncio

import pytest

from app.live import lobby
from app.live.outbox import REPLACED
from tests.live.client import Client, Frame
from tests.live.conftest import FAST, House, serving
from tests.live.memory import MemoryJournal, MemoryTables


async def look(house: House, name: str | None = None) -> Client:
    token = None if name is None else house.identity.token(house.players[house.person(name).id])
    client = await Client.open(f"ws://127.0.0.1:{house.port}/ws/lobby", token)
    house.clients.append(client)
    await client.kind("lobby")
    return client


async def test_the_list_comes_at_once_and_after_every_change(house: House):
    client = await look(house)
    assert client.frames[0]["tables"] == []
    code = await house.table()
    await client.until(lambda frame: [table["code"] for table in frame["tables"]] == [code])


async def test_nobody_is_shown_a_table_that_is_open_by_link_only(house: House):
    await house.table(open=False)
    client = await look(house)
    assert client.frames[0]["tables"] == []


async def test_many_changes_within_a_moment_are_sent_together():
    async with serving(FAST._replace(lobby_every=0.2)) as house:
        client = await look(house)
        code = await house.table()
        await house.seated(code, "Mina", "Taro", "Ena")
        await client.until(lambda frame: bool(frame["tables"]) and frame["tables"][0]["free"] == 2)
        assert len(client.frames) <= 4


async def test_the_list_is_known_again_after_a_restart():
    journal = MemoryJournal()
    tables = MemoryTables(journal)
    async with serving(FAST, journal, tables=tables) as house:
        code = await house.table()
        await asyncio.sleep(0.1)
    async with serving(FAST, journal, tables=tables) as house:
        assert [table["code"] for table in house.hub.lobby.tables()] == [code]


async def test_the_lobby_refuses_moves(house: House):
    client = await look(house)
    answer = await client.ask("sit", seat=1)
    assert answer["code"] == "not_now"


async def test_the_oldest_of_too_many_anonymous_windows_at_one_address_is_closed():
    async with serving(FAST._replace(lobby_per_address=2)) as house:
        windows = [await look(house) for _ in range(3)]
        assert await windows[0].ended() == (REPLACED, "replaced")
        assert not windows[1].closed


async def test_people_with_a_name_have_windows_of_their_own():
    async with serving(FAST._replace(lobby_per_address=1, connections_per_player=2)) as house:
        mine = [await look(house, "Mina") for _ in range(3)]
        stranger = await look(house)
        assert await mine[0].ended() == (REPLACED, "replaced")
        assert not any(window.closed for window in (*mine[1:], stranger))


def codes(frame: Frame) -> list[str]:
    return [table["code"] for table in frame["tables"]]


async def test_tables_with_people_come_first(house: House):
    attended = await house.table()
    await house.join(attended, "Mina")
    empty = await house.table("Taro")
    client = await look(house)
    assert codes(client.frames[0]) == [attended, empty]


async def test_a_table_that_everybody_has_left_is_listed_for_a_while_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby, "EMPTY_FOR", 0.2)
    monkeypatch.setattr(lobby, "PRUNE_EVERY", 0.05)
    async with serving(FAST) as house:
        code = await house.table()
        client = await look(house)
        mina = await house.join(code, "Mina")
        await client.until(lambda frame: codes(frame) == [code])
        await asyncio.sleep(0.3)
        assert codes(client.frames[-1]) == [code]
        await mina.close()
        await client.until(lambda frame: codes(frame) == [], since=len(client.frames) - 1)
        assert house.hub.lobby._quiet == {}


async def test_a_table_that_has_left_the_list_does_not_come_back_by_leaving_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby, "EMPTY_FOR", 0.0)
    async with serving(FAST._replace(idle_after=0.05)) as house:
        code = await house.table()
        await house.unloaded(code)
        monkeypatch.setattr(lobby, "EMPTY_FOR", 60.0)
        house.hub.lobby.tick(house.hub.lobby._prune_at)
        assert house.hub.lobby.tables() == []


async def test_a_match_without_anybody_stays_in_the_list(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby, "EMPTY_FOR", 0.0)
    async with serving(FAST._replace(bot_speed=1)) as house:
        code = await house.table(bots=True)
        mina = await house.join(code, "Mina")
        await mina.ask("sit", seat=0)
        await mina.ask("start")
        await mina.viewed(lambda frame: frame["public"]["phase"] == "deal")
        await mina.close()
        await house.hub.open(code)
        await asyncio.sleep(0.1)
        assert codes({"tables": house.hub.lobby.tables()}) == [code]


async def test_the_list_has_an_end(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby, "LISTED", 3)
    made = [await house.table() for _ in range(5)]
    assert codes({"tables": house.hub.lobby.tables()}) == made[:1:-1]


async def test_a_question_between_a_change_and_its_news_does_not_swallow_it():
    journal = MemoryJournal()
    tables = MemoryTables(journal)
    async with serving(FAST._replace(lobby_every=0.1), journal, tables=tables) as house:
        client = await look(house)
        code = await house.table()
        house.hub.lobby.tables()
        await client.until(lambda frame: codes(frame) == [code])
        await asyncio.sleep(0.1)
        assert [line["code"] for line in tables.lines.values()] == [code]
