"""A live table in virtual time that plays a given record, and everything each connection was sent, with its time.

The hub, its tables, bots' waits and views are the real ones; the database and the sockets are lists. Seats 0 to 2 are
people, two of them with something to ask and say, the others bots that play what the record says. A spectator watches
from the start, and another one who is soon shown the cards of a seat; one person comes back in mid-deal, another hands
over to a bot and returns. Where turns have a clock people are now and then late, and let it run out. With `Asking`
actions are taken back and the rest is claimed on the way, as people answer whose answers depend on the moment alone.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from app.live.bots import BotDriver
from app.live.clients import Client
from app.live.hub import Hub, TableWish
from app.live.options import LiveOptions
from app.live.table import LiveTable
from app.rules.ruleset import RuleSet, format_ruleset
from app.table.messages import Person
from app.table.state import Table, to_act
from app.table.turns import pressed
from tests.conformance import virtual
from tests.conformance.playout import Deal
from tests.live.memory import MemoryJournal, MemoryTables

PEOPLE = ("Ada", "Bo", "Cy")
MORE = ("Dee", "Eve", "Fay")
WATCHER = "Wim"
SHADOW = "Sia"  # sees the cards of the person on seat 1, who has agreed
SHADOWED = 1
PASSER_BY = "Xia"
THINKING = 0.4  # seconds a person takes, whatever he holds
PROBES = (
    "play AS", "play JK", "play KD", "play TC down", "bid 14 H", "bid 5", "knock", "discard 2S 3S 4S", "friend AS",
    "trump S", "nonsense", "order", "swap 9C", "call AC", "play JH", "alone",
    "bid single 9", "bid pair K", "bid straight", "stop", "lay 9S",
)  # fmt: skip
NEVER_LEGAL = "nonsense"
LATE = 18.0  # seconds that a person takes who needs the bank
FOR_EVER = 1e9
ASKED = (["9S"], ["KH", "KD"], ["JK"], ["2S", "3S", "4S", "5S", "6S"], ["ZZ"])


class Sent(NamedTuple):
    """One write to a connection: when, and the whole frame."""

    at: float
    frame: bytes


class Asking(NamedTuple):
    """What people ask of each other: `claims` are the plies of the record at which the seat in turn claims the rest.
    With `company` people sit on all seats."""

    claims: frozenset[int]
    company: bool


class Wire:
    """A connection that writes everything down."""

    open = True
    behind = False

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.sent: list[Sent] = []

    def send_view(self, frame: bytes) -> None:
        self.sent.append(Sent(self.loop.time(), frame))

    send_people = send_small = send_view

    round_trip = 0.0

    def measure(self) -> None:
        self.sent.append(Sent(self.loop.time(), b"ping"))

    def end(self, code: int, reason: str = "") -> None:
        self.sent.append(Sent(self.loop.time(), f"closed {code} {reason}".encode()))


class StackedDeck(random.Random):
    """Chance that has been decided: every shuffle gives the same pack, the dealer is known."""

    def __init__(self, pack: list[str], dealer: int) -> None:
        super().__init__(0)
        self.pack, self.dealer = pack, dealer

    def shuffle(self, x: Any) -> None:
        x[:] = self.pack

    def randrange(self, *_: int) -> int:  # type: ignore[override]
        return self.dealer


class Script(BotDriver):
    """Bots that play the record. Their waits are drawn as for any bot."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(random.Random(1), random.Random(2))
        self.deal = deal

    def action(self, table: Table, seat: int) -> str:
        at = standing(table)
        if at >= len(self.deal.actions):
            return ""  # the record ends here; people still ask for something
        actor, action = self.deal.actions[at]
        return action if actor == seat else ""  # where all may act at once, all are asked


def standing(table: Table) -> int:
    """How many actions of the deal stand."""
    return table.ply - sum(len(undone.lines) + 1 for undone in table.meta.undone)


