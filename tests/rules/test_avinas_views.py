"""Avinas: what everybody sees, and what one seat alone."""

from app.rules.avinas import GAME
from tests.rules.avinas_deals import Told, finished, quiet, trick, turned
from tests.rules.spec import covers

SEVENS = ("7C KD 7H 9S", "AC 7S TD 8H")
FIVE = "QS JC JD 7C TD 8D 8S 7S"


def lying() -> Told:
    """Seat 0 has led the ten of spades face down to the second trick."""
    return trick(2, "TS 9H", "JD 9S", "9D 8H", "8D 8S").do("play TS down")


def test_a_view_has_the_same_fields_in_every_phase() -> None:
    opened = quiet(FIVE).do("bid 5", "pass", "pass", "pass")
    tolds = (quiet(), opened, opened.do("play TD"), turned(*SEVENS), turned(*SEVENS).do("knock"), finished(61, 59))
    assert len({frozenset(told.view) for told in tolds}) == 1
    assert [told.view["phase"] for told in tolds] == ["bidding", "lead", "play", "knock", "back", "over"]


def test_each_seat_sees_its_own_hand_in_canonical_order() -> None:
    assert quiet(FIVE).private(0)["hand"] == ["QS", "8S", "7S", "JD", "TD", "8D", "JC", "7C"]


def test_of_the_hands_everybody_sees_only_what_is_turned_up() -> None:
    told = turned(*SEVENS, knock="off")
    view = {**told.view, "trump_order": [], "decisive": None}
    up = {card for cards in view.pop("exposed") for card in cards}
    assert up == set(" ".join(SEVENS).split())
    assert not any(card in str(view) for seat in range(4) for card in told.private(seat)["hand"])


@covers("C3")
def test_the_cards_turned_up_stay_known_all_through_the_deal() -> None:
    told = turned(*SEVENS).do("pass", "pass")
    shown = told.view["exposed"]
    while not told.ends:
        assert told.view["exposed"] == shown
        told = told.do(told.legal[0])
    assert told.view["exposed"] == shown


def test_the_fourteen_trumps_are_listed_once_trump_is_known() -> None:
    assert quiet(FIVE).do("bid 5", "pass", "pass", "pass").view["trump_order"] == []
    assert turned(*SEVENS).view["trump_order"][:3] == ["QC", "7S", "QS"]


@covers("C9")
def test_a_face_down_card_is_a_back_in_trick_and_log_until_the_fourth_card() -> None:
    told = lying()
    for action in ("play JD", "play 9D"):
        assert told.view["trick"]["plays"][0] == [0, "??", "down"]
        assert told.view["log"][0] == [0, "play ?? down"]
        assert "TS" not in str(told.view)
        told = told.do(action)
    told = told.do("play 8D")
    assert told.view["log"] == [[0, "play TS down"], [1, "play JD"], [2, "play 9D"], [3, "play 8D"]]
    assert told.view["last"]["plays"][0] == [0, "TS", "down"]
    assert (told.view["last"]["winner"], told.view["last"]["points"]) == (1, 12)


@covers("C9")
def test_its_leader_alone_sees_the_face_down_card() -> None:
    told = lying()
    assert [told.private(seat)["down"] for seat in range(4)] == ["TS", None, None, None]
    assert told.do("play JD", "play 9D", "play 8D").private(0)["down"] is None


def test_the_points_of_a_face_down_card_count_when_it_is_shown() -> None:
    assert lying().view["sides"] == [{"tricks": 0, "points": 0}] * 2
    assert lying().do("play JD", "play 9D", "play 8D").view["sides"][1] == {"tricks": 1, "points": 12}


@covers("F20", "C19")
def test_only_the_bidder_sees_the_number() -> None:
    told = quiet(FIVE)
    assert told.private(0)["counts"] == {"S": 5, "H": 3, "D": 5, "C": 4}
    other = quiet("QC QS JC JD JH 7C TD 8D")
    assert other.view["turn"] == told.view["turn"]
    assert {**other.view, "exposed": []} == {**told.view, "exposed": []}


def test_after_the_bidding_the_counts_are_gone_with_the_opening_lead() -> None:
    told = quiet(FIVE).do("bid 5", "pass", "pass", "pass")
    assert told.private(0)["counts"] is not None
    assert told.do("play TD").private(0)["counts"] is None


def test_who_has_answered_is_shown() -> None:
    told = quiet(FIVE).do("bid 5", "pass")
    assert (told.view["asked"], told.view["passed"]) == ([0, 1], [1])
    told = turned(*SEVENS).do("pass")
    assert (told.view["asked"], told.view["passed"]) == ([1], [1])
    told = told.do("knock")
    assert (told.view["asked"], told.view["passed"]) == ([], [])
    assert told.do("pass").view["asked"] == [2]


def test_roles_are_known_with_the_declarer() -> None:
    assert [quiet().private(seat)["role"] for seat in range(4)] == [None] * 4
    assert [turned(*SEVENS).private(seat)["role"] for seat in range(4)] == [
        "defender", "declarer", "defender", "partner",
    ]  # fmt: skip


def test_a_queen_led_first_shows_the_trump_it_names() -> None:
    told = quiet(FIVE).do("bid 5", "pass", "pass", "pass", "play QS D")
    assert told.view["trick"]["plays"] == [[0, "QS", "D"]]
    assert told.view["trick"]["ask"] == "trump"


def test_what_a_lead_asks_for_is_shown() -> None:
    assert trick(3, "AH", "9H").do("play AH").view["trick"]["ask"] == "suit_or_trump"
    assert trick(3, "AH", "9H", preset="pagat").do("play AH").view["trick"]["ask"] == "suit"
    assert trick(2, "AH", "9H", preset="pagat").do("play AH").view["trick"]["ask"] == "trump"


def test_whose_card_takes_the_trick_as_it_lies_is_shown() -> None:
    told = trick(3, "9H", "AH", "7C", "QC", trump="C", leader=0)
    assert told.view["trick"]["winning"] is None
    shown = []
    for play in ("play 9H", "play AH", "play 7C"):
        told = told.do(play)
        shown.append(told.view["trick"]["winning"])
    assert shown == [0, 1, 2]


def test_nobody_is_shown_to_take_a_trick_that_was_led_face_down() -> None:
    told = trick(3, "9H AH", "AD 8D", "7C 8C", "QC JC", trump="C", leader=0)
    for play in ("play 9H down", "play AD", "play 7C"):
        told = told.do(play)
        assert told.view["trick"]["winning"] is None


def test_what_the_declarers_side_needs_is_shown() -> None:
    assert quiet().view["target"] is None
    assert turned(*SEVENS).view["target"] == 61
    assert turned(*SEVENS).do("knock").view["target"] == "all"


def test_after_a_deal_the_hands_are_shown_as_they_were_dealt() -> None:
    told = turned(*SEVENS).do("pass", "pass")
    hands = [told.private(seat)["hand"] for seat in range(4)]
    while not told.ends:
        told = told.do(told.legal[0])
    assert told.view["outcome"]["hands"] == hands


def test_after_a_deal_thrown_in_nobodys_cards_are_shown() -> None:
    told = quiet().do(*["pass"] * 4)
    assert "hands" not in told.view["outcome"]
    assert told.view["outcome"]["scores"] == {"rum": [0, 0], "pip": [0, 0]}


def test_the_views_of_a_finished_deal_are_complete() -> None:
    assert GAME.private_view(finished(61, 59).state, 0)["role"] == "declarer"
    assert finished(61, 59).view["turn"] == []
