"""Auction: who may claim what when, passing, the clock."""

import pytest

from tests.rules.auction_deals import Told, deal, table
from tests.rules.spec import covers


@covers("S7", "S6")
def test_anybody_may_bid_at_any_moment_also_twice_in_a_row() -> None:
    told = table("9C AS", "9H", "8C")
    assert told.view["turn"] == [0, 1, 2]
    told.do("2 bid single 8", "0 bid single 9", "0 bid single A")


@covers("S7", "D12", "AU-06", "S16")
def test_a_claim_must_be_stronger_than_the_standing_one() -> None:
    told = table("8S 8H", "8D 8C", "9S 9H").do("0 bid pair 8")
    assert told.why("1 bid pair 8") == "claim_equal (claim=pair 8)"
    assert told.may("2 bid pair 9")
    assert told.do("2 bid pair 9").why("1 bid pair 8") == "claim_weaker (claim=pair 8, claim_standing=pair 9)"


@covers("AU-02", "S11")
def test_who_wants_the_same_rank_must_name_the_suit() -> None:
    told = table("9C", "9D").do("0 bid single 9")
    assert told.why("1 bid single 9") == "claim_name_suit (claim=single 9)"
    assert told.may("1 bid single 9 D")


@covers("AU-02")
def test_a_lower_suit_is_weaker_for_everybody() -> None:
    told = table("9C 9S", "9H", "9C").do("0 bid single 9", "1 bid single 9 H")
    for seat in (0, 2):
        assert told.why(f"{seat} bid single 9 C") == "claim_weaker (claim=single 9 C, claim_standing=single 9 H)"


@covers("AU-03", "S11", "bid_mode=open_first")
def test_the_first_caller_may_answer_with_the_own_suit() -> None:
    told = table("9S", "9H").do("0 bid single 9", "1 bid single 9 H")
    assert told.may("0 bid single 9 S")


@covers("AU-04", "S12", "D7", "X8", "first_namer_privilege=on")
def test_of_identical_cards_the_one_of_the_first_to_name_the_rank_is_stronger() -> None:
    told = table("9H", "9H 9S", pile="2C").do("0 bid single 9", "1 bid single 9 H")
    assert told.may("0 bid single 9 H")
    again = told.do("0 bid single 9 H")
    assert again.view["standing"] == {"seat": 0, "claim": "single 9 H"}
    assert again.why("1 bid single 9 H") == "claim_equal (claim=single 9 H)"
    assert again.may("1 bid single 9 S")


@covers("first_namer_privilege=off", "X18")
def test_without_the_right_of_the_first_nobody_repeats_a_claim() -> None:
    told = table("9H", "9H", first_namer_privilege="off").do("0 bid single 9", "1 bid single 9 H")
    assert told.why("0 bid single 9 H") == "claim_equal (claim=single 9 H)"


@covers("AU-21", "D8", "X2", "raise_own=on")
def test_the_leader_may_raise_the_own_claim_but_neither_repeat_it_nor_pass() -> None:
    told = table("9C 9H AS", "9H").do("0 bid single 9")
    assert told.bids(0) == {"single 9 C", "single 9 H", "single A", "pair 9"}
    assert told.why("0 bid single 9") == "claim_name_suit (claim=single 9)"
    assert told.why("0 pass") == "pass_leading"


@covers("AU-21", "D8", "D10")
def test_a_raise_clears_all_passes() -> None:
    told = table("9C 9H AS", "9H", "2C").do("0 bid single 9", "1 pass")
    assert told.view["passed"] == [1]
    raised = told.do("0 bid single 9 C")
    assert raised.view["passed"] == []
    assert raised.may("1 pass")
    assert raised.may("1 bid single 9 H")


@covers("AU-21", "X8")
def test_the_topped_first_namer_may_repeat_once_and_then_only_raise() -> None:
    told = table("9C 9H AS", "9H").do("0 bid single 9", "0 bid single 9 C", "1 bid single 9 H", "0 bid single 9 H")
    assert told.why("0 bid single 9 H") == "claim_own (claim=single 9 H)"
    assert told.may("0 bid single A")


@covers("AU-21", "raise_own=off")
def test_without_raises_the_leader_has_nothing_to_do() -> None:
    told = table("9C 9H AS", "9H", raise_own="off").do("0 bid single 9")
    assert told.legal(0) == ()
    assert told.why("0 bid single A") == "raise_own_off"
    assert told.do("1 bid single 9 H").may("0 bid single A")


@covers("X1", "S11", "S17", "D4")
def test_a_full_claim_needs_its_rank_or_type_claimed_before() -> None:
    told = table("9H 8H 7H 6H 5D", "9C")
    assert told.why("0 bid single 9 H") == "claim_open_first (claim=single 9 H, claim_first=single 9)"
    assert told.why("0 bid straight 9") == "claim_open_first (claim=straight 9, claim_first=straight)"
    assert told.may("0 bid straight")


