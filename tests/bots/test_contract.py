"""What the Mighty bot bids, buries, names and calls, one situation each."""

from random import Random
from typing import Any

import pytest

from app.bots import choose

JAPANESE = "mighty/japanese@1"
ENGLISH = "mighty/english@1"

STRONG_SPADES = "AS KS QS JS TS 9S AD AH KH JK"
WEAK = "9S 7S 5S 8H 6H 4H 9D 7D 5D 2C"
MEDIUM = "AS 8S KH QH JH 9H 5H AD 6D 4C"


def decide(ruleset: str, legal: list[str], hand: str, **more: Any) -> str:
    """The bot's action before the play; ``more``: contract, buried, choose."""
    contract = {"declarer": 0, "number": 14, "trump": "H", "bid": 14, "bid_suit": "H", **more.get("contract", {})}
    own = {"hand": hand.split(), "role": "declarer", "buried": more.get("buried", "").split(), "kitty": []}
    view = {
        "public": {"contract": contract},
        "private": {"seat": 0, "legal": legal or None, "choose": more.get("choose"), "deal": own},
        "ruleset": ruleset,
    }
    return choose("mighty", view, Random(1))


def bids(lowest: int, standing_suit: bool = False) -> list[str]:
    """Legal bids where trump is named; over a suit of ``lowest - 1`` that number at no trump is legal too."""
    over = [f"bid {lowest - 1} N"] if standing_suit else []
    return [*over, *(f"bid {number} {suit}" for number in range(lowest, 21) for suit in "CDHNS"), "pass"]


def discard(hand: str, trump: str, ruleset: str = JAPANESE) -> set[str]:
    """The cards laid away from thirteen."""
    choice = {"verb": "discard", "count": 3, "among": hand.split()}
    action = decide(ruleset, [], hand, choose=choice, contract={"trump": trump, "bid_suit": trump})
    verb, *cards = action.split(" ")
    assert verb == "discard"
    assert len(cards) == 3
    return set(cards)


def friend(hand: str, trump: str, own: str = "allowed", buried: str = "") -> str:
    """The friend called, when any card may be."""
    held = {*hand.split(), *buried.split()}
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"] + ["JK"]
    legal = [f"friend {card}" for card in sorted(pack) if own == "allowed" or card not in held]
    return decide(JAPANESE, legal, hand, buried=buried, contract={"trump": trump})


def test_a_weak_hand_passes() -> None:
    assert decide(JAPANESE, bids(13), WEAK) == "pass"


def test_a_strong_hand_bids_its_long_suit() -> None:
    assert decide(JAPANESE, bids(13), STRONG_SPADES) == "bid 13 S"


def test_a_bid_is_no_higher_than_it_has_to_be() -> None:
    assert decide(JAPANESE, bids(15, standing_suit=True), STRONG_SPADES) == "bid 15 S"


def test_a_medium_hand_opens() -> None:
    assert decide(JAPANESE, bids(13), MEDIUM).startswith("bid 13 ")


def test_a_medium_hand_gives_way_to_a_high_bid() -> None:
    assert decide(JAPANESE, bids(17, standing_suit=True), MEDIUM) == "pass"


def test_where_suits_are_named_later_only_the_number_is_bid() -> None:
    legal = ["bid 13", "bid 13 N", "bid 14", "bid 14 N", "pass"]
    assert decide(ENGLISH, legal, STRONG_SPADES) == "bid 13"


def test_a_forced_dealer_bids_the_least() -> None:
    legal = [f"bid {number}{suffix}" for number in range(13, 21) for suffix in ("", " N")]
    assert decide(ENGLISH, sorted(legal), WEAK) == "bid 13"


def test_a_worthless_hand_is_thrown_in_where_that_is_allowed() -> None:
    assert decide(f"{JAPANESE}?misdeal_claim=le_half", [*bids(13)[:-1], "misdeal", "pass"], WEAK) == "misdeal"


