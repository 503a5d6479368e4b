"""Lines that break, phones that sleep, a server that is killed: the page comes back by itself and goes on."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person, Thumb
from tests.browser.server import Server

BACK_WITHIN = 2.0  # seconds from waking up to the newest view


class Line:
    """The line between a browser and the server; while it is `dead` everything sent on it is lost in silence."""

    def __init__(self, person: Person) -> None:
        self.connections = 0
        self.dead: set[int] = set()
        person.context.route_web_socket("**/ws/tables/*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.connections += 1
        number = self.connections
        server = socket.connect_to_server()
        socket.on_message(lambda message: number in self.dead or server.send(message))
        server.on_message(lambda message: number in self.dead or socket.send(message))

    def die(self) -> None:
        """The present connection carries nothing any more, and nobody is told."""
        self.dead.add(self.connections)


@pytest.fixture
def sleeper(invite: Invite, server: Server) -> tuple[Person, Line, Person]:
    """Jun on a phone, its line, and Mina at the same table, who does things meanwhile."""
    server.stack_random(3)
    mina = invite("Mina")
    link = mina.make_table("japanese")
    jun = invite("Jun", Thumb)
    line = Line(jun)
    jun.sit(link)
    return jun, line, mina


def expect_news(jun: Person, mina: Person) -> None:
    """What Mina did while Jun was away is there: a bot sits at the table."""
    expect(jun.page.locator("#stage .mark-bot")).to_have_count(1, timeout=BACK_WITHIN * 1000)
    assert mina.page.locator("#stage .mark-bot").count() == 1


def put_a_bot(mina: Person) -> None:
    mina.page.get_by_role("button", name="Add a bot", exact=True).first.click()
    expect(mina.page.locator("#stage .mark-bot")).to_have_count(1)


def test_a_phone_that_wakes_up_is_back_within_two_seconds(sleeper: tuple[Person, Line, Person]) -> None:
    jun, line, mina = sleeper
    line.die()
    put_a_bot(mina)
    assert jun.page.locator("#stage .mark-bot").count() == 0
    began = time.monotonic()
    jun.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect_news(jun, mina)
    assert time.monotonic() - began < BACK_WITHIN
    assert line.connections == 2


def test_a_browser_that_was_offline_is_back_within_two_seconds(sleeper: tuple[Person, Line, Person]) -> None:
    jun, line, mina = sleeper
    line.die()
    jun.context.set_offline(True)
    put_a_bot(mina)
    began = time.monotonic()
    jun.context.set_offline(False)
    expect_news(jun, mina)
    assert time.monotonic() - began < BACK_WITHIN


def test_an_action_on_a_dead_line_is_sent_again_and_done_once(invite: Invite, server: Server) -> None:
    server.stack_random(3)
    mina = invite("Mina", reduced_motion="reduce")
    line = Line(mina)
    mina.play_with_bots()
    mina.asked()
    line.die()
    mina.page.keyboard.press("p")
    mina.page.evaluate("dispatchEvent(new Event('online'))")
    mina.wait_for_plies(1)
    passes = mina.page.locator("#rail .log-line", has_text="Mina passes").count()
    assert passes == 1
    assert line.connections == 2


def expect_line(person: Person, state: str) -> None:
    expect(person.page.get_by_role("img", name=state)).to_be_visible(timeout=8_000)


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_the_page_goes_on_by_itself_after_the_server_came_back(end: str, invite: Invite, own_server: Server) -> None:
    mina = invite("Mina", limit=20, url=own_server.url, reduced_motion="reduce")
    mina.play_with_bots()
    mina.reach("play")
    hand, plies = mina.hand(), mina.look()["plies"]
    getattr(own_server, end)()
    expect_line(mina, "Connection lost. Trying again…")
    expect(mina.page.locator("#banner").get_by_role("status")).to_be_visible()
    own_server.start()
    expect_line(mina, "Connected")
    expect(mina.page.locator("#banner").get_by_role("status")).to_be_hidden()
    assert (mina.hand(), mina.look()["plies"]) == (hand, plies)
    mina.move()
    mina.wait_for_plies(plies + 1)
    assert len(mina.hand()) == 9
    mina.complaints = [text for text in mina.complaints if "WebSocket connection to" not in text]


def test_the_lobby_lists_a_new_table_by_itself(invite: Invite) -> None:
    visitor, host = invite("Wim"), invite("Zoe the host")
    visitor.page.goto("/")
    host.make_table("japanese")
    expect(visitor.page.get_by_text("Zoe the host").first).to_be_visible()
