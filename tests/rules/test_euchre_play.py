"""Euchre: the order of the cards, following suit, who wins and who leads."""

import random

import pytest

from app.rules.base import IllegalAction
from app.rules.euchre import GAME
from app.rules.euchre.deck import CARD, ranks
from tests.rules.euchre_deals import Told, deal, ordered, trick, winner
from tests.rules.spec import covers


def order(trump: str, suit: str) -> list[str]:
    """The cards that count in a trick of a suit, highest first; of a plain suit without the trumps."""
    table = ranks(trump)
    mask = next(mask for mask, name in table.name.items() if name == suit)
    strength = table.strength[mask]
    counted = sorted((bit for bit in CARD if bit & mask), key=lambda bit: -strength[bit])
    return [CARD[bit] for bit in counted if CARD[bit][0] != "7"]


# The order of the cards


@covers("CE-01", "U4", "UE2")
def test_right_bower_and_left_bower_are_the_highest_trumps() -> None:
    assert order("D", "D") == ["JD", "JH", "AD", "KD", "QD", "TD", "9D", "8D"]


@covers("CE-01", "UE1", "UE2")
def test_the_suit_of_the_left_bower_has_no_jack() -> None:
    assert order("D", "H") == ["AH", "KH", "QH", "TH", "9H", "8H"]


@covers("CE-01", "U4", "UE2")
@pytest.mark.parametrize("suit", ["C", "S"])
def test_plain_suits_rank_from_the_ace_down_to_the_eight(suit: str) -> None:
    assert order("D", suit) == [f"{rank}{suit}" for rank in "AKQJT98"]


@covers("UE2")
@pytest.mark.parametrize(("trump", "left"), [("S", "JC"), ("C", "JS"), ("H", "JD"), ("D", "JH")])
def test_the_left_bower_is_the_jack_of_the_same_colour(trump: str, left: str) -> None:
    assert order(trump, trump)[:2] == [f"J{trump}", left]


@covers("K10")
def test_at_no_trump_there_are_no_bowers_and_no_trumps() -> None:
    assert order("N", "D") == ["AD", "KD", "QD", "JD", "TD", "9D", "8D"]
    assert ranks("N").trumps == 0


@covers("U5", "U14")
@pytest.mark.parametrize("low", ["8D", "JH"])
def test_a_trump_beats_every_card_of_another_suit(low: str) -> None:
    told = trick("AS", low, "KS", "QS", "JS").do("play AS", f"play {low}", "play KS", "play QS", "play JS")
    assert winner(told) == 1


@covers("U4", "UE1", "U14")
def test_the_left_bower_beats_the_ace_of_trumps_and_loses_to_the_right_bower() -> None:
    plays = ("play AD", "play JH", "play KD", "play QD")
    assert winner(trick("AD", "JH", "KD", "QD", "TD").do(*plays, "play TD")) == 1
    assert winner(trick("AD", "JH", "KD", "QD", "JD").do(*plays, "play JD")) == 4


@covers("CE-14")
def test_a_jack_of_a_plain_suit_is_below_its_queen() -> None:
    told = trick("JS", "QS", "8S", "8C", "JC", trump="H")
    assert winner(told.do("play JS", "play QS", "play 8S", "play 8C", "play JC")) == 1


@covers("U14")
def test_without_trumps_the_highest_card_of_the_led_suit_wins() -> None:
    told = trick("9S", "AC", "TS", "AH", "8S")
    assert winner(told.do("play 9S", "play AC", "play TS", "play AH", "play 8S")) == 2


# Following


@covers("U13")
def test_a_player_must_follow_the_led_suit_if_able() -> None:
    told = trick("AS 8C", "9S KH", "", "", "").do("play AS")
    assert told.cards == {"9S"}
    assert told.why("play KH") == "must_follow (suit=S)"


@covers("U13")
def test_who_cannot_follow_may_play_anything() -> None:
    assert trick("AS 8C", "9D KH").do("play AS").cards == {"9D", "KH"}


@covers("UE1", "CE-02")
def test_a_led_left_bower_calls_for_trumps() -> None:
    assert trick("JH 8C 8S", "9D AH KS").do("play JH").cards == {"9D"}
    assert trick("JH 8C", "AH KS").do("play JH").cards == {"AH", "KS"}
    assert trick("JH 8C", "AH KS").do("play JH").view["trick"]["suit"] == "D"


