"""Nothing scrolls, nothing sticks out, nothing jumps; and a thumb hits what it aims at."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import PHONE, Keys, Person, Thumb
from tests.browser.server import Server
from tests.browser.test_avinas_deal import Speaker

PHONES = [(360, 640), (390, 844)]
SCREENS = [*PHONES, (844, 390), (768, 1024), (1024, 600), (1280, 800), (1920, 1080)]
TABLES = [(390, 844), (844, 390), (1024, 600), (1280, 800)]
TARGET = 44

MEASURE = """() => {
  const wide = innerWidth, high = innerHeight, faults = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > wide) faults.push(`the page is ${page.scrollWidth - wide} px too wide`);
  if (page.scrollHeight > high) faults.push(`the page is ${page.scrollHeight - high} px too high`);
  const name = (e) => e.getAttribute("aria-label") ?? (e.innerText.trim().split("\\n")[0] || e.className);
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => !e.closest(".sheet-body")).map((e) => [e, e.getBoundingClientRect()]).filter(([, box]) => box.width);
  const parts = "#hand .held-card, #bar button, #stage .seat, #stage button, #tools button, .contract, .bar-prompt";
  for (const [e, box] of shown(parts)) {
    const out = Math.max(-box.left, -box.top, box.right - wide, box.bottom - high);
    if (out > 1) faults.push(`${name(e)} sticks out of the window by ${out.toFixed(0)} px`);
  }
  for (const [e, box] of shown("#bar button:enabled, #stage .sheet-next button, #hand .held-card")) {
    const [x, y] = [box.left + Math.min(box.width / 2, 16), box.top + Math.min(box.height / 2, 16)];
    const top = document.elementFromPoint(x, y);
    const over = e.contains(top) || top?.closest(".panel-over, .notice-over, .ways");
    if (!over) faults.push(`${name(e)} is covered by ${top?.className}`);
  }
  return faults;
}"""
"""What is wrong with the page at its present size."""

OVERLAPS = """() => {
  const faults = [];
  const name = (e) => e.getAttribute("aria-label") ?? (e.innerText?.trim().split("\\n")[0] || e.getAttribute("class"));
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => [e, e.getBoundingClientRect()]);
  const apart = document.querySelector(".sheet, dialog[open]") ? [] : [
    [".contract", "#stage .seat, .played > .card, .middle-card, .trick-back, .seating, .banner"],
    ["#stage .seat", "#stage .seat, .seating, .banner, .played > .card, .trick-back, .aid"],
    [".contract :is(dd, p)", ".contract :is(dd, p), .aid, .contract-signs > .icon"],
    [".aid", ".played, .middle-card, .banner"],
    [".seat-said", ".seat-text, .contract"],
    [".seat-exposed", ".seat-text, .contract, .aid, .bar"],
  ];
  for (const [these, those] of apart) for (const [a, p] of shown(these)) for (const [b, q] of shown(those)) {
    if (a.contains(b) || b.contains(a)) continue;
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1 && high > 1) faults.push(`${name(a)} and ${name(b)} share ${wide.toFixed(0)} × ${high.toFixed(0)} px`);
  }
  const texts = ".contract dd, .bar-prompt, .notice-over, .banner, .mark, .seat-marks, .seat-stats, .stat, " +
    ".score-name, #bar button, .pick";
  for (const [e] of shown(texts)) {
    const { overflowX, display } = getComputedStyle(e);
    const wide = e.scrollWidth - e.clientWidth;
    if (display !== "inline" && wide > 1) faults.push(`${name(e)} (${e.className}) is cut off by ${wide} px`);
    if (overflowX !== "visible" && e.scrollHeight > e.clientHeight + 2) faults.push(`${name(e)} is cut off below`);
  }
  const line = document.querySelector(".contract")?.getBoundingClientRect();
  for (const [e, box] of line ? shown(".contract :is(dd, p)") : [])
    if (box.bottom > line.bottom + 1) faults.push(`${name(e)} stands below the contract line`);
  for (const [badge, p] of shown("#hand .card-badge")) {
    const card = badge.closest(".held");
    const top = document.elementFromPoint(p.left + p.width / 2, p.top + p.height / 2);
    if (!card.contains(top) && !top?.closest(".panel-over, .ways")) faults.push(`a badge is covered by ${name(top)}`);
    for (const part of card.querySelectorAll(".face-large > *")) {
      const q = part.getBoundingClientRect();
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 3 && high > 3) faults.push(`a badge covers ${wide.toFixed(0)} × ${high.toFixed(0)} px of its card`);
    }
  }
  return faults;
}"""
"""Parts of the table that lie over each other, texts that are cut off, badges that cover what a card is."""

BOTH = f"() => [...({MEASURE})(), ...({OVERLAPS})()]"

TARGETS = """(least) => {
  const small = [];
  const cards = [...document.querySelectorAll("#hand .held-card")].map((e) => e.getBoundingClientRect());
  for (const box of cards) {
    // What of a card lies free: up to the next one of its row, and up to the row below.
    const beside = cards.filter((other) => Math.abs(other.top - box.top) < 24 && other.left > box.left + 1);
    const below = cards
      .filter((other) => other.top > box.top + 24 && other.left < box.right && other.right > box.left);
    const width = Math.min(box.width, ...beside.map((other) => other.left - box.left));
    const height = Math.min(box.height, ...below.map((other) => other.top - box.top));
    if (Math.min(width, height) < least) small.push(`a card shows ${width.toFixed(0)} × ${height.toFixed(0)} px`);
  }
  const buttons = "#bar button:enabled:not(.seat), #stage .sheet-next button, #hand .ways button, #tools button, " +
    "#stage .seat-button, #stage .seating button";
  for (const e of document.querySelectorAll(buttons)) {
    const { width, height } = e.getBoundingClientRect();
    const name = e.getAttribute("aria-label") ?? e.innerText;
    if (width && Math.min(width, height) < least) small.push(`${name} has ${width} × ${height} px`);
  }
  return small;
}"""
"""Targets that are smaller than they should be for a thumb."""

PLACES = """() => {
  const parts = "#stage [data-seat], #bar, #bar [data-seat], #hand, #stage, #rail, #tools button";
  return [...document.querySelectorAll(parts)].map((e, at) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    const name = e.dataset.seat ? `seat ${e.dataset.seat}` : e.id || `tool ${at}`;
    return [name, ...[left, top, width, height].map(Math.round)];
  });
}"""
"""Where the parts of the page are."""

WATCH_MOTION = """() => {
  window.seen = 0;
  const look = () => {
    window.seen += document.getAnimations()
      .filter((one) => one.effect.target?.matches?.(".played, .flying")).length;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Counts cards in motion from now on."""


@pytest.fixture
def stacked(server: Server) -> None:
    server.stack_random(3)


MIGHTY = ("bid", "discard", "friend", "play", "over")


def faults_at(person: Person, sizes: list[tuple[int, int]], step: str, script: str, *arguments: Any) -> list[str]:
    """What the script finds wrong with the page as it is, at every size."""
    found: list[str] = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function("w => innerWidth === w", arg=width)
        wrong = person.page.evaluate(script, *arguments)
        found += [f"{step} at {width} × {height}: {fault}" for fault in wrong]
    return found


def faults_by_step(
    person: Person, sizes: list[tuple[int, int]], script: str, *arguments: Any, steps: tuple[str, ...] = MIGHTY
) -> str:
    """What the script finds wrong at every stage of a deal, at every size; one fault a line."""
    found: list[str] = []
    for step in steps:
        person.reach(step)
        if step == "over":
            expect(person.page.locator(".sheet")).to_be_visible()
        found += faults_at(person, sizes, step, script, *arguments)
        person.page.set_viewport_size({"width": sizes[-1][0], "height": sizes[-1][1]})
    return "\n".join(found)


def with_bots(person: Person, preset: str, game: str) -> None:
    """A table of this game with a bot on every other seat, in its first deal."""
    person.make_table(preset, game)
    person.page.get_by_role("button", name=re.compile("Fill . seats? with bots")).click()
    person.page.get_by_role("button", name="Start the match").click()
    person.wait_for_phase("deal")


def in_japanese(person: Person) -> None:
    """The page in Japanese from now on."""
    person.page.locator(".top-settings").click()
    person.page.locator("button[name=lang][value=ja]").click()
    person.page.locator("html[lang=ja] body[data-phase=deal]").wait_for()


@pytest.mark.usefixtures("stacked")
def test_a_deal_needs_no_scrolling_at_any_size(invite: Invite) -> None:
    mina = invite("Mina", limit=20, reduced_motion="reduce")
    mina.play_with_bots()
    assert faults_by_step(mina, SCREENS, BOTH) == ""


@pytest.mark.usefixtures("stacked")
def test_a_deal_needs_no_scrolling_on_a_phone_and_its_targets_are_large_enough(invite: Invite) -> None:
    # Played with keys: on this screen they are quicker than a thumb, and what is looked at is the same.
    jun = invite("Jun", Keys, limit=20, reduced_motion="reduce", **PHONE)
    jun.play_with_bots("english")
    both = f"(least) => [...({BOTH})(), ...({TARGETS})(least)]"
    assert faults_by_step(jun, PHONES, both, TARGET) == ""


@pytest.mark.parametrize(
    ("rules", "seed", "steps"),
    [
        ("mighty/japanese@1", 3, ("bid", "discard", "friend", "play")),
        ("euchre/call-partner@1", 3, ("swap", "play")),
        ("avinas/standard@1", 7, ("play",)),
    ],
)
def test_nothing_lies_over_anything_in_japanese_and_dark(
    rules: str, seed: int, steps: tuple[str, ...], invite: Invite, server: Server
) -> None:
    game, preset = rules.removesuffix("@1").split("/")
    server.stack_random(seed, rules=rules)
    kind = Speaker if game == "avinas" else Person
    mina = invite("Mina", kind, limit=20, reduced_motion="reduce", color_scheme="dark")
    with_bots(mina, preset, game.capitalize())
    in_japanese(mina)
    assert faults_by_step(mina, TABLES, BOTH, steps=steps) == ""
    plies = mina.look()["plies"]
    mina.play()
    mina.wait_for_plies(plies + 1)
    mina.asked()
    assert faults_at(mina, TABLES, "second trick", BOTH) == []


def test_nothing_lies_over_a_seat_before_a_match(invite: Invite) -> None:
    mina = invite("Mina", reduced_motion="reduce")
    mina.make_table("japanese")
    assert faults_at(mina, SCREENS, "with free seats", OVERLAPS) == []
    mina.page.get_by_role("button", name="Fill 4 seats with bots").click()
    mina.page.locator(".seat .icon-bot").nth(3).wait_for(state="attached")
    assert faults_at(mina, SCREENS, "with bots", OVERLAPS) == []


def test_what_is_said_about_the_connection_covers_no_seat(invite: Invite, own_server: Server) -> None:
    mina = invite("Mina", url=own_server.url, reduced_motion="reduce")
    mina.play_with_bots()
    mina.asked()
    own_server.kill()
    mina.page.locator(".banner").wait_for()
    assert faults_at(mina, TABLES, "no connection", OVERLAPS) == []
    mina.complaints.clear()  # the browser tells of every try


@pytest.mark.usefixtures("stacked")
def test_a_phone_shows_bots_new_cards_and_that_a_bot_is_in_ones_place(invite: Invite) -> None:
    jun = invite("Jun", Keys, limit=20, reduced_motion="reduce", **PHONE)
    jun.play_with_bots()
    expect(jun.page.locator("#stage .mark-bot:visible")).to_have_count(4)
    jun.reach("discard")
    new = jun.page.locator("#hand .held-new")
    expect(new).to_have_count(3)
    free = """e => { const { left, top, width, height } = e.getBoundingClientRect();
      return e.closest(".held").contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
    assert [mark.evaluate(free) for mark in new.all()] == [True] * 3
    jun.page.locator("#bar [data-seat]").tap()
    jun.page.locator("dialog .dialog-actions button").first.tap()
    expect(jun.page.locator(".bar-prompt")).to_have_text("A bot is playing for you.")
    assert faults_at(jun, PHONES, "a bot plays", OVERLAPS) == []


@pytest.mark.usefixtures("stacked")
def test_every_sign_on_the_table_is_explained_and_has_one_meaning(invite: Invite) -> None:
    jun = invite("Jun", Keys, limit=20, reduced_motion="reduce", **PHONE)
    jun.play_with_bots()
    jun.reach("play")
    names = "all => all.map(e => [...e.classList].find(name => name.startsWith('icon-')))"
    used = set(jun.page.locator("#stage .seat .icon, #bar .seat .icon, .contract dt .icon").evaluate_all(names))
    jun.page.locator(".contract").tap()
    signs = jun.page.locator("dialog .signs .icon")
    signs.first.wait_for()
    told = signs.evaluate_all(names)
    assert used - {*told} == set()
    assert len(told) == len({*told})


@pytest.mark.usefixtures("stacked")
def test_whose_turn_it_is_stands_still(invite: Invite) -> None:
    mina = invite("Mina")
    mina.play_with_bots()
    mina.asked()
    expect(mina.page.locator(".seat-turn")).to_be_visible()
    turning = "() => document.querySelector('.seat-turn').getAnimations({ subtree: true }).length"
    assert mina.page.evaluate(turning) == 0


@pytest.mark.usefixtures("stacked")
def test_short_names_are_whole_in_the_score(invite: Invite) -> None:
    mina = invite("Mina")
    mina.play_with_bots()
    mina.page.get_by_role("tab", name="Score").click()
    names = mina.page.locator("#rail .score-name")
    expect(names).to_have_count(5)
    lines = "all => all.map(e => Math.round(e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    assert names.evaluate_all(lines) == [1] * 5


@pytest.mark.parametrize("path", ["/new"])
def test_nothing_is_seen_through_what_stays_at_the_foot_of_a_page(path: str, invite: Invite) -> None:
    mina = invite("Mina")
    mina.page.goto(path)
    background = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).backgroundImage]"
    colour, image = mina.page.locator(".submit-bar").evaluate(background)
    assert (colour.startswith("rgb("), image) == (True, "none")


def test_every_score_of_euchre_has_a_picture_of_its_own(mina_pictures: list[str]) -> None:
    assert len(set(mina_pictures)) == len(mina_pictures) == 16


@pytest.fixture
def mina_pictures(invite: Invite) -> list[str]:
    """What is drawn for the totals from 0 to 15."""
    mina = invite("Mina")
    mina.make_table("call-partner", "Euchre")
    pictures: list[str] = mina.page.evaluate("""async () => {
      const root = document.querySelector("script[src*='/js/main.js']").src.replace(/main\\.js.*/, "");
      const { marker } = await import(`${root}games/euchre_marker.js`);
      const { patch } = await import(`${root}dom.js`);
      return Array.from({ length: 16 }, (_, total) => {
        const place = document.createElement("div");
        patch(place, [marker(total)]);
        return place.innerHTML;
      });
    }""")
    return pictures


@pytest.mark.parametrize("size", PHONES)
def test_the_seats_before_a_match_fit_on_a_phone(size: tuple[int, int], invite: Invite) -> None:
    width, height = size
    jun = invite("Jun", Thumb, viewport={"width": width, "height": height}, reduced_motion="reduce")
    jun.make_table("japanese")
    assert jun.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert jun.page.evaluate(TARGETS, TARGET) == []


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize(
    "path", ["/", "/new", "/rules/mighty/japanese", "/rules/auction/standard", "/account", "/protocol", "/api"]
)
def test_pages_are_not_wider_than_a_phone(path: str, size: tuple[int, int], invite: Invite) -> None:
    width, height = size
    jun = invite("Jun", Thumb, viewport={"width": width, "height": height})
    jun.page.goto(path)
    assert jun.page.evaluate("document.scrollingElement.scrollWidth") == width


@pytest.mark.usefixtures("stacked")
@pytest.mark.parametrize("kind", [Person, Thumb])
def test_nothing_moves_when_a_card_leaves_the_hand(kind: type[Person], invite: Invite) -> None:
    mina = invite("Mina", kind, limit=20, reduced_motion="reduce")
    mina.play_with_bots()
    mina.reach("play")
    before = mina.page.evaluate(PLACES)
    for _ in range(3):
        plies = mina.look()["plies"]
        mina.play()
        mina.wait_for_plies(plies + 1)
        mina.asked()
        assert mina.page.evaluate(PLACES) == before


@pytest.mark.usefixtures("stacked")
def test_a_card_keeps_its_row_on_a_phone_while_there_are_two(invite: Invite) -> None:
    jun = invite("Jun", Keys, limit=20, reduced_motion="reduce", **PHONE)
    jun.play_with_bots()
    jun.reach("play")
    below = jun.page.locator("#hand .held-second [data-card]")
    second = set(below.evaluate_all("all => all.map(e => e.dataset.card)"))
    plies = jun.look()["plies"]
    jun.play()
    jun.wait_for_plies(plies + 1)
    assert set(below.evaluate_all("all => all.map(e => e.dataset.card)")) == second & set(jun.hand())


@pytest.mark.usefixtures("stacked")
def test_cards_slide_where_motion_is_wanted_and_only_there(invite: Invite) -> None:
    for motion, expected in (("no-preference", True), ("reduce", False)):
        mina = invite(f"Mina {motion}", limit=20, reduced_motion=motion)
        mina.play_with_bots()
        mina.reach("play")
        mina.page.evaluate(WATCH_MOTION)
        mina.play()
        winner = mina.page.locator("#stage .played-wins")
        expect(winner).to_be_visible()
        expect(winner).to_be_hidden()
        assert (mina.page.evaluate("window.seen") > 0) == expected, motion


@pytest.mark.usefixtures("stacked")
@pytest.mark.parametrize("kind", [Person, Thumb])
def test_nothing_moves_for_ever_where_less_motion_is_wanted(kind: type[Person], invite: Invite) -> None:
    mina = invite("Mina", kind, reduced_motion="reduce")
    mina.play_with_bots()
    mina.asked()
    expect(mina.page.locator(".seat-turn")).to_be_visible()
    endless = "() => document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
    assert mina.page.evaluate(endless) == 0
