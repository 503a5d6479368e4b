"""What `/metrics` tells: counted while moves are stored, looked up in the hub when somebody asks."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from app.db.flush import COLUMNS, Values
from app.db.journal import Journal
from app.live.hub import Hub

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
MOVE = "act"
_KIND = COLUMNS.index("kind")


class JournalCollector(Collector):
    """What the journal has stored, and how long each append took.

    Counted in plain numbers: every move comes through here, and the library's own counters take a lock each time.
    """

    def __init__(self, journal: Journal) -> None:
        journal.observe = self._count
        self._moves = 0
        self._within = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def collect(self) -> Iterator[Metric]:
        """The counts of now."""
        yield CounterMetricFamily("kibitz_moves", "Moves stored since the start.", value=self._moves)
        buckets = list(zip([*map(floatToGoString, SECONDS), "+Inf"], accumulate(self._within), strict=True))
        yield HistogramMetricFamily(
            "kibitz_append_seconds", "Time from a step of a table to its commit.", buckets=buckets, sum_value=self._sum
        )

    def _count(self, entries: Sequence[Values], seconds: float) -> None:
        self._within[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds
        for values in entries:
            if values[_KIND] == MOVE:
                self._moves += 1


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
