"""`kibitz serve`, except that chance is decided: every deal takes its pack and its first dealer from a file.

Run as `python -m tests.browser.decided`; `KIBITZ_DECK` names the file. Nothing else differs from the command.
"""

from __future__ import annotations

import functools
import json
import os
import random
from pathlib import Path
from typing import Any

from app import main
from app.cli import main as kibitz
from app.live.bots import BotDriver
from app.live.hub import Hub
from app.table.state import Table

DECK = "KIBITZ_DECK"


class Decided(random.Random):
    """Chance that does what the file says at the moment it is asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(0)
        self.path = path

    def _decision(self) -> dict[str, Any]:
        decision: dict[str, Any] = json.loads(self.path.read_text())
        return decision

    def shuffle(self, x: Any) -> None:
        pack = self._decision()["pack"].split(" ")
        # A table that another test has left may deal once more, with the pack of another game: it keeps its own order.
        if sorted(pack) == sorted(x):
            x[:] = pack

    def randrange(self, players: int, *_: int) -> int:  # type: ignore[override]
        return int(self._decision()["dealer"]) % players


class SteadyBots(BotDriver):
    """Bots whose choice depends on the moment of the deal alone, not on what the process has done before."""

    def action(self, table: Table, seat: int) -> str:
        self.choices.seed(f"{table.ply}/{seat}")
        return super().action(table, seat)


if __name__ == "__main__":
    main.Hub = functools.partial(  # type: ignore[misc, assignment]
        Hub, chance=Decided(Path(os.environ[DECK])), bots=SteadyBots()
    )
    kibitz()
