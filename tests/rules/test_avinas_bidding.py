"""Avinas: what is said before the first trick, and the opening lead that makes trump."""

import pytest

from app.rules.avinas.deck import mask_of, most_trumps
from tests.rules.avinas_deals import Told, quiet, turned
from tests.rules.spec import covers

PASS, KNOCK = "pass", "knock"
FIVE = "QS JC JD 7C TD 8D 8S 7S"
SIX = "QC JS JH 7H TH KH 9D 7D"
FOUR = "QD AH AC KC 9C KD AS 9S"
FIRST_LEAD = ("AC KD 7H 9S", "TC 7S TD 8H")
"""Seat 1 is declarer with the seven of spades, two sevens are turned up."""


def asked() -> Told:
    """Seat 1, the declarer, is asked whether it knocks."""
    return turned(*FIRST_LEAD)


def led(hand: str, number: str, **options: str) -> Told:
    """Seat 0 has won the bidding with this hand and is to lead."""
    return quiet(hand, **options).do(number, PASS, PASS, PASS)


# Bids


@covers("F20")
def test_bidding_begins_at_the_dealers_left_and_goes_clockwise() -> None:
    told = quiet(dealer=1)
    assert told.turn == 2
    assert told.do(PASS).turn == 3


@covers("F20", "C19", "AV-13")
@pytest.mark.parametrize(("hand", "number"), [(FIVE, 5), (SIX, 6), (FOUR, 4)])
def test_a_seat_may_bid_the_most_trumps_it_can_hold_or_pass(hand: str, number: int) -> None:
    assert most_trumps(mask_of(hand.split())) == number
    assert quiet(hand).legal == (f"bid {number}", "pass")


@covers("C19")
def test_a_seven_in_the_hand_counts_as_a_trump_of_its_suit() -> None:
    assert quiet("QC JS JH 7H TH KH 9D 8D").legal == ("bid 6", "pass")
    assert quiet("QC JS JH 9C TH KH 9D 8D").legal == ("bid 5", "pass")


@covers("C19")
def test_another_number_than_the_own_is_refused() -> None:
    assert quiet(FIVE).why("bid 4") == "bid_exact (number=5)"
    assert quiet(FIVE).why("bid 6") == "bid_exact (number=5)"


@covers("F21", "AV-13")
def test_a_bid_must_be_higher_than_the_one_before() -> None:
    assert quiet(FIVE, SIX).do("bid 5").legal == ("bid 6", "pass")
    assert quiet(SIX, FOUR).do("bid 6").legal == ("pass",)


@covers("F21")
def test_an_equal_bid_is_not_higher() -> None:
    told = quiet(FIVE, "QC JS JH TH KH 9D 9C KC").do("bid 5")
    assert told.legal == ("pass",)
    assert told.why("bid 5") == "not_higher_number (number=5)"


@covers("F21")
def test_the_highest_bidder_is_declarer() -> None:
    view = quiet(FIVE, SIX).do("bid 5", "bid 6", PASS, PASS).view
    assert (view["declarer"], view["standing"]) == (1, {"seat": 1, "number": 6})


@covers("C19", "V5")
def test_each_seat_is_asked_once_even_if_it_can_only_pass() -> None:
    told = quiet("QS QH QD QC JS JH JD JC").do("bid 8")
    assert (told.turn, told.legal) == (1, ("pass",))
    assert told.do(PASS, PASS).turn == 3
    assert told.do(PASS, PASS, PASS).view["phase"] == "lead"


@covers("C19", "V5")
def test_a_seat_that_has_passed_is_not_asked_again() -> None:
    assert quiet(FIVE, SIX).do(PASS, "bid 6", PASS, PASS).view["declarer"] == 1
    assert quiet(FIVE, SIX).do(PASS).why("bid 5", seat=0) == "not_your_turn (seat=1)"


