"""The server that `kibitz chaos` ill-treats: `kibitz serve` as a child process, always on the same port."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

STARTING_SECONDS = 40.0
ENDING_SECONDS = 12.0  # containers are given ten
SERVE = (sys.executable, "-m", "app.cli", "serve")


class ServerError(RuntimeError):
    """The server did not do what it was told; the message holds what it said."""


class ServerProcess:
    """One server after the other, in the same place.

    :param command: what serves, with the settings in its environment
    """

    def __init__(self, database_url: str, log: Path, command: Sequence[str] = SERVE, bot_speed: float = 4.0) -> None:
        self.port = free_port()
        self.log = log
        self._command = tuple(command)
        self._environment = os.environ | {
            "DATABASE_URL": database_url,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "BOT_SPEED": str(bot_speed),
            "RATE_LIMIT": "0",
            "LOG_LEVEL": "warning",
        }
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where its websockets are."""
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)
        until = time.monotonic() + STARTING_SECONDS
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            if self._child.poll() is not None or time.monotonic() > until:
                raise ServerError(f"the server did not start:\n{self.said()}")
            time.sleep(0.02)

    def end(self, how: signal.Signals) -> int:
        """Ends it by a signal and waits; its exit status."""
        if self._child is None:
            return 0
        self._child.send_signal(how)
        try:
            return self._child.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
            raise ServerError(f"the server did not end within {ENDING_SECONDS:g} seconds") from None

    def stop(self) -> None:
        """Ends it without any warning; harmless when it does not run."""
        if self._child is not None and self._child.poll() is None:
            self._child.kill()
            self._child.wait()

    def said(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""

    def post(self, path: str, body: object, token: str | None = None) -> dict[str, Any]:
        """Posts JSON to its API."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            raise ServerError(f"POST {path} was answered {response.status}: {text.decode(errors='replace')[:300]}")
        answer: dict[str, Any] = json.loads(text)
        return answer


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
