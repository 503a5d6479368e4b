"""Plain rows for the pages about matches, written in the same transaction as the entries they come from."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.table.entries import CLOSE, DEAL, END, KICK, MATCH, MATCH_END, SIT, Entry, unpack_text
from app.table.state import MatchState, Meta, Table, in_match


class MatchRow(NamedTuple):
    """A match begins. `ruleset` is its text form."""

    match: str
    number: int
    game: str
    preset: str
    ruleset: str
    at: float


class MatchSeatRow(NamedTuple):
    """Who has a seat; written again when somebody takes the seat of a bot, or one that is handed on (the later one
    counts)."""

    match: str
    seat: int
    player: str | None
    name: str
    kind: str


class DealRow(NamedTuple):
    """A deal begins. `deal` counts over the table's matches, `number` within the match; `pack` in its order."""

    match: str
    deal: int
    number: int
    dealer: int
    pack: str
    ruleset: str
    at: float


class DealEndRow(NamedTuple):
    """A deal is over. `outcome` is the text of the `end` entry (JSON)."""

    match: str
    deal: int
    redeal: bool
    outcome: str
    at: float


class ScoreRow(NamedTuple):
    """Score of a deal and running total, by kind and unit (seat or side), as fractions."""

    match: str
    deal: int
    kind: str
    unit: int
    numerator: int
    denominator: int
    total_numerator: int
    total_denominator: int


class MatchEndRow(NamedTuple):
    """A match is over; `winners` are seats."""

    match: str
    winners: tuple[int, ...]
    at: float


class CloseRow(NamedTuple):
    """The table is closed for good."""

    at: float


Row = CloseRow | MatchRow | MatchSeatRow | DealRow | DealEndRow | ScoreRow | MatchEndRow


def rows_of(entry: Entry, after: Table) -> tuple[Row, ...]:
    """The rows an entry leads to; `after` is the table with this entry folded in."""
    meta = after.meta
    match = meta.match
    if entry.kind == CLOSE:
        return (CloseRow(entry.at),)
    if match is None:
        return ()
    if entry.kind == MATCH:
        head = MatchRow(
            match.id, match.number, meta.ruleset.game.name, meta.ruleset.preset, meta.ruleset_text, entry.at
        )
        return (head, *(_seat_row(meta, match, seat) for seat in range(len(meta.seats))))
    if entry.kind in (SIT, KICK) and in_match(after) and entry.seat is not None:
        return (_seat_row(meta, match, entry.seat),)
    if entry.kind == DEAL and entry.seat is not None:
        return (DealRow(match.id, meta.deals, match.dealt, entry.seat, entry.text, meta.ruleset_text, entry.at),)
    if entry.kind == END:
        redeal = match.results[-1].redeal
        return (DealEndRow(match.id, meta.deals, redeal, entry.text, entry.at), *_score_rows(meta, match))
    if entry.kind == MATCH_END:
        return (MatchEndRow(match.id, tuple(unpack_text(entry.text)["winners"]), entry.at),)
    return ()


def _seat_row(meta: Meta, match: MatchState, number: int) -> MatchSeatRow:
    seat = meta.seats[number]
    return MatchSeatRow(match.id, number, seat.player, seat.name, seat.kind)


def _score_rows(meta: Meta, match: MatchState) -> list[ScoreRow]:
    result = match.results[-1]
    rows = []
    for kind, scores in result.scores.items():
        for unit, score in enumerate(scores):
            here, total = Fraction(score), Fraction(result.totals[kind][unit])
            rows.append(ScoreRow(match.id, meta.deals, kind, unit, *here.as_integer_ratio(), *total.as_integer_ratio()))
    return rows
