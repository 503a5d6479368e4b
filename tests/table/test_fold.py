"""State is the fold of the journal: random tables with random messages of people, bots, chance and clocks."""

import random

import pytest

from app.table import (
    BOT,
    CLOCK,
    Act,
    AskBot,
    Bot,
    BotActs,
    Chat,
    Entry,
    Host,
    HostAbsent,
    Message,
    Person,
    Ready,
    Refused,
    Shuffle,
    Sit,
    Stand,
    Start,
    Wake,
    Who,
    Why,
    Woke,
    evolve,
    first_legal,
    fold,
    handle,
    resume,
    views,
)
from app.table.steps import Effect
from tests.table.driver import PEOPLE, Driver

RULESETS = ("toy/plain@1", "toy/plain@1?turns=all", "toy/plain@1?match_deals=1", "toy/plain@1?turns=all&clock=on")


class Chaos(Driver):
    """A table where anybody sends anything at any time."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        super().__init__(chance.choice(RULESETS), chance.randint(2, 4), watch=chance.choice(["everybody", "nobody"]))
        self.random = chance
        self.sent: list[tuple[Who, Message]] = []

    def one(self) -> None:
        """One random message."""
        self.now += self.random.random() * 10
        who, message = self.anything()
        answer = self.send(who, message)
        assert isinstance(who, Person) or not isinstance(answer, Refused) or answer.code in ("stale", "illegal")
        self.sent.append((who, message))

    def anything(self) -> tuple[Who, Message]:
        roll = self.random.random()
        if roll < 0.25 and self.effects:
            return self.answer(self.random.choice(self.effects))
        if roll < 0.3 and self.sent:
            return self.random.choice(self.sent)  # once more, with its old id
        if roll < 0.33:
            present = frozenset(person.id for person in PEOPLE if self.random.random() < 0.5)
            return CLOCK, HostAbsent(self.table.meta.host, present)
        if roll < 0.65 and self.table.meta.phase == "deal":
            return self.play()
        host = next((person for person in PEOPLE if person.id == self.table.meta.host), PEOPLE[0])
        return (host, self.of_a_host()) if roll > 0.85 else (self.random.choice(PEOPLE), self.of_a_person())

    def answer(self, effect: Effect) -> tuple[Who, Message]:
        """An answer to any effect there was, in time or late."""
        if (
            isinstance(effect, Shuffle)
            and self.table.meta.phase == "dealing"
            and effect.deal == self.table.meta.deals + 1
        ):
            self.effects = [effect]
            self.shuffle(self.random.randrange(effect.players))
        if isinstance(effect, Wake):
            return CLOCK, Woke(effect.token)
        asked = [effect for effect in self.effects if isinstance(effect, AskBot)]
        if not asked:
            return CLOCK, Woke("0")
        ask = self.random.choice(asked[-3:])
        turn = self.table.meta.ruleset.game.to_act(self.table.state) if self.table.meta.phase == "deal" else ()
        action = first_legal(self.table, ask.seat) if ask.seat in turn else "nonsense"
        return BOT, BotActs(ask.seat, ask.ply, action)

    def play(self) -> tuple[Who, Message]:
        """A sensible action for the owner of a seat whose turn it is, now and then with a wrong version."""
        seat = self.turn()
        owner = self.table.meta.seats[seat].player
        person = next((person for person in PEOPLE if person.id == owner), PEOPLE[0])
        version = self.table.seq - self.random.choice([0, 0, 0, 1, 5, -1])
        return person, Act(self.fresh(), max(version, 0), self.choice(seat))

    def of_a_person(self) -> Message:
        identity, seat = self.fresh(), self.random.randrange(5)
        return self.random.choice(
            [
                Sit(identity, seat),
                Sit(identity),
                Stand(identity),
                Start(identity),
                Ready(identity),
                Bot(identity, seat, on=True),
                Host(identity, seat),
                Chat(identity, self.random.choice(["hello", "", "<b>"])),
                Why(identity, "play AS"),
                Act(identity, self.table.version, "play 2H"),
            ]
        )

    def of_a_host(self) -> Message:
        identity, seat = self.fresh(), self.random.randrange(5)
        return self.random.choice(
            [
                Start(identity),
                Start(identity),
                Bot(identity, seat, on=True, away=self.random.random() < 0.3),
                Bot(identity, seat, on=True),
                Bot(identity, seat, on=True),
                Bot(identity, seat, on=False),
                Host(identity, seat),
            ]
        )


@pytest.mark.parametrize("seed", range(40))
def test_after_any_messages_the_table_is_the_fold_of_its_journal(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(250):
        chaos.one()  # compares the fold of each step's entries
    assert fold(chaos.journal) == chaos.table
    assert [entry.seq for entry in chaos.journal] == list(range(1, len(chaos.journal) + 1))


@pytest.mark.parametrize("seed", range(40, 50))
def test_whatever_happens_the_keys_of_the_journal_are_unique_and_plies_go_up(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(300):
        chaos.one()
    plies = [(entry.deal, entry.ply) for entry in chaos.journal if entry.ply is not None]
    assert len(set(plies)) == len(plies)
    assert plies == sorted(plies)
    ids = [(entry.who, entry.client_id) for entry in chaos.journal if entry.client_id]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("seed", range(50, 60))
def test_a_table_that_was_read_back_waits_for_the_same_and_shows_the_same(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(100):
        chaos.one()
    again = fold(chaos.journal)
    assert resume(again, 5.0) == resume(chaos.table, 5.0)
    assert views.public(again) == views.public(chaos.table)
    assert [views.private(again, person.id) for person in PEOPLE] == [
        views.private(chaos.table, person.id) for person in PEOPLE
    ]


@pytest.mark.parametrize("seed", range(60, 70))
def test_a_person_has_at_most_one_seat_and_labels_differ(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(200):
        chaos.one()
        seats = [seat for seat in chaos.table.meta.seats if seat.kind != "empty"]
        owners = [seat.player for seat in seats if seat.player]
        assert len(set(owners)) == len(owners)
        assert len({seat.name for seat in seats}) == len(seats)


def test_handling_a_message_leaves_the_old_table_as_it_was() -> None:
    chaos = Chaos(1)
    for _ in range(100):
        before, copy = chaos.table, fold(chaos.journal)
        chaos.one()
        assert before == copy


def test_a_journal_must_begin_with_the_opening() -> None:
    with pytest.raises(ValueError, match="cannot begin"):
        fold(Driver().seated().journal[1:])
    with pytest.raises(ValueError, match="without entries"):
        fold([])


def test_a_gap_in_the_journal_is_noticed() -> None:
    journal = Driver().seated().journal
    with pytest.raises(ValueError, match="cannot follow"):
        fold([journal[0], *journal[2:]])


def test_an_entry_of_an_unknown_kind_is_noticed() -> None:
    driver = Driver()
    entry = Entry(2, "dance", None, "table", "", None, None, None, "", 0.0)
    with pytest.raises(ValueError, match="unknown kind"):
        evolve(driver.table, entry)


def test_time_is_taken_from_the_argument_alone() -> None:
    driver = Driver()
    first = handle(driver.table, PEOPLE[0], Sit("a", 0), 77.0)
    assert first == handle(driver.table, PEOPLE[0], Sit("a", 0), 77.0)
    assert not isinstance(first, Refused)
    assert first.entries[0].at == 77.0
