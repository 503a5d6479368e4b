"""Check a record against the rules, line by line, and write it as a record or a trace."""

from __future__ import annotations

import sys
from typing import TextIO

from app.resources import folder
from app.rules import record
from app.rules.base import IllegalAction
from app.rules.record import Position, RecordError
from app.web.i18n import DEFAULT_LANGUAGE, Catalogue


def replay(source: TextIO, trace: bool, out: TextIO) -> int:
    """Read a record from ``source``; with ``trace`` write the trace to ``out``. Returns the exit status.

    0 when every line follows the rules. Otherwise 1, with the line number and the reason in words on stderr; what was
    written up to that line is right.
    """
    position, number, actions, deals = Position(), 0, 0, 0
    try:
        for text in source:
            number += 1
            if text.strip():
                position, line = record.advance(position, text, trace)
                actions += "do" in line
                deals += "deal" in line
                if trace:
                    out.write(record.dump(line) + "\n")
        record.finish(position)
    except RecordError as error:
        print(f"line {number}: {words(error)}", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print(f"line {number + 1}: this is not UTF-8 text", file=sys.stderr)
        return 1
    if not trace:
        out.write(f"{deals} deals, {actions} actions: every line follows the rules\n")
    return 0


def words(error: RecordError) -> str:
    """The reason of an error as a sentence, without line breaks."""
    return error.reason if error.refusal is None else f"{error.reason.rsplit(': ', 1)[0]}: {_refusal(error.refusal)}"


def _refusal(refusal: IllegalAction) -> str:
    """The rule in the words that players read; by its own name where the catalogue has none."""
    catalogue, key = Catalogue(folder("static") / "i18n"), f"illegal.{refusal.rule}"
    if catalogue.has(DEFAULT_LANGUAGE, key):
        return catalogue.text(DEFAULT_LANGUAGE, key, **refusal.facts)
    return str(refusal).replace("_", " ")
