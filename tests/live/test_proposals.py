"""Proposals at a live table, in virtual time: how long answers are waited for."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from app.rules.registry import GAMES
from app.table.proposals import ANSWER_WAIT
from tests.conformance import virtual
from tests.live.links import Evening, Link
from tests.table.toy import TOY

T = TypeVar("T")


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    rng = random.Random(5)
    monkeypatch.setattr("app.live.bots.choose", lambda _game, view, _rng: rng.choice(view["private"]["legal"]))


def at_table(story: Callable[[Evening], Awaitable[T]]) -> T:
    async def evening() -> T:
        links = [Link(name, lambda: 0.01, lambda: 0.01) for name in ("ada", "bo", "cy")]
        return await story(await Evening("toy/plain@1", links, 1).open())

    return virtual.run(evening())


def phase(evening: Evening) -> str:
    return evening.table.table.meta.phase


def asks_and_waits(seconds: float, answered: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    """Ada asks to end the match; some answer at once. The phase so many seconds later, and why it was settled."""

    async def story(evening: Evening) -> tuple[str, list[str]]:
        ada = evening.links[0]
        ada.say("propose", kind="end")
        await evening.quiet()
        number = ada.view["public"]["proposals"][0]["number"]
        for link in evening.links:
            if link.name in answered:
                link.say("vote", number=number, yes=True)
        await evening.quiet(seconds)
        settled = ada.view["public"]["settled"]
        return phase(evening), [settled["why"]] if settled else []

    return at_table(story)


def test_a_proposal_waits_for_answers() -> None:
    assert asks_and_waits(ANSWER_WAIT - 3, ("bo",)) == ("deal", [])


def test_a_proposal_without_all_answers_is_dropped_when_the_time_is_over() -> None:
    assert asks_and_waits(ANSWER_WAIT + 2, ("bo",)) == ("deal", ["no_answer"])


def test_a_proposal_is_done_as_soon_as_the_last_has_agreed() -> None:
    assert asks_and_waits(1, ("bo", "cy")) == ("finished", ["agreed"])


def test_who_leaves_without_an_answer_is_not_waited_for_beyond_the_time() -> None:
    async def story(evening: Evening) -> str:
        ada, bo, cy = evening.links
        ada.say("propose", kind="end")
        await evening.quiet()
        bo.say("vote", number=ada.view["public"]["proposals"][0]["number"], yes=True)
        await evening.quiet()
        evening.table.left(cy.client)
        await evening.quiet(ANSWER_WAIT + 2)
        return phase(evening)

    assert at_table(story) == "finished"


def test_an_answer_is_shown_to_everybody() -> None:
    async def story(evening: Evening) -> list[Any]:
        ada, bo, cy = evening.links
        ada.say("propose", kind="end")
        await evening.quiet()
        bo.say("vote", number=cy.view["public"]["proposals"][0]["number"], yes=True)
        await evening.quiet()
        return [link.view["public"]["proposals"][0]["agreed"] for link in (ada, bo, cy)]

    assert at_table(story) == [[1], [1], [1]]


def test_a_refused_proposal_is_told_to_its_sender_alone() -> None:
    async def story(evening: Evening) -> tuple[str, int]:
        ada, bo, _ = evening.links
        ada.say("propose", kind="end")
        await evening.quiet()
        frames = len(bo.frames)
        identity = ada.say("propose", kind="end")
        await evening.quiet()
        answer = ada.answer(identity)
        assert answer is not None
        return answer["code"], len(bo.frames) - frames

    assert at_table(story) == ("asked_already", 0)
