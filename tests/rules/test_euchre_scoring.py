"""Euchre: scores, the next dealer and the end of the match."""

from typing import Any

import pytest

from app.rules import match as matches
from app.rules.base import Outcome
from app.rules.euchre import GAME
from app.rules.match import Match
from app.rules.ruleset import resolve
from tests.rules.euchre_deals import PASSED, deal, finished, trick
from tests.rules.spec import covers

ALONE = {1: (0, 1, 0, 0, 0), 2: (0, 2, 0, 0, 0)}


def won(attackers: int) -> tuple[int, ...]:
    """Tricks by seat: so many to the maker's side (seats 1 and 3), the others to seat 0."""
    return (5 - attackers, attackers - attackers // 2, 0, attackers // 2, 0)


def lone(maker: int) -> tuple[int, ...]:
    """Tricks by seat: so many to the maker, seat 1, the others to seat 0."""
    return (5 - maker, maker, 0, 0, 0)


# Scores of a deal


@covers("U15", "U16", "U17", "UE13", "CE-11", "defenders_all_five=4", "euchre_points=2")
@pytest.mark.parametrize(
    ("attackers", "ours", "theirs"), [(5, 2, 0), (4, 1, 0), (3, 1, 0), (2, 0, 2), (1, 0, 2), (0, 0, 4)]
)
def test_every_member_of_the_side_that_wins_gets_the_full_number(attackers: int, ours: int, theirs: int) -> None:
    assert finished(won(attackers), partner=3).points == (theirs, ours, theirs, ours, theirs)


@covers("U15")
def test_the_partners_tricks_count_for_the_maker() -> None:
    assert finished((2, 1, 0, 2, 0), partner=3).points == (0, 1, 0, 1, 0)
    assert finished((2, 1, 0, 2, 0), partner=4).points == (2, 0, 2, 2, 0)


@covers("U18", "UE11", "UE12", "CE-12", "alone_march=2")
@pytest.mark.parametrize(("tricks", "points"), [(5, (0, 2, 0, 0, 0)), (2, (2, 0, 2, 2, 2)), (0, (4, 0, 4, 4, 4))])
def test_alone_the_maker_scores_or_each_of_four_defenders(tricks: int, points: tuple[int, ...]) -> None:
    assert finished(lone(tricks), call="alone").points == points


@covers("CE-10", "U19", "alone_three_four=1")
def test_a_maker_alone_by_a_buried_call_scores_by_himself() -> None:
    assert finished(lone(3), call="9C").points == (0, 1, 0, 0, 0)


@covers("K7", "alone_march=4", "alone_march=5", "CE-12")
@pytest.mark.parametrize("march", [4, 5])
@pytest.mark.parametrize("call", ["alone", "9C"])
def test_five_tricks_alone_may_be_worth_more_by_choice_or_by_a_buried_call(march: int, call: str) -> None:
    assert finished(lone(5), call=call, alone_march=march).points == (0, march, 0, 0, 0)


@covers("K7", "alone_three_four=2")
@pytest.mark.parametrize("tricks", [3, 4])
@pytest.mark.parametrize("call", ["alone", "9C"])
def test_three_or_four_tricks_alone_may_be_worth_more(tricks: int, call: str) -> None:
    assert finished(lone(tricks), call=call, alone_three_four=2).points == (0, 2, 0, 0, 0)


@covers("K7")
def test_the_rates_for_playing_alone_are_not_for_a_side_of_two() -> None:
    given: dict[str, Any] = {"partner": 3, "alone_march": 5, "alone_three_four": 2}
    assert finished(won(5), **given).points == (0, 2, 0, 2, 0)
    assert finished(won(3), **given).points == (0, 1, 0, 1, 0)


@covers("defenders_all_five=2")
def test_all_five_tricks_of_the_defenders_may_be_worth_two() -> None:
    assert finished(won(0), partner=3, defenders_all_five=2).points == (2, 0, 2, 0, 2)


@covers("euchre_points=1")
def test_three_or_four_tricks_of_the_defenders_may_be_worth_one() -> None:
    assert finished(won(2), partner=3, euchre_points=1).points == (1, 0, 1, 0, 1)
    assert finished(won(0), partner=3, euchre_points=1).points == (4, 0, 4, 0, 4)


# Dealer and match


@covers("UE17")
def test_the_deal_passes_to_the_left() -> None:
    assert GAME.next_dealer(finished(won(3), dealer=2).state) == 3


@covers("UE17", "K9")
def test_the_deal_passes_to_the_left_when_it_is_thrown_in_too() -> None:
    told = deal(dealer=2, stick_dealer="off").do(*PASSED, *PASSED)
    assert GAME.next_dealer(told.state) == 3


def result(totals: tuple[int, ...], maker: int = 0, **options: Any) -> tuple[int, ...] | None:
    """The winners at some totals after a deal that ``maker`` has played."""
    rules = resolve(GAME, "call-partner", options).options
    last = Outcome(False, {"points": (0,) * 5}, {"maker": maker})
    return GAME.match_result(rules, {"points": totals}, 7, last)


@covers("U3", "target=10")
def test_whoever_first_has_ten_points_wins() -> None:
    assert result((9, 8, 0, 0, 0)) is None
    assert result((10, 8, 0, 0, 0)) == (0,)


@covers("UE19", "K8")
def test_the_highest_total_wins_when_several_have_ten() -> None:
    assert result((10, 11, 10, 0, 0)) == (1,)


@covers("UE19", "tie=share")
def test_equal_highest_totals_share_the_victory() -> None:
    assert result((10, 9, 10, 0, 0)) == (0, 2)


@covers("K8", "tie=maker_first")
@pytest.mark.parametrize(
    ("totals", "maker", "winners"),
    [((11, 9, 11, 0, 0), 2, (2,)), ((11, 9, 11, 10, 0), 3, (0, 2)), ((10, 11, 9, 0, 0), 0, (1,))],
)
def test_the_last_maker_may_win_among_equal_highest_totals(
    totals: tuple[int, ...], maker: int, winners: tuple[int, ...]
) -> None:
    assert result(totals, maker, tie="maker_first") == winners


@covers("K8", "tie=play_on")
def test_equal_highest_totals_may_play_on() -> None:
    assert result((10, 9, 10, 0, 0), tie="play_on") is None
    assert result((12, 9, 10, 10, 0), tie="play_on") == (0,)


@covers("target=5", "target=7", "target=11", "target=15")
@pytest.mark.parametrize("target", [5, 7, 11, 15])
def test_the_points_to_win_are_an_option(target: int) -> None:
    assert result((target - 1, 0, 0, 0, 0), target=target) is None
    assert result((target, 0, 0, 0, 0), target=target) == (0,)


def started(**options: Any) -> Match:
    """A match whose first dealer is seat 4."""
    return matches.start(resolve(GAME, "call-partner", options), 5, 4)


@covers("U1", "UE13")
def test_five_players_score_each_for_himself_until_somebody_has_enough() -> None:
    match = matches.finish_deal(started(target=5), finished(won(5), partner=3).state)
    match = matches.finish_deal(match, finished((0, 5, 0, 0, 0), partner=2).state)
    assert (match.totals, match.over) == ({"points": (0, 4, 2, 2, 0)}, False)
    match = matches.finish_deal(match, finished(won(3), partner=3).state)
    assert (match.totals, match.over, match.winners) == ({"points": (0, 5, 2, 3, 0)}, True, (1,))


@covers("K9")
def test_a_deal_thrown_in_does_not_count() -> None:
    match = matches.finish_deal(started(stick_dealer="off"), deal(stick_dealer="off").do(*PASSED, *PASSED).state)
    assert (match.number, match.counted, match.dealer, match.over) == (1, 0, 0, False)


def test_a_deal_that_goes_on_has_no_outcome() -> None:
    assert GAME.outcome(deal().state) is None
    assert GAME.outcome(trick("AS").state) is None
