"""Mighty: what everybody sees, and what one seat alone."""

from typing import Any

import pytest

from app.rules.mighty import GAME
from tests.rules.mighty_deals import Told, deal, declared, finished, trick
from tests.rules.spec import covers

HAND = "KH QH JH TH 9H 8H 7H 6H 5H 4H"
KITTY = "AS AD JK"
ROW = ("2D 3S", "3D 4S", "4D 5S", "5D 6S", "6D 7S")
"""Two cards each; the second seat has the highest diamond but three."""


def begun(call: str = "friend AC") -> Told:
    """Seat 0 has 20 hearts, has buried three hearts and called the ace of clubs of seat 3."""
    return declared("20 H", hands=[HAND, "", "", "AC"], kitty=KITTY).do("discard 6H 5H 4H", call)


def swapped(told: Told, one: int, two: int) -> Told:
    """The same deal with the hands of two seats exchanged, as far as they were dealt."""
    frame = told.state.frame
    hands = list(frame.hands)
    hands[one], hands[two] = hands[two], hands[one]
    return Told(told.state._replace(frame=frame._replace(hands=tuple(hands))))


def test_a_view_has_the_same_fields_in_every_phase() -> None:
    bidding, exchanging = deal(), declared()
    over = finished([13, 0, 7])
    fields = set(bidding.view)
    assert {frozenset(told.view) for told in (bidding, exchanging, begun(), over)} == {frozenset(fields)}


def test_nobodys_cards_are_public() -> None:
    assert swapped(deal(), 0, 3).view == deal().view


def test_each_seat_sees_its_own_hand_in_canonical_order() -> None:
    assert deal(hands=["JK 2C AD 3H AS 4H 5H 6H 7H 8H"]).private(0)["hand"] == [
        "AS", "8H", "7H", "6H", "5H", "4H", "3H", "AD", "2C", "JK",
    ]  # fmt: skip


@covers("B4")
def test_the_kitty_is_seen_by_the_declarer_alone() -> None:
    told = declared(hands=[HAND], kitty=KITTY)
    assert told.private(0)["kitty"] == ["AS", "AD", "JK"]
    assert all(told.private(seat)["kitty"] == [] for seat in range(1, 5))
    assert "JK" not in str(told.view)


@covers("B4")
def test_a_discard_is_hidden_in_the_log() -> None:
    assert begun().view["log"][-2] == [0, "discard ?? ?? ??"]


@covers("B4")
def test_the_buried_cards_are_seen_by_the_declarer_alone_and_by_all_at_the_end() -> None:
    told = begun()
    assert told.private(0)["buried"] == ["6H", "5H", "4H"]
    assert all(told.private(seat)["buried"] == [] for seat in range(1, 5))
    assert finished([13, 0, 7], buried="6H 5H 4H").view["outcome"]["buried"] == ["6H", "5H", "4H"]


def test_the_numbers_of_cards_show_who_has_picked_up_the_kitty() -> None:
    told = declared(hands=[HAND], kitty=KITTY)
    assert (told.view["cards"], told.view["kitty"]) == ([13, 10, 10, 10, 10], 0)
    assert told.do("discard 6H 5H 4H").view["cards"] == [10] * 5
    assert (deal().view["cards"], deal().view["kitty"]) == ([10] * 5, 3)


def test_the_trump_is_unknown_until_it_is_named() -> None:
    told = declared("15", "english")
    assert (told.view["contract"]["trump"], told.view["specials"]) == (None, None)
    assert told.do("trump S").view["specials"] == {"mighty": "AD", "ripper": "3C"}


@covers("J15", "E9")
def test_the_friend_knows_it_and_nobody_else() -> None:
    told = begun()
    assert [told.private(seat)["role"] for seat in range(5)] == [
        "declarer",
        "defender",
        "defender",
        "friend",
        "defender",
    ]
    assert told.view["friend"] == {"call": "AC", "seat": None, "alone": None}
    assert told.view["sides"] is None


@covers("A10")
def test_a_declarer_who_called_an_own_card_knows_to_be_alone() -> None:
    assert begun("friend KH").private(0)["alone"] is True
    assert begun("friend 6H").private(0)["alone"] is True
    assert begun().private(0)["alone"] is False
    assert begun("friend KH").private(1) == begun().private(1)


@covers("A28", "B21")
def test_the_friend_is_public_when_the_called_card_is_played() -> None:
    told = trick(2, "2D 3S", "KD 4S", "4D 5S", "5D 6S", "6D 7S", call="KD").do("play 2D")
    assert told.view["friend"]["seat"] is None
    assert told.do("play KD").view["friend"] == {"call": "KD", "seat": 1, "alone": False}


