"""What the pages about matches and players read. Nothing here looks at a journal, and every query uses an index.

Whoever may watch a table may read its matches: a match at a table that everybody may watch is listed for everybody, any
other one only for those who sat there. Whether somebody who has the address of a match may read it is not decided here.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Float, and_, cast, exists, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm import aliased

from app.db.models import Deal, Match, MatchSeat, Score, Table

FOR_EVERYBODY = "everybody"
"""The `watch` of a table whose matches are listed for people who did not sit there."""

Points = dict[str, tuple[Fraction, ...]]
"""Numbers by kind (`points`, `rum`, …), one per unit (seat or side)."""


class Sitting(NamedTuple):
    """Who owned a seat from the entry `seq` on; the last one of a seat is its owner now or at the end."""

    seat: int
    seq: int
    player_id: str | None
    name: str
    bot: bool
    at: datetime


class DealLine(NamedTuple):
    """A deal of a match; `outcome` is None and the numbers are empty while it runs."""

    number: int
    serial: int
    dealer: int
    ruleset: str
    pack: str
    outcome: dict[str, Any] | None
    started_at: datetime
    ended_at: datetime | None
    scores: Points
    totals: Points


class MatchLine(NamedTuple):
    """A match with its sittings by seat and time; `totals` are the latest. `code`, `watch` and `closed_at` are the
    table's."""

    id: str
    table_id: int
    code: str
    watch: str
    closed_at: datetime | None
    number: int
    game: str
    ruleset: str
    started_at: datetime
    ended_at: datetime | None
    winners: list[int] | None
    sittings: tuple[Sitting, ...]
    totals: Points


class GameResult(NamedTuple):
    """How a player fared at one game: finished matches in which they had a seat at the end, how many of them were won,
    and the average final total of their seat or side, by kind."""

    game: str
    matches: int
    won: int
    averages: dict[str, float]


async def get_match(engine: AsyncEngine, match_id: str) -> tuple[MatchLine, list[DealLine]] | None:
    """A match and its deals in order, or None."""
    async with engine.connect() as connection:
        lines = await _lines(connection, [match_id])
        if not lines:
            return None
        scores = await _scores(connection, match_id)
        query = select(*_DEAL).where(Deal.match_id == match_id).order_by(Deal.number)
        deals = [DealLine._make((*row, *scores.get(row.number, ({}, {})))) for row in await connection.execute(query)]
    return lines[0], deals


async def player_matches(
    engine: AsyncEngine, player_id: str, viewer: str | None, *, before: str | None = None, limit: int = 20
) -> list[MatchLine]:
    """Matches in which the player has ever owned a seat and which are listed for the viewer (a player, or None for a
    stranger), the latest first; `before` is the id of the last match of the page before."""
    sat = select(MatchSeat.match_id).where(MatchSeat.player_id == player_id)
    query = select(Match.id).join(Table, Table.id == Match.table_id)
    query = query.where(Match.id.in_(sat), _listed(player_id, viewer))
    if before is not None:
        last = select(Match.started_at).where(Match.id == before).scalar_subquery()
        query = query.where(or_(Match.started_at < last, and_(Match.started_at == last, Match.id < before)))
    query = query.order_by(Match.started_at.desc(), Match.id.desc()).limit(limit)
    async with engine.connect() as connection:
        return await _lines(connection, (await connection.scalars(query)).all())


async def player_results(engine: AsyncEngine, player_id: str, viewer: str | None) -> list[GameResult]:
    """The player's results in the matches that are listed for the viewer, by game in alphabetical order."""
    later = aliased(MatchSeat)
    taken_over = exists().where(
        later.match_id == MatchSeat.match_id, later.seat == MatchSeat.seat, later.seq > MatchSeat.seq
    )
    ended = (MatchSeat.player_id == player_id, Match.ended_at.is_not(None), ~taken_over, _listed(player_id, viewer))
    query = (
        select(Match.game, MatchSeat.seat, Match.winners)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Table, Table.id == Match.table_id)
        .where(*ended)
    )
    counts: dict[str, tuple[int, int]] = {}
    async with engine.connect() as connection:
        for game, seat, winners in await connection.execute(query):
            matches, won = counts.get(game, (0, 0))
            counts[game] = matches + 1, won + (seat in (winners or ()))
        averages = await _averages(connection, ended)
    return [GameResult(game, *counts[game], averages.get(game, {})) for game in sorted(counts)]


