"""What the routes share. `create_app` makes it; any request reaches it through `site_of`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

from prometheus_client import CollectorRegistry
from starlette.requests import HTTPConnection

from app.config import Settings
from app.db.history import StoredAction
from app.db.matches import DealLine, GameResult, MatchLine
from app.live.hub import Hub
from app.web.assets import Assets
from app.web.auth import Identity, Player
from app.web.i18n import Catalogue
from app.web.limits import RateLimit
from app.web.render import Pages


class Players(Protocol):
    """Where players are kept."""

    async def find(self, player_id: str) -> Player | None:
        """The player with this id."""

    async def create(self, name: str) -> Player:
        """A new guest of that name."""

    async def rename(self, player_id: str, name: str) -> None:
        """Gives a player another name."""

    async def running_tables(self, player_id: str) -> list[dict[str, Any]]:
        """The stored lobby lines of the tables at which the player owns a seat in a match that is not over."""


class Matches(Protocol):
    """Where matches are kept."""

    async def get(self, match_id: str) -> tuple[MatchLine, list[DealLine]] | None:
        """A match and its deals in order, the running one included."""

    async def actions(self, match: MatchLine, first: int, last: int) -> list[StoredAction]:
        """What was played in the deals with these serial numbers of the match's table."""

    async def of_player(self, player_id: str, viewer: str | None, *, before: str | None, limit: int) -> list[MatchLine]:
        """The player's matches as far as they are listed for the viewer, the latest first."""

    async def results(self, player_id: str, viewer: str | None) -> list[GameResult]:
        """How the player fared in those matches, by game."""


@dataclass(frozen=True)
class Site:
    """One server: its settings, texts and templates, and the ways to its players, matches and tables.

    ``ping`` asks the database for a sign of life; ``stalled`` says for how many seconds a move has been waiting to be
    stored; ``example`` is the source text of the example bot, None where it was not installed.
    """

    settings: Settings
    catalogue: Catalogue
    assets: Assets
    pages: Pages
    identity: Identity
    players: Players
    matches: Matches
    hub: Hub
    rate_limit: RateLimit
    metrics: CollectorRegistry
    ping: Callable[[], Awaitable[None]]
    stalled: Callable[[], float]
    example: str | None


def site_of(connection: HTTPConnection) -> Site:
    """The server that a request came to."""
    return cast(Site, connection.app.state.site)
