"""What the routes share. `create_app` makes it; any request reaches it through `site_of`."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from app.config import Settings
from app.web.assets import Assets
from app.web.auth import Identity
from app.web.i18n import Catalogue
from app.web.limits import RateLimit
from app.web.render import Pages


@dataclass(frozen=True)
class Site:
    """One server: its settings, texts, templates, and the ways to its players and tables."""

    settings: Settings
    catalogue: Catalogue
    assets: Assets
    identity: Identity
    pages: Pages
    rate_limit: RateLimit


def site_of(connection: HTTPConnection) -> Site:
    """The server that a request came to."""
    return cast(Site, connection.app.state.site)