@covers("V14", "C19")
def test_up_to_max_any_number_from_one_to_the_own_may_be_bid() -> None:
    told = quiet(FIVE, SIX, bid_number="up_to_max")
    assert told.legal == ("bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "pass")
    assert told.do("bid 4").legal == ("bid 5", "bid 6", "pass")
    assert told.why("bid 6") == "bid_over_hand (number=5)"
    assert told.why("bid 0") == "bid_too_low (number=1)"
    assert told.do("bid 4").why("bid 3") == "not_higher_number (number=4)"


@covers("F22")
def test_if_all_pass_the_cards_are_dealt_again_and_nothing_is_scored() -> None:
    told = quiet().do(PASS, PASS, PASS, PASS)
    assert told.scores == {"rum": (0, 0), "pip": (0, 0)}
    assert told.view["outcome"]["redeal"] is True


@covers("C16", "AV-12")
def test_there_is_no_knocking_without_a_seven() -> None:
    assert quiet().why(KNOCK) == "knock_without_seven"
    assert led(FIVE, "bid 5").why(KNOCK) == "knock_without_seven"
    assert led(FIVE, "bid 5").do("play TD").why(KNOCK) == "knock_without_seven"


@pytest.mark.parametrize("text", ["bid", "bid x", "bid 05", "bid 5 S", "bid ٥", "bidding", "resign"])
def test_text_that_is_no_bid_is_refused(text: str) -> None:
    assert quiet(FIVE).why(text) == "malformed"


def test_cards_are_not_played_before_the_bidding_is_over() -> None:
    assert quiet(FIVE).why("play QS") == "now_bidding"
    assert quiet(FIVE).why("pass now") == "now_bidding"


# The opening lead


@covers("F23", "C20", "AV-14")
def test_the_declarer_may_lead_any_card_first() -> None:
    assert {words.split(" ")[0] for words in led(FIVE, "bid 5").cards} == set(FIVE.split())


@covers("F23", "AV-14")
@pytest.mark.parametrize(("lead", "trump"), [("play TD", "D"), ("play 7C", "C"), ("play JC S", "S")])
def test_the_suit_led_or_named_is_trump(lead: str, trump: str) -> None:
    assert led(FIVE, "bid 5").do(lead).view["trump"] == trump


@covers("F23", "V6", "AV-14")
def test_a_queen_or_jack_led_first_must_name_the_trump() -> None:
    told = led(FIVE, "bid 5")
    assert told.why("play JC") == "opening_names_trump (card=JC)"
    assert told.view["phase"] == "lead"


@covers("C21")
def test_any_of_the_four_suits_may_be_named_even_without_another_card_of_it() -> None:
    assert {f"play QS {suit}" for suit in "SHDC"} <= set(led(FIVE, "bid 5").legal)


@covers("V6")
def test_a_plain_card_led_first_names_no_suit_and_is_never_face_down() -> None:
    told = led(FIVE, "bid 5")
    assert told.why("play TD S") == "opening_suit_is_trump (card=TD)"
    assert told.why("play TD down") == "opening_face_up"
    assert told.why("play QS down") == "opening_face_up"


@covers("C20", "V13")
def test_where_the_lead_must_match_the_bid_a_suit_needs_as_many_trumps_as_were_bid() -> None:
    told = led(FIVE, "bid 5", lead_must_match_bid="on")
    assert told.cards == {"TD", "8D", "8S", "7S", "JC D", "JC S", "JD D", "JD S", "QS D", "QS S"}
    assert told.why("play 7C") == "opening_matches_bid (number=5, suit=C)"
    assert told.why("play QS H") == "opening_matches_bid (number=5, suit=H)"


@covers("C20", "V13")
def test_after_a_lower_bid_more_suits_match() -> None:
    told = led(FIVE, "bid 4", lead_must_match_bid="on", bid_number="up_to_max")
    assert "play 7C" in told.legal
    assert "play QS H" not in told.legal


def test_only_own_cards_are_led_first() -> None:
    told = led(FIVE, "bid 5")
    assert told.why("play AS") == "not_held (card=AS)"
    assert told.why("play QS N") == "malformed"
    assert told.why(PASS) == "now_play"
    assert told.why("knock it") == "malformed"


@covers("F24", "F14")
def test_the_others_follow_the_opening_lead_with_trumps() -> None:
    assert quiet(FIVE, SIX).do("bid 5", PASS, PASS, PASS, "play TD").cards == {"QC", "JS", "JH", "9D", "7D"}


# Knocks


@covers("F11", "C15", "AV-12")
def test_the_declarer_and_then_the_partner_may_knock() -> None:
    told = asked()
    assert (told.turn, told.legal) == (1, (KNOCK, PASS))
    told = told.do(PASS)
    assert (told.turn, told.legal) == (3, (KNOCK, PASS))
    assert told.do(KNOCK).view["knock"] == {"by": 3, "back": None}


@covers("F11", "AV-12")
def test_after_the_first_lead_nobody_may_knock() -> None:
    told = asked().do(PASS, PASS, "play 7S")
    assert told.why(KNOCK) == "knock_too_late"
    assert asked().do(PASS, PASS).why(KNOCK) == "knock_too_late"


@covers("F12", "C15")
def test_after_a_knock_the_declarers_left_and_then_the_other_opponent_may_knock_back() -> None:
    told = asked().do(KNOCK)
    assert (told.turn, told.legal) == (2, (KNOCK, PASS))
    assert told.do(PASS).turn == 0
    assert told.do(PASS, KNOCK).view["knock"] == {"by": 1, "back": 0}


@covers("C15")
def test_after_the_partners_knock_too_the_declarers_left_is_asked_first() -> None:
    assert asked().do(PASS, KNOCK).turn == 2


@covers("V9")
def test_a_partner_is_not_asked_when_the_declarer_has_knocked() -> None:
    assert asked().do(KNOCK, PASS, PASS).view["phase"] == "play"


@covers("C15")
def test_there_is_no_third_knock() -> None:
    assert asked().do(KNOCK, KNOCK).view["phase"] == "play"


@covers("AV-12")
def test_nobody_knocks_back_without_a_knock() -> None:
    assert asked().why(KNOCK, seat=0) == "not_your_turn (seat=1)"
    assert asked().do(PASS, PASS).turn == 1


@covers("C14")
def test_knocking_back_adds_no_other_duty() -> None:
    assert asked().do(KNOCK, KNOCK).legal == asked().do(PASS, PASS).legal


@covers("V17")
def test_where_there_is_no_knocking_play_begins_at_once() -> None:
    told = turned(*FIRST_LEAD, knock="off")
    assert (told.view["phase"], told.legal) == ("play", ("play 7S",))


@covers("V17")
def test_where_there_is_no_knocking_back_play_begins_after_a_knock() -> None:
    told = turned(*FIRST_LEAD, knock_back="off")
    assert told.do(KNOCK).view["phase"] == "play"
    assert told.do(PASS, KNOCK).view["knock"] == {"by": 3, "back": None}


def test_cards_wait_until_the_knocking_is_settled() -> None:
    assert asked().why("play 7S") == "now_knock"
    assert asked().do(KNOCK).why("play 7S") == "now_knock_back"
    assert asked().why("knock twice") == "now_knock"
    assert asked().why("hello") == "malformed"
