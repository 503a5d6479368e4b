"""Nothing scrolls, nothing sticks out, nothing jumps; and a thumb hits what it aims at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import PHONE, Keys, Person, Thumb
from tests.browser.server import Server

PHONES = [(360, 640), (390, 844)]
SCREENS = [*PHONES, (844, 390), (768, 1024), (1024, 640), (1280, 800), (1920, 1080)]
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


def faults_by_step(person: Person, sizes: list[tuple[int, int]], script: str, *arguments: Any) -> str:
    """What the script finds wrong at every stage of a deal, at every size; one fault a line."""
    found: list[str] = []
    for step in ("bid", "discard", "friend", "play", "over"):
        person.reach(step)
        if step == "over":
            expect(person.page.locator(".sheet")).to_be_visible()
        for width, height in sizes:
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_function("w => innerWidth === w", arg=width)
            wrong = person.page.evaluate(script, *arguments)
            found += [f"{step} at {width} × {height}: {fault}" for fault in wrong]
        person.page.set_viewport_size({"width": sizes[-1][0], "height": sizes[-1][1]})
    return "\n".join(found)


@pytest.mark.usefixtures("stacked")
def test_a_deal_needs_no_scrolling_at_any_size(invite: Invite) -> None:
    mina = invite("Mina", limit=20, reduced_motion="reduce")
    mina.play_with_bots()
    assert faults_by_step(mina, SCREENS, MEASURE) == ""


@pytest.mark.usefixtures("stacked")
def test_a_deal_needs_no_scrolling_on_a_phone_and_its_targets_are_large_enough(invite: Invite) -> None:
    # Played with keys: on this screen they are quicker than a thumb, and what is looked at is the same.
    jun = invite("Jun", Keys, limit=20, reduced_motion="reduce", **PHONE)
    jun.play_with_bots("english")
    both = f"(least) => [...({MEASURE})(), ...({TARGETS})(least)]"
    assert faults_by_step(jun, PHONES, both, TARGET) == ""


@pytest.mark.parametrize("size", PHONES)
def test_the_seats_before_a_match_fit_on_a_phone(size: tuple[int, int], invite: Invite) -> None:
    width, height = size
    jun = invite("Jun", Thumb, viewport={"width": width, "height": height}, reduced_motion="reduce")
    jun.make_table("japanese")
    assert jun.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert jun.page.evaluate(TARGETS, TARGET) == []


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("path", ["/", "/new", "/rules/mighty/japanese", "/protocol", "/api"])
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
