"""`kibitz bench server`: moves a second of the real server, beside bare uvicorn in the same run.

The real server is started as a child process on an SQLite file of its own, exactly as `kibitz serve` runs it, without
limits on how much one connection may ask for; every move is committed before it is sent. The load comes from this
process, on another core. Both servers are measured in turns, several times, and the ratio reported is the median of the
turns: the absolute numbers of one machine vary within minutes, the ratio hardly does.
"""

from __future__ import annotations

import asyncio
import gc
import http.client
import importlib.util
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import uvloop

if importlib.util.find_spec("picows") is not None:
    from app.commands.bench_load import FixedTable, Link, MightyTable, Tally, connect, ping

    HAS_CLIENT = True
else:
    HAS_CLIENT = False

PLAYERS = 5
PING_EVERY = 3.0
WARM_UP = 1.0


class Plan(NamedTuple):
    """What to run."""

    tables: int = 100
    spectators: int = 0
    seconds: float = 20.0
    rounds: int = 4
    database_url: str | None = None
    seed: int = 7


class Window(NamedTuple):
    """One server measured for a while: moves, seconds, latencies of the moves (sorted), the server's CPU seconds."""

    moves: int
    seconds: float
    latencies: tuple[float, ...]
    cpu: float
    frame: float

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    def quantile(self, q: float) -> float:
        """Latency in milliseconds below which a share `q` of the moves was."""
        if not self.latencies:
            return float("nan")
        return self.latencies[min(len(self.latencies) - 1, int(q * len(self.latencies)))] * 1000


class Report(NamedTuple):
    """The windows of both servers in the order measured, and the real server's memory in MB (before load, after)."""

    real: tuple[Window, ...]
    bare: tuple[Window, ...]
    memory: tuple[float, float]

    @property
    def ratio(self) -> float:
        """Median over the rounds of real moves/s by bare moves/s."""
        return statistics.median(real.rate / bare.rate for real, bare in zip(self.real, self.bare, strict=True))


class Load:
    """All tables of one server and what they measured."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.tables: list[MightyTable | FixedTable] = []
        self.links: list[Link] = []

    def current(self) -> Tally:
        """The tally of the running window."""
        return self.tally

    async def window(self, pid: int, seconds: float) -> Window:
        """Lets all tables play for so long and measures; afterwards they are held."""
        for table in self.tables:
            table.resume()
        await asyncio.sleep(min(WARM_UP, seconds / 4))
        self.tally = Tally()
        cpu, begun = cpu_seconds(pid), time.perf_counter()
        await asyncio.sleep(seconds)
        tally, used, lasted = self.tally, cpu_seconds(pid) - cpu, time.perf_counter() - begun
        for table in self.tables:
            table.running = False
        await asyncio.sleep(0.2)
        mean = tally.bytes / tally.frames if tally.frames else 0.0
        return Window(len(tally.latencies), lasted, tuple(sorted(tally.latencies)), used, mean)

    async def keep_alive(self) -> None:
        """Pings on every connection, as clients do."""
        while True:
            await asyncio.sleep(PING_EVERY)
            ping(self.links)

    def check(self) -> None:
        """A run that lost connections measured something else."""
        lost = sum(link.closed for link in self.links)
        if lost:
            raise SystemExit(f"{lost} connections were lost during the run; the figures would mean nothing")
        refused = [line for table in self.tables if isinstance(table, MightyTable) for line in table.refused]
        if refused:
            print(f"note: {len(refused)} messages were refused, such as {refused[0].decode()[:200]}")


class Api:
    """The little of the HTTP API that a load needs; one connection, kept open."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, path: str, body: object, token: str | None = None) -> dict[str, object]:
        """Posts JSON and returns the answer."""
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self._connection.request("POST", path, json.dumps(body), headers)
        response = self._connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise SystemExit(f"POST {path} was answered {response.status}: {text.decode()[:300]}")
        answer: dict[str, object] = json.loads(text)
        return answer

    def guest(self, name: str) -> str:
        """A new guest's token."""
        return str(self.post("/api/guests", {"name": name})["token"])