async def _averages(connection: AsyncConnection, ended: Sequence[ColumnElement[bool]]) -> dict[str, dict[str, float]]:
    """The average final total by game and kind. Those of a side sit apart: unit = seat mod units."""
    last, units = aliased(Score), aliased(Score)
    last_deal = select(func.max(last.deal)).where(last.match_id == Match.id).scalar_subquery()
    count = (
        select(func.max(units.unit) + 1)
        .where(units.match_id == Match.id, units.deal == Score.deal)
        .correlate(Match, Score)
        .scalar_subquery()
    )
    query = (
        select(Match.game, Score.kind, func.avg(cast(Score.total_num, Float) / Score.total_den))
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Table, Table.id == Match.table_id)
        .join(Score, and_(Score.match_id == Match.id, Score.deal == last_deal, Score.unit == MatchSeat.seat % count))
        .where(*ended)
        .group_by(Match.game, Score.kind)
        .order_by(Match.game, Score.kind)
    )
    found: dict[str, dict[str, float]] = {}
    for game, kind, average in await connection.execute(query):
        found.setdefault(game, {})[kind] = float(average)
    return found


def _listed(player_id: str, viewer: str | None) -> ColumnElement[bool]:
    """Whether a match of the player, joined with its table, is listed for the viewer."""
    if viewer == player_id:
        return true()
    public = Table.watch == FOR_EVERYBODY
    if viewer is None:
        return public
    own = aliased(MatchSeat)
    return or_(public, exists().where(own.match_id == Match.id, own.player_id == viewer))


_DEAL = (
    Deal.number, Deal.serial, Deal.dealer, Deal.ruleset, Deal.pack, Deal.outcome, Deal.started_at, Deal.ended_at,
)  # fmt: skip
_SITTING = tuple(getattr(MatchSeat, field) for field in Sitting._fields)
_MATCH = (
    Match.id, Match.table_id, Table.code, Table.watch, Table.closed_at, Match.number, Match.game, Match.ruleset,
    Match.started_at, Match.ended_at, Match.winners,
)  # fmt: skip


async def _lines(connection: AsyncConnection, ids: Iterable[str]) -> list[MatchLine]:
    """The matches with these ids, in their order."""
    order = {match_id: place for place, match_id in enumerate(ids)}
    if not order:
        return []
    sittings: dict[str, list[Sitting]] = {}
    seats = (
        select(MatchSeat.match_id, *_SITTING)
        .where(MatchSeat.match_id.in_(order))
        .order_by(MatchSeat.seat, MatchSeat.seq)
    )
    for match_id, *sitting in await connection.execute(seats):
        sittings.setdefault(match_id, []).append(Sitting._make(sitting))
    totals = await _latest_totals(connection, order)
    heads = select(*_MATCH).join(Table, Table.id == Match.table_id).where(Match.id.in_(order))
    rows = (await connection.execute(heads)).all()
    return [
        MatchLine(*row, tuple(sittings.get(row.id, ())), totals.get(row.id, {}))
        for row in sorted(rows, key=lambda row: order[row.id])
    ]


async def _latest_totals(connection: AsyncConnection, ids: Iterable[str]) -> dict[str, Points]:
    """The running totals after the last deal that was scored, by match."""
    wanted = list(ids)
    last = (
        select(Score.match_id, func.max(Score.deal).label("deal"))
        .where(Score.match_id.in_(wanted))
        .group_by(Score.match_id)
    )
    ends = (await connection.execute(last)).all()
    if not ends:
        return {}
    query = (
        select(Score.match_id, Score.kind, Score.total_num, Score.total_den)
        .where(or_(*(and_(Score.match_id == match_id, Score.deal == deal) for match_id, deal in ends)))
        .order_by(Score.match_id, Score.kind, Score.unit)
    )
    found: dict[str, Points] = {}
    for match_id, kind, num, den in await connection.execute(query):
        points = found.setdefault(match_id, {})
        points[kind] = (*points.get(kind, ()), Fraction(num, den))
    return found


async def _scores(connection: AsyncConnection, match_id: str) -> dict[int, tuple[Points, Points]]:
    """Scores and running totals by number of the deal."""
    query = (
        select(Score.deal, Score.kind, Score.num, Score.den, Score.total_num, Score.total_den)
        .where(Score.match_id == match_id)
        .order_by(Score.deal, Score.kind, Score.unit)
    )
    found: dict[int, tuple[Points, Points]] = {}
    for deal, kind, num, den, total_num, total_den in await connection.execute(query):
        scores, totals = found.setdefault(deal, ({}, {}))
        scores[kind] = (*scores.get(kind, ()), Fraction(num, den))
        totals[kind] = (*totals.get(kind, ()), Fraction(total_num, total_den))
    return found
