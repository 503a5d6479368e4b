"""Mighty: points, scores, the next dealer and the end of the match."""

import pytest

from app.rules.mighty import GAME
from app.rules.ruleset import resolve
from tests.rules.mighty_deals import deal, finished, trick, winner
from tests.rules.spec import covers

# Japanese scores


@covers("J34", "J35", "MJ-19", "J36")
@pytest.mark.parametrize(
    ("bid", "taken", "friend", "scores"),
    [
        (13, 13, 1, (2, 1, -1, -1, -1)),
        (14, 14, 1, (4, 2, -2, -2, -2)),
        (14, 20, 1, (4, 2, -2, -2, -2)),
        (15, 14, 1, (-6, -3, 3, 3, 3)),
        (20, 20, 1, (16, 8, -8, -8, -8)),
        (14, 15, None, (8, -2, -2, -2, -2)),
        (16, 15, None, (-16, 4, 4, 4, 4)),
    ],
)
def test_a_japanese_deal_scores_by_its_number_alone(
    bid: int, taken: int, friend: int | None, scores: tuple[int, ...]
) -> None:
    assert finished([taken, 0, 20 - taken], bid=bid, friend=friend).points == scores


@covers("J34", "A29")
def test_the_friends_points_count_for_the_declarers_side() -> None:
    assert finished([7, 6, 7], bid=13).points == (2, 1, -1, -1, -1)


@covers("J12", "J34")
def test_buried_points_count_for_a_japanese_declarer() -> None:
    assert finished([12, 0, 7], bid=13, buried="AC 2D 3D").points[0] == 2


@covers("A7")
def test_the_score_goes_by_the_number_after_a_change_of_trump() -> None:
    told = finished([13, 0, 7], bid=13)
    raised = told.state.last.contract._replace(number=15)
    told.state = told.state._replace(last=told.state.last._replace(contract=raised))
    assert told.points[0] == -6


@covers("A29", "M16")
def test_alone_a_japanese_declarer_takes_all_four_shares_undoubled() -> None:
    assert finished([13, 0, 7], bid=13, friend=None).points == (4, -1, -1, -1, -1)


@covers("M16")
@pytest.mark.parametrize(
    ("double_for", "trump", "friend", "declarer"),
    [
        ("alone", "H", None, 8),
        ("no_trump", "N", 1, 4),
        ("no_trump,alone", "N", None, 16),
        ("no_trump,alone", "H", 1, 2),
    ],
)
def test_multiple_scores_double_for_each_reason(double_for: str, trump: str, friend: int | None, declarer: int) -> None:
    assert finished([13, 0, 7], bid=13, trump=trump, friend=friend, double_for=double_for).points[0] == declarer


@covers("M19")
def test_a_bid_of_twelve_is_worth_nothing() -> None:
    assert finished([12, 0, 8], bid=12, min_bid=12).points == (0, 0, 0, 0, 0)


# English scores


@covers("E18", "E19", "E20", "E21", "B7", "B8", "B19", "B20", "ME-15")
@pytest.mark.parametrize(
    ("bid", "trump", "taken", "friend", "scores"),
    [
        (13, "H", 13, 1, (4, 2, -2, -2, -2)),
        (15, "H", 16, 1, (14, 7, -7, -7, -7)),
        (14, "N", 15, 1, (20, 10, -10, -10, -10)),
        (20, "H", 20, 1, (32, 16, -16, -16, -16)),
        (16, "H", 13, 1, (-14, -7, 7, 7, 7)),
        (13, "H", 12, 1, (-4, -2, 2, 2, 2)),
        (13, "H", 13, None, (16, -4, -4, -4, -4)),
        (14, "N", 10, None, (-96, 24, 24, 24, 24)),
    ],
)
def test_an_english_deal_scores_by_the_difference(
    bid: int, trump: str, taken: int, friend: int | None, scores: tuple[int, ...]
) -> None:
    told = finished([taken, 0, 20 - taken], preset="english", bid=bid, trump=trump, friend=friend)
    assert told.points == scores


