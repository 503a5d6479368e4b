"""Auction: what everybody sees, and what one seat sees beside it; what picked cards would bid; options."""

import pytest

from app.rules.auction import GAME
from app.rules.base import IllegalAction, OptionError
from app.rules.record import header
from app.rules.ruleset import parse_ruleset, resolve
from tests.rules.auction_deals import Told, table
from tests.rules.spec import covers


def offered(told: Told, seat: int, cards: str) -> list[tuple[str, str | None]]:
    """What cards would bid, each with the rule against it."""
    return [(action, rule) for action, rule, _ in GAME.offers(told.state, seat, tuple(cards.split()))]


def no_offer(told: Told, seat: int, cards: str) -> str:
    """Why cards bid nothing."""
    with pytest.raises(IllegalAction) as refusal:
        GAME.offers(told.state, seat, tuple(cards.split()))
    assert set(refusal.value.facts) == set(GAME.refusals[refusal.value.rule])
    return str(refusal.value)


def test_the_pile_is_public_and_hands_are_not() -> None:
    told = table("QS", "9H", "8H")
    assert told.view["pile"] == ["2C"]
    assert "QS" not in str(told.view)
    assert "QS" not in str(told.private(1))


def test_the_view_tells_who_claimed_what_and_who_passed() -> None:
    view = table("9C", "9H", "2C").do("0 bid single 9", "2 pass", "1 bid single 9 H", "2 pass").view
    assert view["claims"] == [[0, "single 9"], [1, "single 9 H"]]
    assert (view["standing"], view["passed"]) == ({"seat": 1, "claim": "single 9 H"}, [2])


def test_the_value_of_the_pile_is_shown() -> None:
    assert table("9C", "9H", pile="AS KD 2C JK").view["points"] == 21


def test_whether_the_end_may_be_declared_depends_on_the_pile_alone() -> None:
    assert table("AC", "2H", pile="2S 3S 4S 5S 6S 7S 8S 9S").view["stop"] == {
        "allowed": True,
        "least": 8,
        "bonus": 25,
    }


def test_the_log_tells_which_card_was_turned() -> None:
    assert table("9C", "9H", stock="KD").do("0 pass", "1 pass").view["log"] == [[0, "pass"], [1, "pass", "KD"]]


def test_auctions_and_their_claims_are_numbered() -> None:
    told = table("9C", "9H").do("close", "0 bid single 9")
    assert GAME.contest(told.state) == (2, 1)
    assert GAME.at_once(told.state)
    laying = told.do("close")
    assert GAME.contest(laying.state) is None
    assert not GAME.at_once(laying.state)


def test_what_every_winner_took_is_told_with_the_number_of_cards_that_came_unseen() -> None:
    told = table("9S 9D", "KC KD KH", pile="4C 5C", stock="2D 3D AH AS").do("0 bid pair 9", "1 pass", "0 lay 9S 9D")
    told = told.do("1 bid three K", "0 pass", "1 lay KC KD KH")
    assert told.view["exchanges"] == [
        {"at": 2, "winner": 0, "took": ["5C", "4C"], "unseen": 0},
        {"at": 5, "winner": 1, "took": ["2D", "9D", "9S"], "unseen": 0},
    ]
    told = table("9S 8S 7S 6S 5S", "2H", pile="4C").do("0 bid straight", "1 pass", "0 lay 9S 8S 7S 6S 5S")
    assert told.view["exchanges"] == [{"at": 2, "winner": 0, "took": ["4C"], "unseen": 4}]


def test_picked_cards_tell_their_open_and_their_full_form() -> None:
    told = table("9H 8H 7C 6H 5D", "9C")
    assert offered(told, 0, "9H") == [("bid single 9", None), ("bid single 9 H", "claim_open_first")]
    assert offered(told, 0, "5D 6H 7C 8H 9H") == [("bid straight", None), ("bid straight 9", "claim_open_first")]


def test_picked_cards_tell_which_form_beats_the_standing_claim() -> None:
    told = table("9H 8H 7C 6H 5D", "9C 9S").do("1 bid single 9")
    assert offered(told, 0, "9H") == [("bid single 9", "claim_name_suit"), ("bid single 9 H", None)]
    assert offered(told.do("1 bid pair 9"), 0, "9H")[1] == ("bid single 9 H", "claim_weaker")


def test_picked_cards_offer_everything_that_they_are() -> None:
    told = table("9H 8H 7H 6H 5H", "9C")
    assert [action for action, _ in offered(told, 0, "9H 8H 7H 6H 5H")] == [
        "bid straight",
        "bid straight 9",
        "bid flush",
        "bid flush 9 8 7 6 5",
        "bid straight-flush",
        "bid straight-flush 9",
    ]


def test_where_all_is_named_at_once_no_open_form_is_offered() -> None:
    assert offered(table("9H", "9C", bid_mode="full_only"), 0, "9H") == [("bid single 9 H", None)]


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("9H KD", "no_combination (cards=['9H', 'KD'])"),
        ("9S", "not_held (card=9S)"),
        ("9H 9H", "identical_cards (card=9H)"),
        ("JK 9H", "joker_mixed"),
        ("ZZ", "malformed"),
        ("", "malformed"),
    ],
)
def test_cards_that_bid_nothing_say_why(cards: str, why: str) -> None:
    assert no_offer(table("9H 9H KD JK", "9C"), 0, cards) == why


def test_nothing_is_offered_while_a_winner_lays_or_after_the_end() -> None:
    told = table("JK JK", "9C", joker_sets="off")
    assert no_offer(told, 0, "JK JK") == "joker_sets_off"
    assert no_offer(told.do("0 bid single JK", "1 pass"), 0, "JK") == "now_lay"
    ended = table("9H", "9C", pile="2S 3S 4S 5S 6S 7S 8S 9S").do("0 stop")
    assert no_offer(ended, 0, "9H") == "deal_over"


@covers("R5", "X17")
@pytest.mark.parametrize("name", ["players", "turn_based"])
def test_options_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(OptionError):
        resolve(GAME, "standard", {name: "on"})


@covers("R5", "R1")
def test_a_header_carries_every_option_and_numbers_as_numbers() -> None:
    written = header(parse_ruleset("auction/standard@1?end_declaration_min=10"), ["a", "b"], "m")["options"]
    assert len(written) == 17
    assert written["end_declaration_min"] == 10
    assert resolve(GAME, "standard", {"end_declaration_min": 10}).options.end_declaration_min == 10
