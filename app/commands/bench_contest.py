"""`kibitz bench server --game auction`: how soon a claim is on every screen while whole tables bid at once.

The real server is a child process on a database of its own, as for the other games. At every table six people answer
each view at the same moment, with a claim if their cards allow one, so that most claims collide; the winner pays and
the next auction begins. Every claim waits for the same fixed time by rule (`app.live.fairness`); what is measured is
the time beyond it, from sending a claim until the last connection of the table has been sent the view that shows it.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from app.commands.bench_server import (
    HAS_CLIENT,
    PING_EVERY,
    Api,
    Plan,
    cpu_seconds,
    free_port,
    memory_mb,
    pin,
    real_server,
)
from app.live.fairness import WINDOW
from app.protocol import PONG_FRAME
from app.rules.cards import JOKER

if HAS_CLIENT:
    from app.commands.bench_load import VIEW, Link, connect, ping

GAME = "auction"
PLAYERS = 6
CLAIMS = ("bid single ", "bid pair ")  # what can be paid without knowing the rules
WARM_UP = 5.0
SAMPLE_EVERY = 0.02


class Choose(msgspec.Struct):
    """What a winner has to pay, and the hand to pay it from."""

    claim: str
    among: list[str]


class Private(msgspec.Struct):
    """The part of the private view that a player needs."""

    legal: list[str] | None = None
    choose: Choose | None = None
    host: bool = False


class Public(msgspec.Struct):
    """The part of the public view that a player needs."""

    phase: str


class View(msgspec.Struct):
    """The part of a `table` message that a player needs."""

    version: int
    public: Public
    private: Private | None = None
    done: str | None = None


class Measured:
    """Seconds from sending a claim to the last screen, and what else came in. `pings`: seconds until the server has
    answered a message that calls for no work, which is what machine and load add to everything."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.pings: list[float] = []
        self.claims = 0
        self.refused = 0


class Screen(NamedTuple):
    """How many connections have been sent a version, and when the last of them was."""

    links: int
    at: float


class Bidders:
    """Six people at one table, all of them in a hurry."""

    def __init__(self, seed: int, measured: Callable[[], Measured]) -> None:
        self.random = random.Random(seed)
        self.measured = measured
        self.seated = asyncio.Event()
        self.running = False
        self._ids = itertools.count(1)
        self._views: dict[Link, View] = {}
        self._waiting: set[Link] = set()
        self._sent: dict[str, float] = {}
        self._screens: dict[int, Screen] = {}
        self._claimed: dict[int, str] = {}
        self._pinged: dict[Link, float] = {}
        self._decoder = msgspec.json.Decoder(View)

    def received(self, link: Link, payload: bytes) -> None:
        """A message came in."""
        if payload.startswith(VIEW):
            view = self._decoder.decode(payload)
            self._views[link] = view
            self._saw(view)
            if payload.count(b'"kind":"person"') == PLAYERS:
                self.seated.set()
            if view.done is not None:
                self._waiting.discard(link)
        elif payload.startswith(b'{"type":"refused"'):
            self.measured().refused += 1
            self._waiting.discard(link)
        else:
            if payload == PONG_FRAME and link in self._pinged:
                self.measured().pings.append(time.perf_counter() - self._pinged.pop(link))
            return
        if self.running:
            self.answer(link)

    def _saw(self, view: View) -> None:
        """One more connection has this version; with the last of them a claim is on every screen."""
        now, version = time.perf_counter(), view.version
        links = self._screens.get(version, Screen(0, now)).links + 1
        self._screens[version] = Screen(links, now)
        if view.done in self._sent:
            self._claimed[version] = view.done
        if links == PLAYERS:
            del self._screens[version]
            claim = self._claimed.pop(version, None)
            if claim is not None:
                self.measured().latencies.append(now - self._sent.pop(claim))

    def answer(self, link: Link) -> None:
        """Claims, passes, pays, or has the next deal dealt; one thing at a time."""
        view = self._views[link]
        private = view.private
        if private is None or link in self._waiting:
            return
        if view.public.phase in ("result", "finished"):
            if private.host:
                link.send(b'{"type":"start","id":"s%d"}' % next(self._ids))
            return
        action = self._payment(private.choose) if private.choose else self._bid(private.legal or [])
        if action is None:
            return
        self._waiting.add(link)
        identity = f"m{next(self._ids)}"
        if action.startswith("bid "):
            self.measured().claims += 1
            self._sent[identity] = time.perf_counter()
        link.send(b'{"type":"act","id":"%b","version":%d,"action":"%b"}' % (
            identity.encode(), view.version, action.encode(),
        ))  # fmt: skip

    def _bid(self, legal: list[str]) -> str | None:
        claims = [action for action in legal if action.startswith(CLAIMS)]
        if claims and self.random.random() < 0.8:
            return self.random.choice(claims)
        return "pass" if "pass" in legal else None

    def _payment(self, choose: Choose) -> str:
        """Cards that pay a single or a pair."""
        kind, rank, *suit = choose.claim.split(" ")
        hand = choose.among
        if suit:
            return f"lay {rank}{suit[0]}"
        fitting = [card for card in hand if card == JOKER] if rank == JOKER else [c for c in hand if c[0] == rank]
        cards = fitting if rank == JOKER else list(dict.fromkeys(fitting))
        return " ".join(("lay", *cards[: 1 if kind == "single" else 2]))

    def ping(self) -> None:
        """One of them, another one each time, sends a ping and waits for the answer."""
        link = self.random.choice(list(self._views))
        if link not in self._pinged:
            self._pinged[link] = time.perf_counter()
            ping([link])

    def resume(self) -> None:
        """Everybody begins."""
        self.running = True
        for link in self._views:
            self.answer(link)


