"""Rows that go with entries."""

from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import rows
from app.db.journal import Conflict, Journal, UnstorableError
from app.db.models import Deal, Match, MatchSeat, Score
from app.db.tables import NewTable, create_table, find_table
from tests.db.entries import Fault, entry

AT = 1796000000.0
MATCH = "K7PQ2MWX-1"


async def new_table(journal: Journal) -> int:
    """A table with one entry, for matches to belong to."""
    return (await create_table(journal, NewTable("mighty/japanese@1", True, "everybody", "mina", AT), [entry(0)])).id


def match_row(table: int) -> rows.Row:
    """The table's first match."""
    return rows.match_started(table, 1, match_id=MATCH, game="mighty", ruleset="mighty/japanese@1", at=AT)


DEAL = rows.deal_started(MATCH, rows.NewDeal(1, 8, 3, "mighty/japanese@1", "AS KD"), AT)


async def all_of(engine: AsyncEngine, *columns: Any) -> list[tuple[Any, ...]]:
    """These columns of every row, sorted."""
    async with engine.connect() as connection:
        return sorted(tuple(row) for row in await connection.execute(select(*columns)))


async def test_a_whole_deal_is_written_with_its_entries(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    bot = rows.SeatOwner(None, "Bot 1", True)
    await journal.append(table, [entry(1)], [match_row(table), rows.seat_taken(MATCH, 0, 1, bot, AT)])
    await journal.append(table, [entry(2)], [DEAL])
    ended = rows.deal_ended(MATCH, 1, {"redeal": False}, AT + 9)
    scores = rows.scores(MATCH, 1, "points", [2, Fraction(-1, 3)], [5, Fraction(1, 6)])
    await journal.append(table, [entry(3)], [ended, *scores, rows.match_ended(MATCH, [0], AT + 9)])
    assert await all_of(engine, Deal.number, Deal.serial, Deal.dealer, Deal.pack) == [(1, 8, 3, "AS KD")]
    assert await all_of(engine, Deal.outcome) == [({"redeal": False},)]
    numbers = await all_of(engine, Score.unit, Score.num, Score.den, Score.total_num, Score.total_den)
    assert numbers == [(0, 2, 1, 5, 1), (1, -1, 3, 1, 6)]
    assert await all_of(engine, Match.winners, Match.ended_at) == [([0], rows.moment(AT + 9))]


async def test_children_may_be_given_before_their_parents(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    await journal.append(table, [entry(1)], [DEAL, match_row(table)])
    assert len(await all_of(engine, Deal.number)) == 1


async def test_rows_of_a_refused_append_are_not_written(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    with pytest.raises(Conflict):
        await journal.append(table, [entry(0)], [match_row(table)])
    assert await all_of(engine, Match.id) == []


async def test_rows_are_written_once_when_nobody_heard_of_the_commit(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    Fault(journal, "after")
    await journal.append(table, [], [match_row(table), DEAL])
    assert await all_of(engine, Deal.match_id, Deal.number) == [(MATCH, 1)]


async def test_each_owner_of_a_seat_is_kept(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    owners = [rows.SeatOwner(None, name, True) for name in ("Bot 1", "Bot 2")]
    sittings = [rows.seat_taken(MATCH, 0, seq, owner, AT) for seq, owner in zip((1, 40), owners, strict=True)]
    await journal.append(table, [entry(1)], [match_row(table), *sittings])
    assert await all_of(engine, MatchSeat.seq, MatchSeat.name) == [(1, "Bot 1"), (40, "Bot 2")]


async def test_an_update_of_a_row_that_is_not_there_is_refused(journal: Journal) -> None:
    with pytest.raises(UnstorableError):
        await journal.append(7, [entry(0)], [rows.match_ended("nowhere", [0], AT)])
    assert await journal.load(7) == []


async def test_a_row_whose_parent_is_missing_is_refused(journal: Journal) -> None:
    with pytest.raises(UnstorableError):
        await journal.append(7, [entry(0)], [DEAL])
    assert await journal.load(7) == []


@pytest.mark.parametrize(
    "row",
    [("settings", {"key": "a", "value": "b"}), ("deals", {"match_id": "a"}), ("tables", {"id": 1, "colour": "red"})],
)
async def test_a_row_nobody_may_write_is_an_error_at_once(journal: Journal, row: rows.Row) -> None:
    with pytest.raises(ValueError, match=r"table|row"):
        await journal.append(7, [entry(0)], [row])


async def test_the_lobbys_line_follows_the_table(journal: Journal, engine: AsyncEngine) -> None:
    table = await create_table(journal, NewTable("mighty/japanese@1", True, "link", "mina", AT), [entry(0)])
    await journal.append(table.id, [entry(1)], [rows.table_summary(table.id, {"free": 4}, AT + 5)])
    found = await find_table(engine, table.code)
    assert found is not None
    assert (found.summary, found.updated_at) == ({"free": 4}, rows.moment(AT + 5))


async def test_a_deal_without_outcome_has_null_and_not_the_word(journal: Journal, engine: AsyncEngine) -> None:
    table = await new_table(journal)
    await journal.append(table, [], [match_row(table), DEAL])
    assert await all_of(engine, func.coalesce(cast(Deal.outcome, Text), "nothing")) == [("nothing",)]
