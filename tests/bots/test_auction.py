"""What the Auction bot bids, lays, ends and leaves alone, one situation each."""

from random import Random
from typing import Any

import pytest

from app.bots import choose
from app.bots.auction.ending import chance
from app.bots.auction.sight import known_cards, look
from tests.bots.deals import view_of
from tests.rules.auction_deals import Told, table

RULESET = "auction/standard@1"
LOW = "2C 4D 7H 9S JC"
EIGHT = "2S 3H 4S 5D 6S 7D 8H 9C"


def decide(told: Told, seat: int = 0) -> str:
    """What the bot on a seat does now."""
    return choose("auction", view_of(told.state, seat, RULESET), Random(1))


def laid(told: Told, claim: str) -> list[str]:
    """The cards that the bot on seat 0 lays for a claim nobody tops."""
    verb, *cards = decide(told.do(f"0 bid {claim}", "1 pass")).split(" ")
    assert verb == "lay"
    return cards


def sight(told: Told, seat: int = 0) -> Any:
    """What the bot on a seat sees."""
    return look(view_of(told.state, seat, RULESET))


def test_a_card_that_makes_three_of_a_kind_is_bid_for_with_the_lowest_card_that_may_win_it() -> None:
    assert decide(table("9S 9H 2C 4D JC", LOW, pile="9D")) == "bid single 2"


def test_a_bid_is_no_higher_than_it_has_to_be() -> None:
    told = table("9S 9H 2C 4D JC KD", LOW, pile="9D").do("1 bid single 4")
    assert decide(told) == "bid single 4 D"


def test_a_made_hand_is_not_thrown_away() -> None:
    assert decide(table("9S 9H 9D KC KD", LOW, pile="AS")) == "pass"


def test_a_hand_that_cannot_be_bettered_passes() -> None:
    assert decide(table("AS KS QS JS TS 2C", LOW, pile="3D")) == "pass"


def test_whoever_leads_and_wants_no_more_lets_the_others_go_on() -> None:
    told = table("9S 9H 2C 4D JC", LOW, pile="9D").do("0 bid single 2")
    assert decide(told) == ""


def test_whoever_has_passed_and_wants_nothing_lets_the_others_go_on() -> None:
    assert decide(table("AS KS QS JS TS", LOW, pile="3D").do("0 pass")) == ""


def test_jokers_are_money() -> None:
    told = table("9S 9H 5D 4C JK KS", "9C TD QH", pile="9D")
    assert laid(told.do("1 bid single Q"), "single JK") == ["JK"]
    assert decide(told.do("1 bid single Q")) in ("bid single JK", "bid single K")


def test_a_second_copy_is_paid_rather_than_the_only_one() -> None:
    hand = "9S 9S 9H 9D 4C"
    cards = laid(table(hand, LOW, pile="9C"), "single 9")
    assert cards == ["9S"]


def test_more_cards_are_bid_for_when_more_are_wanted() -> None:
    action = decide(table("KS KH 3D 3C 8S 5H 2C", LOW, pile="7C KD KC"))
    assert action == "bid pair 3"


def test_others_are_left_what_they_want_least_on_top() -> None:
    cards = laid(table("KS KH 3C 3D 9S 9H 9D", LOW, pile="TC 3S 9C KD KC"), "two-pair")
    assert {card[0] for card in cards[:2]} == {"9"}
    assert {card[0] for card in cards[2:]} == {"3"}


def test_a_straight_flush_ends_the_deal() -> None:
    assert decide(table("AS KS QS JS TS 2C", LOW, LOW, pile=EIGHT)) == "stop"


def test_a_pair_does_not_end_the_deal() -> None:
    assert decide(table("AS AH QS JD TS 2C", LOW, pile=EIGHT)) != "stop"


def test_whoever_is_seen_to_hold_better_cards_keeps_others_from_ending_the_deal() -> None:
    told = table("9S 9H 9D KC KD", "2C 3C 4C 5D 6S 8S 8H", pile="2S", stock="AS AH AD AC 7S").do(*["close"] * 4)
    told = told.do("1 bid straight", "0 pass", "1 lay 2C 3C 4C 5D 6S")
    assert known_cards(sight(told))[1] == ("AS", "AH", "AD", "AC")
    assert chance(sight(told), (6, 9, 13)) == 0.0


def test_cards_laid_again_are_no_longer_in_a_hand() -> None:
    told = table("9S 9H KC", "8C 8D 2H", pile="3S", stock="4S 5S 6S 7S").do("close")
    told = told.do("1 bid pair 8", "0 pass", "1 lay 8C 8D")
    assert known_cards(sight(told))[1] == ("4S",)
    again = told.do("1 bid single 4", "0 pass", "1 lay 4S")
    assert known_cards(sight(again))[1] == ("5S",)


def test_a_better_hand_is_likelier_to_be_the_best_and_less_so_with_more_players() -> None:
    three, two = sight(table(LOW, LOW, LOW)), sight(table(LOW, LOW))
    assert chance(two, (4, 9)) < chance(two, (6, 9, 13)) < chance(two, (7, 9, 13)) < chance(two, (8, 9))
    assert chance(three, (6, 9, 13)) < chance(two, (6, 9, 13))
    assert chance(two, (1, 9)) == 0.0


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    told = table("9S 9H", LOW).do("0 bid pair 9", "1 pass")
    with pytest.raises(ValueError, match="nothing to decide"):
        decide(told, seat=1)
