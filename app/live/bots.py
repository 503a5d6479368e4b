"""Bots at a table: what they are shown, and what happens when one of them fails.

A bot is handed what its seat would be sent on the wire and nothing else, and answers through the same door as people.
Its wait is drawn by `app.live.pace` from public facts, with a generator of its own.
"""

from __future__ import annotations

import random
import secrets
from typing import Any

import structlog

from app.bots import choose
from app.rules.base import Choose
from app.table import views
from app.table.play import first_legal
from app.table.state import Table

log = structlog.get_logger(__name__)


class BotDriver:
    """The bots of all tables of a process.

    :param choices: used by the bots' choices only
    :param waits: used for their waits only
    """

    def __init__(self, choices: random.Random | None = None, waits: random.Random | None = None) -> None:
        self.choices = choices or random.Random(secrets.randbits(64))
        self.waits = waits or random.Random(secrets.randbits(64))

    def action(self, table: Table, seat: int) -> str:
        """What the bot on `seat` does now. A bot that fails plays the first legal action; the failure is logged without
        what was in its hand."""
        view = seat_view(table, seat)
        try:
            chosen = choose(table.meta.ruleset.game.name, view, self.choices)
        except Exception as error:
            log.warning("a bot failed", table=table.meta.code, failure=type(error).__name__)
            return first_legal(table, seat)
        return chosen

    def fallback(self, table: Table, seat: int, rule: str) -> str:
        """What is played instead of an action that the rules do not allow."""
        log.warning("a bot chose an illegal action", table=table.meta.code, rule=rule)
        return first_legal(table, seat)


def seat_view(table: Table, seat: int) -> dict[str, Any]:
    """What the owner of a seat is sent, as `app.bots.choose` takes it: the game's public view, the private view and the
    rule set."""
    game = table.meta.ruleset.game
    legal = game.legal(table.state, seat)
    private: dict[str, Any] = {
        "seat": seat,
        "standin": False,
        "host": False,
        "legal": None,
        "choose": None,
        "deal": game.private_view(table.state, seat),
    }
    if isinstance(legal, Choose):
        private["choose"] = {"verb": legal.verb, "count": legal.count, "among": list(legal.among)}
    else:
        private["legal"] = list(legal)
    return {"public": views.public_deal(table), "private": private, "ruleset": table.meta.ruleset_text}
