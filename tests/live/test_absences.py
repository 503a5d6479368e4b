"""Players who are gone: when their time runs, and what the wire says of it."""

import random

import pytest

from app.live import absences
from app.live.absences import LONGEST_TICK, Absences
from app.live.options import LiveOptions
from app.table import CLOCK, Bot, Stand, Table
from app.table.absence import USUALLY_ABSENT_AFTER
from app.table.messages import Absence, Absent, Returned
from tests.live.client import Client, may_act, own_seat, random_action
from tests.live.conftest import FAST, House, serving
from tests.table.driver import MINA, PEOPLE, TOMA, Driver

TOKEN = "Zx4n0q1V7sBkW2eJmTf9aQ"
ALL = frozenset(person.id for person in PEOPLE)
OTHERS = ALL - {TOMA.id}


def playing() -> Driver:
    """Five people in a deal; Toma's seat is 1."""
    return Driver("mighty/japanese@1?match_deals=5", 5).seated(PEOPLE).dealt()


def passing(clocks: Absences, table: Table, end: int, here: frozenset[str] = OTHERS, start: int = 0) -> list[Absent]:
    """What a table is told from one second to another, looked at four times in each."""
    told: list[Absent] = []
    for quarter in range(4 * start, 4 * end):
        told += clocks.look(table, here, (quarter + 1) / 4, held=False)
    return told


# When the time runs


def test_somebody_is_absent_after_the_tables_time() -> None:
    clocks, table = Absences(0.0), playing().table
    assert passing(clocks, table, 59) == []
    assert passing(clocks, table, 60, start=59) == [Absent(1, TOMA.id, "")]


def test_whoever_comes_back_in_time_has_all_the_time_anew() -> None:
    clocks, table = Absences(0.0), playing().table
    passing(clocks, table, 50)
    passing(clocks, table, 51, ALL, 50)
    assert passing(clocks, table, 110, start=51) == []


def test_before_a_match_nobody_is_absent() -> None:
    driver = Driver("mighty/japanese@1", 5).seated(PEOPLE)
    assert passing(Absences(0.0), driver.table, 100) == []


def test_a_bot_that_stands_in_is_not_waited_for() -> None:
    driver = playing()
    driver.do(TOMA, Stand("a"))
    assert passing(Absences(0.0), driver.table, 100) == []


def test_time_stands_still_while_nothing_can_be_stored() -> None:
    clocks, table = Absences(0.0), playing().table
    passing(clocks, table, 50)
    for second in range(50, 500):
        assert clocks.look(table, OTHERS, float(second), held=True) == []
    assert passing(clocks, table, 509, start=500) == []


def test_time_in_which_the_server_itself_was_not_there_does_not_count() -> None:
    clocks, table = Absences(0.0), playing().table
    clocks.look(table, OTHERS, 1000.0, held=False)
    assert clocks.timers(table) == []
    assert passing(clocks, table, 1000 + 60 - int(LONGEST_TICK) - 1, start=1000) == []


def test_time_stands_still_while_nobody_else_is_there() -> None:
    assert passing(Absences(0.0), playing().table, 100, frozenset()) == []


def test_spectators_alone_do_not_make_bots_play_a_match() -> None:
    assert passing(Absences(0.0), playing().table, 100, frozenset({"p-wim"})) == []


def test_who_has_a_bot_play_waits_like_the_others() -> None:
    driver = playing()
    driver.do(MINA, Stand("a"))
    assert passing(Absences(0.0), driver.table, 60, frozenset({MINA.id}))[0].seat == 1


def test_whoever_waits_sees_for_how_long() -> None:
    driver, clocks = playing(), Absences(0.0)
    driver.do(CLOCK, Absent(1, TOMA.id, ""))
    passing(clocks, driver.table, 5)
    (timer,) = clocks.timers(driver.table)
    assert (timer.seat, timer.seconds) == (1, 15.0)
    driver.do(PEOPLE[2], Absence("a", 1, "wait"))
    (timer,) = clocks.timers(driver.table)
    assert timer.seconds == 60.0


def test_whoever_is_back_is_named_with_the_turn_in_which_they_came() -> None:
    driver, clocks = playing(), Absences(0.0)
    driver.do(MINA, Bot("a", 1, on=True, away=True))
    assert clocks.back(driver.table, OTHERS) == []
    came = clocks.back(driver.table, ALL)
    assert came == [Returned(TOMA.id, "1/0")]
    driver.bots_act()
    assert clocks.back(driver.table, ALL) == came


