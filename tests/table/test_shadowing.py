"""Looking over a player's shoulder: who agrees, who sees what, who says nothing, how it ends."""

from __future__ import annotations

import msgspec
import pytest

from app import protocol
from app.table import (
    CLOCK,
    Act,
    Bot,
    Chat,
    Lapsed,
    Person,
    Propose,
    Ready,
    Sit,
    Stand,
    Start,
    Table,
    Unshadow,
    Vote,
    Why,
    fold,
    offers,
    views,
)
from app.table.shadows import shadow_of
from app.table.state import Watch, hears
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver

SEAT = 1  # Toma's


@pytest.fixture
def game() -> Driver:
    return Driver().seated().dealt()


def asks(driver: Driver, who: Person = EDE, seat: int = SEAT) -> int:
    """A spectator asks to see a seat's cards; the number of the proposal."""
    driver.do(who, Propose(driver.fresh(), "shadow", seat))
    return driver.table.meta.proposals[-1].number


def shadowed(driver: Driver, who: Person = EDE, owner: Person = TOMA, seat: int = SEAT) -> Driver:
    """A spectator sees a seat's cards."""
    driver.do(owner, Vote(driver.fresh(), asks(driver, who, seat), True))
    return driver


def looks(table: Table, who: Person = EDE) -> bool:
    return shadow_of(table, who.id) is not None


# What is seen


def test_without_consent_a_spectator_is_shown_nothing_private(game: Driver) -> None:
    asks(game)
    assert views.private(game.table, EDE.id) is None


def test_with_it_the_seats_private_view_of_the_deal_and_no_legal_actions(game: Driver) -> None:
    shadowed(game)
    seen, own = views.private(game.table, EDE.id), views.private(game.table, TOMA.id)
    assert seen is not None
    assert own is not None
    assert own["legal"]  # it is Toma's turn
    assert seen == {
        "seat": None, "standin": False, "host": False, "legal": None, "choose": None, "shadow": SEAT,
        "deal": own["deal"],
    }  # fmt: skip
    msgspec.convert(seen, protocol.PrivateView)


def test_other_spectators_are_shown_nothing_private(game: Driver) -> None:
    shadowed(game)
    assert views.private(game.table, IDA.id) is None


def test_the_whole_table_is_told_who_sees_whose_cards(game: Driver) -> None:
    game.act()
    shadowed(game)
    assert views.public(game.table)["shadows"] == [{"name": "Ede", "seat": SEAT, "deal": 1, "ply": 1, "until": None}]


def test_it_lasts_over_the_deals_of_the_match(game: Driver) -> None:
    shadowed(game).finish_deal()
    game.all_ready()
    game.shuffle()
    assert looks(game.table)


def test_it_is_over_with_the_match_and_asked_for_anew_in_the_next(game: Driver) -> None:
    shadowed(game).finish_match()
    assert not game.table.meta.shadows
    game.dealt()
    assert not looks(game.table)
    assert looks(shadowed(game).table)


def test_it_comes_back_from_the_journal(game: Driver) -> None:
    shadowed(game)
    assert fold(game.journal) == game.table


# Who agrees


@pytest.mark.parametrize("other", [MINA, JO, EDE, IDA], ids=lambda person: person.name)
def test_nobody_but_the_seats_owner_can_agree(game: Driver, other: Person) -> None:
    number = asks(game)
    assert game.refused(other, Vote("v", number, True)) == "not_asked"
    assert not looks(game.table)


def test_the_owner_may_refuse_and_is_not_asked_again_at_once(game: Driver) -> None:
    game.do(TOMA, Vote("v", asks(game), False))
    assert not looks(game.table)
    assert game.refused(EDE, Propose("again", "shadow", SEAT)) == "ask_later"


@pytest.mark.parametrize("present", [frozenset[str](), frozenset({MINA.id, JO.id})])
def test_an_owner_who_is_not_there_has_not_agreed(game: Driver, present: frozenset[str]) -> None:
    game.do(CLOCK, Lapsed(asks(game), present))
    assert not game.table.meta.proposals
    assert not looks(game.table)


def test_an_owner_who_does_not_answer_has_not_agreed(game: Driver) -> None:
    game.do(CLOCK, Lapsed(asks(game), frozenset({TOMA.id})))
    assert not looks(game.table)


@pytest.mark.parametrize("seat", [None, 3, 15])
def test_a_seat_has_to_be_named(game: Driver, seat: int | None) -> None:
    assert game.refused(EDE, Propose("p", "shadow", seat)) == "no_such_seat"


def test_a_bot_has_no_cards_to_show() -> None:
    game = Driver().seated([MINA, TOMA]).with_bots().dealt()
    assert game.refused(EDE, Propose("p", "shadow", 2)) == "no_person"


def test_nobody_is_asked_before_a_match() -> None:
    assert Driver().seated().refused(EDE, Propose("p", "shadow", SEAT)) == "not_now"


def test_who_may_not_watch_is_shown_nothing() -> None:
    watch: Watch = "nobody"
    game = Driver(watch=watch).seated().dealt()
    assert game.refused(EDE, Propose("p", "shadow", SEAT)) == "closed"


def test_one_hand_at_a_time(game: Driver) -> None:
    shadowed(game)
    assert game.refused(EDE, Propose("p", "shadow", 0)) == "shadows_already"
    game.do(EDE, Unshadow("u"))
    assert game.refused(EDE, Propose("q", "shadow", 0)) == "knows_cards"


# Who has played, and who is to play


