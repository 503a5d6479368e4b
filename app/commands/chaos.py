"""`kibitz chaos`: tables of all games on a real server that is killed again and again, and what must hold afterwards.

A server is started as a child process. People (`chaos_people`) and its own bots play over websockets, others watch. At
random moments the server is ended politely (SIGTERM) or not (SIGKILL) and started again, and its PostgreSQL is
restarted under it. What people are shown is compared as it comes (`chaos_ledger`); at the end all of it is held
against the journal (`chaos_verdict`).
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from app.commands.chaos_ledger import Ledger
from app.commands.chaos_people import Person
from app.commands.chaos_server import SERVE, ServerError, ServerProcess
from app.commands.chaos_verdict import Checked, judge
from app.commands.postgres import PostgresError, Server, running
from app.db.session import open_engine

RULES = (
    "mighty/japanese@1?match_deals=5",
    "euchre/call-partner@1?target=5",
    "avinas/standard@1",
    "auction/standard@1?bid_timer=3&open_timer=5&end_declaration_min=off&target=100",
)
SEATS = (5, 5, 4, 4)
BOTS_SEATS = 2  # at each table, the last ones
CALM = (0.4, 2.5)  # seconds of play between two disturbances
SETTLING = 15.0  # seconds within which every table must have gone on after the last of them
TERM, KILL = "TERM", "KILL"
FAST, IMMEDIATE = "database restarted (fast)", "database restarted (immediate)"
GRACEFUL = (1012,)


class Plan(NamedTuple):
    """What to run: until `minutes` are over or there were so many `kills`, whichever is first.

    `haste` multiplies the pages' waits before they connect again; `command` is what serves.
    """

    minutes: float = 10.0
    kills: int | None = None
    seed: int = 7
    tables: int = 8
    watchers: int = 1
    database_url: str | None = None
    haste: float = 1.0
    calm: tuple[float, float] = CALM
    command: Sequence[str] = SERVE


class Report(NamedTuple):
    """What happened and what was found. `pauses`: seconds from each disturbance to the next acknowledged action."""

    seconds: float
    disturbances: Counter[str]
    pauses: tuple[float, ...]
    ledger: Ledger
    checked: Checked

    @property
    def kills(self) -> int:
        """How often the server was ended."""
        return self.disturbances[TERM] + self.disturbances[KILL]


class Run:
    """One run on a server and, where it may be restarted, its database."""

    def __init__(self, plan: Plan, server: ServerProcess, database: Server | None, tell: Callable[[str], None]) -> None:
        self.plan, self.server, self.database = plan, server, database
        self.ledger = Ledger()
        self.people: dict[str, list[Person]] = {}
        self.disturbances: Counter[str] = Counter()
        self.pauses: list[float] = []
        self._random = random.Random(plan.seed)
        self._tell = tell
        self._progress = asyncio.Event()

    async def play(self) -> None:
        """Plays and disturbs, then lets everything settle."""
        await asyncio.to_thread(self.server.start)
        await asyncio.to_thread(self._set_up)
        everybody = [person for people in self.people.values() for person in people]
        living = [asyncio.create_task(person.live(self.server.address)) for person in everybody]
        try:
            await self._disturb()
            await self._settle()
        finally:
            for task in living:
                task.cancel()
            await asyncio.wait(living)
        for task in living:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
        status = await asyncio.to_thread(self.server.end, signal.SIGTERM)
        self._ended_well(status)

    def _set_up(self) -> None:
        """Makes the tables and the people, who are not there yet."""
        for number in range(self.plan.tables):
            ruleset, seats = RULES[number % len(RULES)], SEATS[number % len(RULES)]
            playing = seats - BOTS_SEATS
            people = [self._person(f"P{number}.{seat}", seat) for seat in range(playing)]
            people += [self._person(f"W{number}.{watcher}", None) for watcher in range(self.plan.watchers)]
            people[0].host = True
            wish = {"ruleset": ruleset, "players": seats, "bots": True}
            code = str(self.server.post("/api/tables", wish, people[0].token)["code"])
            for person in people:
                person.code = code
            self.people[code] = people

    def _person(self, name: str, seat: int | None) -> Person:
        token = str(self.server.post("/api/guests", {"name": name})["token"])
        rng = random.Random(f"{self.plan.seed} {name}")
        who = token.split(".")[0], token
        return Person(self.ledger, rng, who, seat, self.plan.haste, self._progress.set)

    async def _disturb(self) -> None:
        """Until the time is over or there were enough kills."""
        until = time.monotonic() + self.plan.minutes * 60
        while time.monotonic() < until and not self.ledger.violations:
            await asyncio.sleep(self._random.uniform(*self.plan.calm))
            how = self._next()
            begun = time.monotonic()
            await asyncio.to_thread(self._do, how)
            self.disturbances[how] += 1
            self._progress.clear()
            try:
                await asyncio.wait_for(self._progress.wait(), SETTLING)
            except TimeoutError:
                self.ledger.wrong(f"nobody could act for {SETTLING:g} seconds after: {how}")
            self.pauses.append(time.monotonic() - begun)
            kills = self.disturbances[TERM] + self.disturbances[KILL]
            if kills and not kills % 10 and how in (TERM, KILL):
                self._tell(f"{kills} kills, {self.ledger.views} views, {len(self.ledger.violations)} violations")
            if self.plan.kills is not None and kills >= self.plan.kills:
                break

    def _next(self) -> str:
        """What is done next; in a run of few kills each kind has its turn."""
        kinds = (TERM, KILL) if self.database is None else (TERM, FAST, KILL, IMMEDIATE, TERM, KILL)
        done = sum(self.disturbances.values())
        return kinds[done] if done < len(kinds) else self._random.choice(kinds)

    def _do(self, how: str) -> None:
        if how == TERM:
            self._ended_well(self.server.end(signal.SIGTERM))
            self.server.start()
        elif how == KILL:
            self.server.end(signal.SIGKILL)
            self.server.start()
        elif self.database is not None:
            self.database.restart(immediate=how == IMMEDIATE)

    def _ended_well(self, status: int) -> None:
        if status:
            self.ledger.wrong(f"the server ended with status {status} when it was asked to end")

    async def _settle(self) -> None:
        """Every table must go on once more, and everything that was said must be answered."""
        versions = {code: max(person.version for person in people) for code, people in self.people.items()}
        everybody = [person for people in self.people.values() for person in people]
        until = time.monotonic() + SETTLING
        while time.monotonic() < until and not self.ledger.violations:
            still = [code for code, people in self.people.items() if max(p.version for p in people) <= versions[code]]
            for code, people in self.people.items():
                for person in people:
                    person.playing = code in still
            if not still and all(person.settled for person in everybody):
                return
            await asyncio.sleep(0.05)
        if not self.ledger.violations:
            self.ledger.wrong(f"tables that did not go on, or people without an answer, after {SETTLING:g} seconds")


@contextlib.contextmanager
def database_of(plan: Plan) -> Iterator[tuple[str, Server | None]]:
    """The database's address, and the server that may be restarted: a PostgreSQL of this run's own unless the plan
    names a database."""
    if plan.database_url is not None:
        yield plan.database_url, None
        return
    with running() as server:
        yield server.url(server.create()), server


def chaos(plan: Plan, tell: Callable[[str], None] = lambda _: None, database: Server | None = None) -> Report:
    """Carries out a plan. `database`: a PostgreSQL that may be restarted, instead of one of the run's own."""
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        if database is None:
            url, server = stack.enter_context(database_of(plan))
        else:
            url, server = database.url(database.create()), database
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-chaos-")))
        process = ServerProcess(url, folder / "log", plan.command)
        stack.callback(process.stop)
        ledger, run, checked = uvloop.run(_carry_out(plan, url, Parts(process, server, tell)))
        if "Traceback" in process.said():
            ledger.wrong(f"the server printed a traceback:\n{process.said()}")
    return Report(time.monotonic() - begun, run.disturbances, tuple(run.pauses), ledger, checked)


