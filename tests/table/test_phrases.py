"""Phrases, tables where nothing else is said, and lines of chat that are shown to the host."""

from __future__ import annotations

import pytest

from app.table import Chat, Person, Said, Step
from app.table.messages import Report
from app.table.phrases import PHRASES
from app.table.views import private, public
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver


def reports(driver: Driver, player: Person = MINA) -> list[dict[str, object]]:
    view = private(driver.table, player.id)
    assert view is not None
    found: list[dict[str, object]] = view["reports"]
    return found


def said(driver: Driver, person: Person, text: str) -> Report:
    """Somebody says something; what reports it."""
    driver.do(person, Chat(driver.fresh(), text))
    line = driver.table.chat[-1]
    return Report(driver.fresh(), line.name, line.at)


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_goes_out_by_its_key_and_without_a_text(phrase: str) -> None:
    driver = Driver().seated()
    (effect,) = driver.do(TOMA, Chat("a", phrase=phrase)).effects
    assert isinstance(effect, Said)
    assert (effect.line.phrase, effect.line.text) == (phrase, "")


@pytest.mark.parametrize("message", [Chat("a", phrase="nonsense"), Chat("a", "hello", "hello")])
def test_nothing_else_is_said_by_a_phrase(message: Chat) -> None:
    assert Driver().seated().refused(TOMA, message) == "no_such_phrase"


def test_at_a_table_of_phrases_nobody_speaks_in_words_of_their_own() -> None:
    driver = Driver(phrases_only=True).seated()
    assert public(driver.table)["phrases_only"]
    assert driver.refused(TOMA, Chat("a", "hello")) == "phrases_only"
    driver.do(TOMA, Chat("b", phrase="hello"))


def test_the_host_alone_is_shown_a_reported_line_and_by_whom() -> None:
    driver = Driver().seated()
    driver.do(JO, said(driver, TOMA, "rude"))
    assert [(line["by"], line["name"], line["text"]) for line in reports(driver)] == [("Jo", "Toma", "rude")]
    assert reports(driver, TOMA) == reports(driver, JO) == []
    assert "rude" not in str(public(driver.table))


def test_a_line_is_reported_once() -> None:
    driver = Driver().seated()
    report = said(driver, TOMA, "rude")
    driver.do(JO, report)
    again = driver.do(JO, report._replace(id="again"))
    assert again.entries == ()


def test_what_was_not_said_or_not_heard_is_not_reported() -> None:
    driver = Driver().seated().dealt()
    assert driver.refused(JO, Report("a", "Toma", 5.0)) == "no_such_line"
    report = said(driver, TOMA, "among us")
    assert driver.refused(EDE, report) == "no_such_line"


def test_nobody_reports_themselves_and_the_host_nobody() -> None:
    driver = Driver().seated()
    report = said(driver, TOMA, "rude")
    assert driver.refused(TOMA, report) == "not_oneself"
    assert driver.refused(MINA, report) == "not_oneself"


def test_what_spectators_said_the_host_who_plays_reads_after_the_deal() -> None:
    driver = Driver().seated().dealt()
    report = said(driver, EDE, "look at Toma")
    driver.do(IDA, report)
    assert reports(driver) == []
    driver.finish_deal()
    assert [line["text"] for line in reports(driver)] == ["look at Toma"]


def test_a_report_made_twice_by_a_stale_click_is_done_once() -> None:
    driver = Driver().seated()
    report = said(driver, TOMA, "rude")
    driver.do(JO, report)
    answer = driver.send(JO, report)
    assert isinstance(answer, Step)
    assert answer.entries == ()
