"""Decisions that come up rarely, reached by hand with packs made for them: misdeal, direction, call of the joker."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.server import Server

Hands = tuple[tuple[str, ...], ...]

FEW = """
AS TS 2S 3S 4S 5S 6S 7S 8S 9S
KS QS 3H 5H 6H 7H 3D 4D 5D 6C
JS 4H 8H 9H TH 6D 7D 8D 8C 9C
2H JH QH 9D TD JD TC JC 7C 2C
KD 2D QC 3C 4C QD AC KC AH KH
"""
"""Mina may claim a misdeal where half a point is little enough: the ace of spades is the mighty, the ten counts ½."""

DIRECTED = """
AS KS QS 9S AH KH 4H AC KC 2C
2S 3S 5H 6H 7H JH 4D 5D 6C 7C
4S 5S 8H 9H TH 6D 7D 8D 8C 9C
6S 7S 3D QH 2D 9D TD JD TC JC
8S TS JS 3H QD KD 2H QC 3C 4C
"""
"""The four of hearts, led by Mina, goes to the queen on seat 3, which has no other heart."""

CALLED = """
AS KS QS 9S AH KH 3C AC KC 2C
JK 3S 5H 6H 7H 3D 4D 5D 6C 7C
4S 5S 8H 9H TH 6D 7D 8D 8C 9C
6S 7S JH QH 2H 9D TD JD TC JC
8S TS JS 3H QD KD 2D QC 4H 4C
"""
"""Mina has the ripper, and the ace of hearts to lead before it; the joker is on the seat beside her."""


def dealt(text: str) -> Hands:
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


def begin(person: Person, ruleset: str) -> Page:
    """A table with house rules, bots on the other seats, and the first deal."""
    page = person.page
    page.goto(f"/new?ruleset={ruleset}")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("checkbox", name="bots").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the match").click()
    person.wait_for_phase("deal")
    return page


def acts(person: Person) -> list[str]:
    return [message["action"] for message in map(json.loads, person.sent) if message["type"] == "act"]


def test_a_misdeal_is_claimed_beside_the_bids_and_deals_anew(invite: Invite, server: Server) -> None:
    server.stack(dealt(FEW), ("5C", "AD", "JK"))
    mina = invite("Mina", reduced_motion="reduce")
    page = begin(mina, "mighty/japanese@1?misdeal_claim=le_half")
    page.get_by_role("button", name="Claim a misdeal").click()
    expect(page.get_by_role("heading", name="Thrown in: dealt again")).to_be_visible()
    expect(page.locator(".sheet")).to_contain_text("a misdeal was claimed")
    expect(page.locator("#rail .log-line")).to_have_count(1)
    assert acts(mina) == ["misdeal"]


def test_the_declarer_at_twenty_without_trump_directs_the_friends_lead(invite: Invite, server: Server) -> None:
    server.stack(dealt(DIRECTED), ("JK", "AD", "5C"))
    mina = invite("Mina", reduced_motion="reduce")
    mina.play_with_bots()
    page = mina.page
    mina.asked()
    page.locator(".pick-number", has_text="20").click()
    page.get_by_role("button", name="Bid 20 no trump").click()
    mina.wait_for_plies(1)
    assert mina.reach("friend") == "friend"
    page.locator(".call-grid").get_by_role("button", name="queen of hearts").click()
    page.locator(".panel-confirm").click()
    page.locator(".panel-confirm").wait_for(state="hidden")
    assert mina.reach("play") == "play"
    mina.card("4H").click()
    page.locator(".panel-suits").wait_for()
    page.get_by_role("button", name="Lead diamonds").click()
    expect(page.locator("#rail")).to_contain_text("Mina asks for a lead of")
    page.locator("#stage .played").first.wait_for()
    assert acts(mina)[-1] == "direct D"


def test_the_ripper_calls_the_joker_if_that_is_wished(invite: Invite, server: Server) -> None:
    server.stack(dealt(CALLED), ("2S", "AD", "5C"))
    mina = invite("Mina", limit=20, reduced_motion="reduce")
    page = begin(mina, "mighty/japanese@1?joker_call=optional")
    assert mina.reach("discard") == "discard"
    for card in ("2S", "2C", "5C"):
        mina.card(card).click()
    page.locator("#bar .bar-buttons button").click()
    mina.wait_for_plies(6)
    assert mina.reach("play") == "play"
    mina.card("AH").click()
    mina.wait_for_plies(len(acts(mina)) + 4)
    assert mina.asked() == "play"
    mina.card("3C").click()
    page.locator("#hand .ways").get_by_role("button", name="Call the joker").click()
    expect(page.locator("#rail")).to_contain_text("and calls the joker")
    assert acts(mina)[-1] == "play 3C call"
