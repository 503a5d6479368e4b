"""What `/metrics` tells: counted while moves are stored, looked up in the hub when somebody asks."""

import time
from collections.abc import Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.db.journal import EntryRow, Journal, JournalEntry
from app.db.rows import Row
from app.live.hub import Hub

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
MOVE = "act"


class MeasuredJournal:
    """The journal, with a look at the clock around each append."""

    def __init__(self, journal: Journal, registry: CollectorRegistry) -> None:
        self._journal = journal
        self._moves = Counter("kibitz_moves", "Moves stored since the start.", registry=registry)
        self._seconds = Histogram(
            "kibitz_append_seconds", "Time from a step of a table to its commit.", buckets=SECONDS, registry=registry
        )

    async def append(self, table_id: int, entries: Iterable[JournalEntry], rows: Sequence[Row] = ()) -> None:
        """Stores entries and rows in one transaction; returns once they are committed."""
        kept = tuple(entries)
        begun = time.perf_counter()
        await self._journal.append(table_id, kept, rows)
        self._seconds.observe(time.perf_counter() - begun)
        moves = sum(entry.kind == MOVE for entry in kept)
        if moves:
            self._moves.inc(moves)

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
