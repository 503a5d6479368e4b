"""The games under the suite: each with what its viewers may know."""

from __future__ import annotations

from types import ModuleType

from tests.conformance.games import auction, avinas, euchre, mighty

KNOWLEDGE: dict[str, ModuleType] = {"mighty": mighty, "avinas": avinas, "euchre": euchre, "auction": auction}
