"""Which cards the Mighty bot plays, one situation each. Seat 0 is the one to act; hearts are trump."""

from random import Random
from typing import Any

import pytest

from app.bots.mighty.contract import choose_direction
from app.bots.mighty.play import choose_play
from app.bots.mighty.sight import JOKER, PACK, PLAYERS, Sight, Trick, options_of, read_log

JAPANESE = "mighty/japanese@1"
ENGLISH = "mighty/english@1"


def sight(hand: str, table: str = "", *, number: int = 5, leader: int = 0, **more: Any) -> Sight:
    """What seat 0 knows: its hand, the cards on the table from the leader on, and who is who.

    ``gone``: cards played before; everything else not named is unseen. ``joker_names``: suit named by a joker led.
    """
    cards = table.split()
    plays = tuple(((leader + place) % PLAYERS, card) for place, card in enumerate(cards))
    suit = None if not cards else more.pop("joker_names", None) or cards[0][1]
    voids = more.pop("voids", {})
    left = 11 - number
    played = {seat for seat, _ in plays}
    known: dict[str, Any] = {
        "options": options_of(more.pop("ruleset", JAPANESE)),
        "seat": 0,
        "hand": tuple(hand.split()),
        "declarer": 0,
        "role": "declarer",
        "trump": "H",
        "mighty": "AS",
        "ripper": "3C",
        "trick": Trick(number, leader, plays, suit, more.pop("called", False)),
        "call": "KD",
        "friend": None,
        "alone": False,
        "sizes": tuple(left - (seat in played) for seat in range(PLAYERS)),
        "buried": (),
        "played": frozenset((*cards, *more.pop("gone", "").split())),
        "voids": tuple(frozenset(voids.get(seat, "")) for seat in range(PLAYERS)),
    }
    return Sight(**{**known, **more})


def played(seen: Sight, *legal: str) -> str:
    """The card chosen, from the whole hand or from some legal actions."""
    actions = legal or tuple(f"play {card}" for card in seen.hand)
    return choose_play(seen, tuple(sorted(actions)), Random(3)).removeprefix("play ")


def defender(hand: str, table: str, **more: Any) -> Sight:
    """Seat 0 defends against declarer 1."""
    return sight(hand, table, **{"declarer": 1, "role": "defender", **more})


def friend(hand: str, table: str, **more: Any) -> Sight:
    """Seat 0 is the friend of declarer 1, as only itself knows."""
    return sight(hand, table, **{"declarer": 1, "role": "friend", "friend": 0, "call": "AS", **more})


def test_the_declarer_draws_trumps_from_the_top() -> None:
    assert played(sight("AH KH QH 9H 7S 6D", gone="2H 3C AS JK", number=5)) in ("AH", "KH", "QH")


def test_trumps_are_not_drawn_when_nobody_else_has_any() -> None:
    gone = "AS JK QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    assert played(sight("AH KH AD 6C", gone=gone, number=7)) == "AD"


def test_a_defender_opens_with_an_ace_rather_than_with_a_queen() -> None:
    assert played(defender("AD QC 7C 6S 4H 2H", "", gone="AS JK")) == "AD"


def test_the_friend_gives_points_to_a_trick_the_declarer_wins() -> None:
    seen = friend("TC 5C", "AH 4H 2H 6H", leader=1, number=9)
    assert played(seen) == "TC"


def test_a_defender_gives_no_points_to_a_trick_the_declarer_wins() -> None:
    assert played(defender("TC 5C", "AH 4H 2H 6H", leader=1, number=9)) == "5C"


def test_a_defender_gives_points_to_another_defender() -> None:
    seen = defender("QD 5D", "7D 8D AD 9D", leader=1, number=9, friend=2, call="JK", gone="JK")
    assert played(seen) == "QD"


def test_the_last_seat_takes_points_with_the_cheapest_card_that_wins() -> None:
    assert played(defender("AD KD 4D", "TD QD 8D JD", leader=1, number=8, gone="JK"), "play AD", "play KD") == "KD"


def test_the_last_seat_does_not_spend_the_mighty_on_a_worthless_trick() -> None:
    assert played(defender("AS 4D 6C 7C", "9D 8D 3D 7D", leader=1), "play AS", "play 4D") == "4D"


def test_the_mighty_takes_a_trick_full_of_points() -> None:
    assert played(defender("AS 4D 6C 7C", "AD QD TD JD", leader=1), "play AS", "play 4D") == "AS"


def test_a_trump_takes_a_plain_trick_with_points() -> None:
    assert played(defender("4H 5C 6C 7C", "AD QD TD 9D", leader=1)) == "4H"


