"""Mighty: the deal and the auction."""

import pytest

from app.rules.base import Setup
from app.rules.cards import PACK_53
from app.rules.mighty import GAME
from app.rules.ruleset import resolve
from tests.rules.mighty_deals import deal
from tests.rules.spec import covers

PASS = "pass"
POOR = "AS TS 2S 3S 4S 5S 6S 7S 8S 9S"  # worth a half: the ace of spades counts nothing, the ten a half


@covers("J1", "J2", "E1")
def test_the_pack_is_52_cards_and_one_joker() -> None:
    pack = GAME.pack(resolve(GAME, "japanese", {}).options, 5)
    assert (len(pack), len(set(pack)), pack.count("JK")) == (53, 53, 1)


@covers("J4", "E1")
def test_five_hands_of_ten_are_dealt_and_three_cards_left() -> None:
    options = resolve(GAME, "japanese", {}).options
    setup = GAME.setup(options, 5, 2, PACK_53)
    assert [len(hand) for hand in setup.hands] == [10] * 5
    assert len(setup.rest) == 3
    assert sorted([*setup.rest, *(card for hand in setup.hands for card in hand)]) == sorted(PACK_53)


def test_the_first_card_goes_to_the_dealers_left() -> None:
    setup = GAME.setup(resolve(GAME, "japanese", {}).options, 5, 2, PACK_53)
    assert setup.hands[3][0] == PACK_53[0]


@pytest.mark.parametrize(
    "setup",
    [
        Setup(5, tuple(PACK_53[at : at + 10] for at in range(0, 50, 10)), PACK_53[50:]),
        Setup(0, tuple(PACK_53[at : at + 10] for at in range(0, 40, 10)), PACK_53[40:]),
        Setup(0, (*(PACK_53[at : at + 10] for at in range(0, 40, 10)), PACK_53[:10]), PACK_53[50:]),
        Setup(0, (*(PACK_53[at : at + 10] for at in range(0, 40, 10)), ("1X", *PACK_53[41:50])), PACK_53[50:]),
    ],
    ids=["dealer", "hands", "doubled", "unknown"],
)
def test_a_wrong_deal_is_refused(setup: Setup) -> None:
    with pytest.raises(ValueError, match=r"."):
        GAME.deal(resolve(GAME, "japanese", {}).options, setup)


def test_other_numbers_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="five players"):
        GAME.setup(resolve(GAME, "japanese", {}).options, 4, 0, PACK_53)


# The Japanese auction


@covers("J6", "A6")
def test_the_dealer_speaks_first() -> None:
    assert deal(dealer=3).turn == 3


@covers("J6", "E3")
def test_bidding_goes_clockwise() -> None:
    assert deal(dealer=4).do(PASS).turn == 0


@covers("J5", "A2", "MJ-02")
def test_the_lowest_bid_is_13() -> None:
    assert deal().may("bid 13 H")
    assert deal().why("bid 12 H") == "bid_too_low (number=13)"


@covers("A2", "MJ-02")
def test_the_highest_bid_is_20() -> None:
    assert deal().may("bid 20 H")
    assert deal().why("bid 21 S") == "bid_too_high (number=20)"


@covers("J5")
def test_a_first_bid_may_be_any_number_in_any_suit_or_no_trump() -> None:
    assert len(deal().legal) == 8 * 5 + 1


@covers("J7", "A1", "MJ-01")
def test_a_suit_bid_of_the_same_number_is_not_higher() -> None:
    assert deal().do("bid 13 H").why("bid 13 S") == "not_higher (number=13, suit=H)"


@covers("J7", "A1", "MJ-01")
def test_no_trump_goes_over_a_suit_bid_of_the_same_number() -> None:
    assert deal().do("bid 13 H").may("bid 13 N")


@covers("A1", "MJ-01")
def test_over_no_trump_only_a_higher_number_goes() -> None:
    told = deal().do("bid 13 H", "bid 13 N")
    assert not told.may("bid 13 C")
    assert not told.may("bid 13 N")
    assert told.may("bid 14 C")


@covers("J8", "J10", "MJ-01")
def test_the_auction_of_the_first_example_ends_at_14_no_trump() -> None:
    told = deal().do("bid 13 H", "bid 13 N", "bid 14 C", PASS, PASS, "bid 14 N")
    assert not told.may("bid 14 D")
    assert told.do(PASS, PASS).view["contract"] == {
        "declarer": 0, "number": 14, "trump": "N", "bid": 14, "bid_suit": "N",
    }  # fmt: skip


@covers("J8", "E3", "MJ-01")
def test_who_has_passed_may_not_bid_again() -> None:
    told = deal().do("bid 13 H", PASS, "bid 14 H", "bid 15 H", PASS)
    assert told.turn == 0
    assert told.why("bid 16 H", seat=1) == "passed_already"


