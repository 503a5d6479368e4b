"""The journal: order, conflicts, group commit."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.journal import Conflict, Journal, JournalClosedError, UnstorableError
from app.db.session import open_engine
from tests.db.entries import Fault, entry, stored


async def test_what_was_appended_is_loaded_exactly(journal: Journal) -> None:
    first = entry(0, deal=1, ply=0, text="AS KD ♠ 日本", entry_id="one")
    second = first._replace(seq=1, seat=None, deal=None, ply=None, client_id=None, entry_id="two")
    await journal.append(7, [first, second])
    assert await journal.load(7) == [first, second]


async def test_any_object_with_the_fields_of_an_entry_will_do(journal: Journal) -> None:
    await journal.append(7, [SimpleNamespace(**entry(0, entry_id="one")._asdict())])
    assert await journal.load(7) == [entry(0, entry_id="one")]


async def test_load_gives_what_came_after_a_place(journal: Journal) -> None:
    await journal.append(7, [entry(seq) for seq in range(4)])
    assert [row.seq for row in await journal.load(7, after=1)] == [2, 3]


async def test_entries_without_an_id_get_different_ones(journal: Journal) -> None:
    await journal.append(7, [entry(0), entry(1)])
    ids = {row.entry_id for row in await journal.load(7)}
    assert len(ids) == 2
    assert "" not in ids


async def test_a_taken_place_is_a_conflict(journal: Journal) -> None:
    await journal.append(7, [entry(0, text="first")])
    with pytest.raises(Conflict):
        await journal.append(7, [entry(0, text="second")])
    assert await stored(journal, 7) == [(0, "first")]


async def test_a_taken_moment_of_a_deal_is_a_conflict(journal: Journal) -> None:
    await journal.append(7, [entry(0, deal=3, ply=4)])
    with pytest.raises(Conflict):
        await journal.append(7, [entry(1, deal=3, ply=4)])
    assert len(await journal.load(7)) == 1


async def test_entries_outside_deals_have_no_moment_to_collide_at(journal: Journal) -> None:
    await journal.append(7, [entry(0), entry(1), entry(2, deal=1), entry(3, deal=1)])
    assert len(await journal.load(7)) == 4


async def test_of_an_append_with_one_taken_place_nothing_is_stored(journal: Journal) -> None:
    await journal.append(7, [entry(1, text="mine")])
    with pytest.raises(Conflict):
        await journal.append(7, [entry(0), entry(1), entry(2)])
    assert await stored(journal, 7) == [(1, "mine")]


async def test_tables_do_not_collide(journal: Journal) -> None:
    await asyncio.gather(*(journal.append(table, [entry(0, deal=1, ply=1)]) for table in range(5)))
    assert [len(await journal.load(table)) for table in range(5)] == [1] * 5


async def test_a_conflict_leaves_the_rest_of_its_batch_alone(journal: Journal) -> None:
    await journal.append(2, [entry(0)])
    results = await asyncio.gather(
        *(journal.append(table, [entry(0), entry(1)]) for table in range(5)), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None)] * 2 + [Conflict] + [type(None)] * 2
    assert [len(await journal.load(table)) for table in range(5)] == [2, 2, 1, 2, 2]


async def test_an_unstorable_append_leaves_the_rest_of_its_batch_alone(journal: Journal) -> None:
    appends = [journal.append(table, [entry(0)]) for table in range(6)]
    appends[3].close()
    appends[3] = journal.append(3, [entry(10**30)])
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] * 3 + [UnstorableError] + [type(None)] * 2
    assert [len(await journal.load(table)) for table in range(6)] == [1, 1, 1, 0, 1, 1]


async def test_two_appends_of_a_batch_for_the_same_place_are_one_and_a_conflict(journal: Journal) -> None:
    results = await asyncio.gather(
        journal.append(7, [entry(0, text="first")]),
        journal.append(7, [entry(0, text="second")]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict]
    assert await stored(journal, 7) == [(0, "first")]


async def test_two_processes_cannot_both_have_a_place(journal: Journal, address: str) -> None:
    engine = open_engine(address)
    other = Journal(engine)
    results = await asyncio.gather(*(each.append(7, [entry(0)]) for each in (journal, other)), return_exceptions=True)
    await other.close()
    await engine.dispose()
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    assert len(await journal.load(7)) == 1


async def test_appends_of_a_table_are_stored_in_the_order_of_the_calls(journal: Journal) -> None:
    finished: list[int] = []

    async def append(seq: int) -> None:
        await journal.append(7, [entry(seq)])
        finished.append(seq)

    await asyncio.gather(*(append(seq) for seq in range(60)))
    assert finished == list(range(60))


async def test_an_append_queued_behind_a_failed_one_of_its_table_fails_too(journal: Journal) -> None:
    await journal.append(7, [entry(0)])
    results = await asyncio.gather(
        journal.append(7, [entry(0)]), journal.append(7, [entry(1)]), journal.append(8, [entry(1)]),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(result) for result in results] == [Conflict, Conflict, type(None)]
    assert len(await journal.load(7)) == 1


async def test_two_hundred_tables_share_few_transactions(journal: Journal) -> None:
    fault = Fault(journal)

    async def play(table: int) -> None:
        for seq in range(5):
            await journal.append(table, [entry(seq, deal=1, ply=seq)])

    await asyncio.gather(*(play(table) for table in range(200)))
    assert [len(await journal.load(table)) for table in (0, 99, 199)] == [5] * 3
    assert fault.transactions <= 20


async def test_nothing_is_acknowledged_before_its_commit(journal: Journal) -> None:
    fault = Fault(journal)
    fault.open.clear()
    append = asyncio.create_task(journal.append(7, [entry(0)]))
    await asyncio.sleep(0.02)
    assert not append.done()
    assert journal.waiting == 1
    assert journal.stalled > 0.01
    fault.open.set()
    await append
    assert (journal.waiting, journal.stalled) == (0, 0.0)


async def test_a_cancelled_caller_does_not_take_its_append_back(journal: Journal) -> None:
    append = asyncio.create_task(journal.append(7, [entry(0)]))
    await asyncio.sleep(0)
    append.cancel()
    await journal.append(7, [entry(1)])
    assert len(await journal.load(7)) == 2


async def test_closing_stores_what_waits(engine: AsyncEngine) -> None:
    journal = Journal(engine)
    append = asyncio.create_task(journal.append(7, [entry(0)]))
    await asyncio.sleep(0)
    await journal.close()
    await append
    assert len(await journal.load(7)) == 1


async def test_closing_gives_up_in_the_end(engine: AsyncEngine) -> None:
    journal = Journal(engine)
    Fault(journal).open.clear()
    append = asyncio.create_task(journal.append(7, [entry(0)]))
    await asyncio.sleep(0)
    await journal.close(patience=0.02)
    with pytest.raises(JournalClosedError):
        await append


async def test_nothing_can_be_appended_after_closing(journal: Journal) -> None:
    await journal.close()
    with pytest.raises(JournalClosedError):
        await journal.append(7, [entry(0)])


async def test_more_entries_than_one_statement_takes_are_still_one_append(journal: Journal) -> None:
    await journal.append(7, [entry(seq) for seq in range(130)])
    assert len(await journal.load(7)) == 130
    with pytest.raises(Conflict):
        await journal.append(7, [entry(seq) for seq in range(129, 260)])
    assert len(await journal.load(7)) == 130
