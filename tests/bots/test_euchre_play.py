"""Which cards the Euchre bot plays, one situation each. Seat 0 is the one to act; diamonds are trump."""

from random import Random
from typing import Any

import pytest

from app.bots.euchre.making import trumps_of
from app.bots.euchre.play import choose_play
from app.bots.euchre.sight import PLAYERS, Sight, look, options_of, pack_of, read_log
from app.rules.ruleset import parse_ruleset
from tests.bots.deals import view_of
from tests.rules.euchre_deals import ordered

RULESET = "euchre/call-partner@1"
TRUMPS = tuple(card for card in trumps_of("D") if card[0] != "7")
PACK = pack_of(options_of(RULESET))


def sight(hand: str, table: str = "", *, leader: int = 0, **more: Any) -> Sight:
    """What seat 0 knows: its hand, the cards on the table from the leader on, and who is who.

    ``gone``: cards played or seen otherwise; everything else not named is unseen. The trick follows from the hand.
    """
    cards, held = table.split(), hand.split()
    plays = tuple(((leader + place) % PLAYERS, card) for place, card in enumerate(cards))
    played = {seat for seat, _ in plays}
    gone = more.pop("gone", "").split()
    voids = more.pop("voids", {})
    known: dict[str, Any] = {
        "seat": 0,
        "hand": tuple(held),
        "maker": 0,
        "role": "maker",
        "trump": "D",
        "trumps": TRUMPS,
        "call": "AC",
        "partner": None,
        "alone": False,
        "number": 6 - len(held),
        "leader": leader,
        "plays": plays,
        "sizes": tuple(len(held) - (seat in played) for seat in range(PLAYERS)),
        "unseen": PACK.difference(held, cards, gone),
        "open": {},
        "voids": tuple(frozenset(voids.get(seat, "")) for seat in range(PLAYERS)),
    }
    return Sight(**{**known, **more})


def defender(hand: str, table: str = "", **more: Any) -> Sight:
    """Seat 0 defends against maker 1."""
    return sight(hand, table, **{"maker": 1, "role": "defender", **more})


def partner(hand: str, table: str = "", **more: Any) -> Sight:
    """Seat 0 is the partner of maker 1, as only itself knows."""
    return sight(hand, table, **{"maker": 1, "role": "partner", "partner": 0, "call": hand.split()[0], **more})


def played(seen: Sight, *legal: str) -> str:
    """The card chosen, from the whole hand or from some legal cards."""
    cards = legal or seen.hand
    return choose_play(seen, tuple(sorted(f"play {card}" for card in cards)), Random(3)).removeprefix("play ")


def test_the_maker_draws_trumps_from_the_top() -> None:
    assert played(sight("JD JH AD 9S 8C")) in ("JD", "JH", "AD")


def test_the_partner_gives_nothing_away_when_the_maker_wins() -> None:
    assert played(partner("AD 9S 8C", "JD 8D 9D TD", leader=1), "AD") == "AD"
    assert played(partner("AC 9S TD", "JH KH 8H 9H", leader=1)) == "9S"


def test_the_last_seat_wins_with_the_cheapest_card_that_does() -> None:
    assert played(defender("AS KS 8C", "9S TS QS JS", leader=1), "AS", "KS") == "KS"


def test_the_last_seat_throws_its_lowest_card_where_it_cannot_win() -> None:
    assert played(defender("KS 8S 9C", "AS TS QS JS", leader=1), "KS", "8S") == "8S"


def test_a_defender_does_not_take_a_trick_from_another_defender() -> None:
    seen = defender("JD 8C 9C", "AS 8S 9S TS", leader=1, maker=4, partner=3)
    assert played(seen) != "JD"


def test_a_defender_trumps_the_makers_winner() -> None:
    seen = defender("9D 8C 9C", "AS 8S 9S TS", leader=1)
    assert played(seen) == "9D"


def test_no_trump_is_wasted_on_a_trick_of_the_own_side() -> None:
    assert played(partner("AH 9D 8C", "AS 8S 9S TS", leader=1)) == "8C"


def test_a_defender_does_not_lead_trumps() -> None:
    assert played(defender("AS 9D 8H 9C TC")) not in TRUMPS


def test_the_partner_leads_trumps_for_the_maker() -> None:
    assert played(partner("JD JH 8S 9C 8H")) in ("JD", "JH")


def test_a_single_legal_card_is_played() -> None:
    assert played(sight("9S 8C"), "9S") == "9S"


# What follows from what has been seen


def log(*tricks: str, leader: int = 0) -> list[list[Any]]:
    """Log lines of tricks, each with the same leader."""
    return [
        [(leader + place) % PLAYERS, f"play {card}"] for trick in tricks for place, card in enumerate(trick.split())
    ]


def test_who_does_not_follow_is_known_to_be_void() -> None:
    cards, voids = read_log(log("AS 8S 9H TS KC"), "D", TRUMPS)
    assert cards == {"AS", "8S", "9H", "TS", "KC"}
    assert voids == (set(), set(), {"S"}, set(), {"S"})


def test_the_left_bower_follows_trumps_and_nothing_else() -> None:
    _, voids = read_log(log("AD JH 9D 8D TD", "AH JH 9H 8H TH"), "D", TRUMPS)
    assert voids == (set(), {"H"}, set(), set(), set())


def test_a_seat_void_in_the_called_suit_cannot_be_the_partner() -> None:
    seen = defender("8S 9S", voids={2: "C"})
    assert seen.is_partner(2) == 0
    assert 0 < seen.is_partner(3) < 0.5


def test_a_called_card_may_be_out_of_play() -> None:
    seen = defender("8S 9S TS KS QS")
    assert sum(seen.is_partner(seat) for seat in range(PLAYERS)) < 1


def test_the_partner_knows_every_side() -> None:
    assert [partner("AC 9S").is_ally(seat) for seat in range(PLAYERS)] == [1, 1, 0, 0, 0]


def test_against_a_maker_known_to_be_alone_all_others_are_one_side() -> None:
    assert [defender("8S 9S", alone=True).is_ally(seat) for seat in range(PLAYERS)] == [1, 0, 1, 1, 1]


def test_the_card_the_dealer_took_is_known_to_be_his() -> None:
    seen = defender("8S 9S", open={"KD": 4})
    assert [seen.holds(seat, "KD") for seat in range(PLAYERS)] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(("seat", "known"), [(4, 4), (0, None), (1, None)])
def test_the_partner_is_known_to_its_own_seat_alone(seat: int, known: int | None) -> None:
    state = ordered().do("call AC").state
    assert look(view_of(state, seat, RULESET)).partner == known


def test_a_dealer_whose_discard_is_called_knows_that_the_maker_is_alone() -> None:
    state = ordered().do("call 9C").state
    assert [look(view_of(state, seat, RULESET)).alone for seat in range(PLAYERS)] == [False] * 4 + [True]


def test_unseen_cards_are_all_but_the_own_the_played_and_those_that_lie_open() -> None:
    took, kept = ordered().do("alone").state, ordered("").do("alone").state
    assert "KD" in look(view_of(took, 0, RULESET)).unseen
    assert "KD" not in look(view_of(kept, 0, RULESET)).unseen
    assert not {"KD", "9C"} & look(view_of(took, 4, RULESET)).unseen
    assert len(look(view_of(took, 0, RULESET)).unseen) == 23


def test_with_32_cards_sevens_are_unseen_too() -> None:
    assert len(pack_of(parse_ruleset(f"{RULESET}?pack=32").values)) == 32
