"""The clock of turns as people see it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Invite


def test_the_ring_of_ones_own_turn_empties_and_the_end_is_told(invite: Invite) -> None:
    mina = invite("Mina")
    page = mina.page
    page.goto("/new?ruleset=mighty/japanese@1")
    page.get_by_label("Your name").fill(mina.name)
    page.get_by_label("Time for each turn").select_option("15")
    page.get_by_label("Bank", exact=True).select_option("0")
    page.get_by_role("checkbox", name="bots").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".clock-rule")).to_have_text("Each turn may take 15 seconds; then a bot plays for it.")
    page.get_by_role("button", name="Start the match").click()
    own = page.locator(".bar-own .seat-clock")
    own.wait_for()
    share = float(own.evaluate("plate => plate.style.getPropertyValue('--left')"))
    expect(own.locator(".seat-seconds")).to_be_visible(timeout=8_000)
    assert float(own.evaluate("plate => plate.style.getPropertyValue('--left')")) < share
    expect(page.locator("#live")).to_contain_text("seconds left for your turn.")
    expect(page.locator(".bar-own .mark-late")).to_be_visible(timeout=12_000)
