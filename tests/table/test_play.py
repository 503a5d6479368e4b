"""Acting in a deal: turns, versions, repeated messages, illegal actions, questions."""

import pytest

from app.table import (
    BOT,
    Act,
    AskBot,
    BotActs,
    Chat,
    Machine,
    Ready,
    Refused,
    Shuffled,
    Sit,
    Stand,
    Why,
    first_legal,
    handle,
)
from app.table.evolve import RECENT_IDS
from tests.table.driver import EDE, JO, MINA, TOMA, Driver


def dealt() -> Driver:
    """Three people, dealer on seat 0, so that Toma on seat 1 speaks first."""
    return Driver().seated().dealt()


def at_play() -> Driver:
    """Everybody is in, the dealer has discarded, Toma plays the first card."""
    driver = dealt()
    for _ in range(3):
        driver.act(action="in")
    driver.act(0)
    return driver


def test_an_action_is_one_entry_with_the_next_ply() -> None:
    driver = dealt()
    step = driver.do(TOMA, Act("x1", driver.table.version, "in"))
    (entry,) = step.entries
    assert entry == (driver.table.seq, "act", 1, TOMA.id, "in", 1, 1, "x1", "", driver.now)
    assert driver.table.ply == 1


def test_the_first_ply_of_every_deal_is_one() -> None:
    driver = at_play().finish_deal()
    driver.all_ready()
    driver.shuffle()
    driver.act()
    assert (driver.journal[-1].deal, driver.journal[-1].ply) == (2, 1)


def test_who_is_not_to_act_is_refused() -> None:
    driver = dealt()
    assert driver.refused(JO, Act("x", driver.table.version, "in")) == "not_your_turn"


def test_a_spectator_is_refused() -> None:
    driver = dealt()
    assert driver.refused(EDE, Act("x", driver.table.version, "in")) == "not_seated"


def test_who_has_a_standin_must_sit_down_first() -> None:
    driver = dealt()
    driver.do(TOMA, Stand("a"))
    assert driver.refused(TOMA, Act("x", driver.table.version, "in")) == "standin"


def test_there_is_nothing_to_act_on_before_the_first_deal() -> None:
    driver = Driver().seated()
    assert driver.refused(MINA, Act("x", driver.table.version, "in")) == "not_now"


def test_there_is_nothing_to_act_on_after_a_deal() -> None:
    driver = at_play().finish_deal()
    assert driver.refused(MINA, Act("x", driver.table.version, "in")) == "not_now"


def test_an_illegal_action_names_the_rule_and_changes_nothing() -> None:
    driver = at_play()
    before = driver.table
    answer = driver.send(TOMA, Act("x", driver.table.version, "play ZZ"))
    assert answer == Refused("illegal", "not_held", {"card": "ZZ"})
    assert driver.table is before


def test_a_click_on_an_older_turn_is_stale() -> None:
    driver = at_play()
    version = driver.table.version
    driver.act(1)
    driver.act(2)
    assert driver.refused(MINA, Act("x", version, "play AS")) == "stale"


def test_a_second_click_with_another_id_is_stale() -> None:
    driver = at_play()
    version = driver.table.version
    action = driver.choice(1)
    driver.do(TOMA, Act("x", version, action))
    assert driver.refused(TOMA, Act("y", version, action)) == "stale"


def test_a_click_at_the_last_deal_is_stale_in_the_next() -> None:
    driver = at_play()
    version = driver.table.version
    driver.finish_deal()
    assert driver.refused(TOMA, Act("x", version, "play AS")) == "stale"
    driver.all_ready()
    driver.shuffle()
    assert driver.refused(TOMA, Act("x", version, "in")) == "stale"


def test_a_version_from_the_future_is_stale() -> None:
    driver = dealt()
    assert driver.refused(TOMA, Act("x", driver.table.seq + 1, "in")) == "stale"


def test_talk_and_seating_do_not_make_a_click_stale() -> None:
    driver = dealt()
    version = driver.table.version
    driver.do(JO, Chat("a", "well"))
    driver.do(JO, Stand("b"))
    driver.do(JO, Sit("c"))
    driver.do(TOMA, Act("x", version, "in"))


def test_talk_does_not_raise_the_version() -> None:
    driver = dealt()
    version = driver.table.version
    driver.do(JO, Chat("a", "well"))
    assert driver.table.version == version
    assert driver.table.seq == version + 1


def test_where_all_may_act_at_once_an_older_version_of_the_deal_will_do() -> None:
    driver = Driver("toy/plain@1?turns=all").seated().dealt()
    for _ in range(3):
        driver.act(action="in")
    driver.act(0)
    version = driver.table.version
    driver.act(2)
    driver.do(TOMA, Act("x", version, driver.choice(1)))


def test_where_all_may_act_at_once_a_version_of_an_earlier_deal_is_stale() -> None:
    driver = Driver("toy/plain@1?turns=all").seated().dealt()
    old = driver.table.version - 1
    for _ in range(3):
        driver.act(action="in")
    driver.act(0)
    assert driver.refused(TOMA, Act("x", old, driver.choice(1))) == "stale"


