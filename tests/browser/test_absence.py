"""Players who are gone, as people see it: the seat is handed on, and who comes back reads what was done."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.server import Server
from tests.browser.test_telling import HANDS, KITTY, begin_with_toma


def toma_is_gone(mina: Person, toma: Person) -> Page:
    """Toma has no connection and a bot plays for him; Mina's page."""
    begin_with_toma(mina, toma)
    toma.page.close()
    mina.page.locator("[data-seat='1'] .mark-away").wait_for()
    mina.page.locator("[data-seat='1']").click()
    mina.page.get_by_role("dialog").get_by_role("button", name="Let a bot play for Toma").click()
    expect(mina.page.locator("[data-seat='1'] .mark-bot")).to_contain_text("until this player is back")
    return mina.page


def test_a_seat_is_handed_on_by_a_link(invite: Invite) -> None:
    mina, toma, jun = invite("Mina"), invite("Toma"), invite("Jun")
    page = toma_is_gone(mina, toma)
    page.locator("[data-seat='1']").click()
    page.get_by_role("dialog").get_by_role("button", name="Hand the seat on").click()
    link = page.get_by_label("Send this link to one friend").input_value()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    jun.page.goto(link)
    jun.page.get_by_label("Your name").fill("Jun")
    jun.page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("Jun")
    back = toma.context.new_page()
    back.goto(page.url)
    expect(back.locator(".banner")).to_contain_text("Your seat went to Jun while you were gone.")


def test_who_comes_back_reads_what_was_done_until_they_say_so(invite: Invite, server: Server) -> None:
    server.stack(HANDS[1:] + HANDS[:1], KITTY, dealer=1)
    mina, toma = invite("Mina"), invite("Toma")
    page = toma_is_gone(mina, toma)
    page.locator(".log-line", has_text="Toma").first.wait_for()
    back = toma.context.new_page()
    back.goto(page.url)
    told = back.get_by_role("dialog", name="While you were gone")
    expect(told.get_by_role("listitem").first).to_contain_text("Toma")
    back.reload()
    told.get_by_role("button", name="OK").click()
    expect(told).to_be_hidden()
    back.reload()
    back.locator(".bar-own").wait_for()
    expect(told).to_be_hidden()
