"""The toy game is known to the server for the time of these tests."""

import pytest

from app.rules.registry import GAMES
from tests.table.toy import TOY


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rule sets name the toy game."""
    monkeypatch.setitem(GAMES, "toy", TOY)
