"""Logging: one line per event on standard error, in text for people or in JSON for collectors; never a secret.

Our own modules log through structlog; what libraries log through the standard module comes out in the same form.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.typing import Processor

from app.config import Settings

SECRET_WORDS = ("authorization", "cookie", "csrf", "database_url", "key", "pack", "password", "secret", "token")
LIBRARIES = ("aiosqlite", "alembic.runtime.migration", "asyncio", "sqlalchemy.engine", "websockets")
"""Loggers that are of interest only when looking for a mistake in the library itself."""


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blanks every field whose name says that its value is nobody's business."""
    for name in event:
        if name != "event" and any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "[hidden]"
    return event


def configure(settings: Settings) -> None:
    """Sets up logging for the whole process."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    last: list[Processor]
    if settings.log_format == "json":
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("python_multipart.multipart").setLevel(logging.ERROR)  # it warns of every form that is none
