"""Auction: players, packs, the deal, the first card of the pile."""

import random
from collections import Counter

import pytest

from app.rules.auction import GAME
from app.rules.base import settle
from tests.rules.auction_deals import deal, options, setup
from tests.rules.spec import covers


@covers("S1", "D28")
def test_two_to_six_play() -> None:
    assert GAME.seats == (2, 6)


@covers("S2", "packs=by_players")
@pytest.mark.parametrize(("players", "cards"), [(2, 54), (3, 54), (4, 108), (6, 108)])
def test_up_to_three_play_with_one_pack_and_two_jokers_more_with_two(players: int, cards: int) -> None:
    assert len(GAME.pack(options(), players)) == cards


@covers("packs=always_108")
def test_two_may_play_with_two_packs() -> None:
    pack = Counter(GAME.pack(options(packs="always_108"), 2))
    assert pack["JK"] == 4
    assert set(pack.values()) == {2, 4}


@covers("AU-01", "S3", "S4", "hand_size=10")
@pytest.mark.parametrize(("players", "stock"), [(2, 33), (3, 23), (4, 67), (5, 57), (6, 47)])
def test_ten_cards_each_one_turned_up_and_the_rest_is_the_stock(players: int, stock: int) -> None:
    view = deal(players=players).view
    assert (view["cards"], len(view["pile"]), view["stock"]) == ([10] * players, 1, stock)


@covers("hand_size=8", "hand_size=12", "X17")
@pytest.mark.parametrize(("size", "stock"), [(8, 59), (12, 35)])
def test_hands_of_eight_or_twelve_may_be_dealt_to_six(size: int, stock: int) -> None:
    view = deal(players=6, hand_size=size).view
    assert (view["cards"], view["stock"]) == ([size] * 6, stock)


@covers("R15")
def test_the_first_of_the_rest_is_the_first_card_of_the_pile() -> None:
    told = deal(rest="AS KD 7C")
    assert told.pile == "AS"
    assert told.do("close").pile == "AS KD"


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    pack = GAME.pack(options(), 3)
    dealt = GAME.setup(options(), 3, 2, pack)
    assert dealt.hands[0][:2] == (pack[0], pack[3])
    assert dealt.hands[2][0] == pack[2]
    assert dealt.rest == pack[30:]


def test_a_hand_is_held_in_canonical_order() -> None:
    assert deal("JK 3C AS 9D 9S 3H KS TC 4D QS").hand(0) == "AS KS QS 9S 3H 9D 4D TC 3C JK"


@covers("D13", "X16", "first_card_joker=replace")
def test_a_joker_on_top_of_the_stock_is_an_error() -> None:
    with pytest.raises(ValueError, match="joker"):
        deal(rest="JK 2C")


@covers("D13")
def test_the_shuffle_puts_a_joker_on_top_of_the_stock_back_at_a_random_place_below() -> None:
    found = set()
    for seed in range(40):
        pack = list(GAME.pack(options(), 2))
        pack.remove("JK")
        pack.insert(20, "JK")
        settle(GAME, options(), 2, pack, random.Random(seed).randrange)
        assert pack[20] != "JK"
        found.add(pack.index("JK"))
    assert len(found) > 10
    assert min(found) > 20


@covers("X16", "first_card_joker=keep")
def test_a_joker_may_be_kept_as_the_first_card() -> None:
    told = deal(rest="JK 2C", first_card_joker="keep")
    assert told.view["phase"] == "auction"
    assert GAME.misplaced(options(first_card_joker="keep"), 3, ["JK"] * 54) is None


@covers("X16", "first_card_joker=ends_deal")
def test_a_joker_as_the_first_card_may_end_the_deal_at_once_for_five_points() -> None:
    told = deal("AS KS QS JS TS", "KH 9D", "KD TH", rest="JK 2C", first_card_joker="ends_deal")
    assert sum(told.points) == 5
    assert told.facts["why"] == "joker"


@pytest.mark.parametrize(
    ("players", "size", "why"), [(7, 10, "2 to 6"), (1, 10, "2 to 6"), (3, 9, "hands of 10"), (2, 10, "54|33|34")]
)
def test_a_setup_of_another_shape_is_refused(players: int, size: int, why: str) -> None:
    good = setup(players=min(max(players, 2), 6))
    hands = tuple(hand[:size] for hand in good.hands) * 2
    wrong = good._replace(hands=hands[:players], rest=good.rest[: 10 if players == 2 else None])
    with pytest.raises(ValueError, match=why):
        GAME.deal(options(), wrong)


def test_a_pack_of_another_size_is_not_dealt() -> None:
    with pytest.raises(ValueError, match="3 players need 54 cards"):
        GAME.setup(options(), 3, 0, GAME.pack(options(), 4))


@covers("R16")
def test_the_deal_passes_to_the_left() -> None:
    told = deal(rest="JK", dealer=2, first_card_joker="ends_deal")
    assert GAME.next_dealer(told.state) == 0
