"""Three people and a spectator play a deal of Auction through the page: contested bids, cards laid in a chosen order.

What they were sent is held against the record. Jun has a phone held upright, Ada only her keyboard, Wim watches.
"""

from __future__ import annotations

import json
import random
import re
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import expect

from app.rules.base import settle
from app.rules.ruleset import parse_ruleset
from tests.browser.conftest import Invite
from tests.browser.knowledge import Record, Watched, faults
from tests.browser.people import Keys, Person, Thumb
from tests.browser.server import Server
from tests.browser.test_deal import record_of
from tests.conformance.playout import states

RULES = "auction/standard@1?bid_timer=30&open_timer=60"
"""Nobody's clock runs out while a busy machine draws four pages; auctions are closed by passing."""
SEED = 11
PLAYERS = 3


class Party(NamedTuple):
    """Who is at the table. `seats` are in order of their seats."""

    link: str
    seats: list[Person]
    watcher: Person


def open_table(host: Person, rules: str = RULES) -> str:
    """Makes a table for as many as usual; returns the link for the others."""
    host.page.goto(f"/new?ruleset={quote(rules)}")
    host.page.get_by_label("Your name").fill(host.name)
    expect(host.page.locator("[data-ruleset]")).to_have_text(rules)
    host.page.get_by_role("button", name="Open the table").click()
    return host.page.get_by_label("Invite friends with this link").input_value()


def gather(invite: Invite) -> Party:
    """The host makes a table for four; three sit down, one watches, and they start without the fourth."""
    host = invite("Mina")
    link = open_table(host)
    calm = {"reduced_motion": "reduce"}
    guests = [invite("Jun", Thumb, **calm), invite("Ada", Keys, **calm)]
    for guest in guests:
        guest.sit(link)
    watcher = invite("Wim", **calm)
    watcher.watch(link)
    start(host, [*guests, watcher])
    return Party(link, sorted([host, *guests], key=Person.seat), watcher)


def start(host: Person, others: list[Person]) -> None:
    """Begins with the three who sit."""
    host.press(host.page.get_by_role("button", name=f"Start with {PLAYERS} players"))
    for person in (host, *others):
        person.wait_for_phase("deal")


def cards_of(person: Person, rank: str, count: int) -> list[str]:
    """So many different cards of a rank in the hand, at most."""
    return list(dict.fromkeys(card for card in person.hand() if card[0] == rank and card != "JK"))[:count]


def pick(person: Person, cards: list[str]) -> None:
    """Taps cards of the hand, one after the other."""
    for card in cards:
        if isinstance(person, Keys):
            person.page.keyboard.press("h")
            person.walk("ArrowRight", person.card(card).first)
            person.page.keyboard.press("Enter")
        else:
            person.press(person.card(card).first)
        expect(person.card(card).first).to_have_attribute("aria-pressed", "true")


def bid(person: Person, cards: list[str]) -> str:
    """Picks cards and makes the strongest bid that the page offers for them; returns what it was called."""
    pick(person, cards)
    offer = person.page.locator(".pick-offer:not([aria-disabled])").last
    offer.wait_for()
    said = offer.inner_text()
    person.press(offer)
    expect(person.page.locator(".contract .fact-contract")).to_contain_text(
        re.compile(f"{said}.*{person.name}", re.DOTALL)
    )
    return said


def passes(person: Person) -> None:
    button = person.page.get_by_role("button", name="Pass", exact=True)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    plies = person.look()["plies"]
    if isinstance(person, Keys):
        person.page.keyboard.press("p")
    else:
        person.press(button)
    person.wait_for_plies(plies + 1)


def pair_of(person: Person, above: str = "") -> list[str]:
    """The lowest pair of a hand that beats a pair of another rank."""
    order = "23456789TJQKA"
    ranks = [rank for rank in order if not above or order.index(rank) > order.index(above)]
    return next(pair for rank in ranks if len(pair := cards_of(person, rank, 2)) == 2)


def pile(person: Person) -> list[str]:
    """The pile from bottom to top, as the page draws it."""
    cards: list[str] = person.page.locator(".pile-card").evaluate_all("all => all.map(e => e.dataset.move)")
    return cards


def lay(person: Person, cards: list[str]) -> None:
    """Lays cards in this order."""
    person.page.locator(".hand-choosing").wait_for()
    pick(person, cards)
    person.press(person.page.locator("#bar .bar-buttons .button-primary"))


def stacked(server: Server) -> list[str]:
    """A pack with pairs in every hand, decided for the deals to come."""
    ruleset = parse_ruleset(RULES)
    rng = random.Random(SEED)
    pack = list(ruleset.game.pack(ruleset.options, PLAYERS))
    rng.shuffle(pack)
    settle(ruleset.game, ruleset.options, PLAYERS, pack, rng.randrange)
    server._decide(pack, 0)
    return pack


def check_what_they_were_sent(party: Party, record: Record) -> None:
    """Nobody was sent what he must not know; everybody got the same public part."""
    public: dict[int, str] = {}
    for viewer, person in [*enumerate(party.seats), (None, party.watcher)]:
        assert faults(record, Watched(viewer, person.received, frozenset(person.ids))) == [], person.name
        for frame in map(json.loads, person.received):
            if frame["type"] == "table":
                text = json.dumps(frame["public"])
                assert public.setdefault(frame["version"], text) == text, f"{person.name} was shown another table"
            assert frame["type"] != "offers" or viewer is not None


def test_three_people_play_a_whole_deal_of_auction(invite: Invite, server: Server) -> None:
    stacked(server)
    party = gather(invite)
    first, second, third = party.seats
    start = pile(first)
    assert len(start) == 1

    # Somebody bids, somebody tops it, the third tops that; with the others' passes it has won.
    single = [card for card in first.hand() if card != "JK"][-1:]
    bid(first, single)
    low = pair_of(second)
    bid(second, low)
    high = pair_of(third, above=low[0][0])
    said = bid(third, high)
    assert said.startswith("Pair of")
    passes(first)
    passes(second)
    lay(third, high[::-1])
    expect(party.watcher.page.locator(".pile-card")).to_have_count(3)
    assert pile(party.watcher)[:2] == high[::-1]
    assert start[0] in third.hand()

    # Auctions without a bid let the pile grow until somebody may end the deal.
    for number in range(4, 9):
        for person in party.seats:
            passes(person)
        expect(first.page.locator(".pile-card")).to_have_count(number)
    stop = first.page.get_by_role("button", name="End the deal")
    expect(stop).not_to_have_attribute("aria-disabled", "true")
    first.press(stop)
    expect(first.page.locator(".panel-auction")).to_contain_text("25")
    first.press(first.page.get_by_role("button", name="End it"))

    for person in (*party.seats, party.watcher):
        expect(person.page.locator(".sheet")).to_be_visible()
        expect(person.page.locator(".showdown-hand")).to_have_count(PLAYERS)
    record = record_of(server, party.link.rsplit("/", 1)[1], parse_ruleset(RULES), PLAYERS)
    *_, last = states(record.ruleset.game, record.ruleset.options, record.deals[1])
    outcome = record.ruleset.game.outcome(last)
    assert outcome is not None
    assert outcome.facts["by"] == 0
    rows = party.watcher.page.locator(".sheet-scores tbody tr").all_inner_texts()
    shown = {
        name.strip(): score.replace("\u2212", "-").lstrip("+") for name, score, _ in (row.split("\t") for row in rows)
    }
    assert shown == {
        person.name: str(score) for person, score in zip(party.seats, outcome.scores["points"], strict=True)
    }
    check_what_they_were_sent(party, record)
