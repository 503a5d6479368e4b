"""Who is let in, what the host may do about people, and the end of a table."""

from __future__ import annotations

import pytest

from app.table import CLOCK, Chat, Person, Propose, Refused, Sit, Stand, Step, Vote, fold, may_watch
from app.table.doors import BLOCKED_AT_MOST
from app.table.messages import Block, Bot, Close, Deserted, Host, Kick, Take
from app.table.rows import CloseRow, MatchEndRow, MatchSeatRow
from app.table.state import seat_of
from app.table.views import private, public
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver

ALL = frozenset(person.id for person in (MINA, TOMA, JO))


@pytest.fixture
def lobby() -> Driver:
    return Driver().seated()


@pytest.fixture
def game() -> Driver:
    return Driver().seated().dealt()


def block(driver: Driver, person: Person, name: str | None = None) -> None:
    driver.do(MINA, Block(driver.fresh(), person.id, name or person.name, on=True))


def asks(driver: Driver, person: Person, seat: int, present: frozenset[str] = ALL) -> str:
    answer = driver.send(person, Propose(driver.fresh(), "remove", seat, present=present))
    return answer.code if isinstance(answer, Refused) else ""


def votes(driver: Driver, person: Person, yes: bool = True) -> None:
    driver.do(person, Vote(driver.fresh(), driver.table.meta.proposals[-1].number, yes))


def of_host(driver: Driver, what: str, host: Person = MINA) -> list[object]:
    view = private(driver.table, host.id)
    assert view is not None
    found: list[object] = view[what]
    return found


# ------------------------------------------------------------------------------------------ before a match


def test_before_a_match_the_host_frees_a_seat(lobby: Driver) -> None:
    lobby.do(MINA, Kick("k", 1))
    assert lobby.table.meta.seats[1].kind == "empty"
    assert seat_of(lobby.table, TOMA.id) is None


def test_whoever_has_lost_a_seat_may_sit_down_again(lobby: Driver) -> None:
    lobby.do(MINA, Kick("k", 1))
    lobby.do(TOMA, Sit("s", 1))
    assert lobby.table.meta.seats[1].player == TOMA.id


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [(TOMA, 2, "not_host"), (EDE, 2, "not_host"), (MINA, 9, "no_such_seat"), (MINA, 0, "not_oneself")],
)
def test_nobody_else_frees_a_seat_and_the_host_no_other(lobby: Driver, who: Person, seat: int, code: str) -> None:
    assert lobby.refused(who, Kick("k", seat)) == code


def test_a_bot_s_seat_is_not_freed_like_this(lobby: Driver) -> None:
    lobby.do(MINA, Kick("k", 2))
    lobby.do(MINA, Bot("b", 2, on=True))
    assert lobby.refused(MINA, Kick("l", 2)) == "nobody_there"


def test_in_a_match_the_host_alone_takes_no_seat_away(game: Driver) -> None:
    assert game.refused(MINA, Kick("k", 1)) == "by_vote"
    assert game.refused(MINA, Block("b", TOMA.id, "Toma", on=True)) == "by_vote"


# ------------------------------------------------------------------------------------------ keeping out


def test_who_is_kept_out_loses_the_seat_and_does_not_get_another(lobby: Driver) -> None:
    block(lobby, TOMA)
    assert lobby.table.meta.seats[1].kind == "empty"
    assert lobby.refused(TOMA, Sit("s", 1)) == "blocked"


def test_who_is_kept_out_neither_sees_nor_says_anything(game: Driver) -> None:
    assert may_watch(game.table, EDE.id)
    block(game, EDE)
    assert not may_watch(game.table, EDE.id)
    assert game.refused(EDE, Chat("c", "hello")) == "closed"


def test_who_is_kept_out_takes_no_seat_by_a_link(game: Driver) -> None:
    seat = game.table.meta.seats[1]._replace(link="d" * 64)
    meta = game.table.meta
    game.table = game.table._replace(meta=meta._replace(seats=(meta.seats[0], seat, *meta.seats[2:])))
    block(game, EDE)
    assert game.refused(EDE, Take("t", "d" * 64)) == "blocked"


def test_the_host_alone_is_shown_who_is_kept_out(lobby: Driver) -> None:
    block(lobby, EDE)
    assert of_host(lobby, "blocked") == ["Ede"]
    assert of_host(lobby, "blocked", TOMA) == []
    assert "Ede" not in str(public(lobby.table))


def test_the_host_lets_somebody_in_again(lobby: Driver) -> None:
    block(lobby, EDE)
    lobby.do(MINA, Block("u", None, "Ede", on=False))
    assert of_host(lobby, "blocked") == []
    assert may_watch(lobby.table, EDE.id)


def test_only_the_host_keeps_out_and_only_who_is_there(lobby: Driver) -> None:
    assert lobby.refused(TOMA, Block("b", EDE.id, "Ede", on=True)) == "not_host"
    assert lobby.refused(MINA, Block("c", None, "Nobody", on=True)) == "nobody_there"
    assert lobby.refused(MINA, Block("d", MINA.id, "Mina", on=True)) == "not_oneself"
    assert lobby.refused(MINA, Block("e", None, "Ede", on=False)) == "nobody_there"


