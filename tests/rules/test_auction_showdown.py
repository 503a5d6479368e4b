"""Auction: the best five cards of a hand."""

from itertools import pairwise

import pytest

from app.rules.auction.hands import best
from tests.rules.spec import covers


def strength(cards: str) -> tuple[int, ...]:
    """How strong the best hand of some cards is."""
    return best(tuple(cards.split()), True).strength


def shown(cards: str, ace_low: bool = True) -> str:
    """The best hand of some cards: its type and its cards."""
    found = best(tuple(cards.split()), ace_low)
    return f"{found.type}: {' '.join(found.cards)}"


@covers("AU-16", "S26", "D21")
def test_second_copies_and_jokers_cannot_be_used() -> None:
    assert shown("9S 9H 9D KC KD KC 4S 2H 7C JK") == "full-house: 9S 9H 9D KD KC"


@covers("AU-16", "D22")
def test_a_flush_is_made_of_the_five_highest_of_a_suit() -> None:
    assert shown("AH JH 8H 5H 2H KS KD QC 3C 3C") == "flush: AH JH 8H 5H 2H"
    assert shown("AH JH 8H 5H 2H TH KD QC 3C 3C") == "flush: AH JH TH 8H 5H"


@covers("AU-18", "D21")
def test_fewer_than_five_usable_cards_are_what_is_left() -> None:
    assert shown("JK JK JK JK 2S 2S 5H 5H 9C 9C") == "high-card: 9C 5H 2S"
    assert shown("JK JK JK JK") == "high-card: "


@covers("D21")
def test_missing_kickers_rank_lowest() -> None:
    assert strength("KS KH") < strength("KS KH 2C")
    assert strength("9C 5H 2S") < strength("9C 5H 3S")


@covers("D1", "S25")
def test_types_rank_as_in_poker() -> None:
    hands = [
        "AS KS QD JD 9C",
        "2S 2H AD KD QC",
        "3S 3H 2D 2C AC",
        "2S 2H 2D AC KC",
        "5S 4H 3D 2C AC",
        "7H 5H 4H 3H 2H",
        "2S 2H 2D 3C 3S",
        "2S 2H 2D 2C 3S",
        "5H 4H 3H 2H AH",
    ]
    assert all(strength(low) < strength(high) for low, high in pairwise(hands))


@covers("D22")
@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("KS KH QD 9C 8C", "KD KC QH TS 2S"),
        ("KS KH 2D 2C AC", "KS KH 3D 3C 4C"),
        ("9S 9H 9D 9C 2S", "9S 9H 9D 9C 3S"),
        ("QS JH TD 9C 8C", "KS QH JD TC 9C"),
        ("AS KH QD JC 8C", "AS KH QD JC 9C"),
    ],
)
def test_equal_types_are_decided_by_ranks_and_kickers(low: str, high: str) -> None:
    assert strength(low) < strength(high)


@covers("D22")
def test_suits_never_decide() -> None:
    assert strength("AS KS QS JS 9S") == strength("AC KC QC JC 9C")


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("9S 9H 9D 8S 8H 8D KS", "full-house: 9S 9H 9D 8S 8H"),
        ("9S 9H 9D 9C 8S 8H 8D", "four: 9S 9H 9D 9C 8S"),
        ("KS KH QS QH JS JH AD", "two-pair: KS KH QS QH AD"),
        ("7S 7H 7D AS KS QD 2C", "three: 7S 7H 7D AS KS"),
        ("AS KS QS JS TS 9S AD AC", "straight-flush: AS KS QS JS TS"),
        ("5H 4H 3H 2H AH AS AD AC", "straight-flush: 5H 4H 3H 2H AH"),
        ("6S 5H 4D 3C 2C AC", "straight: 6S 5H 4D 3C 2C"),
        ("2S 2H 9D", "pair: 2S 2H 9D"),
    ],
)
def test_the_best_five_are_found(cards: str, found: str) -> None:
    assert shown(cards) == found


@covers("D23", "ace_low_straight=off")
def test_without_the_low_ace_there_is_no_five_high_straight_at_the_showdown() -> None:
    assert shown("5S 4H 3D 2C AC", ace_low=False) == "high-card: AC 5S 4H 3D 2C"
