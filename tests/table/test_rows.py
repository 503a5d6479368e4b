"""The plain rows that go with the entries."""

from fractions import Fraction

from app.table import DealEndRow, DealRow, MatchEndRow, MatchRow, MatchSeatRow, ScoreRow, Sit, Stand
from tests.table.driver import EDE, MINA, Driver


def test_a_match_begins_with_its_row_and_one_for_each_seat() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    head, *seats = driver.rows[:4]
    assert head == MatchRow("K7PQ2MWX-1", 1, "toy", "plain", "toy/plain@1", driver.now)
    assert seats[0] == MatchSeatRow("K7PQ2MWX-1", 0, MINA.id, "Mina", "person")
    assert [(row.player, row.kind) for row in seats[1:]] == [(None, "bot"), (None, "bot")]  # type: ignore[union-attr]


def test_a_deal_has_its_pack_and_dealer() -> None:
    driver = Driver().seated().dealt(dealer=2)
    row = driver.rows[-1]
    assert isinstance(row, DealRow)
    assert (row.deal, row.number, row.dealer, row.pack) == (1, 1, 2, driver.journal[-1].text)


def test_a_persons_place_in_the_match_is_written_when_they_take_a_bots_seat() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    driver.do(EDE, Sit("a", 1))
    assert driver.rows[-1] == MatchSeatRow("K7PQ2MWX-1", 1, EDE.id, "Ede", "person")


def test_who_leaves_in_mid_deal_keeps_their_place_in_the_match() -> None:
    driver = Driver().seated().dealt()
    rows = len(driver.rows)
    driver.do(MINA, Stand("a"))
    assert len(driver.rows) == rows


def test_a_deal_ends_with_scores_and_totals_by_seat_as_fractions() -> None:
    driver = Driver().seated().dealt().finish_match()
    scores = [row for row in driver.rows if isinstance(row, ScoreRow)]
    ends = [row for row in driver.rows if isinstance(row, DealEndRow)]
    assert len(scores) == 3 * len(ends)
    for seat in range(3):
        mine = [row for row in scores if row.unit == seat]
        total = Fraction(0)
        for row in mine:
            total += Fraction(row.numerator, row.denominator)
            assert Fraction(row.total_numerator, row.total_denominator) == total


def test_a_match_ends_with_its_winners() -> None:
    driver = Driver().seated().dealt().finish_match()
    assert driver.table.meta.match is not None
    assert driver.rows[-1] == MatchEndRow("K7PQ2MWX-1", driver.table.meta.match.rules.winners, driver.now)


def test_deals_are_numbered_on_over_matches_and_anew_within_one() -> None:
    driver = Driver("toy/plain@1?match_deals=1").seated().dealt().finish_match().dealt()
    last = [row for row in driver.rows if isinstance(row, DealRow)][-1]
    assert last.match == "K7PQ2MWX-2"
    assert last.number == 1
    assert last.deal == driver.table.meta.deals > 1
