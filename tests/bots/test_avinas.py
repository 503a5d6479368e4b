"""What the bot for Avinas decides, one situation each, from the views of real positions. Clubs are trump."""

from random import Random

import pytest

from app.bots import choose
from app.bots.avinas import look, read_log, value
from app.rules.avinas.deck import PACK_32
from tests.bots.deals import view_of
from tests.rules.avinas_deals import Told, deal, quiet, trick

STANDARD, PAGAT = "avinas/standard@1", "avinas/pagat@1"


def decide(told: Told, ruleset: str = STANDARD) -> str:
    """What the bot in turn does."""
    return choose("avinas", view_of(told.state, told.turn, ruleset), Random(3))


def exposing(*hands: str) -> Told:
    """A deal whose declarer is seat 0 by the seven of clubs; what the hands lack is filled up in canonical order."""
    given = [hand.split() for hand in (*hands, "", "", "")[:4]]
    left = [card for card in PACK_32 if not any(card in hand for hand in given)]
    for hand in given:
        while len(hand) < 8:
            hand.append(left.pop(0))
        hand.sort(key=lambda card: card[0] == "7")
        up = next((card for card in hand if card == "7C"), None)
        if up is None:
            plain = [card for card in hand if card[0] != "7"][:2]
            rest = [card for card in hand if card not in plain]
            hand[:] = [*rest[:3], plain[0], *rest[3:], plain[1]]
        else:
            hand.remove(up)
            hand.append(up)
    return deal(hands=given)


# Before the first trick


def test_a_strong_hand_bids_the_number_of_its_trumps() -> None:
    assert decide(quiet("QC QS JH AC TC KC 9C AD")) == "bid 7"


def test_a_weak_hand_passes() -> None:
    assert decide(quiet("QD 9C 8C KH 9H 8D 9S 8S")) == "pass"


def test_where_any_number_may_be_bid_the_true_one_is() -> None:
    ruleset = f"{STANDARD}?bid_number=up_to_max"
    assert decide(quiet("QC QS JH AC TC KC 9C AD", bid_number="up_to_max"), ruleset) == "bid 7"


def test_the_best_suit_is_made_trump() -> None:
    told = quiet("QC QS JH AC TC KC 9C AD").do("bid 7", "pass", "pass", "pass")
    lead = decide(told)
    assert told.do(lead).view["trump"] == "C"


def test_high_trumps_count_more_than_low_ones() -> None:
    assert value(["QC", "QS", "QH", "AC", "TC", "AD", "9S", "8S"], "C") > value(
        ["JD", "9C", "8C", "AC", "TC", "AD", "9S", "8S"], "C"
    )


def test_a_hand_that_takes_everything_knocks() -> None:
    assert decide(exposing("QC QS QH QD JC JS JH 7C")) == "knock"


def test_an_ordinary_hand_does_not_knock() -> None:
    assert decide(exposing("QC 9C JD AH KH 9D 8S 7C")) == "pass"


def test_without_the_queen_of_clubs_nobody_knocks() -> None:
    assert decide(exposing("QS QH QD JC JS JH JD 7C", "QC")) == "pass"


def test_the_queen_of_clubs_knocks_back() -> None:
    told = exposing("QS QH QD JC JS JH JD 7C", "QC").do("knock")
    assert (told.turn, decide(told)) == (1, "knock")


def test_without_a_sure_trick_nobody_knocks_back() -> None:
    assert decide(exposing("QC QS QH QD JC JS JH 7C").do("knock")) == "pass"


# Cards


def test_points_are_given_to_the_partners_winning_trick() -> None:
    told = trick(5, "QC AC 9S 8S", "8C 9H 8H 7H", "AD 9D 8D 7D", "9C KS TS 7S").do("play QC", "play 8C")
    assert decide(told) == "play AD"


def test_no_points_are_given_to_a_trick_of_the_others() -> None:
    told = trick(5, "QC AC 9S 8S", "AD 9D 8D 7D", "8C 9H 8H 7H", "9C KS TS 7S").do("play QC")
    assert decide(told) != "play AD"