@covers("X1", "S16")
def test_pairs_threes_fours_and_a_joker_need_nothing_before_them() -> None:
    told = table("8S 8H 8D 8C JK", "9C")
    assert {"pair 8", "three 8", "four 8", "single JK"} <= told.bids(0)


@covers("X7")
def test_an_open_claim_of_a_higher_rank_needs_any_card_of_it_and_one_of_a_lower_rank_is_never_possible() -> None:
    told = table("8S", "9C 8C").do("0 bid single 8")
    assert told.bids(1) == {"single 8 C", "single 9"}
    assert told.do("1 bid single 9").why("0 bid single 8") == "claim_weaker (claim=single 8, claim_standing=single 9)"


@covers("S17", "D5", "X10")
def test_who_wants_the_same_type_names_all_that_decides() -> None:
    told = table("9H 8H 7C 6H 5D", "AH KS QS JS TD").do("0 bid straight")
    assert told.why("1 bid straight") == "claim_name_ranks (claim=straight)"
    assert told.bids(1) == {"straight A"}


@covers("S18", "D7")
@pytest.mark.parametrize(
    ("kind", "full", "one", "other"),
    [
        ("straight", "straight 9", "9H 8H 7C 6H 5D", "9S 8S 7D 6S 5C"),
        ("two-pair", "two-pair 9 8", "9H 9S 8H 8S", "9D 9C 8D 8C"),
        ("flush", "flush K 9 8 7 2", "KH 9H 8H 7H 2H", "KS 9S 8S 7S 2S"),
        ("full-house", "full-house 9 8", "9H 9S 9D 8H 8S", "9H 9S 9C 8D 8C"),
        ("straight-flush", "straight-flush 9", "9H 8H 7H 6H 5H", "9S 8S 7S 6S 5S"),
    ],
)
def test_equal_ranks_are_stronger_in_the_hand_that_named_the_type_first(
    kind: str, full: str, one: str, other: str
) -> None:
    told = table(one, other).do(f"0 bid {kind}", f"1 bid {full}")
    assert told.may(f"0 bid {full}")
    assert told.do(f"0 bid {full}").why(f"1 bid {full}") == f"claim_equal (claim={full})"


@covers("D7", "X8")
def test_the_first_to_claim_a_pair_has_no_right_to_repeat_it() -> None:
    told = table("9H 9S 8H 8S", "9D 9C").do("0 bid pair 8", "1 bid pair 9")
    assert told.why("0 bid pair 9") == "claim_equal (claim=pair 9)"


@covers("D2", "D7", "X8")
def test_a_joker_is_not_topped_by_another_joker_but_by_a_pair() -> None:
    told = table("JK", "JK 2H 2S").do("0 bid single JK")
    assert told.why("1 bid single JK") == "claim_equal (claim=single JK)"
    assert told.bids(1) == {"pair 2"}


@covers("X8")
def test_the_right_is_lost_to_a_higher_rank() -> None:
    told = table("9H TS", "9H TH").do("0 bid single 9", "1 bid single T", "0 bid single T S")
    assert told.bids(1) == set()


@covers("D4", "S15", "AU-07")
def test_a_claim_that_the_hand_cannot_pay_is_refused() -> None:
    told = table("KS KS JK 4S 4H", "9C")
    assert told.why("0 bid pair K") == "claim_not_held (claim=pair K)"
    assert told.why("0 bid two-pair") == "claim_not_held (claim=two-pair)"
    assert told.why("0 bid pair A") == "claim_not_held (claim=pair A)"


@covers("X6")
def test_every_flush_of_a_long_suit_is_listed_once() -> None:
    told = table("AH KH QH JH 9H 8H AS KS QS JS 9S", "7C 5C 4C 3C 2C").do("1 bid flush")
    flushes = [claim for claim in told.bids(0) if claim.startswith("flush ")]
    assert len(flushes) == 6


@covers("D9")
def test_a_claim_cannot_be_taken_back() -> None:
    told = table("9C", "8C").do("0 bid single 9", "0 bid single 9 C")
    assert told.legal(0) == ()
    assert told.why("0 bid single 9") == "claim_name_suit (claim=single 9)"


@covers("X3")
def test_a_seat_that_can_do_nothing_is_still_to_act() -> None:
    told = table("9C", "8C").do("0 bid single 9", "0 bid single 9 C")
    assert told.view["turn"] == [0, 1]
    assert told.legal(0) == ()


