"""Five people and a spectator, each at a browser of their own, play one whole deal through the page.

Ada has only her keyboard, Jun a phone held upright; Bo loads the page anew in mid-deal; Wim watches. What the six
browsers were sent is then held against the record of the deal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from app.rules.ruleset import RuleSet, parse_ruleset
from tests.browser.conftest import Invite
from tests.browser.knowledge import Record, Watched, faults
from tests.browser.people import Keys, Person, Thumb
from tests.browser.server import Server
from tests.conformance.playout import Deal, states

SEED = 3
CHAT_AT, RELOAD_AT = 12, 30  # plies


class Party(NamedTuple):
    """Who is at the table. `seats` are in order of their seats."""

    link: str
    host: Person
    seats: list[Person]
    watcher: Person

    @property
    def code(self) -> str:
        return self.link.rsplit("/", 1)[1]


def gather(preset: str, invite: Invite, limits: Sequence[int] = (14, 13, 15), game: str = "Mighty") -> Party:
    """Makes a table on the page and brings everybody to it by its link: two taps at most, and a name."""
    host = invite("Mina", limit=limits[0])
    link = host.make_table(preset, game)
    # Only Mina sees cards slide; the others' browsers ask for less motion.
    calm = {"reduced_motion": "reduce"}
    guests = [invite("Jun", Thumb, limit=limits[1], **calm), invite("Ada", Keys, limit=limits[2], **calm)]
    guests += [invite("Bo", **calm), invite("Cy", **calm)]
    for guest in guests:
        guest.sit(link)
        assert guest.taps <= 2, guest.name
    watcher = invite("Wim", **calm)
    watcher.watch(link)
    host.press(host.page.get_by_role("button", name="Start the match"))
    for person in (host, *guests, watcher):
        person.wait_for_phase("deal")
    seats = sorted([host, *guests], key=Person.seat)
    assert [person.seat() for person in seats] == [0, 1, 2, 3, 4]
    return Party(link, host, seats, watcher)


def play(party: Party, chat_at: int = CHAT_AT, reload_at: int = RELOAD_AT) -> None:
    """Everybody moves when the plates say so, until the deal is over."""
    while (now := party.watcher.look())["phase"] == "deal":
        plies = now["plies"]
        if plies == chat_at:
            talk(party)
        if plies == reload_at:
            reload(next(person for person in party.seats if person.name == "Bo"), plies)
        person = party.seats[now["turn"]]
        person.wait_for_plies(plies)
        if person is party.host:
            ask_why_not(person)
        person.move()
        party.watcher.wait_for_plies(plies + 1)


def talk(party: Party) -> None:
    """A player and the spectator say something, each among their own."""
    cy = next(person for person in party.seats if person.name == "Cy")
    cy.say("nice hand, partner")
    party.watcher.say("who has the mighty?")


def reload(person: Person, plies: int) -> None:
    """Comes back to the same seat with the same cards."""
    person.wait_for_plies(plies)
    before = (person.seat(), person.hand())
    person.page.reload()
    person.wait_for_phase("deal")
    person.wait_for_plies(plies)
    assert (person.seat(), person.hand()) == before


def ask_why_not(person: Person) -> None:
    """Presses a card that may not be played, once, and is told why."""
    dim = person.page.locator("#hand .held-card[aria-disabled=true]")
    if dim.count() and not any('"type":"why"' in text for text in person.sent):
        dim.first.click(force=True)  # for Playwright aria-disabled is not clickable; for people it is
        expect(person.page.locator("#bar").get_by_role("status")).to_contain_text("follow")


def record_of(server: Server, code: str, ruleset: RuleSet, players: int | None = None) -> Record:
    """The deals of a table from the server's journal; `players` where the game is for several numbers of them."""
    players = players or ruleset.game.seats[0]
    rows = server.rows(
        "SELECT e.kind, e.seat, e.text, e.deal FROM entries e JOIN tables t ON t.id = e.table_id WHERE t.code = ?"
        " AND e.kind IN ('deal', 'act', 'end') ORDER BY e.seq",
        code,
    )
    deals: dict[int, Deal] = {}
    ended = set()
    for kind, seat, text, number in rows:
        assert isinstance(number, int)
        if kind == "deal":
            setup = ruleset.game.setup(ruleset.options, players, seat, str(text).split(" "))
            deals[number] = Deal(setup, ())
        elif kind == "act":
            deals[number] = deals[number]._replace(actions=(*deals[number].actions, (seat, text)))
        else:
            ended.add(number)
    return Record(ruleset, deals, frozenset(ended))


def expect_scores(person: Person, names: Sequence[str], scores: Sequence[int]) -> None:
    """The sheet shows what each player has scored, in the deal and in all."""
    sheet = person.page.locator(".sheet")
    expect(sheet).to_be_visible()
    shown = {}
    for row in sheet.locator(".sheet-scores tbody tr").all_inner_texts():
        name, *numbers = row.split()
        shown[name] = [int(number.replace("\u2212", "-")) for number in numbers]
    assert shown == {name: [score, score] for name, score in zip(names, scores, strict=True)}


@pytest.mark.parametrize("preset", ["japanese", "english"])
def test_five_people_play_a_whole_deal(preset: str, invite: Invite, server: Server) -> None:
    server.stack_random(SEED)
    party = gather(preset, invite)
    people = [*party.seats, party.watcher]
    play(party)

    ruleset = parse_ruleset(f"mighty/{preset}@1")
    *_, last = states(ruleset.game, ruleset.options, record_of(server, party.code, ruleset).deals[1])
    outcome = ruleset.game.outcome(last)
    assert outcome is not None
    assert not outcome.redeal
    for person in people:
        expect_scores(person, [seat.name for seat in party.seats], [int(score) for score in outcome.scores["points"]])

    for person in party.seats:
        person.press(person.page.get_by_role("button", name="Ready for the next deal"))
    for person in people:
        expect(person.page.locator(".sheet")).to_be_hidden()
        person.wait_for_phase("deal")
    assert all(len(person.hand()) == 10 for person in party.seats)
    check_what_they_were_sent(party, record_of(server, party.code, ruleset))


def check_what_they_were_sent(party: Party, record: Record, plies: int = 50) -> None:
    """Nobody was sent what he must not know, and everybody the same public part."""
    public: dict[int, str] = {}
    for viewer, person in [*enumerate(party.seats), (None, party.watcher)]:
        assert faults(record, Watched(viewer, person.received, frozenset(person.ids))) == [], person.name
        frames = [json.loads(text) for text in person.received]
        tables = [frame for frame in frames if frame["type"] == "table"]
        assert max(len(frame["public"]["deal"]["log"]) for frame in tables if frame["public"]["deal"]) >= plies
        for frame in tables:
            text = json.dumps(frame["public"])
            assert public.setdefault(frame["version"], text) == text, f"{person.name} was shown another table"
        refusals = [frame for frame in frames if frame["type"] == "refused"]
        assert len(refusals) == (person is party.host), person.name
        assert len([frame for frame in frames if frame["type"] == "chat"]) == 1, person.name
