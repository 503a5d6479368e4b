"""What `docs/guarantees.md` promises is shown by tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROMISES = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", PROMISES)))


def test_every_promise_names_a_test() -> None:
    lines = [line for line in re.split(r"\n(?=- |## )", PROMISES) if line.startswith("- ")]
    assert len(lines) > 40
    assert [line for line in lines if "`tests/" not in line] == []


@pytest.mark.parametrize("name", NAMED)
def test_the_named_test_exists(name: str) -> None:
    path, _, test = name.partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {test or 'test_'}", source, re.MULTILINE)
