"""Start, deal after deal, rematch."""

import pytest

from app.table import (
    CHANCE,
    CLOCK,
    AskBot,
    Bot,
    MatchSeatRow,
    Opening,
    Ready,
    Shuffle,
    Shuffled,
    Sit,
    Stand,
    Start,
    Wake,
    Woke,
    fold,
    open_table,
    resume,
    views,
)
from app.table.draft import BOTS_WAIT, REDEAL_WAIT, RESULT_WAIT
from tests.table.driver import EDE, JO, MINA, TOMA, Driver
from tests.table.toy import PACK


def after_first_deal(driver: Driver) -> Driver:
    driver.dealt()
    for _ in range(3):
        driver.act(action="in")
    return driver.finish_deal()


def test_a_table_needs_a_number_of_seats_the_game_is_for() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        open_table(Opening("X", "toy/plain@1", 5, True, "everybody"), MINA, 0.0)


def test_the_start_asks_for_a_shuffle_and_a_dealer() -> None:
    driver = Driver().seated()
    step = driver.do(MINA, Start("a"))
    assert step.effects == (Shuffle(1, PACK, 3, first=True),)
    assert driver.table.meta.phase == "dealing"


def test_only_the_host_starts() -> None:
    assert Driver().seated().refused(TOMA, Start("a")) == "not_host"


def test_a_game_for_one_number_of_players_cannot_start_with_an_empty_seat() -> None:
    driver = Driver("mighty/japanese@1", 5).seated([MINA, TOMA, JO, EDE])
    assert driver.refused(MINA, Start("a")) == "seats_empty"


def test_a_game_for_several_numbers_cannot_start_with_too_few() -> None:
    assert Driver().seated([MINA]).refused(MINA, Start("a")) == "too_few"


def test_a_game_for_several_numbers_starts_with_those_who_are_there_and_empty_seats_go_away() -> None:
    driver = Driver(players=4)
    driver.do(MINA, Sit("a", 1))
    driver.do(JO, Sit("b", 3))
    driver.dealt()
    assert [seat.name for seat in driver.table.meta.seats] == ["Mina", "Jo"]
    assert views.private(driver.table, JO.id)["seat"] == 1  # type: ignore[index]
    assert fold(driver.journal) == driver.table
    driver.finish_match()
    assert [(row.seat, row.name) for row in driver.rows if isinstance(row, MatchSeatRow)] == [(0, "Mina"), (1, "Jo")]


def test_whoever_stands_up_in_a_smaller_match_may_come_back_to_the_same_seat() -> None:
    driver = Driver(players=4)
    driver.do(MINA, Sit("a", 1))
    driver.do(JO, Sit("b", 3))
    driver.dealt()
    driver.do(JO, Stand("c"))
    driver.do(JO, Sit("d"))
    assert driver.table.meta.seats[1].active


def test_bots_alone_can_play() -> None:
    assert Driver().with_bots().dealt().finish_match().table.meta.phase == "finished"


def test_a_match_cannot_be_started_while_one_runs() -> None:
    driver = Driver().seated()
    driver.do(MINA, Start("a"))
    assert driver.refused(MINA, Start("b")) == "not_now"
    driver.shuffle()
    assert driver.refused(MINA, Start("c")) == "not_now"


def test_the_pack_is_an_entry_before_a_card_is_in_a_hand() -> None:
    driver = Driver().seated()
    driver.do(MINA, Start("a"))
    driver.do(CHANCE, Shuffled(1, PACK, 2))
    entry = driver.journal[-1]
    assert (entry.kind, entry.seat, entry.text, entry.deal, entry.ply) == ("deal", 2, " ".join(PACK), 1, 0)
    assert driver.table.state.hands[0] == ("2H", "2S", "3S")


def test_a_second_pack_for_the_same_deal_does_nothing() -> None:
    driver = Driver().seated().dealt()
    assert driver.do(CHANCE, Shuffled(1, PACK, 2)).entries == ()


def test_after_a_deal_the_result_is_shown_and_a_clock_runs() -> None:
    driver = after_first_deal(Driver().seated())
    assert driver.table.meta.phase == "result"
    assert driver.take(Wake) == [Wake(driver.now + RESULT_WAIT, "1")]


def test_the_next_deal_comes_when_everybody_is_ready() -> None:
    driver = after_first_deal(Driver().seated())
    driver.do(MINA, Ready("a"))
    driver.do(TOMA, Ready("b"))
    assert driver.table.meta.phase == "result"
    step = driver.do(JO, Ready("c"))
    assert step.effects == (Shuffle(2, PACK, 3, first=False),)


def test_the_dealer_of_the_next_deal_follows_from_the_rules() -> None:
    driver = after_first_deal(Driver().seated())
    driver.all_ready()
    driver.shuffle()
    assert driver.journal[-1].seat == 1


def test_bots_need_not_be_ready() -> None:
    driver = after_first_deal(Driver().seated().with_bots())
    driver.do(JO, Stand("s"))
    driver.do(MINA, Ready("a"))
    driver.do(TOMA, Ready("b"))
    assert driver.table.meta.phase == "dealing"


