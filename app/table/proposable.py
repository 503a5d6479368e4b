"""Everything that can be proposed at a table, by the name it has on the wire."""

from __future__ import annotations

from collections.abc import Mapping

from app.table.claim import CLAIM
from app.table.ending import END_MATCH
from app.table.proposals import Kind
from app.table.removal import REMOVE
from app.table.shadowing import SHADOW
from app.table.undo import UNDO

PROPOSABLE: Mapping[str, Kind] = {"end": END_MATCH, "undo": UNDO, "claim": CLAIM, "shadow": SHADOW, "remove": REMOVE}
