"""Mighty: the joker, the ripper and the joker call."""

import pytest

from tests.rules.mighty_deals import trick, winner
from tests.rules.spec import covers

LEADS = {f"JK {suit}" for suit in "SHDC"}
ENGLISH = {"preset": "english"}

# Joker in the first and last tricks


@covers("J27", "MJ-11", "A15")
def test_the_joker_may_not_be_played_to_the_first_trick() -> None:
    told = trick(1, "KD", "JK 4D 9S").do("play KD")
    assert told.cards == {"4D"}
    assert told.why("play JK") == "joker_first_trick"
    assert told.why("play 9S") == "must_follow (suit=D)"


@covers("A15")
def test_in_the_first_trick_a_lone_mighty_must_follow_beside_the_joker() -> None:
    assert trick(1, "8S", "AS JK 4D").do("play 8S").cards == {"AS"}


@covers("A16", "MJ-16", "J27")
def test_the_joker_must_be_played_to_the_ninth_trick() -> None:
    told = trick(9, "5H 2H", "JK 9H").do("play 5H")
    assert told.cards == {"JK"}
    assert told.why("play 9H") == "joker_now"


@covers("A16", "MJ-16", "M2")
def test_the_joker_must_be_led_to_the_ninth_trick_naming_a_suit() -> None:
    told = trick(9, "JK 9H")
    assert told.cards == LEADS
    assert told.why("play 9H") == "joker_now"


@covers("A16", "M1")
def test_in_the_ninth_trick_the_joker_goes_before_a_lone_mighty() -> None:
    assert trick(9, "8S 2S", "JK AS").do("play 8S").cards == {"JK"}


@covers("A17", "MJ-16")
def test_in_the_ninth_trick_a_ripper_takes_the_joker_even_beside_the_mighty() -> None:
    assert trick(9, "3C 2S", "JK AS").do("play 3C").cards == {"JK"}


@covers("M14")
@pytest.mark.parametrize("edge", ["powerless", "normal"])
def test_without_forbidden_tricks_the_mighty_shields_in_the_ninth_too(edge: str) -> None:
    assert trick(9, "3C 2S", "JK AS", joker_edge_tricks=edge).do("play 3C").cards == {"JK", "AS"}


@covers("E12", "B12")
@pytest.mark.parametrize("number", [1, 10])
def test_where_it_is_powerless_the_joker_may_be_played_and_wins_nothing(number: int) -> None:
    told = trick(number, "2D", "JK", "3C", "4C", "5C", **ENGLISH).do("play 2D")
    assert told.cards == {"JK"}
    assert winner(told.do("play JK", "play 3C", "play 4C", "play 5C")) == 0


@pytest.mark.parametrize("number", [1, 10])
def test_where_it_is_normal_the_joker_wins_the_first_and_last_trick(number: int) -> None:
    told = trick(number, "2D", "JK", "3C", "4C", "5C", joker_edge_tricks="normal")
    assert winner(told.do("play 2D", "play JK", "play 3C", "play 4C", "play 5C")) == 1


@covers("A26", "B17")
def test_a_powerless_joker_led_to_a_suit_nobody_has_counts_the_next_card_as_led() -> None:
    told = trick(10, "JK", "2C", "9C", "AD", "3C", **ENGLISH)
    assert winner(told.do("play JK S", "play 2C", "play 9C", "play AD", "play 3C")) == 2


@covers("A26", "B17")
def test_a_powerless_joker_led_loses_to_the_suit_it_named() -> None:
    told = trick(10, "JK", "2C", "9C", "AD", "3S", **ENGLISH)
    assert winner(told.do("play JK S", "play 2C", "play 9C", "play AD", "play 3S")) == 4


@covers("A26", "B17")
def test_a_powerless_joker_led_loses_to_a_trump() -> None:
    told = trick(10, "JK", "2C", "9C", "2H", "3S", **ENGLISH)
    assert winner(told.do("play JK S", "play 2C", "play 9C", "play 2H", "play 3S")) == 3


@covers("ME-08", "E12")
def test_the_joker_in_the_first_trick_of_the_example_loses_to_the_ace() -> None:
    told = trick(1, "KD 2C", "JK 3C", "5D 4C", "AD 5C", "2S 6C", **ENGLISH)
    told = told.do("play KD", "play JK", "play 5D", "play AD", "play 2S")
    assert told.view["last"]["winner"] == 3
    assert told.view["last"]["points"] == 2


