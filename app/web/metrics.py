"""What `/metrics` tells: counted while moves are stored, looked up in the hub when somebody asks."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from app.db.journal import EntryRow, Journal, JournalEntry
from app.db.rows import Row
from app.live.hub import Hub

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
MOVE = "act"


class MeasuredJournal(Collector):
    """The journal, with a look at the clock around each append.

    Counted in plain numbers: every move comes through here, and the library's own counters take a lock each time.
    """

    def __init__(self, journal: Journal, registry: CollectorRegistry) -> None:
        self._journal = journal
        self._moves = 0
        self._within = [0] * (len(SECONDS) + 1)
        self._sum = 0.0
        registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """The counts of now."""
        yield CounterMetricFamily("kibitz_moves", "Moves stored since the start.", value=self._moves)
        buckets = list(zip([*map(floatToGoString, SECONDS), "+Inf"], accumulate(self._within), strict=True))
        yield HistogramMetricFamily(
            "kibitz_append_seconds", "Time from a step of a table to its commit.", buckets=buckets, sum_value=self._sum
        )

    def begin(self, table_id: int, entries: Sequence[JournalEntry], rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """Stores entries and rows in one transaction; what is returned is done once they are committed."""
        stored = self._journal.begin(table_id, entries, rows)
        stored.add_done_callback(partial(self._count, time.perf_counter(), entries))
        return stored

    def _count(self, begun: float, entries: Sequence[JournalEntry], stored: asyncio.Future[None]) -> None:
        if stored.cancelled() or stored.exception() is not None:
            return
        seconds = time.perf_counter() - begun
        self._within[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds
        for entry in entries:
            if entry.kind == MOVE:
                self._moves += 1

    async def load(self, table_id: int, after: int = -1) -> list[EntryRow]:
        """The committed entries of a table in order."""
        return await self._journal.load(table_id, after)


class HubCollector(Collector):
    """Tables, connections and seats as they are at the moment of asking."""

    def __init__(self, hub: Hub, journal: Journal) -> None:
        self._hub = hub
        self._journal = journal

    def collect(self) -> Iterator[Metric]:
        """The values of now."""
        tables = list(self._hub.tables.values())
        running = sum(table.table.meta.phase == "deal" for table in tables)
        connections = sum(len(table.audience.clients) for table in tables)
        for name, text, value in (
            ("kibitz_tables", "Tables in memory.", len(tables)),
            ("kibitz_deals_running", "Tables at which a deal is being played.", running),
            ("kibitz_table_connections", "Websockets at tables.", connections),
            ("kibitz_appends_waiting", "Steps that wait for their commit.", self._journal.waiting),
            ("kibitz_append_stalled_seconds", "For how long the oldest of them has waited.", self._journal.stalled),
        ):
            yield GaugeMetricFamily(name, text, value=value)
