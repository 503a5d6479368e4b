"""Players who are gone in mid-match: who decides about their seat, how it comes back, how it is handed on."""

import json

import pytest

from app.table import (
    BOT,
    CLOCK,
    Act,
    AskBot,
    Bot,
    BotActs,
    DealEndRow,
    MatchSeatRow,
    OutOfTime,
    Sit,
    Stand,
    Wake,
    fold,
    views,
)
from app.table.absence import ABSENT_AFTER, patience
from app.table.messages import Absence, Absent, HandOn, Returned, Seen, Take
from app.table.turns import turn_token
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver
from tests.table.toy import TOY

DIGEST = "a" * 64


def playing() -> Driver:
    """Three people in a deal; seat 1 (Toma) begins."""
    return Driver().seated().dealt()


def over(driver: Driver, seat: int = 1, person: str = TOMA.id) -> None:
    """The time of the seat's present stage is over."""
    driver.do(CLOCK, Absent(seat, person, driver.table.meta.seats[seat].absence))


def asked(seat: int = 1, person: str = TOMA.id) -> Driver:
    """Toma has been gone for long and the others are asked."""
    driver = playing()
    over(driver, seat, person)
    return driver


def with_bot() -> Driver:
    """A bot plays for Toma until he returns."""
    driver = asked()
    over(driver)
    return driver


def back(driver: Driver, turn: str = "") -> None:
    driver.do(CLOCK, Returned(TOMA.id, turn))


def shown(driver: Driver, seat: int = 1) -> tuple[str | None, bool]:
    """What everybody sees of a seat: its absence, and whether a bot stands in."""
    view = views.public_meta(driver.table.meta)["seats"][seat]
    return view["absence"], view["standin"]


# How a table is opened


@pytest.mark.parametrize("seconds", ABSENT_AFTER)
def test_the_time_after_which_somebody_is_absent_is_a_tables_own(seconds: int) -> None:
    driver = Driver(absent_after=seconds)
    assert views.public(driver.table)["absent_after"] == views.summary(driver.table)["absent_after"] == seconds
    assert patience(driver.table, "") == seconds


@pytest.mark.parametrize("seconds", [0, 5, 61, -60, 86400])
def test_a_time_of_absence_that_tables_cannot_have_is_refused(seconds: int) -> None:
    with pytest.raises(ValueError, match="absent"):
        Driver(absent_after=seconds)


def test_a_table_that_was_opened_before_there_was_such_a_time_has_the_usual_one() -> None:
    first, *others = playing().journal
    old = first._replace(text=first.text.replace(',"absent_after":60', ""))
    assert old.text != first.text
    assert fold([old, *others]).meta.absent_after == 60


# Who is absent, and what the others do


def test_the_others_are_asked_when_somebody_has_been_gone_for_long() -> None:
    assert shown(asked()) == ("asked", False)


def test_nobody_is_absent_before_the_match() -> None:
    driver = Driver().seated()
    over(driver)
    assert shown(driver) == (None, False)


def test_where_nobody_chooses_a_bot_plays() -> None:
    driver = asked()
    driver.take(AskBot)
    over(driver)
    assert shown(driver) == ("bot", True)
    assert [effect.seat for effect in driver.take(AskBot)] == [1]  # type: ignore[union-attr]


@pytest.mark.parametrize("person", [MINA, JO])
def test_anyone_who_plays_may_have_a_bot_play(person) -> None:
    driver = asked()
    driver.do(person, Absence("a", 1, "bot"))
    assert shown(driver) == ("bot", True)


def test_one_who_plays_may_choose_to_wait() -> None:
    driver = asked()
    driver.do(JO, Absence("a", 1, "wait"))
    assert shown(driver) == ("wait", False)
    assert patience(driver.table, "wait") == 60


def test_after_more_waiting_the_others_are_asked_again_and_then_a_bot_plays() -> None:
    driver = asked()
    driver.do(JO, Absence("a", 1, "wait"))
    over(driver)
    assert shown(driver) == ("asked", False)
    over(driver)
    assert shown(driver) == ("bot", True)


def test_who_has_chosen_to_wait_may_think_better_of_it() -> None:
    driver = asked()
    driver.do(JO, Absence("a", 1, "wait"))
    driver.do(JO, Absence("b", 1, "bot"))
    assert shown(driver) == ("bot", True)


def test_a_time_that_was_over_before_a_choice_comes_too_late() -> None:
    driver = asked()
    driver.do(JO, Absence("a", 1, "wait"))
    assert driver.do(CLOCK, Absent(1, TOMA.id, "asked")).entries == ()


def test_spectators_have_no_say() -> None:
    assert asked().refused(EDE, Absence("a", 1, "bot")) == "not_seated"


def test_nobody_decides_about_somebody_who_is_here() -> None:
    assert playing().refused(MINA, Absence("a", 1, "bot")) == "not_absent"


def test_a_seat_that_there_is_not_cannot_be_decided_about() -> None:
    assert asked().refused(MINA, Absence("a", 9, "bot")) == "no_such_seat"