def test_the_list_has_an_end(lobby: Driver) -> None:
    for number in range(BLOCKED_AT_MOST):
        block(lobby, Person(f"x{number}", f"X{number}"))
    assert lobby.refused(MINA, Block("b", EDE.id, "Ede", on=True)) == "too_many_blocked"


# ------------------------------------------------------------------------------------------ by vote


def test_in_a_match_the_others_together_give_a_seat_to_a_bot(game: Driver) -> None:
    assert asks(game, MINA, 1) == ""
    assert game.table.meta.seats[1].kind == "person"
    votes(game, JO)
    seat = game.table.meta.seats[1]
    assert (seat.kind, seat.player, seat.before) == ("bot", None, "Toma")
    assert game.refused(TOMA, Sit("s", 1)) == "blocked"
    assert MatchSeatRow(f"{game.table.meta.code}-1", 1, None, seat.name, "bot") in game.rows
    assert fold(game.journal) == game.table


def test_half_is_not_enough(game: Driver) -> None:
    assert asks(game, MINA, 1) == ""
    votes(game, JO, yes=False)
    assert game.table.meta.seats[1].player == TOMA.id


def test_who_is_to_go_is_not_asked(game: Driver) -> None:
    assert asks(game, MINA, 1) == ""
    assert public(game.table)["proposals"][0]["needs"] == [2]
    assert game.refused(TOMA, Vote("v", game.table.meta.proposals[-1].number, False)) == "not_asked"


def test_nobody_takes_a_seat_away_alone(game: Driver) -> None:
    assert asks(game, MINA, 1, frozenset((MINA.id, TOMA.id))) == "no_voters"


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [(EDE, 1, "not_seated"), (MINA, 0, "not_oneself"), (MINA, 9, "no_such_seat")],
)
def test_who_may_ask_and_about_whom(game: Driver, who: Person, seat: int, code: str) -> None:
    assert asks(game, who, seat) == code


def test_between_matches_there_is_no_vote(lobby: Driver) -> None:
    assert asks(lobby, MINA, 1) == "not_now"


def test_a_host_who_has_to_go_is_host_no_more(game: Driver) -> None:
    assert asks(game, TOMA, 0) == ""
    votes(game, JO)
    assert game.table.meta.host == TOMA.id


def test_who_had_to_go_gets_the_seat_back_from_the_host_after_the_deal(game: Driver) -> None:
    assert asks(game, MINA, 1) == ""
    votes(game, JO)
    game.do(MINA, Block("u", None, "Toma", on=False))
    assert game.refused(TOMA, Sit("s", 1)) == "knows_cards"
    while game.table.meta.phase == "deal":
        if game.turn() == 1:
            game.bots_act()
        else:
            game.act()
    game.do(TOMA, Sit("t", 1))
    assert game.table.meta.seats[1].player == TOMA.id


def test_a_question_about_somebody_who_has_left_the_seat_is_void(game: Driver) -> None:
    assert asks(game, MINA, 1) == ""
    number = game.table.meta.proposals[-1].number
    meta = game.table.meta
    handed = meta.seats[1]._replace(player=IDA.id, name="Ida")
    game.table = game.table._replace(meta=meta._replace(seats=(meta.seats[0], handed, *meta.seats[2:])))
    game.do(JO, Vote("v", number, True))
    assert game.table.meta.seats[1].player == IDA.id


# ------------------------------------------------------------------------------------------ closing


def test_the_host_closes_a_table_and_then_nothing_happens_at_it(lobby: Driver) -> None:
    lobby.do(MINA, Close("c", ALL))
    assert lobby.table.meta.shut
    assert CloseRow(lobby.now) in lobby.rows
    for message in (Sit("s", 0), Stand("t"), Chat("h", "hello"), Host("x", 1)):
        assert lobby.refused(TOMA, message) == "shut"


def test_a_table_where_others_play_is_not_closed(game: Driver) -> None:
    assert game.refused(MINA, Close("c", ALL)) == "others_play"
    assert game.refused(TOMA, Close("d", ALL)) == "not_host"


def test_a_host_who_plays_with_nobody_else_here_closes_the_table_and_the_match_ends(game: Driver) -> None:
    game.do(MINA, Close("c", frozenset((MINA.id,))))
    assert (game.table.meta.shut, game.table.meta.phase) == (True, "finished")
    assert any(isinstance(row, MatchEndRow) for row in game.rows)


def test_a_table_to_which_nobody_comes_closes_with_the_scores_as_they_stand(game: Driver) -> None:
    game.finish_deal()
    totals = public(game.table)["match"]["totals"]
    game.do(CLOCK, Deserted())
    match = public(game.table)["match"]
    assert (game.table.meta.shut, match["ended"], match["totals"]) == (True, True, totals)
    assert fold(game.journal) == game.table


def test_a_table_is_closed_once(lobby: Driver) -> None:
    lobby.do(CLOCK, Deserted())
    again = lobby.send(CLOCK, Deserted())
    assert isinstance(again, Step)
    assert again.entries == ()
