"""What the pages about matches and players read."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import rows
from app.db.journal import Journal
from app.db.matches import get_match, player_matches, player_results
from app.db.players import StoredPlayer, create_guest
from app.db.rows import Row, SeatOwner
from app.db.tables import NewTable, create_table, find_table
from tests.db.entries import entry

AT = 1796000000.0
BOT = SeatOwner(None, "Bot", True)


def played(table: int, number: int, owners: Sequence[SeatOwner], winners: Sequence[int], deals: int = 2) -> list[Row]:
    """A whole match of mighty: in each deal seat 0 wins a third of a point and seat 1 loses one."""
    match, at = f"T{table}-{number}", AT + number * 100
    made = [rows.match_started(table, number, match_id=match, game="mighty", ruleset="mighty/japanese@1", at=at)]
    made += [rows.seat_taken(match, seat, 1, owner, at) for seat, owner in enumerate(owners)]
    for deal in range(1, deals + 1):
        made.append(rows.deal_started(match, rows.NewDeal(deal, deal, 0, "mighty/japanese@1", "AS KD"), at))
        made.append(rows.deal_ended(match, deal, {"made": True}, at + deal))
        made += rows.scores(match, deal, "points", [Fraction(1, 3), -1], [Fraction(deal, 3), -deal])
    return [*made, rows.match_ended(match, winners, at + 50)]


@pytest.fixture
async def table(journal: Journal) -> int:
    """A table, by its id."""
    return (await create_table(journal, NewTable("mighty/japanese@1", True, "everybody", "m", AT), [entry(0)])).id


@pytest.fixture
async def mina(engine: AsyncEngine) -> StoredPlayer:
    """A player."""
    return await create_guest(engine, "Mina")


def owner(player: StoredPlayer) -> SeatOwner:
    """The player as the owner of a seat."""
    return SeatOwner(player.id, player.name, False)


async def test_a_match_is_read_with_its_seats_deals_scores_and_totals(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    await journal.append(table, [], played(table, 1, [owner(mina), BOT], [0]))
    found = await get_match(engine, f"T{table}-1")
    assert found is not None
    match, deals = found
    assert (match.game, match.number, match.winners) == ("mighty", 1, [0])
    assert [(seat.seat, seat.name, seat.player_id, seat.bot) for seat in match.sittings] == [
        (0, "Mina", mina.id, False),
        (1, "Bot", None, True),
    ]
    assert match.totals == {"points": (Fraction(2, 3), Fraction(-2))}
    assert [deal.scores["points"][0] for deal in deals] == [Fraction(1, 3)] * 2
    assert [deal.totals["points"][1] for deal in deals] == [-1, -2]
    assert deals[1].outcome == {"made": True}


async def test_a_running_deal_has_no_outcome_yet(journal: Journal, engine: AsyncEngine, table: int) -> None:
    await journal.append(table, [], played(table, 1, [BOT, BOT], [0])[:4])
    found = await get_match(engine, f"T{table}-1")
    assert found is not None
    assert (found[0].winners, found[0].totals) == (None, {})
    assert [(deal.outcome, deal.scores, deal.totals) for deal in found[1]] == [(None, {}, {})]


async def test_an_unknown_match_is_none(engine: AsyncEngine) -> None:
    assert await get_match(engine, "nowhere") is None


async def test_a_players_matches_come_latest_first_page_by_page(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    for number in range(1, 6):
        await journal.append(table, [], played(table, number, [owner(mina), BOT], [0]))
    first = await player_matches(engine, mina.id, None, limit=2)
    second = await player_matches(engine, mina.id, None, before=first[-1].id, limit=2)
    assert [match.number for match in (*first, *second)] == [5, 4, 3, 2]
    assert first[0].totals["points"] == (Fraction(2, 3), Fraction(-2))


async def test_a_match_counts_for_whoever_had_the_seat_at_its_end(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    jun = await create_guest(engine, "Jun")
    late = rows.seat_taken(f"T{table}-2", 1, 30, owner(jun), AT + 230)
    await journal.append(table, [], played(table, 1, [owner(mina), BOT], [0]))
    await journal.append(table, [], [*played(table, 2, [owner(mina), BOT], [1]), late])
    await journal.append(table, [], played(table, 3, [owner(mina), owner(jun)], [0])[:-1])
    assert [(r.matches, r.won) for r in await player_results(engine, mina.id, mina.id)] == [(2, 1)]
    assert [(r.game, r.matches, r.won) for r in await player_results(engine, jun.id, None)] == [("mighty", 1, 1)]


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_no_page_about_matches_walks_a_table(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    """Asked of SQLite, which plans the same way however little it holds; PostgreSQL rightly walks small tables."""
    await journal.append(table, [], played(table, 1, [owner(mina), BOT], [0]))
    statements: list[tuple[str, object]] = []

    def note(_c: Connection, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        if statement.startswith("SELECT"):
            statements.append((statement, parameters))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    await get_match(engine, f"T{table}-1")
    await player_matches(engine, mina.id, mina.id)
    await player_results(engine, mina.id, mina.id)
    await find_table(engine, "NOTABLE2")
    await journal.load(table, after=3)
    event.remove(engine.sync_engine, "before_cursor_execute", note)
    assert len(statements) >= 10
    async with engine.connect() as connection:
        for statement, parameters in statements:
            plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)).all()  # type: ignore[arg-type]
            assert not [step for step in plan if step[3].startswith("SCAN")], (statement, plan)
