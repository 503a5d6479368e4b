"""What leaves a table, and to whom."""

import json
from typing import Any

import msgspec
import pytest

from app import protocol
from app.rules.base import Outcome
from app.rules.disclosure import short_facts
from app.table import CHANCE, Chat, Person, Shuffled, Stand, Start, views
from tests.table.driver import EDE, JO, MINA, TOMA, Driver
from tests.table.toy import PACK, TOY


def at_play() -> Driver:
    driver = Driver().seated().dealt()
    for _ in range(3):
        driver.act(action="in")
    driver.act(0)
    return driver


def situations() -> dict[str, Driver]:
    """Tables in every phase."""
    finished = at_play().finish_match()
    left = at_play()
    left.do(TOMA, Stand("a"))
    return {
        "new": Driver(),
        "lobby": Driver().seated([MINA]).with_bots(),
        "first turn": Driver().seated().dealt(),
        "discard": discard(),
        "play": at_play(),
        "result": at_play().finish_deal(),
        "finished": finished,
        "standin": left,
    }


def discard() -> Driver:
    driver = Driver().seated().dealt()
    for _ in range(3):
        driver.act(action="in")
    return driver


def test_every_view_is_as_the_protocol_describes_it() -> None:
    for driver in situations().values():
        msgspec.convert(views.public(driver.table), protocol.PublicView)
        msgspec.convert(views.public(driver.table, closed=True), protocol.PublicView)
        msgspec.convert(views.summary(driver.table), protocol.Summary)
        for person in (MINA, TOMA, EDE):
            view = views.private(driver.table, person.id)
            if view is not None:
                msgspec.convert(view, protocol.PrivateView)


def test_the_public_view_consists_of_the_meta_part_and_the_deal() -> None:
    table = at_play().table
    joined = protocol.public_raw(
        protocol.encode_part(views.public_meta(table.meta)), protocol.encode_part(views.public_deal(table))
    )
    assert json.loads(joined) == views.public(table)


def test_the_meta_part_keeps_its_identity_while_people_play() -> None:
    driver = at_play()
    meta = driver.table.meta
    driver.act()
    driver.do(EDE, Chat("a", "oh"))
    assert driver.table.meta is meta


def test_no_hidden_card_is_in_the_public_view() -> None:
    driver = at_play()
    shown = json.dumps(views.public(driver.table))
    state = driver.table.state
    assert not [card for hand in state.hands for card in hand if card in shown]
    assert f'"{state.buried}"' not in shown
    assert not [card for card in state.setup.rest if card in shown]


def test_a_private_view_shows_no_other_hand() -> None:
    driver = at_play()
    state = driver.table.state
    for seat, person in enumerate((MINA, TOMA, JO)):
        shown = json.dumps(views.private(driver.table, person.id))
        others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        assert not [card for card in (*others, *state.setup.rest) if card in shown]


def test_the_discard_is_shown_to_the_one_who_made_it_alone() -> None:
    driver = at_play()
    buried = f'"{driver.table.state.buried}"'
    assert buried in json.dumps(views.private(driver.table, MINA.id))
    assert buried not in json.dumps(views.private(driver.table, TOMA.id))


def test_legal_actions_go_to_the_one_whose_turn_it_is() -> None:
    driver = Driver().seated().dealt()
    assert private(driver, TOMA)["legal"] == ["in", "out"]
    assert private(driver, JO)["legal"] is None


def test_a_choice_of_cards_is_offered_as_such() -> None:
    driver = discard()
    hand = list(driver.table.state.hands[0])
    view = private(driver, MINA)
    assert view["choose"] == {"verb": "discard", "count": 1, "among": hand}
    assert view["legal"] is None


def test_whose_bot_plays_sees_their_hand_but_has_nothing_to_choose() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    view = private(driver, TOMA)
    assert view["standin"] is True
    assert view["legal"] is None
    assert view["deal"] == {"hand": list(driver.table.state.hands[1]), "buried": None}


def test_a_spectator_has_no_private_view() -> None:
    assert views.private(at_play().table, EDE.id) is None


