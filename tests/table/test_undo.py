"""Taking an action back: who may ask, who has to agree, what comes of it in each game and phase."""

from __future__ import annotations

import random

import pytest

from app.table import (
    BOT,
    CLOCK,
    Act,
    AskBot,
    BotActs,
    Lapsed,
    Person,
    Propose,
    Refused,
    Sit,
    Stand,
    Vote,
    Wake,
    fold,
    resume,
)
from app.table.views import private, public
from tests.table.driver import EDE, IDA, JO, MINA, PEOPLE, TOMA, Driver

EVERYBODY = frozenset(person.id for person in PEOPLE)
MIGHTY, EUCHRE, AVINAS = "mighty/japanese@1", "euchre/call-partner@1", "avinas/standard@1"


def table(
    ruleset: str = MIGHTY, *, friendly: bool = False, seed: int = 1, people: tuple[Person, ...] = PEOPLE
) -> Driver:
    """A deal for people (and bots on the other seats) that has just been dealt; seat 0 deals."""
    seats = 4 if ruleset.startswith("avinas") else 5
    driver = Driver(ruleset, players=seats, friendly=friendly)
    driver.random = random.Random(seed)
    return driver.seated(people[:seats]).with_bots().dealt()


def do(driver: Driver, *actions: str) -> Driver:
    """Whoever is in turn does one after the other; an empty word is any legal action."""
    for action in actions:
        driver.act(action=action or None)
    return driver


def play_until(driver: Driver, phase: str) -> Driver:
    while public(driver.table)["deal"]["phase"] != phase:
        driver.act()
    return driver


def asks(driver: Driver, person: Person, present: frozenset[str] = EVERYBODY) -> str:
    """Somebody asks to take back the last action: the refusal, or empty."""
    answer = driver.send(person, Propose(driver.fresh(), "undo", present=present))
    return answer.code if isinstance(answer, Refused) else ""


def all_agree(driver: Driver) -> None:
    (asked,) = driver.table.meta.proposals
    for player in asked.needs:
        person = next(person for person in PEOPLE if person.id == player)
        driver.do(person, Vote(driver.fresh(), asked.number, True))


def takes_back(driver: Driver, person: Person) -> str:
    """Ask, and everybody agrees; the refusal, or empty."""
    refused = asks(driver, person)
    if not refused and driver.table.meta.proposals:
        all_agree(driver)
    return refused


def may(driver: Driver) -> list[int]:
    found: list[int] = public(driver.table).get("may_undo", [])
    return found


# ------------------------------------------------------------------------------------------ what comes of it


def test_a_bid_goes_back_when_all_others_agree() -> None:
    driver = table()
    before = driver.table.state
    do(driver, "bid 13 H")
    takes_back(driver, MINA)
    assert driver.table.state == before
    assert driver.table.meta.settled is not None
    assert driver.table.meta.settled.granted


def test_it_waits_for_the_last_of_them() -> None:
    driver = do(table(), "bid 13 H")
    asks(driver, MINA)
    number = driver.table.meta.proposals[-1].number
    for person in (TOMA, JO, EDE):
        driver.do(person, Vote(driver.fresh(), number, True))
    assert len(public(driver.table)["deal"]["log"]) == 1
    driver.do(IDA, Vote(driver.fresh(), number, True))
    assert not public(driver.table)["deal"]["log"]


def test_one_refusal_leaves_everything_as_it_is() -> None:
    driver = do(table(), "bid 13 H")
    asks(driver, MINA)
    driver.do(JO, Vote(driver.fresh(), driver.table.meta.proposals[-1].number, False))
    assert public(driver.table)["deal"]["log"] == [[0, "bid 13 H"]]
    assert not driver.table.meta.undone


def test_what_others_did_since_goes_back_with_it() -> None:
    driver = do(table(), "bid 13 H", "pass", "bid 14 S")
    takes_back(driver, MINA)
    assert not public(driver.table)["deal"]["log"]
    assert public(driver.table)["deal"]["turn"] == [0]


def test_what_was_taken_back_is_shown_where_it_stood() -> None:
    driver = do(table(), "bid 13 H", "bid 14 S", "pass")
    takes_back(driver, TOMA)
    assert public(driver.table)["undone"] == [{"after": 1, "seat": 1, "lines": ((1, "bid 14 S"), (2, "pass"))}]


def test_plies_are_not_used_again_and_the_journal_folds_to_the_same_table() -> None:
    driver = do(table(), "bid 13 H", "pass")
    takes_back(driver, MINA)
    do(driver, "pass")
    plies = [entry.ply for entry in driver.journal if entry.ply is not None]
    assert plies == [0, 1, 2, 3, 4]
    assert fold(driver.journal) == driver.table


