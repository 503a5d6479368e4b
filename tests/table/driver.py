"""A scripted shell: keeps one table and its journal, answers effects when told to, checks the fold after every step."""

from __future__ import annotations

import random
from collections.abc import Sequence

from app.rules.base import settle
from app.table import (
    BOT,
    CHANCE,
    CLOCK,
    Act,
    AskBot,
    Bot,
    BotActs,
    Effect,
    Entry,
    Message,
    Opening,
    Person,
    Ready,
    Refused,
    Row,
    Said,
    Shuffle,
    Shuffled,
    Sit,
    Start,
    Step,
    Table,
    Wake,
    Who,
    Woke,
    evolve,
    first_legal,
    handle,
    open_table,
)
from app.table.state import Watch

MINA, TOMA, JO, EDE, IDA = (Person(f"p-{name.lower()}", name) for name in ("Mina", "Toma", "Jo", "Ede", "Ida"))
PEOPLE = (MINA, TOMA, JO, EDE, IDA)


class Driver:
    """A table of the toy game (or another) with Mina as its host. Time is `now`, in seconds, and moves by hand."""

    def __init__(
        self,
        ruleset: str = "toy/plain@1",
        players: int = 3,
        *,
        watch: Watch = "everybody",
        listed: bool = True,
        clock: tuple[int, int] = (0, 0),
        absent_after: int = 60,
        friendly: bool = False,
        phrases_only: bool = False,
    ) -> None:
        self.now = 1000.0
        self.random = random.Random(7)
        opening = Opening("K7PQ2MWX", ruleset, players, listed, watch, *clock, absent_after, friendly)
        opening = opening._replace(phrases_only=phrases_only)
        step = open_table(opening, MINA, self.now)
        self.table: Table = step.table
        self.journal: list[Entry] = list(step.entries)
        self.rows: list[Row] = []
        self.effects: list[Effect] = []
        self.ids = 0

    def fresh(self) -> str:
        """An id no message had yet."""
        self.ids += 1
        return f"m{self.ids}"

    def send(self, who: Who, message: Message) -> Step | Refused:
        """Hand a message in; whatever comes out must be the fold of its entries."""
        before = self.table
        answer = handle(before, who, message, self.now)
        if isinstance(answer, Refused):
            return answer
        folded = before
        for entry in answer.entries:
            folded = evolve(folded, entry)
        assert folded == answer.table
        if not answer.entries:
            assert answer.table is before
        self.table = answer.table
        self.journal += answer.entries
        self.rows += answer.rows
        self.effects += answer.effects
        return answer

    def do(self, who: Who, message: Message) -> Step:
        """Hand in a message that must be accepted."""
        answer = self.send(who, message)
        assert isinstance(answer, Step), answer
        return answer

    def refused(self, who: Who, message: Message) -> str:
        """Hand in a message that must be refused; its code."""
        answer = self.send(who, message)
        assert isinstance(answer, Refused), answer
        return answer.code

    # ---------------------------------------------------------------- ready-made situations

    def seated(self, people: Sequence[Person] = (MINA, TOMA, JO)) -> Driver:
        """People on seats 0, 1, … in this order."""
        for number, person in enumerate(people):
            self.do(person, Sit(self.fresh(), number))
        return self

    def with_bots(self) -> Driver:
        """Bots on all seats that are empty."""
        for number, seat in enumerate(self.table.meta.seats):
            if seat.kind == "empty":
                self.do(MINA, Bot(self.fresh(), number, on=True))
        return self

    def dealt(self, dealer: int = 0) -> Driver:
        """Start, and deal the first hand of the match."""
        self.do(MINA, Start(self.fresh()))
        self.shuffle(dealer)
        return self

    # ---------------------------------------------------------------- answering effects

    def take(self, kind: type) -> list[Effect]:
        """Remove and return the effects of a kind that are still to be carried out."""
        found = [effect for effect in self.effects if isinstance(effect, kind)]
        self.effects = [effect for effect in self.effects if not isinstance(effect, kind)]
        return found

    def shuffle(self, dealer: int = 0) -> Step:
        """Answer the shuffle that is waited for."""
        (effect,) = self.take(Shuffle)
        assert isinstance(effect, Shuffle)
        pack = list(effect.cards)
        self.random.shuffle(pack)
        ruleset = self.table.meta.ruleset
        settle(ruleset.game, ruleset.options, effect.players, pack, self.random.randrange)
        return self.do(CHANCE, Shuffled(effect.deal, tuple(pack), dealer if effect.first else None))

    def wake(self) -> Step:
        """Let the time of the newest clock come."""
        *_, effect = self.take(Wake)
        assert isinstance(effect, Wake)
        self.now = max(self.now, effect.at)
        return self.do(CLOCK, Woke(effect.token))

    def turn(self) -> int:
        """The lowest seat that may act and has something to do; where nobody has, the lowest that may act."""
        game, state = self.table.meta.ruleset.game, self.table.state
        seats = sorted(game.to_act(state))
        return next((seat for seat in seats if game.legal(state, seat)), seats[0])

    def choice(self, seat: int) -> str:
        """A random legal action."""
        legal = self.table.meta.ruleset.game.legal(self.table.state, seat)
        return self.random.choice(legal) if type(legal) is tuple else first_legal(self.table, seat)

    def act(self, seat: int | None = None, action: str | None = None) -> Step:
        """The person on a seat acts (by default the one whose turn it is, at random); the clock where nobody can."""
        seat = self.turn() if seat is None else seat
        if action is None and not self.table.meta.ruleset.game.legal(self.table.state, seat):
            return self.wake()
        person = next(person for person in PEOPLE if person.id == self.table.meta.seats[seat].player)
        return self.do(person, Act(self.fresh(), self.table.version, action or self.choice(seat)))

    def bots_act(self) -> None:
        """Answer all questions to bots that are open; late ones are refused as stale."""
        for effect in self.take(AskBot):
            assert isinstance(effect, AskBot)
            turn = self.table.meta.ruleset.game.to_act(self.table.state)
            action = self.choice(effect.seat) if effect.seat in turn else "pass"
            answer = self.send(BOT, BotActs(effect.seat, effect.ply, action))
            assert not isinstance(answer, Refused) or answer.code == "stale", answer

    def finish_deal(self) -> Driver:
        """People and bots play at random to the end of the deal."""
        while self.table.meta.phase == "deal":
            if self.table.meta.seats[self.turn()].driven:
                self.bots_act()
            else:
                self.act()
        return self

    def all_ready(self) -> None:
        """Everybody who plays is ready for the next deal."""
        for seat in self.table.meta.seats:
            if seat.active:
                person = next(person for person in PEOPLE if person.id == seat.player)
                self.do(person, Ready(self.fresh()))

    def finish_match(self) -> Driver:
        """Deal after deal to the end of the match."""
        for _ in range(100):
            self.finish_deal()
            self.take(Said)
            if self.table.meta.phase == "finished":
                return self
            if any(seat.active for seat in self.table.meta.seats):
                self.all_ready()
            else:
                self.wake()
            self.shuffle()
        raise AssertionError("the match does not end")
