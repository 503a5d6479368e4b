"""Euchre: what everybody sees, and what one seat alone."""

import pytest

from app.rules.euchre import GAME
from tests.rules.euchre_deals import EXAMPLE, PASSED, Told, deal, finished, ordered, trick
from tests.rules.spec import covers

SECRET = {"seat": None, "alone": None}
NOBODY = {"seat": None, "alone": True}


def played_out(told: Told) -> Told:
    """The deal at its end, everybody having played the first legal card."""
    while GAME.outcome(told.state) is None:
        told = told.do(told.legal[0])
    return told


def test_a_view_has_the_same_fields_in_every_phase() -> None:
    phases = (
        deal(),
        deal().do("order"),
        deal().do(*PASSED),
        ordered(),
        ordered().do("alone"),
        finished((5, 0, 0, 0, 0)),
    )
    assert len({frozenset(told.view) for told in phases}) == 1
    assert len({frozenset(told.private(1)) for told in phases}) == 1


def test_nobodys_cards_are_public() -> None:
    others = [EXAMPLE[3], *EXAMPLE[1:3], EXAMPLE[0], EXAMPLE[4]]
    assert deal(hands=EXAMPLE).view == deal(hands=others).view


def test_each_seat_sees_its_own_hand_in_canonical_order() -> None:
    assert deal(hands=EXAMPLE).private(1)["hand"] == ["JH", "8H", "TD", "9D", "JC"]


@covers("UE1")
def test_the_hand_as_held_has_the_left_bower_among_the_trumps() -> None:
    assert deal(hands=EXAMPLE).private(1)["order"] == ["JH", "8H", "TD", "9D", "JC"]
    assert ordered().private(1)["order"] == ["JH", "TD", "9D", "8H", "JC"]


@covers("UE2")
def test_bowers_and_trumps_in_order_are_public_once_trump_is_made() -> None:
    assert (deal().view["bowers"], deal().view["trumps"]) == (None, None)
    view = ordered().view
    assert view["bowers"] == {"right": "JD", "left": "JH"}
    assert view["trumps"] == ["JD", "JH", "AD", "KD", "QD", "TD", "9D", "8D"]


@covers("K10")
def test_at_no_trump_the_views_name_no_bowers() -> None:
    view = deal(no_trump_call="on").do(*PASSED, "trump N").view
    assert (view["trump"], view["bowers"], view["trumps"]) == ("N", None, [])


def test_who_has_passed_is_told_round_by_round() -> None:
    told = deal().do("pass", "pass")
    assert (told.view["passed"], told.view["round"]) == ([0, 1], 1)
    told = told.do("pass", "pass", "pass", "pass")
    assert (told.view["passed"], told.view["round"]) == ([0], 2)


@covers("U7")
def test_that_the_dealer_took_the_card_is_public_and_what_he_gave_up_is_not() -> None:
    told = ordered()
    assert told.view["exchanged"] is True
    assert told.view["log"][-1] == [4, "swap ??"]
    assert ordered("9S").view == told.view


def test_the_discard_is_seen_by_the_dealer_alone_and_by_all_at_the_end() -> None:
    told = ordered()
    assert [told.private(seat)["discard"] for seat in range(5)] == [None, None, None, None, "9C"]
    assert played_out(told.do("alone")).view["outcome"]["discard"] == "9C"


def test_the_maker_is_public_and_has_its_role_at_once() -> None:
    told = ordered()
    assert (told.view["maker"], told.view["how"]) == (1, "order")
    assert [told.private(seat)["role"] for seat in range(5)] == [None, "maker", None, None, None]


@covers("U11", "UE21", "CE-17")
def test_the_partner_knows_it_and_nobody_else() -> None:
    told = ordered().do("call AC")
    assert [told.private(seat)["role"] for seat in range(5)] == ["defender", "maker", "defender", "defender", "partner"]
    assert told.view["partner"] == SECRET
    assert told.view["sides"] is None
    assert told.private(1)["alone"] is None


