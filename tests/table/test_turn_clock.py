"""The clock of turns: whom it presses, what a turn costs, what happens when time is out, what outlasts a restart."""

import pytest

from app.table import CLOCK, Act, Bot, OutOfTime, Sit, Stand, Start, Step, Wake, fold, resume, views
from app.table.turns import BANKS, TURN_CLOCKS, check_clock, pressed
from tests.table.driver import JO, MINA, TOMA, Driver
from tests.table.toy import TOY


def clocked(turn: int = 30, bank: int = 60, ruleset: str = "toy/plain@1") -> Driver:
    """Three people in a deal with a clock; seat 1 begins."""
    return Driver(ruleset, clock=(turn, bank)).seated().dealt()


def take_so_long(driver: Driver, spent: float) -> Step:
    """Whoever is in turn acts after so many seconds."""
    seat = driver.turn()
    driver.take(Wake)
    person = (MINA, TOMA, JO)[seat]
    return driver.do(person, Act(driver.fresh(), driver.table.version, driver.choice(seat), spent))


def run_out(driver: Driver) -> Step:
    """The clock of the turn runs down."""
    *_, wake = driver.take(Wake)
    assert isinstance(wake, Wake)
    assert wake.seat is not None
    driver.now = wake.at
    return driver.do(CLOCK, OutOfTime(wake.token, wake.seat, driver.choice(wake.seat)))


def late(driver: Driver) -> list[bool]:
    return [seat["late"] for seat in views.public_meta(driver.table.meta)["seats"]]


def left(driver: Driver) -> list[float]:
    banks: list[float] = views.public_meta(driver.table.meta)["clock"]["left"]
    return banks


# How a table is opened


@pytest.mark.parametrize(("turn", "bank"), [(-1, 0), (14, 0), (30, 45), (0, 30), (3600, 0), (30, -60)])
def test_a_clock_that_tables_cannot_have_is_refused(turn: int, bank: int) -> None:
    with pytest.raises(ValueError, match="turn clock"):
        Driver(clock=(turn, bank))


@pytest.mark.parametrize("turn", TURN_CLOCKS[1:])
@pytest.mark.parametrize("bank", BANKS)
def test_a_clock_that_is_offered_is_shown(turn: int, bank: int) -> None:
    check_clock(turn, bank)
    driver = Driver(clock=(turn, bank))
    assert views.public(driver.table)["clock"] == {"turn": turn, "bank": bank, "left": [0, 0, 0]}
    assert (views.summary(driver.table)["turn_clock"], views.summary(driver.table)["bank"]) == (turn, bank)


def test_a_table_without_a_clock_shows_none_and_waits_for_ever() -> None:
    driver = Driver().seated().dealt()
    assert views.public(driver.table)["clock"] is None
    driver.finish_deal()
    assert all(effect.seat is None for effect in driver.take(Wake) if isinstance(effect, Wake))


def test_a_journal_from_before_there_were_clocks_opens_a_table_without_one() -> None:
    driver = Driver()
    (opening,) = driver.journal
    text = opening.text.replace(',"turn_clock":0,"bank":0', "")
    assert text != opening.text
    assert fold([opening._replace(text=text)]) == driver.table


# Whom it presses


def test_a_turn_has_the_clock_and_the_bank() -> None:
    driver = clocked()
    assert driver.take(Wake) == [Wake(driver.now + 90, "1/0", 1)]


def test_every_turn_has_a_clock_of_its_own() -> None:
    driver = clocked()
    take_so_long(driver, 1)
    assert driver.take(Wake) == [Wake(driver.now + 90, "1/1", 2)]


def test_a_bot_is_not_pressed() -> None:
    driver = Driver(clock=(30, 0)).seated([MINA]).with_bots().dealt()
    assert driver.take(Wake) == []


def test_who_takes_a_bots_seat_in_turn_is_pressed_from_then_on() -> None:
    driver = Driver(clock=(30, 0)).seated([MINA]).with_bots().dealt()
    driver.now += 5
    driver.do(TOMA, Sit("a", 1))
    assert driver.take(Wake) == [Wake(driver.now + 30, "1/0", 1)]


def test_where_everybody_may_act_at_once_nobody_is_pressed() -> None:
    driver = clocked(ruleset="toy/plain@1?turns=all")
    while not TOY.at_once(driver.table.state):
        assert pressed(driver.table) == driver.turn()
        driver.act(action="in" if len(driver.table.state.said) < 3 else None)
    assert pressed(driver.table) is None


def test_a_game_with_a_clock_of_its_own_has_that_one_alone() -> None:
    driver = clocked(ruleset="toy/plain@1?turns=all&clock=on")
    while not TOY.at_once(driver.table.state):
        driver.act(action="in" if len(driver.table.state.said) < 3 else None)
    assert driver.take(Wake)[-1] == Wake(driver.now + 8, "1/1.0")


def test_a_forced_action_has_as_long_as_any_other() -> None:
    driver, waits = clocked(), set()
    while driver.table.meta.phase == "deal":
        waits.add(driver.take(Wake)[-1][0] - driver.now)
        driver.act()
    assert waits == {90.0}


# What a turn costs


def test_a_turn_within_the_clock_costs_nothing() -> None:
    driver = clocked()
    assert [entry.kind for entry in take_so_long(driver, 30.0).entries] == ["act"]
    assert left(driver) == [60, 60, 60]


def test_what_is_beyond_the_clock_is_taken_from_the_seats_own_bank() -> None:
    driver = clocked()
    assert [entry.kind for entry in take_so_long(driver, 41.54).entries] == ["clock", "act"]
    assert left(driver) == [60, 48.5, 60]


