"""Mighty: what may be played, and who wins the trick."""

import pytest

from app.rules.mighty import GAME
from app.rules.mighty.deck import POINTS, cards
from tests.rules.mighty_deals import deal, trick, winner
from tests.rules.spec import covers

LEADS = {f"JK {suit}" for suit in "SHDC"}
ENGLISH = {"preset": "english"}

# The first lead


@covers("J23", "A12", "MJ-08")
def test_the_first_lead_is_no_trump_and_no_ripper() -> None:
    told = trick(1, "KC 7C 6C 3C AH KH QH 9H 5H KS")
    assert told.cards == {"KC", "7C", "6C", "KS"}
    assert told.why("play 3C") == "first_lead_ripper (card=3C)"
    assert told.why("play AH") == "first_lead_trump (suit=H)"


@covers("A12", "MJ-08")
def test_at_no_trump_only_the_ripper_and_the_joker_are_banned_from_the_first_lead() -> None:
    others = "KC 7C 6C AH KH QH 9H 5H KS"
    assert trick(1, others + " 3C JK", trump="N").cards == {*others.split()}


@covers("A12", "MJ-09")
def test_with_nothing_else_trumps_and_ripper_may_be_led_but_never_the_joker() -> None:
    told = trick(1, "AC KC QC JC TC 9C 8C 7C 3S JK", trump="C")
    assert told.cards == {"AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "3S"}
    assert told.why("play JK S") == "first_lead_joker"
    assert told.why("play JK") == "first_lead_joker"


@covers("A12", "M13")
def test_a_ripper_led_to_the_first_trick_calls_nobody() -> None:
    told = trick(1, "9H 3C", "JK 5C 2C", "6C", "7C", "8C")
    assert not told.do("play 3C").view["trick"]["call"]
    assert told.do("play 3C").cards == {"5C", "2C"}


@covers("A12")
def test_the_mighty_may_be_led_to_the_first_trick() -> None:
    assert trick(1, "AS KH", trump="H").cards == {"AS"}
    assert trick(1, "AD KS", trump="S").cards == {"AD"}


@covers("E16", "ME-07", "B12")
def test_an_english_first_lead_may_be_ripper_or_joker_but_no_trump() -> None:
    told = trick(1, "AH KH 7C 3C JK", **ENGLISH)
    assert told.cards == {"7C", "3C", "JK S", "JK D", "JK C"}
    assert told.why("play JK H") == "first_lead_joker_trump (suit=H)"
    assert told.why("play 3C call") == "call_first_trick"


@covers("B13", "ME-07")
def test_with_ten_trumps_any_of_them_may_be_led() -> None:
    ten = "AH KH QH JH TH 9H 8H 7H 6H 5H"
    assert trick(1, ten, **ENGLISH).cards == set(ten.split())


@covers("B13", "ME-07")
def test_nine_trumps_and_the_joker_leave_the_joker_with_another_suit() -> None:
    assert trick(1, "AH KH QH JH TH 9H 8H 7H 6H JK", **ENGLISH).cards == {"JK S", "JK D", "JK C"}


@covers("B13", "ME-07")
def test_at_no_trump_an_english_first_lead_is_free() -> None:
    assert trick(1, "AH 3C JK", trump="N", **ENGLISH).cards == {"AH", "3C"} | LEADS


@covers("B13")
def test_the_ban_binds_the_first_trick_only() -> None:
    assert trick(2, "AH KH 3C JK", **ENGLISH).cards == {"AH", "KH", "3C", "3C call"} | LEADS


@covers("M11")
def test_the_ripper_is_banned_from_the_first_lead_whatever_the_call() -> None:
    assert trick(1, "7C 3C", joker_call="off").cards == {"7C"}


@covers("M11")
@pytest.mark.parametrize("edge", ["powerless", "normal"])
def test_the_joker_is_never_led_first_where_it_is_banned(edge: str) -> None:
    assert trick(1, "KH 3C JK", joker_edge_tricks=edge).cards == {"KH", "3C"}


@covers("M12")
def test_nine_trumps_and_a_forbidden_joker_leave_the_trumps() -> None:
    told = trick(1, "AH KH JK", joker_edge_tricks="forbidden", **ENGLISH)
    assert told.cards == {"AH", "KH"}
    assert told.why("play JK S") == "joker_first_trick"


# Following


@covers("J22", "E17")
def test_the_led_suit_must_be_followed() -> None:
    told = trick(5, "KD", "4D 9S").do("play KD")
    assert told.cards == {"4D"}
    assert told.why("play 9S") == "must_follow (suit=D)"


@covers("J22", "E17")
def test_who_cannot_follow_may_play_anything() -> None:
    assert trick(5, "KD", "4H 9S 3C").do("play KD").cards == {"4H", "9S", "3C"}


@covers("J24", "J25", "A13", "MJ-10", "E13", "B10")
def test_the_mighty_may_be_played_when_another_suit_is_led() -> None:
    assert trick(5, "8D", "AS 4D").do("play 8D").cards == {"AS", "4D"}


@covers("J25", "MJ-10", "B10")
def test_the_mighty_must_be_played_when_it_is_the_only_card_of_the_led_suit() -> None:
    told = trick(5, "8S", "AS 4D JH").do("play 8S")
    assert told.cards == {"AS"}
    assert told.why("play 4D") == "must_follow_mighty (suit=S, card=AS)"


@covers("A15", "MJ-10", "ME-10", "B11")
def test_with_the_joker_beside_it_there_is_a_choice() -> None:
    assert trick(5, "8S", "AS 4D JK").do("play 8S").cards == {"AS", "JK"}


@covers("MJ-10")
def test_another_card_of_the_suit_may_be_played_for_the_mighty() -> None:
    assert trick(5, "8S", "AS 5S 4D").do("play 8S").cards == {"AS", "5S"}


@covers("A13")
@pytest.mark.parametrize("number", [1, 10])
def test_the_mighty_may_be_played_in_the_first_and_last_trick(number: int) -> None:
    assert trick(number, "8D", "AS 4D").do("play 8D").cards == {"AS", "4D"}


@covers("J26", "B10")
def test_the_mighty_led_asks_for_its_suit() -> None:
    told = trick(5, "AS", "4S 9D").do("play AS")
    assert told.cards == {"4S"}
    assert told.view["trick"]["suit"] == "S"


@covers("ME-10")
def test_english_players_follow_with_the_mighty_and_the_joker_as_well() -> None:
    assert trick(5, "9S", "AS 7S 4D JK", trump="C", **ENGLISH).do("play 9S").cards == {"AS", "7S", "JK"}
    assert trick(5, "9S", "AS 4D", trump="C", **ENGLISH).do("play 9S").cards == {"AS"}
    assert trick(5, "9D", "AS 4D", trump="C", **ENGLISH).do("play 9D").cards == {"AS", "4D"}


@covers("A14", "MJ-11", "B11", "E13")
def test_the_joker_may_be_played_although_one_could_follow() -> None:
    told = trick(5, "KD", "JK 4D 9S").do("play KD")
    assert told.cards == {"JK", "4D"}
    assert told.why("play JK D") == "suit_only_by_leader"


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


# Winning


@covers("J20", "E17")
def test_the_highest_card_of_the_led_suit_wins() -> None:
    told = trick(5, "9D 2S", "TD 3S", "JD 4S", "AD 5S", "KD 6S")
    assert told.do("play 9D", "play TD", "play JD", "play AD", "play KD").turn == 3


@covers("J22", "E17")
def test_an_off_suit_card_wins_nothing_and_a_trump_wins() -> None:
    told = trick(5, "9D 2S", "AC 3S", "2H 4S", "3H 5S", "KD 6S")
    assert told.do("play 9D", "play AC", "play 2H", "play 3H", "play KD").turn == 3


@covers("J17", "E11")
def test_the_mighty_wins_against_trumps() -> None:
    told = trick(5, "9D 2S", "AC 3S", "AH 4S", "AS 5S", "KD 6S")
    assert told.do("play 9D", "play AC", "play AH", "play AS", "play KD").turn == 3


@covers("J21", "E17")
def test_the_winner_of_a_trick_leads_the_next() -> None:
    told = trick(5, "9D 2S", "TD 3S", "2C 4S", "3C 5S", "4C 6S")
    after = told.do("play 9D", "play TD", "play 2C", "play 3C", "play 4C")
    assert (after.turn, after.view["trick"]["number"], after.view["trick"]["leader"]) == (1, 6, 1)


@covers("J2", "J3", "E2")
def test_there_are_twenty_point_cards_and_the_joker_is_none() -> None:
    assert len(cards(POINTS)) == 20
    assert "JK" not in cards(POINTS)


@covers("J21", "A31", "B23")
def test_a_deal_always_has_ten_tricks() -> None:
    told = deal().do("bid 20 H", "pass", "pass", "pass", "pass")
    among = GAME.legal(told.state, 0).among  # type: ignore[union-attr]
    told = told.do("discard " + " ".join(among[-3:]), "friend JK")
    plays = 0
    while GAME.outcome(told.state) is None:
        told = told.do(told.legal[0])
        plays += told.view["log"][-1][1].startswith("play")
    assert plays == 50


# Directions at 20 no trump

PARTNER = {"bid": 20, "trump": "N", "leader": 1, "call": "KD"}


@covers("J31", "A27", "M3")
def test_a_public_partner_about_to_lead_is_directed() -> None:
    told = trick(5, "2D 3D 4D", "KD 2C 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D")
    assert (told.view["phase"], told.turn) == ("direct", 0)
    assert told.legal == ("direct C", "direct D", "direct H", "direct S", "direct none")


@covers("J31", "A27")
def test_a_directed_partner_must_lead_the_suit_if_it_can() -> None:
    told = trick(5, "2D 3D 4D", "KD 2C 3H", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D")
    after = told.do("direct C")
    assert (after.turn, after.cards, after.view["direct"]) == (1, {"2C"}, "C")
    assert after.why("play 3H") == "directed (suit=C)"
    assert told.do("direct D").cards == {"2C", "3H"}, "who has none of the suit is free"
    assert told.do("direct none").cards == {"2C", "3H"}
    assert told.do("direct none").view["direct"] == "none"


@covers("A27")
def test_the_joker_led_obeys_by_naming_the_suit() -> None:
    told = trick(5, "2D 3D 4D", "KD 2C 3H JK", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D", "direct C")
    assert told.cards == {"2C", "JK C"}
    assert told.why("play JK H") == "directed (suit=C)"


@covers("A27")
def test_the_mighty_counts_in_its_suit_when_a_suit_is_directed() -> None:
    told = trick(5, "2D 3D 4D", "KD AS 3H", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D")
    assert told.do("direct S").cards == {"AS"}


@covers("M2")
def test_in_the_ninth_trick_the_joker_is_led_naming_the_directed_suit() -> None:
    told = trick(8, "2D 3D 4D", "KD 7C JK", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D")
    assert told.do("direct C").cards == {"JK C"}
    assert told.do("direct H").cards == LEADS


@covers("M3")
def test_the_declarer_is_asked_even_where_one_card_is_left() -> None:
    told = trick(9, "2D 3D", "KD 2C", "5D 2S", "6D 4S", "7D 6S", **PARTNER)
    assert told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D").view["phase"] == "direct"


@covers("A27")
def test_an_unknown_partner_is_not_directed() -> None:
    told = trick(5, "2D 3D 4D", "9D KD 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play 9D", "play 5D", "play 6D", "play 7D", "play 2D")
    assert (told.view["phase"], told.turn) == ("play", 1)


@covers("M17")
def test_without_showing_by_points_the_direction_waits_for_the_called_card() -> None:
    hands = ("2D 3D 4D", "TD KD 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S")
    plays = ("play TD", "play 5D", "play 6D", "play 7D", "play 2D")
    assert trick(5, *hands, **PARTNER).do(*plays).view["phase"] == "direct"
    assert trick(5, *hands, friend_shown_by_points="off", **PARTNER).do(*plays).view["phase"] == "play"


@covers("M3")
def test_a_first_trick_friend_is_directed_from_the_second_trick_on() -> None:
    told = trick(1, "2D 3D 4D", "KD 2C 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", bid=20, trump="N", call="first")
    told = told.do("play 2D", "play KD", "play 5D", "play 6D", "play 7D")
    assert (told.view["phase"], told.turn) == ("direct", 0)


@covers("M3")
@pytest.mark.parametrize("other", [{"bid": 19}, {"trump": "H"}, {"direct_partner_at_20nt": "off"}])
def test_nothing_is_directed_below_20_in_a_suit_or_with_the_option_off(other: dict[str, object]) -> None:
    given = {**PARTNER, **other}
    told = trick(5, "2D 3D 4D", "KD 2C 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **given)  # type: ignore[arg-type]
    assert told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D").view["phase"] == "play"


@covers("M6")
def test_a_call_obeys_a_direction_to_clubs() -> None:
    told = trick(5, "2D 3D 4D", "KD 3C 3H", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", joker_call="optional", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D", "direct C")
    assert told.cards == {"3C", "3C call"}


@covers("M3")
def test_20_no_trump_reached_by_a_change_lets_the_declarer_direct() -> None:
    told = deal(hands=["AS KS QS JS TS 9S 8S 7S 6S 5S", "AD KD QD JD TD 9D 8D 7D 6D 5D"])
    told = told.do("bid 19 S", "pass", "pass", "pass", "pass")
    among = GAME.legal(told.state, 0).among  # type: ignore[union-attr]
    told = told.do("discard " + " ".join(among[-3:]), "trump N", "friend AD")
    assert told.state.contract.directs


@pytest.mark.parametrize("text", ["direct N", "direct", "direct  C", "direct NONE", "direct C C", "nonsense"])
def test_nonsense_for_a_direction_is_refused(text: str) -> None:
    told = trick(5, "2D 3D 4D", "KD 2C 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S", **PARTNER)
    told = told.do("play KD", "play 5D", "play 6D", "play 7D", "play 2D")
    assert told.why(text) == "malformed"
    assert told.why("play 2D") == "now_direct"


# What is no play


@pytest.mark.parametrize(
    "text",
    [
        "play", "play ", "play  KD", "play KD ", "play 1D", "play kd", "play KD KD KD", "play JK N", "play KD X",
        "play ??",
        "play KD\n", "play Ⅻ", "play １D", "spiel KD", "", "\ud800", "play " + "K" * 100_000,
    ],
)  # fmt: skip
def test_nonsense_for_a_play_is_refused(text: str) -> None:
    assert trick(5, "KD 2C").why(text) == "malformed"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play AS", "not_held (card=AS)"),
        ("play JK", "not_held (card=JK)"),
        ("play JK S", "not_held (card=JK)"),
        ("play 3C call", "not_held (card=3C)"),
        ("play AS call", "not_held (card=AS)"),
        ("play KD S", "suit_only_with_joker"),
        ("bid 14 H", "now_play"),
        ("direct S", "now_play"),
    ],
)
def test_a_play_that_cannot_be_made_is_refused_by_its_own_reason(text: str, why: str) -> None:
    assert trick(5, "KD 2C").why(text) == why


def test_a_seat_that_is_not_in_turn_is_told_who_is() -> None:
    assert trick(5, "KD 2C", "3C").why("play 3C", seat=1) == "not_your_turn (seat=0)"
    assert GAME.legal(trick(5, "KD 2C", "3C").state, 1) == ()
