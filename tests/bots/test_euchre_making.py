"""What the Euchre bot makes trump, gives up and calls, one situation each. Seat 0 decides, seat 4 deals."""

from random import Random
from typing import Any

import pytest

from app.bots import choose
from app.rules.euchre.deck import NAMES

RULESET = "euchre/call-partner@1"
STRONG = "JD JH AD 9D AS"
WEAK = "9S 8S TH 9C 8C"


def decide(hand: str, legal: list[str], phase: str, ruleset: str = RULESET, **public: Any) -> str:
    """The bot's action before the play; ``public``: what else everybody sees."""
    view = {
        "public": {"phase": phase, "upcard": "KD", "dealer": 4, "exchanged": None, "trump": None, **public},
        "private": {"seat": 0, "legal": legal, "choose": None, "deal": {"hand": hand.split(), "role": None}},
        "ruleset": ruleset,
    }
    return choose("euchre", view, Random(1))


def order(hand: str, **public: Any) -> str:
    """Order up or pass."""
    return decide(hand, ["order", "pass"], "order", **public)


def call(hand: str, ruleset: str = RULESET, alone: bool = True, **public: Any) -> str:
    """The call under diamonds, where every card of others may be called."""
    legal = [f"call {card}" for card in NAMES if card not in hand.split() and card[0] != "7"]
    given = {"trump": "D", "exchanged": True, **public}
    return decide(hand, [*(["alone"] if alone else []), *legal], "call", ruleset, **given)


def test_a_strong_hand_orders_up() -> None:
    assert order(STRONG) == "order"


def test_a_weak_hand_passes() -> None:
    assert order(WEAK) == "pass"


def test_the_strength_counts_in_the_suit_offered() -> None:
    assert order(STRONG, upcard="KS") == "pass"


def test_the_left_bower_counts_as_a_trump() -> None:
    assert order("JH TD 9D AC 8S") == "order"
    assert order("JC TD 9D AC 8S") == "pass"


def test_a_dealer_counts_the_card_he_would_take() -> None:
    hand = "TD 9D QS 8S 9C"
    assert order(hand, dealer=4) == "pass"
    assert order(hand, upcard="JD", dealer=0) == "order"


def test_in_round_two_the_best_other_suit_is_named_or_none() -> None:
    legal = ["pass", "trump C", "trump H", "trump S"]
    assert decide("JS JC AS QS 9H", legal, "trump") == "trump S"
    assert decide(WEAK, legal, "trump") == "pass"


def test_a_forced_dealer_names_the_best_suit() -> None:
    assert decide(WEAK, ["trump C", "trump H", "trump S"], "trump", dealer=0).startswith("trump ")
    assert decide("9S 8S 9H AH KH", ["trump C", "trump H", "trump S"], "trump", dealer=0) == "trump H"


def swap(hand: str, mandatory: bool = False) -> str:
    """The dealer's exchange for the king of diamonds."""
    legal = [*([] if mandatory else ["keep"]), *sorted(f"swap {card}" for card in hand.split())]
    return decide(hand, legal, "swap", dealer=0, trump="D")


def test_the_dealer_gives_up_the_card_that_is_missed_least() -> None:
    assert swap("JD AD AS 8C AH") == "swap 8C"


def test_the_dealer_never_gives_up_a_trump_for_a_trump_while_he_has_small_plain_cards() -> None:
    assert swap("8D 9D TD 9S 9C") in ("swap 9S", "swap 9C")


def test_a_hand_full_of_higher_trumps_is_kept() -> None:
    assert swap("JD JH AD QD TD") in ("keep", "swap TD", "swap QD")
    assert swap("JD JH AD QD TD", mandatory=True).startswith("swap ")


@pytest.mark.parametrize(
    ("hand", "called"),
    [("JH AD 9D 8S 9C", "JD"), ("JD AD 9D 8S 9C", "JH"), ("JD JH 9D 8S 9C", "AD")],
)
def test_the_strongest_missing_trump_is_called(hand: str, called: str) -> None:
    assert call(hand, exchanged=False) == f"call {called}"


def test_the_card_the_dealer_took_is_called_where_it_is_nearly_as_good() -> None:
    assert call("JD JH 9D 8S 9C", upcard="KD") == "call KD"
    assert call("JH 9D TD 8S 9C", upcard="AD") == "call AD"
    assert call("9D TD QD 8S 9C", upcard="8D") == "call JD"


def test_where_trumps_may_not_be_called_an_ace_is() -> None:
    legal = [f"call {card}" for card in ("AC", "AH", "AS", "KC", "KS", "QS")]
    assert decide("JD AD 9D KS 9S", legal, "call", trump="D", exchanged=True) == "call AS"


def test_a_very_strong_hand_plays_alone() -> None:
    assert call("JD JH AD KD AS") == "alone"


def test_a_hand_that_needs_a_partner_calls_one() -> None:
    assert call("JD JH 9D 8S 9C") != "alone"


def test_nobody_plays_alone_where_that_is_not_legal() -> None:
    assert call("JD JH AD KD AS", alone=False).startswith("call ")


def test_alone_is_chosen_more_readily_where_it_is_worth_more() -> None:
    hand = "JD JH KD QD 9S"
    assert call(hand, exchanged=False).startswith("call ")
    assert call(hand, f"{RULESET}?alone_march=5", exchanged=False) == "alone"


def test_a_maker_with_nothing_to_call_plays_alone() -> None:
    assert decide(WEAK, ["alone"], "call", trump="D", exchanged=False) == "alone"


def test_a_seat_with_nothing_to_decide_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        decide(WEAK, [], "order")
