"""Sitting down and standing up."""

import pytest

from app.table import BOT, AskBot, BotActs, Person, Sit, Stand
from app.table.state import EMPTY_SEAT
from tests.table.driver import EDE, JO, MINA, TOMA, Driver


def test_a_new_table_has_empty_seats_and_waits_in_the_lobby() -> None:
    table = Driver().table
    assert table.meta.seats == (EMPTY_SEAT,) * 3
    assert table.meta.phase == "lobby"


def test_a_person_takes_the_seat_they_name() -> None:
    driver = Driver()
    driver.do(TOMA, Sit("a", 2))
    assert driver.table.meta.seats[2].player == TOMA.id


def test_without_a_seat_number_the_first_empty_seat_is_taken() -> None:
    driver = Driver().seated([MINA])
    driver.do(TOMA, Sit("a"))
    assert driver.table.meta.seats[1].player == TOMA.id


def test_without_a_seat_number_an_empty_seat_comes_before_a_bot() -> None:
    driver = Driver()
    driver.do(MINA, Sit("a", 1))
    driver.with_bots()
    driver.do(MINA, Stand("b"))
    driver.do(TOMA, Sit("c"))
    assert driver.table.meta.seats[1].player == TOMA.id


def test_a_persons_seat_cannot_be_taken() -> None:
    assert Driver().seated([MINA]).refused(TOMA, Sit("a", 0)) == "seat_taken"


def test_a_seat_that_does_not_exist_is_refused() -> None:
    assert Driver().refused(TOMA, Sit("a", 3)) == "no_such_seat"


def test_a_full_table_is_refused_as_full() -> None:
    assert Driver().seated().refused(EDE, Sit("a")) == "full"


def test_a_seated_person_cannot_take_a_second_seat() -> None:
    assert Driver().seated([MINA]).refused(MINA, Sit("a", 1)) == "already_seated"


def test_sitting_down_where_one_sits_changes_nothing() -> None:
    assert Driver().seated([MINA]).do(MINA, Sit("a", 0)).entries == ()


def test_a_bots_seat_can_be_taken_in_mid_deal() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    driver.do(TOMA, Sit("a", 2))
    assert driver.table.meta.seats[2][:4] == ("person", TOMA.id, "Toma", False)


def test_who_has_taken_a_bots_seat_acts_there_and_the_bots_late_answer_is_stale() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    driver.do(TOMA, Sit("a", 1))
    assert driver.refused(BOT, BotActs(1, 1, "in")) == "stale"
    driver.act(1, "in")


def test_standing_up_before_a_match_empties_the_seat() -> None:
    driver = Driver().seated()
    driver.do(TOMA, Stand("a"))
    assert driver.table.meta.seats[1] == EMPTY_SEAT


def test_who_has_no_seat_cannot_stand_up() -> None:
    assert Driver().refused(TOMA, Stand("a")) == "not_seated"


def test_standing_up_in_mid_deal_leaves_the_seat_to_a_standin() -> None:
    driver = Driver().seated().dealt()
    driver.do(JO, Stand("a"))
    seat = driver.table.meta.seats[2]
    assert (seat.player, seat.name, seat.standin) == (JO.id, "Jo", True)


def test_a_bot_is_asked_at_once_when_the_one_who_stands_up_was_to_act() -> None:
    driver = Driver().seated().dealt()
    step = driver.do(TOMA, Stand("a"))
    assert step.effects == (AskBot(1, 1, driver.table.version),)


def test_no_bot_is_asked_when_it_was_not_the_turn_of_the_one_who_stands_up() -> None:
    driver = Driver().seated().dealt()
    assert driver.do(JO, Stand("a")).effects == ()


def test_the_standin_acts_for_the_seat() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    driver.do(BOT, BotActs(1, 1, "out"))
    assert driver.journal[-1][:5] == (driver.table.seq, "act", 1, "bot", "out")


def test_the_owner_sits_down_again_and_the_bots_late_answer_is_stale() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    driver.do(TOMA, Sit("b"))
    assert driver.refused(BOT, BotActs(1, 1, "out")) == "stale"
    driver.act(1, "in")


def test_standing_up_twice_changes_nothing() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    assert driver.do(TOMA, Stand("b")).entries == ()


def test_nobody_else_gets_the_seat_of_a_standin_while_the_match_runs() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    assert driver.refused(EDE, Sit("b", 1)) == "seat_taken"
    assert driver.refused(EDE, Sit("c")) == "full"


def test_who_stood_up_may_only_sit_on_their_own_seat_again() -> None:
    driver = Driver(players=4).seated([MINA, TOMA]).with_bots().dealt()
    driver.do(TOMA, Stand("a"))
    assert driver.refused(TOMA, Sit("b", 3)) == "own_seat_only"


def test_after_the_match_a_standins_seat_is_free() -> None:
    driver = Driver().seated().dealt()
    driver.do(JO, Stand("a"))
    driver.finish_match()
    driver.do(EDE, Sit("b", 2))
    assert driver.table.meta.seats[2].name == "Ede"


def test_two_people_of_the_same_name_get_different_labels() -> None:
    driver = Driver()
    for number in range(3):
        driver.do(Person(f"p{number}", "Mina"), Sit("a", number))
    assert [seat.name for seat in driver.table.meta.seats] == ["Mina (2)", "Mina (3)", "Mina (4)"]


@pytest.mark.parametrize("name", ["mina", "MINA", "Ｍｉｎａ", "Mi\u200dna"])
def test_names_that_look_alike_are_told_apart(name: str) -> None:
    driver = Driver().seated([MINA])
    driver.do(Person("other", name), Sit("a", 1))
    assert driver.table.meta.seats[1].name == f"{name} (2)"


def test_a_person_keeps_their_label_when_they_come_back() -> None:
    driver = Driver().seated([MINA])
    twin = Person("twin", "Mina")
    driver.do(twin, Sit("a", 1))
    driver.do(MINA, Stand("b"))
    driver.do(twin, Stand("c"))
    driver.do(twin, Sit("d", 2))
    assert driver.table.meta.seats[2].name == "Mina (2)"


def test_a_person_with_a_bots_name_gets_a_number() -> None:
    driver = Driver().with_bots()
    bots = driver.table.meta.seats[1].name
    driver.do(Person("p", bots), Sit("a", 0))
    assert driver.table.meta.seats[0].name == f"{bots} (2)"
