"""The host: bots, handing over, going away."""

from app.table import CLOCK, Bot, Host, HostAbsent, Sit, Stand, Start
from app.table.state import EMPTY_SEAT
from tests.table.driver import EDE, JO, MINA, TOMA, Driver


def test_who_opens_a_table_is_its_host_without_sitting() -> None:
    assert Driver().table.meta.host == MINA.id


def test_the_host_puts_a_bot_on_an_empty_seat() -> None:
    driver = Driver()
    driver.do(MINA, Bot("a", 1, on=True))
    assert (driver.table.meta.seats[1].kind, driver.table.meta.seats[1].player) == ("bot", None)


def test_bots_have_different_names() -> None:
    seats = Driver(players=4).with_bots().table.meta.seats
    assert len({seat.name for seat in seats}) == 4


def test_the_host_takes_a_bot_off_before_the_match() -> None:
    driver = Driver().with_bots()
    driver.do(MINA, Bot("a", 1, on=False))
    assert driver.table.meta.seats[1] == EMPTY_SEAT


def test_a_bot_cannot_be_taken_off_during_a_match() -> None:
    assert Driver().with_bots().dealt().refused(MINA, Bot("a", 1, on=False)) == "not_now"


def test_putting_a_bot_where_one_is_changes_nothing() -> None:
    assert Driver().with_bots().do(MINA, Bot("a", 1, on=True)).entries == ()


def test_others_cannot_place_bots() -> None:
    assert Driver().seated().refused(TOMA, Bot("a", 0, on=True)) == "not_host"


def test_a_bot_needs_a_seat_that_exists() -> None:
    assert Driver().refused(MINA, Bot("a", 9, on=True)) == "no_such_seat"


def test_a_bot_cannot_take_the_place_of_somebody_who_is_here() -> None:
    assert Driver().seated().dealt().refused(MINA, Bot("a", 1, on=True)) == "not_away"


def test_a_bot_stands_in_for_somebody_away_and_is_asked_if_it_is_their_turn() -> None:
    driver = Driver().seated().dealt()
    step = driver.do(MINA, Bot("a", 1, on=True, away=True))
    assert driver.table.meta.seats[1][:4] == ("person", TOMA.id, "Toma", True)
    assert [effect.seat for effect in step.effects] == [1]


def test_a_person_is_not_removed_by_taking_a_bot_off() -> None:
    driver = Driver().seated()
    driver.do(MINA, Bot("a", 1, on=False))
    assert driver.table.meta.seats[1].player == TOMA.id


def test_the_host_hands_over_to_a_person_who_plays() -> None:
    driver = Driver().seated()
    driver.do(MINA, Host("a", 2))
    assert driver.table.meta.host == JO.id
    assert driver.refused(MINA, Start("b")) == "not_host"


def test_the_host_cannot_hand_over_to_a_bot_or_an_empty_seat() -> None:
    driver = Driver().seated([MINA])
    driver.do(MINA, Bot("a", 1, on=True))
    assert driver.refused(MINA, Host("b", 1)) == "not_a_person"
    assert driver.refused(MINA, Host("c", 2)) == "not_a_person"
    assert driver.refused(MINA, Host("d", 7)) == "no_such_seat"


def test_only_the_host_hands_over() -> None:
    assert Driver().seated().refused(TOMA, Host("a", 1)) == "not_host"


def test_a_host_who_stands_up_is_followed_by_the_next_person_clockwise() -> None:
    driver = Driver(players=4)
    driver.do(MINA, Sit("a", 2))
    driver.do(TOMA, Sit("b", 1))
    driver.do(JO, Sit("c", 0))
    driver.do(MINA, Stand("d"))
    assert driver.table.meta.host == JO.id


def test_a_standin_does_not_become_host() -> None:
    driver = Driver().seated().dealt()
    driver.do(TOMA, Stand("a"))
    driver.do(MINA, Stand("b"))
    assert driver.table.meta.host == JO.id


def test_with_nobody_left_the_next_to_sit_becomes_host() -> None:
    driver = Driver().seated([MINA])
    driver.do(MINA, Stand("a"))
    assert driver.table.meta.host == ""
    driver.do(EDE, Sit("b", 1))
    assert driver.table.meta.host == EDE.id


def test_a_lone_host_is_host_again_on_coming_back_in_mid_deal() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    driver.do(MINA, Stand("a"))
    driver.do(MINA, Sit("b"))
    assert driver.table.meta.host == MINA.id


def test_an_absent_host_is_followed_by_the_next_person_who_is_here() -> None:
    driver = Driver().seated()
    driver.do(CLOCK, HostAbsent(MINA.id, frozenset({JO.id})))
    assert driver.table.meta.host == JO.id


def test_a_host_who_never_sat_is_followed_from_the_first_seat_on() -> None:
    driver = Driver()
    driver.do(TOMA, Sit("a", 1))
    driver.do(JO, Sit("b", 0))
    driver.do(CLOCK, HostAbsent(MINA.id, frozenset({JO.id, TOMA.id})))
    assert driver.table.meta.host == JO.id


def test_an_absent_host_stays_host_when_nobody_is_here() -> None:
    driver = Driver().seated()
    assert driver.do(CLOCK, HostAbsent(MINA.id, frozenset())).entries == ()


def test_news_of_a_former_hosts_absence_changes_nothing() -> None:
    driver = Driver().seated()
    assert driver.do(CLOCK, HostAbsent(TOMA.id, frozenset({JO.id}))).entries == ()


def test_a_bot_stands_in_for_a_person_who_lets_the_others_wait() -> None:
    driver = Driver().seated().dealt()
    slow = driver.turn()
    host = MINA if driver.table.meta.seats[slow].player != MINA.id else TOMA
    driver.table = driver.table._replace(meta=driver.table.meta._replace(host=host.id))
    step = driver.do(host, Bot("a", slow, on=True, idle=True))
    assert [effect.seat for effect in step.effects] == [slow]


def test_who_was_stood_in_for_sits_down_again() -> None:
    driver = Driver().seated().dealt()
    driver.do(MINA, Bot("a", 1, on=True, away=True))
    driver.do(TOMA, Sit("b"))
    assert driver.table.meta.seats[1].active


def test_nobody_lets_the_others_wait_while_no_deal_runs() -> None:
    assert Driver().seated().refused(MINA, Bot("a", 1, on=True, idle=True)) == "not_away"


def test_a_host_who_stands_up_is_followed_by_somebody_who_is_here() -> None:
    driver = Driver().seated()
    driver.do(MINA, Stand("a", frozenset({MINA.id, JO.id})))
    assert driver.table.meta.host == JO.id


def test_with_nobody_here_the_rights_of_a_host_who_stands_up_wait_for_the_next_person() -> None:
    driver = Driver().seated()
    driver.do(MINA, Stand("a", frozenset({MINA.id})))
    assert driver.table.meta.host == TOMA.id