def test_the_last_one_who_is_not_ready_may_also_leave() -> None:
    driver = after_first_deal(Driver().seated())
    driver.do(MINA, Ready("a"))
    driver.do(TOMA, Ready("b"))
    step = driver.do(JO, Stand("c"))
    assert [type(effect) for effect in step.effects] == [Shuffle]


def test_a_bot_for_the_last_one_who_is_not_ready_lets_the_deal_come() -> None:
    driver = after_first_deal(Driver().seated())
    driver.do(MINA, Ready("a"))
    driver.do(TOMA, Ready("b"))
    driver.do(MINA, Bot("c", 2, on=True, away=True))
    assert driver.table.meta.phase == "dealing"


def test_the_next_deal_does_not_come_at_once_when_the_last_person_leaves() -> None:
    driver = after_first_deal(Driver().seated())
    for person in (MINA, TOMA, JO):
        driver.do(person, Stand("s"))
    assert driver.table.meta.phase == "result"
    driver.wake()
    assert driver.table.meta.phase == "dealing"


def test_after_a_minute_the_deal_comes_anyway() -> None:
    driver = after_first_deal(Driver().seated())
    driver.wake()
    assert driver.table.meta.phase == "dealing"


def test_the_host_need_not_wait_for_the_others() -> None:
    driver = after_first_deal(Driver().seated())
    driver.do(MINA, Start("a"))
    assert driver.table.meta.phase == "dealing"


def test_a_clock_that_comes_too_late_does_nothing() -> None:
    driver = after_first_deal(Driver().seated())
    driver.all_ready()
    assert driver.do(CLOCK, Woke("1")).entries == ()
    driver.shuffle()
    driver.finish_deal()
    assert driver.do(CLOCK, Woke("1")).entries == ()


def test_nobody_is_ready_any_more_in_the_next_deal() -> None:
    driver = after_first_deal(Driver().seated())
    driver.all_ready()
    driver.shuffle()
    assert not any(seat.ready for seat in driver.table.meta.seats)


def test_being_ready_twice_changes_nothing() -> None:
    driver = after_first_deal(Driver().seated())
    driver.do(MINA, Ready("a"))
    assert driver.do(MINA, Ready("b")).entries == ()


def test_ready_is_for_people_who_play_after_a_deal() -> None:
    driver = Driver().seated()
    assert driver.refused(MINA, Ready("a")) == "not_now"
    after_first_deal(driver)
    assert driver.refused(EDE, Ready("b")) == "not_seated"
    driver.do(JO, Stand("c"))
    assert driver.refused(JO, Ready("d")) == "standin"


def test_a_deal_that_is_thrown_in_does_not_count_and_is_dealt_again_soon() -> None:
    driver = Driver().seated().dealt(dealer=2)
    for _ in range(3):
        driver.act(action="out")
    match = driver.table.meta.match
    assert match is not None
    assert (match.dealt, match.rules.counted, match.rules.dealer) == (1, 0, 2)
    assert driver.take(Wake) == [Wake(driver.now + REDEAL_WAIT, "1")]


def test_bots_alone_do_not_wait_a_minute() -> None:
    driver = Driver().with_bots().dealt()
    while driver.table.meta.phase == "deal":
        driver.bots_act()
    (wake,) = driver.take(Wake)
    assert isinstance(wake, Wake)
    assert wake.at - driver.now in (BOTS_WAIT, REDEAL_WAIT)


def test_the_match_ends_with_its_last_deal_and_has_winners() -> None:
    driver = Driver("toy/plain@1?match_deals=1").seated().dealt().finish_match()
    match = driver.table.meta.match
    assert driver.table.meta.phase == "finished"
    assert match is not None
    assert match.rules.winners
    assert [entry.kind for entry in driver.journal[-3:]] == ["act", "end", "match_end"]


def test_a_finished_match_waits_for_nothing() -> None:
    driver = Driver("toy/plain@1?match_deals=1").seated().dealt().finish_match()
    assert resume(driver.table, driver.now) == ()


def test_a_rematch_starts_from_nothing_and_deals_are_counted_on() -> None:
    driver = Driver("toy/plain@1?match_deals=1").seated().dealt().finish_match()
    deals = driver.table.meta.deals
    driver.dealt(dealer=1)
    match = driver.table.meta.match
    assert match is not None
    assert (match.id, match.number, match.dealt, match.results) == ("K7PQ2MWX-2", 2, 1, ())
    assert match.rules.totals == {"points": (0, 0, 0)}
    assert driver.table.meta.deals == deals + 1


def test_after_a_restart_the_shuffle_is_asked_for_again() -> None:
    driver = Driver().seated()
    driver.do(MINA, Start("a"))
    assert resume(driver.table, 5.0) == (Shuffle(1, PACK, 3, first=True),)


def test_after_a_restart_the_bot_whose_turn_it_is_is_asked_again() -> None:
    driver = Driver().seated([MINA]).with_bots().dealt()
    assert resume(driver.table, 5.0) == (AskBot(1, 1, driver.table.version),)


def test_after_a_restart_the_clock_runs_anew() -> None:
    driver = after_first_deal(Driver().seated())
    assert resume(driver.table, 5000.0) == (Wake(5000.0 + RESULT_WAIT, "1"),)


def test_a_table_in_the_lobby_waits_for_nothing() -> None:
    assert resume(Driver().seated().table, 5.0) == ()
