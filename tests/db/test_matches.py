"""What the pages about matches and players read."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import rows
from app.db.history import stored_actions
from app.db.journal import Journal
from app.db.matches import get_match, player_matches, player_results
from app.db.players import StoredPlayer, create_guest
from app.db.rows import Row, SeatOwner
from app.db.tables import NewTable, create_table
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


async def test_averages_are_of_the_final_totals_of_ones_seat(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    await journal.append(table, [], played(table, 1, [BOT, owner(mina)], [0], deals=2))
    await journal.append(table, [], played(table, 2, [owner(mina), BOT], [0], deals=3))
    (result,) = await player_results(engine, mina.id, mina.id)
    assert result.averages["points"] == pytest.approx((-2 + 1) / 2)


async def test_averages_of_a_game_of_sides_are_of_ones_side(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    owners = [BOT, BOT, BOT, owner(mina)]
    await journal.append(table, [], played(table, 1, owners, [0, 2], deals=2))  # two units for four seats
    (result,) = await player_results(engine, mina.id, mina.id)
    assert (result.won, result.averages) == (0, {"points": pytest.approx(-2)})


@pytest.mark.parametrize(
    ("watch", "strangers"), [("everybody", [2, 1]), ("link", []), ("nobody", [])], ids=["everybody", "link", "nobody"]
)
async def test_matches_are_listed_for_those_who_may_watch_and_those_who_sat_there(
    journal: Journal, engine: AsyncEngine, mina: StoredPlayer, watch: str, strangers: list[int]
) -> None:
    jun, ede = await create_guest(engine, "Jun"), await create_guest(engine, "Ede")
    made = NewTable("mighty/japanese@1", True, watch, "m", AT)
    table = (await create_table(journal, made, [entry(0)])).id
    await journal.append(table, [], played(table, 1, [owner(mina), BOT], [0]))
    await journal.append(table, [], played(table, 2, [owner(mina), owner(jun)], [0]))
    viewers = (None, ede.id, jun.id, mina.id)
    listed = [[match.number for match in await player_matches(engine, mina.id, viewer)] for viewer in viewers]
    counted = [sum(result.matches for result in await player_results(engine, mina.id, viewer)) for viewer in viewers]
    assert listed == [strangers, strangers, strangers or [2], [2, 1]]
    assert counted == [len(numbers) for numbers in listed]


async def test_a_match_tells_the_code_and_the_setting_of_its_table(
    journal: Journal, engine: AsyncEngine, table: int
) -> None:
    await journal.append(table, [], played(table, 1, [BOT, BOT], [0]))
    found = await get_match(engine, f"T{table}-1")
    assert found is not None
    assert (found[0].watch, found[0].closed_at, len(found[0].code)) == ("everybody", None, 8)


async def test_the_actions_of_some_deals_come_in_order(journal: Journal, engine: AsyncEngine, table: int) -> None:
    places = [(deal, ply) for deal in (1, 2, 3) for ply in (0, 1, 2)]
    await journal.append(
        table, [entry(seq, deal=deal, ply=ply, text=f"{deal}.{ply}") for seq, (deal, ply) in enumerate(places, 1)]
    )
    found = await stored_actions(engine, table, 2, 3)
    assert [(action.serial, action.action) for action in found] == [(2, "2.1"), (2, "2.2"), (3, "3.1"), (3, "3.2")]


Statement = tuple[str, object]


async def statements_of_the_pages(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> list[Statement]:
    """Every query that the pages about matches and players send."""
    await journal.append(table, [], played(table, 1, [owner(mina), BOT], [0]))
    statements: list[Statement] = []

    def note(_c: Connection, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        if statement.startswith("SELECT"):
            statements.append((statement, parameters))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    await get_match(engine, f"T{table}-1")
    for viewer in (None, "somebody", mina.id):
        await player_matches(engine, mina.id, viewer)
        await player_matches(engine, mina.id, viewer, before=f"T{table}-1")
        await player_results(engine, mina.id, viewer)
    event.remove(engine.sync_engine, "before_cursor_execute", note)
    assert len(statements) >= 20
    return statements


async def test_no_page_about_matches_reads_the_journal(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    statements = await statements_of_the_pages(journal, engine, table, mina)
    assert [statement for statement, _ in statements if "entries" in statement] == []


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_no_page_about_matches_walks_a_table(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    """Asked of SQLite, which plans the same way however little it holds."""
    statements = await statements_of_the_pages(journal, engine, table, mina)
    async with engine.connect() as connection:
        for statement, parameters in statements:
            plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)).all()  # type: ignore[arg-type]
            assert not [step for step in plan if step[3].startswith("SCAN")], (statement, plan)


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_postgresql_has_an_index_for_everything_that_a_page_asks(
    journal: Journal, engine: AsyncEngine, table: int, mina: StoredPlayer
) -> None:
    """It rightly walks small tables: so that is forbidden, and what it walks nevertheless has no index."""
    statements = await statements_of_the_pages(journal, engine, table, mina)
    async with engine.connect() as connection:
        await connection.exec_driver_sql("SET enable_seqscan = off")
        for statement, parameters in statements:
            plan = (await connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)).scalars().all()  # type: ignore[arg-type]
            assert not [step for step in plan if "Seq Scan" in step], (statement, plan)