@covers("UE1")
def test_the_left_bower_must_be_played_to_a_led_trump() -> None:
    told = trick("9D 8C", "JH AC").do("play 9D")
    assert told.cards == {"JH"}
    assert told.why("play AC") == "must_follow_left (card=JH)"


@covers("UE1")
def test_the_left_bower_need_not_and_may_not_follow_its_printed_suit() -> None:
    told = trick("AH 8C", "JH KS").do("play AH")
    assert told.cards == {"JH", "KS"}
    told = trick("AH 8C", "JH 9H").do("play AH")
    assert told.cards == {"9H"}
    assert told.why("play JH") == "left_is_trump (card=JH, suit=H)"


@covers("UE1")
def test_the_left_bower_wins_a_trick_of_its_printed_suit_as_a_trump() -> None:
    told = trick("AH", "JH", "KH", "QH", "TH").do("play AH", "play JH", "play KH", "play QH", "play TH")
    assert winner(told) == 1


@covers("K10")
def test_at_no_trump_every_jack_follows_its_own_suit() -> None:
    assert trick("AH 8C", "JH KS", trump="N").do("play AH").cards == {"JH"}


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("play AD", "not_held (card=AD)"), ("play", "malformed"), ("play as", "malformed"), ("play AS 8C", "malformed"),
        ("play  AS", "malformed"), ("pass", "now_play"), ("call AC", "now_play"), ("keep", "now_play"),
        ("nonsense", "malformed"),
    ],
)  # fmt: skip
def test_what_is_no_card_of_the_hand_cannot_be_led(action: str, why: str) -> None:
    assert trick("AS 8C").why(action) == why


# Leading


@covers("U12", "UE14", "lead=dealers_left")
@pytest.mark.parametrize("call", ["call AC", "alone"])
def test_the_player_left_of_the_dealer_leads_to_the_first_trick(call: str) -> None:
    told = ordered().do(call)
    assert (told.view["phase"], told.turn) == ("play", 0)


@covers("lead=maker")
def test_the_maker_may_lead_by_option() -> None:
    assert ordered(lead="maker").do("call AC").turn == 1


@covers("lead=makers_left")
def test_the_player_left_of_the_maker_may_lead_by_option() -> None:
    assert ordered(lead="makers_left").do("call AC").turn == 2


@covers("U12", "U14")
def test_play_is_clockwise_and_the_winner_leads_next() -> None:
    told = trick("9S 8C", "TS 8H", "AS 9H", "KS TH", "QS QH")
    turns = []
    for card in ("9S", "TS", "AS", "KS", "QS"):
        turns.append(told.turn)
        told = told.do(f"play {card}")
    assert turns == [0, 1, 2, 3, 4]
    assert told.turn == 2
    assert told.cards == {"9H"}


@covers("UE11")
def test_nobody_sits_out_when_the_maker_is_alone() -> None:
    told = ordered().do("alone", "play AS")
    told = told.do(f"play {sorted(told.cards)[0]}")
    assert told.view["cards"] == [4, 4, 5, 5, 5]
    assert told.turn == 2


@covers("UE20")
def test_all_five_tricks_are_played_whatever_the_result() -> None:
    told = trick("AS 8C", "8S 8H", "9S 9H", "TS TH", "QS QH")
    told = Told(told.state._replace(won=(0, 0, 3, 0, 0)))
    told = told.do("play AS", "play 8S", "play 9S", "play TS", "play QS")
    assert GAME.outcome(told.state) is None
    assert told.legal == ("play 8C",)


def test_the_clock_has_no_actions() -> None:
    for told in (deal(), ordered(), trick("AS")):
        with pytest.raises(IllegalAction, match="no_clock"):
            GAME.apply(told.state, None, "play AS")


@covers("U3")
def test_a_deal_has_five_tricks_in_all() -> None:
    rng, told = random.Random(3), deal()
    while GAME.outcome(told.state) is None:
        told = told.do(rng.choice(told.legal))
    assert sum(seat["tricks"] for seat in told.view["taken"]) == 5
    assert told.view["cards"] == [0] * 5
