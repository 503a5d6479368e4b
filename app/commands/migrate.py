"""`kibitz migrate`: brings the database to the shape this version needs."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from app.config import Settings
from app.db.migrate import MigrationError, upgrade
from app.db.session import DatabaseAddressError, open_engine


class DatabaseTroubleError(Exception):
    """The database cannot be used; the text says why, in words for whoever runs the server."""


def migrate(settings: Settings) -> None:
    """Migrates and returns; harmless when nothing is to be done.

    :raises DatabaseTroubleError: nothing was changed
    """
    asyncio.run(_migrate(settings.database_url))


async def _migrate(database_url: str) -> None:
    try:
        engine = open_engine(database_url)
    except DatabaseAddressError as error:
        raise DatabaseTroubleError(str(error)) from error
    where = engine.url.render_as_string(hide_password=True)
    try:
        await upgrade(engine)
    except (SQLAlchemyError, MigrationError, OSError, TimeoutError) as error:
        raise DatabaseTroubleError(f"The database {where} cannot be used: {_reason(error)}") from error
    finally:
        await engine.dispose()


def _reason(error: BaseException) -> str:
    """The first line of what the driver said, without the statement."""
    cause = getattr(error, "orig", None) or error
    text = str(cause).strip() or type(cause).__name__
    return text.splitlines()[0]
