"""Mighty: the declarer directs a public partner at 20 no trump."""

import pytest

from app.rules.mighty import GAME
from tests.rules.mighty_deals import deal, trick
from tests.rules.spec import covers

LEADS = {f"JK {suit}" for suit in "SHDC"}

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