@covers("J8")
def test_who_has_bid_may_bid_again_when_the_turn_comes_round() -> None:
    assert deal().do("bid 13 H", "bid 14 H", PASS, PASS, PASS).may("bid 15 H")


@covers("A2", "MJ-02")
def test_20_in_a_suit_is_topped_by_20_no_trump_alone() -> None:
    assert deal().do("bid 20 H").legal == ("bid 20 N", PASS)


@covers("A2", "B2", "MJ-02", "M23")
def test_20_no_trump_ends_the_bidding() -> None:
    told = deal().do("bid 20 H", "bid 20 N")
    assert (told.turn, told.view["phase"]) == (1, "discard")


@covers("J10", "E5")
def test_the_bidding_ends_when_all_others_have_passed() -> None:
    told = deal().do(PASS, PASS, PASS, PASS, "bid 13 C")
    assert (told.turn, told.view["phase"]) == (4, "discard")


@covers("J9", "A3", "MJ-03")
def test_after_five_passes_there_is_a_second_round_from_the_dealer() -> None:
    told = deal(dealer=2).do(*[PASS] * 5)
    assert (told.turn, told.view["round"], told.view["passed"]) == (2, 2, [])


@covers("A3", "MJ-03")
def test_a_pass_of_the_first_round_does_not_bind_in_the_second() -> None:
    told = deal().do(*[PASS] * 5).do(PASS, PASS, "bid 13 D", "bid 14 S", PASS)
    assert told.turn == 2, "seats 0 and 1 are not asked again"
    assert told.do(PASS).view["contract"]["declarer"] == 3


@covers("J9", "A4", "MJ-04")
def test_after_ten_passes_the_deal_is_thrown_in() -> None:
    told = deal(dealer=3).do(*[PASS] * 10)
    outcome = GAME.outcome(told.state)
    assert outcome is not None
    assert (outcome.redeal, outcome.scores["points"]) == (True, (0, 0, 0, 0, 0))


@covers("A4", "MJ-04")
def test_the_same_dealer_deals_again_after_a_deal_thrown_in() -> None:
    assert GAME.next_dealer(deal(dealer=3).do(*[PASS] * 10).state) == 3


# The English auction


@covers("E3")
def test_the_seat_left_of_the_dealer_speaks_first_in_english() -> None:
    assert deal("english", dealer=4).turn == 0


@covers("B1", "E7")
def test_an_english_bid_names_no_suit() -> None:
    assert deal("english").why("bid 13 H") == "bid_without_suit"


@covers("E4", "B1", "ME-01")
def test_english_bids_rise_by_number_and_then_to_no_trump() -> None:
    told = deal("english").do("bid 13")
    assert told.why("bid 13") == "not_higher_number (number=13)"
    assert told.may("bid 13 N")
    assert told.do("bid 13 N").why("bid 13") == "not_higher (number=13, suit=N)"


@covers("ME-01", "E5")
def test_the_english_auction_of_the_example_ends_at_14_no_trump() -> None:
    told = deal("english").do("bid 13", "bid 13 N", "bid 14", PASS, PASS, PASS)
    assert not told.may("bid 14")
    after = told.do("bid 14 N", PASS)
    assert after.view["contract"]["declarer"] == 2
    assert after.view["contract"]["bid_suit"] == "N"


@covers("ME-02", "E3")
def test_english_bids_go_from_13_to_20() -> None:
    told = deal("english")
    assert told.why("bid 12") == "bid_too_low (number=13)"
    assert told.why("bid 12 N") == "bid_too_low (number=13)"
    assert told.why("bid 21") == "bid_too_high (number=20)"


@covers("ME-02", "B2")
def test_20_is_topped_by_20_no_trump_which_ends_the_bidding() -> None:
    told = deal("english").do("bid 20")
    assert told.legal == ("bid 20 N", PASS)
    assert told.do("bid 20 N").view["phase"] == "discard"


@covers("E6", "B3", "ME-03")
def test_when_four_have_passed_the_dealer_must_bid() -> None:
    told = deal("english").do(*[PASS] * 4)
    assert told.why(PASS) == "dealer_must_bid (number=13)"
    assert PASS not in told.legal


@covers("B3", "ME-03")
def test_the_forced_dealer_may_bid_more_than_13() -> None:
    told = deal("english").do(*[PASS] * 4)
    assert told.may("bid 13")
    assert told.may("bid 13 N")
    assert told.may("bid 15")


@covers("B24")
def test_the_forced_dealer_becomes_declarer_at_once() -> None:
    told = deal("english").do(*[PASS] * 4, "bid 13")
    assert (told.turn, told.view["phase"]) == (0, "trump")


def test_the_dealer_may_pass_over_a_bid() -> None:
    assert deal("english").do("bid 13", PASS, PASS, PASS).may(PASS)


# Options


