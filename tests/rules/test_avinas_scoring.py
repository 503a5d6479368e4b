"""Avinas: penalties, running totals by side, the next dealer, and the three ways in which a match is decided."""

from typing import Any

import pytest

from app.rules import match as matches
from app.rules.avinas import GAME
from app.rules.avinas.scoring import match_result, rums, tally
from app.rules.match import Match
from app.rules.ruleset import resolve
from tests.rules.avinas_deals import Told, finished, options_of, quiet, trick
from tests.rules.spec import covers

TABLE = {1: (1, 2, 2, 4), 2: (2, 4, 4, 8), 3: (3, 6, 6, 12), 4: (4, 8, 8, 16)}
"""Rows of fact 18: by the number of sevens, made without and with a knock, lost without and with a knock."""


def totals(rum: tuple[int, int] = (0, 0), pip: tuple[int, int] = (0, 0), **options: Any) -> tuple[int, ...] | None:
    """Who has won the match at these totals, None while it goes on."""
    return match_result(options_of(**options), {"rum": rum, "pip": pip}, 9)


def after(rum: tuple[int, int], more: tuple[int, int], **options: Any) -> tuple[Any, ...]:
    """The total rums after a deal."""
    return tally(options_of(**options), {"rum": rum, "pip": (1, 2)}, {"rum": more, "pip": (0, 3)})["rum"]


def pips(ours: int, theirs: int, **given: Any) -> tuple[Any, ...]:
    """The pips of a deal without sevens; seat 0 is the declarer."""
    return finished(ours, theirs, game=2, **given).pip


# Rums


@covers("F10", "F17", "AV-10")
def test_with_61_the_declarers_side_wins_and_the_others_pay() -> None:
    assert finished(61, 59, sevens=2).rum == (0, 2)


@covers("C18", "AV-10")
def test_with_60_the_declarers_side_loses() -> None:
    assert finished(60, 60, sevens=2).rum == (4, 0)


@covers("F18")
@pytest.mark.parametrize("sevens", TABLE)
def test_the_rums_are_those_of_the_table(sevens: int) -> None:
    made, knocked, lost, lost_knocked = TABLE[sevens]
    assert finished(61, 59, sevens=sevens).rum == (0, made)
    assert finished(60, 60, sevens=sevens).rum == (lost, 0)
    assert finished(120, 0, sevens=sevens, knocks=1).rum == (0, knocked)
    assert finished(60, 60, sevens=sevens, knocks=1).rum == (lost_knocked, 0)


@covers("F12", "F18", "AV-10")
def test_knocked_back_the_penalty_is_fourfold() -> None:
    assert finished(120, 0, sevens=2, knocks=2).rum == (0, 8)
    assert finished(60, 60, sevens=2, knocks=2).rum == (16, 0)
    assert [rums(n, 2, True) for n in (1, 2, 3, 4)] == [4, 8, 12, 16]


@covers("F11", "C17", "AV-10")
def test_a_knocked_deal_with_one_trick_lost_is_lost_whatever_the_points() -> None:
    assert finished(115, 5, sevens=2, knocks=1).rum == (8, 0)
    assert finished(120, 0, sevens=2, knocks=1, tricks=(7, 1)).rum == (8, 0)


@covers("V7")
def test_a_knocked_deal_with_all_tricks_is_won() -> None:
    assert finished(120, 0, sevens=2, knocks=1).rum == (0, 4)


@covers("F19", "C25", "AV-11")
def test_rums_of_the_two_sides_cancel() -> None:
    assert after((3, 0), (0, 2)) == (1, 0)
    assert after((1, 0), (0, 4)) == (0, 3)
    assert after((3, 0), (2, 0)) == (5, 0)


@covers("C25", "V11")
def test_where_both_are_kept_rums_add_up() -> None:
    assert after((3, 0), (0, 2), rams_cancel="keep_both") == (3, 2)


@covers("V1", "AV-11")
def test_scores_are_the_penalty_and_totals_what_stands_after_cancelling() -> None:
    match = started(rum=(3, 0))
    match = matches.finish_deal(match, lost_by_side_one().state)
    assert lost_by_side_one().rum == (0, 2)
    assert match.totals == {"rum": (1, 0), "pip": (0, 0)}


# Pips


@covers("F25", "F26", "AV-15")
@pytest.mark.parametrize(
    ("ours", "theirs", "paid"),
    [
        (61, 59, (0, 1)), (89, 31, (0, 1)), (90, 30, (0, 2)), (118, 2, (0, 2)), (120, 0, (0, 3)),
        (60, 60, (2, 0)), (31, 89, (2, 0)), (30, 90, (4, 0)), (2, 118, (4, 0)), (0, 120, (6, 0)),
    ],
)  # fmt: skip
def test_the_pips_are_those_of_the_table(ours: int, theirs: int, paid: tuple[int, int]) -> None:
    assert pips(ours, theirs) == paid


@covers("C22", "AV-15")
def test_unplayed_points_count_for_nobody() -> None:
    assert pips(66, 30) == (0, 2)


@covers("C23")
def test_a_side_whose_tricks_are_worthless_has_nothing() -> None:
    assert pips(120, 0, tricks=(7, 1)) == (0, 3)
    assert pips(0, 120, tricks=(1, 7)) == (6, 0)


