"""Avinas: leads, following, face-down cards, who wins, and when a deal stops early."""

import pytest

from tests.rules.avinas_deals import Told, trick, turned, winner
from tests.rules.spec import covers

HAND = "9H JC KD 8S"
NO_TRUMPS = "KD 8S"


def led(card: str, *hands: str, number: int = 3, **given: object) -> Told:
    """Seat 0 leads a card to a trick, clubs are trump; the others' hands follow."""
    return trick(number, card.split(" ")[0], *hands, trump="C", **given).do(f"play {card}")  # type: ignore[arg-type]


# The first trick


@covers("F13", "AV-04")
def test_the_declarer_leads_the_seven_of_trumps_first() -> None:
    told = turned("7C KD 7H 9S", "AC 7S TD 8H").do("pass", "pass")
    assert (told.turn, told.legal) == (1, ("play 7S",))
    other = next(card for card in told.private(1)["hand"] if card != "7S")
    assert told.why(f"play {other}") == "lead_seven (card=7S)"


@covers("F14", "AV-05")
def test_a_trump_led_is_followed_by_trumps() -> None:
    told = trick(1, "7S", "QH 9H 8H KD AC", trump="S").do("play 7S")
    assert told.cards == {"QH"}
    assert told.why("play 9H") == "follow_trump"


@covers("F14", "AV-05")
def test_who_has_no_trump_may_play_anything_to_one() -> None:
    assert trick(1, "7S", "9H 8H KD", trump="S").do("play 7S").cards == {"9H", "8H", "KD"}


# Leads


@covers("F15")
def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    told = trick(2, "8C AS", "JD AH", "9S AD", "KC TD").do("play 8C", "play JD", "play 9S", "play KC")
    assert (winner(told), told.turn) == (1, 1)


@covers("F15", "C6")
@pytest.mark.parametrize("number", [2, 3, 8])
def test_a_leader_with_a_trump_must_lead_one_to_every_trick(number: int) -> None:
    told = trick(number, "JD AS 9H")
    assert told.legal == ("play JD",)
    assert told.why("play AS") == "lead_trump"


@covers("C6", "V4", "AV-19")
def test_with_first_two_any_card_may_be_led_from_the_third_trick_on() -> None:
    assert trick(2, "JD AS", preset="pagat").legal == ("play JD",)
    assert trick(3, "JD AS", preset="pagat").legal == ("play AS", "play JD")
    assert trick(2, "JD AS", preset="pagat", game=2).legal == ("play JD",)


@covers("C6")
def test_with_first_only_any_card_may_be_led_from_the_second_trick_on() -> None:
    assert trick(2, "JD AS", trump_lead_tricks="first_only").legal == ("play AS", "play JD")


@covers("F15", "C12", "V2")
@pytest.mark.parametrize("number", [2, 5, 8])
def test_a_leader_without_trumps_may_lead_any_card_up_or_down(number: int) -> None:
    assert trick(number, "TS 9H").legal == ("play 9H", "play 9H down", "play TS", "play TS down")


@covers("C12", "V2", "AV-19")
def test_in_pagat_a_card_is_led_face_down_to_the_second_trick_only() -> None:
    assert trick(2, "TS 9H", preset="pagat").legal == ("play 9H", "play 9H down", "play TS", "play TS down")
    told = trick(3, "TS 9H", preset="pagat")
    assert told.legal == ("play 9H", "play TS")
    assert told.why("play TS down") == "down_trick_two_only"


@covers("C12")
def test_where_that_is_not_played_nothing_is_led_face_down() -> None:
    told = trick(2, "TS 9H", facedown_lead="off")
    assert told.legal == ("play 9H", "play TS")
    assert told.why("play TS down") == "down_off"


@covers("C12", "V2", "AV-19")
def test_a_leader_with_a_trump_leads_nothing_face_down_even_where_a_plain_lead_is_allowed() -> None:
    told = trick(3, "JD AS", trump_lead_tricks="first_two")
    assert not told.may("play AS down")
    assert told.why("play AS down") == "down_with_trumps"
    assert told.why("play JD down") == "down_with_trumps"


