"""Spectators: what a hundred of them cost, and somebody who is shown a player's cards, over real sockets."""

from __future__ import annotations

from collections import Counter

import pytest

from app import protocol
from app.live.clients import Client as Connected
from app.live.frames import ViewFrames
from app.table import Propose, Table, Vote
from tests.live.client import Client
from tests.live.conftest import FAST, House, serving
from tests.live.test_audience import RULESETS, TOMA, WIM, Line, Room

SEAT = 1


class Work:
    """What is encoded and framed while views are shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        for owner, name in ((protocol, "encode_part"), (ViewFrames, "plain"), (ViewFrames, "private")):
            self._count(monkeypatch, owner, name)

    def _count(self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        real = getattr(owner, name)

        def counted(*args: object, **named: object) -> object:
            self.done[name] += 1
            return real(*args, **named)

        monkeypatch.setattr(owner, name, counted)

    def of(self, room: Room, table: Table) -> Counter[str]:
        """The work for showing one version to everybody."""
        self.done.clear()
        room.audience.show(table)
        return Counter(self.done)


def crowd(room: Room, number: int) -> list[Line]:
    """So many more spectators."""
    lines = [Line() for _ in range(number)]
    for place, line in enumerate(lines):
        client = Connected(line, f"p-{place}", f"Wim {place}", 0.0)
        room.audience.join(client, room.driver.table, lambda: protocol.People([], [], storing=False))
    return lines


def two_versions(room: Room) -> tuple[Table, Table]:
    """The table before and after an action."""
    before = room.driver.dealt().table
    room.driver.act()
    return before, room.driver.table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hundred_spectators_cost_no_more_encodings_than_one(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = Room(ruleset, 3), Room(ruleset, 3)
    lines = crowd(many, 99)
    work = Work(monkeypatch)
    alone = [work.of(few, table) for table in two_versions(few)]
    crowded = [work.of(many, table) for table in two_versions(many)]
    assert crowded == alone
    assert [count["plain"] for count in crowded] == [1, 1]
    assert len({id(line.view) for line in (*lines, many.lines[WIM.id])}) == 1


def test_all_who_are_shown_one_seats_cards_share_one_encoding_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = Room(RULESETS[0], 3), Room(RULESETS[0], 3)
    work = Work(monkeypatch)
    counts = []
    for room, number in ((few, 1), (many, 20)):
        crowd(room, number)
        driver = room.driver.dealt()
        for place in range(number):
            person = WIM._replace(id=f"p-{place}")
            driver.do(person, Propose(driver.fresh(), "shadow", SEAT))
            driver.do(TOMA, Vote(driver.fresh(), driver.table.meta.proposals[-1].number, yes=True))
        room.audience.show(driver.table)
        driver.act()
        counts.append(work.of(room, driver.table)["encode_part"])
    assert counts[0] == counts[1]


# Somebody who is shown a player's cards


async def shown(owner: Client, watcher: Client) -> Client:
    """A spectator sees the cards of the owner, who sits on seat 0."""
    await watcher.ask("propose", kind="shadow", seat=0)
    await owner.viewed(lambda frame: bool(frame["public"]["proposals"]))
    await owner.ask("vote", number=owner.view["public"]["proposals"][0]["number"], yes=True)
    await watcher.viewed(lambda frame: "private" in frame)
    return watcher


async def running(house: House) -> tuple[str, Client, Client]:
    """A table on which a deal runs, the one person who plays there, and a spectator."""
    code = await house.table("Mina", bots=True)
    mina = await house.join(code, "Mina")
    await mina.ask("sit", seat=0)
    wim = await house.join(code, "Wim")
    await mina.ask("start")
    await mina.viewed(lambda frame: frame["public"]["phase"] == "deal")
    return code, mina, wim


async def test_who_is_shown_cards_sees_them_again_after_coming_back(house: House):
    code, mina, wim = await running(house)
    await shown(mina, wim)
    await wim.close()
    again = await house.join(code, "Wim")
    assert again.view["private"]["shadow"] == 0
    assert again.view["private"]["deal"]["hand"] == mina.view["private"]["deal"]["hand"]


async def test_and_after_the_table_has_come_back_from_its_journal():
    async with serving(FAST._replace(idle_after=0.3)) as house:
        code, mina, wim = await running(house)
        await shown(mina, wim)
        await mina.close()
        await wim.close()
        await house.unloaded(code)
        again = await house.join(code, "Wim")
        assert again.view["private"]["shadow"] == 0
        assert (await again.ask("chat", id="again", text="psst"))["code"] == "silent"


async def test_every_window_of_the_player_shows_the_same_and_no_other_person_sees_anything(house: House):
    code, mina, wim = await running(house)
    other = await house.join(code, "Wim")
    stranger = await house.join(code, "Ede")
    await shown(mina, wim)
    assert (await other.viewed(lambda frame: "private" in frame))["private"]["shadow"] == 0
    assert "private" not in (await stranger.viewed(lambda frame: bool(frame["public"]["shadows"])))


async def test_the_player_ends_it_and_the_next_view_has_nothing_private(house: House):
    _code, mina, wim = await running(house)
    await shown(mina, wim)
    version = (await mina.ask("unshadow", name="Wim"))["version"]
    assert "private" not in await wim.viewed(lambda frame: bool(frame["version"] >= version))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("act", {"version": 0, "action": "pass"}), ("why", {"action": "pass"}), ("ask", {"cards": ["AS"]}),
        ("sit", {"seat": 0}), ("sit", {"seat": 1}), ("stand", {}), ("start", {}), ("ready", {}),
        ("bot", {"seat": 0, "on": True}), ("host", {"seat": 0}), ("propose", {"kind": "end"}),
        ("vote", {"number": 1, "yes": True}), ("chat", {"text": "psst"}),
    ],
)  # fmt: skip
async def test_who_is_shown_cards_can_do_nothing_at_the_table(house: House, kind: str, fields: dict[str, object]):
    _code, mina, wim = await running(house)
    await shown(mina, wim)
    if "version" in fields:
        fields = {**fields, "version": wim.view["version"]}
    stored = [entry for entry in house.journal.entries[1] if entry.who == "wim"]
    assert (await wim.ask(kind, **fields))["type"] == "refused"
    assert [entry for entry in house.journal.entries[1] if entry.who == "wim"] == stored
