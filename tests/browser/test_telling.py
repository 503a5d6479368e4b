"""What the table tells and offers beside the cards: house rules, earlier deals, settings, a bot in one's place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import Person, Thumb
from tests.browser.server import Server
from tests.browser.test_page import HANDS, KITTY

HOUSE = "mighty/japanese@1?match_deals=5&double_for=alone,no_trump"


@pytest.fixture
def mina(invite: Invite, server: Server) -> Person:
    """Mina in a running deal against four bots, with by far the best hand."""
    server.stack(HANDS, KITTY)
    mina: Person = invite("Mina", limit=20, reduced_motion="reduce")
    mina.play_with_bots()
    return mina


def open_table(person: Person, ruleset: str) -> str:
    """A table with house rules; returns the link for the others."""
    page = person.page
    page.goto(f"/new?ruleset={ruleset.replace('&', '%26')}")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("button", name="Open the table").click()
    return page.get_by_label("Invite friends with this link").input_value()


def test_house_rules_are_told_in_the_waiting_room_on_the_invitation_and_among_the_rules(invite: Invite) -> None:
    mina, toma = invite("Mina"), invite("Toma")
    link = open_table(mina, HOUSE)
    told = mina.page.locator(".seating .house-rules li")
    expect(told).to_have_text(
        [re.compile("What doubles the score: .+ and .+"), re.compile("Length of the match: 5 deals")]
    )
    expect(mina.page.get_by_role("link", name="House rules")).to_be_visible()
    mina.page.get_by_role("tab", name="Rules").click()
    expect(mina.page.locator(".rules-text")).to_contain_text("Length of the match: 5 deals")
    toma.page.goto(link)
    expect(toma.page.locator(".table-join .house-rules li")).to_have_count(2)


def test_a_deal_that_is_over_can_be_read_again_in_the_log(mina: Person) -> None:
    mina.reach("over")
    page = mina.page
    before = page.locator("#rail .log-line").count()
    page.get_by_role("button", name="Ready for the next deal").click()
    page.locator("#log-deal").select_option("Deal 1")
    expect(page.locator("#rail .log-past .log-line")).to_have_count(before)
    expect(page.locator("#rail .log-past")).to_contain_text("Mina picks up the kitty.")
    expect(page.locator("#rail .log-past li").last).to_have_text(re.compile("^Mina (made|failed) 13"))
    page.locator("#log-deal").select_option("this deal")
    expect(page.locator("#rail .log-past")).to_be_hidden()


def test_who_hears_the_page_is_told_of_the_kitty(mina: Person) -> None:
    mina.reach("discard")
    expect(mina.page.locator("#live")).to_contain_text("Mina picks up the kitty.")


def test_the_result_leads_to_the_page_of_the_match(mina: Person) -> None:
    mina.reach("over")
    link = mina.page.locator(".sheet").get_by_role("link", name="The whole match, deal by deal")
    with mina.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_be_visible()
    assert re.search(r"/matches/\w+-1$", opened.value.url)


def test_the_card_that_takes_the_trick_so_far_is_marked(mina: Person) -> None:
    mina.reach("play")
    mina.card(mina.playable()).click()
    mina.page.locator(".played-leads").wait_for()
    expect(mina.page.locator(".played-winning, .played-wins")).to_have_count(1)


def test_another_language_keeps_the_seat(mina: Person) -> None:
    page = mina.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("#bar [data-seat='0']").wait_for()
    expect(page.locator("#stage .seat-name").first).to_have_text(re.compile(r"^[ァ-ヶー]+$"))


def test_the_theme_is_chosen_at_the_table(mina: Person) -> None:
    page = mina.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def begin_with_toma(mina: Person, toma: Person) -> None:
    """A deal in which Toma sits beside Mina: it is his turn after hers."""
    toma.sit(open_table(mina, "mighty/japanese@1"))
    mina.page.get_by_role("button", name="Fill 3 seats with bots").click()
    mina.page.get_by_role("button", name="Start the match").click()
    mina.wait_for_phase("deal")


def test_a_bot_plays_for_who_asks_for_it_until_the_seat_is_taken_back(invite: Invite, server: Server) -> None:
    server.stack(HANDS, KITTY)
    mina, toma = invite("Mina", reduced_motion="reduce"), invite("Toma")
    begin_with_toma(mina, toma)
    page = mina.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.locator("#bar")).to_contain_text("A bot is playing for you.")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_role("button", name="Take my seat back").click()
    expect(page.locator("#bar")).not_to_contain_text("A bot is playing for you.")


def test_the_host_is_told_who_is_gone_and_can_let_a_bot_play(invite: Invite, server: Server) -> None:
    server.stack(HANDS[1:] + HANDS[:1], KITTY, dealer=1)
    mina, toma = invite("Mina", reduced_motion="reduce"), invite("Toma")
    begin_with_toma(mina, toma)
    page = mina.page
    toma.page.close()
    notice = page.locator(".banner-waiting")
    expect(notice).to_contain_text("Toma is away.")
    notice.get_by_role("button", name="Let a bot play for Toma").click()
    expect(notice).to_be_hidden()


def test_an_empty_chat_says_who_hears_it(mina: Person) -> None:
    mina.page.get_by_role("tab", name="Chat").click()
    expect(mina.page.locator(".chat-empty")).to_contain_text("only the players hear you")
    mina.say("hello")
    mina.page.get_by_role("tab", name="Chat").click()
    expect(mina.page.locator(".chat-empty")).to_be_hidden()


def test_a_phone_is_not_bothered_with_keys(invite: Invite, server: Server) -> None:
    server.stack(HANDS, KITTY)
    toma = invite("Toma", kind=Thumb)
    toma.play_with_bots()
    toma.press(toma.page.get_by_role("button", name="Settings"))
    expect(toma.page.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    expect(toma.page.get_by_role("button", name="Keys")).to_be_hidden()