@covers("C12")
def test_a_follower_plays_nothing_face_down() -> None:
    assert led("TS", HAND).why("play 9H down") == "down_by_leader_only"


# Following a plain card


@covers("F16", "C7", "AV-06")
def test_a_plain_lead_is_followed_by_its_suit_or_a_trump_as_one_likes() -> None:
    told = led("AH", HAND)
    assert told.cards == {"9H", "JC"}
    assert told.why("play KD") == "follow_suit_or_trump (suit=H)"
    assert led("AH", NO_TRUMPS).cards == {"KD", "8S"}


@covers("C7", "AV-06")
def test_with_suit_first_a_holder_of_the_suit_must_play_it_and_others_may_play_anything() -> None:
    told = led("AH", HAND, plain_follow="suit_first")
    assert told.cards == {"9H"}
    assert told.why("play JC") == "must_follow (suit=H)"
    assert led("AH", "KD JC 8S", plain_follow="suit_first").cards == {"KD", "JC", "8S"}


@covers("C7", "V3", "AV-19")
def test_in_pagat_a_plain_lead_to_the_second_trick_is_followed_as_if_a_trump_had_been_led() -> None:
    told = led("AH", HAND, number=2, preset="pagat")
    assert told.cards == {"JC"}
    assert told.why("play 9H") == "follow_as_trump"
    assert led("AH", "9H KD 8S", number=2, preset="pagat").cards == {"9H", "KD", "8S"}


@covers("C7", "V3", "AV-19")
def test_in_pagat_the_suit_must_be_followed_from_the_third_trick_on() -> None:
    assert led("AH", HAND, preset="pagat").cards == {"9H"}
    assert led("AH", "KD JC 8S", preset="pagat").cards == {"KD", "JC", "8S"}


@covers("C8", "V3", "AV-19")
def test_a_face_down_lead_to_pagats_second_trick_asks_for_a_trump_as_well() -> None:
    assert led("AH down", HAND, number=2, preset="pagat").cards == {"JC"}
    assert led("AH down", "9H KD 8S", number=2, preset="pagat").cards == {"9H", "KD", "8S"}


@covers("F16", "C11")
def test_the_highest_trump_wins_a_plain_trick_and_else_the_highest_card_of_its_suit() -> None:
    assert winner(led("KH", "AH", "8C", "9C", number=2).do("play AH", "play 8C", "play 9C")) == 3
    assert winner(led("KH", "TH", "AD", "AS", number=2).do("play TH", "play AD", "play AS")) == 1


@covers("C7", "V3")
def test_where_the_suit_binds_nobody_it_still_wins_without_trumps() -> None:
    told = led("KH", "AD", "TH", "AS", number=2, preset="pagat").do("play AD", "play TH", "play AS")
    assert winner(told) == 2


# Face-down leads


@covers("F16", "C8", "AV-07")
def test_a_face_down_lead_asks_for_a_trump() -> None:
    told = led("TS down", "JD 9S", "9S 7H", number=2)
    assert told.cards == {"JD"}
    assert told.why("play 9S") == "follow_face_down"
    assert told.do("play JD").cards == {"9S", "7H"}


@covers("F16", "AV-07")
def test_a_trump_takes_the_face_down_card() -> None:
    told = led("TS down", "JD", "9S", "7H", number=2).do("play JD", "play 9S", "play 7H")
    assert winner(told) == 1
    assert told.view["taken"][1] == {"tricks": 1, "points": 12}


@covers("C10")
def test_without_any_trump_the_leader_wins_a_face_down_trick() -> None:
    told = led("8S down", "AS", "AD", "AH").do("play AS", "play AD", "play AH")
    assert winner(told) == 0


@covers("C9")
def test_the_face_down_card_is_shown_and_counts_when_the_fourth_card_lies() -> None:
    told = led("TS down", "9S", "9D", "9H", number=2).do("play 9S", "play 9D")
    assert told.view["trick"]["plays"][0] == [0, "??", "down"]
    assert told.view["sides"][0]["points"] == 0
    told = told.do("play 9H")
    assert told.view["last"]["plays"][0] == [0, "TS", "down"]
    assert told.view["sides"][0]["points"] == 10


