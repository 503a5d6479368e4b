"""What comes out of a table: a step with its entries and effects, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.rules.base import Fact
from app.table.entries import Entry
from app.table.rows import Row
from app.table.state import ChatLine, Table


class Shuffle(NamedTuple):
    """Put `cards` into random order and answer `Shuffled(deal, pack, dealer)`; with `first` also draw the dealer.

    `deal` is the number of the deal to come, `players` how many seats there are.
    """

    deal: int
    cards: tuple[str, ...]
    players: int
    first: bool


class AskBot(NamedTuple):
    """Let a bot choose for `seat` from the views of that seat and answer `BotActs(seat, ply, …)`, after its delay."""

    seat: int
    ply: int
    version: int


class Wake(NamedTuple):
    """Answer `Woke(token)` at `at` (Unix time in seconds). A newer one takes the place of an older one.

    With a `seat` it is the clock of that seat's turn: answer `OutOfTime(token, seat, action)`, with what the seat's bot
    chooses. It is another clock than the one without; the same turn's does not start anew.
    """

    at: float
    token: str
    seat: int | None = None


class Said(NamedTuple):
    """Send a line of chat to everybody who `hears` its room."""

    line: ChatLine


Effect = Shuffle | AskBot | Wake | Said


class Step(NamedTuple):
    """What a message led to. Without entries nothing changed and the message is simply `done`.

    `entries` and `rows` belong into one transaction; only after it `table` takes the place of the old one and `effects`
    are carried out in order.
    """

    table: Table
    entries: tuple[Entry, ...]
    effects: tuple[Effect, ...]
    rows: tuple[Row, ...]


class Refused(NamedTuple):
    """Nothing changed; the sender alone is told why."""

    code: str
    rule: str = ""
    facts: Mapping[str, Fact] = {}
