"""Where everybody may act at once: the clock of a running deal, bots that let the others go on, versions."""

import pytest

from app.rules.base import CLOSE
from app.table import BOT, CLOCK, Act, AskBot, BotActs, Chat, Sit, Stand, Wake, Woke, first_legal, fold, resume
from tests.table.driver import JO, MINA, TOMA, Driver
from tests.table.toy import TOY

PRESSED = "toy/plain@1?turns=all&clock=on"


def at_once(driver: Driver | None = None) -> Driver:
    """Three people; everybody is in, the dealer has discarded, all may play, and a clock runs."""
    driver = (driver or Driver(PRESSED).seated()).dealt()
    while not TOY.at_once(driver.table.state):
        if driver.table.meta.seats[driver.turn()].driven:
            driver.bots_act()
        else:
            driver.act(action="in" if len(driver.table.state.said) < 3 else None)
    return driver


def play(driver: Driver, seat: int) -> str:
    """A card that this seat holds."""
    return f"play {driver.table.state.hands[seat][0]}"


def test_no_clock_runs_while_one_seat_after_the_other_acts() -> None:
    driver = Driver(PRESSED).seated().dealt()
    assert driver.take(Wake) == []


def test_a_clock_runs_from_the_action_after_which_everybody_may_act() -> None:
    driver = at_once()
    assert driver.take(Wake) == [Wake(driver.now + 8.0, "1/1.0")]


def test_what_competes_starts_the_clock_anew_and_a_pass_does_not() -> None:
    driver = at_once()
    driver.take(Wake)
    driver.now += 5
    driver.act(1, "pass")
    assert driver.take(Wake) == []
    driver.act(2, play(driver, 2))
    assert driver.take(Wake) == [Wake(driver.now + 8.0, "1/1.1")]


def test_a_clock_that_a_pass_has_left_alone_acts_in_its_time() -> None:
    driver = at_once()
    driver.act(1, "pass")
    driver.wake()
    assert driver.table.meta.phase == "result"


def test_talk_and_seating_leave_the_clock_alone() -> None:
    driver = at_once()
    driver.take(Wake)
    driver.do(JO, Chat("a", "well"))
    driver.do(JO, Stand("b"))
    driver.do(JO, Sit("c"))
    assert driver.take(Wake) == []


def test_a_clock_that_has_run_down_acts_for_no_seat() -> None:
    driver = at_once()
    step = driver.wake()
    entry = step.entries[0]
    assert (entry.kind, entry.seat, entry.who, entry.text, entry.ply) == ("act", None, "table", CLOSE, 5)
    assert driver.table.meta.phase == "result"
    assert fold(driver.journal) == driver.table


def test_a_clock_that_has_been_started_anew_since_does_nothing() -> None:
    driver = at_once()
    (old,) = driver.take(Wake)
    assert isinstance(old, Wake)
    driver.act(2, play(driver, 2))
    assert driver.do(CLOCK, Woke(old.token)).entries == ()


@pytest.mark.parametrize("token", ["", "1", "1/4", "1/1.1", "2/1.0", "nonsense"])
def test_a_clock_of_something_else_does_nothing(token: str) -> None:
    assert at_once().do(CLOCK, Woke(token)).entries == ()


def test_the_deals_clock_is_not_taken_for_the_wait_after_it() -> None:
    driver = at_once()
    driver.take(Wake)
    driver.act(1, play(driver, 1))
    (old,) = driver.take(Wake)
    assert isinstance(old, Wake)
    driver.finish_deal()
    assert driver.do(CLOCK, Woke(old.token)).entries == ()


def test_after_a_restart_the_clock_of_the_deal_starts_anew() -> None:
    driver = at_once()
    assert resume(fold(driver.journal), 5000.0)[0] == Wake(5008.0, "1/1.0")


def test_what_was_decided_before_everybody_could_act_is_stale() -> None:
    driver = Driver(PRESSED).seated().dealt()
    version = driver.table.version
    while not TOY.at_once(driver.table.state):
        driver.act(action="in" if len(driver.table.state.said) < 3 else None)
    assert driver.refused(TOMA, Act("x", version, driver.choice(1))) == "stale"


def test_what_crossed_the_actions_of_others_counts() -> None:
    driver = at_once()
    version = driver.table.version
    driver.act(0, play(driver, 0))
    driver.act(2, play(driver, 2))
    assert driver.do(TOMA, Act("x", version, play(driver, 1))).entries


def test_nobody_passes_on_what_they_have_not_seen() -> None:
    driver = at_once()
    version = driver.table.version
    driver.act(0, play(driver, 0))
    assert driver.refused(TOMA, Act("x", version, "pass")) == "stale"
    assert driver.do(TOMA, Act("y", driver.table.version, "pass")).entries


def test_a_pass_that_crossed_another_pass_counts() -> None:
    driver = at_once()
    version = driver.table.version
    driver.act(0, "pass")
    assert driver.do(TOMA, Act("x", version, "pass")).entries


def test_all_bots_are_asked_again_after_every_action() -> None:
    driver = at_once(Driver(PRESSED).seated([MINA]).with_bots())
    driver.take(AskBot)
    driver.act(0, play(driver, 0))
    asked = [effect.seat for effect in driver.take(AskBot) if isinstance(effect, AskBot)]
    assert asked == [1, 2]


def test_a_bot_may_let_the_others_go_on() -> None:
    driver = at_once(Driver(PRESSED).seated([MINA]).with_bots())
    before = driver.table
    assert driver.do(BOT, BotActs(1, driver.table.ply + 1, "")).entries == ()
    assert driver.table is before


def test_a_bot_that_fails_lets_the_others_go_on() -> None:
    assert first_legal(at_once().table, 1) == ""