@covers("C13")
def test_there_is_no_hint_about_the_face_down_card() -> None:
    told = led("TS down", "9S", "9D", "9H", number=2)
    assert told.why("hint") == "malformed"
    assert "TS" not in str(told.private(2))


# When a deal stops


@covers("C17", "V7")
def test_a_knocked_deal_stops_at_the_first_trick_the_declarers_side_loses() -> None:
    told = trick(1, "7C AS", "QC AH", "8C AD", "9C TD", knocks=1).do("play 7C", "play QC", "play 8C", "play 9C")
    assert told.ends
    assert told.rum == (4, 0)


@covers("V7")
def test_a_knocked_deal_goes_on_while_the_declarers_side_wins() -> None:
    told = trick(1, "7C AS", "8C AH", "QC AD", "9C TD", knocks=1).do("play 7C", "play 8C", "play QC", "play 9C")
    assert not told.ends


@covers("F11", "V7")
def test_all_eight_tricks_win_a_knocked_deal() -> None:
    told = trick(8, "QC", "8C", "9C", "KC", knocks=1, piles=("AS TS KS 9S", "", "", ""))
    assert told.do("play QC", "play 8C", "play 9C", "play KC").rum == (0, 2)


@covers("F17", "V8")
def test_without_a_knock_a_deal_with_a_seven_goes_to_the_eighth_trick() -> None:
    rich = "AS TS AH TH AD TD AC"
    told = trick(7, "QC JD", "8C 9S", "9C 9H", "KC 9D", piles=(rich, "", "", ""))
    told = told.do("play QC", "play 8C", "play 9C", "play KC")
    assert not told.ends
    assert told.do("play JD", "play 9S", "play 9H", "play 9D").ends


@covers("F25", "C22")
def test_a_deal_without_sevens_ends_with_the_trick_that_brings_the_declarers_side_61() -> None:
    piles = ("AS TS AH", "", "TH AD", "")
    told = trick(6, "QC JD", "8C 9S", "9C 9H", "AC 9D", game=2, piles=piles).do("play QC", "play 8C", "play 9C")
    assert not told.ends
    assert told.do("play AC").view["outcome"]["taken"] == 67


@covers("F25", "C22")
def test_points_of_the_partner_count_for_the_61() -> None:
    told = trick(6, "8C JD", "9C 9S", "QC 9H", "AC 9D", game=2, piles=("AS TS AH", "", "TH AD", ""))
    assert told.do("play 8C", "play 9C", "play QC", "play AC").ends


@covers("V8")
def test_a_deal_without_sevens_does_not_stop_for_the_defenders() -> None:
    told = trick(6, "8C JD", "QC 9S", "9C 9H", "AC 9D", game=2, piles=("", "AS TS AH", "", "TH AD TD"))
    assert not told.do("play 8C", "play QC", "play 9C", "play AC").ends


@covers("C22")
def test_where_deals_are_played_out_61_does_not_end_them() -> None:
    told = trick(
        6, "QC JD", "8C 9S", "9C 9H", "AC 9D", game=2, piles=("AS TS AH TH", "", "AD", ""), game2_stop="play_out"
    )
    assert not told.do("play QC", "play 8C", "play 9C", "play AC").ends


# Other refusals


def test_only_own_cards_are_played() -> None:
    told = led("AH", HAND)
    assert told.why("play AS") == "not_held (card=AS)"
    assert told.why("play AS down") == "not_held (card=AS)"


def test_a_trump_suit_is_named_only_with_the_opening_lead() -> None:
    assert led("AH", HAND).why("play JC S") == "trump_named_once"


@pytest.mark.parametrize("text", ["play", "play JK", "play 2S", "play JC N", "play JC up", "play JC down now", "claim"])
def test_text_that_is_no_play_is_refused(text: str) -> None:
    assert led("AH", HAND).why(text) == "malformed"


def test_nothing_is_said_while_cards_are_played() -> None:
    assert led("AH", HAND).why("pass") == "now_play"
    assert led("AH", HAND).why("bid 5") == "now_play"
