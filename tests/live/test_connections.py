"""Coming, going, several windows, spectators: who is sent what, in which order."""

import asyncio
from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from app.live.outbox import NO_SUCH_TABLE, REPLACED, SIGN_IN, SILENT
from app.table.state import Table, to_act
from tests.live.client import Client, answers
from tests.live.conftest import FAST, House, serving
from tests.live.test_trouble import stalled


def kinds(client: Client) -> list[str]:
    return [frame["type"] for frame in client.frames]


async def test_a_new_connection_is_sent_welcome_people_and_table_in_this_order(house: House):
    client = await house.join(await house.table(), "Mina")
    assert kinds(client)[:3] == ["welcome", "people", "table"]


async def test_the_welcome_names_the_table_and_the_player(house: House):
    code = await house.table()
    client = await house.join(code, "Mina")
    welcome = client.frames[0]
    assert (welcome["table"], welcome["player"], welcome["protocol"]) == (code, {"id": "mina", "name": "Mina"}, 1)


async def test_the_answer_to_ones_own_message_comes_with_ones_own_view(house: House):
    client = await house.join(await house.table(), "Mina")
    answer = await client.ask("sit", seat=2)
    assert answer["type"] == "table"
    assert answer["private"]["seat"] == 2


async def test_others_are_not_told_which_message_led_to_a_view(house: House):
    code = await house.table()
    mina, taro = await house.join(code, "Mina"), await house.join(code, "Taro")
    answer = await mina.ask("sit", seat=2)
    seen = await taro.viewed(lambda frame: frame["version"] >= answer["version"])
    assert "done" not in seen


async def test_two_windows_of_one_person_show_the_same_seat(house: House):
    code = await house.table()
    first, second = await house.join(code, "Mina"), await house.join(code, "Mina")
    await first.ask("sit", seat=3)
    seen = await second.viewed(lambda frame: frame.get("private", {}).get("seat") == 3)
    assert "done" not in seen


async def test_the_oldest_of_too_many_windows_is_closed_for_good(house: House):
    code = await house.table()
    windows = [await house.join(code, "Mina") for _ in range(7)]
    assert await windows[0].ended() == (REPLACED, "replaced")
    assert windows[0].frames[-1] == {"type": "closing", "reason": "replaced"}
    assert not any(window.closed for window in windows[1:])


async def test_windows_that_do_not_answer_the_close_frame_count_no_longer(house: House):
    code = await house.table()
    writers = [(await stalled(house, code, "Toma"))[1] for _ in range(12)]
    table = house.hub.tables[code]
    assert len([client for client in table.audience.clients if client.player == "toma"]) == 6
    for writer in writers:
        writer.close()


async def test_a_single_window_replaces_the_one_before():
    async with serving(FAST._replace(connections_per_player=1)) as house:
        code = await house.table()
        first, second = await house.join(code, "Mina"), await house.join(code, "Mina")
        assert await first.ended() == (REPLACED, "replaced")
        assert (await second.ask("sit", seat=0))["private"]["seat"] == 0


