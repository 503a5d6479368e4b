"""Deals that are over, read back from what is stored: also where something was taken back, or the rest claimed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from app.db.history import StoredAction
from app.db.matches import DealLine
from app.live.history import bots_of, look_back, record_of, replay
from app.rules import record
from app.table import Propose
from app.table.rows import DealRow
from tests.table.driver import PEOPLE, Driver

EVERYBODY = frozenset(person.id for person in PEOPLE)


def actions(driver: Driver) -> list[StoredAction]:
    """What the database would find of the driver's journal."""
    return [
        StoredAction(entry.deal or 0, entry.kind, entry.seat, entry.text, entry.who, entry.at)
        for entry in driver.journal
        if entry.ply
    ]


def deals(driver: Driver) -> list[DealLine]:
    at = datetime(2026, 11, 30, 19, tzinfo=UTC)
    return [
        DealLine(row.number, row.deal, row.dealer, row.ruleset, row.pack, None, at, at, {}, {})
        for row in driver.rows
        if isinstance(row, DealRow)
    ]


@pytest.fixture(scope="module")
def match() -> Driver:
    """A match of one person and bots, who takes something back in every deal and claims the rest when it can."""
    driver = Driver("euchre/call-partner@1?target=5", players=5).seated(PEOPLE[:1]).with_bots().dealt()
    undone: set[int] = set()
    while driver.table.meta.phase != "finished":
        if driver.table.meta.phase == "result":
            driver.all_ready()
            driver.shuffle()
        elif driver.turn() != 0:
            driver.bots_act()
        else:
            version = driver.table.version
            claim = driver.send(PEOPLE[0], Propose(driver.fresh(), "claim", version=version, present=EVERYBODY))
            if not hasattr(claim, "code"):
                continue
            driver.act()
            if driver.table.meta.deals not in undone:
                undone.add(driver.table.meta.deals)
                driver.send(PEOPLE[0], Propose(driver.fresh(), "undo", present=EVERYBODY))
    return driver


def test_such_a_match_has_both(match: Driver) -> None:
    assert {"undo", "claim"} <= {entry.kind for entry in match.journal}


def test_its_record_is_right_line_by_line(match: Driver) -> None:
    ruleset = match.table.meta.ruleset
    text = asyncio.run(record_of(ruleset, list("abcde"), "m", deals(match), actions(match)))
    position = record.Position()
    for line in text.splitlines():
        position, _ = record.advance(position, line)
    record.finish(position)
    assert position.match is not None
    assert match.table.meta.match is not None
    assert position.match.totals == match.table.meta.match.rules.totals


def test_each_deal_is_looked_back_at_as_it_ended(match: Driver) -> None:
    ruleset, results = match.table.meta.ruleset, match.table.meta.match
    assert results is not None
    for deal, result in zip(deals(match), results.results, strict=True):
        seen: dict[str, Any] = look_back(ruleset, replay(ruleset, 5, deal, actions(match)), closed=False)
        assert seen["outcome"]["scores"] == list(result.scores["points"])


def test_a_claim_is_no_action_of_a_bot(match: Driver) -> None:
    assert 0 not in bots_of(actions(match))
