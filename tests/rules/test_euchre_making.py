"""Euchre: the deal, the making of trump, the dealer's exchange and the call of a partner."""

import pytest

from app.rules.base import Setup
from app.rules.euchre import GAME
from app.rules.ruleset import resolve
from tests.rules.euchre_deals import EXAMPLE, PASSED, Told, deal, ordered
from tests.rules.spec import covers

OPTIONS = resolve(GAME, "call-partner", {}).options
PACK = GAME.pack(OPTIONS, 5)


def called(told: Told) -> set[str]:
    """The cards that may be called."""
    return {action.removeprefix("call ") for action in told.legal if action != "alone"}


# The deal


@covers("U1", "pack=28")
def test_the_pack_is_the_28_cards_from_the_eights_up() -> None:
    assert len(PACK) == len(set(PACK)) == 28
    assert {card[0] for card in PACK} == set("AKQJT98")


@covers("pack=32")
def test_with_32_cards_there_are_sevens_and_seven_undealt_cards() -> None:
    told = deal(pack=32)
    assert {card[0] for card in GAME.pack(resolve(GAME, "call-partner", {"pack": 32}).options, 5)} == set("AKQJT987")
    assert told.view["talon"] == 6


@covers("U2", "UE17")
def test_five_hands_of_five_are_dealt_in_packets_of_two_and_three_from_the_dealers_left() -> None:
    setup = GAME.setup(OPTIONS, 5, 2, PACK)
    assert setup.hands[3] == (*PACK[0:2], *PACK[10:13])
    assert setup.hands[2] == (*PACK[8:10], *PACK[22:25])


@covers("U2", "R15")
def test_the_top_card_of_the_remaining_three_is_turned_up() -> None:
    setup = GAME.setup(OPTIONS, 5, 2, PACK)
    assert setup.rest == PACK[25:]
    assert Told(GAME.deal(OPTIONS, setup)).view["upcard"] == PACK[25]


@pytest.mark.parametrize(
    "setup",
    [
        Setup(5, tuple(PACK[at : at + 5] for at in range(0, 25, 5)), PACK[25:]),
        Setup(0, tuple(PACK[at : at + 5] for at in range(0, 20, 5)), PACK[20:]),
        Setup(0, (*(PACK[at : at + 5] for at in range(0, 20, 5)), PACK[:5]), PACK[25:]),
        Setup(0, (*(PACK[at : at + 5] for at in range(0, 20, 5)), ("2S", *PACK[21:25])), PACK[25:]),
        Setup(0, (*(PACK[at : at + 5] for at in range(0, 20, 5)), ("7S", *PACK[21:25])), PACK[25:]),
    ],
    ids=["dealer", "hands", "doubled", "unknown", "seven"],
)
def test_a_wrong_deal_is_refused(setup: Setup) -> None:
    with pytest.raises(ValueError, match=r"."):
        GAME.deal(OPTIONS, setup)


@pytest.mark.parametrize(("players", "cards"), [(4, PACK), (5, PACK[1:])])
def test_other_numbers_of_players_or_cards_are_refused(players: int, cards: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="five players and 28 cards"):
        GAME.setup(OPTIONS, players, 0, cards)


@covers("UE18")
@pytest.mark.parametrize("dealer", range(5))
def test_any_seat_may_deal_first(dealer: int) -> None:
    assert deal(dealer=dealer).view["dealer"] == dealer


# Round one


@covers("U6")
def test_the_player_left_of_the_dealer_decides_first_and_then_it_goes_clockwise() -> None:
    told = deal(dealer=3)
    assert told.turn == 4
    assert told.do("pass").turn == 0


@covers("U6", "CE-04")
def test_the_suit_of_the_turned_up_card_is_offered_in_round_one() -> None:
    told = deal()
    assert told.legal == ("order", "pass")
    assert told.do("pass", "order").view["trump"] == "D"


@covers("CE-04")
def test_whoever_accepts_is_the_maker_and_the_others_are_not_asked() -> None:
    told = deal().do("pass", "order")
    assert (told.view["maker"], told.view["how"], told.view["phase"], told.turn) == (1, "order", "swap", 4)