def test_a_bank_has_to_last_for_the_match() -> None:
    driver = clocked()
    take_so_long(driver, 50)
    driver.finish_deal().all_ready()
    driver.shuffle()
    while driver.turn() != 1:
        driver.act()
    take_so_long(driver, 45)
    assert left(driver) == [60, 25, 60]


def test_a_rematch_begins_with_full_banks() -> None:
    driver = clocked()
    take_so_long(driver, 50)
    driver.finish_match()
    driver.do(MINA, Start("again"))
    assert left(driver) == [60, 60, 60]


def test_a_bank_is_never_less_than_empty() -> None:
    driver = clocked()
    take_so_long(driver, 90.2)
    assert left(driver) == [60, 0, 60]


def test_a_bank_belongs_to_the_seat_whoever_sits_there() -> None:
    driver = clocked()
    take_so_long(driver, 50)
    driver.do(TOMA, Stand("a"))
    driver.do(TOMA, Sit("b"))
    assert left(driver) == [60, 40, 60]


def test_an_action_that_is_refused_costs_nothing_yet() -> None:
    driver = clocked()
    assert driver.refused(TOMA, Act("a", driver.table.version, "play 2S", 50.0)) == "illegal"
    assert left(driver) == [60, 60, 60]


# When time is out


def test_what_a_bot_would_do_is_done_by_the_table_and_the_seat_is_marked() -> None:
    driver = clocked()
    step = run_out(driver)
    assert [(entry.kind, entry.seat, entry.who) for entry in step.entries] == [
        ("clock", 1, "table"),
        ("act", 1, "table"),
    ]
    assert late(driver) == [False, True, False]
    assert left(driver) == [60, 0, 60]
    assert driver.table.meta.seats[1].active


def test_the_mark_stays_until_the_person_acts() -> None:
    driver = clocked()
    run_out(driver)
    while driver.turn() != 1:
        driver.act()
        assert late(driver)[1]
    take_so_long(driver, 1)
    assert late(driver) == [False, False, False]


def test_after_the_second_turn_in_a_row_a_bot_stands_in() -> None:
    driver = clocked()
    run_out(driver)
    while driver.turn() != 1:
        driver.act()
    assert [entry.kind for entry in run_out(driver).entries][:3] == ["clock", "bot", "act"]
    seat = driver.table.meta.seats[1]
    assert (seat.player, seat.standin) == (TOMA.id, True)


def test_who_acts_in_between_begins_to_count_anew() -> None:
    driver = clocked()
    run_out(driver)
    while driver.turn() != 1:
        driver.act()
    take_so_long(driver, 1)
    driver.finish_deal().all_ready()
    driver.shuffle()
    while driver.turn() != 1:
        driver.act()
    run_out(driver)
    assert driver.table.meta.seats[1].active


def test_who_was_stood_in_for_comes_back_by_sitting_down() -> None:
    driver = clocked()
    run_out(driver)
    while driver.turn() != 1:
        driver.act()
    run_out(driver)
    driver.do(TOMA, Sit("back"))
    assert driver.table.meta.seats[1].active
    assert not late(driver)[1]


def test_the_last_action_of_a_deal_may_be_the_clocks() -> None:
    driver = clocked()
    while len(driver.table.state.played) < 2:
        driver.act()
    kinds = [entry.kind for entry in run_out(driver).entries]
    assert kinds == ["clock", "act", "end"]
    assert driver.table.meta.phase == "result"


def test_a_whole_match_can_be_played_by_the_clock_alone() -> None:
    driver = Driver(clock=(15, 0)).seated().dealt()
    for _ in range(100):
        if driver.table.meta.phase == "finished":
            break
        if driver.table.meta.phase == "result":
            driver.wake()
            driver.shuffle()
        elif pressed(driver.table) is None:
            driver.bots_act()
        else:
            run_out(driver)
    assert driver.table.meta.phase == "finished"
    assert fold(driver.journal) == driver.table


@pytest.mark.parametrize(("token", "seat"), [("1/1", 1), ("2/0", 1), ("1/0", 2), ("", 1)])
def test_a_clock_of_another_turn_does_nothing(token: str, seat: int) -> None:
    driver = clocked()
    assert driver.do(CLOCK, OutOfTime(token, seat, "in")).entries == ()


def test_a_clock_does_nothing_for_a_seat_that_was_left() -> None:
    driver = clocked()
    driver.do(TOMA, Stand("a"))
    assert driver.do(CLOCK, OutOfTime("1/0", 1, "in")).entries == ()


def test_a_clock_that_wants_the_impossible_is_refused_and_changes_nothing() -> None:
    driver = clocked()
    before = driver.table
    assert driver.refused(CLOCK, OutOfTime("1/0", 1, "play 2S")) == "illegal"
    assert driver.table is before


def test_no_person_can_say_that_time_is_out() -> None:
    with pytest.raises(TypeError):
        clocked().send(MINA, OutOfTime("1/0", 1, "in"))


# After a restart


def test_banks_and_marks_come_from_the_journal_and_the_turn_begins_anew() -> None:
    driver = clocked()
    take_so_long(driver, 41.5)
    run_out(driver)
    driver.now += 80
    table = fold(driver.journal)
    assert table == driver.table
    assert left(driver) == [60, 48.5, 0]
    assert late(driver) == [False, False, True]
    assert resume(table, 9000.0)[0] == Wake(9090.0, "1/2", 0)


def test_a_stand_in_by_the_host_is_not_late() -> None:
    driver = clocked()
    driver.do(MINA, Bot("a", 1, on=True, away=True))
    assert late(driver) == [False, False, False]
