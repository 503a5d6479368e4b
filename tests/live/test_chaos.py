"""`kibitz chaos` in short: a real server on a real PostgreSQL, ended politely and not, its database restarted under it.
And that whoever keeps the ledger notices what must not be."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from app.commands.chaos import FAST, IMMEDIATE, KILL, TERM, Plan, chaos, describe
from app.commands.chaos_ledger import Frame, Ledger, Message
from tests.postgres import Server

SHORT = Plan(minutes=1, kills=4, tables=4, haste=0.3, calm=(0.2, 0.7))


def test_nothing_is_lost_when_server_and_database_are_ended_again_and_again(postgres: Server) -> None:
    report = chaos(SHORT, database=postgres)
    assert report.ledger.violations == [], describe(report)
    assert set(report.disturbances) == {TERM, KILL, FAST, IMMEDIATE}
    assert report.kills == 4
    assert report.checked.views > 100
    assert report.checked.acknowledged > 20
    assert report.checked.deals >= SHORT.tables
    assert max(report.pauses) < 5 * 3, "play goes on within seconds, also on a busy machine"


# ------------------------------------------------------------------------------------------ the ledger


def frame(version: int, hand: str, *log: list[Any]) -> Frame:
    """A view of seat 0 in the first deal."""
    deal = {"log": list(log), "outcome": None}
    return {
        "type": "table",
        "version": version,
        "public": {"match": {"id": "M-1", "deal": 1}, "deal": deal},
        "private": {"seat": 0, "deal": {"hand": hand.split()}},
    }


FIRST = frame(5, "AS KD", [1, "play 2C"])
FAULTS: dict[str, Callable[[Frame], Frame]] = {
    "went back": lambda _: frame(4, "AS KD"),
    "in two ways": lambda first: {**first, "private": {"seat": 0, "deal": {"hand": ["AS", "QD"]}}},
    "shorter": lambda _: frame(6, "AS KD"),
    "line 0 of the log was": lambda _: frame(6, "AS KD", [1, "play 3C"]),
    "without an action of its owner": lambda _: frame(6, "AS", [1, "play 2C"]),
    "its owner never played it": lambda _: frame(6, "AS", [1, "play 2C"], [0, "play KD"]),
}


def ledger(*frames: Frame) -> Ledger:
    kept = Ledger()
    for each in frames:
        kept.shows("TABLE", "mina", copy.deepcopy(each))
    return kept


@pytest.mark.parametrize("fault", FAULTS)
def test_the_ledger_notices(fault: str) -> None:
    violations = ledger(FIRST, FAULTS[fault](FIRST)).violations
    assert any(fault in violation for violation in violations), violations


def test_the_ledger_has_nothing_against_a_card_that_its_owner_played() -> None:
    kept = ledger(FIRST)
    kept.says(Message("TABLE", "mina", "m1", "act", "play KD"))
    kept.shows("TABLE", "mina", frame(6, "AS", [1, "play 2C"], [0, "play KD"]))
    kept.shows("TABLE", "mina", frame(6, "AS", [1, "play 2C"], [0, "play KD"]))
    assert kept.violations == []


def test_the_ledger_notices_what_is_shown_to_two_people_in_two_ways() -> None:
    kept = ledger(FIRST)
    other = frame(5, "2H 3H", [1, "play 4C"])
    kept.shows("TABLE", "toma", other)
    assert any("another public view" in violation for violation in kept.violations)


def test_the_ledger_notices_a_refusal_of_what_was_acknowledged() -> None:
    kept = ledger()
    kept.says(Message("TABLE", "mina", "m1", "act", "play KD"))
    kept.answered("mina", "m1")
    kept.refuses("mina", "m1", "stale")
    assert kept.violations
