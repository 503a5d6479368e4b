"""The journal: what happened at each table, in order, stored before anybody sees it.

One task per process flushes. Whatever has been appended by all tables while it was busy goes into its next transaction
(group commit), so that a hundred tables cost little more than one. An append returns after its commit and not before.

* Keys taken by another entry (another process was quicker): `Conflict` for that append, nothing of it is stored.
* The database is away, slow or full: the append waits and is tried again, for ever; `stalled` tells for how long.
* The connection was lost during COMMIT: nobody knows whether it happened. The next attempt finds its own entries by
  their ids, or stores them.
* A value the database will never take: `UnstorableError` for that append alone; the batch is halved until it is found.

An append that was queued behind a failed one of the same table fails with it: it was made for a state that never came.
"""

import asyncio
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from time import perf_counter
from typing import NamedTuple, Protocol

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.flush import Values, Verdict, is_transient, write
from app.db.models import Entry
from app.db.rows import Row, check_rows
from app.db.writer import open_writer_for

log = logging.getLogger(__name__)

ENTRIES_PER_FLUSH = 400
TURNS_TO_GATHER = 3

Observer = Callable[[Sequence[Values], float], None]


class JournalEntry(Protocol):
    """What the core's entries look like (`app.table`): every one has these, in whatever order."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def who(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def deal(self) -> int | None: ...
    @property
    def ply(self) -> int | None: ...
    @property
    def client_id(self) -> str | None: ...
    @property
    def entry_id(self) -> str: ...
    @property
    def at(self) -> float: ...


class EntryRow(NamedTuple):
    """A stored entry, as `load` gives it."""

    seq: int
    kind: str
    seat: int | None
    who: str
    text: str
    deal: int | None
    ply: int | None
    client_id: str | None
    entry_id: str
    at: float


class Conflict(Exception):  # noqa: N818 - an answer, not a mistake
    """Another entry stands where one of the append's entries should go: fold the journal again and decide anew."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the journal of table {table_id} has gone on")
        self.table_id = table_id


class UnstorableError(Exception):
    """The database will never take this append; the cause says why."""


class JournalClosedError(Exception):
    """The journal was closed before the append was stored. Whether it was is unknown."""


class _Append:
    """An append on its way."""

    __slots__ = ("entries", "future", "rows", "settled", "since", "table_id")

    def __init__(self, table_id: int, entries: list[Values], rows: Sequence[Row]) -> None:
        self.table_id = table_id
        self.entries = entries
        self.rows = rows
        self.since = perf_counter()
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.settled = False


