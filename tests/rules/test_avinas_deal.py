"""Avinas: the cards, the deal, and which of the two games it brings."""

import pytest

from app.rules.avinas import GAME
from app.rules.avinas.deck import BIT, PACK_32, PLAIN, STRENGTHS, mask_of, points, trump_order
from app.rules.base import Setup
from tests.rules.avinas_deals import deal, options_of, quiet, trick, turned, winner
from tests.rules.spec import covers

LAST_SEVEN = ("7C KD 7H 9S", "AC 7S TD 8H")


@covers("F1")
def test_the_pack_is_32_cards_from_ace_to_seven_for_four_players() -> None:
    pack = GAME.pack(options_of(), 4)
    assert (len(pack), len(set(pack))) == (32, 32)
    assert {card[0] for card in pack} == set("AKQJT987")
    assert GAME.seats == (4, 4)


@covers("F2", "C1", "AV-01")
def test_the_trumps_stand_in_the_order_of_the_example() -> None:
    assert " ".join(trump_order("H")) == "QC 7H QS QH QD JC JS JH JD AH TH KH 9H 8H"


@covers("F2", "AV-01")
def test_the_seven_of_trumps_loses_only_to_the_queen_of_clubs() -> None:
    strength = STRENGTHS["H"][0]
    assert strength[BIT["QC"]] > strength[BIT["7H"]] > strength[BIT["QS"]]
    assert strength[BIT["8H"]] > STRENGTHS["H"][PLAIN["S"]][BIT["AS"]]


@covers("F6", "C1")
def test_the_ten_of_hearts_and_the_diamonds_are_no_trumps_by_themselves() -> None:
    assert not {"TH", "AD", "TD"} & set(trump_order("S"))


@covers("F3", "AV-01")
def test_a_plain_suit_stands_in_the_order_ace_ten_king_nine_eight_seven() -> None:
    strength = STRENGTHS["H"][PLAIN["S"]]
    assert sorted(("TS", "7S", "9S", "AS", "8S", "KS"), key=lambda card: -strength[BIT[card]]) == [
        "AS", "TS", "KS", "9S", "8S", "7S",
    ]  # fmt: skip


@covers("F4", "C2")
@pytest.mark.parametrize("trump", "SHDC")
def test_queens_and_jacks_are_trumps_whatever_suit_is_trump(trump: str) -> None:
    assert {rank + suit for rank in "QJ" for suit in "SHDC"} < set(trump_order(trump))
    assert len(trump_order(trump)) == 14


@covers("C2")
def test_a_queen_does_not_follow_the_suit_printed_on_it() -> None:
    told = trick(2, "AH", "QH 9S", trump="C", plain_follow="suit_first").do("play AH")
    assert told.cards == {"QH", "9S"}


@covers("F5")
def test_the_card_points_are_120() -> None:
    assert points(mask_of(PACK_32)) == 120
    assert [points(BIT[rank + "S"]) for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]


@covers("F7", "C4")
def test_two_packets_of_four_are_dealt_from_the_dealers_left() -> None:
    setup = GAME.setup(options_of(), 4, 2, PACK_32)
    assert setup.hands[3] == (*PACK_32[0:4], *PACK_32[16:20])
    assert setup.hands[2] == (*PACK_32[12:16], *PACK_32[28:32])
    assert setup.rest == ()


@covers("R15")
def test_nothing_is_left_after_the_deal() -> None:
    hands = [list(hand) for hand in GAME.setup(options_of(), 4, 0, PACK_32).hands]
    with pytest.raises(ValueError, match="no more are needed"):
        GAME.deal(options_of(), Setup(0, tuple(map(tuple, hands)), ("AS",)))


@pytest.mark.parametrize(
    "setup",
    [
        Setup(4, tuple(PACK_32[at : at + 8] for at in range(0, 32, 8)), ()),
        Setup(0, tuple(PACK_32[at : at + 8] for at in range(0, 24, 8)), ()),
        Setup(0, (*(PACK_32[at : at + 8] for at in range(0, 24, 8)), PACK_32[:8]), ()),
        Setup(0, (*(PACK_32[at : at + 8] for at in range(0, 24, 8)), ("2S", *PACK_32[25:])), ()),
    ],
    ids=["dealer", "hands", "doubled", "unknown"],
)
def test_a_wrong_deal_is_refused(setup: Setup) -> None:
    with pytest.raises(ValueError, match=r"."):
        GAME.deal(options_of(), setup)


def test_other_numbers_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="four players"):
        GAME.setup(options_of(), 5, 0, PACK_32)


@covers("F7", "C3")
def test_each_seats_fourth_and_eighth_card_are_turned_up() -> None:
    hands = [PACK_32[at : at + 8] for at in range(0, 32, 8)]
    assert deal(hands=hands).view["exposed"] == [["JS", "7S"], ["JH", "7H"], ["JD", "7D"], ["JC", "7C"]]


@covers("F8")
def test_a_seven_turned_up_brings_the_game_with_a_declarer_and_none_the_bidding() -> None:
    assert turned(*LAST_SEVEN).view["game"] == 1
    assert turned("AC KD AH 9S", "TC AS TD 8H").view["game"] == 2


@covers("F8")
def test_a_seven_that_is_not_turned_up_decides_nothing() -> None:
    assert quiet("7S 7H 7D 7C").view["phase"] == "bidding"


@covers("F9", "C4", "AV-02")
def test_of_several_sevens_the_one_dealt_last_makes_trump_and_declarer() -> None:
    view = turned(*LAST_SEVEN).view
    assert (view["trump"], view["declarer"], view["sevens"]) == ("S", 1, 3)
    assert view["decisive"] == {"seat": 1, "card": "7S"}


@covers("F9", "C4", "AV-03")
def test_a_seven_of_the_second_round_is_later_than_the_dealers_of_the_first() -> None:
    view = turned("AC KD AH 7D", "7C AS TD 8H").view
    assert (view["trump"], view["declarer"], view["sevens"]) == ("C", 0, 2)


@covers("F9", "C4")
def test_within_a_round_the_dealer_is_dealt_to_last() -> None:
    assert turned("7C KD AH 7D", "AC AS TD 8H", dealer=3).view["trump"] == "D"
    assert turned("7C KD AH 7D", "AC AS TD 8H", dealer=0).view["trump"] == "C"


@covers("C3", "V16")
def test_where_the_dealers_side_shows_sevens_only_its_other_cards_stay_hidden() -> None:
    view = turned(*LAST_SEVEN, preset="pagat").view
    assert view["exposed"] == [["7C", "AC"], ["7S"], ["7H", "TD"], []]
    assert (view["trump"], view["sevens"]) == ("S", 3)


@covers("V16")
def test_what_is_turned_up_has_no_effect_on_what_is_legal() -> None:
    one, other = turned(*LAST_SEVEN), turned(*LAST_SEVEN, exposed="dealer_side_only_sevens")
    for _ in range(12):
        assert one.legal == other.legal
        one, other = one.do(one.legal[-1]), other.do(other.legal[-1])


@covers("F13", "F14")
def test_the_highest_trump_takes_the_trick() -> None:
    told = trick(1, "7C", "QC", "QS", "JD").do("play 7C", "play QC", "play QS", "play JD")
    assert winner(told) == 1