@covers("K4", "U6")
def test_the_dealer_speaks_last_and_may_order_himself() -> None:
    told = deal().do("pass", "pass", "pass", "pass")
    assert told.turn == 4
    assert told.may("order")
    assert told.may("pass")
    assert told.do("order").view["maker"] == 4


@covers("UE16")
def test_a_maker_needs_no_trump_in_hand() -> None:
    told = deal(hands=["AS KS QS AC KC"])
    assert told.do("order").view["maker"] == 0
    assert deal(hands=["AS KS QS AC KC"]).do(*PASSED).may("trump H")


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("trump D", "now_order"), ("swap 9C", "now_order"), ("keep", "now_order"), ("call AC", "now_order"),
        ("alone", "now_order"), ("play AS", "now_order"), ("order D", "malformed"), ("bid 14", "malformed"),
        ("", "malformed"), ("pass ", "malformed"),
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_round_one(action: str, why: str) -> None:
    assert deal().why(action) == why


# The dealer's exchange


@covers("U7", "UE4", "CE-05", "K13")
def test_the_dealer_may_swap_a_card_for_the_turned_up_card() -> None:
    told = deal(hands=["", "", "", "", "AC QC TC 9C 9S"]).do("pass", "order")
    assert told.legal == ("keep", "swap 9C", "swap 9S", "swap AC", "swap QC", "swap TC")
    assert told.do("swap 9C").private(4)["hand"] == ["9S", "KD", "AC", "QC", "TC"]


@covers("UE4", "CE-05", "dealer_pickup=optional")
def test_the_dealer_may_decline_and_the_turned_up_card_stays_out() -> None:
    told = deal(hands=["", "", "", "", "AC QC TC 9C 9S"]).do("pass", "order", "keep")
    assert told.private(4)["hand"] == ["9S", "AC", "QC", "TC", "9C"]
    assert told.view["exchanged"] is False


@covers("dealer_pickup=mandatory")
def test_the_dealer_must_take_the_turned_up_card_by_option() -> None:
    told = deal(hands=EXAMPLE, dealer_pickup="mandatory").do("pass", "order")
    assert not told.may("keep")
    assert told.why("keep") == "must_take_upcard (card=KD)"
    assert len(told.legal) == 5


@covers("K2")
def test_swapping_the_turned_up_card_for_itself_is_no_action() -> None:
    assert deal().do("order").why("swap KD") == "swap_upcard (card=KD)"


@covers("UE3", "K12")
def test_the_exchange_is_asked_after_every_order_and_before_the_call() -> None:
    for passes in range(5):
        told = deal().do(*["pass"] * passes, "order")
        assert (told.view["phase"], told.turn) == ("swap", 4)
        assert told.do("keep").view["phase"] == "call"
        assert told.do("keep").turn == passes


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("swap AS", "not_held (card=AS)"), ("swap 7C", "not_held (card=7C)"), ("swap", "malformed"),
        ("swap ??", "malformed"), ("swap 9C 9S", "malformed"), ("order", "now_swap"), ("call AC", "now_swap"),
        ("play 9C", "now_swap"), ("keep 9C", "malformed"),
    ],
)  # fmt: skip
def test_a_wrong_exchange_is_refused(action: str, why: str) -> None:
    assert deal(hands=EXAMPLE).do("order").why(action) == why


# Round two


@covers("U8", "CE-06")
def test_after_five_passes_the_card_is_turned_down() -> None:
    told = deal().do(*PASSED)
    assert (told.view["phase"], told.view["turned_down"], told.view["round"]) == ("trump", True, 2)


@covers("U9", "CE-06")
def test_round_two_begins_left_of_the_dealer_again_with_every_other_suit() -> None:
    told = deal().do(*PASSED)
    assert told.turn == 0
    assert told.legal == ("pass", "trump C", "trump H", "trump S")


@covers("U8", "CE-06")
def test_the_suit_turned_down_cannot_be_trump() -> None:
    assert deal().do(*PASSED).why("trump D") == "turned_down (suit=D)"


@covers("U8", "CE-06")
def test_the_dealer_exchanges_nothing_in_round_two() -> None:
    told = deal().do(*PASSED, "pass", "trump H")
    assert (told.view["phase"], told.turn, told.view["exchanged"]) == ("call", 1, None)


