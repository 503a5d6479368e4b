"""Recorded play of an independent engine: the same legal lists, scores, totals, dealers and match ends."""

import gzip
import io
from pathlib import Path

import pytest

from app.commands.replay import replay
from tests.rules.spec import covers

FOLDER = Path(__file__).parents[1] / "data" / "traces"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))


def text(file: Path) -> str:
    """A trace, unpacked."""
    return gzip.decompress(file.read_bytes()).decode()


def test_there_are_traces() -> None:
    assert len(FILES) >= 13


@covers("A1", "R6", "R11", "R14", "R17", "M20", "M22")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_trace_replays_line_by_line(file: Path) -> None:
    out = io.StringIO()
    assert replay(io.StringIO(text(file)), False, out) == 0
    actions = text(file).count('"do":')
    assert f"{actions} actions" in out.getvalue()


@covers("R10", "R18")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_trace_that_replay_writes_has_the_same_legal_lists(file: Path) -> None:
    out = io.StringIO()
    assert replay(io.StringIO(text(file)), True, out) == 0
    given = [line for line in text(file).splitlines() if '"do":' in line]
    written = [line for line in out.getvalue().splitlines() if '"do":' in line]
    assert written == given
