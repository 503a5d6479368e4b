"""The application: settings, database, hub and routes put together. The only place that wires."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
import structlog
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from prometheus_client import CollectorRegistry
from sqlalchemy.exc import SQLAlchemyError

from app import protocol
from app.config import Settings
from app.db.journal import Journal
from app.db.session import open_engine
from app.db.settings import signing_key
from app.live.hub import Hub
from app.live.options import LiveOptions
from app.live.storage import StoredTables
from app.resources import example_bot, folder
from app.web import account, api, api_account, api_matches, assets, errors, forms, health, match_pages, pages, sockets
from app.web.auth import Identity
from app.web.body import BodyLimit
from app.web.headers import HeadRequests, SecurityHeaders
from app.web.i18n import Catalogue
from app.web.limits import RateLimit
from app.web.metrics import HubCollector, JournalCollector
from app.web.passwords import Passwords
from app.web.render import Pages
from app.web.site import Site
from app.web.stores import StoredAccounts, StoredMatches, StoredPlayers, ping

ABOUT = """Everything a program needs to make guests and tables; play itself goes over the websocket described at
[/protocol](/protocol). Send the token of a guest as `Authorization: Bearer <token>`."""


log = structlog.get_logger("kibitz")

SESSIONS_EVERY = 10.0  # seconds between looks for sessions that were ended by another process
JOURNAL_PATIENCE = 0.5  # seconds; whatever tables had stored has been waited for before


def create_app(settings: Settings | None = None, options: LiveOptions | None = None) -> FastAPI:
    """The application, ready to be served. Its database must have been migrated (`app.db.migrate`).

    :param settings: from the environment where left out
    :param options: times and limits of the tables; those of the settings where left out
    """
    settings = settings or Settings()
    options = options or LiveOptions(bot_speed=settings.bot_speed, close_after=settings.close_tables_after * 86400)
    app = FastAPI(
        title="Kibitz",
        description=ABOUT,
        version=program_version(),
        openapi_url=pages.OPENAPI_PATH,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=partial(lifespan, settings=settings, options=options),
    )
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.state.assets = assets.Assets(folder("static"), fresh=settings.dev)
    for part in (account, api, api_account, api_matches, forms, health, match_pages, pages, sockets):
        app.include_router(part.router)
    app.include_router(assets.router(app.state.assets))
    errors.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(HeadRequests)
    app.add_middleware(SecurityHeaders)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI, settings: Settings, options: LiveOptions) -> AsyncIterator[None]:
    """Opens the database and the tables; at the end everything that was accepted is stored."""
    engine = open_engine(settings.database_url)
    journal = Journal(engine)
    registry = CollectorRegistry()
    static: assets.Assets = app.state.assets
    given_up: list[asyncio.Task[None]] = []
    passwords = Passwords()
    try:
        secret = settings.secret_key
        key = await signing_key(engine) if secret is None else secret.get_secret_value()
        hub = Hub(journal, StoredTables(journal), options, build=static.build)
        registry.register(JournalCollector(journal))
        registry.register(HubCollector(hub, journal))
        players = StoredPlayers(engine)
        accounts = StoredAccounts(engine)
        identity = Identity(key, players.find, accounts.find_session)
        catalogue = Catalogue(folder("static") / "i18n", fresh=settings.dev)
        app.state.hub = hub
        app.state.drain = partial(drain, hub, journal, given_up)
        app.state.site = Site(
            settings=settings,
            catalogue=catalogue,
            assets=static,
            pages=Pages(folder("templates"), catalogue, static, identity, fresh=settings.dev),
            identity=identity,
            players=players,
            accounts=accounts,
            passwords=passwords,
            matches=StoredMatches(engine),
            hub=hub,
            rate_limit=RateLimit(settings.rate_limit),
            metrics=registry,
            ping=partial(ping, engine),
            stalled=lambda: journal.stalled,
            example=example_bot(),
        )
        await hub.start()
        watching = asyncio.create_task(watch_sessions(hub, accounts), name="sessions that end elsewhere")
        yield
        watching.cancel()
        await hub.stop()
    finally:
        passwords.close()
        await asyncio.gather(journal.close(JOURNAL_PATIENCE), *given_up)
        await engine.dispose()


async def watch_sessions(hub: Hub, accounts: StoredAccounts, every: float = SESSIONS_EVERY) -> None:
    """Closes open connections whose session another process has ended (`kibitz reset-password`, another server)."""
    while True:
        await asyncio.sleep(every)
        open_here = hub.sessions()
        if not open_here:
            continue
        try:
            ended = open_here - await accounts.living(open_here)
        except (SQLAlchemyError, OSError) as error:
            log.warning("sessions not looked up", error=type(error).__name__)
            continue
        if ended:
            hub.end_sessions(ended)


async def drain(hub: Hub, journal: Journal, given_up: list[asyncio.Task[None]]) -> None:
    """Before the sockets close: drains the tables. A database that does not answer by then is given up at once, while
    the rest comes to its end, since its driver cannot be interrupted and may take `BUSY_SECONDS` more."""
    await hub.drain()
    if journal.waiting:
        given_up.append(asyncio.create_task(journal.close(0), name="journal given up"))


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description; structures that the wire has as well come from its own definitions."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        shared = (protocol.Summary, protocol.SummarySeat, protocol.Lobby)
        _, components = msgspec.json.schema_components(shared, ref_template="#/components/schemas/{name}")
        schema["components"]["schemas"].update(components)
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = schema
    return app.openapi_schema


def program_version() -> str:
    """The version that is installed."""
    try:
        return version("kibitz")
    except PackageNotFoundError:
        return "0"
