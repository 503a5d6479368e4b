"""Auction: which claims there are, and which is the stronger."""

from itertools import pairwise

import pytest

from app.rules.auction.claims import CLAIMS, forms, payments, pays
from tests.rules.auction_deals import table, weaker
from tests.rules.spec import covers


@covers("D1", "S9")
def test_types_rank_from_a_single_card_up_to_a_straight_flush() -> None:
    order = ["single A", "pair 2", "two-pair", "three 2", "straight", "flush", "full-house", "four 2", "straight-flush"]
    assert all(weaker(low, high) for low, high in pairwise(order))
    assert [CLAIMS[text].size for text in order] == [1, 2, 4, 3, 5, 5, 5, 4, 5]


@covers("AU-02", "S10", "S11", "D2")
def test_single_cards_rank_by_rank_then_suit_and_a_joker_above_all() -> None:
    ladder = ["single 9", "single 9 C", "single 9 D", "single 9 H", "single 9 S", "single T", "single T S", "single J"]
    ladder += ["single Q", "single K", "single A", "single A S", "single JK", "pair 2"]
    assert all(weaker(low, high) for low, high in pairwise(ladder))


@covers("D3", "S15")
def test_jokers_are_the_highest_of_their_type_and_below_the_next() -> None:
    for low, jokers, high in [
        ("pair A", "pair JK", "two-pair"),
        ("three A", "three JK", "straight"),
        ("four A", "four JK", "straight-flush"),
    ]:
        assert weaker(low, jokers)
        assert weaker(jokers, high)


@covers("AU-09", "D6", "S13")
def test_two_pairs_compare_by_the_higher_pair_first() -> None:
    assert weaker("two-pair K 8", "two-pair K 9")
    assert weaker("two-pair Q J", "two-pair K 2")


@covers("AU-09", "D6")
def test_full_houses_compare_by_the_three_first() -> None:
    assert weaker("full-house 8 A", "full-house 9 K")


@covers("D6")
def test_flushes_compare_rank_by_rank() -> None:
    assert weaker("flush A J 8 5 2", "flush A J 8 6 2")
    assert weaker("flush K Q J T 8", "flush A 6 4 3 2")


@covers("D4")
def test_an_open_claim_is_the_weakest_of_its_type() -> None:
    for kind, least in [("straight", "straight 5"), ("flush", "flush 7 5 4 3 2"), ("two-pair", "two-pair 3 2")]:
        assert weaker(kind, least)


@covers("AU-07", "S14")
def test_two_identical_kings_are_no_pair() -> None:
    assert forms(["KS", "KS"]) == []
    assert [claim.text for claim in forms(["KS", "KH"])] == ["pair K"]


@covers("AU-07", "S15")
@pytest.mark.parametrize("cards", ["JK AS", "JK JK 4S 4H", "JK JK KS KH KD", "JK JK JK JK AS"])
def test_jokers_go_with_nothing_else(cards: str) -> None:
    assert forms(cards.split()) == []


@covers("S15", "D3", "joker_sets=on")
def test_two_three_and_four_jokers_are_sets_though_they_are_alike() -> None:
    assert [forms(["JK"] * count)[0].text for count in (1, 2, 3, 4)] == ["single JK", "pair JK", "three JK", "four JK"]


@covers("AU-07", "S9")
def test_a_card_that_is_no_part_of_the_combination_may_not_be_offered() -> None:
    assert not pays(CLAIMS["pair 7"], ["7H", "7S", "KD"], ace_low=True)


@covers("D24")
def test_five_of_a_kind_cannot_be() -> None:
    assert forms(["9S", "9H", "9D", "9C", "9S"]) == []


@covers("X5")
def test_a_straight_flush_is_a_straight_and_a_flush_as_well() -> None:
    claims = [claim.text for claim in forms(["9H", "8H", "7H", "6H", "5H"])]
    assert claims == [
        "straight",
        "straight 9",
        "flush",
        "flush 9 8 7 6 5",
        "straight-flush",
        "straight-flush 9",
    ]


@covers("X5")
def test_four_of_a_kind_is_no_two_pair_and_a_full_house_neither() -> None:
    assert [claim.text for claim in forms(["9S", "9H", "9D", "9C"])] == ["four 9"]
    assert [claim.text for claim in forms(["9S", "9H", "9D", "KC", "KS"])] == ["full-house", "full-house 9 K"]


@covers("D23", "X14", "ace_low_straight=on")
def test_the_ace_is_high_or_below_the_two() -> None:
    assert [claim.text for claim in forms(["AS", "KD", "QH", "JC", "TS"])] == ["straight", "straight A"]
    assert forms(["5S", "4S", "3S", "2S", "AS"])[-1].text == "straight-flush 5"
    assert forms(["2S", "AS", "KS", "QS", "JS"])[-1].text == "flush A K Q J 2"


@covers("D23", "ace_low_straight=off")
def test_without_the_low_ace_five_high_is_no_straight() -> None:
    assert forms(["5S", "4D", "3S", "2S", "AS"], ace_low=False) == []
    told = table("5S 4D 3S 2S AS", "5H 4H 3H 2H 7H 6C 8D", ace_low_straight="off").do("1 bid straight")
    assert told.why("0 bid straight 5") == "ace_low_off"
    assert not told.may("0 bid straight")


@covers("S13", "X10")
def test_every_set_of_cards_that_pays_a_claim_is_found_once() -> None:
    hand = ["9S", "9H", "9D", "KS", "KH", "KH", "8C", "7C", "6C", "5C"]
    assert sorted(payments(CLAIMS["single 9"], hand, True)) == [("9D",), ("9H",), ("9S",)]
    assert list(payments(CLAIMS["single 9 H"], hand, True)) == [("9H",)]
    assert len(list(payments(CLAIMS["pair 9"], hand, True))) == 3
    assert len(list(payments(CLAIMS["two-pair"], hand, True))) == 3
    assert list(payments(CLAIMS["full-house"], hand, True)) == [("9S", "9H", "9D", "KS", "KH")]
    assert len(list(payments(CLAIMS["straight 9"], hand, True))) == 3
    assert list(payments(CLAIMS["flush"], hand, True)) == []
