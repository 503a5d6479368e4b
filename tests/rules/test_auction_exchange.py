"""Auction: the winner takes cards of the pile, pays with those claimed, and a stock card is turned."""

import pytest

from tests.rules.auction_deals import table
from tests.rules.spec import covers


@covers("AU-10", "S8", "S19", "S20", "S21", "D14")
def test_the_winner_takes_from_the_top_lays_the_cards_and_a_card_is_turned() -> None:
    told = table("2H", "9S 9D 8C", pile="7C KD 4H", stock="2C 3C").do("1 bid pair 9", "0 pass", "1 lay 9D 9S")
    assert told.pile == "7C 9D 9S 2C"
    assert told.hand(1) == "4H KD 8C"
    assert told.view["stock"] == 1
    assert told.view["last"] == {
        "winner": 1,
        "claim": "pair 9",
        "laid": ["9D", "9S"],
        "took": ["4H", "KD"],
        "unseen": 0,
        "turned": "2C",
    }


@covers("D14")
def test_the_card_turned_is_the_first_to_be_taken_next() -> None:
    told = table("TH", "9S 9D", pile="7C KD", stock="2C 3C").do("1 bid pair 9", "0 pass", "1 lay 9D 9S")
    assert told.do("0 bid single T", "1 pass", "0 lay TH").hand(0) == "2C"


@covers("AU-11", "S19", "D15")
def test_what_the_pile_lacks_comes_from_the_stock_unseen_by_the_others() -> None:
    told = table("9S 8S 7S 6S 5D KC", "2H", pile="5S", stock="AS AH AD AC KD KH").do("0 bid straight", "1 pass")
    assert told.view["lay"] == {"claim": "straight", "count": 5, "from_pile": ["5S"], "from_stock": 4}
    laid = told.do("0 lay 9S 8S 7S 6S 5D")
    assert laid.pile == "9S 8S 7S 6S 5D KD"
    assert laid.hand(0) == "AS 5S AH AD AC KC"
    assert laid.view["stock"] == 1
    assert laid.view["last"]["unseen"] == 4


@covers("X11")
def test_the_winner_sees_what_it_takes_before_it_lays() -> None:
    told = table("9S 9D", "2H", pile="5S", stock="AS AH AD").do("0 bid pair 9", "1 pass")
    assert told.private(0) == {"hand": ["9S", "9D"], "taken": ["5S", "AS"]}
    assert told.private(1) == {"hand": ["2H"], "taken": []}


@covers("R10", "X11")
def test_the_choice_is_among_the_hand_as_it_was_copies_included() -> None:
    told = table("9S 9S 9D JK KC", "2H", "2H", "2H", pile="5S 6S").do("0 bid pair 9", "1 pass", "2 pass", "3 pass")
    choice = told.choose(0)
    assert (choice.verb, choice.count, choice.claim) == ("lay", 2, "pair 9")
    assert choice.among == ("9S", "9S", "9D", "KC", "JK")
    assert told.legal(1) == ()


@covers("S20")
def test_cards_just_taken_may_not_be_laid() -> None:
    told = table("9S 9D", "2H", pile="9H 9C").do("0 bid pair 9", "1 pass")
    assert told.why("0 lay 9S 9H") == "not_held (card=9H)"


@covers("S20")
def test_the_winner_chooses_the_order() -> None:
    told = table("9S 9D", "2H", pile="4C 5C", stock="2C 3C").do("0 bid pair 9", "1 pass")
    assert told.do("0 lay 9S 9D").pile == "9S 9D 2C"
    assert told.do("0 lay 9D 9S").pile == "9D 9S 2C"


@covers("D5", "X10")
def test_an_open_claim_is_paid_with_any_cards_that_fit() -> None:
    told = table("9S 9D 8C", "2H", pile="4C").do("0 bid single 9", "1 pass")
    assert told.why("0 lay 9S") is None
    assert told.why("0 lay 9D") is None
    assert told.why("0 lay 8C") == "lay_other (cards=['8C'], claim=single 9)"


@covers("X5", "X10")
def test_an_open_straight_may_be_paid_with_a_straight_flush() -> None:
    told = table("9S 8S 7S 6S 5S", "2H", pile="4C 3C 2C AC KC").do("0 bid straight", "1 pass")
    assert told.why("0 lay 5S 6S 7S 8S 9S") is None


@covers("S14", "X10")
def test_two_identical_cards_do_not_pay() -> None:
    told = table("9S 9S 9D", "2H", "2H", "2H", pile="4C 3C").do("0 bid pair 9", "1 pass", "2 pass", "3 pass")
    assert told.why("0 lay 9S 9S") == "identical_cards (card=9S)"


@covers("X10", "S15")
def test_jokers_pay_claims_of_jokers_only() -> None:
    told = table("JK JK 9S 9D", "2H", pile="4C 3C").do("0 bid pair JK", "1 pass")
    assert told.why("0 lay JK JK") is None
    assert told.why("0 lay 9S 9D") == "lay_other (cards=['9S', '9D'], claim=pair JK)"
    assert told.why("0 lay JK 9S") == "joker_mixed"


@covers("X10", "S9")
def test_exactly_the_cards_of_the_claim_are_laid() -> None:
    told = table("7H 7S KD", "2H", pile="4C 3C").do("0 bid pair 7", "1 pass")
    assert told.why("0 lay 7H 7S KD") == "lay_count (count=2, claim=pair 7)"
    assert told.why("0 lay 7H") == "lay_count (count=2, claim=pair 7)"


@pytest.mark.parametrize("text", ["lay", "lay ", "lay 7H  7S", "lay 7H 7S ", "lay ?? 7S", "lay 7h 7S", "lay ZZ"])
def test_cards_that_are_none_are_not_understood(text: str) -> None:
    told = table("7H 7S KD", "2H", pile="4C 3C").do("0 bid pair 7", "1 pass")
    assert told.why(f"0 {text}") == "malformed"


def test_the_winner_has_to_lay_and_the_others_wait() -> None:
    told = table("7H 7S", "2H", pile="4C 3C").do("0 bid pair 7", "1 pass")
    assert told.why("0 bid pair 7") == "now_lay"
    assert told.why("1 bid single 2") == "not_your_turn (seat=0)"


@covers("X12", "D16")
def test_when_the_stock_runs_out_while_cards_are_taken_nothing_is_turned_and_the_deal_is_over() -> None:
    told = table("9S 8S 7S 6S 5S", "2H", pile="4C", stock="AC KC").do("0 bid straight", "1 pass")
    assert told.view["lay"]["from_stock"] == 2
    over = told.do("0 lay 9S 8S 7S 6S 5S")
    assert over.facts["why"] == "stock"
    assert over.hand(0) == "AC KC 4C"
    assert over.pile == "9S 8S 7S 6S 5S"


@covers("S20")
def test_after_the_exchange_a_new_auction_begins_without_claims() -> None:
    view = table("9S 9D", "2H", pile="4C 5C").do("0 bid pair 9", "1 pass", "0 lay 9S 9D").view
    assert (view["phase"], view["auction"], view["standing"], view["claims"]) == ("auction", 2, None, [])
    assert view["log"][-1] == [0, "lay 9S 9D", "3C"]
