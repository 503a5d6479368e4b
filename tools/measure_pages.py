"""Fills databases with 100,000 deals and shows how the pages about matches and players ask them: plan and time.

    python -m tools.measure_pages [DEALS]       (from the checkout, with the test tools installed)

SQLite in a temporary file, and PostgreSQL from the wheel that the tests use. The busiest player has sat in a tenth of
all matches. Each page is asked for some times; what is printed is the middle one and the slowest, and with ``PLANS=1``
the plan of every query. A page that takes longer than it should ends the run with status 1.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.history import stored_actions
from app.db.matches import get_match, player_matches, player_results
from app.db.migrate import upgrade
from app.db.models import Base, Deal, Entry, Match, MatchSeat, Player, Score, Table
from app.db.session import open_engine
from tests.postgres import running

DEALS = 100_000
DEALS_OF_A_MATCH = 10
MATCHES_OF_A_TABLE = 4
PLIES = 60
JOURNALS = 500  # tables whose actions are written as well: enough that walking them would be seen
SEATS = 5
PLAYERS = 1_000
TIMES = 15
LIMIT = 0.25  # seconds
START = datetime(2026, 1, 1, tzinfo=UTC)
WATCH = ("everybody", "link", "nobody")
FACTS = {
    "redeal": False,
    "outcome": {"made": True, "declarer": 1, "friend": 2, "number": 15, "trump": "S", "taken": 16},
}

Rows = Iterator[dict[str, Any]]
Page = Callable[[AsyncEngine], Awaitable[object]]
PAGES: dict[str, Page] = {
    "match": lambda engine: get_match(engine, "T000100-2"),
    "a deal's actions": lambda engine: stored_actions(engine, 100, 12, 12),
    "player's matches, own": lambda engine: player_matches(engine, "p0", "p0", limit=21),
    "player's matches, stranger": lambda engine: player_matches(engine, "p0", None, limit=21),
    "player's matches, older": lambda engine: player_matches(engine, "p0", "p7", before="T001000-1", limit=21),
    "busy player's results": lambda engine: player_results(engine, "p0", "p0"),
    "busy player's results, other": lambda engine: player_results(engine, "p0", "p7"),
    "usual player's results": lambda engine: player_results(engine, "p77", None),
}


def matches(deals: int) -> Iterator[tuple[int, int, str, datetime]]:
    """Table, number at the table, id and beginning of every match."""
    for at in range(deals // DEALS_OF_A_MATCH):
        table, number = divmod(at, MATCHES_OF_A_TABLE)
        yield table, number + 1, f"T{table:06}-{number + 1}", START + timedelta(minutes=at)


def who(match: int, seat: int) -> str:
    """The player at a seat: the busiest one in every tenth match."""
    return "p0" if seat == 0 and match % 10 == 0 else f"p{1 + (match * 7 + seat * 131) % (PLAYERS - 1)}"


def rows(deals: int) -> Iterator[tuple[type[Base], Rows]]:
    """What is written, table after table."""
    all_matches = list(matches(deals))
    yield Player, ({"id": f"p{n}", "name": f"Player {n}", "created_at": START} for n in range(PLAYERS))
    yield Table, (
        {"id": t, "code": f"T{t:06}", "ruleset": "mighty/japanese@1", "open": True, "watch": WATCH[t % 3], "host": "p0",
         "created_at": START, "updated_at": START}
        for t in range(all_matches[-1][0] + 1)
    )  # fmt: skip
    yield Match, (
        {"id": match, "table_id": table, "number": number, "game": ("mighty", "euchre", "avinas")[table % 3],
         "ruleset": "mighty/japanese@1", "started_at": at, "ended_at": at, "winners": [1, 2]}
        for table, number, match, at in all_matches
    )  # fmt: skip
    yield (
        MatchSeat,
        (
            {
                "match_id": match,
                "seat": seat,
                "seq": 1,
                "player_id": who(n, seat),
                "name": "Name",
                "bot": False,
                "at": at,
            }
            for n, (_, _, match, at) in enumerate(all_matches)
            for seat in range(SEATS)
        ),
    )
    yield Deal, (
        {"match_id": match, "number": n, "serial": (number - 1) * DEALS_OF_A_MATCH + n, "dealer": n % SEATS,
         "ruleset": "mighty/japanese@1", "pack": "AS KD " * 26, "outcome": FACTS, "started_at": at, "ended_at": at}
        for _, number, match, at in all_matches
        for n in range(1, DEALS_OF_A_MATCH + 1)
    )  # fmt: skip
    yield Score, (
        {"match_id": match, "deal": n, "unit": unit, "kind": "points", "num": unit - 2, "den": 1,
         "total_num": n * (unit - 2), "total_den": 1}
        for _, _, match, _ in all_matches
        for n in range(1, DEALS_OF_A_MATCH + 1)
        for unit in range(SEATS)
    )  # fmt: skip
    yield Entry, (
        {"table_id": table, "seq": (deal - 1) * PLIES + ply, "kind": "act", "seat": ply % SEATS, "who": "bot",
         "text": "play AS", "deal": deal, "ply": ply, "entry_id": "", "at": 0.0}
        for table in range(min(JOURNALS, all_matches[-1][0] + 1))
        for deal in range(1, DEALS_OF_A_MATCH * MATCHES_OF_A_TABLE + 1)
        for ply in range(1, PLIES + 1)
    )  # fmt: skip


async def fill(engine: AsyncEngine, deals: int) -> None:
    """Writes everything and lets the database count it, as it does by itself in the course of time."""
    await upgrade(engine)
    for model, source in rows(deals):
        async with engine.begin() as connection:
            while some := list(islice(source, 20_000)):
                await connection.execute(insert(model), some)
    async with engine.begin() as connection:
        await connection.execute(text("ANALYZE"))


async def measure(engine: AsyncEngine, name: str) -> bool:
    """Prints the times of every page; whether all are short enough."""
    well = True
    for page, ask in PAGES.items():
        statements: list[tuple[str, Any]] = []

        def note(
            _c: Connection, _cursor: object, statement: str, values: Any, *_: object, kept: Any = statements
        ) -> None:
            if statement.startswith("SELECT"):
                kept.append((statement, values))

        event.listen(engine.sync_engine, "before_cursor_execute", note)
        await ask(engine)
        event.remove(engine.sync_engine, "before_cursor_execute", note)
        times = []
        for _ in range(TIMES):
            begun = time.perf_counter()
            await ask(engine)
            times.append(time.perf_counter() - begun)
        middle, slowest = statistics.median(times), max(times)
        say(f"{name:11} {page:29} {len(statements)} queries  {middle * 1e3:7.1f} ms  slowest {slowest * 1e3:7.1f} ms")
        if os.environ.get("PLANS"):
            await show_plans(engine, statements)
        well &= middle < LIMIT
    return well


async def show_plans(engine: AsyncEngine, statements: list[tuple[str, Any]]) -> None:
    """Prints how the database goes about each query."""
    lite = engine.dialect.name == "sqlite"
    async with engine.connect() as connection:
        for statement, values in statements:
            asked = await connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if lite else ''}{statement}", values)
            say(f"    {' '.join(statement.split())[:160]}")
            for step in asked.all():
                say(f"        {step[3] if lite else step[0]}")


def say(line: str) -> None:
    """The command's output."""
    print(line, flush=True)  # noqa: T201


async def run(address: str, name: str, deals: int) -> bool:
    """Fills and measures one database."""
    engine = open_engine(address)
    begun = time.perf_counter()
    await fill(engine, deals)
    say(f"{name:11} {deals:,} deals written in {time.perf_counter() - begun:.0f} s")
    well = await measure(engine, name)
    await engine.dispose()
    return well


def main() -> int:
    """Both databases, one after the other."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
        well = asyncio.run(run(f"sqlite:///{Path(folder) / 'kibitz.sqlite3'}", "sqlite", deals))
    with running() as server:
        well &= asyncio.run(run(server.url(server.create("pages")), "postgresql", deals))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