def test_the_same_message_again_is_done_without_effect() -> None:
    driver = dealt()
    message = Act("x", driver.table.version, "in")
    driver.do(TOMA, message)
    again = driver.do(TOMA, message)
    assert (again.entries, again.effects, again.rows) == ((), (), ())


def test_the_same_message_again_is_done_even_after_others_have_acted() -> None:
    driver = dealt()
    message = Act("x", driver.table.version, "in")
    driver.do(TOMA, message)
    driver.finish_deal()
    assert driver.do(TOMA, message).entries == ()


def test_the_same_id_of_another_person_is_another_message() -> None:
    driver = dealt()
    driver.do(TOMA, Act("x", driver.table.version, "in"))
    assert driver.do(JO, Act("x", driver.table.version, "in")).entries


def test_a_repeated_line_of_chat_is_said_once() -> None:
    driver = dealt()
    driver.do(JO, Chat("a", "well"))
    assert driver.do(JO, Chat("a", "well")).entries == ()


def test_remembered_ids_are_bounded() -> None:
    driver = dealt()
    for number in range(3 * RECENT_IDS):
        driver.do(JO, Chat(f"c{number}", "well"))
    assert len(driver.table.recent[JO.id]) == RECENT_IDS


def test_a_refused_message_may_be_sent_again_with_its_id() -> None:
    driver = dealt()
    driver.refused(TOMA, Act("x", driver.table.version, "nonsense"))
    assert driver.do(TOMA, Act("x", driver.table.version, "in")).entries


def test_why_names_the_rule_and_changes_nothing() -> None:
    driver = at_play()
    assert driver.send(TOMA, Why("w", "play ZZ")) == Refused("illegal", "not_held", {"card": "ZZ"})


def test_why_of_a_legal_action_is_simply_done() -> None:
    driver = at_play()
    before = driver.table
    assert driver.do(TOMA, Why("w", driver.choice(1))).entries == ()
    assert driver.table is before


@pytest.mark.parametrize(("person", "code"), [(JO, "not_your_turn"), (EDE, "not_seated")])
def test_why_is_answered_only_to_the_one_whose_turn_it_is(person: object, code: str) -> None:
    driver = at_play()
    assert driver.refused(person, Why("w", "play AS")) == code  # type: ignore[arg-type]


def test_why_has_no_answer_between_deals() -> None:
    assert Driver().seated().refused(MINA, Why("w", "play AS")) == "not_now"


def test_a_bot_is_asked_after_each_action_that_makes_it_its_turn() -> None:
    driver = Driver().seated([MINA, TOMA]).with_bots().dealt()
    step = driver.act(1, "in")
    assert step.effects == (AskBot(2, 2, driver.table.version),)


def test_all_bots_are_asked_where_all_may_act_at_once() -> None:
    driver = Driver("toy/plain@1?turns=all").seated([MINA]).with_bots().dealt()
    while len(driver.table.meta.ruleset.game.to_act(driver.table.state)) == 1:
        if driver.turn() == 0:
            driver.act(action="in" if len(driver.table.state.said) < 3 else None)
        else:
            ask = driver.take(AskBot)[-1]
            assert isinstance(ask, AskBot)
            driver.do(BOT, BotActs(ask.seat, ask.ply, "in"))
    assert [effect.seat for effect in driver.effects if isinstance(effect, AskBot)][-2:] == [1, 2]


def test_a_bots_second_answer_to_a_question_is_stale() -> None:
    driver = Driver().with_bots().dealt()
    driver.do(BOT, BotActs(1, 1, "in"))
    assert driver.refused(BOT, BotActs(1, 1, "in")) == "stale"


def test_a_bot_that_is_not_to_act_is_stale() -> None:
    driver = Driver().with_bots().dealt()
    assert driver.refused(BOT, BotActs(2, 1, "in")) == "stale"


def test_a_bots_illegal_answer_is_refused_with_the_rule() -> None:
    driver = Driver().with_bots().dealt()
    assert driver.refused(BOT, BotActs(1, 1, "nonsense")) == "illegal"


@pytest.mark.parametrize("message", [Shuffled(1, ()), BotActs(0, 1, "in")])
def test_a_person_cannot_speak_for_chance_or_a_bot(message: Shuffled | BotActs) -> None:
    with pytest.raises(TypeError):
        handle(dealt().table, MINA, message, 0.0)


@pytest.mark.parametrize("machine", list(Machine))
def test_a_machine_cannot_speak_for_a_person(machine: Machine) -> None:
    with pytest.raises(TypeError):
        handle(dealt().table, machine, Ready("x"), 0.0)


def test_what_is_played_for_a_bot_that_failed_is_legal_and_always_the_same() -> None:
    driver = Driver().with_bots().dealt()
    while driver.table.meta.phase == "deal":
        seat = driver.turn()
        action = first_legal(driver.table, seat)
        assert action == first_legal(driver.table, seat)
        driver.do(BOT, BotActs(seat, driver.table.ply + 1, action))
