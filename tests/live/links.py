"""People at a live table over links of any length, in virtual time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec

from app.live.bots import BotDriver
from app.live.clients import Client
from app.live.hub import Hub, TableWish
from app.live.options import LiveOptions
from app.live.roundtrip import RoundTrip
from app.live.table import LiveTable
from app.table.messages import Person
from tests.live.memory import MemoryJournal, MemoryTables

PAYLOAD = slice(2, None)  # of a ping frame

Way = Callable[[], float]


class Link:
    """A person's connection: frames arrive after a while, both ways. `dawdle`: seconds by which it delays its pongs."""

    def __init__(self, name: str, up: Way, down: Way, dawdle: float = 0.0) -> None:
        self.name, self.up, self.down, self.dawdle = name, up, down, dawdle
        self.loop = asyncio.get_running_loop()
        self.frames: list[dict[str, Any]] = []
        self.pings = 0
        self.open = True
        self.behind = False
        self._trip = RoundTrip()
        self._sent = 0
        self._up_until = self._down_until = 0.0  # nothing overtakes what was sent before
        self.table: LiveTable
        self.client: Client

    # What the shell needs

    @property
    def round_trip(self) -> float:
        return self._trip.seconds

    def measure(self) -> None:
        ping = self._trip.ping(self.loop.time())
        if ping is not None:
            self.pings += 1
            self.loop.call_later(self.down() + self.dawdle + self.up(), self._pong, ping[PAYLOAD])

    def _pong(self, payload: bytes) -> None:
        self._trip.pong(payload, self.loop.time())

    def send_view(self, frame: bytes) -> None:
        self._down_until = max(self._down_until + 1e-6, self.loop.time() + self.down())
        self.loop.call_at(self._down_until, self._shown, frame)

    send_people = send_small = send_view

    def end(self, _code: int, _reason: str = "") -> None:
        self.open = False

    # What a person does

    def _shown(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame[frame.index(b'{"type"') :]))

    def say(self, kind: str, /, **fields: Any) -> str:
        """Sends a message; its id."""
        self._sent += 1
        message = {"type": kind, "id": f"{self.name}{self._sent}", **fields}
        self._up_until = max(self._up_until + 1e-6, self.loop.time() + self.up())
        self.loop.call_at(self._up_until, self._arrives, msgspec.json.encode(message))
        return str(message["id"])

    def _arrives(self, payload: bytes) -> None:
        self.table.received(self.client, payload)

    def act(self, action: str, version: int | None = None) -> str:
        """Acts on the newest view this person has seen."""
        return self.say("act", action=action, version=self.view["version"] if version is None else version)

    @property
    def view(self) -> dict[str, Any]:
        """The newest view that has arrived."""
        return next(frame for frame in reversed(self.frames) if frame["type"] == "table")

    def answer(self, identity: str) -> dict[str, Any] | None:
        """What a message was answered with, if it was yet."""
        return next((f for f in self.frames if identity in (f.get("id"), f.get("done"))), None)


class Evening:
    """A table of a rule set, its people on seats 0, 1, …, each over a link of their own, and a deal under way. `clock`:
    seconds of a turn and of a bank."""

    def __init__(self, ruleset: str, links: list[Link], seed: int = 0, clock: tuple[int, int] = (0, 0)) -> None:
        self.loop = asyncio.get_running_loop()
        self.ruleset, self.links, self.clock = ruleset, links, clock
        self.journal = MemoryJournal()
        bots = BotDriver(random.Random(1), random.Random(2))
        options = LiveOptions(message_rate=0, silent_after=1e9)
        tables = MemoryTables(self.journal)
        chance = random.Random(seed)
        self.hub = Hub(self.journal, tables, options, bots=bots, chance=chance, now=self.loop.time)
        self.table: LiveTable

    async def open(self) -> Evening:
        """Everybody sits down, and the host starts."""
        await self.set_up(len(self.links))
        for seat, link in enumerate(self.links):
            link.say("sit", seat=seat)
            await self.quiet()
        self.links[0].say("start")
        await self.quiet()
        return self

    async def set_up(self, players: int, *, bots: bool = False) -> None:
        """A table with so many seats, and everybody connected to it; the first of them is the host."""
        host = self.links[0].name
        turn, bank = self.clock
        wish = TableWish(self.ruleset, players=players, bots=bots, turn_clock=turn, bank=bank)
        table = await self.hub.open(await self.hub.create(Person(host, host), wish))
        assert table is not None
        self.table = table
        for link in self.links:
            link.table, link.client = table, self.hub.client(link, Person(link.name, link.name))
            table.join(link.client)

    async def quiet(self, seconds: float = 1.0) -> None:
        """Time passes, and the server's clock ticks."""
        end = self.loop.time() + seconds
        while self.loop.time() < end - 1e-9:
            await asyncio.sleep(min(0.25, end - self.loop.time()))
            self.table.tick(self.loop.time())

    def turn(self) -> list[int]:
        """The seats that may act."""
        state = self.table.table
        return sorted(state.meta.ruleset.game.to_act(state.state))