def test_who_has_a_seat_is_shown_no_other(game: Driver) -> None:
    assert game.refused(MINA, Propose("p", "shadow", SEAT)) == "already_seated"
    game.do(MINA, Stand("s"))
    assert game.refused(MINA, Propose("q", "shadow", SEAT)) == "already_seated"


def test_all_who_have_had_a_seat_in_the_match_are_remembered(game: Driver) -> None:
    assert game.table.meta.match is not None
    assert game.table.meta.match.sat == (MINA.id, TOMA.id, JO.id)


def test_so_is_who_takes_a_bots_seat_in_mid_match() -> None:
    game = Driver().seated([MINA, TOMA]).with_bots().dealt()
    game.do(JO, Sit("s", 2))
    assert game.table.meta.match is not None
    assert game.table.meta.match.sat == (MINA.id, TOMA.id, JO.id)


def test_who_has_had_a_seat_in_the_match_is_not_shown_another_hand(game: Driver) -> None:
    match = game.table.meta.match
    assert match is not None
    sat = match._replace(sat=(*(match.sat or ()), EDE.id))
    game.table = game.table._replace(meta=game.table.meta._replace(match=sat))
    assert game.refused(EDE, Propose("p", "shadow", SEAT)) == "sat_here"


def test_a_seat_in_the_match_while_the_answer_is_awaited_is_enough() -> None:
    game = Driver().seated([MINA, TOMA]).with_bots().dealt()
    number = asks(game)
    game.do(EDE, Sit("s", 2))
    game.do(TOMA, Vote("v", number, True))
    assert not looks(game.table)


def test_who_sees_cards_takes_no_seat_in_that_deal() -> None:
    game = shadowed(Driver().seated([MINA, TOMA]).with_bots().dealt())
    assert game.refused(EDE, Sit("s", 2)) == "knows_cards"
    game.do(EDE, Unshadow("u"))
    assert game.refused(EDE, Sit("t", 2)) == "knows_cards"


def test_after_it_a_seat_may_be_taken_and_ends_the_looking() -> None:
    game = shadowed(Driver().seated([MINA, TOMA]).with_bots().dealt()).finish_deal()
    game.do(EDE, Sit("s", 2))
    assert not game.table.meta.shadows


def test_it_ends_when_the_seat_has_another_owner(game: Driver) -> None:
    shadowed(game)
    seats = game.table.meta.seats
    handed_on = seats[SEAT]._replace(player=IDA.id)
    game.table = game.table._replace(meta=game.table.meta._replace(seats=(seats[0], handed_on, seats[2])))
    game.do(MINA, Stand("s"))
    assert not looks(game.table)


@pytest.mark.parametrize(
    "message",
    [Act("m", 0, "in"), Why("m", "in"), Ready("m"), Stand("m"), Start("m"), Bot("m", 0, on=True), Propose("m", "end")],
    ids=lambda message: type(message).__name__,
)
def test_who_only_looks_has_no_way_to_act(game: Driver, message: object) -> None:
    shadowed(game)
    now = message._replace(version=game.table.version) if isinstance(message, Act) else message
    assert game.refused(EDE, now) in ("not_seated", "not_host")  # type: ignore[arg-type]


def test_nor_to_ask_what_cards_would_bid(game: Driver) -> None:
    shadowed(game)
    answer = offers(game.table, EDE.id, ("2S",))
    assert getattr(answer, "code", None) == "not_seated"


# Silence


def test_who_sees_cards_says_nothing(game: Driver) -> None:
    shadowed(game)
    assert game.refused(EDE, Chat("c", "psst")) == "silent"
    game.do(IDA, Chat("d", "hello"))


def test_nor_after_looking_until_the_deal_is_over(game: Driver) -> None:
    shadowed(game)
    game.do(EDE, Unshadow("u"))
    assert game.refused(EDE, Chat("c", "psst")) == "silent"
    assert views.public(game.table)["shadows"][0]["until"] == 0
    game.finish_deal()
    assert views.public(game.table)["shadows"] == []
    game.do(EDE, Chat("d", "well"))


def test_nor_between_deals_while_the_looking_lasts(game: Driver) -> None:
    shadowed(game).finish_deal()
    assert game.refused(EDE, Chat("c", "psst")) == "silent"


def test_they_still_hear_the_spectators_and_not_the_players(game: Driver) -> None:
    shadowed(game)
    assert (hears(game.table, EDE.id, "spectators"), hears(game.table, EDE.id, "players")) == (True, False)


# How it ends


def test_the_owner_may_end_it_at_any_time(game: Driver) -> None:
    shadowed(shadowed(game), IDA)
    game.do(TOMA, Unshadow("u", "Ede"))
    assert (looks(game.table, EDE), looks(game.table, IDA)) == (False, True)
    game.do(TOMA, Unshadow("v"))
    assert not looks(game.table, IDA)


@pytest.mark.parametrize("other", [MINA, JO, IDA], ids=lambda person: person.name)
def test_others_cannot_end_it(game: Driver, other: Person) -> None:
    shadowed(game)
    assert game.refused(other, Unshadow("u", "Ede")) == "no_shadow"
    assert looks(game.table)


def test_nothing_private_is_left_after_the_end(game: Driver) -> None:
    shadowed(game)
    game.do(EDE, Unshadow("u"))
    assert views.private(game.table, EDE.id) is None


def test_a_bot_that_stands_in_does_not_end_it(game: Driver) -> None:
    shadowed(game)
    game.do(TOMA, Stand("s"))
    assert looks(game.table)
