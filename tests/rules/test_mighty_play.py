"""Mighty: what may be played, and who wins the trick."""

import pytest

from app.rules.mighty import GAME
from app.rules.mighty.deck import POINTS, cards
from tests.rules.mighty_deals import deal, trick
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