# Joker led


@covers("J28", "E14")
def test_who_leads_the_joker_names_the_suit_to_follow() -> None:
    told = trick(4, "JK 2C", "AD 3H")
    assert told.cards == {"2C"} | LEADS
    assert told.why("play JK") == "name_suit"
    assert told.do("play JK D").cards == {"AD"}


@covers("A24")
def test_the_joker_may_ask_for_trumps() -> None:
    assert trick(4, "JK 2C", "AD 3H").do("play JK H").cards == {"3H"}


@covers("J18", "J27", "MJ-12")
def test_the_joker_led_wins_against_trumps() -> None:
    told = trick(4, "2D 3S", "JK 4S", "AD 5S", "5H 6S", "7D 7S", leader=1)
    told = told.do("play JK D", "play AD", "play 5H", "play 7D", "play 2D")
    assert (told.turn, told.view["last"]["points"]) == (1, 1)


@covers("J17", "MJ-12", "ME-13", "E11")
def test_the_mighty_beats_the_joker() -> None:
    told = trick(4, "AS 3S", "JK 4S", "AD 5S", "5H 6S", "7D 7S", leader=1)
    assert told.do("play JK D", "play AD", "play 5H", "play 7D", "play AS").turn == 0


@covers("ME-13", "E12", "E14")
def test_in_mid_deal_the_english_joker_beats_trumps_and_loses_to_the_mighty() -> None:
    told = trick(4, "2H 3D", "JK 4D", "AS 5D", "5S 6D", "7S 7D", leader=1, **ENGLISH)
    assert told.do("play JK S", "play AS", "play 5S", "play 7S", "play 2H").turn == 2
    told = trick(4, "2H 3D", "JK 4D", "9S 5D", "5S 6D", "7S 7D", leader=1, **ENGLISH)
    assert told.do("play JK S", "play 9S", "play 5S", "play 7S", "play 2H").turn == 1


@covers("A25")
def test_a_lone_mighty_must_follow_a_joker_that_names_its_suit() -> None:
    assert trick(4, "JK 2C", "AS 3H").do("play JK S").cards == {"AS"}


@covers("A20", "MJ-21")
def test_a_ripper_that_was_not_led_does_not_beat_the_joker() -> None:
    told = trick(5, "TC 3D", "JK 4D", "KC 5D", "3C 6D", "9C 7D", leader=1)
    assert told.do("play JK C", "play KC", "play 3C", "play 9C", "play TC").turn == 1
    told = trick(5, "KD 3D", "JK 4S", "3C 5S", "6D 6S", "7D 7S")
    assert told.do("play KD", "play JK", "play 3C", "play 6D", "play 7D").turn == 1


@covers("A16", "MJ-16")
def test_the_joker_wins_the_ninth_trick_unless_the_mighty_falls() -> None:
    told = trick(9, "5H 2S", "JK 3S", "6H 4S", "7H 5S", "AH 6S")
    assert told.do("play 5H", "play JK", "play 6H", "play 7H", "play AH").turn == 1


# Ripper and joker call


@covers("J29", "A18", "MJ-13")
def test_a_ripper_led_takes_the_joker_from_its_holder() -> None:
    told = trick(6, "3C 2S", "TC 3S", "TH 4S", "JC 5S", "JK 8S 3D 8D")
    told = told.do("play 3C", "play TC", "play TH", "play JC")
    assert told.cards == {"JK"}
    assert told.why("play 8S") == "joker_called (card=3C)"
    after = told.do("play JK")
    assert (after.turn, after.view["last"]["points"]) == (2, 3)


@covers("J30", "A22")
def test_a_holder_of_joker_and_mighty_may_play_the_mighty_instead() -> None:
    told = trick(6, "3C 2S", "JK AS 5C").do("play 3C")
    assert told.cards == {"JK", "AS"}
    assert told.why("play 5C") == "joker_called_mighty_may (card=3C, mighty=AS)"


@covers("A19")
def test_the_ripper_keeps_its_rank_of_three() -> None:
    told = trick(6, "3C 2S", "2C 3S", "4D 4S", "5D 5S", "6D 6S")
    assert told.do("play 3C", "play 2C", "play 4D", "play 5D", "play 6D").turn == 0


