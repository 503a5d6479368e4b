"""What the pages about matches and players read. Nothing here looks at a journal, and every query uses an index."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.models import Deal, Match, MatchSeat, Score

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
    """A match with its sittings by seat and time; `totals` are the latest."""

    id: str
    table_id: int
    number: int
    game: str
    ruleset: str
    started_at: datetime
    ended_at: datetime | None
    winners: list[int] | None
    sittings: tuple[Sitting, ...]
    totals: Points


class GameResult(NamedTuple):
    """How a player fared at one game: matches in which they had a seat at the end, and how many of them were won."""

    game: str
    matches: int
    won: int


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
    engine: AsyncEngine, player_id: str, before: datetime | None = None, limit: int = 20
) -> list[MatchLine]:
    """Matches in which the player has ever owned a seat, the latest first; `before` is where the page before ended."""
    sat = select(MatchSeat.match_id).where(MatchSeat.player_id == player_id)
    query = select(Match.id).where(Match.id.in_(sat)).order_by(Match.started_at.desc(), Match.id.desc()).limit(limit)
    if before is not None:
        query = query.where(Match.started_at < before)
    async with engine.connect() as connection:
        return await _lines(connection, (await connection.scalars(query)).all())


async def player_results(engine: AsyncEngine, player_id: str) -> list[GameResult]:
    """The player's results, by game in alphabetical order."""
    later = MatchSeat.__table__.alias("later")
    query = (
        select(Match.game, MatchSeat.seat, Match.winners)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .outerjoin(
            later,
            and_(
                later.c.match_id == MatchSeat.match_id,
                later.c.seat == MatchSeat.seat,
                later.c.seq > MatchSeat.seq,
            ),
        )
        .where(MatchSeat.player_id == player_id, Match.ended_at.is_not(None), later.c.seq.is_(None))
    )
    counts: dict[str, tuple[int, int]] = {}
    async with engine.connect() as connection:
        for game, seat, winners in await connection.execute(query):
            matches, won = counts.get(game, (0, 0))
            counts[game] = matches + 1, won + (seat in (winners or ()))
    return [GameResult(game, *counts[game]) for game in sorted(counts)]


_DEAL = (
    Deal.number, Deal.serial, Deal.dealer, Deal.ruleset, Deal.pack, Deal.outcome, Deal.started_at, Deal.ended_at,
)  # fmt: skip
_SITTING = tuple(getattr(MatchSeat, field) for field in Sitting._fields)
_MATCH = (
    Match.id, Match.table_id, Match.number, Match.game, Match.ruleset, Match.started_at, Match.ended_at, Match.winners,
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
    rows = (await connection.execute(select(*_MATCH).where(Match.id.in_(order)))).all()
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
