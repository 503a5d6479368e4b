"""A match: dealers, totals and its end."""

import pytest

from app.rules import match as matches
from app.rules.match import Match
from app.rules.mighty import GAME
from app.rules.ruleset import resolve
from tests.rules.mighty_deals import deal, finished
from tests.rules.spec import covers


def started(preset: str = "english", **options: object) -> Match:
    """A match whose first dealer is seat 2."""
    return matches.start(resolve(GAME, preset, options), 5, 2)


def test_a_match_starts_with_nothing() -> None:
    match = started()
    assert (match.number, match.counted, match.dealer, match.totals) == (0, 0, 2, {"points": (0, 0, 0, 0, 0)})


@pytest.mark.parametrize(("players", "dealer"), [(4, 0), (6, 0), (5, 5), (5, -1)])
def test_a_match_needs_its_number_of_players_and_a_dealer_among_them(players: int, dealer: int) -> None:
    with pytest.raises(ValueError, match=r"mighty is for 5 players|there is no seat"):
        matches.start(resolve(GAME, "english", {}), players, dealer)


def test_scores_add_up_to_totals() -> None:
    match = matches.finish_deal(started(), finished([13, 0, 7]).state)
    match = matches.finish_deal(match, finished([12, 0, 8]).state)
    assert match.totals == {"points": (0, 0, 0, 0, 0)}
    assert match.counted == 2


@covers("R6", "MJ-04")
def test_a_deal_thrown_in_has_a_number_but_does_not_count() -> None:
    match = matches.finish_deal(started(), deal(dealer=2, all_pass="redeal").do(*["pass"] * 5).state)
    assert (match.number, match.counted, match.dealer) == (1, 0, 2)


@covers("A30")
def test_a_match_is_over_after_its_last_deal() -> None:
    match = started(match_deals=5)
    for _ in range(5):
        assert not match.over
        match = matches.finish_deal(match, finished([13, 0, 7]).state)
    assert (match.over, match.winners) == (True, (0,))


def test_a_deal_that_goes_on_cannot_be_counted() -> None:
    with pytest.raises(ValueError, match="cannot be counted"):
        matches.finish_deal(started(), deal().state)


def test_nothing_is_counted_after_the_end() -> None:
    with pytest.raises(ValueError, match="cannot be counted"):
        matches.finish_deal(started()._replace(over=True), finished([13, 0, 7]).state)