def test_an_action_on_the_view_before_comes_too_late() -> None:
    driver = do(table(), "bid 13 H")
    old = driver.table.version
    takes_back(driver, MINA)

    assert driver.refused(MINA, Act(driver.fresh(), old, "pass")) == "stale"
    assert driver.refused(TOMA, Act(driver.fresh(), old, "pass")) == "stale"


def test_the_same_cards_are_held_as_before() -> None:
    driver = play_until(table(EUCHRE), "call")
    before = [private(driver.table, person.id) for person in PEOPLE]
    (turn,) = driver.table.meta.ruleset.game.to_act(driver.table.state)
    do(driver, "alone")
    assert takes_back(driver, PEOPLE[turn]) == ""
    assert [private(driver.table, person.id) for person in PEOPLE] == before


def test_after_it_the_next_deal_begins_with_nothing_undone() -> None:
    driver = do(table(), "bid 13 H")
    takes_back(driver, MINA)
    driver.finish_deal()
    driver.all_ready()
    driver.shuffle()
    assert not driver.table.meta.undone
    assert not may(driver)


# ------------------------------------------------------------------------------------------ who may ask


def test_only_those_may_ask_who_have_done_something() -> None:
    assert asks(do(table(), "bid 13 H"), TOMA) == "undo_nothing"


def test_the_page_is_told_who_may_ask() -> None:
    driver = table()
    assert may(driver) == []
    do(driver, "bid 13 H", "pass")
    assert may(driver) == [0, 1]


def test_a_spectator_may_not_ask() -> None:
    driver = do(table(people=(MINA, TOMA)), "bid 13 H")
    assert asks(driver, JO) == "not_seated"


def test_nothing_goes_back_between_deals() -> None:
    driver = table().finish_deal()
    assert asks(driver, MINA) == "not_now"
    assert may(driver) == []


def test_what_a_bot_did_in_somebodys_place_is_not_theirs_to_take_back() -> None:
    driver = table()
    driver.do(MINA, Stand(driver.fresh()))
    driver.bots_act()

    driver.do(MINA, Sit(driver.fresh()))
    assert asks(driver, MINA) == "undo_nothing"
    assert may(driver) == []


def test_what_was_taken_back_is_not_told_as_done_by_a_bot() -> None:
    driver = do(table(), "bid 13 H")
    driver.do(TOMA, Stand(driver.fresh()))
    driver.bots_act()
    assert takes_back(driver, MINA) == ""
    driver.do(TOMA, Sit(driver.fresh()))
    missed = private(driver.table, TOMA.id)
    assert missed is not None
    assert missed["missed"] == []


def test_after_an_undo_the_action_before_is_the_last_one() -> None:
    driver = do(table(), "bid 13 H", "pass", "pass", "pass", "bid 14 H", "bid 15 H")
    takes_back(driver, MINA)
    takes_back(driver, MINA)
    assert not public(driver.table)["deal"]["log"]


# ------------------------------------------------------------------------------------------ who has to agree


def test_bots_agree_at_once() -> None:
    driver = do(table(people=(MINA,)), "bid 13 H")
    asks(driver, MINA)
    assert not public(driver.table)["deal"]["log"]


def test_who_is_not_here_is_not_needed() -> None:
    driver = do(table(), "bid 13 H")
    asks(driver, MINA, present=frozenset((MINA.id, TOMA.id)))
    driver.do(TOMA, Vote(driver.fresh(), driver.table.meta.proposals[-1].number, True))
    assert not public(driver.table)["deal"]["log"]


def test_who_does_not_answer_refuses() -> None:
    driver = do(table(), "bid 13 H")
    asks(driver, MINA)
    driver.do(CLOCK, Lapsed(driver.table.meta.proposals[-1].number, EVERYBODY))
    assert public(driver.table)["deal"]["log"] == [[0, "bid 13 H"]]


def test_who_acts_instead_of_answering_drops_the_request() -> None:
    driver = do(table(), "bid 13 H")
    asks(driver, MINA)
    do(driver, "pass")
    assert not driver.table.meta.proposals
    assert asks(driver, MINA) == ""


# ------------------------------------------------------------------------------------------ bots and clocks wait


def test_bots_wait_for_the_answers() -> None:
    driver = do(table(people=(MINA, TOMA)), "bid 13 H", "pass")
    (question,) = driver.take(AskBot)
    assert isinstance(question, AskBot)
    asks(driver, MINA)
    assert driver.refused(BOT, BotActs(question.seat, question.ply, "pass")) == "stale"
    assert not [effect for effect in resume(driver.table, driver.now) if isinstance(effect, AskBot)]


def test_bots_are_asked_again_after_a_refusal() -> None:
    driver = do(table(people=(MINA, TOMA)), "bid 13 H", "pass")
    driver.take(AskBot)
    asks(driver, MINA)
    driver.do(TOMA, Vote(driver.fresh(), driver.table.meta.proposals[-1].number, False))
    assert [effect.seat for effect in driver.take(AskBot) if isinstance(effect, AskBot)] == [2]


