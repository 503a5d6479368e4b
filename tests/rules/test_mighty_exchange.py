"""Mighty: kitty, discard, trump and the call of a friend."""

import pytest

from app.rules.base import Choose
from app.rules.mighty import GAME
from tests.rules.mighty_deals import Told, deal, declared
from tests.rules.spec import covers

HAND = "KH QH JH TH 9H 8H 7H 6H 5H 4H"
KITTY = "AS AD JK"
TRUMPS = ("trump C", "trump D", "trump H", "trump S")


def choice(told: Told) -> Choose:
    """What the declarer may discard from."""
    found = GAME.legal(told.state, told.turn)
    assert isinstance(found, Choose)
    return found


def after_discard(bid: str, **options: object) -> Told:
    """Seat 0 has won with ``bid`` and laid three small hearts away."""
    return declared(bid, hands=[HAND], kitty=KITTY, **options).do("discard 6H 5H 4H")


# Japanese: discard, then a change of trump


@covers("J11", "M21", "R10")
def test_the_declarer_chooses_three_of_thirteen_cards() -> None:
    found = choice(declared(hands=[HAND], kitty=KITTY))
    assert (found.verb, found.count) == ("discard", 3)
    assert found.among == ("AS", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "AD", "JK")


@covers("J11")
def test_the_kitty_is_part_of_the_hand_and_may_be_kept() -> None:
    assert after_discard("13 H").private(0)["hand"] == ["AS", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "AD", "JK"]


@covers("J12", "A9", "B5")
def test_any_cards_may_be_laid_away_even_mighty_joker_and_trumps() -> None:
    told = declared(hands=[HAND], kitty=KITTY).do("discard AS KH JK")
    assert told.private(0)["buried"] == ["AS", "KH", "JK"]


@covers("R9")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("discard 4H 5H 6H", "discard_order (cards=['6H', '5H', '4H'])"),
        ("discard 6H 5H", "discard_count (count=3)"),
        ("discard 7H 6H 5H 4H", "discard_count (count=3)"),
        ("discard", "discard_count (count=3)"),
        ("discard 6H 6H 5H", "discard_twice"),
        ("discard 6H 5H 2C", "not_held (card=2C)"),
        ("discard 6H  5H 4H", "malformed"),
        ("discard 6H 5H 4H ", "malformed"),
        ("discard ?? ?? ??", "malformed"),
        ("discard 6h 5h 4h", "malformed"),
        ("keep", "now_discard"),
        ("gibberish", "malformed"),
    ],
)
def test_a_wrong_discard_is_refused(action: str, why: str) -> None:
    assert declared(hands=[HAND], kitty=KITTY).why(action) == why


@covers("M20")
def test_where_the_bid_names_the_trump_the_discard_comes_before_the_change() -> None:
    assert declared("13 H").view["phase"] == "discard"
    assert after_discard("13 H").view["phase"] == "trump"


@covers("J13", "A7", "MJ-05")
def test_a_change_costs_two_to_a_suit_and_one_to_no_trump() -> None:
    told = after_discard("14 H")
    assert told.do("trump S").view["contract"]["number"] == 16
    assert told.do("trump N").view["contract"]["number"] == 15


@covers("A7", "MJ-05")
def test_the_trump_may_be_kept_or_changed_to_any_other() -> None:
    assert after_discard("14 H").legal == ("keep", "trump C", "trump D", "trump N", "trump S")


@covers("A7")
def test_the_number_cannot_be_raised_with_the_same_trump() -> None:
    assert after_discard("14 H").why("trump H") == "trump_unchanged (suit=H)"


@covers("A7", "MJ-05")
def test_a_change_from_no_trump_to_a_suit_costs_two() -> None:
    assert after_discard("15 N").do("trump D").view["contract"]["number"] == 17


@covers("A7", "MJ-05")
def test_no_change_goes_above_twenty() -> None:
    told = after_discard("19 H")
    assert told.legal == ("keep", "trump N")
    assert told.why("trump C") == "trump_change_too_dear (number=21, most=20)"


@covers("A7", "MJ-05")
def test_where_no_change_is_legal_the_step_is_left_out() -> None:
    assert after_discard("20 H").view["phase"] == "friend"


@covers("MJ-05")
def test_the_trump_is_changed_once_only() -> None:
    assert after_discard("14 H").do("trump S").why("trump D") == "now_friend"


@covers("J17", "J19", "A8", "MJ-06", "E11")
@pytest.mark.parametrize(
    ("trump", "mighty", "ripper"),
    [("H", "AS", "3C"), ("D", "AS", "3C"), ("N", "AS", "3C"), ("S", "AD", "3C"), ("C", "AS", "3S")],
)
def test_mighty_and_ripper_follow_from_the_trump(trump: str, mighty: str, ripper: str) -> None:
    assert declared(f"13 {trump}").view["specials"] == {"mighty": mighty, "ripper": ripper}


@covers("A8", "MJ-06")
def test_a_change_of_trump_makes_another_card_mighty() -> None:
    told = after_discard("14 H")
    assert told.view["specials"]["mighty"] == "AS"
    assert told.do("trump S").view["specials"]["mighty"] == "AD"


def test_there_is_no_change_where_the_option_is_off() -> None:
    assert after_discard("13 H", trump_change="off").view["phase"] == "friend"


def test_the_costs_of_a_change_are_options() -> None:
    told = after_discard("14 H", trump_change_cost=3, to_nt_cost=0)
    assert told.do("trump S").view["contract"]["number"] == 17
    assert told.do("trump N").view["contract"]["number"] == 14


