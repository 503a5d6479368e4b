"""The real server as `kibitz bench server` starts it: `kibitz serve` without limits on what connections may ask for."""

from __future__ import annotations

from app import logs, server
from app.commands.migrate import migrate
from app.config import Settings
from app.live.options import LiveOptions
from app.main import create_app


def main() -> None:
    """Entry of the child process; settings come from the environment."""
    settings = Settings()
    logs.configure(settings)
    migrate(settings)
    server.serve(create_app(settings, LiveOptions(message_rate=0)), settings)


if __name__ == "__main__":
    main()
