"""Avinas at a table: matches that end by pips, scores by side, and what each viewer is sent on the way."""

import json
import random

import msgspec
import pytest

from app import protocol
from app.table import Stand, fold, views
from app.table.rows import ScoreRow
from tests.table.driver import JO, MINA, PEOPLE, TOMA, Driver

PRESETS = ("avinas/standard@1", "avinas/pagat@1")
FOUR = PEOPLE[:4]


def avinas(ruleset: str = PRESETS[0], seed: int = 1) -> Driver:
    driver = Driver(ruleset, players=4)
    driver.random = random.Random(seed)
    return driver


@pytest.mark.parametrize("ruleset", PRESETS)
def test_four_people_play_until_a_side_has_too_many_pips(ruleset: str) -> None:
    driver = avinas(ruleset).seated(FOUR).dealt(dealer=3).finish_match()
    match = driver.table.meta.match
    assert match is not None
    assert max(match.rules.totals["pip"]) >= 12
    assert match.rules.winners in ((0, 2), (1, 3))
    assert fold(driver.journal) == driver.table


def test_four_bots_play_a_whole_match() -> None:
    driver = avinas().with_bots().dealt().finish_match()
    assert driver.table.meta.phase == "finished"
    assert {entry.who for entry in driver.journal if entry.kind == "act"} == {"bot"}


def test_people_and_bots_play_together_and_take_over_from_each_other() -> None:
    driver = avinas().seated([MINA, TOMA, JO]).with_bots().dealt()
    driver.do(TOMA, Stand(driver.fresh()))
    driver.finish_match()
    assert driver.table.meta.phase == "finished"


def test_each_deals_scores_and_running_totals_are_stored_by_side_and_kind() -> None:
    driver = avinas().seated(FOUR).dealt().finish_match()
    match = driver.table.meta.match
    assert match is not None
    rows = [row for row in driver.rows if isinstance(row, ScoreRow)]
    assert len(rows) == 4 * len(match.results)
    last = {(row.kind, row.unit): row.total_numerator for row in rows if row.deal == len(match.results)}
    assert last == {(kind, unit): match.rules.totals[kind][unit] for kind in ("rum", "pip") for unit in (0, 1)}


def test_rums_that_cancel_make_totals_that_are_no_sums() -> None:
    driver = avinas().seated(FOUR).dealt().finish_match()
    match = driver.table.meta.match
    assert match is not None
    paid = [sum(result.scores["rum"][unit] for result in match.results) for unit in (0, 1)]
    totals = match.rules.totals["rum"]
    assert min(totals) == 0
    assert totals[0] - totals[1] == paid[0] - paid[1]
    assert min(paid) > 0


@pytest.mark.parametrize("ruleset", PRESETS)
def test_every_view_on_the_way_is_as_the_protocol_describes_it(ruleset: str) -> None:
    driver = avinas(ruleset).seated(FOUR).dealt()
    while driver.table.meta.phase == "deal":
        msgspec.convert(views.public(driver.table), protocol.PublicView)
        for person in FOUR:
            msgspec.convert(views.private(driver.table, person.id), protocol.PrivateView)
        driver.act()
    msgspec.convert(views.public(driver.table), protocol.PublicView)


def test_a_match_by_pips_has_no_number_of_deals() -> None:
    driver = avinas().seated(FOUR).dealt()
    assert views.public(driver.table)["match"]["of"] is None
    assert views.summary(driver.table)["totals"] == {"rum": [0, 0], "pip": [0, 0]}


def test_a_card_led_face_down_reaches_nobody_but_its_leader_before_the_fourth() -> None:
    driver = avinas(seed=4).seated(FOUR).dealt()
    leader, card = lead_face_down(driver)
    for _ in range(3):
        view = views.public_deal(driver.table)
        assert view is not None
        assert card not in json.dumps([view["trick"], view["log"], view["last"]])
        private = [views.private(driver.table, person.id) for person in FOUR]
        assert [part["deal"]["down"] for part in private if part] == [
            card if seat == leader else None for seat in range(4)
        ]
        driver.act()
    view = views.public_deal(driver.table)
    assert view is not None
    assert view["last"]["plays"][0] == [leader, card, "down"]


def lead_face_down(driver: Driver) -> tuple[int, str]:
    """Play on until somebody may lead face down, and does: who, and what."""
    while True:
        if driver.table.meta.phase == "result":
            driver.all_ready()
            driver.shuffle()
        seat = driver.turn()
        legal = driver.table.meta.ruleset.game.legal(driver.table.state, seat)
        down = [action for action in legal if action.endswith(" down")]
        driver.act(action=down[0] if down else None)
        if down:
            return seat, down[0].split(" ")[1]
