"""Pages: Jinja2 templates with what every one of them is given (listed at the top of `app.web.pages`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.web.assets import Assets
from app.web.auth import Identity, Player, cookie_name
from app.web.i18n import Catalogue, negotiate

LANGUAGE_COOKIE = "kibitz-lang"
PROTOCOL = 1

log = structlog.get_logger("kibitz.web")


class Pages:
    """Renders templates for a visitor: in their language, with their name, with the token their forms need.

    :param folder: the templates
    :param fresh: read templates anew when they change
    """

    def __init__(
        self, folder: Path, catalogue: Catalogue, assets: Assets, identity: Identity, fresh: bool = False
    ) -> None:
        self._catalogue = catalogue
        self._assets = assets
        self._identity = identity
        self._environment = Environment(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=fresh,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["static"] = assets.url

    def language(self, request: Request) -> str:
        """The visitor's language: chosen by hand, else wished by the browser."""
        chosen = request.cookies.get(cookie_name(request, LANGUAGE_COOKIE))
        return negotiate(chosen, request.headers.get("accept-language", ""), self._catalogue.languages)

    async def page(
        self, request: Request, name: str, context: Mapping[str, Any], data: Mapping[str, Any] | None = None
    ) -> HTMLResponse:
        """The page ``<name>.html``.

        :param context: what the template is given besides the things every template gets
        :param data: what the page's scripts are given besides the things every script gets
        """
        player = await self._identity.player(request)
        return self._respond(request, name, player, context, data or {})

    async def error(
        self, request: Request, texts: Mapping[str, str], status: int, headers: Mapping[str, str] | None
    ) -> HTMLResponse:
        """The error page. It comes up even when the storage is away and nobody can be recognised.

        :param texts: ``code``, ``title`` and ``message``
        """
        try:
            player = await self._identity.player(request)
        except Exception as error:
            log.warning("visitor not looked up", error=type(error).__name__)
            player = None
        response = self._respond(request, "error", player, {**texts, "status": status}, {})
        response.status_code = status
        response.headers.update(headers or {})
        return response

    def _respond(
        self,
        request: Request,
        name: str,
        player: Player | None,
        context: Mapping[str, Any],
        data: Mapping[str, Any],
    ) -> HTMLResponse:
        known_visit = self._identity.visit(request)
        visit = known_visit or self._identity.new_visit()
        lang = self.language(request)
        translate = self._catalogue.translator(lang)
        common = {
            "page": name,
            "lang": lang,
            "player": None if player is None else {"id": player.id, "name": player.name},
            "csrf": self._identity.form_token(visit),
        }
        page_data = {
            **common,
            "static": self._assets.base,
            "catalogue": self._assets.url(f"i18n/{lang}.json"),
            "protocol": PROTOCOL,
            "build": self._assets.build,
            "ws_lobby": "/ws/lobby",
            "languages": self._catalogue.language_names(),
            **data,
        }
        html = self._environment.get_template(f"{name}.html").render(
            {
                **common,
                "t": translate,
                "has": lambda key: self._catalogue.has(lang, key),
                "languages": self._catalogue.language_names(),
                "path": own_path(request),
                "page_data": page_data,
                **context,
            }
        )
        response = HTMLResponse(html, headers={"cache-control": "private, no-cache", "vary": "cookie, accept-language"})
        if known_visit is None:
            self._identity.keep_visit(request, response, visit)
        return response


def own_path(request: Request) -> str:
    """Path and query of the page that is shown, for forms that lead back to it."""
    if request.method not in ("GET", "HEAD"):
        return "/"
    return with_query(quote(request.scope["path"], safe="/:@"), request)


def with_query(path: str, request: Request) -> str:
    """A path with the query of this request. (``request.url`` is avoided: it fails on a Host header that is none.)"""
    query = request.scope["query_string"].decode("latin-1")
    return path + (f"?{query}" if query else "")
