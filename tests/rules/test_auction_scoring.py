"""Auction: the value of the pile, shares, the bonus, the end of the match."""

from fractions import Fraction
from typing import Any

import pytest

from app.rules.auction.scoring import match_result, value
from app.rules.match import finish_deal
from app.rules.record import scores_json
from tests.rules.auction_deals import Told, match, options, over
from tests.rules.spec import covers

PILE = "AS KD 7C 7H JK QC 3D TS 9H 2C"
FULL_HOUSE = "9S 9H 9D KC KD KC 4S 2H 7C JK"
FLUSH = "AH JH 8H 5H 2H KS KD QC 3C 3C"


@covers("AU-15", "S27", "D30")
def test_aces_are_ten_court_cards_and_jokers_five_all_others_one() -> None:
    assert sum(map(value, PILE.split())) == 31


@covers("D30")
def test_a_whole_pack_is_worth_146_points() -> None:
    ranks = "AKQJT98765432"
    assert sum(value(rank + suit) for rank in ranks for suit in "SHDC") + 2 * value("JK") == 146


@covers("AU-16", "S25", "S5")
def test_the_best_hand_wins_the_points_of_the_pile() -> None:
    assert over(FULL_HOUSE, FLUSH, pile=PILE).points == (31, 0)


@covers("AU-16", "S28", "end_bonus=25")
def test_whoever_declared_the_end_gets_25_more_with_the_best_hand_and_loses_25_without() -> None:
    assert over(FULL_HOUSE, FLUSH, pile=PILE, by=1).points == (31, -25)
    assert over(FULL_HOUSE, FLUSH, pile=PILE, by=0).points == (56, 0)


@covers("end_bonus=0", "end_bonus=10", "end_bonus=50")
@pytest.mark.parametrize("bonus", [0, 10, 50])
def test_the_bonus_may_be_another(bonus: int) -> None:
    assert over(FULL_HOUSE, FLUSH, pile=PILE, by=1, end_bonus=bonus).points == (31, -bonus)


@covers("D25", "D26", "S25", "share_rounding=exact", "R12")
def test_equal_best_hands_share_the_pile_exactly_and_the_declarer_among_them_has_the_bonus() -> None:
    told = over("AS KS QD JD 9C", "AH KH QC JC 9D", "2C", pile=PILE, by=0)
    assert told.points == (Fraction(81, 2), Fraction(31, 2), 0)
    assert told.view["outcome"]["shares"] == ["31/2", "31/2", 0]
    assert scores_json({"points": told.points}) == {"points": ["81/2", "31/2", 0]}


@covers("D26", "X15", "share_rounding=floor")
def test_shares_may_be_rounded_down() -> None:
    assert over("AS", "AH", pile=PILE, share_rounding="floor").points == (15, 15)


@covers("D26")
def test_a_third_of_a_pile_that_can_be_shared_is_a_whole_number() -> None:
    points = over("AS", "AH", "AD", pile="KS KH KD").points
    assert points == (5, 5, 5)
    assert {type(score) for score in points} == {int}


@covers("AU-20", "S29", "target=150")
def test_whoever_reaches_150_wins_the_match_with_a_fraction_too() -> None:
    told = over("AS", "AH", pile=PILE)
    after = finish_deal(match([140, 0]), told.state)
    assert (after.totals["points"], after.over, after.winners) == ((Fraction(311, 2), Fraction(31, 2)), True, (0,))


@covers("AU-20", "D27")
def test_of_several_over_the_target_the_highest_wins() -> None:
    assert match_result(options(), {"points": (158, 159)}, 3) == (1,)


@covers("D27", "X15")
@pytest.mark.parametrize(
    ("totals", "winners"),
    [((160, 160, 0), None), ((160, 155, 155), (0,)), ((149, 149, 0), None), ((150, 10, 10), (0,))],
)
def test_only_an_equal_highest_total_plays_on(totals: tuple[Any, ...], winners: tuple[int, ...] | None) -> None:
    assert match_result(options(), {"points": totals}, 3) == winners


@covers("target=100", "target=200", "target=300")
@pytest.mark.parametrize("target", [100, 200, 300])
def test_the_target_may_be_another(target: int) -> None:
    assert match_result(options(target=target), {"points": (target, 0)}, 3) == (0,)
    assert match_result(options(target=target), {"points": (target - 1, 0)}, 3) is None


@covers("D29")
def test_all_hands_are_shown_at_the_end_with_what_they_are_worth() -> None:
    shown = over(FULL_HOUSE, FLUSH, pile=PILE, by=1).view["outcome"]
    assert [len(hand) for hand in shown["hands"]] == [10, 10]
    assert shown["best"][0] == {
        "cards": ["9S", "9H", "9D", "KD", "KC"],
        "type": "full-house",
        "ranks": ["9", "K"],
        "unused": ["KC", "JK"],
    }
    assert shown["values"] == [10, 5, 1, 1, 5, 5, 1, 1, 1, 1]
    assert (shown["winners"], shown["points"], shown["shares"], shown["bonus"]) == ([0], 31, [31, 0], [0, -25])
    assert shown["scores"] == [31, -25]


def test_an_outcome_names_the_winning_hand() -> None:
    facts = Told(over(FULL_HOUSE, FLUSH, pile=PILE).state).facts
    assert (facts["type"], facts["ranks"], facts["winners"], facts["why"]) == ("full-house", ["9", "K"], [0], "joker")
