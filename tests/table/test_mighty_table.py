"""Mighty at a table: whole matches with people and bots, and what each viewer is sent on the way."""

import json
import random
import re
from typing import Any

import msgspec
import pytest

from app import protocol
from app.table import CHANCE, Act, Chat, Ready, Refused, Shuffle, Shuffled, Sit, Stand, Start, fold, views
from tests.table.driver import EDE, IDA, JO, MINA, PEOPLE, TOMA, Driver

PRESETS = ("mighty/japanese@1?match_deals=5", "mighty/english@1?match_deals=5")


def mighty(ruleset: str = PRESETS[0], seed: int = 1) -> Driver:
    driver = Driver(ruleset, players=5)
    driver.random = random.Random(seed)
    return driver


@pytest.mark.parametrize("ruleset", PRESETS)
def test_five_people_play_a_whole_match(ruleset: str) -> None:
    driver = mighty(ruleset).seated(PEOPLE).dealt(dealer=3).finish_match()
    match = driver.table.meta.match
    assert match is not None
    assert match.rules.counted == 5
    assert sum(match.rules.totals["points"]) == 0
    assert fold(driver.journal) == driver.table


@pytest.mark.parametrize("ruleset", PRESETS)
def test_five_bots_play_a_whole_match(ruleset: str) -> None:
    driver = mighty(ruleset).with_bots().dealt().finish_match()
    assert driver.table.meta.phase == "finished"
    assert {entry.who for entry in driver.journal if entry.kind == "act"} == {"bot"}


def test_a_match_survives_people_coming_and_going_in_mid_deal() -> None:
    driver = mighty().seated([MINA, TOMA]).with_bots().dealt()
    for _ in range(4):
        while driver.table.meta.phase == "deal" and driver.table.ply % 7:
            step(driver)
        driver.do(TOMA, Stand(driver.fresh()))
        if driver.table.meta.seats[3].kind == "bot":
            driver.do(JO, Sit(driver.fresh(), 3))
        for _ in range(5):
            if driver.table.meta.phase == "deal":
                step(driver)
        driver.do(TOMA, Sit(driver.fresh()))
        step(driver)
    driver.finish_match()
    assert fold(driver.journal) == driver.table


def step(driver: Driver) -> None:
    """One action, by whoever has to act."""
    if driver.table.meta.seats[driver.turn()].driven:
        driver.bots_act()
    else:
        driver.act()


@pytest.mark.parametrize("ruleset", PRESETS)
def test_every_view_on_the_way_is_as_the_protocol_describes_it(ruleset: str) -> None:
    driver = mighty(ruleset).seated(PEOPLE).dealt()
    while driver.table.meta.phase == "deal":
        msgspec.convert(views.public(driver.table), protocol.PublicView)
        for person in PEOPLE:
            msgspec.convert(views.private(driver.table, person.id), protocol.PrivateView)
        driver.act()


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_cards_in_public_have_all_been_shown_or_called(ruleset: str, seed: int) -> None:
    driver = mighty(ruleset, seed).seated(PEOPLE).dealt()
    known: set[str] = set()
    while driver.table.meta.phase == "deal":
        view = views.public_deal(driver.table)
        assert view is not None
        known |= {value for value in (view["specials"] or {}).values() if value}
        shown = cards_in(view)
        assert shown <= known, shown - known
        action = driver.act().entries[0].text
        if action.split()[0] in ("play", "friend", "misdeal"):
            known |= set(action.split()[1:])


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_private_view_shows_only_the_owners_cards(ruleset: str) -> None:
    driver = mighty(ruleset, 5).seated(PEOPLE).dealt()
    entry, rules = driver.journal[-1], driver.table.meta.ruleset
    chance = rules.game.setup(rules.options, 5, entry.seat or 0, entry.text.split())
    own, kitty = [set(hand) for hand in chance.hands], set(chance.rest)
    while driver.table.meta.phase == "deal":
        public = views.public_deal(driver.table)
        assert public is not None
        for seat, person in enumerate(PEOPLE):
            view = views.private(driver.table, person.id)
            assert view is not None
            declarer = public["contract"] is not None and public["contract"]["declarer"] == seat
            assert cards_in(view["deal"]) <= own[seat] | (kitty if declarer else set())
        driver.act()


def cards_in(part: Any) -> set[str]:
    """All words of a view that are cards."""
    return set(re.findall(r"\b(?:JK|[2-9TJQKA][SHDC])\b", json.dumps(part)))


def test_a_hidden_action_makes_the_same_entries_and_effects_whatever_is_discarded() -> None:
    driver = mighty().seated(PEOPLE).dealt()
    while views.public_deal(driver.table)["phase"] != "discard":  # type: ignore[index]
        driver.act(action=bid(driver))
    before, seat = driver.table, driver.turn()
    hand = views.private(before, PEOPLE[seat].id)["choose"]["among"]  # type: ignore[index]
    shapes = set()
    for start in range(0, 10):
        driver.table = before
        answer = driver.send(PEOPLE[seat], Act("d", before.version, "discard " + " ".join(hand[start : start + 3])))
        assert not isinstance(answer, Refused)
        public = json.dumps(views.public(answer.table))
        shapes.add((public, tuple((entry.kind, entry.seat, entry.ply) for entry in answer.entries), answer.effects))
    assert len(shapes) == 1


def bid(driver: Driver) -> str:
    """The first to speak bids, the others pass."""
    return "pass" if views.public_deal(driver.table)["standing"] else "bid 14 S"  # type: ignore[index]


def test_equal_tables_with_unlike_hidden_cards_send_spectators_the_same_while_people_bid() -> None:
    seen = []
    for swap in (False, True):
        driver = mighty().seated(PEOPLE)
        driver.do(MINA, Start(driver.fresh()))
        (shuffle,) = driver.take(Shuffle)
        assert isinstance(shuffle, Shuffle)
        pack = list(shuffle.cards)
        random.Random(3).shuffle(pack)
        if swap:
            pack[0], pack[17], pack[33], pack[51] = pack[17], pack[33], pack[51], pack[0]
        driver.do(CHANCE, Shuffled(shuffle.deal, tuple(pack), 2))
        frames = [protocol.encode_part(views.public(driver.table))]
        while views.public_deal(driver.table)["phase"] == "bidding":  # type: ignore[index]
            driver.act(action=bid(driver))
            frames.append(protocol.encode_part(views.public(driver.table)))
        seen.append(frames)
    assert seen[0] == seen[1]


def test_between_deals_a_late_click_and_talk_change_nothing_of_the_play() -> None:
    driver = mighty().seated(PEOPLE).dealt().finish_deal()
    assert driver.refused(TOMA, Act("late", driver.table.version, "play AS")) == "not_now"
    driver.do(EDE, Chat("c", "well"))
    for person in PEOPLE:
        driver.do(person, Ready(driver.fresh()))
    driver.shuffle()
    assert driver.table.meta.phase == "deal"
    assert driver.table.meta.seats[4].player == IDA.id