def test_an_absent_player_does_not_hold_up_the_next_deal() -> None:
    driver = playing().finish_deal()
    over(driver)
    over(driver)
    driver.all_ready()
    assert driver.table.meta.phase == "dealing"


def test_all_that_is_stored_makes_the_same_table_again() -> None:
    driver = with_bot()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.bots_act()
    back(driver, "another")
    assert fold(driver.journal) == driver.table


# Coming back


def test_who_comes_back_before_a_bot_plays_goes_on() -> None:
    driver = asked()
    back(driver)
    assert shown(driver) == (None, False)


def test_who_comes_back_has_the_seat_again_without_asking_for_it() -> None:
    driver = with_bot()
    driver.bots_act()
    back(driver)
    assert shown(driver) == (None, False)
    assert driver.table.meta.seats[1].active


def test_a_bot_that_is_about_to_act_finishes_that_action_first() -> None:
    driver = with_bot()
    turn = turn_token(driver.table)
    back(driver, turn)
    assert shown(driver) == ("bot", True)
    driver.bots_act()
    back(driver, turn)
    assert shown(driver) == (None, False)


def test_who_left_on_purpose_has_to_sit_down_again() -> None:
    driver = playing()
    driver.do(TOMA, Stand("a"))
    back(driver)
    assert driver.table.meta.seats[1].standin


def test_who_was_stood_in_for_while_away_has_the_seat_again_on_return() -> None:
    driver = playing()
    driver.do(MINA, Bot("a", 1, on=True, away=True))
    driver.bots_act()
    back(driver)
    assert driver.table.meta.seats[1].active


def test_who_ran_out_of_time_while_away_has_the_seat_again_on_return() -> None:
    driver = Driver(clock=(30, 0)).seated().dealt()
    while not driver.table.meta.seats[1].standin:
        if driver.turn() == 1:
            wake = driver.take(Wake)[-1]
            assert isinstance(wake, Wake)
            driver.do(CLOCK, OutOfTime(wake.token, 1, driver.choice(1), away=True))
        else:
            driver.act()
    back(driver)
    assert driver.table.meta.seats[1].active


def test_the_return_of_somebody_who_is_not_absent_changes_nothing() -> None:
    assert playing().do(CLOCK, Returned(TOMA.id, "")).entries == ()


# What was done meanwhile


def test_who_comes_back_is_told_what_the_bot_did_in_full() -> None:
    driver = asked(0, MINA.id)
    over(driver, 0, MINA.id)
    while driver.table.state.buried is None:
        if driver.turn() == 0:
            (ask,) = driver.take(AskBot)
            assert isinstance(ask, AskBot)
            legal = TOY.legal(driver.table.state, 0)
            action = "in" if type(legal) is tuple else f"discard {legal.among[0]}"
            driver.do(BOT, BotActs(0, ask.ply, action))
        else:
            driver.act(action="in")
    driver.do(CLOCK, Returned(MINA.id, ""))
    private = views.private(driver.table, MINA.id)
    assert private is not None
    assert private["missed"] == [
        {"deal": 1, "action": "in"},
        {"deal": 1, "action": f"discard {driver.table.state.buried}"},
    ]


def missed(driver: Driver) -> object:
    private = views.private(driver.table, TOMA.id)
    assert private is not None
    return private["missed"]


def come_back() -> Driver:
    """Toma is back after a bot has said something for him."""
    driver = with_bot()
    driver.do(BOT, BotActs(1, 1, "in"))
    back(driver)
    return driver


def test_nobody_else_is_told_what_was_done_for_somebody() -> None:
    driver = come_back()
    assert "missed" not in str(views.public(driver.table))
    assert all(views.private(driver.table, person.id)["missed"] == [] for person in (MINA, JO))  # type: ignore[index]


def test_what_was_done_is_told_again_until_it_has_been_read() -> None:
    driver = come_back()
    assert missed(driver) == [{"deal": 1, "action": "in"}]
    driver.do(TOMA, Seen("a"))
    assert missed(driver) == []
    assert driver.do(TOMA, Seen("b")).entries == ()


def test_what_was_done_in_an_earlier_absence_is_not_told_once_more() -> None:
    driver = come_back()
    driver.do(TOMA, Seen("a"))
    over(driver)
    over(driver)
    back(driver)
    assert missed(driver) == []


def test_nobody_without_a_seat_has_missed_anything() -> None:
    assert come_back().refused(EDE, Seen("a")) == "not_seated"


# Handing a seat on


def handed(to=EDE) -> Driver:
    """Mina has handed Toma's seat on to somebody by a link."""
    driver = asked()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.do(to, Take("b", DIGEST))
    return driver


def test_whoever_opens_the_link_has_the_seat() -> None:
    driver = handed()
    seat = driver.table.meta.seats[1]
    assert (seat.player, seat.name, seat.active, seat.absence) == (EDE.id, "Ede", True, "")
    driver.do(EDE, Act("c", driver.table.version, "in"))


def test_a_link_works_while_a_bot_plays_too() -> None:
    driver = with_bot()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.do(EDE, Take("b", DIGEST))
    assert driver.table.meta.seats[1].active


