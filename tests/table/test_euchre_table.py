"""Euchre at a table: whole matches with people and bots, and what each viewer is sent on the way."""

import json
import random
import re
from typing import Any

import msgspec
import pytest

from app import protocol
from app.table import Act, Refused, Sit, Stand, fold, views
from tests.table.driver import MINA, PEOPLE, TOMA, Driver

RULESET = "euchre/call-partner@1?target=5"


def euchre(ruleset: str = RULESET, seed: int = 1) -> Driver:
    """An open table for five."""
    driver = Driver(ruleset, players=5)
    driver.random = random.Random(seed)
    return driver


def public(driver: Driver) -> dict[str, Any]:
    """The deal as everybody sees it."""
    view = views.public_deal(driver.table)
    assert view is not None
    return view


def cards_in(part: Any) -> set[str]:
    """All words of a view that are cards."""
    return set(re.findall(r"\b[2-9TJQKA][SHDC]\b", json.dumps(part)))


def test_five_people_play_until_somebody_has_enough_points() -> None:
    driver = euchre().seated(PEOPLE).dealt(dealer=3).finish_match()
    match = driver.table.meta.match
    assert match is not None
    totals = match.rules.totals["points"]
    assert max(totals) >= 5
    assert match.rules.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    assert fold(driver.journal) == driver.table


def test_five_bots_play_a_whole_match() -> None:
    driver = euchre().with_bots().dealt().finish_match()
    assert driver.table.meta.phase == "finished"
    assert {entry.who for entry in driver.journal if entry.kind == "act"} == {"bot"}


def test_people_and_bots_play_a_whole_match_and_somebody_leaves_and_comes_back() -> None:
    driver = euchre(seed=4).seated([MINA, TOMA]).with_bots().dealt()
    driver.do(TOMA, Stand(driver.fresh()))
    for _ in range(3):
        if driver.table.meta.seats[driver.turn()].driven:
            driver.bots_act()
        else:
            driver.act()
    driver.do(TOMA, Sit(driver.fresh()))
    driver.finish_match()
    assert fold(driver.journal) == driver.table


def test_every_view_on_the_way_is_as_the_protocol_describes_it() -> None:
    driver = euchre().seated(PEOPLE).dealt()
    while driver.table.meta.phase == "deal":
        msgspec.convert(views.public(driver.table), protocol.PublicView)
        for person in PEOPLE:
            msgspec.convert(views.private(driver.table, person.id), protocol.PrivateView)
        driver.act()


@pytest.mark.parametrize("seed", range(4))
def test_cards_in_public_have_all_been_shown_or_called(seed: int) -> None:
    driver = euchre(seed=seed).seated(PEOPLE).dealt()
    known = {public(driver)["upcard"]}
    while driver.table.meta.phase == "deal":
        view = {name: part for name, part in public(driver).items() if name not in ("trumps", "bowers")}
        assert cards_in(view) <= known
        action = driver.act().entries[0].text
        if action.split()[0] in ("play", "call"):
            known |= set(action.split()[1:])


@pytest.mark.parametrize("seed", range(3))
def test_a_private_view_shows_only_the_owners_cards(seed: int) -> None:
    driver = euchre(seed=seed).seated(PEOPLE).dealt()
    entry, rules = driver.journal[-1], driver.table.meta.ruleset
    chance = rules.game.setup(rules.options, 5, entry.seat or 0, entry.text.split())
    while driver.table.meta.phase == "deal":
        for seat, person in enumerate(PEOPLE):
            view = views.private(driver.table, person.id)
            assert view is not None
            upcard = {chance.rest[0]} if seat == chance.dealer else set()
            assert cards_in(view["deal"]) <= set(chance.hands[seat]) | upcard
        driver.act()


def test_a_swap_makes_the_same_entries_and_effects_whatever_is_given_up() -> None:
    driver = euchre().seated(PEOPLE).dealt()
    driver.act(action="order")
    before, seat = driver.table, driver.turn()
    hand = views.private(before, PEOPLE[seat].id)["deal"]["hand"]  # type: ignore[index]
    shapes = set()
    for card in hand:
        driver.table = before
        answer = driver.send(PEOPLE[seat], Act("s", before.version, f"swap {card}"))
        assert not isinstance(answer, Refused)
        view = json.dumps(views.public(answer.table))
        shapes.add((view, tuple((entry.kind, entry.seat, entry.ply) for entry in answer.entries), answer.effects))
    assert len(shapes) == 1
