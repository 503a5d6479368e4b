"""A server in a process of its own, with a database in a temporary folder, that tests may also kill."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

from app.rules.base import Setup, settle
from app.rules.ruleset import parse_ruleset
from tests.browser.decided import DECK
from tests.conformance.frames import pack_for
from tests.conformance.playout import Deal

ROOT = Path(__file__).parent.parent.parent
READY = re.compile(r"http://localhost:(\d+)")
PATIENCE = 20.0  # seconds for the process to be ready or to end


class Server:
    """`kibitz serve` on a free port: bots do not wait, nothing is limited, packs are decided (see `decided`).

    :param folder: where the database and the server's output go
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.stack_random(1)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def database(self) -> Path:
        return self.folder / "kibitz.sqlite3"

    @property
    def log(self) -> str:
        """What the server has written to standard error so far."""
        return (self.folder / "log").read_text()

    def start(self) -> None:
        """Starts, or starts again on the same port and the same database."""
        environment = {
            **os.environ,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{self.database}",
            "BOT_SPEED": "0",
            "RATE_LIMIT": "0",
            "LOG_LEVEL": "warning",
            "PUBLIC_URL": "",
            DECK: str(self.folder / "deck.json"),
        }
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.decided", "serve"],
                cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        lines: Queue[str] = Queue()
        threading.Thread(target=_read, args=(self.process, lines), daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"the server did not start:\n{self.log}") from None
            if found := READY.search(line):
                self.port = int(found[1])
                return

    def kill(self) -> None:
        """Ends the process without giving it a moment."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends the process as an administrator would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    # Chance

    def stack(self, hands: tuple[tuple[str, ...], ...], kitty: tuple[str, ...], dealer: int = 0) -> None:
        """From now on deals give these hands in seat order; a match begins with this dealer."""
        ruleset = parse_ruleset("mighty/japanese@1")
        self._decide(pack_for(ruleset, Deal(Setup(dealer, hands, kitty), ())), dealer)

    def stack_random(self, seed: int, dealer: int = 0, rules: str = "mighty/japanese@1") -> None:
        """From now on deals give the pack of this seed, which must be for a game with these rules."""
        ruleset = parse_ruleset(rules)
        rng, players = random.Random(seed), ruleset.game.seats[0]
        pack = list(ruleset.game.pack(ruleset.options, players))
        rng.shuffle(pack)
        settle(ruleset.game, ruleset.options, players, pack, rng.randrange)
        self._decide(pack, dealer)

    def _decide(self, pack: list[str], dealer: int) -> None:
        new = self.folder / "deck.new"
        new.write_text(json.dumps({"pack": " ".join(pack), "dealer": dealer}))
        new.replace(self.folder / "deck.json")

    # What it stored

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Reads from the server's database."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            return connection.execute(query, values).fetchall()


def _read(process: subprocess.Popen[str], lines: Queue[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
