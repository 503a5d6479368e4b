"""Five people and a spectator, each at a browser of their own, play one whole deal through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import Keys, Person, Thumb
from tests.browser.server import Server

MOST_PLIES = 100


def play_deal(seats: list[Person], watcher: Person) -> None:
    while watcher.phase() == "deal":
        plies = watcher.plies()
        turn = watcher.turn()
        assert turn is not None
        person = seats[turn]
        person.wait_for_plies(plies)
        person.move()
        watcher.wait_for_plies(plies + 1)


@pytest.mark.parametrize("preset", ["japanese", "english"])
def test_five_people_play_a_whole_deal(preset: str, invite: Invite, server: Server) -> None:
    server.stack_random(3)
    host = invite("Mina", limit=14)
    thumb = invite("Jun", Thumb, limit=13)
    keys = invite("Ada", Keys, limit=15)
    others = [invite("Bo"), invite("Cy")]
    watcher = invite("Wim")
    link = host.make_table(preset)
    for person in (thumb, keys, *others):
        person.sit(link)
        assert person.taps <= 2
    watcher.watch(link)
    host.page.get_by_role("button", name="Start the match").click()
    people = [host, thumb, keys, *others]
    watcher.page.locator("body[data-phase=deal]").wait_for()
    for person in people:
        person.page.locator("body[data-phase=deal]").wait_for()
    seats = sorted(people, key=Person.seat)
    play_deal(seats, watcher)
    for person in [*people, watcher]:
        expect(person.page.locator(".sheet")).to_be_visible()