@covers("U11", "CE-17")
def test_the_partner_becomes_known_when_the_called_card_is_played() -> None:
    told = trick("8C 9H", "TH 9S", "QS TS", "KC KH", "AC AS", call="AC").do("play 8C", "play TH", "play QS", "play KC")
    assert told.view["partner"] == SECRET
    told = told.do("play AC")
    assert told.view["partner"] == {"seat": 4, "alone": False}
    assert told.view["sides"] == {"attackers": 1, "defenders": 0}


@covers("UE8", "CE-09")
def test_a_called_card_that_the_dealer_took_makes_him_known_to_all_at_once() -> None:
    told = ordered().do("call KD")
    assert told.view["partner"] == {"seat": 4, "alone": False}


@covers("UE8")
def test_it_is_still_the_card_that_has_been_called() -> None:
    told = played_out(ordered().do("call KD"))
    assert (told.view["call"], told.view["outcome"]["partner"]) == ("KD", 4)


@covers("UE9", "CE-10", "U19")
@pytest.mark.parametrize("card", ["9C", "AD"])
def test_a_buried_call_is_told_to_nobody_the_maker_included(card: str) -> None:
    told = ordered().do(f"call {card}")
    assert told.view["partner"] == SECRET
    assert told.private(1)["alone"] is None
    held = ordered().do("call AC")
    assert told.private(1) == held.private(1)
    assert {**told.view, "call": "", "log": []} == {**held.view, "call": "", "log": []}


@covers("UE9")
def test_a_buried_call_shows_at_the_end() -> None:
    told = played_out(ordered().do("call 9C"))
    assert told.view["partner"] == NOBODY
    assert told.view["outcome"]["alone"] is True
    assert told.private(1)["alone"] is True


@covers("UE9")
def test_it_shows_when_all_four_others_have_failed_to_follow_the_called_suit() -> None:
    hands = ("8H KH", "9C KC", "8S KS", "9S QS", "TS JS")
    told = trick(*hands, maker=1, leader=1, call="AC").do("play 9C", "play 8S", "play 9S", "play TS")
    assert told.view["partner"] == SECRET
    told = told.do("play 8H")
    assert told.view["partner"] == NOBODY
    assert told.private(1)["alone"] is True


@covers("UE9")
def test_a_failure_to_follow_another_suit_shows_nothing() -> None:
    hands = ("8H KH", "9C KC", "8S KS", "9S QS", "TS JS")
    told = trick(*hands, maker=1, leader=1, call="AH").do("play 9C", "play 8S", "play 9S", "play TS", "play 8H")
    assert told.view["partner"] == SECRET


@covers("UE9", "UE1")
def test_the_called_left_bower_is_missed_when_trumps_are_led() -> None:
    hands = ("8H KH", "9D KC", "8S KS", "9S QS", "TS JS")
    told = trick(*hands, maker=1, leader=1, call="JH").do("play 9D", "play 8S", "play 9S", "play TS", "play 8H")
    assert told.view["partner"] == NOBODY


@covers("UE9")
def test_it_shows_when_no_other_seat_has_a_card_left() -> None:
    told = trick("8H", "9C", "8S", "9S", "TS", maker=1, leader=2, call="AD").do("play 8S", "play 9S", "play TS")
    assert told.view["partner"] == SECRET
    told = told.do("play 8H")
    assert (told.view["partner"], told.turn) == (NOBODY, 1)


@covers("UE9")
def test_a_dealer_with_nothing_but_the_card_he_took_is_seen_not_to_hold_the_called_one() -> None:
    hands = ("8H", "9C AH", "8S", "9S", "TS KD")
    told = trick(*hands, maker=1, leader=1, call="AD", taken="KD")
    told = Told(told.state._replace(without=0b01111))
    told = told.do("play 9C", "play 8S", "play 9S")
    assert told.view["partner"] == SECRET
    assert told.do("play TS").view["partner"] == NOBODY