@covers("U9", "UE15", "CE-06", "stick_dealer=on")
def test_the_dealer_must_name_a_suit_when_nobody_else_does() -> None:
    told = deal().do(*PASSED, "pass", "pass", "pass", "pass")
    assert told.legal == ("trump C", "trump H", "trump S")
    assert told.why("pass") == "dealer_must_make"
    assert told.do("trump S").view["maker"] == 4


@covers("K9", "stick_dealer=off")
def test_by_option_the_dealer_may_pass_and_the_next_dealer_deals() -> None:
    told = deal(stick_dealer="off").do(*PASSED, *PASSED)
    outcome = GAME.outcome(told.state)
    assert outcome is not None
    assert (outcome.redeal, outcome.scores) == (True, {"points": (0, 0, 0, 0, 0)})
    assert GAME.next_dealer(told.state) == 0


@covers("K10", "no_trump_call=on")
def test_no_trump_may_be_named_in_round_two_by_option() -> None:
    told = deal(no_trump_call="on")
    assert told.legal == ("order", "pass")
    told = told.do(*PASSED)
    assert told.legal == ("pass", "trump C", "trump H", "trump N", "trump S")
    assert told.do("trump N").view["trump"] == "N"


@covers("no_trump_call=off")
def test_no_trump_is_refused_otherwise() -> None:
    assert deal().do(*PASSED).why("trump N") == "no_trump_off"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("order", "now_make"), ("trump", "malformed"), ("trump X", "malformed"), ("trump  H", "malformed"),
        ("trump h", "malformed"), ("keep", "now_make"), ("swap 9C", "now_make"), ("call AC", "now_make"),
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_round_two(action: str, why: str) -> None:
    assert deal().do(*PASSED).why(action) == why


# The call


@covers("U10", "CE-07", "callable=any")
def test_the_maker_calls_a_card_that_is_not_in_his_hand() -> None:
    told = ordered()
    assert told.turn == 1
    assert called(told) == set(PACK) - set(EXAMPLE[1].split())


@covers("UE5", "CE-07", "callable=any")
def test_trumps_and_bowers_may_be_called() -> None:
    assert ordered().may("call JD")
    assert ordered().may("call QD")


@covers("UE6", "CE-07", "call_own=forbidden")
def test_a_card_of_the_own_hand_may_not_be_called() -> None:
    assert ordered().why("call JC") == "partner_own_card (card=JC)"


@covers("call_own=allowed")
def test_a_card_of_the_own_hand_may_be_called_by_option_and_makes_nobody_the_partner() -> None:
    told = ordered(call_own="allowed")
    assert told.may("call JC")
    told = told.do("call JC")
    assert [told.private(seat)["role"] for seat in (0, 2, 3, 4)] == ["defender"] * 4


@covers("UE5", "K6", "callable=non_trump", "CE-07")
def test_trumps_the_left_bower_among_them_may_be_barred_from_the_call() -> None:
    told = ordered(callable="non_trump", hands=[EXAMPLE[0], "JC TD 9D AD 8H", *EXAMPLE[2:]])
    assert told.why("call JD") == "partner_trump (card=JD)"
    assert told.why("call JH") == "partner_trump (card=JH)"
    assert told.may("call AH")


@covers("callable=ace_only")
def test_the_call_may_be_for_aces_only() -> None:
    told = ordered(callable="ace_only")
    assert called(told) == {"AS", "AH", "AD", "AC"}
    assert told.why("call KD") == "partner_only_ace (card=KD)"


@covers("callable=ace_non_trump")
def test_the_call_may_be_for_aces_of_plain_suits_only() -> None:
    told = ordered(callable="ace_non_trump")
    assert called(told) == {"AS", "AH", "AC"}
    assert told.why("call AD") == "partner_trump (card=AD)"
    assert told.why("call KH") == "partner_only_ace (card=KH)"


@covers("UE7", "CE-07", "call_known_buried=forbidden")
def test_the_card_turned_down_may_not_be_called() -> None:
    told = deal(hands=EXAMPLE).do(*PASSED, "trump H")
    assert told.why("call KD") == "partner_out_of_play (card=KD)"