@covers("ME-17", "B19")
@pytest.mark.parametrize("preset", ["japanese", "english"])
@pytest.mark.parametrize("friend", [None, 1])
@pytest.mark.parametrize("taken", range(0, 21, 4))
def test_the_scores_of_a_deal_cancel_out(preset: str, friend: int | None, taken: int) -> None:
    assert sum(finished([taken, 0, 20 - taken], preset=preset, bid=14, friend=friend).points) == 0


@covers("E8", "B9", "ME-16")
def test_buried_points_count_for_nobody_in_english() -> None:
    given = {"preset": "english", "buried": "QH KH 4D"}
    assert finished([14, 0, 4], bid=14, **given).points[0] == 8
    assert finished([14, 0, 4], bid=15, **given).points[0] == -8


@covers("B8", "M16")
def test_both_reasons_may_double_once_by_option() -> None:
    told = finished([10, 0, 10], preset="english", bid=14, trump="N", friend=None, double_stack="single")
    assert told.points[0] == -48


@covers("M15")
def test_buried_points_of_the_defenders_do_not_help_the_contract() -> None:
    assert finished([14, 0, 4], bid=15, buried="QH KH 4D", buried_points="defenders").points[0] < 0


@covers("M15")
def test_points_taken_include_buried_ones_where_they_are_the_declarers() -> None:
    told = finished([14, 0, 4], bid=14, buried="QH KH 4D", scoring="difference")
    assert told.points[0] == 2 * (2 * 2 + 2)


# Friend and next dealer


@covers("E10", "ME-06", "B21")
def test_the_winner_of_the_first_trick_becomes_the_friend() -> None:
    told = trick(1, "2D 2C", "3D 3C", "AD 4C", "5D 5C", "6D 6C", call="first", preset="english")
    told = told.do("play 2D", "play 3D", "play AD", "play 5D", "play 6D")
    assert told.view["friend"] == {"call": "first", "seat": 2, "alone": False}


@covers("E10", "B7", "ME-06")
def test_a_declarer_who_wins_the_first_trick_is_alone() -> None:
    told = trick(1, "AD 2C", "3D 3C", "4D 4C", "5D 5C", "6D 6C", call="first", preset="english")
    told = told.do("play AD", "play 3D", "play 4D", "play 5D", "play 6D")
    assert told.view["friend"] == {"call": "first", "seat": None, "alone": True}
    assert winner(told) == 0


@covers("A5", "M18")
@pytest.mark.parametrize(("friend", "dealer"), [(3, 3), (None, 0)])
def test_the_partner_deals_next_or_a_lone_declarer(friend: int | None, dealer: int) -> None:
    assert GAME.next_dealer(finished([13, 0, 7], friend=friend).state) == dealer


@covers("E22", "A5")
def test_the_english_deal_passes_to_the_left() -> None:
    assert GAME.next_dealer(finished([13, 0, 7], preset="english", friend=3).state) == 1


@covers("A5")
def test_the_declarer_may_deal_next_by_option() -> None:
    assert GAME.next_dealer(finished([13, 0, 7], friend=3, next_dealer="declarer").state) == 0


@covers("A4", "R4")
def test_a_deal_thrown_in_does_not_pass_the_deal_on() -> None:
    told = deal("english", dealer=2, all_pass="redeal").do(*["pass"] * 5)
    assert GAME.next_dealer(told.state) == 2


# The match


@covers("A30", "E22")
@pytest.mark.parametrize("preset", ["japanese", "english"])
def test_a_match_has_ten_deals(preset: str) -> None:
    options = resolve(GAME, preset, {}).options
    totals = {"points": (1, 2, 3, 4, -10)}
    assert GAME.match_result(options, totals, 9) is None
    assert GAME.match_result(options, totals, 10) == (3,)


@pytest.mark.parametrize("deals", [5, 10, 15, 20])
def test_the_number_of_deals_is_an_option(deals: int) -> None:
    options = resolve(GAME, "japanese", {"match_deals": deals}).options
    totals = {"points": (1, 0, 0, 0, -1)}
    assert GAME.match_result(options, totals, deals - 1) is None
    assert GAME.match_result(options, totals, deals) == (0,)


@covers("A30", "B22", "ME-19")
def test_equal_totals_share_the_first_place() -> None:
    options = resolve(GAME, "english", {}).options
    assert GAME.match_result(options, {"points": (31, -12, 31, -20, -30)}, 10) == (0, 2)