def test_no_trump_is_wasted_on_a_trick_of_the_own_side() -> None:
    assert played(friend("4H 5C 6C 7C", "AD QD 9D 8D", leader=1)) != "4H"


def test_the_joker_is_used_before_it_is_powerless() -> None:
    assert played(sight("JK 4D", "KD QD 3D 9D", leader=1, number=9, ruleset=ENGLISH)) == "JK"


def test_the_joker_is_kept_from_the_first_trick_where_it_cannot_win() -> None:
    seen = sight("JK 4D 6D 5C 6C 7C 8S 7S 6S 2S", "KD QD 3D 9D", leader=1, number=1, ruleset=ENGLISH)
    assert played(seen, "play JK", "play 4D", "play 6D") != "JK"


def test_the_joker_is_not_led_while_small_cards_may_go_first() -> None:
    seen = defender("JK 4D 5D 6D 7D 8D", "", gone="")
    assert not played(seen, "play JK C", "play JK S", *(f"play {c}" for c in seen.hand if c != JOKER)).startswith("JK")


def test_a_declarer_who_must_lead_the_joker_names_trump() -> None:
    seen = sight("JK 9H", number=9, gone="AS 3C")
    assert played(seen, *(f"play JK {suit}" for suit in "CDHS")) == "JK H"


def test_a_defender_calls_the_joker_of_the_friend() -> None:
    seen = defender("3C 4C 5D 6D 7D", "", number=6, call="JK", ruleset=ENGLISH)
    assert played(seen, "play 3C", "play 3C call", "play 4C", "play 5D", "play 6D", "play 7D") == "3C call"


def test_a_declarer_does_not_call_the_joker_of_the_friend() -> None:
    seen = sight("3C", number=6, call="JK", ruleset=ENGLISH)
    assert played(seen, "play 3C", "play 3C call") == "3C"


def test_an_automatic_call_is_not_led_against_the_own_friend() -> None:
    assert played(sight("3C 5C 6D 7D 8D", number=6, call="JK"), "play 3C", "play 5C") == "5C"


def test_a_called_joker_counts_for_nothing() -> None:
    seen = defender("KC 5C", "3C JK 4C TC", leader=1, number=8, called=True)
    assert played(seen) == "KC"


def test_a_single_legal_card_is_played() -> None:
    assert played(sight("7S 8S"), "play 7S") == "7S"


def test_the_declarer_directs_to_a_suit_he_wins() -> None:
    seen = sight("AD KD 4C", trump="N", number=8)
    legal = ["direct C", "direct D", "direct H", "direct S", "direct none"]
    assert choose_direction(seen, legal) == "direct D"


def test_the_friend_is_left_free_where_the_declarer_wins_no_suit() -> None:
    seen = sight("4D 5D 4C", trump="N", number=8)
    assert choose_direction(seen, ["direct C", "direct D", "direct H", "direct S", "direct none"]) == "direct none"


def log(*tricks: str, leader: int = 0) -> list[list[Any]]:
    """Log lines of tricks, each with the same leader: cards by comma, a joker with its suit."""
    return [
        [(leader + place) % PLAYERS, f"play {card.strip()}"]
        for trick in tricks
        for place, card in enumerate(trick.split(","))
    ]


def test_who_does_not_follow_is_known_to_be_void() -> None:
    cards, voids = read_log(log("KD, 4D, 5H, 6D, 7C"), "AS")
    assert cards == {"KD", "4D", "5H", "6D", "7C"}
    assert voids == (set(), set(), {"D"}, set(), {"D"})


def test_mighty_and_joker_tell_nothing_about_the_suit_led() -> None:
    _, voids = read_log(log("KD, AS, JK, 6D, 7D"), "AS")
    assert not any(voids)


def test_after_a_joker_lead_the_named_suit_counts() -> None:
    _, voids = read_log(log("JK C, 4D, 5C, 6C, 7C"), "AS")
    assert voids[1] == {"C"}


def test_a_seat_void_in_the_called_suit_cannot_be_the_friend() -> None:
    seen = defender("4C 5C", "", number=9, call="KD", voids={2: "D"})
    assert seen.is_friend(2) == 0
    assert seen.is_friend(3) == pytest.approx(0.5)


def test_the_friend_knows_every_side() -> None:
    seen = friend("4C 5C", "", number=9)
    assert [seen.is_ally(seat) for seat in range(PLAYERS)] == [1, 1, 0, 0, 0]


def test_unseen_cards_are_all_but_the_own_the_buried_and_the_played() -> None:
    seen = sight("4C 5C", "", number=9, gone="AS KS", buried=("2C", "3C", "2D"))
    assert seen.unseen == PACK - {"4C", "5C", "AS", "KS", "2C", "3C", "2D"}