@covers("X2", "D10")
def test_nobody_passes_twice_but_a_passed_seat_may_still_claim() -> None:
    told = table("9C", "TC", "2C").do("0 bid single 9", "1 pass")
    assert told.why("1 pass") == "pass_again"
    assert told.do("1 bid single T").view["standing"] == {"seat": 1, "claim": "single T"}


@covers("D10", "X4")
def test_the_auction_closes_with_the_pass_of_the_last_who_does_not_lead() -> None:
    told = table("9C", "TC", "2C").do("0 bid single 9", "1 pass")
    assert told.view["phase"] == "auction"
    assert told.do("2 pass").view["phase"] == "lay"


@covers("D10", "X4", "R8")
def test_the_clock_closes_an_auction_and_the_leader_has_won() -> None:
    view = table("9C", "TC").do("0 bid single 9", "close").view
    assert (view["phase"], view["turn"], view["winner"]) == ("lay", [0], 0)
    assert view["log"] == [[0, "bid single 9"], [None, "close"]]


@covers("X20", "D11", "no_bid=turn_card")
def test_without_a_claim_the_clock_turns_a_card() -> None:
    told = table("9C", "TC", pile="2C", stock="3C 4C").do("close")
    assert (told.pile, told.view["auction"], told.view["stock"]) == ("2C 3C", 2, 1)


@covers("D11", "X4")
def test_when_all_pass_a_card_is_turned() -> None:
    told = table("9C", "TC", pile="2C", stock="3C 4C").do("0 pass", "1 pass")
    assert told.pile == "2C 3C"
    assert told.view["passed"] == []


@covers("X4")
def test_the_clock_never_closes_while_a_winner_must_lay() -> None:
    told = table("9C", "TC").do("0 bid single 9", "1 pass")
    assert told.why("- close") == "clock_waits"
    assert told.view["timer"] is None


def test_the_clock_does_nothing_but_close() -> None:
    assert table("9C", "TC").why("- pass") == "clock_waits"


@covers("bid_timer=3", "open_timer=5", "D10", "D11")
def test_the_clock_takes_longer_before_the_first_claim() -> None:
    told = table("9C", "TC", bid_timer=3, open_timer=5)
    assert told.view["timer"] == 5.0
    assert told.do("0 bid single 9").view["timer"] == 3.0


@covers("bid_timer=30", "open_timer=60")
def test_the_clock_can_be_slow() -> None:
    told = table("9C", "TC", bid_timer=30, open_timer=60)
    assert told.view["timer"] == 60.0
    assert told.do("0 bid single 9").view["timer"] == 30.0


@covers("bid_mode=full_only", "X18")
def test_without_open_claims_everything_is_named_at_once() -> None:
    told = table("9H 8H 7H 6H 5D", "9C", bid_mode="full_only")
    assert told.why("0 bid straight") == "claim_full_only (claim=straight)"
    assert {"single 9 H", "straight 9"} <= told.bids(0)
    assert not {"single 9", "straight"} & told.bids(0)


@covers("bid_mode=full_only", "X18")
def test_without_open_claims_the_first_full_claim_has_the_right_to_repeat() -> None:
    told = table("9C 9H", "9H", bid_mode="full_only").do("0 bid single 9 C", "1 bid single 9 H")
    assert told.may("0 bid single 9 H")


@covers("joker_sets=off", "X18")
def test_without_sets_of_jokers_one_may_still_be_bid() -> None:
    told = table("JK JK JK JK", "9C", joker_sets="off")
    assert told.bids(0) == {"single JK"}
    assert told.why("0 bid pair JK") == "joker_sets_off"


@covers("X19")
@pytest.mark.parametrize(
    "action",
    ["", "nine", "bid", "bid 9", "bid heart 9", "bid single 9  H", "bid pair 10", "bid two-pair 8 9", "end", "pass "],
)
def test_only_the_notation_is_understood(action: str) -> None:
    assert table("9H", "8C").why(f"0 {action}") == "malformed"


def test_a_seat_does_not_close_an_auction() -> None:
    assert table("9H", "8C").why("0 close") == "clock_closes"


def test_nobody_lays_cards_while_the_auction_is_open() -> None:
    assert table("9H", "8C").why("0 lay 9H") == "now_auction"


@covers("AU-02", "D4")
def test_the_lists_of_a_whole_deal_are_sorted_as_plain_text() -> None:
    told = deal("AS KS QS JS TS 9S 8S 7S 6S JK").do("0 bid flush")
    for seat in (0, 1, 2):
        assert list(told.legal(seat)) == sorted(told.legal(seat))


def closed(told: Told) -> bool:
    """Whether the winner has to lay."""
    return bool(told.view["phase"] == "lay")


@covers("X2")
def test_with_two_players_one_pass_closes() -> None:
    assert closed(table("9C", "TC").do("0 bid single 9", "1 pass"))