def test_the_three_clocks_are_apart() -> None:
    options = LiveOptions()
    assert (options.away_after, options.silent_after, USUALLY_ABSENT_AFTER) == (4.0, 9.0, 60)


# On the wire


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has any patience."""
    monkeypatch.setattr(absences, "patience", lambda _table, _stage: 0.2)


async def begun(house: House) -> tuple[str, Client, Client]:
    """Mina (host) and Taro on seats 0 and 1, bots beside them, a deal under way."""
    code = await house.table()
    mina, taro = await house.seated(code, "Mina", "Taro")
    await house.fill(mina, 2, 3, 4)
    await mina.ask("start")
    await mina.viewed(lambda frame: frame["public"]["phase"] == "deal")
    return code, mina, taro


def absence(frame: dict[str, object], seat: int = 1) -> object:
    return frame["public"]["seats"][seat]["absence"]  # type: ignore[index]


async def asked(house: House) -> tuple[str, Client]:
    """Taro is gone and Mina is asked what to do."""
    code, mina, taro = await begun(house)
    await taro.close()
    await mina.viewed(lambda frame: absence(frame) == "asked")
    return code, mina


@pytest.mark.usefixtures("quick")
async def test_a_bot_plays_for_whoever_is_gone_and_they_have_the_seat_again_on_return():
    async with serving(FAST) as house:
        code, mina, taro = await begun(house)
        await taro.close()
        await mina.viewed(lambda frame: absence(frame) == "bot")
        rng, seen = random.Random(1), -1
        while not any(entry.who == "bot" and entry.seat == 1 for entry in house.journal.entries[1]):
            frame = await mina.newer(seen)
            seen = frame["version"]
            if may_act(frame):
                await mina.send("act", version=seen, action=random_action(frame["private"], rng))
        back = await house.join(code, "Taro")
        view = await back.viewed(lambda frame: not own_seat(frame)["standin"])
        assert absence(view) is None
        done = [(entry.text) for entry in house.journal.entries[1] if entry.who == "bot" and entry.seat == 1]
        assert [deed["action"] for deed in view["private"]["missed"]] == done
        assert (await back.ask("seen", id="read"))["private"]["missed"] == []


async def test_those_who_are_asked_are_told_how_long_they_have(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(absences, "patience", lambda _table, stage: 20.0 if stage else 0.1)
    async with serving(FAST) as house:
        _, mina = await asked(house)
        told = await mina.until(lambda frame: frame["type"] == "people" and bool(frame["absent"]))
        assert told["absent"][0]["seat"] == 1
        assert 19.0 < told["absent"][0]["seconds"] <= 20.0


async def test_a_seat_is_handed_on_by_a_link_that_works_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(absences, "patience", lambda _table, stage: 20.0 if stage else 0.1)
    async with serving(FAST) as house:
        code, mina = await asked(house)
        assert (await mina.ask("hand_on", seat=1, token=TOKEN))["public"]["seats"][1]["handing"]
        ena, jun = await house.join(code, "Ena"), await house.join(code, "Jun")
        assert (await jun.ask("take", token=TOKEN[::-1]))["code"] == "link_void"
        assert (await ena.ask("take", token=TOKEN))["private"]["deal"]["hand"]
        assert (await jun.ask("take", token=TOKEN))["code"] == "link_void"
        back = await house.join(code, "Taro")
        assert "private" not in back.view
        assert back.view["public"]["seats"][1]["before"] == "Taro"
        stored = [entry.text for entry in house.journal.entries[1]]
        assert not any(TOKEN in text for text in (*stored, *house.logged, *ena.texts, *jun.texts))


@pytest.mark.usefixtures("quick")
async def test_nobody_is_absent_while_the_server_ends():
    async with serving(FAST._replace(away_after=0.4)) as house:
        code, mina, taro = await begun(house)
        house.hub.tables[code].stop_bots()
        await taro.close()
        await mina.until(lambda frame: frame["type"] == "people" and frame["seats"][1] == "away")
        assert absence(mina.view) is None


@pytest.mark.usefixtures("quick")
async def test_who_comes_back_while_their_absence_is_being_stored_is_not_absent():
    async with serving(FAST) as house:
        code, mina, taro = await begun(house)
        await mina.viewed(lambda frame: frame["public"]["deal"]["turn"] in ([0], [1]))
        house.journal.gate.clear()
        await taro.close()
        table = house.hub.tables[code]
        await house.until(lambda: table.storing)
        await house.join(code, "Taro")
        house.journal.gate.set()
        await mina.viewed(lambda frame: absence(frame) == "asked")
        await mina.viewed(lambda frame: absence(frame) is None)
