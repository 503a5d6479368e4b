"""Avinas's option table: names, presets and what is refused."""

import pytest

from app.rules.avinas import GAME
from app.rules.base import Option, OptionError
from app.rules.ruleset import differences, parse_ruleset, resolve
from tests.rules.spec import covers


@covers("R5")
def test_there_are_the_options_of_the_page_and_no_others() -> None:
    assert [option.name for option in GAME.options] == [
        "exposed", "trump_lead_tricks", "plain_follow", "facedown_lead", "knock", "knock_back", "bid_number",
        "lead_must_match_bid", "all_pass_dealer", "game2_stop", "zero_band", "match_end", "rams_cancel",
    ]  # fmt: skip


def test_standard_is_the_first_preset() -> None:
    assert list(GAME.presets) == ["standard", "pagat"]


def test_pagat_differs_from_standard_in_five_options() -> None:
    standard, pagat = GAME.presets["standard"], GAME.presets["pagat"]
    assert {name: value for name, value in pagat.items() if value != standard[name]} == {
        "exposed": "dealer_side_only_sevens",
        "trump_lead_tricks": "first_two",
        "plain_follow": "trick_two_as_trump",
        "facedown_lead": "trick_two",
        "match_end": "at_least_12",
    }


@pytest.mark.parametrize("preset", ["standard", "pagat"])
def test_a_preset_decides_every_option(preset: str) -> None:
    assert list(resolve(GAME, preset, {}).values) == [option.name for option in GAME.options]


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_every_option_makes_a_rule_set(option: Option) -> None:
    for value in option.values:
        assert resolve(GAME, "pagat", {option.name: value}).values[option.name] == value


@covers("R1")
def test_on_and_off_may_be_written_as_booleans() -> None:
    assert resolve(GAME, "standard", {"knock": False, "lead_must_match_bid": True}).options[4:8] == (
        False, True, "exact_max", True,
    )  # fmt: skip


@covers("V10")
@pytest.mark.parametrize("name", ["knock_in_game2", "facedown_hint", "max_deals", "match_deals"])
def test_the_names_of_other_sources_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="is not an option of avinas"):
        resolve(GAME, "standard", {name: "on"})


def test_other_values_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^facedown_lead: must be one of any_trick, trick_two, off$"):
        resolve(GAME, "standard", {"facedown_lead": "first_trick"})


def test_the_text_of_a_rule_set_names_what_differs() -> None:
    ruleset = parse_ruleset("avinas/pagat@1?knock_back=off&match_end=at_least_12")
    assert differences(ruleset) == {"knock_back": "off"}