@covers("M9")
def test_a_dealer_who_speaks_first_may_pass_and_is_asked_once_more() -> None:
    told = deal(all_pass="dealer_must_bid").do(*[PASS] * 5)
    assert told.turn == 0
    assert told.why(PASS) == "dealer_must_bid (number=13)"
    assert told.do("bid 13 H").view["phase"] == "discard"


@covers("M10")
def test_the_second_round_starts_at_the_first_bidder() -> None:
    assert deal(first_bidder="left_of_dealer").do(*[PASS] * 5).turn == 1


def test_without_a_second_round_five_passes_throw_the_deal_in() -> None:
    told = deal(all_pass="redeal").do(*[PASS] * 5)
    assert told.view["outcome"] == {"redeal": True, "why": "all_passed", "scores": [0, 0, 0, 0, 0]}


@covers("M19")
def test_the_lowest_bid_may_be_12_by_option() -> None:
    assert deal(min_bid=12).may("bid 12 S")


def test_the_lowest_bid_may_be_15_by_option() -> None:
    assert deal("english", min_bid=15).why("bid 14") == "bid_too_low (number=15)"


def test_no_trump_may_need_a_higher_number_by_option() -> None:
    told = deal(nt_over_same_number="off").do("bid 13 H")
    assert told.why("bid 13 N") == "no_trump_not_higher (number=13)"
    assert told.may("bid 14 N")


@covers("M23")
def test_a_seat_left_with_pass_alone_is_still_asked() -> None:
    told = deal(nt_over_same_number="off").do("bid 20 H")
    assert (told.turn, told.legal) == (1, (PASS,))


# Misdeals


@covers("A32", "R4")
def test_nobody_may_claim_a_misdeal_by_default() -> None:
    assert deal(hands=[POOR]).why("misdeal") == "misdeal_off"


@covers("R4")
def test_a_hand_worth_a_half_is_a_misdeal_under_le_half_alone() -> None:
    assert deal(hands=[POOR], misdeal_claim="le_half").may("misdeal")
    assert deal(hands=[POOR], misdeal_claim="lt_half").why("misdeal") == "misdeal_too_good"


@covers("R4")
def test_the_joker_takes_one_away_from_the_worth_of_a_hand() -> None:
    with_king = "JK KH TS 2S 3S 4S 5S 6S 7S 8S"
    assert deal(hands=[with_king], misdeal_claim="le_half").may("misdeal")
    assert not deal(hands=[with_king.replace("JK", "9S")], misdeal_claim="le_half").may("misdeal")


@covers("R4")
def test_another_ace_than_that_of_spades_counts_one() -> None:
    assert not deal(hands=["AH 2S 3S 4S 5S 6S 7S 8S 9S 2H"], misdeal_claim="le_half").may("misdeal")


@covers("R4")
def test_a_misdeal_throws_the_deal_in_and_shows_the_hand() -> None:
    told = deal(hands=[POOR], dealer=0, misdeal_claim="le_half").do("misdeal")
    assert told.view["log"] == [[0, "misdeal AS TS 9S 8S 7S 6S 5S 4S 3S 2S"]]
    assert told.view["outcome"] == {"redeal": True, "why": "misdeal", "seat": 0, "scores": [0, 0, 0, 0, 0]}
    assert GAME.next_dealer(told.state) == 0


@covers("R4")
def test_who_has_passed_or_bid_may_not_claim_a_misdeal_any_more() -> None:
    told = deal(hands=[POOR], misdeal_claim="le_half")
    assert told.do(*[PASS] * 5).why("misdeal") == "misdeal_too_late"
    assert told.do("bid 13 H", "bid 14 H", PASS, PASS, PASS).why("misdeal") == "misdeal_too_late"


@covers("R18")
def test_a_misdeal_is_listed_in_plain_string_order() -> None:
    assert deal(hands=[POOR], misdeal_claim="le_half").legal[-2:] == ("misdeal", "pass")


# What is no bid at all


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "bid", "bid 13", "bid  13 H", "bid 13 H ", " bid 13 H", "bid 13 X", "bid 013 H", "bid １３ H",
        "bid 13 h",
        "bid -13 H", "bid 13.0 H", "pass pass", "PASS", "misdeal now", "bid " + "9" * 5000 + " H", "\x00", "bid 13\nH",
    ],
)  # fmt: skip
def test_nonsense_is_refused_with_a_reason(text: str) -> None:
    expected = "bid_needs_trump" if text == "bid 13" else "malformed"
    assert deal().why(text) == expected


def test_a_step_that_is_not_due_yet_is_named_as_such() -> None:
    assert deal().why("play AS") == "now_bidding"


def test_a_seat_that_is_not_in_turn_is_told_who_is() -> None:
    assert deal().why("pass", seat=3) == "not_your_turn (seat=0)"


def test_there_is_no_clock_in_mighty() -> None:
    with pytest.raises(Exception, match="no_clock"):
        GAME.apply(deal().state, None, "close")