def test_the_match_keeps_a_row_for_each_sitting() -> None:
    rows = [row for row in handed().rows if isinstance(row, MatchSeatRow) and row.seat == 1]
    assert [row.name for row in rows] == ["Toma", "Ede"]


def test_the_seat_is_handed_on_with_its_score() -> None:
    driver = playing().finish_deal()
    assert driver.table.meta.match is not None
    totals = driver.table.meta.match.rules.totals
    over(driver)
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.do(EDE, Take("b", DIGEST))
    assert driver.table.meta.match.rules.totals == totals


def test_who_had_the_seat_watches_and_everybody_sees_that_it_was_theirs() -> None:
    driver = handed()
    assert views.private(driver.table, TOMA.id) is None
    assert views.public_meta(driver.table.meta)["seats"][1]["before"] == "Toma"


def test_who_had_the_seat_cannot_take_a_bots_in_the_same_deal() -> None:
    driver = Driver(players=4).seated().with_bots().dealt()
    over(driver)
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.do(EDE, Take("b", DIGEST))
    assert driver.refused(TOMA, Sit("c", 3)) == "knows_cards"
    driver.finish_deal()
    driver.do(TOMA, Sit("d", 3))


def test_who_had_the_seat_cannot_be_handed_another_one_in_the_same_deal() -> None:
    driver = handed()
    over(driver, 2, JO.id)
    driver.do(MINA, HandOn("d", 2, "b" * 64))
    assert driver.refused(TOMA, Take("e", "b" * 64)) == "knows_cards"


def test_a_link_works_once() -> None:
    assert handed().refused(IDA, Take("c", DIGEST)) == "link_void"


def test_who_has_a_seat_cannot_take_another_by_a_link() -> None:
    driver = asked()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    assert driver.refused(JO, Take("b", DIGEST)) == "own_seat_only"


@pytest.mark.parametrize("start", [asked, with_bot])
def test_a_link_is_void_when_the_player_returns(start) -> None:
    driver = start()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.bots_act()
    back(driver)
    assert driver.refused(EDE, Take("b", DIGEST)) == "link_void"


def test_a_link_is_void_already_while_the_bot_finishes_its_action() -> None:
    driver = with_bot()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    back(driver, turn_token(driver.table))
    assert shown(driver) == ("bot", True)
    assert driver.refused(EDE, Take("b", DIGEST)) == "link_void"
    assert driver.refused(MINA, HandOn("c", 1, DIGEST, frozenset({MINA.id, TOMA.id}))) == "not_absent"


def test_a_link_is_void_when_the_match_is_over() -> None:
    driver = with_bot()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.finish_match()
    assert driver.refused(EDE, Take("b", DIGEST)) == "link_void"


def test_a_newer_link_takes_the_place_of_an_older_one() -> None:
    driver = asked()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    driver.do(MINA, HandOn("b", 1, "b" * 64))
    assert driver.refused(EDE, Take("c", DIGEST)) == "link_void"


def test_a_link_that_was_never_made_opens_nothing() -> None:
    assert asked().refused(EDE, Take("a", "")) == "link_void"


def test_while_the_host_is_here_only_the_host_makes_the_link() -> None:
    assert asked().refused(JO, HandOn("a", 1, DIGEST, frozenset({MINA.id, JO.id}))) == "not_host"


def test_without_the_host_anybody_who_plays_makes_the_link() -> None:
    driver = asked()
    driver.do(JO, HandOn("a", 1, DIGEST, frozenset({JO.id})))
    assert views.public_meta(driver.table.meta)["seats"][1]["handing"]


def test_spectators_make_no_links() -> None:
    assert asked().refused(EDE, HandOn("a", 1, DIGEST, frozenset({EDE.id}))) == "not_seated"


def test_no_link_is_made_for_the_seat_of_somebody_who_is_here() -> None:
    assert playing().refused(MINA, HandOn("a", 1, DIGEST)) == "not_absent"


def test_what_the_link_says_is_nowhere_in_the_views() -> None:
    driver = asked()
    driver.do(MINA, HandOn("a", 1, DIGEST))
    frames = [views.public(driver.table), *(views.private(driver.table, one.id) for one in (MINA, TOMA, JO))]
    assert DIGEST not in str(frames)


# What the match keeps


def stood_in(driver: Driver) -> list[object]:
    """The seats for which bots played, deal by deal."""
    return [json.loads(row.outcome).get("stood_in") for row in driver.rows if isinstance(row, DealEndRow)]


def test_a_deal_keeps_for_whom_a_bot_has_played() -> None:
    driver = with_bot().finish_deal()
    assert stood_in(driver) == [[1]]


def test_a_deal_that_everybody_has_played_themselves_keeps_nobody() -> None:
    assert stood_in(playing().finish_deal()) == [None]


def test_a_bot_with_a_seat_of_its_own_plays_for_nobody() -> None:
    assert stood_in(Driver().seated([MINA]).with_bots().dealt().finish_deal()) == [None]


def test_the_next_deal_begins_anew() -> None:
    driver = with_bot().finish_deal()
    back(driver)
    driver.all_ready()
    driver.shuffle()
    driver.finish_deal()
    assert stood_in(driver) == [[1], None]
