"""Mighty's option table: names, presets and what is refused."""

import pytest

from app.rules.base import OptionError
from app.rules.mighty import GAME
from app.rules.mighty.refusals import REFUSALS
from app.rules.ruleset import RuleSet, resolve
from tests.rules.spec import covers


def english() -> RuleSet:
    """The English preset as it is."""
    return resolve(GAME, "english", {})


@covers("R2", "R5")
def test_there_are_the_options_of_the_unified_table_and_no_others() -> None:
    assert [option.name for option in GAME.options] == [
        "bid_names_trump", "min_bid", "first_bidder", "all_pass", "trump_change", "buried_points", "friend_by",
        "call_own_card", "first_lead", "joker_edge_tricks", "joker_call", "mighty_shields_joker",
        "friend_shown_by_points", "direct_partner_at_20nt", "scoring", "double_for", "next_dealer", "match_deals",
        "trump_change_cost", "to_nt_cost", "nt_over_same_number", "mighty_when_spades_trump",
        "ripper_when_clubs_trump", "double_stack", "misdeal_claim",
    ]  # fmt: skip


def test_japanese_is_the_first_preset() -> None:
    assert list(GAME.presets) == ["japanese", "english"]


@pytest.mark.parametrize("preset", ["japanese", "english"])
def test_a_preset_decides_every_option(preset: str) -> None:
    assert list(resolve(GAME, preset, {}).values) == [option.name for option in GAME.options]


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_every_option_makes_a_rule_set(option: object) -> None:
    for value in option.values:  # type: ignore[attr-defined]
        chosen = [value] if option.kind == "set" else value  # type: ignore[attr-defined]
        ruleset = resolve(GAME, "english", {option.name: chosen})  # type: ignore[attr-defined]
        kept = ruleset.values[option.name]  # type: ignore[attr-defined]
        assert kept == (tuple(chosen) if isinstance(chosen, list) else chosen)


@covers("M8")
def test_a_rule_set_without_any_way_to_a_friend_is_refused() -> None:
    with pytest.raises(OptionError, match="friend_by: must name at least one way"):
        resolve(GAME, "japanese", {"friend_by": []})


@covers("R2")
@pytest.mark.parametrize("name", ["ripper_call", "friend_modes", "raise_after_blind", "score", "nt20_lead_control"])
def test_the_names_of_other_sources_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="is not an option of mighty"):
        resolve(GAME, "japanese", {name: "on"})


@covers("R1")
@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("trump_change", False, "off"),
        ("trump_change", True, "on"),
        ("min_bid", "14", 14),
        ("double_for", "none", ()),
        ("double_for", ["none"], ()),
        ("double_for", [], ()),
        ("double_for", "alone,no_trump", ("no_trump", "alone")),
        ("friend_by", ["first_trick", "card"], ("card", "first_trick")),
        ("friend_by", "none", ("none",)),
    ],
)
def test_readers_are_lenient_about_the_types_of_values(name: str, given: object, kept: object) -> None:
    assert resolve(GAME, "japanese", {name: given}).values[name] == kept


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("min_bid", 11), ("min_bid", True), ("min_bid", "1３"), ("min_bid", 13.0), ("min_bid", None),
        ("min_bid", "9" * 9999),
        ("trump_change", 1), ("trump_change", "yes"), ("double_for", "alone,alone"), ("double_for", ["alone", 3]),
        ("double_for", {"alone": 1}), ("double_for", ""), ("friend_by", "card,"), ("scoring", ["multiple"]),
        ("match_deals", 7), ("double_for", ["none", "alone"]),
    ],
)  # fmt: skip
def test_other_values_are_refused(name: str, given: object) -> None:
    with pytest.raises(OptionError, match=f"^{name}: must be"):
        resolve(GAME, "japanese", {name: given})


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown, choose one of japanese, english"):
        resolve(GAME, "korean", {})


def test_the_names_of_rules_are_short_keys() -> None:
    assert all(rule.replace("_", "").isalpha() and rule.islower() for rule in REFUSALS)