@covers("A28", "J32", "MJ-17")
def test_the_friend_is_public_after_winning_a_point_card() -> None:
    told = trick(3, "2S 3H", "3S 4H", "KS QD", "TS 6H", "5S 7H", call="QD")
    told = told.do("play 2S", "play 3S", "play KS", "play TS", "play 5S")
    assert told.view["friend"]["seat"] == 2
    assert told.view["sides"] == {"declarer": 2, "others": 0}


@covers("A28", "J32")
def test_a_trick_without_point_cards_shows_nobody() -> None:
    told = trick(3, "2S 3H", "3S 4H", "9S QD", "8S 6H", "5S 7H", call="QD")
    assert told.do("play 2S", "play 3S", "play 9S", "play 8S", "play 5S").view["friend"]["seat"] is None


@covers("B21", "M17")
@pytest.mark.parametrize("given", [{"preset": "english"}, {"friend_shown_by_points": "off"}])
def test_point_cards_show_nobody_where_the_option_is_off(given: dict[str, Any]) -> None:
    told = trick(3, "2S 3H", "3S 4H", "KS QD", "TS 6H", "5S 7H", call="QD", **given)
    assert told.do("play 2S", "play 3S", "play KS", "play TS", "play 5S").view["friend"]["seat"] is None


@covers("B21")
def test_a_declarer_who_calls_nobody_is_alone_at_once() -> None:
    told = trick(1, "2D 3S", call="none", preset="english")
    assert told.view["friend"] == {"call": "none", "seat": None, "alone": True}
    assert told.view["sides"] == {"declarer": 0, "others": 0}


def test_an_own_called_card_shows_the_declarer_alone_when_it_is_played() -> None:
    told = trick(2, "KD 3S", "3D 4S", call="KD")
    assert told.view["friend"]["alone"] is None
    assert told.do("play KD").view["friend"] == {"call": "KD", "seat": None, "alone": True}


@covers("A10")
def test_a_buried_called_card_shows_nothing_before_the_end() -> None:
    hands = ("AD 3S", "3D 4S", "4D 5S", "5D 6S", "6D 7S")
    told = trick(9, *hands, call="KD", buried="KD QD 2C")
    told = told.do("play AD", "play 3D", "play 4D", "play 5D", "play 6D")
    assert told.view["friend"] == {"call": "KD", "seat": None, "alone": None}
    assert told.view["sides"] is None
    over = told.do("play 3S", "play 4S", "play 5S", "play 6S", "play 7S")
    assert over.view["friend"] == {"call": "KD", "seat": None, "alone": True}


def test_nobody_knows_its_side_while_the_first_trick_decides_it() -> None:
    told = trick(1, *ROW, call="first", preset="english")
    assert [told.private(seat)["role"] for seat in range(5)] == ["declarer", None, None, None, None]
    after = told.do("play 2D", "play 3D", "play 4D", "play 5D", "play 6D")
    assert [after.private(seat)["role"] for seat in range(5)] == ["declarer"] + ["defender"] * 3 + ["friend"]


@covers("J33")
def test_point_cards_lie_open_before_the_seat_that_won_them() -> None:
    told = trick(3, "2S 3H", "3S 4H", "KS QD", "TS 6H", "5S 7H")
    told = told.do("play 2S", "play 3S", "play KS", "play TS", "play 5S")
    assert told.view["taken"][2] == {"tricks": 1, "points": 2, "cards": ["KS", "TS"]}
    assert told.view["taken"][0] == {"tricks": 0, "points": 0, "cards": []}


@covers("J32")
def test_points_by_side_never_hold_buried_ones_before_the_end() -> None:
    told = trick(3, "2S 3H", "3S 4H", "KS QD", "TS 6H", "5S 7H", buried="AC KC QC")
    told = told.do("play 2S", "play 3S", "play KS", "play TS", "play 5S")
    assert told.view["sides"] == {"declarer": 0, "others": 2}


def test_the_trick_on_the_table_tells_what_was_named() -> None:
    told = trick(4, "JK 2C", "AD 3H").do("play JK D")
    assert told.view["trick"] == {
        "number": 4, "leader": 0, "plays": [[0, "JK", "D"]], "suit": "D", "call": False, "winning": 0,
    }  # fmt: skip
    called = trick(4, "3C 2C", "AD 3H").do("play 3C")
    assert called.view["trick"] == {
        "number": 4, "leader": 0, "plays": [[0, "3C", "call"]], "suit": "C", "call": True, "winning": 0,
    }  # fmt: skip