def pack_for(ruleset: RuleSet, deal: Deal) -> list[str]:
    """The shuffled pack that the game deals out as this deal."""
    game, players = ruleset.game, len(deal.setup.hands)
    places = [str(place) for place in range(len(game.pack(ruleset.options, players)))]
    dealt = game.setup(ruleset.options, players, deal.setup.dealer, places)
    cards = [card for hand in deal.setup.hands for card in hand] + list(deal.setup.rest)
    order = [int(place) for hand in dealt.hands for place in hand] + [int(place) for place in dealt.rest]
    pack = [""] * len(places)
    for place, card in zip(order, cards, strict=True):
        pack[place] = card
    return pack


class Stage:
    """The table, its people, and the way they play the record."""

    def __init__(
        self,
        ruleset: RuleSet,
        deal: Deal,
        tamper: Callable[[LiveTable], None] | None,
        clock: tuple[int, int],
        asking: Asking | None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.ruleset, self.deal, self.tamper, self.clock, self.asking = ruleset, deal, tamper, clock, asking
        seats = len(deal.setup.hands)
        self.people = (PEOPLE + MORE)[:seats] if asking and asking.company else PEOPLE[:seats]
        journal = MemoryJournal()
        chance = StackedDeck(pack_for(ruleset, deal), deal.setup.dealer)
        options = LiveOptions(message_rate=0, silent_after=1e9)
        self.hub = Hub(
            journal, MemoryTables(journal), options, build="test", bots=Script(deal), chance=chance, now=self.loop.time
        )
        self.table: LiveTable
        self.wires: dict[str, list[Wire]] = {}
        self.clients: dict[str, Client] = {}
        self.asked = 0

    def join(self, name: str) -> None:
        wire = Wire(self.loop)
        self.wires.setdefault(name, []).append(wire)
        self.clients[name] = self.hub.client(wire, Person(name.lower(), name))
        self.table.join(self.clients[name])

    def say(self, name: str, type_: str, /, **fields: Any) -> None:
        self.asked += 1
        message = {"type": type_, "id": f"m{self.asked}", **fields}
        self.table.received(self.clients[name], msgspec.json.encode(message))

    async def open(self) -> None:
        turn, bank = self.clock
        players = len(self.deal.setup.hands)
        wish = TableWish(format_ruleset(self.ruleset), players=players, turn_clock=turn, bank=bank)
        code = await self.hub.create(Person("ada", "Ada"), wish)
        table = await self.hub.open(code)
        assert table is not None
        # The code is drawn anew for every table: here all tables have the same one.
        table.code = "SAMECODE"
        table.table = table.table._replace(meta=table.table.meta._replace(code="SAMECODE"))
        self.table = table
        if self.tamper is not None:
            self.tamper(table)
        for name in (*self.people, WATCHER, SHADOW):
            self.join(name)
        for seat, name in enumerate(self.people):
            self.say(name, "sit", seat=seat)
            await asyncio.sleep(0.1)
        for seat in range(len(self.people), len(self.deal.setup.hands)):
            self.say("Ada", "bot", seat=seat, on=True)
            await asyncio.sleep(0.1)
        self.say("Ada", "start")

    async def play(self) -> None:
        """Play the record; what people do besides depends on the ply alone."""
        await asyncio.sleep(0.2)
        at, asked = 0, set[int]()
        while at < len(self.deal.actions):
            seat, action = self.deal.actions[at]
            ply = at + self.table.table.ply - standing(self.table.table)
            self.aside(ply)
            await asyncio.sleep(THINKING)
            if self.clock[0] and ply % 5 in (1, 3):
                await self.dawdle(ply, seat, LATE if ply % 5 == 1 else FOR_EVER)
            if seat is not None and self.table.table.ply == ply and self.table.table.meta.seats[seat].active:
                self.say(self.people[seat], "act", version=self.table.table.version, action=action)
            async with asyncio.timeout(90):
                await self.turn_of(ply + 1)
            at += 1
            if self.asking and at not in asked:
                asked.add(at)
                await self.ask_for_something(at)
                at = min(at, standing(self.table.table))
        # A moment of quiet, in which nothing may give away what comes next; whoever is to act now only thinks.
        self.table.stop_bots()
        await asyncio.sleep(0.5)

    async def ask_for_something(self, at: int) -> None:
        """After some actions somebody asks to take the last one back, or claims the rest; the others answer."""
        table = self.table.table
        if self.asking and at in self.asking.claims:
            (seat,) = to_act(table)
            await self.propose(seat, "claim", agree=at == len(self.deal.actions))
        elif at % 4 == 2:
            await self.propose(at % len(self.people), "undo", agree=at % 8 == 2)

    async def propose(self, seat: int, kind: str, *, agree: bool) -> None:
        if seat >= len(self.people):
            return
        against = self.people[(seat + 1) % len(self.people)]
        self.say(self.people[seat], "propose", kind=kind, version=self.table.table.version)
        for name in (*self.people, WATCHER):
            await asyncio.sleep(0.1)
            for asked in self.table.table.meta.proposals:
                if name != self.people[seat]:
                    self.say(name, "vote", number=asked.number, yes=agree or name != against)
        await asyncio.sleep(0.1)

    async def dawdle(self, ply: int, seat: int | None, seconds: float) -> None:
        """A person whose turn has a clock lets it run."""
        end = self.loop.time() + seconds
        while self.loop.time() < end and self.table.table.ply == ply and seat is not None:
            if pressed(self.table.table) != seat:
                return
            await asyncio.sleep(0.1)

    async def turn_of(self, ply: int) -> None:
        """Until so many actions have been played."""
        while self.table.table.ply < ply:  # noqa: ASYNC110 - virtual time, and the table has no event to wait for
            await asyncio.sleep(0.25)

    def aside(self, ply: int) -> None:
        for name in PEOPLE:
            self.say(name, "why", action=PROBES[ply % len(PROBES)])
            self.say(name, "ask", cards=ASKED[ply % len(ASKED)])
        if ply % 5 == 1:
            # Whoever is in turn must not happen upon something legal: the deal would leave its record.
            in_turn = ply % 3 in to_act(self.table.table)
            action = NEVER_LEGAL if in_turn else PROBES[ply % len(PROBES)]
            self.say(PEOPLE[ply % 3], "act", version=self.table.table.version, action=action)
        if ply % 7 == 3:
            self.say(WATCHER, "act", version=self.table.table.version, action="play AS")
            self.say(PEOPLE[ply % 3], "chat", text=f"ply {ply}")
            self.say(WATCHER, "chat", text=f"seen {ply}")
            self.say(SHADOW, "act", version=self.table.table.version, action=PROBES[ply % len(PROBES)])
            self.say(SHADOW, "why", action=PROBES[ply % len(PROBES)])
            self.say(SHADOW, "chat", text=f"seen {ply}")
        if ply == 1:
            self.say(SHADOW, "propose", kind="shadow", seat=SHADOWED)
        if ply == 2:
            for asked in self.table.table.meta.proposals:
                self.say(PEOPLE[SHADOWED], "vote", number=asked.number, yes=True)
        if ply % 8 == 2:
            self.join(PASSER_BY)
        if ply % 8 == 5 and PASSER_BY in self.clients:
            self.table.left(self.clients.pop(PASSER_BY))
        if ply == 6:
            self.table.left(self.clients["Bo"])
            self.join("Bo")
        if ply == 9:
            self.say("Cy", "stand")
        if ply == 14:
            self.say("Cy", "sit")


def watch(
    ruleset: RuleSet,
    deal: Deal,
    tamper: Callable[[LiveTable], None] | None = None,
    clock: tuple[int, int] = (0, 0),
    asking: Asking | None = None,
) -> dict[str, list[Sent]]:
    """Play the record at a live table; what each person's connections were sent, in order, with times."""

    async def evening() -> dict[str, list[Sent]]:
        stage = Stage(ruleset, deal, tamper, clock, asking)
        await stage.open()
        await stage.play()
        assert not stage.table.gone, "the table failed"
        return {name: [sent for wire in wires for sent in wire.sent] for name, wires in stage.wires.items()}

    return virtual.run(evening())