def test_a_host_without_a_seat_knows_that_they_are_host() -> None:
    assert views.private(Driver().table, MINA.id) == {
        "seat": None,
        "host": True,
        "blocked": [],
        "reports": [],
    }


def test_after_a_deal_there_is_nothing_to_choose() -> None:
    driver = at_play().finish_deal()
    assert [private(driver, person)["legal"] for person in (MINA, TOMA, JO)] == [None, None, None]


def test_the_seat_of_the_host_is_public() -> None:
    driver = Driver()
    assert views.public(driver.table)["host"] is None
    driver.seated()
    assert views.public(driver.table)["host"] == 0


def test_results_and_totals_are_numbers_or_fractions_in_words() -> None:
    driver = Driver(players=2).seated([MINA, TOMA])
    driver.do(MINA, Start("a"))
    driver.do(CHANCE, Shuffled(1, ("AS", "2S", "3S", "AH", "2H", "3H", *(c for c in PACK if c[0] not in "A23")), 0))
    for seat, action in ((1, "in"), (0, "in"), (0, "discard 2S"), (1, "play AH"), (0, "play AS")):
        driver.act(seat, action)
    match = views.public(driver.table)["match"]
    assert match["results"][0]["scores"] == match["totals"] == {"points": ["1/2", "1/2"]}


def test_winners_are_shown_once_the_match_is_over() -> None:
    driver = Driver().seated().dealt()
    assert views.public(driver.table)["match"]["winners"] is None
    driver.finish_match()
    assert views.public(driver.table)["match"]["winners"]


def test_results_keep_the_short_facts_and_no_hands() -> None:
    result = views.public(at_play().finish_deal().table)["match"]["results"][0]
    assert set(result["outcome"]) == {"best"}


@pytest.mark.parametrize(("watch", "closed"), [("everybody", False), ("link", False), ("nobody", True)])
def test_who_may_not_watch(watch: Any, closed: bool) -> None:
    table = Driver(watch=watch).seated().dealt().table
    assert views.is_closed(table, EDE.id) is closed
    assert views.is_closed(table, TOMA.id) is False


def test_a_closed_view_has_no_deal() -> None:
    view = views.public(at_play().table, closed=True)
    assert (view["closed"], view["deal"]) == (True, None)


def test_the_owner_of_a_standins_seat_may_watch() -> None:
    driver = Driver(watch="nobody").seated().dealt()
    driver.do(JO, Stand("a"))
    assert views.is_closed(driver.table, JO.id) is False


def test_a_closed_table_is_open_to_look_at_before_the_match() -> None:
    assert views.is_closed(Driver(watch="nobody").table, EDE.id) is False


def test_the_summary_says_what_can_be_joined_and_watched() -> None:
    summary = views.summary(Driver().seated([MINA, TOMA]).table, watchers=3)
    assert (summary["host"], summary["free"], summary["joinable"], summary["watchable"]) == ("Mina", 1, True, True)
    assert summary["watchers"] == 3


def test_a_table_full_of_people_cannot_be_joined_and_one_with_a_bot_can() -> None:
    assert views.summary(Driver().seated().table)["joinable"] is False
    assert views.summary(Driver().seated([MINA]).with_bots().table)["joinable"] is True


def test_a_table_that_is_not_listed_cannot_be_joined_from_the_lobby() -> None:
    assert views.summary(Driver(listed=False).table)["joinable"] is False


def test_spectators_of_the_same_name_are_told_apart() -> None:
    driver = Driver().seated()
    twins = [Person("a", "Mina"), Person("b", "Mina"), Person("c", "Ede")]
    assert views.labels(driver.table, twins) == {"a": "Mina (2)", "b": "Mina (3)", "c": "Ede"}


def private(driver: Driver, person: Person) -> dict[str, Any]:
    view = views.private(driver.table, person.id)
    assert view is not None
    return view


def test_short_facts_keep_numbers_of_seats_and_leave_cards_out() -> None:
    outcome = Outcome(False, {}, {"winners": [0, 2], "hands": [["AS"]], "ranks": ["A"], "by": None, "why": "stock"})
    assert short_facts(TOY, outcome, closed=False) == {"winners": [0, 2], "by": None, "why": "stock"}
