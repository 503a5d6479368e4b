"""How long a proposal has waited for answers."""

from __future__ import annotations

from app.table.proposals import ANSWER_WAIT
from app.table.state import Table


class AnswerClock:
    """Looked at with every tick. In memory only: after a restart people have all the time anew, since nobody could
    answer while the server was down and those who have not come back yet would not be asked."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def due(self, table: Table, now: float) -> int | None:
        """The number of a proposal for which the time is over, on the clock of the event loop."""
        if not self._since and not table.meta.proposals:
            return None
        self._since = {asked.number: self._since.get(asked.number, now) for asked in table.meta.proposals}
        return next((number for number, since in self._since.items() if now - since >= ANSWER_WAIT), None)

    def hold(self, seconds: float) -> None:
        """Nobody could answer for so long."""
        self._since = {number: since + seconds for number, since in self._since.items()}