def test_the_clock_of_the_turn_begins_anew_for_the_seat_that_is_in_turn_again() -> None:
    driver = Driver(MIGHTY, players=5, clock=(30, 60)).seated(PEOPLE).dealt()
    do(driver, "bid 13 H")
    driver.take(Wake)
    takes_back(driver, MINA)
    (clock,) = driver.take(Wake)
    assert isinstance(clock, Wake)
    assert (clock.seat, clock.at) == (0, driver.now + 90)


# ------------------------------------------------------------------------------------------ what showed a card


def test_mighty_words_go_back_until_the_declarer_picks_up_the_kitty() -> None:
    driver = do(table(), "bid 13 H", "pass", "pass", "pass")
    assert may(driver) == [0, 1, 2, 3]
    do(driver, "pass")
    assert may(driver) == []
    assert asks(driver, IDA) == "undo_seen"


def test_mighty_what_the_declarer_laid_away_he_may_pick_up_again() -> None:
    driver = do(table(), "bid 13 H", "pass", "pass", "pass", "pass", "")
    before = driver.table.moves
    assert before is not None
    assert takes_back(driver, MINA) == ""
    assert driver.table.state == before.before
    assert public(driver.table)["undone"][0]["lines"] == ((0, "discard ?? ?? ??"),)


def test_mighty_a_called_friend_goes_back_until_a_card_is_played() -> None:
    driver = play_until(table(), "play")
    (turn,) = driver.table.meta.ruleset.game.to_act(driver.table.state)
    assert may(driver) == [turn]
    driver.act()
    assert asks(driver, PEOPLE[turn]) == "undo_seen"


def test_euchre_the_exchange_goes_back_since_the_upcard_lay_open() -> None:
    driver = do(table(EUCHRE), "order", "")
    assert public(driver.table)["deal"]["phase"] == "call"
    assert 0 in may(driver)
    assert takes_back(driver, MINA) == ""
    assert public(driver.table)["deal"]["phase"] == "swap"


def test_avinas_a_knock_goes_back() -> None:
    driver = table(AVINAS)
    driver.random = random.Random(2)
    while public(driver.table)["deal"]["phase"] != "knock":
        driver = table(AVINAS, seed=driver.random.randrange(1000))
    (turn,) = driver.table.meta.ruleset.game.to_act(driver.table.state)
    do(driver, "knock")
    assert takes_back(driver, PEOPLE[turn]) == ""
    assert public(driver.table)["deal"]["knock"] is None


@pytest.mark.parametrize("ruleset", [MIGHTY, EUCHRE, AVINAS])
def test_no_played_card_goes_back_that_nobody_had_seen_before(ruleset: str) -> None:
    driver = play_until(table(ruleset), "play")
    for _ in range(12):
        if driver.table.meta.phase != "deal":
            return
        (turn,) = driver.table.meta.ruleset.game.to_act(driver.table.state)
        known = {card for cards in public(driver.table)["deal"].get("exposed", []) for card in cards}
        known.add(public(driver.table)["deal"].get("upcard", ""))
        driver.act()
        log = public(driver.table)["deal"]["log"]
        if driver.table.meta.phase == "deal":
            assert (turn in may(driver)) <= (log[-1][1].split(" ")[1] in known)


@pytest.mark.parametrize("ruleset", [MIGHTY, EUCHRE, AVINAS])
def test_at_a_friendly_table_a_played_card_goes_back_by_consent(ruleset: str) -> None:
    driver = play_until(table(ruleset, friendly=True), "play")
    driver.act()
    before = driver.table.state
    (turn,) = driver.table.meta.ruleset.game.to_act(before)
    driver.act()
    assert takes_back(driver, PEOPLE[turn]) == ""
    assert driver.table.state == before
    assert fold(driver.journal) == driver.table


def test_at_a_friendly_table_the_end_of_the_bidding_goes_back() -> None:
    driver = do(table(friendly=True), "bid 13 H", "pass", "pass", "pass", "pass")
    assert takes_back(driver, IDA) == ""
    assert public(driver.table)["deal"]["phase"] == "bidding"


@pytest.mark.parametrize("friendly", [False, True])
def test_auction_nothing_goes_back(friendly: bool) -> None:
    driver = Driver("auction/standard@1", players=3, friendly=friendly).seated().dealt()
    claim = next(action for action in driver.table.meta.ruleset.game.legal(driver.table.state, 0) if "bid" in action)
    driver.act(0, claim)
    assert asks(driver, MINA) == "undo_at_once"
    assert may(driver) == []
    driver.act(1, "pass")
    driver.act(2, "pass")
    assert asks(driver, MINA) == "undo_at_once"
    assert may(driver) == []
