"""Whatever people, bots and clocks say at whatever moment, a table answers: a step that folds to the same table, or a
refusal that changes nothing. `Driver.send` checks both; here thousands of random messages go through it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from app.rules.base import Choose
from app.table import (
    BOT,
    CLOCK,
    Act,
    BotActs,
    Chat,
    HostAbsent,
    Lapsed,
    Message,
    Person,
    Propose,
    Ready,
    Sit,
    Stand,
    Start,
    Vote,
    fold,
    resume,
    views,
)
from app.table.messages import (
    Absence,
    Absent,
    Block,
    Bot,
    Close,
    HandOn,
    Host,
    Kick,
    Report,
    Returned,
    Seen,
    Take,
    Unshadow,
    Who,
)
from app.table.phrases import PHRASES
from app.table.steps import Refused
from tests.table.driver import PEOPLE, Driver

RULESETS = {"mighty/japanese@1": 5, "euchre/call-partner@1": 5, "avinas/standard@1": 4, "auction/standard@1": 4}
LINK = "a" * 64


class Storm:
    """A table, and a source of messages that make sense, or do not."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.rng = rng = random.Random(f"{ruleset} {seed}")
        self.driver = Driver(ruleset, players=RULESETS[ruleset], friendly=seed % 2 == 0)
        self.driver.random = rng
        self.said: Counter[str] = Counter()

    def blow(self, messages: int) -> None:
        """So many messages, one after the other."""
        driver, rng = self.driver, self.rng
        for number in range(messages):
            driver.now += rng.random() * 20
            phase = driver.table.meta.phase
            if phase == "dealing":
                driver.shuffle(rng.randrange(len(driver.table.meta.seats)))
                continue
            who, message = self._action() if phase == "deal" and rng.random() < 0.4 else self._anything()
            answer = driver.send(who, message)
            if not isinstance(answer, Refused) and answer.entries:
                self.said[type(message).__name__] += 1
            if number % 25 == 0:
                self._look()

    def _look(self) -> None:
        """Whoever looks at the table is shown something, and it can be carried on."""
        views.public(self.driver.table)
        for person in PEOPLE:
            views.private(self.driver.table, person.id)
        resume(self.driver.table, self.driver.now)

    def _action(self) -> tuple[Who, Message]:
        """A legal action of a seat that may act."""
        driver, rng = self.driver, self.rng
        game, meta = driver.table.meta.ruleset.game, driver.table.meta
        seat = rng.choice(sorted(game.to_act(driver.table.state)))
        legal = game.legal(driver.table.state, seat)
        if isinstance(legal, Choose):
            action = " ".join((legal.verb, *rng.sample(list(legal.among), min(legal.count or 1, len(legal.among)))))
        else:
            action = rng.choice(legal) if legal else "pass"  # where all may bid at once nobody is offered anything
        owner = next((person for person in PEOPLE if person.id == meta.seats[seat].player), PEOPLE[0])
        if meta.seats[seat].driven:
            return BOT, BotActs(seat, driver.table.ply + 1, action)
        return owner, Act(driver.fresh(), driver.table.acted, action)

    def _anything(self) -> tuple[Who, Message]:
        who: Person = self.rng.choice(PEOPLE)
        kind = self.rng.choice([self._of_seats, self._of_hosts, self._of_words, self._of_clocks])
        return kind(who)

    def _of_seats(self, who: Person) -> tuple[Who, Message]:
        driver, rng = self.driver, self.rng
        seat, here = self._seat(), self._here()
        return who, rng.choice(
            [
                Sit(driver.fresh(), rng.choice([None, seat])),
                Stand(driver.fresh(), here),
                Ready(driver.fresh()),
                Absence(driver.fresh(), seat, rng.choice(["wait", "bot"])),  # type: ignore[arg-type]
                HandOn(driver.fresh(), seat, LINK, here),
                Take(driver.fresh(), LINK),
                Seen(driver.fresh()),
            ]
        )

    def _of_hosts(self, who: Person) -> tuple[Who, Message]:
        driver, rng = self.driver, self.rng
        seat, other = self._seat(), rng.choice(PEOPLE)
        messages: list[Message] = [
            Start(driver.fresh()),
            Bot(driver.fresh(), seat, rng.random() < 0.8, rng.random() < 0.5, rng.random() < 0.5),
            Host(driver.fresh(), seat),
            Kick(driver.fresh(), seat),
            Block(driver.fresh(), other.id if rng.random() < 0.8 else None, other.name, rng.random() < 0.3),
        ]
        if rng.random() < 0.01:
            messages.append(Close(driver.fresh(), self._here()))
        return who, rng.choice(messages)

    def _of_words(self, who: Person) -> tuple[Who, Message]:
        driver, rng = self.driver, self.rng
        asked, lines = driver.table.meta.proposals, driver.table.chat
        kind = rng.choice(["end", "undo", "claim", "shadow", "remove", "nothing"])
        return who, rng.choice(
            [
                Propose(driver.fresh(), kind, rng.choice([None, self._seat()]), driver.table.acted, self._here()),
                Vote(driver.fresh(), asked[-1].number if asked else 3, rng.random() < 0.75),
                Unshadow(driver.fresh()),
                Chat(driver.fresh(), "hello"),
                Chat(driver.fresh(), phrase=rng.choice(PHRASES)),
                Report(driver.fresh(), lines[-1].name, lines[-1].at)
                if lines
                else Report(driver.fresh(), "Nobody", 0.0),
            ]
        )

    def _of_clocks(self, who: Person) -> tuple[Who, Message]:
        meta, rng = self.driver.table.meta, self.rng
        seat = rng.randrange(len(meta.seats))
        asked = meta.proposals
        return CLOCK, rng.choice(
            [
                Absent(seat, meta.seats[seat].player or who.id, meta.seats[seat].absence),
                Returned(who.id, ""),
                HostAbsent(meta.host, self._here()),
                Lapsed(asked[-1].number if asked else 3, self._here()),
            ]
        )

    def _seat(self) -> int:
        return self.rng.randrange(len(self.driver.table.meta.seats) + 1)

    def _here(self) -> frozenset[str]:
        return frozenset(person.id for person in PEOPLE if self.rng.random() < 0.7)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table_has_an_answer_to_everything_at_any_moment(ruleset: str) -> None:
    said: Counter[str] = Counter()
    for seed in range(20):
        storm = Storm(ruleset, seed)
        storm.blow(500)
        assert fold(storm.driver.journal) == storm.driver.table
        said += storm.said
    for kind in ("Act", "BotActs", "Sit", "Stand", "Kick", "Block", "Propose", "Absent", "HostAbsent", "Report"):
        assert said[kind] > 0, f"{kind} did not happen"
