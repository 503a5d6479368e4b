"""Claiming the rest at a table: what ends the deal at once, what needs everybody's consent, and who is told what."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from app.table import CLOCK, Lapsed, Person, Propose, Refused, Stand, Vote, fold
from app.table.rows import DealEndRow, ScoreRow
from app.table.views import public
from tests.table.driver import JO, MINA, PEOPLE, TOMA, Driver

EVERYBODY = frozenset(person.id for person in PEOPLE)
GAMES = ("mighty/japanese@1", "euchre/call-partner@1", "avinas/standard@1")


def positions(ruleset: str, people: tuple[Person, ...] = PEOPLE) -> Iterator[tuple[Driver, int, bool]]:
    """Moments at which somebody is to play a card: the table, the seat, and whether the score is certain."""
    for seed in range(30):
        driver = Driver(ruleset, players=4 if ruleset.startswith("avinas") else 5)
        driver.random = random.Random(seed)
        driver.seated(people[: len(driver.table.meta.seats)]).with_bots().dealt()
        game = driver.table.meta.ruleset.game
        assert game.claims is not None
        while driver.table.meta.phase == "deal":
            (seat,) = game.to_act(driver.table.state)
            if driver.table.meta.seats[seat].driven:
                driver.bots_act()
                continue
            if game.claims.open(driver.table.state, seat):
                yield driver, seat, game.claims.certain(driver.table.state, seat)
            driver.act()


def position(ruleset: str, certain: bool, people: tuple[Person, ...] = PEOPLE) -> tuple[Driver, int]:
    """The first moment of the kind; with more than the last trick to be played."""
    return next(
        (driver, seat)
        for driver, seat, sure in positions(ruleset, people)
        if sure == certain and public(driver.table)["deal"]["cards"][seat] > 1
    )


def claims(driver: Driver, seat: int, present: frozenset[str] = EVERYBODY) -> str:
    """The person on a seat claims the rest: the refusal, or empty."""
    message = Propose(driver.fresh(), "claim", version=driver.table.version, present=present)
    answer = driver.send(PEOPLE[seat], message)
    return answer.code if isinstance(answer, Refused) else ""


def agree(driver: Driver, *people: Person, yes: bool = True) -> None:
    number = driver.table.meta.proposals[-1].number
    for person in people:
        driver.do(person, Vote(driver.fresh(), number, yes))


def others(driver: Driver, seat: int) -> tuple[Person, ...]:
    return tuple(PEOPLE[other] for other in range(len(driver.table.meta.seats)) if other != seat)


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_is_certain_ends_the_deal_at_once(ruleset: str) -> None:
    driver, seat = position(ruleset, certain=True)
    assert claims(driver, seat) == ""
    assert driver.table.meta.phase == "result"
    assert public(driver.table)["deal"]["outcome"]["hands"]
    assert public(driver.table)["deal"]["log"][-1] == [seat, "claim"]


@pytest.mark.parametrize("ruleset", GAMES)
def test_with_bots_what_is_certain_ends_the_deal_as_well(ruleset: str) -> None:
    driver, seat = position(ruleset, certain=True, people=(MINA, TOMA))
    assert claims(driver, seat) == ""
    assert driver.table.meta.phase == "result"


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_is_not_certain_is_put_to_all_others_at_once(ruleset: str) -> None:
    driver, seat = position(ruleset, certain=False)
    assert claims(driver, seat) == ""
    (asked,) = public(driver.table)["proposals"]
    assert asked["needs"] == [other for other in range(len(driver.table.meta.seats)) if other != seat]
    assert driver.table.meta.phase == "deal"


@pytest.mark.parametrize("ruleset", GAMES)
def test_when_all_agree_the_one_who_claims_takes_all_that_is_left(ruleset: str) -> None:
    driver, seat = position(ruleset, certain=False)
    before = public(driver.table)["deal"]
    claims(driver, seat)
    agree(driver, *others(driver, seat))
    after = public(driver.table)["deal"]
    won = after["taken"][seat]["tricks"] - before["taken"][seat]["tricks"]
    assert driver.table.meta.phase in ("result", "finished")
    assert won == before["cards"][seat]
    assert fold(driver.journal) == driver.table


def test_the_score_is_stored_as_that_of_any_deal() -> None:
    driver, seat = position(GAMES[0], certain=True)
    before = len(driver.rows)
    claims(driver, seat)
    rows = driver.rows[before:]
    assert isinstance(rows[0], DealEndRow)
    assert sum(isinstance(row, ScoreRow) for row in rows) == 5


def test_one_refusal_and_the_deal_is_played_on() -> None:
    driver, seat = position(GAMES[1], certain=False)
    state = driver.table.state
    claims(driver, seat)
    agree(driver, others(driver, seat)[0], yes=False)
    assert driver.table.state is state
    assert not driver.table.meta.proposals
    driver.finish_deal()


def test_nobody_is_shown_who_has_agreed_or_refused() -> None:
    driver, seat = position(GAMES[0], certain=False)
    claims(driver, seat)
    asked = public(driver.table)["proposals"]
    agree(driver, *others(driver, seat)[:2])
    assert public(driver.table)["proposals"] == asked
    agree(driver, others(driver, seat)[2], yes=False)
    settled = public(driver.table)["settled"]
    assert (settled["seat"], settled["granted"], settled["why"]) == (seat, False, "refused")


def test_bots_give_nothing_away_that_is_not_certain() -> None:
    driver, seat = position(GAMES[0], certain=False, people=(MINA, TOMA))
    assert claims(driver, seat) == "claim_unsure"


def test_nor_does_a_bot_that_stands_in() -> None:
    driver, seat = position(GAMES[2], certain=False)
    driver.do(others(driver, seat)[0], Stand(driver.fresh()))
    assert claims(driver, seat) == "claim_unsure"


def test_nobody_loses_tricks_while_away() -> None:
    driver, seat = position(GAMES[0], certain=False)
    away = others(driver, seat)[0]
    assert claims(driver, seat, EVERYBODY - {away.id}) == "claim_unsure"


def test_nor_when_they_go_away_without_an_answer() -> None:
    driver, seat = position(GAMES[0], certain=False)
    claims(driver, seat)
    agree(driver, *others(driver, seat)[:3])
    driver.do(CLOCK, Lapsed(driver.table.meta.proposals[-1].number, EVERYBODY - {others(driver, seat)[3].id}))
    assert driver.table.meta.phase == "deal"
    assert not driver.table.meta.proposals


def test_whoever_plays_a_card_claims_no_more() -> None:
    driver, seat = position(GAMES[0], certain=False)
    claims(driver, seat)
    driver.act(seat)
    assert not driver.table.meta.proposals


def test_only_the_seat_in_turn_may_claim_and_the_page_is_told_which() -> None:
    driver, seat = position(GAMES[0], certain=False)
    assert public(driver.table)["may_claim"] == [seat]
    assert claims(driver, (seat + 1) % 5) == "not_your_turn"


def test_before_the_tricks_there_is_nothing_to_claim() -> None:
    driver = Driver(GAMES[0], players=5).seated(PEOPLE).dealt()
    assert claims(driver, 0) == "not_now"
    assert "may_claim" not in public(driver.table)


def test_in_the_auction_game_there_is_nothing_to_claim() -> None:
    driver = Driver("auction/standard@1", players=3).seated().dealt()
    assert claims(driver, 0) == "not_now"


def test_a_claim_on_an_older_view_comes_too_late() -> None:
    driver, seat = position(GAMES[0], certain=True)
    message = Propose(driver.fresh(), "claim", version=driver.table.acted - 1, present=EVERYBODY)
    assert driver.refused(PEOPLE[seat], message) == "stale"


def test_a_spectator_claims_nothing() -> None:
    driver, _ = position(GAMES[0], certain=True, people=(MINA, TOMA))
    assert driver.refused(JO, Propose(driver.fresh(), "claim", present=EVERYBODY)) == "not_seated"