def test_the_last_seat_takes_a_rich_trick_with_the_cheapest_card_that_wins() -> None:
    told = trick(6, "AC 9S 8S", "TC 9H 8H", "KC 9D 8D", "QC JD 7S").do("play AC", "play TC", "play KC")
    assert decide(told) == "play JD"


def test_a_trump_takes_a_plain_trick_full_of_points() -> None:
    told = trick(7, "AH 9S", "TH 8S", "KH 9D", "9C 8D").do("play AH", "play TH", "play KH")
    assert decide(told) == "play 9C"


def test_nothing_high_is_spent_on_a_trick_the_partner_wins_anyway() -> None:
    told = trick(6, "8C 9S 8S", "QC 9H 8H", "9C 9D 8D", "AC QS JD").do("play 8C", "play QC", "play 9C")
    assert decide(told) == "play AC"


def test_with_no_trump_left_outside_a_plain_card_is_led_face_down() -> None:
    piles = ("QC QS QH QD JC JS JH JD 7C AC TC KC", "9C 8C 9S 8S", "", "")
    told = trick(5, "KD 9H 8D 7H", "AH TH AD TD", "AS TS 7S KH", "9D 8H KS 7D", piles=piles)
    played = [[0, f"play {card}"] for pile in piles for card in pile.split()]
    view = view_of(told.state, 0, STANDARD)
    view["public"]["log"] = played
    assert choose("avinas", view, Random(3)).endswith(" down")


def test_the_highest_trump_is_led_to_draw_the_others() -> None:
    told = trick(4, "QC 8C 9S 8S 7S", "QS 9H 8H 7H KH", "9C 9D 8D 7D KD", "JD TH TD KS TS")
    assert decide(told) == "play QC"


def test_in_a_knocked_deal_the_others_beat_what_they_can() -> None:
    told = trick(3, "JD 9S 8S 7S KS TS", "JH 9H 8H 7H KH AC", knocks=1).do("play JD")
    assert decide(told) == "play JH"


def test_a_single_legal_card_is_played() -> None:
    assert decide(trick(2, "JD AS", "9H").do("play JD")) == "play 9H"


# What a seat knows


def test_who_does_not_follow_a_trump_is_known_to_have_none() -> None:
    told = trick(2, "JD", "9H", "8C", "9C").do("play JD", "play 9H")
    cards, voids = read_log(told.view["log"], look(view_of(told.state, 2, STANDARD)).options, "C")
    assert cards == {"JD", "9H"}
    assert voids == [set(), {"T"}, set(), set()]


def test_a_leader_of_a_plain_card_has_no_trump_where_trumps_must_be_led() -> None:
    told = trick(2, "AH", "9H", "8C", "9C").do("play AH")
    assert look(view_of(told.state, 1, STANDARD)).voids[0] == {"T"}


def test_who_plays_neither_suit_nor_trump_has_none_of_both() -> None:
    told = trick(2, "AH", "9S", "8C", "9C").do("play AH", "play 9S")
    assert look(view_of(told.state, 2, STANDARD)).voids[1] == {"T", "H"}


def test_a_card_turned_up_is_known_to_be_where_it_lies() -> None:
    sight = look(view_of(exposing("QC 9C JD AH KH 9D 8S 7C").state, 1, STANDARD))
    assert sight.holds(0, ["7C"]) == 1
    assert sight.holds(2, ["7C"]) == 0


def test_an_own_card_face_down_is_nowhere_else() -> None:
    told = trick(2, "TS 9H", "JD 9S", "9D 8H", "8D 8S").do("play TS down")
    assert "TS" not in look(view_of(told.state, 0, STANDARD)).unseen
    assert "TS" in look(view_of(told.state, 1, STANDARD)).unseen


def test_a_seat_with_nothing_to_decide_is_refused() -> None:
    told = quiet()
    with pytest.raises(ValueError, match="nothing to decide"):
        choose("avinas", view_of(told.state, 3, STANDARD), Random(1))
