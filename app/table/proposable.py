"""Everything that can be proposed at a table, by the name it has on the wire."""

from __future__ import annotations

from collections.abc import Mapping

from app.table.ending import END_MATCH
from app.table.proposals import Kind
from app.table.shadowing import SHADOW

PROPOSABLE: Mapping[str, Kind] = {"end": END_MATCH, "shadow": SHADOW}
