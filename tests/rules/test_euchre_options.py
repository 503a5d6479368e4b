"""Euchre's option table: names, presets and what is refused."""

import pytest

from app.rules.base import OptionError
from app.rules.euchre import GAME
from app.rules.ruleset import format_ruleset, parse_ruleset, resolve
from tests.rules.spec import covers


@covers("R5")
def test_there_are_the_options_of_the_table_and_no_others() -> None:
    assert [option.name for option in GAME.options] == [
        "pack", "callable", "call_own", "call_known_buried", "dealer_pickup", "stick_dealer", "alone", "alone_march",
        "alone_three_four", "defenders_all_five", "euchre_points", "lead", "no_trump_call", "target", "tie",
    ]  # fmt: skip


@covers("K11")
@pytest.mark.parametrize("name", ["call_time", "buried_partner", "left_bower", "farmers_hand"])
def test_what_the_page_decides_for_good_is_no_option(name: str) -> None:
    with pytest.raises(OptionError, match="is not an option of euchre"):
        resolve(GAME, "call-partner", {name: "on"})


def test_the_preset_is_the_first_value_of_every_option_but_the_target() -> None:
    values = resolve(GAME, "call-partner", {}).values
    assert {option.name: option.values[0] for option in GAME.options} | {
        "stick_dealer": "on", "alone": "on", "target": 10,
    } == values  # fmt: skip


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_every_option_makes_a_rule_set(option: object) -> None:
    for value in option.values:  # type: ignore[attr-defined]
        ruleset = resolve(GAME, "call-partner", {option.name: value})  # type: ignore[attr-defined]
        assert ruleset.values[option.name] == value  # type: ignore[attr-defined]
        assert parse_ruleset(format_ruleset(ruleset)) == ruleset


def test_a_rule_set_in_text_names_the_differences_only() -> None:
    ruleset = resolve(GAME, "call-partner", {"alone_march": 5, "stick_dealer": False, "pack": "28"})
    assert format_ruleset(ruleset) == "euchre/call-partner@1?stick_dealer=off&alone_march=5"