@covers("R3")
def test_a_change_of_trump_has_no_meaning_where_bids_name_none() -> None:
    told = declared("13", "english", trump_change="on").do("trump H")
    assert told.do("discard " + " ".join(choice(told).among[-3:])).view["phase"] == "friend"


# English: trump, then discard


@covers("E7", "B1", "ME-04", "M20")
def test_an_english_declarer_names_a_suit_after_seeing_the_kitty() -> None:
    told = declared("15", "english")
    assert (told.view["phase"], told.legal) == ("trump", TRUMPS)
    assert told.why("trump N") == "trump_must_be_suit"
    assert told.why("keep") == "must_name_trump"


@covers("M21", "B4")
def test_the_declarer_holds_thirteen_cards_while_naming_the_trump() -> None:
    told = declared("15", "english", hands=[HAND], kitty=KITTY)
    assert len(told.private(0)["hand"]) == 13
    assert told.view["cards"] == [13, 10, 10, 10, 10]


@covers("E7", "ME-04", "M20")
def test_after_a_no_trump_bid_nothing_is_named() -> None:
    assert declared("15 N", "english").view["phase"] == "discard"


@covers("M20")
def test_where_bids_name_no_trump_the_trump_comes_before_the_discard() -> None:
    assert declared("15", "english").do("trump S").view["phase"] == "discard"


@pytest.mark.parametrize("text", ["trump", "trump  H", "trump H H", "trump h", "trump ♥", "keep keep"])
def test_nonsense_for_a_trump_is_refused(text: str) -> None:
    assert declared("15", "english").why(text) == "malformed"


# The call of a friend


@covers("J14", "J16", "A10", "M7")
def test_any_card_may_be_called_in_japanese_own_and_buried_ones_too() -> None:
    told = after_discard("20 H")
    assert len(told.legal) == 53
    assert told.may("friend KH")
    assert told.may("friend 6H")
    assert told.may("friend JK")


@covers("MJ-07", "J14")
def test_the_holder_of_the_called_card_is_the_friend() -> None:
    told = declared("20 H", hands=[HAND, "", "", "AC"], kitty=KITTY).do("discard 6H 5H 4H", "friend AC")
    assert told.state.friend == 3


@covers("MJ-07", "J16", "A10")
@pytest.mark.parametrize("card", ["KH", "6H"])
def test_an_own_or_buried_card_makes_nobody_the_friend(card: str) -> None:
    assert after_discard("20 H").do(f"friend {card}").state.friend == -1


@covers("A10", "M22")
def test_that_there_is_no_friend_is_not_announced() -> None:
    with_friend = declared("20 H", hands=[HAND, "", "", "AC"], kitty=KITTY).do("discard 6H 5H 4H", "friend AC")
    alone = declared("20 H", hands=["AC " + HAND[3:]], kitty="AS AD JK").do("discard 6H 5H 4H", "friend AC")
    assert with_friend.view["friend"] == alone.view["friend"] == {"call": "AC", "seat": None, "alone": None}


@covers("A11")
def test_only_a_card_may_be_called_in_japanese() -> None:
    told = after_discard("20 H")
    assert told.why("friend first") == "friend_not_first"
    assert told.why("friend none") == "friend_not_none"


@covers("E9", "B6", "ME-05", "M7")
def test_an_english_declarer_may_not_call_one_of_the_thirteen_cards() -> None:
    told = declared("13", "english", hands=["KS AH 3D 4D 5D 6D 7D 8D 9D TD"]).do("trump H", "discard KS 4D 3D")
    assert told.why("friend KS") == "friend_own_card (card=KS)"
    assert told.why("friend AH") == "friend_own_card (card=AH)"
    assert len(told.legal) == 40 + 2


@covers("E10", "ME-05")
def test_an_english_declarer_may_call_the_first_trick_or_nobody() -> None:
    told = declared("13 N", "english", hands=["2C"])
    told = told.do("discard " + " ".join(choice(told).among[:3]))
    assert told.legal[-2:] == ("friend first", "friend none")


@covers("M8")
def test_the_friend_is_asked_for_even_where_only_one_answer_is_possible() -> None:
    assert after_discard("20 H", friend_by="none").legal == ("friend none",)


def test_no_card_may_be_called_where_the_option_has_none() -> None:
    assert after_discard("20 H", friend_by=["first_trick"]).why("friend AC") == "friend_not_by_card"


@covers("J15")
def test_the_called_player_cannot_say_so() -> None:
    told = declared("20 H", hands=[HAND, "", "", "AC"], kitty=KITTY).do("discard 6H 5H 4H", "friend AC")
    assert GAME.legal(told.state, 3) == ()


@pytest.mark.parametrize("text", ["friend", "friend 1X", "friend AC AC", "friend  AC", "friend FIRST", "friend ??"])
def test_nonsense_for_a_friend_is_refused(text: str) -> None:
    assert after_discard("20 H").why(text) == "malformed"


@covers("J21", "E16")
def test_the_declarer_leads_to_the_first_trick() -> None:
    told = deal().do("pass", "pass", "bid 20 H", "pass", "pass")
    told = told.do("discard " + " ".join(choice(told).among[:3]), "friend JK")
    assert (told.turn, told.view["phase"]) == (2, "play")


def test_a_step_that_comes_later_is_refused_by_the_one_that_is_due() -> None:
    assert declared("15", "english").why("discard 6H 5H 4H") == "now_trump"
    assert after_discard("20 H").why("play KH") == "now_friend"