async def seat_real(plan: Plan, port: int) -> Load:
    """Makes guests and tables, connects everybody, sits and starts."""
    load, api = Load(), Api(port)
    watchers = [api.guest(f"Watcher {number}") for number in range((plan.spectators + 4) // 5)]
    for number in range(plan.tables):
        players = [api.guest(f"Player {number}.{seat}") for seat in range(PLAYERS)]
        made = api.post("/api/tables", {"ruleset": "mighty/japanese@1", "open": False, "bots": False}, players[0])
        url = f"ws://127.0.0.1:{port}/ws/tables/{made['code']}"
        table = MightyTable(plan.seed * 1000 + number, PLAYERS + plan.spectators, load.current)
        load.tables.append(table)
        links = [await connect(table, seat, url, token) for seat, token in enumerate(players)]
        links += [await connect(table, None, url, watchers[watcher // 5]) for watcher in range(plan.spectators)]
        load.links += links
        for seat, link in enumerate(links[:PLAYERS]):
            link.send(b'{"type":"sit","id":"sit","seat":%d}' % seat)
            await asyncio.sleep(0.003)
        await table.seated.wait()
        links[0].send(b'{"type":"start","id":"start"}')
        if number % 20 == 19:
            ping(load.links)
    return load


async def seat_bare(plan: Plan, port: int) -> Load:
    """The same connections to the server of fixed texts."""
    load = Load()
    for number in range(plan.tables):
        table = FixedTable(PLAYERS + plan.spectators, load.current)
        load.tables.append(table)
        seats: list[int | None] = [*range(PLAYERS), *([None] * plan.spectators)]
        links = [await connect(table, seat, f"ws://127.0.0.1:{port}/{number}", None) for seat in seats]
        load.links += links
        table.held.append((links[0], 0))
    return load


async def measure(plan: Plan) -> Report:
    """Runs the whole plan."""
    real_port, bare_port = free_port(), free_port()
    seconds = plan.seconds / plan.rounds
    with tempfile.TemporaryDirectory() as folder, real_server(plan, real_port, Path(folder)) as real_process:
        before = memory_mb(real_process.pid)
        real = await seat_real(plan, real_port)
        alive = asyncio.create_task(real.keep_alive())
        first = await real.window(real_process.pid, seconds)
        size = round(first.frame)
        with bare_server(bare_port, size) as bare_process:
            bare = await seat_bare(plan, bare_port)
            bare_alive = asyncio.create_task(bare.keep_alive())
            gc.collect()
            gc.freeze()
            reals, bares = [], []
            for _ in range(plan.rounds):
                reals.append(await real.window(real_process.pid, seconds))
                bares.append(await bare.window(bare_process.pid, seconds))
            after = memory_mb(real_process.pid)
            alive.cancel()
            bare_alive.cancel()
            real.check()
            bare.check()
    return Report(tuple(reals), tuple(bares), (before, after))


@contextmanager
def real_server(plan: Plan, port: int, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`kibitz serve` on a database of its own."""
    settings = {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DATABASE_URL": plan.database_url or f"sqlite+aiosqlite:///{folder / 'bench.sqlite3'}",
        "RATE_LIMIT": "0",
        "LOG_LEVEL": "warning",
    }
    with child(["-m", "app.commands.bench_child"], settings, "ready") as process:
        yield process


@contextmanager
def bare_server(port: int, size: int) -> Iterator[subprocess.Popen[str]]:
    """Bare uvicorn sending texts of this size."""
    with child(["-m", "app.commands.bench_bare", str(port), str(size)], {}, "ready") as process:
        yield process


@contextmanager
def child(arguments: Sequence[str], settings: dict[str, str], ready: str) -> Iterator[subprocess.Popen[str]]:
    """A Python child process on the first core; entered once it has printed a line with the word `ready`."""
    process = subprocess.Popen(
        [sys.executable, *arguments], env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True
    )
    try:
        pin(process.pid, 0)
        if process.stdout is None:
            raise RuntimeError("the child has no output")
        for line in process.stdout:
            if ready in line:
                break
        else:
            raise SystemExit(f"the server did not start ({' '.join(arguments)})")
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def pin(pid: int, core: int) -> None:
    """Keeps a process on one core where the system can and has more than one."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(pid, {core})


def cpu_seconds(pid: int) -> float:
    """CPU time a process has used, or 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Resident memory of a process in MB, or 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def describe(plan: Plan, report: Report) -> str:
    """The report as text."""
    connections = plan.tables * (PLAYERS + plan.spectators)
    lines = [
        f"{plan.tables} tables of {PLAYERS} with {plan.spectators} spectators each; "
        f"{plan.rounds} rounds of {plan.seconds / plan.rounds:g} s per server; "
        f"views of {report.real[0].frame:.0f} bytes",
        "",
        f"{'':14}{'moves/s':>10}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms per 1000 moves':>24}",
    ]
    for name, windows in (("kibitz", report.real), ("bare uvicorn", report.bare)):
        for window in windows:
            cpu = window.cpu / max(1, window.moves) * 1_000_000
            lines.append(
                f"{name:14}{window.rate:10,.0f}{window.quantile(0.5):9.2f}{window.quantile(0.99):9.2f}{cpu:24.0f}"
            )
    before, after = report.memory
    grown = (after - before) * 1024 / connections
    lines += [
        "",
        f"kibitz / bare uvicorn: {report.ratio:.2f} (median of the rounds)",
        f"memory: {before:.0f} MB without tables, {after:.0f} MB after ({grown:.0f} KB more per connection)",
        "every move was committed before it was sent",
    ]
    return "\n".join(lines)


def run(plan: Plan) -> None:
    """The command: measures and prints."""
    if not HAS_CLIENT:
        raise SystemExit('the load needs the websocket client picows: pip install "kibitz[dev]"')
    pin(os.getpid(), (os.cpu_count() or 1) - 1)
    report = uvloop.run(measure(plan))
    print(describe(plan, report))