class Parts(NamedTuple):
    """What a run works with."""

    process: ServerProcess
    database: Server | None
    tell: Callable[[str], None]


async def _carry_out(plan: Plan, url: str, parts: Parts) -> tuple[Ledger, Run, Checked]:
    run = Run(plan, *parts)
    try:
        await run.play()
    except ServerError as error:
        run.ledger.wrong(str(error))
        await asyncio.to_thread(parts.process.stop)
    engine = open_engine(url)
    try:
        checked = await judge(engine, run.ledger, run.people)
    finally:
        await engine.dispose()
    return run.ledger, run, checked


def describe(report: Report) -> str:
    """The report as text."""
    ledger, checked = report.ledger, report.checked
    pauses = sorted(report.pauses)
    kinds = ", ".join(f"{number} × {kind}" for kind, number in sorted(report.disturbances.items()))
    lines = [
        f"{report.kills} kills survived in {report.seconds:.0f} s ({kinds})",
        f"{checked.views} of {ledger.views} views compared with the journal ({checked.entries} entries); "
        "no version went back, no card changed",
        f"{checked.acknowledged} acknowledged messages found in it exactly once; {ledger.resent} had been sent again, "
        f"{sum(ledger.refused.values())} refused",
        f"{checked.deals} deals and {checked.matches} whole matches replayed",
    ]
    if pauses:
        middle = pauses[len(pauses) // 2]
        lines.append(f"play went on after {middle:.1f} s (median), {pauses[-1]:.1f} s at most, restart included")
    if ledger.violations:
        lines = [f"{len(ledger.violations)} VIOLATIONS after {report.kills} kills ({kinds}):", *ledger.violations]
    return "\n".join(lines)


def run(plan: Plan) -> int:
    """The command: runs, prints, and returns the exit status."""
    try:
        report = chaos(plan, lambda line: print(line, file=sys.stderr, flush=True))
    except PostgresError as error:
        raise SystemExit(
            f'{error}\nA PostgreSQL of its own needs the development tools (pip install "kibitz[dev]"); '
            "--database-url names another database, which is then not restarted."
        ) from error
    print(describe(report))
    return 1 if report.ledger.violations else 0
