"""What an audience is sent is put together from parts that are kept: it must be the plain encoding of the views."""

from __future__ import annotations

import pytest

from app import protocol
from app.live.audience import Audience
from app.live.clients import Client
from app.live.frames import framed
from app.live.options import LiveOptions
from app.rules.registry import GAMES
from app.rules.ruleset import format_ruleset, parse_ruleset, resolve
from app.table import Person, Sit, Stand, Table, fold, views
from tests.table.driver import PEOPLE, TOMA, Driver

WIM = Person("p-wim", "Wim")
RULESETS = [format_ruleset(resolve(game, preset, {})) for game in GAMES.values() for preset in game.presets]


class Line:
    """A connection that remembers the newest view."""

    open = True
    behind = False

    def __init__(self) -> None:
        self.view = b""

    def send_view(self, frame: bytes) -> None:
        self.view = frame

    def send_people(self, frame: bytes) -> None:
        """Not looked at here."""

    send_small = send_people

    def end(self, code: int, reason: str = "") -> None:
        raise AssertionError(f"closed {code} {reason}")


class Room:
    """The people of a driver's table and a spectator, all connected."""

    def __init__(self, ruleset: str, seed: int) -> None:
        players = parse_ruleset(ruleset).game.seats[1]
        self.driver = Driver(ruleset, players)
        self.driver.random.seed(seed)
        self.driver.seated(PEOPLE[:players])
        self.audience = Audience(self.driver.table, "test", LiveOptions(), 0.0)
        self.lines: dict[str, Line] = {}
        self.clients: dict[str, Client] = {}
        for person in (*PEOPLE[:players], WIM):
            line = self.lines[person.id] = Line()
            client = self.clients[person.id] = Client(line, person.id, person.name, 0.0)
            self.audience.join(client, self.driver.table, lambda: protocol.People([], [], storing=False))

    def check(self, table: Table | None = None) -> None:
        """Show a table, the driver's unless said otherwise, and compare with what is encoded from nothing."""
        table = self.driver.table if table is None else table
        self.audience.show(table)
        for player, line in self.lines.items():
            assert line.view == plain(table, player)


def plain(table: Table, player: str, done: str | None = None) -> bytes:
    """The frame of a viewer who may watch, encoded from nothing."""
    private = views.private(table, player)
    encoded = None if private is None else protocol.encode_part(private)
    return framed(protocol.table_frame(table.version, protocol.encode_part(views.public(table)), encoded, done))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_frame_of_two_deals_is_the_plain_encoding(ruleset: str) -> None:
    for seed in range(3):
        room = Room(ruleset, seed)
        room.check()
        driver = room.driver.dealt()
        for _ in range(2):
            room.check()
            while driver.table.meta.phase == "deal":
                driver.act()
                room.check()
            if driver.table.meta.phase != "finished":
                driver.all_ready()
                driver.shuffle()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_frames_are_right_after_a_table_was_folded_again_or_went_back(ruleset: str) -> None:
    room = Room(ruleset, 5)
    driver = room.driver.dealt()
    earlier = [driver.table]
    while driver.table.meta.phase == "deal":
        driver.act()
        earlier.append(driver.table)
        room.check()
        room.check(fold(driver.journal))
        room.check(driver.random.choice(earlier))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_frames_are_right_while_a_bot_stands_in(ruleset: str) -> None:
    room = Room(ruleset, 6)
    driver = room.driver.dealt()
    for number in range(40):
        if number % 7 == 2:
            driver.do(TOMA, Stand(driver.fresh()))
        elif number % 7 == 5:
            driver.do(TOMA, Sit(driver.fresh()))
        elif driver.table.meta.phase != "deal":
            break
        elif driver.table.meta.seats[driver.turn()].driven:
            driver.bots_act()
        else:
            driver.act()
        room.check()


def test_the_senders_own_frame_says_which_message_was_done() -> None:
    room = Room(RULESETS[0], 7)
    driver = room.driver.dealt()
    room.audience.show(driver.table, room.clients[TOMA.id], "m-1")
    assert {player: line.view for player, line in room.lines.items()} == {
        player: plain(driver.table, player, "m-1" if player == TOMA.id else None) for player in room.lines
    }
