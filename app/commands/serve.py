"""`kibitz serve`: migrates, takes the database for itself where that is needed, and serves until it is stopped."""

import signal
from types import FrameType

from app import logs, server
from app.commands.migrate import DatabaseTroubleError, migrate
from app.config import Settings
from app.db.session import AlreadyRunningError, DatabaseAddressError, lock_database
from app.main import create_app


def _ended(_signal: int, _frame: FrameType | None) -> None:
    """Uvicorn raises the signal that ended it once more after a clean end: that end was asked for and went well."""


def serve(settings: Settings) -> None:
    """Serves until SIGINT or SIGTERM.

    :raises DatabaseTroubleError: the database cannot be used, or another process serves the same SQLite file
    """
    logs.configure(settings)
    signal.signal(signal.SIGTERM, _ended)
    listening = f"http://{settings.host}:{settings.port}"
    try:
        lock = lock_database(settings.database_url, listening)
    except (AlreadyRunningError, DatabaseAddressError) as error:
        raise DatabaseTroubleError(str(error)) from error
    try:
        migrate(settings)
        server.serve(create_app(settings), settings)
    finally:
        if lock is not None:
            lock.release()