@covers("K1")
def test_a_turned_up_card_that_the_dealer_left_may_not_be_called() -> None:
    assert ordered("").why("call KD") == "partner_out_of_play (card=KD)"


@covers("UE7", "CE-08", "call_known_buried=forbidden")
def test_a_dealer_who_makes_trump_may_not_call_his_own_discard() -> None:
    told = deal(hands=EXAMPLE).do("pass", "pass", "pass", "pass", "order", "swap 9C")
    assert told.why("call 9C") == "partner_out_of_play (card=9C)"
    assert told.may("call AS")


@covers("UE7")
def test_a_dealer_who_makes_trump_may_not_call_the_card_he_took() -> None:
    told = deal(hands=EXAMPLE).do("pass", "pass", "pass", "pass", "order", "swap 9C")
    assert told.why("call KD") == "partner_own_card (card=KD)"


@covers("call_known_buried=allowed")
def test_cards_known_to_be_out_of_play_may_be_called_by_option() -> None:
    assert ordered("", call_known_buried="allowed").may("call KD")
    assert deal(hands=EXAMPLE, call_known_buried="allowed").do(*PASSED, "trump H").may("call KD")
    told = deal(hands=EXAMPLE, call_known_buried="allowed").do("pass", "pass", "pass", "pass", "order", "swap 9C")
    assert told.may("call 9C")


@covers("UE8", "K1", "CE-09")
def test_the_card_the_dealer_took_may_be_called_and_makes_him_the_partner() -> None:
    told = ordered()
    assert told.may("call KD")
    assert told.do("call KD").private(4)["role"] == "partner"


@covers("K3", "UE10", "CE-10")
def test_the_dealers_discard_may_be_called_by_a_maker_who_cannot_see_it() -> None:
    told = ordered()
    assert told.may("call 9C")
    assert [told.do("call 9C").private(seat)["role"] for seat in (0, 2, 3, 4)] == ["defender"] * 4


@covers("U19", "UE10")
@pytest.mark.parametrize("card", ["8D", "AD"])
def test_a_call_for_an_undealt_card_leaves_the_maker_alone(card: str) -> None:
    assert ordered().do(f"call {card}").state.contract.partner == -1


@covers("U11")
def test_the_holder_of_the_called_card_is_the_partner() -> None:
    assert ordered().do("call AC").state.contract.partner == 4


@covers("U18", "alone=on")
def test_the_maker_may_choose_no_partner() -> None:
    assert ordered().may("alone")
    assert ordered().do("alone").view["partner"] == {"seat": None, "alone": True}


@covers("alone=off")
def test_by_option_the_maker_must_call() -> None:
    assert ordered(alone="off").why("alone") == "alone_off"


@covers("K5", "alone=off")
def test_a_maker_who_has_nothing_to_call_plays_alone_whatever_the_option_says() -> None:
    hands = ["", "AS AH AC KD QD"]
    told = deal(hands=hands, upcard="8D", callable="ace_non_trump", alone="off").do("pass", "order", "keep")
    assert told.legal == ("alone",)
    assert told.may("alone")


@covers("K10")
def test_at_no_trump_every_ace_may_be_called_as_no_trump() -> None:
    told = deal(hands=EXAMPLE, no_trump_call="on", callable="non_trump").do(*PASSED, "pass", "trump N")
    assert {"JD", "AH", "AS", "AC"} <= called(told)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("call", "malformed"), ("call XX", "malformed"), ("call AC AC", "malformed"), ("call none", "malformed"),
        ("call 7C", "partner_not_in_pack (card=7C)"), ("alone AC", "malformed"), ("pass", "now_call"),
        ("play JC", "now_call"), ("trump H", "now_call"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_refused(action: str, why: str) -> None:
    assert ordered().why(action) == why


def test_other_seats_and_the_clock_are_refused_at_every_step() -> None:
    for told in (deal(), deal().do("order"), deal().do(*PASSED), ordered(), ordered().do("alone")):
        other = (told.turn + 1) % 5
        assert told.why("pass", other) == f"not_your_turn (seat={told.turn})"
