"""axe finds no serious fault on any page, wide and on a phone, light and dark; and the page can be heard."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from app.rules.registry import GAMES
from tests.browser import test_auction_deal as auction
from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.server import Server
from tests.browser.test_avinas_deal import WITHOUT, Speaker

SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
GRAVE = ("serious", "critical")
SETTLED = """() => Promise.all(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => null)))"""
"""Waits for colours that change gradually."""


LOOKS = [("wide", "light"), ("phone", "dark")]
OTHERS = [("wide", "dark"), ("phone", "light")]
ALL: dict[str, object] = {"resultTypes": ["violations"]}
COLOURS: dict[str, object] = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}


def faults(page: Page, looks: list[tuple[str, str]], options: dict[str, object] | None = None) -> list[str]:
    """Serious faults in these looks, in words."""
    found = []
    for size, scheme in looks:
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        for violation in Axe().run(page, options=options or ALL).response["violations"]:
            if violation["impact"] in GRAVE:
                nodes = [f"{node['html'][:160]} {node['failureSummary']}" for node in violation["nodes"][:3]]
                found.append(f"{size}, {scheme}: {violation['id']}: {violation['help']}\n" + "\n".join(nodes))
    page.set_viewport_size(SIZES["wide"])  # type: ignore[arg-type]
    return found


def expect_no_faults(page: Page) -> None:
    """Every rule wide in the light and on a phone in the dark, the colours the other way round as well."""
    assert "\n".join(faults(page, LOOKS) + faults(page, OTHERS, COLOURS)) == ""


@pytest.fixture
def mina(invite: Invite, server: Server) -> Person:
    """Somebody who asks for less motion, so that nothing is looked at half faded in."""
    server.stack_random(3)
    return invite("Mina", limit=20, reduced_motion="reduce")  # type: ignore[no-any-return]


RULES = [f"/rules/{game}/{next(iter(rules.presets))}" for game, rules in GAMES.items()]


@pytest.mark.parametrize("path", ["/", "/new", *RULES])
def test_pages_have_no_serious_fault(path: str, mina: Person) -> None:
    mina.page.goto(path)
    expect_no_faults(mina.page)


def test_the_table_has_no_serious_fault_while_seats_are_taken(mina: Person, invite: Invite) -> None:
    link = mina.make_table("japanese")
    expect_no_faults(mina.page)
    stranger = invite("Bo", reduced_motion="reduce")
    stranger.page.goto(link)
    expect_no_faults(stranger.page)


def test_the_table_has_no_serious_fault_through_a_deal(mina: Person) -> None:
    mina.play_with_bots()
    for step in ("bid", "discard", "friend", "play"):
        mina.reach(step)
        expect_no_faults(mina.page)
    mina.reach("over")
    expect(mina.page.locator(".sheet")).to_be_visible()
    expect_no_faults(mina.page)


def test_a_table_of_avinas_has_no_serious_fault_through_a_deal(server: Server, invite: Invite) -> None:
    server.stack_random(WITHOUT, rules="avinas/standard@1")
    ada = invite("Ada", Speaker, limit=4, reduced_motion="reduce")
    ada.play_with_bots("standard")
    for step in ("bid", "play", "over"):
        if ada.reach(step, "over") == "over":
            expect(ada.page.locator(".sheet")).to_be_visible()
        expect_no_faults(ada.page)


def test_a_table_of_auction_has_no_serious_fault_while_people_bid(server: Server, invite: Invite) -> None:
    auction.stacked(server)
    mina = invite("Mina", reduced_motion="reduce")
    link = auction.open_table(mina)
    jun, ada = (invite(name, reduced_motion="reduce") for name in ("Jun", "Ada"))
    for guest in (jun, ada):
        guest.sit(link)
    auction.start(mina, [jun, ada])
    low = auction.pair_of(jun)
    auction.bid(jun, low)
    high = auction.pair_of(mina, above=low[0][0])
    auction.pick(mina, high)
    mina.page.locator(".pick-offer").last.wait_for()
    expect_no_faults(mina.page)
    mina.press(mina.page.locator(".pick-offer:not([aria-disabled])").last)
    for person in (jun, ada):
        auction.passes(person)
    auction.pick(mina, high)
    expect_no_faults(mina.page)


def test_pages_of_a_match_and_its_player_have_no_serious_fault(mina: Person) -> None:
    mina.play_with_bots()
    mina.reach("over")
    mina.page.goto(f"/matches/{mina.page.url[-8:]}-1")
    mina.page.get_by_text("Look back at the play").click()
    expect(mina.page.locator(".play-log li").nth(50)).to_be_visible()
    expect(mina.page.get_by_text("Cards as dealt")).to_be_visible()
    expect_no_faults(mina.page)
    mina.page.get_by_role("link", name="Mina").click()
    expect(mina.page.get_by_role("heading", name="Your matches")).to_be_visible()
    expect_no_faults(mina.page)


def test_the_rail_has_no_serious_fault(mina: Person) -> None:
    mina.play_with_bots()
    for tab in ("Score", "Chat", "Rules"):
        mina.page.get_by_role("tab", name=tab).click()
        if tab == "Rules":
            mina.page.locator("#rail .rules-text h2").first.wait_for()
        expect_no_faults(mina.page)


def test_what_happens_is_said_in_plain_words(mina: Person) -> None:
    mina.play_with_bots()
    mina.reach("discard")
    news = mina.page.get_by_role("log", name="What happened")
    expect(news).to_have_attribute("aria-live", "polite")
    expect(news).to_contain_text("Your turn.")
    expect(news).to_contain_text("passes.")


def test_the_title_tells_whose_turn_it_is(mina: Person) -> None:
    mina.play_with_bots()
    mina.asked()
    expect(mina.page).to_have_title(re.compile("^● Your turn – .*" + mina.page.url[-8:]))