def test_trump_is_named_in_the_longest_strong_suit() -> None:
    hand = "AS 5S KH QH JH 9H 8H 2H 7D 6D 5D 4D 3D"
    legal = ["trump C", "trump D", "trump H", "trump S"]
    assert decide(ENGLISH, legal, hand, contract={"trump": None, "bid_suit": None}) == "trump H"


def test_trump_is_kept_where_another_suit_is_no_better() -> None:
    legal = ["keep", "trump C", "trump D", "trump N", "trump S"]
    assert decide(JAPANESE, legal, MEDIUM, contract={"number": 14}) == "keep"


def test_trump_is_changed_where_the_kitty_made_another_suit_much_better() -> None:
    legal = ["keep", "trump C", "trump D", "trump N", "trump S"]
    hand = "AS 6H 5H KD QD JD TD 9D 8D AC"
    assert decide(JAPANESE, legal, hand, contract={"trump": "H", "bid_suit": "H"}) == "trump D"


def test_mighty_joker_and_trumps_are_never_laid_away() -> None:
    laid = discard("AS 9S 4S KH JH 9H 7H 5H 3H KD 8C 6C JK", "H")
    assert not laid & {"AS", "JK", "KH", "JH", "9H", "7H", "5H", "3H"}


def test_short_plain_suits_are_emptied() -> None:
    laid = discard("AS KS QS AH KH JH 9H 7H 5H 8D 4D 6C JK", "H")
    assert laid == {"8D", "4D", "6C"}


def test_points_are_laid_away_where_they_count_for_the_declarer() -> None:
    laid = discard("AS AH KH QH JH 9H 7H QD TD 5D JC TC JK", "H")
    assert laid & {"QD", "TD", "JC", "TC"} == laid


def test_an_ace_of_a_plain_suit_is_kept() -> None:
    assert "AD" not in discard("AS 9S 7S KH JH 9H 7H 5H AD 9C 8C 7C JK", "H")


def test_thirteen_good_cards_still_give_up_three() -> None:
    assert len(discard("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", "H")) == 3


@pytest.mark.parametrize(
    ("hand", "trump", "called"),
    [
        ("KH QH JH 9H 7H 5H AD KD 8C JK", "H", "AS"),
        ("AS KH QH JH 9H 7H 5H AD KD 8C", "H", "JK"),
        ("AS KH QH JH 9H 7H 5H KD 8C JK", "H", "AH"),
        ("AS KS QS JS 9S 7S 5S KH 8C JK", "S", "AD"),
    ],
)
def test_the_strongest_missing_card_is_called(hand: str, trump: str, called: str) -> None:
    assert friend(hand, trump) == f"friend {called}"


def test_with_all_high_cards_but_side_aces_the_ace_above_the_own_king_is_called() -> None:
    hand = "AS AH KH QH JH 9H 5H KD 4D JK"
    assert friend(hand, "H", own="forbidden", buried="3C 4C 5C") == "friend AD"


def test_a_buried_card_is_not_called() -> None:
    assert friend("KH QH JH 9H 7H 5H AD KD 8C JK", "H", buried="AS 2C 3C") != "friend AS"


def test_a_hand_that_needs_nobody_plays_alone() -> None:
    legal = ["friend AD", "friend KD", "friend first", "friend none"]
    hand = "AS AH KH QH JH TH 9H 8H 7H JK"
    assert decide(ENGLISH, legal, hand, contract={"trump": "H"}) == "friend none"


def test_the_first_trick_finds_the_friend_where_no_card_may_be_called() -> None:
    assert decide(ENGLISH, ["friend first"], MEDIUM, contract={"trump": "H"}) == "friend first"


def test_a_game_without_a_bot_is_refused() -> None:
    with pytest.raises(KeyError):
        choose("chess", {}, Random(1))


def test_a_seat_with_nothing_to_decide_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        decide(JAPANESE, [], WEAK)
