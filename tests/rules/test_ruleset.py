"""Rule sets as text."""

import pytest

from app.rules.base import OptionError
from app.rules.mighty import GAME
from app.rules.ruleset import differences, format_ruleset, json_value, parse_ruleset, resolve


@pytest.mark.parametrize(
    "text",
    [
        "mighty/japanese@1",
        "mighty/english@1",
        "mighty/japanese@1?joker_call=optional&match_deals=20",
        "mighty/japanese@1?friend_by=card,first_trick",
        "mighty/english@1?double_for=none",
        "mighty/japanese@1?friend_by=none",
        "mighty/english@1?bid_names_trump=on&min_bid=12&trump_change_cost=0",
    ],
)
def test_a_text_in_its_one_form_comes_back_as_it_was(text: str) -> None:
    assert format_ruleset(parse_ruleset(text)) == text


def test_options_in_another_order_make_the_same_rule_set() -> None:
    text = "mighty/japanese@1?match_deals=20&joker_call=optional"
    assert format_ruleset(parse_ruleset(text)) == "mighty/japanese@1?joker_call=optional&match_deals=20"


def test_an_option_at_the_presets_value_is_not_written() -> None:
    assert format_ruleset(parse_ruleset("mighty/japanese@1?match_deals=10")) == "mighty/japanese@1"


def test_the_differences_from_the_preset_are_what_the_text_names() -> None:
    assert differences(parse_ruleset("mighty/english@1?double_for=alone")) == {"double_for": ("alone",)}


def test_a_set_is_a_list_in_json() -> None:
    assert json_value(resolve(GAME, "english", {}).values["double_for"]) == ["no_trump", "alone"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ruleset: must look like"),
        ("mighty", "ruleset: must look like"),
        ("mighty/japanese", "ruleset: must look like"),
        ("mighty/japanese@１", "ruleset: must look like"),
        ("mighty/japanese@1?", "ruleset: must look like"),
        ("mighty/japanese@1?" + "x" * 5000, "ruleset: must look like"),
        ("Mighty/japanese@1", "ruleset: must look like"),
        ("whist/classic@1", "game: unknown"),
        ("mighty/korean@1", "preset: unknown"),
        ("mighty/japanese@2", "version: this server knows version 1"),
        ("mighty/japanese@1?match_deals", "match_deals: must be written name=value"),
        ("mighty/japanese@1?match_deals=", "match_deals: must be written name=value"),
        ("mighty/japanese@1?&match_deals=5", "ruleset: must be written name=value"),
        ("mighty/japanese@1?match_deals=5&match_deals=5", "match_deals: is given twice"),
        ("mighty/japanese@1?match_deals=6", "match_deals: must be one of 5, 10, 15, 20"),
        ("mighty/japanese@1?matches=5", "matches: is not an option of mighty"),
    ],
)
def test_another_text_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(OptionError) as error:
        parse_ruleset(text)
    assert str(error.value).startswith(reason)