def test_whose_card_takes_the_trick_as_it_lies_is_shown() -> None:
    told = trick(4, "TS 2C", "KS 4C", "3D 5C", "JK 6C", "AS 7C", trump="D")
    assert told.view["trick"]["winning"] is None
    shown = []
    for play in ("play TS", "play KS", "play 3D", "play JK"):
        told = told.do(play)
        shown.append(told.view["trick"]["winning"])
    assert shown == [0, 1, 2, 3]


def test_a_called_joker_takes_nothing_as_it_lies() -> None:
    told = trick(4, "3C 2D", "JK 3D", "4C 4D", trump="H").do("play 3C", "play JK")
    assert told.view["trick"]["winning"] == 0
    assert told.do("play 4C").view["trick"]["winning"] == 2


def test_a_joker_without_power_that_nobody_follows_leaves_the_next_card_as_led() -> None:
    told = trick(10, "JK", "3D", "4D", "2C", "2S", trump="H").do("play JK H")
    assert told.view["trick"]["winning"] == 0
    assert told.do("play 3D").view["trick"]["winning"] == 1
    assert told.do("play 3D", "play 4D").view["trick"]["winning"] == 2


def test_the_last_trick_stays_on_view() -> None:
    told = trick(3, "2S 3H", "3S 4H", "KS QD", "TS 6H", "5S 7H")
    told = told.do("play 2S", "play 3S", "play KS", "play TS", "play 5S")
    assert told.view["last"] == {
        "number": 3, "leader": 0, "plays": [[0, "2S"], [1, "3S"], [2, "KS"], [3, "TS"], [4, "5S"]],
        "suit": "S", "call": False, "winner": 2, "points": 2,
    }  # fmt: skip


@covers("A27")
def test_the_turn_tells_nothing_about_a_partner_who_is_not_public() -> None:
    plays = ("play 9D", "play 5D", "play 6D", "play 7D", "play 2D")
    hands = ("2D 3D 4D", "9D KD 3C", "5D 2S 3S", "6D 4S 5S", "7D 6S 7S")
    given = {"bid": 20, "trump": "N", "leader": 1}
    friend = trick(5, *hands, call="KD", **given).do(*plays)
    nobody = trick(5, *hands, call="AC", **given).do(*plays)
    assert friend.view["turn"] == nobody.view["turn"] == [1]


@covers("R4")
def test_a_seat_sees_whether_it_may_claim_a_misdeal() -> None:
    told = deal(hands=["AS TS 2S 3S 4S 5S 6S 7S 8S 9S"], misdeal_claim="le_half")
    assert [told.private(seat)["misdeal"] for seat in range(2)] == [True, False]
    assert "misdeal" not in told.view


def test_a_deal_thrown_in_shows_no_hands() -> None:
    told = deal(all_pass="redeal").do(*["pass"] * 5)
    assert swapped(deal(all_pass="redeal"), 0, 3).do(*["pass"] * 5).view == told.view
    assert told.view["phase"] == "over"


def test_the_end_of_a_deal_shows_how_it_came_about() -> None:
    told = finished([7, 6, 5], bid=14, buried="QH KH 4D", call="none")
    assert {key: value for key, value in told.view["outcome"].items() if key not in ("hands", "kitty")} == {
        "redeal": False, "why": None, "made": True, "bid": 14, "bid_suit": "H", "number": 14, "trump": "H",
        "declarer": 0, "friend": 1, "alone": False, "call": "none", "taken": 15, "points": [7, 6, 5, 0, 0],
        "buried_points": 2, "buried": ["KH", "QH", "4D"], "scoring": "multiple", "share": 2,
        "doubled": None, "factor": 1, "scores": [4, 2, -2, -2, -2],
    }  # fmt: skip


def test_the_hands_as_dealt_are_shown_at_the_end() -> None:
    told = begun()
    while GAME.outcome(told.state) is None:
        told = told.do(told.legal[0])
    assert told.view["outcome"]["hands"][0] == HAND.split()
    assert told.view["outcome"]["kitty"] == KITTY.split()


def test_a_spectators_view_needs_no_seat() -> None:
    assert begun().view == GAME.public_view(begun().state)


def test_legal_actions_are_for_the_seat_in_turn_alone() -> None:
    told = begun()
    assert [bool(GAME.legal(told.state, seat)) for seat in range(5)] == [True, False, False, False, False]
