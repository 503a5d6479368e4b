"""The part of the JSON API that is about matches: score sheets, and deals that are over."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, Field

from app.web.api import only_from_here, refusals
from app.web.matches import describe_match, require_deal, require_match
from app.web.site import site_of

MatchId = Annotated[str, Path(max_length=60, description="The match, as a table names it.", examples=["K7PQ2MWX-1"])]
DealNumber = Annotated[int, Path(ge=1, le=100_000, description="Number of the deal within the match.")]
Number = int | str


class SittingOut(BaseModel):
    """Somebody who has had a seat."""

    name: str
    player: str | None = Field(description="Id of the player, null for a bot.")
    bot: bool
    from_deal: int = Field(description="The first deal in which they had the seat.")


class SeatOut(BaseModel):
    """A seat: who has it now, or had it at the end, and everybody who has had it."""

    name: str
    player: str | None
    bot: bool
    sittings: list[SittingOut]


class DealOut(BaseModel):
    """A deal that is over."""

    number: int
    dealer: int
    redeal: bool
    names: list[str]
    scores: dict[str, list[Number]]
    totals: dict[str, list[Number]]
    facts: dict[str, Any]
    stood_in: list[int] = Field(description="Seats of people for whom a bot played in this deal, if only once.")
    started_at: datetime
    ended_at: datetime | None


class MatchOut(BaseModel):
    """A match: its seats, its deals that are over, and the running totals."""

    id: str
    table: str = Field(description="Code of the table.")
    number: int = Field(description="The first match of a table is 1.")
    game: str
    preset: str
    ruleset: str
    started_at: datetime
    ended_at: datetime | None = Field(description="Null while the match goes on.")
    winners: list[int] | None = Field(description="The winners' seats, once the match is over.")
    seats: list[SeatOut]
    totals: dict[str, list[Number]] = Field(
        description='The latest totals by kind, each by seat or by side; fractions as `"31/2"`.'
    )
    deals: list[DealOut] = Field(description="The deals that are over, in order; `facts` tell how each went.")


class DealViewOut(BaseModel):
    """A deal that is over, as everybody at the table saw it at its end."""

    match: str
    game: str
    ruleset: str
    number: int
    names: list[str] = Field(description="Who had the seats at the end of the deal.")
    stood_in: list[int] = Field(description="Seats of people for whom a bot played in this deal, if only once.")
    deal: dict[str, Any] = Field(description="The public view with the `log`, as `public.deal` on the websocket.")


router = APIRouter(prefix="/api/matches", dependencies=[Depends(only_from_here)], tags=["api"])


@router.get("/{match}", responses=refusals(404), summary="Read a match")
async def read_match(request: Request, match: MatchId) -> MatchOut:
    """The score sheet and how each deal went, of deals that are over. For all who may watch the table or sat there."""
    site = site_of(request)
    found = await require_match(site, match, await site.identity.player(request))
    return MatchOut(**describe_match(found))


@router.get("/{match}/deals/{number}", responses=refusals(404, 422), summary="Look back at a deal")
async def read_deal(request: Request, match: MatchId, number: DealNumber) -> DealViewOut:
    """A deal that is over with all that was said and played in it, as everybody at the table saw it at its end."""
    site = site_of(request)
    found = await require_match(site, match, await site.identity.player(request))
    return DealViewOut(**await require_deal(site, found, number))
