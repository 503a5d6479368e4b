"""The table page in use: keys, double clicks, several tabs, words, languages, markup, those who only watch."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.server import Server

DEALT = """
AS KS QS 9S AH KH 4H AC KC 2C
2S 3S 5H 6H 7H 3D 4D 5D 6C 7C
4S 5S 8H 9H TH 6D 7D 8D 8C 9C
6S 7S JH QH 2H 9D TD JD TC JC
8S TS JS 3H QD KD 2D QC 3C 4C
"""
HANDS = tuple(tuple(line.split(" ")) for line in DEALT.strip().splitlines())
KITTY = ("JK", "AD", "5C")
"""Mina, on seat 0, has by far the best hand, and cards of three suits."""


@pytest.fixture
def mina(invite: Invite, server: Server) -> Person:
    """Mina in a running deal against four bots; she is the declarer if she wants to."""
    server.stack(HANDS, KITTY)
    mina: Person = invite("Mina", limit=20, reduced_motion="reduce")
    mina.play_with_bots()
    return mina


def acts(person: Person) -> list[str]:
    """The actions that this browser sent."""
    return [message["action"] for message in map(json.loads, person.sent) if message["type"] == "act"]


def refusals(person: Person) -> list[str]:
    return [frame["code"] for frame in map(json.loads, person.received) if frame["type"] == "refused"]


def press_dim_card(person: Person) -> str:
    """Presses a card that may not be played now; returns which."""
    dim = person.page.locator("#hand .held-card[aria-disabled=true]").first
    dim.wait_for()
    dim.click(force=True)
    return str(dim.get_attribute("data-card"))


@pytest.fixture
def follower(invite: Invite, server: Server) -> Person:
    """Mina in a deal in which a bot is the declarer, where she holds a card that may not be played: suit is led."""
    server.stack_random(3)
    person: Person = invite("Mina", limit=0, reduced_motion="reduce")
    person.play_with_bots()
    while True:
        assert person.reach("play", "over") == "play"
        if person.page.locator("#stage .played").count() and person.page.locator("#hand [aria-disabled=true]").count():
            return person
        plies = person.look()["plies"]
        person.play()
        person.wait_for_plies(plies + 1)


OUTLINED = """() => {
  const e = document.activeElement, style = getComputedStyle(e);
  const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return [e.outerHTML.slice(0, 80), e === document.body || outline || style.boxShadow !== "none"];
}"""
"""What has the focus, and whether that is to be seen."""


# What is asked and answered


def test_a_card_that_may_not_be_played_says_why(follower: Person) -> None:
    before = follower.hand()
    press_dim_card(follower)
    expect(follower.page.locator("#bar").get_by_role("status")).to_have_text(
        re.compile(r"^You hold (spades|hearts|diamonds|clubs) and must follow suit\.$")
    )
    assert follower.hand() == before


def test_a_message_that_says_why_not_goes_away_with_the_next_move(follower: Person) -> None:
    press_dim_card(follower)
    expect(follower.page.locator("#bar").get_by_role("status")).to_be_visible()
    follower.play()
    expect(follower.page.locator("#bar").get_by_role("status")).to_be_hidden()


def test_a_double_click_on_a_card_is_one_action(mina: Person) -> None:
    mina.reach("play")
    before = len(acts(mina))
    card = mina.playable()
    mina.card(card).dblclick()
    expect(mina.card(card)).to_be_hidden()
    mina.asked()
    assert len(acts(mina)) == before + 1
    assert refusals(mina) == []


def test_the_second_half_of_a_double_click_plays_no_second_card(mina: Person) -> None:
    """Mina leads the ace of hearts, takes the trick at once and is to lead again while her finger comes down again."""
    mina.reach("play")
    before = len(acts(mina))
    box = mina.card("AH").bounding_box()
    assert box is not None
    place = (box["x"] + 12, box["y"] + box["height"] / 2)
    mina.page.mouse.click(*place)
    expect(mina.card("AH")).to_be_hidden()
    mina.asked()
    mina.page.mouse.down(click_count=2)
    mina.page.mouse.up(click_count=2)
    mina.say("an answer to this comes after the answer to anything sent before")
    assert len(acts(mina)) == before + 1


def test_a_double_click_on_a_bid_is_one_action(mina: Person) -> None:
    mina.asked()
    assert mina.bids()
    mina.page.locator(".pick-strain:enabled:not([aria-disabled])").first.dblclick()
    mina.wait_for_plies(1)
    mina.asked()
    assert len(acts(mina)) == 1
    assert refusals(mina) == []


def test_two_tabs_of_one_person_show_the_same_seat(mina: Person) -> None:
    mina.reach("play")
    other = mina.open()
    other.goto(mina.page.url)
    other.locator("#hand [data-card]").first.wait_for()
    card = mina.playable()
    other.locator(f"#hand [data-card='{card}']").click()
    for page in (mina.page, other):
        expect(page.locator(f"#hand [data-card='{card}']")).to_be_hidden()
        expect(page.locator("#bar [data-seat]")).to_have_attribute("data-seat", "0")
    assert other.locator("#hand [data-card]").count() == mina.page.locator("#hand [data-card]").count()


def test_the_log_keeps_its_end_in_view_however_much_comes_at_once(mina: Person) -> None:
    mina.reach("over")
    below = "e => e.scrollHeight - e.scrollTop - e.clientHeight"
    assert mina.page.locator("#rail-panel").evaluate(below) < 4


def test_a_preset_chosen_before_the_script_is_there_has_no_house_rules(invite: Invite) -> None:
    page = invite("Mina").page
    held: list[Route] = []
    page.route("**/js/pages/new.js*", lambda route: held.append(route))
    page.goto("/new", wait_until="commit")
    page.get_by_role("radio", name=re.compile("English")).check()
    page.wait_for_function("() => document.readyState !== 'loading'")
    held[0].continue_()
    expect(page.locator("[data-ruleset]")).to_have_text("mighty/english@1")


# Keys


@pytest.mark.parametrize(("key", "tab"), [("s", "Score"), ("g", "Log"), ("c", "Chat"), ("r", "Rules")])
def test_a_key_opens_a_tab_of_the_rail(key: str, tab: str, mina: Person) -> None:
    mina.page.keyboard.press(key)
    expect(mina.page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")


def test_a_key_shows_the_last_trick_and_takes_it_away(mina: Person) -> None:
    mina.reach("play")
    mina.play()
    expect(mina.page.get_by_role("button", name="Last trick")).to_be_enabled()
    mina.page.keyboard.press("l")
    expect(mina.page.get_by_role("list", name="Last trick").get_by_role("listitem")).to_have_count(5)
    mina.page.keyboard.press("l")
    expect(mina.page.get_by_role("list", name="Last trick")).to_be_hidden()


def test_keys_are_explained(mina: Person) -> None:
    mina.page.keyboard.press("?")
    expect(mina.page.get_by_role("dialog")).to_contain_text("last trick")
    mina.page.keyboard.press("Escape")
    expect(mina.page.get_by_role("dialog")).to_be_hidden()


def test_keys_do_nothing_to_the_table_while_one_writes(mina: Person) -> None:
    mina.asked()
    mina.page.keyboard.press("c")
    field = mina.page.locator("#chat-text")
    expect(field).to_be_focused()
    mina.page.keyboard.type("pass, please 3 l s")
    expect(field).to_have_value("pass, please 3 l s")
    assert acts(mina) == []


def test_the_focus_is_always_to_be_seen(mina: Person) -> None:
    mina.reach("play")
    bare = []
    for _ in range(14):
        mina.page.keyboard.press("Tab")
        name, seen = mina.page.evaluate(OUTLINED)
        bare += [] if seen else [name]
    assert bare == []


# Words


LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = (r"mighty/\w+@1", "Kibitz", "Mina", "English", "Enter", "Esc", "JavaScript", "API", "QR", "NT", "GitHub")


TEXTS = """() => {
  const technical = "script, style, noscript, code, output, .mono, [lang]:not(html)";
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest(technical)) found.push(node.nodeValue);
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (element.closest("[lang]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(element.getAttribute(name) ?? "");
  }
  return found;
}"""
"""Everything that can be read or heard on a page."""


def english_left_in(page: Page) -> list[str]:
    """Words in Latin letters that can be seen or heard, without names of people, keys and things."""
    texts: list[str] = page.evaluate(TEXTS)
    code = page.url.rsplit("/", 1)[1][:8]
    left = []
    for text in texts:
        rest = re.sub("|".join((*NAMES, re.escape(code or "-"))), "", text)
        if LATIN.search(rest):
            left.append(text.strip())
    return left


@pytest.mark.parametrize("path", ["/new", "/rules/mighty/japanese", "/rules/mighty/english"])
def test_pages_are_japanese_for_those_who_want_it(path: str, invite: Invite) -> None:
    page = invite("Mina", locale="ja-JP").page
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    assert english_left_in(page) == []


def test_the_lobby_is_japanese_with_the_tables_in_it(invite: Invite, own_server: Server) -> None:
    mina = invite("Mina", url=own_server.url)
    mina.make_table("japanese")
    page = invite("Mina", url=own_server.url, locale="ja-JP").page
    page.goto("/")
    expect(page.get_by_role("listitem")).not_to_have_count(0)
    assert english_left_in(page) == []


def test_the_language_is_switched_by_hand_and_stays(mina: Person) -> None:
    page = mina.page
    page.goto("/")
    page.get_by_role("button", name="Language and appearance").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.goto("/new")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_table_is_japanese_through_a_whole_deal(invite: Invite, server: Server) -> None:
    server.stack(HANDS, KITTY)
    mina = invite("Mina", limit=20, locale="en-GB", reduced_motion="reduce")
    mina.play_with_bots()
    mina.context.add_cookies([{"name": "kibitz-lang", "value": "ja", "url": server.url}])
    mina.page.reload()
    mina.wait_for_phase("deal")
    tables = [frame for frame in map(json.loads, mina.received) if frame["type"] == "table"]
    names = "|".join(seat["name"] for seat in tables[-1]["public"]["seats"])
    left = []
    for step in ("bid", "discard", "friend", "play", "over"):
        mina.reach(step)
        left += [text for text in english_left_in(mina.page) if LATIN.search(re.sub(names, "", text))]
    assert left == []


# Markup


MARKUP = '<b id="x" title=1>Eve</b>'


def test_a_name_with_markup_is_shown_as_text(invite: Invite) -> None:
    host = invite("Mina")
    link = host.make_table("japanese")
    eve = invite(MARKUP[:24])
    eve.sit(link)
    for person in (host, eve):
        expect(person.page.locator("#stage .seat-name", has_text=MARKUP[:24])).to_be_visible()
        assert person.page.locator("#x").count() == 0
    host.page.goto("/")
    expect(host.page.get_by_text(MARKUP[:24]).first).to_be_visible()
    assert host.page.locator("#x").count() == 0


def test_markup_in_the_chat_is_shown_as_text(mina: Person) -> None:
    text = "<img id=x src=/nothing onerror=\"document.title='caught'\"> & <b>bold</b>"
    mina.page.keyboard.press("c")
    mina.page.locator("#chat-text").fill(text)
    mina.page.locator("#chat-text").press("Enter")
    expect(mina.page.locator(".chat-text")).to_have_text(text)
    assert mina.page.locator("#x").count() == 0
    assert "caught" not in mina.page.title()


# Others


def test_friends_are_invited_by_a_link_and_a_qr_code(invite: Invite) -> None:
    host = invite("Mina")
    link = host.make_table("japanese")
    assert link == host.page.url
    picture = host.page.get_by_role("img", name="QR code of the link")
    expect(picture).to_be_visible()
    assert picture.evaluate("e => e.complete && e.naturalWidth > 0")


def test_two_people_with_one_name_are_told_apart(invite: Invite) -> None:
    host = invite("Mina")
    link = host.make_table("japanese")
    invite("mina").sit(link)
    expect(host.page.locator("#stage .seat-name", has_text="mina (2)")).to_be_visible()


def test_those_who_watch_have_nothing_to_press_and_no_hand(mina: Person, invite: Invite) -> None:
    mina.reach("play")
    watcher = invite("Wim")
    watcher.page.goto(mina.page.url)
    watcher.page.get_by_label("Your name").fill("Wim")
    watcher.page.get_by_role("button", name="Just watch").click()
    watcher.wait_for_phase("deal")
    expect(watcher.page.locator("#stage [data-seat]")).to_have_count(5)
    assert watcher.hand() == []
    assert watcher.page.locator("#bar .panel-over, #hand button").count() == 0
    # The four bots' seats are free to be taken; that is all.
    assert watcher.page.locator("#bar button").all_inner_texts() == ["Sit down"]
    mina.page.get_by_role("button", name="Invite and spectators").click()
    expect(mina.page.get_by_role("dialog")).to_contain_text("Wim")


def notice(person: Person) -> Locator:
    return person.page.locator(".notice-over")


def test_a_closed_button_of_a_panel_says_why(mina: Person) -> None:
    mina.page.locator(".pick-strain[aria-disabled]").first.click(force=True)
    expect(notice(mina)).to_have_text("Choose a number first.")
    mina.reach("friend")
    own = mina.page.locator(".call-row .pick-own").first
    expect(own).to_be_visible()
    expect(mina.page.locator(".call-hint")).to_have_text("Your own: you would play alone")


def test_one_card_too_many_is_answered(mina: Person) -> None:
    mina.reach("discard")
    cards = mina.hand()
    for card in cards[:4]:
        mina.card(card).click()
    expect(notice(mina)).to_have_text("3 cards are chosen already. Tap one of them to put it back.")
    expect(mina.page.locator("#hand [aria-pressed=true]")).to_have_count(3)


def test_a_host_who_has_no_seat_can_start_and_is_told_why_the_table_stays_covered(invite: Invite) -> None:
    host = invite("Mina", reduced_motion="reduce")
    api, origin = host.context.request, {"Origin": host.url}
    api.post("/api/guests", data={"name": "Mina"}, headers=origin)
    table = {"ruleset": "mighty/japanese@1", "watch": "nobody", "open": True, "bots": False}
    host.page.goto(api.post("/api/tables", data=table, headers=origin).json()["url"])
    host.page.get_by_role("button", name="Fill 5 seats with bots").click()
    host.page.get_by_role("button", name="Start the match").click()
    told = host.page.locator(".bar-prompt")
    expect(told).to_have_text("Nobody may watch at this table. Sit down to see the game.")


def test_the_declarer_is_told_how_many_cards_to_set_aside(mina: Person) -> None:
    mina.reach("discard")
    expect(mina.page.locator(".bar-prompt")).to_contain_text("Choose 3 cards to set aside.")


def test_the_last_card_plays_itself_for_those_who_want_it(mina: Person) -> None:
    mina.page.evaluate("localStorage.setItem('kibitz.table', JSON.stringify({ lastCard: true }))")
    mina.page.reload()
    mina.wait_for_phase("deal")
    played = 0
    while mina.reach("play", "over") == "play":
        plies = mina.look()["plies"]
        mina.play()
        mina.wait_for_plies(plies + 1)
        played += 1
        if played == 9:
            break
    expect(mina.page.locator(".sheet")).to_be_visible()
    assert played == 9