class Journal:
    """The journal of all tables, for one process and one event loop.

    `observe` may be set: it is told the rows of every append that has been stored, and how many seconds that took.
    """

    def __init__(self, engine: AsyncEngine, *, attempt: float = 10.0, pause: tuple[float, float] = (0.05, 2.0)) -> None:
        """`attempt`: seconds until a transaction counts as lost; `pause`: first and longest wait between attempts."""
        self.engine = engine
        self.observe: Observer | None = None
        self._writer = open_writer_for(engine, attempt)
        self._pause = pause
        self._queue: deque[_Append] = deque()
        self._batch: list[_Append] = []
        self._flusher: asyncio.Task[None] | None = None
        self._closed = False
        self._ids = map(f"{secrets.token_hex(8)}-{{:x}}".format, count(1))

    async def append(self, table_id: int, entries: Iterable[JournalEntry], rows: Sequence[Row] = ()) -> None:
        """Store entries, and the rows that follow from them (`app.db.rows`), all or nothing; return after the commit.

        An entry without an id is given one. Appends of one table are stored in the order of the calls.
        Raises Conflict, UnstorableError, JournalClosedError, and ValueError for rows of unknown tables or columns.
        A caller that is cancelled does not take its append back.
        """
        await self.begin(table_id, entries, rows)

    def begin(self, table_id: int, entries: Iterable[JournalEntry], rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """`append` for those who do not want a task to wait in: what is returned is done after the commit."""
        if self._closed:
            raise JournalClosedError
        if rows:
            check_rows(rows)
        values = [
            (
                table_id, e.seq, e.kind, e.seat, e.who, e.text, e.deal, e.ply, e.client_id,
                e.entry_id or next(self._ids), e.at,
            )
            for e in entries
        ]  # fmt: skip
        append = _Append(table_id, values, rows)
        self._queue.append(append)
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush(), name="journal flusher")
        return append.future

    @property
    def stalled(self) -> float:
        """Seconds for which the oldest append has been waiting; 0.0 when none waits. More than one or two: trouble."""
        oldest = next((append for append in chain(self._batch, self._queue) if not append.settled), None)
        return perf_counter() - oldest.since if oldest else 0.0

    @property
    def waiting(self) -> int:
        """How many appends wait for their commit."""
        return sum(not append.settled for append in chain(self._batch, self._queue))

    async def load(self, table_id: int, after: int = -1) -> list[EntryRow]:
        """The committed entries of a table with a `seq` greater than `after` (all of them by default), in order."""
        query = (
            select(*(getattr(Entry, field) for field in EntryRow._fields))
            .where(Entry.table_id == table_id, Entry.seq > after)
            .order_by(Entry.seq)
        )
        async with self.engine.connect() as connection:
            return [EntryRow._make(row) for row in await connection.execute(query)]

    async def close(self, patience: float = 10.0) -> None:
        """Store what waits, for at most `patience` seconds, then let go of the database.

        Appends that could not be stored by then fail with JournalClosedError. The engine is left to its owner.
        """
        self._closed = True
        flusher = self._flusher
        if flusher is not None:
            await asyncio.wait([flusher], timeout=patience)
            flusher.cancel()
            await asyncio.wait([flusher])
        await self._writer.close()

    async def _flush(self) -> None:
        """Flush until the queue is empty."""
        try:
            while self._queue:
                # What is arriving at this moment goes along: a few turns of the loop take microseconds when it is idle,
                # and when it is busy they save whole transactions.
                for _ in range(TURNS_TO_GATHER):
                    await asyncio.sleep(0)
                self._batch = self._take()
                await self._store(self._batch)
        finally:
            for append in chain(self._batch, self._queue):
                self._settle(append, JournalClosedError())
            self._batch = []
            self._queue.clear()
            self._flusher = None

    def _take(self) -> list[_Append]:
        """The next appends of the queue, as many as one transaction should have."""
        batch: list[_Append] = []
        size = 0
        while self._queue and size < ENTRIES_PER_FLUSH:
            batch.append(self._queue.popleft())
            size += len(batch[-1].entries)
        return batch

    async def _store(self, batch: list[_Append]) -> None:
        """Store a batch, trying again as long as that may help. Settles every append of it."""
        failures = 0
        last_try = False
        while batch := [append for append in batch if not append.settled]:
            try:
                verdicts = await self._writer.run(write, batch)
            except Exception as error:
                if is_transient(error):
                    await self._wait(failures, error)
                    failures += 1
                    continue
                if len(batch) > 1:
                    half = len(batch) // 2
                    await self._store(batch[:half])
                    await self._store(batch[half:])
                elif not last_try:  # once more on a new connection: a statement prepared before a migration fails too
                    last_try = True
                    continue
                else:
                    self._refuse(batch[0], error)
                return
            if failures:
                log.warning("the database is back after %d attempts", failures)
            failures = 0
            now, stored = perf_counter(), Verdict.STORED
            for append, verdict in zip(batch, verdicts, strict=True):
                if verdict is stored:
                    if self.observe is not None:
                        self.observe(append.entries, now - append.since)
                    self._settle(append)
                elif verdict is Verdict.TAKEN:
                    self._fail(append, Conflict(append.table_id))
            batch = [a for a, verdict in zip(batch, verdicts, strict=True) if verdict is Verdict.AGAIN]

    async def _wait(self, failures: int, error: Exception) -> None:
        """Wait before the next attempt: longer each time, and not in step with other processes."""
        first, longest = self._pause
        if failures == 0:
            log.warning("the database does not answer, appends wait: %s", error)
        await asyncio.sleep(min(longest, first * 2 ** min(failures, 16)) * random.uniform(0.75, 1.25))

    def _refuse(self, append: _Append, cause: Exception) -> None:
        """Tell the caller that its append can never be stored."""
        log.error("an append of table %d cannot be stored", append.table_id, exc_info=cause)
        error = UnstorableError(f"an append of table {append.table_id} cannot be stored: {cause}")
        error.__cause__ = cause
        self._fail(append, error)

    def _fail(self, append: _Append, error: Exception) -> None:
        """Settle an append with an error, and with a conflict those of its table that are queued behind it."""
        everything = list(chain(self._batch, self._queue))
        self._settle(append, error)
        for later in everything[everything.index(append) + 1 :]:
            if later.table_id == append.table_id:
                self._settle(later, Conflict(later.table_id))

    @staticmethod
    def _settle(append: _Append, error: Exception | None = None) -> None:
        """Give the caller its answer, once. One that was cancelled wants none, but its append is stored."""
        if append.settled:
            return
        append.settled = True
        if append.future.cancelled():
            return
        if error is None:
            append.future.set_result(None)
        else:
            append.future.set_exception(error)
