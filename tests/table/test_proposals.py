"""Proposals: who has to agree, what one answer does, how they end. What is asked here is to end the match."""

from __future__ import annotations

import pytest

from app.table import CLOCK, Lapsed, Propose, Refused, Sit, Stand, Table, Vote, fold
from app.table.proposals import ASK_AGAIN_AFTER
from app.table.rows import MatchEndRow
from app.table.views import public
from tests.table.driver import EDE, JO, MINA, TOMA, Driver

ALL = frozenset(person.id for person in (MINA, TOMA, JO))


@pytest.fixture
def game() -> Driver:
    return Driver().seated().dealt()


def asks(driver: Driver, present: frozenset[str] = ALL, person: object = MINA) -> int:
    """Somebody proposes to end the match; the number of the proposal."""
    driver.do(person, Propose(driver.fresh(), "end", present=present))  # type: ignore[arg-type]
    return driver.table.meta.proposals[-1].number


def answers(driver: Driver, person: object, number: int, yes: bool) -> None:
    driver.do(person, Vote(driver.fresh(), number, yes))  # type: ignore[arg-type]


def ended(table: Table) -> bool:
    return table.meta.phase == "finished"


def test_a_proposal_waits_for_all_others_who_are_here(game: Driver) -> None:
    number = asks(game)
    assert public(game.table)["proposals"] == [
        {"number": number, "kind": "end", "name": "Mina", "seat": 0, "facts": {"match": 1}, "needs": [1, 2],
         "agreed": [], "majority": False, "sealed": False}
    ]  # fmt: skip


def test_what_everybody_agrees_to_is_done(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, True)
    assert not ended(game.table)
    answers(game, JO, number, True)
    assert ended(game.table)


def test_one_refusal_drops_it(game: Driver) -> None:
    answers(game, TOMA, asks(game), False)
    assert not game.table.meta.proposals
    assert public(game.table)["settled"]["why"] == "refused"


def test_who_is_not_here_is_not_asked(game: Driver) -> None:
    number = asks(game, present=ALL - {JO.id})
    answers(game, TOMA, number, True)
    assert ended(game.table)


def test_a_bot_is_not_asked() -> None:
    game = Driver().seated([MINA]).with_bots().dealt()
    game.do(MINA, Propose("only-me", "end", present=ALL))
    assert ended(game.table)


def test_who_has_left_when_the_time_is_over_is_not_needed(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, True)
    game.do(CLOCK, Lapsed(number, ALL - {JO.id}))
    assert ended(game.table)


def test_who_is_here_and_does_not_answer_refuses(game: Driver) -> None:
    number = asks(game)
    game.do(CLOCK, Lapsed(number, ALL))
    assert public(game.table)["settled"]["why"] == "no_answer"


def test_a_clock_that_comes_too_late_does_nothing(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, False)
    assert not game.do(CLOCK, Lapsed(number, ALL)).entries


def test_the_one_who_asks_may_take_it_back(game: Driver) -> None:
    answers(game, MINA, asks(game), False)
    assert public(game.table)["settled"]["why"] == "taken_back"


def test_an_answer_cannot_be_changed(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, True)
    assert game.refused(TOMA, Vote("no", number, yes=False)) == "answered"


def test_somebody_who_is_not_asked_cannot_answer(game: Driver) -> None:
    assert game.refused(EDE, Vote("e", asks(game), yes=True)) == "not_asked"


def test_an_answer_to_what_is_settled_is_refused(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, False)
    assert game.refused(JO, Vote("j", number, yes=True)) == "settled"


def test_nobody_asks_twice_at_once(game: Driver) -> None:
    asks(game)
    assert game.refused(MINA, Propose("again", "end", present=ALL)) == "asked_already"


def test_nobody_asks_again_at_once_after_a_refusal(game: Driver) -> None:
    answers(game, TOMA, asks(game), False)
    assert game.refused(MINA, Propose("again", "end", present=ALL)) == "ask_later"
    game.now += ASK_AGAIN_AFTER
    asks(game)


def test_a_spectator_cannot_end_a_match(game: Driver) -> None:
    assert game.refused(EDE, Propose("e", "end", present=ALL)) == "not_seated"


def test_there_is_no_match_to_be_ended_in_the_lobby() -> None:
    assert Driver().seated().refused(MINA, Propose("m", "end", present=ALL)) == "not_now"


def test_a_match_that_was_ended_has_no_winner_and_its_scores_stand(game: Driver) -> None:
    game.finish_deal()
    totals = public(game.table)["match"]["totals"]
    number = asks(game)
    answers(game, TOMA, number, True)
    answers(game, JO, number, True)
    match = public(game.table)["match"]
    assert (match["winners"], match["ended"], match["totals"]) == ([], True, totals)
    assert [row.winners for row in game.rows if isinstance(row, MatchEndRow)] == [()]


def test_the_deal_that_ran_when_a_match_was_ended_is_not_shown(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, True)
    answers(game, JO, number, True)
    assert public(game.table)["deal"] is None


def test_a_deal_that_was_over_when_a_match_was_ended_stays(game: Driver) -> None:
    game.finish_deal()
    number = asks(game)
    answers(game, TOMA, number, True)
    answers(game, JO, number, True)
    assert public(game.table)["deal"] is not None


def test_proposals_and_answers_come_back_from_the_journal(game: Driver) -> None:
    answers(game, TOMA, asks(game), True)
    again = fold(game.journal)
    assert again == game.table
    assert again.meta.proposals[0].answers == {TOMA.id: True}


def test_a_proposal_lasts_while_people_play(game: Driver) -> None:
    asks(game)
    game.act()
    assert game.table.meta.proposals


def test_a_match_that_was_ended_can_be_followed_by_another(game: Driver) -> None:
    number = asks(game)
    answers(game, TOMA, number, True)
    answers(game, JO, number, True)
    game.dealt()
    assert public(game.table)["match"]["ended"] is False


def test_a_seat_left_on_purpose_is_still_asked_for_its_owner_until_the_time_is_over(game: Driver) -> None:
    number = asks(game)
    game.do(JO, Stand(game.fresh()))
    answers(game, TOMA, number, True)
    assert not ended(game.table)
    game.do(CLOCK, Lapsed(number, frozenset({MINA.id, TOMA.id})))
    assert ended(game.table)


def test_a_kind_that_there_is_not_is_refused(game: Driver) -> None:
    assert isinstance(game.send(MINA, Propose("x", "redeal", present=ALL)), Refused)
    assert not game.table.meta.proposals


def test_sitting_down_again_answers_nothing(game: Driver) -> None:
    asks(game)
    game.do(JO, Stand(game.fresh()))
    game.do(JO, Sit(game.fresh()))
    assert game.table.meta.proposals[0].answers == {}
