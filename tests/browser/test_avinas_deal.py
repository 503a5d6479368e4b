"""Four people and a spectator play whole deals of Avinas through the page.

What they were sent is held against the record. Ada has only her keyboard, Jun a phone held upright, Wim watches.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect

from app.rules.base import Outcome
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.browser.conftest import Invite
from tests.browser.knowledge import Record, Watched, faults
from tests.browser.people import Keys, Person, Thumb
from tests.browser.server import Server
from tests.browser.test_deal import record_of
from tests.conformance.playout import states

WITH_SEVENS, WITHOUT = 7, 9
"""Seeds of packs: two sevens lie open, and none does; with both, somebody comes to lead face down."""


def affordable(person: Person) -> Locator | None:
    """The button of the lowest number that may be bid, if it is within the person's limit."""
    button = person.page.locator(".pick-number:enabled:not([aria-disabled])").first
    return button if button.count() and int(button.inner_text()) <= person.limit else None


class Speaker(Person):
    """Bids what is offered while a limit allows it; knocks with a limit, and leads face down where that is open."""

    def bid(self) -> None:
        self._say(affordable(self))

    def suit(self) -> None:
        knock = self.page.locator(".panel-knock .pick-main")
        self._say(knock if self.limit else None)

    def _say(self, button: Locator | None) -> None:
        self.press(button or self.page.get_by_role("button", name="Pass", exact=True))

    def play(self) -> None:
        card = self.playable()
        self.press(self.card(card))
        if self.asked_how(card):
            self.press(self.page.locator("#hand .ways button").last)


class KeySpeaker(Keys):
    """The same with nothing but a keyboard."""

    def bid(self) -> None:
        number = affordable(self)
        self.page.keyboard.press("p" if number is None else number.inner_text()[-1])

    def suit(self) -> None:
        self.page.keyboard.press("p")


class ThumbSpeaker(Thumb):
    """The same with a thumb."""

    def bid(self) -> None:
        self.press(affordable(self) or self.page.get_by_role("button", name="Pass", exact=True))

    def suit(self) -> None:
        self.press(self.page.get_by_role("button", name="Pass", exact=True))


class Party(NamedTuple):
    """Who is at the table. `seats` are in order of their seats."""

    link: str
    seats: list[Person]
    watcher: Person

    @property
    def everybody(self) -> list[Person]:
        return [*self.seats, self.watcher]

    def names(self, side: int) -> str:
        return " and ".join(sorted(person.name for person in self.seats[side::2]))


def gather(preset: str, invite: Invite) -> Party:
    """Makes a table on the page and brings everybody to it by its link."""
    host = invite("Mina", Speaker, limit=8)
    link = host.make_table(preset, "Avinas")
    calm = {"reduced_motion": "reduce"}
    guests = [invite("Jun", ThumbSpeaker, limit=4, **calm), invite("Ada", KeySpeaker, limit=8, **calm)]
    guests.append(invite("Bo", Speaker, **calm))
    for guest in guests:
        guest.sit(link)
    watcher = invite("Wim", **calm)
    watcher.watch(link)
    host.press(host.page.get_by_role("button", name="Start the match"))
    for person in (host, *guests, watcher):
        person.wait_for_phase("deal")
    return Party(link, sorted([host, *guests], key=Person.seat), watcher)


def play(party: Party) -> None:
    """Everybody moves when the plates say so, until the deal is over; backs are looked for at every ply."""
    while (now := party.watcher.look())["phase"] == "deal":
        person = party.seats[now["turn"]]
        person.wait_for_plies(now["plies"])
        person.move()
        party.watcher.wait_for_plies(now["plies"] + 1)


def exposed(person: Person) -> list[int]:
    """How many cards lie open at each of the plates around the table, as this person's page draws them."""
    plates = person.page.locator("#stage [data-seat]")
    return [plates.nth(at).locator(".exposed-card").count() for at in range(plates.count())]


def outcome_of(record: Record) -> Outcome:
    """How the first deal of a record ended."""
    *_, last = states(record.ruleset.game, record.ruleset.options, record.deals[1])
    outcome = record.ruleset.game.outcome(last)
    assert outcome is not None
    return outcome


def expect_scores(person: Person, party: Party, outcome: Outcome) -> None:
    """The sheet shows both sides with what the deal cost them and their totals, in rams and in pips."""
    expect(person.page.locator(".sheet")).to_be_visible()
    rows = person.page.locator(".sheet-scores tbody tr").all_inner_texts()
    shown = {name: [int(number) for number in numbers] for name, *numbers in (row.split("\t") for row in rows)}
    shown = {" and ".join(sorted(name.strip().split(" and "))): numbers for name, numbers in shown.items()}
    scores = [[int(outcome.scores[kind][side]) for kind in ("rum", "pip")] for side in (0, 1)]
    assert shown == {party.names(side): [rum, rum, pip, pip] for side, (rum, pip) in enumerate(scores)}
    expect(person.page.locator(".sheet .score-note").nth(1)).to_contain_text("lose the match at")


def check_what_they_were_sent(party: Party, record: Record) -> int:
    """Nobody was sent what he must not know; everybody got the same public part. Returns how often a back was shown."""
    public: dict[int, str] = {}
    backs = 0
    for viewer, person in [*enumerate(party.seats), (None, party.watcher)]:
        assert faults(record, Watched(viewer, person.received, frozenset(person.ids))) == [], person.name
        tables: list[Any] = [frame for frame in map(json.loads, person.received) if frame["type"] == "table"]
        for frame in tables:
            text = json.dumps(frame["public"])
            assert public.setdefault(frame["version"], text) == text, f"{person.name} was shown another table"
            backs += '"??"' in text
    return backs


def played(server: Server, party: Party, ruleset: RuleSet) -> Record:
    play(party)
    return record_of(server, party.link.rsplit("/", 1)[1], ruleset)


def test_four_people_play_a_whole_deal(invite: Invite, server: Server) -> None:
    ruleset = parse_ruleset("avinas/standard@1")
    server.stack_random(WITH_SEVENS, rules="avinas/standard@1")
    party = gather("standard", invite)
    assert sum(exposed(party.watcher)) == 8

    record = played(server, party, ruleset)
    outcome = outcome_of(record)
    assert not outcome.redeal
    for person in party.everybody:
        expect_scores(person, party, outcome)
    for person in party.seats:
        person.press(person.page.get_by_role("button", name="Ready for the next deal"))
    for person in party.everybody:
        expect(person.page.locator(".sheet")).to_be_hidden()
    assert all(len(person.hand()) == 8 for person in party.seats)
    backs = check_what_they_were_sent(party, record_of(server, party.link.rsplit("/", 1)[1], ruleset))
    assert any(action.endswith(" down") for _, action in record.deals[1].actions)
    assert backs > 0


def test_the_trumps_and_the_exposed_cards_are_one_tap_away(invite: Invite, server: Server) -> None:
    server.stack_random(WITH_SEVENS, rules="avinas/standard@1")
    mina = invite("Mina", Speaker)
    mina.page.goto("/")
    mina.page.get_by_label("Your name").fill("Mina")
    mina.page.get_by_role("radio", name="Standard rules").check()
    mina.page.get_by_role("button", name="Play now").click()
    mina.wait_for_phase("deal")
    mina.page.get_by_role("button", name="Trumps in order").click()
    expect(mina.page.locator("dialog .aid-cards li")).to_have_count(14)
    mina.page.keyboard.press("Escape")
    mina.page.get_by_role("button", name="Exposed cards").click()
    expect(mina.page.locator("dialog .mini")).to_have_count(8)
