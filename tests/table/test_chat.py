"""Chat: rooms, who hears what, what may be said."""

import pytest

from app.table import Chat, Person, Said, Sit, Stand
from app.table.evolve_words import CHAT_TAIL
from app.table.labels import RECENT_PLAYERS
from app.table.state import ChatLine, hears
from app.table.views import chat_tail
from tests.table.driver import EDE, IDA, JO, MINA, TOMA, Driver


def rooms(driver: Driver) -> list[str]:
    return [line.room for line in driver.table.chat]


def test_while_no_deal_runs_everybody_is_in_one_room() -> None:
    driver = Driver().seated()
    driver.do(MINA, Chat("a", "hello"))
    driver.do(EDE, Chat("b", "hello"))
    assert rooms(driver) == ["table", "table"]


def test_during_a_deal_players_and_spectators_are_apart() -> None:
    driver = Driver().seated().dealt()
    driver.do(MINA, Chat("a", "hello"))
    driver.do(EDE, Chat("b", "hello"))
    assert rooms(driver) == ["players", "spectators"]


def test_after_the_deal_all_are_in_one_room_again() -> None:
    driver = Driver().seated().dealt().finish_deal()
    driver.do(EDE, Chat("b", "hello"))
    assert rooms(driver) == ["table"]


def test_who_left_a_seat_to_a_standin_is_still_a_player() -> None:
    driver = Driver().seated().dealt()
    driver.do(JO, Stand("a"))
    driver.do(JO, Chat("b", "bye"))
    assert rooms(driver) == ["players"]


@pytest.mark.parametrize(
    ("room", "player", "spectator"), [("table", True, True), ("players", True, False), ("spectators", False, True)]
)
def test_who_hears_a_room(room: str, player: bool, spectator: bool) -> None:
    table = Driver().seated().dealt().table
    assert hears(table, MINA.id, room) is player  # type: ignore[arg-type]
    assert hears(table, EDE.id, room) is spectator  # type: ignore[arg-type]


def test_a_line_goes_out_with_name_seat_and_time() -> None:
    driver = Driver().seated()
    step = driver.do(TOMA, Chat("a", "hello"))
    assert step.effects == (Said(ChatLine("table", "Toma", 1, "hello", driver.now)),)


def test_a_spectator_of_the_same_name_as_a_player_is_told_apart() -> None:
    driver = Driver().seated()
    driver.do(Person("p-other", "Mina"), Chat("a", "hello"))
    assert driver.table.chat[-1].name == "Mina (2)"


def test_the_tail_shows_each_viewer_only_what_was_said_to_them() -> None:
    driver = Driver().seated()
    driver.do(MINA, Chat("a", "before"))
    driver.dealt()
    driver.do(MINA, Chat("b", "among players"))
    driver.do(EDE, Chat("c", "among spectators"))
    assert [line.text for line in chat_tail(driver.table, TOMA.id)] == ["before", "among players"]
    assert [line.text for line in chat_tail(driver.table, IDA.id)] == ["before", "among spectators"]


def test_the_tail_is_bounded_by_room() -> None:
    driver = Driver().seated()
    driver.do(EDE, Chat("first", "hello"))
    driver.dealt()
    for number in range(CHAT_TAIL + 10):
        driver.do(MINA, Chat(f"c{number}", str(number)))
    assert rooms(driver) == ["table"] + ["players"] * CHAT_TAIL
    assert driver.table.chat[-1].text == str(CHAT_TAIL + 9)


def test_who_may_not_watch_neither_speaks_nor_hears() -> None:
    driver = Driver(watch="nobody").seated()
    driver.do(MINA, Chat("a", "hello"))
    driver.dealt()
    assert driver.refused(EDE, Chat("b", "hello")) == "closed"
    assert chat_tail(driver.table, EDE.id) == ()
    assert not hears(driver.table, EDE.id, "spectators")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat_empty"),
        ("   ", "chat_empty"),
        ("\u200b\u200d", "chat_empty"),
        ("x" * 301, "chat_too_long"),
        ("a\nb", "chat_characters"),
        ("a\x00b", "chat_characters"),
        ("a\x1b[31mb", "chat_characters"),
        ("a\u202eb", "chat_characters"),
        ("a\u2067b", "chat_characters"),
        ("a\ud800b", "chat_characters"),
    ],
)
def test_what_cannot_be_shown_is_refused(text: str, code: str) -> None:
    assert Driver().seated().refused(MINA, Chat("a", text)) == code


@pytest.mark.parametrize("text", ["<b>bold</b> & 'quoted'", "x" * 300, "マイティー 👩‍👩‍👧", "שלום", '{"type":"act"}'])
def test_markup_and_all_scripts_are_plain_text(text: str) -> None:
    driver = Driver().seated()
    driver.do(MINA, Chat("a", text))
    assert driver.table.chat[-1].text == text


def test_names_and_ids_of_passers_by_are_forgotten_but_not_those_of_players() -> None:
    driver = Driver().seated()
    for number in range(RECENT_PLAYERS + 20):
        driver.do(Person(f"guest-{number}", f"Guest {number}"), Chat("a", "hello"))
    assert len(driver.table.labels) == len(driver.table.recent) == RECENT_PLAYERS
    assert {MINA.id, TOMA.id, JO.id} <= set(driver.table.labels)


def test_who_takes_a_bots_seat_in_mid_deal_is_not_told_what_the_players_said_before() -> None:
    driver = Driver().seated([MINA, TOMA]).with_bots().dealt()
    driver.do(MINA, Chat("a", "between us"))
    driver.do(EDE, Sit("b", 2))
    driver.do(TOMA, Chat("c", "welcome"))
    assert [line.text for line in chat_tail(driver.table, EDE.id)] == ["welcome"]
    assert [line.text for line in chat_tail(driver.table, MINA.id)] == ["between us", "welcome"]


def test_after_the_deal_a_newcomer_may_read_what_the_players_said() -> None:
    driver = Driver().seated([MINA, TOMA]).with_bots().dealt()
    driver.do(MINA, Chat("a", "between us"))
    driver.do(EDE, Sit("b", 2))
    driver.finish_deal()
    assert [line.text for line in chat_tail(driver.table, EDE.id)] == ["between us"]