async def test_coming_back_shows_the_newest_view_of_the_same_seat(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    await mina.ask("sit", seat=1)
    before = mina.view
    await mina.close()
    again = await house.join(code, "Mina")
    assert (again.view["version"], again.view["private"]) == (before["version"], before["private"])


async def test_a_message_sent_again_after_coming_back_changes_nothing(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    first = await mina.ask("sit", seat=1, id="sit-1")
    await mina.close()
    again = await house.join(code, "Mina")
    assert await again.ask("sit", seat=1, id="sit-1") == {"type": "done", "id": "sit-1"}
    assert again.view["version"] == first["version"]


async def test_spectators_are_listed_by_name_and_told_apart(house: House):
    code = await house.table()
    watcher = await house.join(code, "Toma")
    await house.join(code, "Toma", "another-toma")
    names = (await watcher.until(lambda f: f["type"] == "people" and len(f["spectators"]) == 2))["spectators"]
    assert sorted(names) == ["Toma", "Toma (2)"]


async def test_spectators_have_nothing_private(house: House):
    code = await house.table()
    await house.seated(code, "Mina")
    watcher = await house.join(code, "Toma")
    assert "private" not in watcher.view


async def test_who_may_not_watch_sees_the_table_without_the_deal(house: House):
    code = await house.table(watch="nobody", bots=True)
    mina = await house.join(code, "Mina")
    await mina.ask("sit", seat=0)
    watcher = await house.join(code, "Toma")
    await mina.ask("start")
    seen = await watcher.viewed(lambda frame: frame["public"]["phase"] == "deal")
    assert (seen["public"]["closed"], seen["public"]["deal"]) == (True, None)


async def test_a_host_who_may_not_watch_keeps_the_controls_and_sees_no_deal(house: House):
    code = await house.table(watch="nobody")
    mina = await house.join(code, "Mina")
    await house.seated(code, "Taro", "Ena")
    await house.fill(mina, 2, 3, 4)
    started = await mina.ask("start")
    seen = await mina.viewed(lambda frame: frame["public"]["phase"] == "deal")
    again = await house.join(code, "Mina")
    assert (
        started["private"]
        == seen["private"]
        == again.view["private"]
        == {"seat": None, "host": True, "blocked": [], "reports": []}
    )
    assert (seen["public"]["closed"], seen["public"]["deal"], again.view["public"]["deal"]) == (True, None, None)


async def test_a_person_without_connection_is_away_after_a_moment():
    async with serving(FAST._replace(away_after=0.2)) as house:
        code = await house.table()
        mina, taro = await house.seated(code, "Mina", "Taro")
        await taro.close()
        await mina.until(lambda f: f["type"] == "people" and f["seats"][:2] == ["here", "away"])


async def test_a_quick_reload_is_no_absence():
    async with serving(FAST._replace(away_after=0.5)) as house:
        code = await house.table()
        mina, taro = await house.seated(code, "Mina", "Taro")
        await taro.close()
        await house.join(code, "Taro")
        await asyncio.sleep(0.8)
        assert not any(f["type"] == "people" and "away" in f["seats"] for f in mina.frames)


async def test_a_silent_connection_is_dropped_and_may_come_back():
    async with serving(FAST._replace(silent_after=0.3)) as house:
        code = await house.table()
        client = await house.join(code, "Mina")
        assert await client.ended() == (SILENT, "silent")


async def test_the_host_of_a_table_without_host_passes_to_the_next_person_seated():
    async with serving(FAST._replace(host_absent_after=0.3, away_after=0.1)) as house:
        code = await house.table()
        mina, taro = await house.seated(code, "Mina", "Taro")
        await mina.close()
        seen = await taro.viewed(lambda frame: frame["public"]["host"] == 1)
        assert seen["private"]["host"]


async def test_pings_are_answered(house: House):
    client = await house.join(await house.table(), "Mina")
    await client.raw('{"type":"ping"}')
    await client.kind("pong")


async def test_chat_reaches_everybody_while_no_deal_runs(house: House):
    code = await house.table()
    mina, toma = await house.join(code, "Mina"), await house.join(code, "Toma")
    identity = await mina.send("chat", text="hello")
    said = await toma.kind("chat")
    await mina.until(lambda frame: answers(frame, identity))
    assert (said["room"], said["name"], said["text"]) == ("table", "Mina", "hello")


async def test_chat_of_players_is_not_sent_to_spectators_during_a_deal(house: House):
    code = await house.table(bots=True)
    mina, toma = await house.join(code, "Mina"), await house.join(code, "Toma")
    await mina.ask("sit", seat=0)
    await mina.ask("start")
    await mina.viewed(lambda frame: frame["public"]["phase"] == "deal")
    await mina.ask("chat", text="only for us")
    await toma.ask("chat", text="only for the others")
    assert [f["text"] for f in mina.frames if f["type"] == "chat"] == ["only for us"]
    assert [f["text"] for f in toma.frames if f["type"] == "chat"] == ["only for the others"]


async def test_late_comers_are_told_what_was_said(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    await mina.ask("chat", text="hello")
    late = await house.join(code, "Toma")
    assert [line["text"] for line in late.frames[0]["chat"]] == ["hello"]


async def test_a_table_that_does_not_exist_is_told_before_closing(house: House):
    house.person("Mina")
    url = f"ws://127.0.0.1:{house.port}/ws/tables/NOSUCH99"
    client = await Client.open(url, house.identity.token(house.players["mina"]))
    assert await client.ended() == (NO_SUCH_TABLE, "no_such_table")
    assert client.frames == [{"type": "refused", "id": None, "code": "no_such_table"}]


@pytest.mark.parametrize("token", [None, "mina.1.forged", "x" * 4000], ids=["none", "forged", "endless"])
async def test_nobody_comes_in_without_a_valid_token(house: House, token: str | None):
    code = await house.table()
    client = await Client.open(f"ws://127.0.0.1:{house.port}/ws/tables/{code}", token)
    assert await client.ended() == (SIGN_IN, "unauthorised")
    assert client.frames == [{"type": "refused", "id": None, "code": "unauthorised"}]


async def test_pages_of_other_sites_are_refused_in_the_handshake(house: House):
    code = await house.table()
    token = house.identity.token(house.players["mina"])
    with pytest.raises(InvalidStatus) as refused:
        await Client.open(
            f"ws://127.0.0.1:{house.port}/ws/tables/{code}", token, headers={"Origin": "https://elsewhere.example"}
        )
    assert refused.value.response.status_code == 403


async def test_concurrent_comers_share_one_fold_of_the_journal():
    async with serving(FAST._replace(idle_after=0.05)) as house:
        code = await house.table()
        await house.unloaded(code)
        await asyncio.gather(*(house.join(code, name) for name in ("Mina", "Taro", "Ena", "Udo")))
        assert house.journal.loads == 1


async def test_an_idle_table_leaves_memory_and_comes_back_as_it_was():
    async with serving(FAST._replace(idle_after=0.05)) as house:
        code = await house.table()
        mina = await house.join(code, "Mina")
        await mina.ask("sit", seat=1)
        before: Table = house.hub.tables[code].table
        await mina.close()
        await house.unloaded(code)
        await house.join(code, "Mina")
        assert house.hub.tables[code].table == before


async def bots_only(house: House) -> tuple[str, Client]:
    """A table at which five bots play, and its host, who watches."""
    code = await house.table()
    host = await house.join(code, "Mina")
    await house.fill(host, *range(5))
    await host.ask("start")
    return code, host


async def test_bots_stop_when_nobody_is_there():
    async with serving(FAST._replace(bot_speed=50)) as house:
        code, host = await bots_only(house)
        table = house.hub.tables[code]
        await host.viewed(lambda frame: frame["version"] > 10)
        await host.close()
        await until(lambda: not table.audience.clients and not table.storing)
        version = table.table.version
        await asyncio.sleep(0.15)
        assert table.table.version == version


async def test_a_connection_that_falls_silent_is_nobody():
    async with serving(FAST._replace(bot_speed=50, silent_after=0.3)) as house:
        code, _ = await bots_only(house)
        table = house.hub.tables[code]
        await until(lambda: not table.audience.clients and not table.storing)
        assert not table.clockwork.asked
        assert table.clockwork.waking is None
        await until(lambda: code not in house.hub.lobby._attended)


async def test_bots_go_on_when_somebody_comes():
    async with serving(FAST._replace(bot_speed=50)) as house:
        code, host = await bots_only(house)
        table = house.hub.tables[code]
        await host.close()
        await until(lambda: not table.audience.clients and not table.storing)
        version = table.table.version
        watcher = await house.join(code, "Toma")
        await watcher.viewed(lambda frame: frame["version"] > version + 5)


async def test_the_next_deal_of_bots_waits_for_somebody_to_come():
    async with serving(FAST._replace(bot_speed=100)) as house:
        code, host = await bots_only(house)
        table = house.hub.tables[code]
        deal = (await host.viewed(lambda frame: frame["public"]["phase"] == "result"))["public"]["match"]["deal"]
        await host.close()
        await until(lambda: not table.audience.clients)
        await asyncio.sleep(0.25)
        assert table.table.meta.match is not None
        assert table.table.meta.match.dealt == deal
        watcher = await house.join(code, "Toma")
        await watcher.viewed(lambda frame: frame["public"]["match"]["deal"] > deal)


async def test_five_bots_finish_a_match_before_a_spectator(house: House):
    code, host = await bots_only(house)
    watcher = await house.join(code, "Toma")
    await host.close()
    await watcher.viewed(lambda frame: frame["public"]["phase"] == "finished", patience=30)


async def test_bots_play_on_for_a_person_who_has_lost_the_connection():
    async with serving(FAST._replace(bot_speed=50)) as house:
        code = await house.table(bots=True)
        mina = await house.join(code, "Mina")
        await mina.ask("sit", seat=0)
        await mina.ask("start")
        await mina.close()
        table = house.hub.tables[code]
        await until(lambda: bool(table.table.state) and to_act(table.table) == {0})


async def test_a_table_of_bots_without_anybody_leaves_memory_and_goes_on_later():
    async with serving(FAST._replace(idle_after=0.05, bot_speed=50)) as house:
        code, host = await bots_only(house)
        await host.close()
        await house.unloaded(code)
        watcher = await house.join(code, "Toma")
        version = watcher.view["version"]
        await watcher.viewed(lambda frame: frame["version"] > version + 5)


async def until(wanted: Callable[[], bool]) -> None:
    """Waits for something that no frame tells."""
    async with asyncio.timeout(10):
        while not wanted():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
