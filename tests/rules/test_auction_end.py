"""Auction: how a deal ends."""

import pytest

from tests.rules.auction_deals import table
from tests.rules.spec import covers

SEVEN = "2S 3S 4S 5S 6S 7S 8S"
EIGHT = SEVEN + " 9S"


@covers("AU-13", "S22", "joker_ends_deal=on")
def test_a_joker_turned_up_ends_the_deal_at_once_and_counts_five() -> None:
    told = table("AC", "KC", pile="2C", stock="JK 3C").do("close")
    assert (told.facts["why"], told.facts["points"], told.points) == ("joker", 6, (6, 0))
    assert told.view["turn"] == []


@covers("joker_ends_deal=off")
def test_a_joker_turned_up_may_be_a_card_like_others() -> None:
    told = table("AC", "KC", pile="2C", stock="JK 3C", joker_ends_deal="off").do("close")
    assert (told.pile, told.view["phase"]) == ("2C JK", "auction")


@covers("AU-13", "S23", "D17")
def test_after_the_last_stock_card_one_more_auction_is_held() -> None:
    told = table("AC", "KC", pile="2C", stock="6D").do("close")
    assert (told.view["final"], told.view["phase"]) == (True, "auction")
    over = told.do("0 bid single A", "1 pass", "0 lay AC")
    assert (over.facts["why"], over.pile, over.hand(0)) == ("stock", "2C AC", "6D")


@covers("D17", "X13")
@pytest.mark.parametrize("steps", [("close",), ("0 pass", "1 pass")])
def test_the_deal_ends_when_nobody_claims_in_the_last_auction(steps: tuple[str, ...]) -> None:
    told = table("AC", "KC", pile="2C", stock="6D").do("close", *steps)
    assert (told.facts["why"], told.pile) == ("stock", "2C 6D")


@covers("D18")
def test_a_joker_as_the_last_stock_card_ends_the_deal_at_once() -> None:
    assert table("AC", "KC", pile="2C", stock="JK").do("close").facts["why"] == "joker"


@covers("D11", "X17", "no_bid=end_deal")
def test_a_deal_may_end_when_nobody_bids() -> None:
    told = table("AC", "KC", pile="2C 3C", stock="6D", no_bid="end_deal").do("0 pass", "1 pass")
    assert (told.facts["why"], told.pile, told.points) == ("no_bid", "2C 3C", (2, 0))


@covers("AU-14", "S24", "D20", "end_declaration_min=8")
def test_the_end_needs_eight_cards_in_the_pile() -> None:
    assert table("AC", "KC", pile=SEVEN).why("0 stop") == "stop_pile (least=8, pile=7)"
    assert table("AC", "KC", pile=EIGHT).may("0 stop")


@covers("AU-14", "S24", "D19", "end_during_bid=on")
def test_the_end_in_the_middle_of_bidding_is_at_once_and_nobody_exchanges() -> None:
    told = table("9C 8C 7C 6C 5D", "2H", "3H", "4H", pile=EIGHT).do("0 bid straight", "3 stop")
    assert told.hand(0) == "5D 9C 8C 7C 6C"
    assert (told.pile, told.facts["by"], told.facts["why"]) == (EIGHT, 3, "declared")


@covers("X9")
def test_the_leader_a_passed_seat_and_anybody_in_the_last_auction_may_declare_the_end() -> None:
    told = table("AC", "KC", "2H", pile=SEVEN, stock="9S").do("close", "0 bid single A", "1 pass")
    assert all(told.may(f"{seat} stop") for seat in (0, 1, 2))


@covers("D19", "X9")
def test_nobody_ends_the_deal_while_a_winner_lays() -> None:
    told = table("AC", "KC", pile=EIGHT).do("0 bid single A", "1 pass")
    assert told.why("1 stop") == "stop_while_laying (seat=0)"
    assert told.why("0 stop") == "now_lay"


@covers("end_declaration_min=6", "end_declaration_min=10", "D20")
@pytest.mark.parametrize("least", [6, 10])
def test_the_pile_may_have_to_be_smaller_or_larger(least: int) -> None:
    cards = (EIGHT + " TS JS").split()
    enough, short = " ".join(cards[:least]), " ".join(cards[: least - 1])
    assert table("AC", "KC", pile=enough, end_declaration_min=least).may("0 stop")
    assert not table("AC", "KC", pile=short, end_declaration_min=least).may("0 stop")


@covers("end_declaration_min=off")
def test_the_end_may_not_be_declared_at_all() -> None:
    told = table("AC", "KC", pile=EIGHT, end_declaration_min="off")
    assert told.why("0 stop") == "stop_off"
    assert told.view["stop"] == {"allowed": False, "least": None, "bonus": 25}


@covers("end_during_bid=off", "X9")
def test_the_end_may_be_barred_while_a_claim_stands() -> None:
    told = table("AC", "KC", pile=EIGHT, end_during_bid="off")
    assert told.may("1 stop")
    assert told.do("0 bid single A").why("1 stop") == "stop_bid_stands"


def test_nothing_happens_after_the_end() -> None:
    told = table("AC", "KC", pile=EIGHT).do("0 stop")
    assert told.why("1 pass") == "deal_over"
    assert told.why("- close") == "deal_over"
    assert told.legal(0) == ()
