"""axe finds no serious fault on any page, wide and on a phone, light and dark; and the page can be heard."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.server import Server

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


@pytest.mark.parametrize("path", ["/", "/new", "/rules/mighty/japanese", "/rules/mighty/english"])
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


@pytest.mark.parametrize("tab", ["Score", "Chat", "Rules"])
def test_the_rail_has_no_serious_fault(tab: str, mina: Person) -> None:
    mina.play_with_bots()
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