@covers("A19", "J29")
def test_a_joker_taken_by_the_ripper_wins_nothing() -> None:
    told = trick(6, "3C 2S", "JK 3S", "4D 4S", "5D 5S", "6D 6S")
    assert told.do("play 3C", "play JK", "play 4D", "play 5D", "play 6D").turn == 0


@covers("A21", "B18")
def test_who_leads_the_ripper_and_holds_the_joker_forces_nobody() -> None:
    assert trick(6, "3C JK", "5C 2D", "6C 3D").do("play 3C").cards == {"5C"}


@covers("A23", "E15")
def test_with_clubs_trump_the_ripper_is_the_three_of_spades() -> None:
    told = trick(6, "3S 3C", "JK 5S", trump="C")
    assert told.do("play 3S").cards == {"JK"}
    assert told.do("play 3S").view["trick"]["suit"] == "S"
    assert told.do("play 3C").cards == {"JK", "5S"}


@covers("M13")
def test_an_automatic_ripper_calls_in_the_last_trick_too() -> None:
    assert trick(10, "3C", "JK", joker_edge_tricks="normal").do("play 3C").view["trick"]["call"]


@covers("E15", "B14", "ME-11")
def test_an_english_leader_may_call_the_joker_and_the_mighty_does_not_shield() -> None:
    told = trick(5, "3C 2S", "JK AS KC", **ENGLISH)
    assert told.do("play 3C call").cards == {"JK"}
    assert told.do("play 3C").cards == {"KC", "JK", "AS"}


@covers("B14", "ME-11")
def test_the_mighty_shields_a_called_joker_by_option() -> None:
    told = trick(5, "3C 2S", "JK AS KC", mighty_shields_joker="on", **ENGLISH)
    assert told.do("play 3C call").cards == {"JK", "AS"}


@covers("B16")
def test_without_the_call_the_card_is_an_ordinary_lead() -> None:
    told = trick(5, "3C 2S", "JK 5C 2D", "6C", "7C", "8C", **ENGLISH).do("play 3C")
    assert not told.view["trick"]["call"]
    assert winner(told.do("play JK", "play 6C", "play 7C", "play 8C")) == 1


@covers("ME-12", "E15")
def test_with_clubs_trump_the_call_goes_with_the_three_of_spades() -> None:
    told = trick(4, "3S 3C", "JK 5C 4S", trump="C", **ENGLISH)
    assert told.do("play 3S call").cards == {"JK"}
    assert told.why("play 3C call") == "call_wrong_card (card=3S)"
    assert told.do("play 3C").cards == {"5C", "JK"}


@covers("M4")
def test_the_call_is_offered_wherever_the_joker_is() -> None:
    assert "3C call" in trick(5, "3C JK", **ENGLISH).cards
    assert "3C call" in trick(5, "3C 2S", **ENGLISH).cards


@covers("B15", "M5")
def test_the_call_is_offered_in_the_last_trick() -> None:
    assert trick(10, "3C", **ENGLISH).cards == {"3C", "3C call"}


@covers("M5", "E15")
def test_the_call_is_not_offered_in_the_first_trick() -> None:
    assert trick(1, "3C 5C", **ENGLISH).cards == {"3C", "5C"}


def test_nobody_calls_where_the_option_is_off() -> None:
    told = trick(5, "3C 2S", "JK 5C", joker_call="off")
    assert told.why("play 3C call") == "call_off"
    assert told.do("play 3C").cards == {"JK", "5C"}


def test_nobody_calls_by_word_where_the_call_is_automatic() -> None:
    assert trick(5, "3C 2S").why("play 3C call") == "call_automatic"


def test_only_the_leader_calls() -> None:
    assert trick(5, "5C 2S", "3C 4C", **ENGLISH).do("play 5C").why("play 3C call") == "call_by_leader_only"


@pytest.mark.parametrize("card", ["3S", "3H", "3D"])
def test_the_ripper_under_clubs_is_an_option(card: str) -> None:
    told = trick(5, f"{card} 2C", "JK 4C", trump="C", ripper_when_clubs_trump=card)
    assert told.view["specials"]["ripper"] == card
    assert told.do(f"play {card}").cards == {"JK"}


@pytest.mark.parametrize("card", ["AD", "AC"])
def test_the_mighty_under_spades_is_an_option(card: str) -> None:
    told = trick(5, "KH 2H", f"{card} 4H", trump="S", mighty_when_spades_trump=card)
    assert told.view["specials"]["mighty"] == card
    assert told.do("play KH").cards == {card, "4H"}