@covers("call_own=allowed")
def test_an_own_called_card_is_known_to_the_maker_and_shows_when_it_is_played() -> None:
    told = ordered(call_own="allowed").do("call JC")
    assert (told.view["partner"], told.private(1)["alone"]) == (SECRET, True)
    assert told.private(0)["alone"] is None
    assert told.do("play AS", "play JC").view["partner"] == NOBODY


@covers("call_known_buried=allowed")
def test_a_called_card_that_lies_open_out_of_play_makes_the_maker_alone_before_all() -> None:
    assert ordered("", call_known_buried="allowed").do("call KD").view["partner"] == NOBODY
    told = deal(hands=EXAMPLE, call_known_buried="allowed").do(*PASSED, "trump H", "call KD")
    assert told.view["partner"] == NOBODY


@covers("call_known_buried=allowed")
def test_the_own_discard_of_a_dealer_who_makes_trump_is_known_to_him_alone() -> None:
    told = deal(hands=EXAMPLE, call_known_buried="allowed").do("pass", "pass", "pass", "pass", "order", "swap 9C")
    told = told.do("call 9C")
    assert (told.view["partner"], told.private(4)["alone"]) == (SECRET, True)


@covers("call_own=allowed")
def test_a_dealer_who_calls_the_card_he_took_is_alone_before_all() -> None:
    told = deal(hands=EXAMPLE, call_own="allowed").do("pass", "pass", "pass", "pass", "order", "swap 9C", "call KD")
    assert told.view["partner"] == NOBODY


@covers("UE9")
def test_a_dealer_whose_discard_is_called_is_told_nothing_he_cannot_see_himself() -> None:
    told = ordered().do("call 9C")
    assert (told.private(4)["role"], told.private(4)["alone"]) == ("defender", None)


def test_the_trick_on_the_table_and_the_last_one_are_shown() -> None:
    told = trick("9S 8C", "TS 8H", "AS 9H", "KS TH", "QS QH", trump="D").do("play 9S", "play TS")
    assert told.view["trick"] == {"number": 4, "leader": 0, "plays": [[0, "9S"], [1, "TS"]], "suit": "S", "winning": 1}
    told = told.do("play AS", "play KS", "play QS")
    assert told.view["trick"] == {"number": 5, "leader": 2, "plays": [], "suit": None, "winning": None}
    assert told.view["last"] == {
        "number": 4, "leader": 0, "plays": [[0, "9S"], [1, "TS"], [2, "AS"], [3, "KS"], [4, "QS"]],
        "suit": "S", "winner": 2,
    }  # fmt: skip
    assert told.view["taken"] == [{"tricks": 0}, {"tricks": 0}, {"tricks": 1}, {"tricks": 0}, {"tricks": 0}]


def test_the_end_of_a_deal_shows_how_it_came_about() -> None:
    told = played_out(ordered().do("call AC"))
    outcome = told.view["outcome"]
    assert outcome["hands"][4] == ["9S", "AC", "TC", "9C", "8C"]
    assert (outcome["maker"], outcome["how"], outcome["trump"], outcome["call"]) == (1, "order", "D", "AC")
    assert (outcome["partner"], outcome["alone"], outcome["upcard"], outcome["exchanged"]) == (4, False, "KD", True)
    assert sorted(outcome["talon"]) == ["8D", "AD"]
    assert outcome["taken"] == outcome["tricks"][1] + outcome["tricks"][4]
    assert outcome["made"] == (outcome["taken"] >= 3)


def test_a_deal_thrown_in_shows_no_hands() -> None:
    told = deal(stick_dealer="off").do(*PASSED, *PASSED)
    assert told.view["outcome"] == {"redeal": True, "why": "all_passed", "scores": [0, 0, 0, 0, 0]}
    assert told.view["passed"] == [0, 1, 2, 3, 4]
    assert len(told.private(2)["hand"]) == 5
