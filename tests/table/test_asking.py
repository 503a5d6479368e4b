"""What would these cards bid? A question that changes nothing."""

import pytest

from app.rules.base import Offer
from app.table import Person, Refused, Stand, offers
from tests.table.driver import EDE, MINA, TOMA, Driver
from tests.table.test_clock import at_once


def hand(driver: Driver, seat: int) -> tuple[str, ...]:
    held: tuple[str, ...] = driver.table.state.hands[seat]
    return held


def test_everything_that_the_cards_would_bid_is_told() -> None:
    driver = at_once()
    first, second, *_ = hand(driver, 1)
    expected = (Offer(f"play {first}", None, {}), Offer(f"play {second}", None, {}))
    assert offers(driver.table, TOMA.id, (first, second)) == expected


def test_what_is_forbidden_now_is_told_with_its_rule() -> None:
    driver = at_once()
    (first, second, _) = hand(driver, 1)
    driver.act(1, f"play {first}")
    assert offers(driver.table, TOMA.id, (second,)) == (Offer(f"play {second}", "not_your_turn", {}),)


def test_cards_that_bid_nothing_are_refused_with_the_rule() -> None:
    driver = at_once()
    other = hand(driver, 0)[0]
    assert offers(driver.table, TOMA.id, (other,)) == Refused("illegal", "not_held", {"card": other})


@pytest.mark.parametrize(("person", "code"), [(EDE, "not_seated"), (TOMA, "standin")])
def test_only_somebody_who_plays_may_ask(person: Person, code: str) -> None:
    driver = at_once()
    driver.do(TOMA, Stand("s"))
    assert offers(driver.table, person.id, ("AS",)) == Refused(code)


def test_there_is_nothing_to_ask_where_one_seat_after_the_other_acts() -> None:
    driver = Driver().seated()
    assert offers(driver.table, MINA.id, ("AS",)) == Refused("not_now")
    driver.dealt()
    assert offers(driver.table, MINA.id, hand(driver, 0)[:1]) == Refused("not_now")
    for _ in range(3):
        driver.act(action="out")
    assert offers(driver.table, MINA.id, hand(driver, 0)[:1]) == Refused("not_now")