class Load:
    """All tables, and what is measured at the moment."""

    def __init__(self) -> None:
        self.measured = Measured()
        self.tables: list[Bidders] = []
        self.links: list[Link] = []
        self.random = random.Random(0)

    def current(self) -> Measured:
        """What the running window has measured."""
        return self.measured

    async def keep_alive(self) -> None:
        """Pings on every connection now and then, as clients do, and one at a time in between."""
        while True:
            until = time.perf_counter() + PING_EVERY
            while time.perf_counter() < until:
                await asyncio.sleep(SAMPLE_EVERY)
                self.random.choice(self.tables).ping()
            ping(self.links)


async def seat(plan: Plan, port: int) -> Load:
    """Makes guests and tables, connects everybody, sits and starts."""
    load, api = Load(), Api(port)
    for number in range(plan.tables):
        people = [api.guest(f"Player {number}.{seat}") for seat in range(PLAYERS)]
        made = api.post("/api/tables", {"game": GAME, "players": PLAYERS, "open": False}, people[0])
        table = Bidders(plan.seed * 1000 + number, load.current)
        load.tables.append(table)
        url = f"ws://127.0.0.1:{port}/ws/tables/{made['code']}"
        links = [await connect(table, seat, url, token) for seat, token in enumerate(people)]
        load.links += links
        for place, link in enumerate(links):
            link.send(b'{"type":"sit","id":"sit","seat":%d}' % place)
            await asyncio.sleep(0.003)
        await table.seated.wait()
        links[0].send(b'{"type":"start","id":"start"}')
        if number % 20 == 19:
            ping(load.links)
    return load


async def measure(plan: Plan) -> str:
    """Runs the whole plan; the report as text."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, real_server(plan, port, Path(folder)) as process:
        load = await seat(plan, port)
        alive = asyncio.create_task(load.keep_alive())
        gc.collect()
        gc.freeze()
        for table in load.tables:
            table.resume()
        await asyncio.sleep(min(WARM_UP, plan.seconds / 2))
        load.measured, cpu, begun = Measured(), cpu_seconds(process.pid), time.perf_counter()
        await asyncio.sleep(plan.seconds)
        measured, lasted = load.measured, time.perf_counter() - begun
        used, memory = cpu_seconds(process.pid) - cpu, memory_mb(process.pid)
        alive.cancel()
        lost = sum(link.closed for link in load.links)
    if lost:
        raise SystemExit(f"{lost} connections were lost during the run; the figures would mean nothing")
    return describe(plan, measured, lasted, f"{used / lasted:.0%} of a core, {memory:.0f} MB")


def describe(plan: Plan, measured: Measured, lasted: float, used: str) -> str:
    """The report as text."""
    beyond = sorted(1000 * (latency - WINDOW) for latency in measured.latencies)
    pings = sorted(1000 * latency for latency in measured.pings)
    if not beyond or not pings:
        raise SystemExit("no claim was accepted; the figures would mean nothing")
    window = f"{WINDOW * 1000:.0f} ms"
    return "\n".join(
        [
            f"{plan.tables} tables of {PLAYERS} people who bid at once, {lasted:.0f} s",
            f"{measured.claims / lasted:,.0f} claims/s sent, {len(beyond) / lasted:,.0f} of them stood, "
            f"{measured.refused / lasted:,.0f} messages/s refused",
            f"from a claim to the last screen, beyond the {window} that every claim waits: {_spread(beyond)}",
            f"from a ping to its answer at the same time: {_spread(pings)}",
            f"the server used {used}",
        ]
    )


def _spread(milliseconds: list[float]) -> str:
    """Sorted latencies in a few words."""
    half, most = (milliseconds[min(len(milliseconds) - 1, int(q * len(milliseconds)))] for q in (0.5, 0.99))
    return f"p50 {half:.1f} ms, p99 {most:.1f} ms, longest {milliseconds[-1]:.1f} ms"


def run(plan: Plan) -> None:
    """The command: measures and prints."""
    if not HAS_CLIENT:
        raise SystemExit('the load needs the websocket client picows: pip install "kibitz[dev]"')
    pin(os.getpid(), (os.cpu_count() or 1) - 1)
    print(uvloop.run(measure(plan)))