@covers("C23", "V12")
def test_where_tricks_decide_a_worthless_trick_is_something() -> None:
    assert pips(120, 0, tricks=(7, 1), zero_band="zero_tricks") == (0, 2)
    assert pips(0, 120, tricks=(1, 7), zero_band="zero_tricks") == (4, 0)
    assert pips(120, 0, zero_band="zero_tricks") == (0, 3)
    assert pips(0, 120, zero_band="zero_tricks") == (6, 0)


@covers("F26")
def test_pips_add_up_and_are_never_cancelled() -> None:
    added = tally(options_of(), {"rum": (0, 0), "pip": (4, 2)}, {"rum": (0, 0), "pip": (0, 3)})
    assert added["pip"] == (4, 5)


@covers("F18", "F26")
def test_a_deal_costs_rums_with_a_seven_and_pips_without() -> None:
    assert finished(61, 59).scores == {"rum": (0, 1), "pip": (0, 0)}
    assert finished(61, 59, game=2).scores == {"rum": (0, 0), "pip": (0, 1)}


# The match


def started(rum: tuple[int, int] = (0, 0), pip: tuple[int, int] = (0, 0), dealer: int = 3, **options: Any) -> Match:
    """A match between two deals."""
    match = matches.start(resolve(GAME, "standard", options), 4, dealer)
    return match._replace(totals={"rum": rum, "pip": pip})


def lost_by_side_one() -> Told:
    """A deal that costs seats 1 and 3 two rums."""
    return finished(61, 59, sevens=2)


def test_a_match_starts_with_nothing_on_either_side() -> None:
    assert started().totals == {"rum": (0, 0), "pip": (0, 0)}


@covers("F27", "C24", "AV-16")
def test_the_match_goes_on_at_12_pips_and_ends_at_13() -> None:
    assert totals(pip=(12, 5)) is None
    assert totals(pip=(13, 5)) is not None


@covers("C24", "V15", "AV-16")
def test_with_at_least_12_it_ends_at_12() -> None:
    assert totals(pip=(12, 5), match_end="at_least_12") == (1, 3)
    assert totals(pip=(11, 5), match_end="at_least_12") is None


@covers("V15")
def test_with_at_least_12_the_other_rules_speak_of_12_as_well() -> None:
    assert totals(rum=(0, 2), pip=(12, 0), match_end="at_least_12") == (1, 3)
    assert totals(rum=(0, 2), pip=(12, 4), match_end="at_least_12") == (0, 2)


@covers("F28", "C26", "AV-16")
def test_a_side_above_12_loses_if_the_other_has_no_pips_whoever_has_rams() -> None:
    assert totals(rum=(0, 4), pip=(13, 0)) == (1, 3)


@covers("F29", "AV-16")
def test_if_both_have_pips_the_side_with_rams_loses() -> None:
    assert totals(rum=(0, 2), pip=(13, 4)) == (0, 2)
    assert totals(rum=(2, 0), pip=(13, 4)) == (1, 3)


@covers("F30", "AV-16")
def test_if_neither_has_rams_the_side_with_more_pips_loses() -> None:
    assert totals(pip=(14, 4)) == (1, 3)
    assert totals(pip=(4, 14)) == (0, 2)


@covers("V11")
def test_where_both_keep_their_rams_more_rams_lose_and_equal_ones_leave_it_to_the_pips() -> None:
    assert totals(rum=(7, 9), pip=(13, 4), rams_cancel="keep_both") == (0, 2)
    assert totals(rum=(9, 9), pip=(13, 4), rams_cancel="keep_both") == (1, 3)


@covers("C27")
def test_only_one_side_gets_pips_in_a_deal() -> None:
    for ours in (0, 30, 60, 61, 90, 120):
        assert 0 in pips(ours, 120 - ours)


@covers("C28")
def test_rams_alone_never_end_a_match() -> None:
    assert totals(rum=(100, 0), pip=(12, 12)) is None


@covers("R7")
def test_the_winners_of_a_match_are_seats() -> None:
    match = matches.finish_deal(started(pip=(2, 12)), finished(61, 59, game=2).state)
    assert (match.over, match.winners, match.totals["pip"]) == (True, (0, 2), (2, 13))


@covers("C5")
def test_the_deal_goes_to_the_left() -> None:
    assert matches.finish_deal(started(), finished(61, 59).state).dealer == 0


@covers("C5", "F22", "R13")
def test_after_a_deal_thrown_in_the_same_dealer_deals_again_or_the_next() -> None:
    thrown_in = quiet(dealer=2).do(*["pass"] * 4)
    match = matches.finish_deal(started(dealer=2), thrown_in.state)
    assert (match.dealer, match.counted, match.number) == (2, 0, 1)
    assert GAME.next_dealer(quiet(dealer=2, all_pass_dealer="next").do(*["pass"] * 4).state) == 3


def test_the_outcome_says_how_it_came_about() -> None:
    told = trick(1, "7C AS", "QC AH", "8C AD", "9C TD", knocks=2).do("play 7C", "play QC", "play 8C", "play 9C")
    facts = told.view["outcome"]
    assert (facts["made"], facts["knock_by"], facts["knock_back"], facts["taken"], facts["others"]) == (
        False, 2, 1, 0, 3,
    )  # fmt: skip
    assert (facts["kind"], facts["penalty"], facts["pays"]) == ("rum", 8, 0)
