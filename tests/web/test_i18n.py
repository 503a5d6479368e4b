"""Choosing a language and filling in texts."""

import json
from pathlib import Path

import pytest

from app.web.i18n import Catalogue, negotiate

ENGLISH = {
    "hello": "Hello {name}",
    "only.english": "only here",
    "tables": {"one": "{n} table", "other": "{n} tables"},
    "must_follow": "You hold {suit}",
    "hidden": "{cards} and {card}",
    "suit.H": "hearts",
    "rank.A": "ace",
    "card.of": "{rank} of {suit}",
    "card.JK": "joker",
    "page.language_now": "English",
}
JAPANESE = {"hello": "{name}さん、こんにちは", "tables": {"other": "{n}卓"}, "page.language_now": "日本語"}


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    for lang, texts in (("en", ENGLISH), ("ja", JAPANESE)):
        (tmp_path / f"{lang}.json").write_text(json.dumps(texts), encoding="utf-8")
    return Catalogue(tmp_path)


def test_facts_are_filled_in(catalogue: Catalogue) -> None:
    assert catalogue.text("ja", "hello", name="Mina") == "Minaさん、こんにちは"


def test_a_fact_cannot_smuggle_in_another_placeholder(catalogue: Catalogue) -> None:
    assert catalogue.text("en", "hello", name="{name}") == "Hello {name}"


@pytest.mark.parametrize(("n", "text"), [(0, "0 tables"), (1, "1 table"), (2, "2 tables")])
def test_the_plural_form_follows_the_number(catalogue: Catalogue, n: int, text: str) -> None:
    assert catalogue.text("en", "tables", n=n) == text


def test_a_language_without_plurals_has_one_form(catalogue: Catalogue) -> None:
    assert catalogue.text("ja", "tables", n=1) == "1卓"


def test_english_stands_in_for_a_missing_text(catalogue: Catalogue) -> None:
    assert catalogue.text("ja", "only.english") == "only here"


@pytest.mark.mistaken_texts
def test_a_key_without_any_text_is_shown_itself(catalogue: Catalogue) -> None:
    assert catalogue.text("en", "no.such.key") == "no.such.key"


def test_suits_are_said_in_words(catalogue: Catalogue) -> None:
    assert catalogue.text("en", "must_follow", suit="H") == "You hold hearts"


def test_cards_are_said_in_words(catalogue: Catalogue) -> None:
    assert catalogue.text("en", "hidden", cards=["AH", "JK"], card="AH") == "ace of hearts and joker and ace of hearts"


def test_languages_are_listed_under_their_own_names_english_first(catalogue: Catalogue) -> None:
    assert [language["name"] for language in catalogue.language_names()] == ["English", "日本語"]


@pytest.mark.parametrize(
    ("chosen", "header", "lang"),
    [
        (None, "", "en"),
        (None, "ja", "ja"),
        (None, "ja-JP,en;q=0.5", "ja"),
        (None, "en;q=0.5, ja;q=0.9", "ja"),
        (None, "fr, ja;q=0.1, en;q=0.2", "en"),
        (None, "ja;q=0", "en"),
        (None, "fr", "en"),
        (None, "*", "en"),
        (None, "ja;q=x", "en"),
        (None, "," * 10_000 + "ja", "en"),
        ("ja", "en", "ja"),
        ("en", "ja", "en"),
        ("xx", "ja", "ja"),
        ("../ja", "", "en"),
    ],
)
def test_the_choice_by_hand_counts_before_the_browsers_wishes(chosen: str | None, header: str, lang: str) -> None:
    assert negotiate(chosen, header, ("en", "ja")) == lang


@pytest.mark.mistaken_texts
def test_a_fact_that_is_left_out_is_reported(catalogue: Catalogue, caplog: pytest.LogCaptureFixture) -> None:
    catalogue.text("en", "hello")
    assert [record.getMessage() for record in caplog.records] == ["hello: no fact name"]
