"""Entries: what a table's journal is made of. State is nothing but the fold of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One row of a table's journal.

    `who`: id of a player, "bot" or "table". `deal` counts the deals of the table over all its matches, `ply` the
    actions of a deal (0 is the pack), so that (table, deal, ply) is a key. `client_id` is the id of the message that
    led to it. `entry_id` belongs to the shell, which knows its own rows by it after a lost commit. `at`: Unix time in
    seconds.
    """

    seq: int
    kind: str
    seat: int | None
    who: str
    text: str
    deal: int | None
    ply: int | None
    client_id: str | None
    entry_id: str
    at: float


# Kinds. `text` is given in brackets.
OPEN = "open"  # the table (json: the fields of `Opening`, name); who = host
SIT = "sit"  # somebody takes a seat, one that is handed on, or theirs again (label)
STAND = "stand"  # somebody leaves a seat
BOT = "bot"  # a bot is put on a seat or taken off (json: on, label; absent: until its person is back)
ABSENT = "absent"  # somebody is gone for long, or back (json: absence, as in `SeatState`); who = who has chosen so
LINK = "link"  # a link that hands a seat on (its hash, empty when it is void)
SEEN = "seen"  # somebody has read what was done in their seat
HOST = "host"  # the host's rights go on (player id, empty for nobody)
MATCH = "match"  # a match begins (json: id, number; where seats go away, `seats`: the numbers of those that stay)
DEAL = "deal"  # a pack is dealt (the pack in its order); seat = dealer, ply 0
ACT = "act"  # an action (its text form)
UNDO = "undo"  # the last actions of the deal are taken back (json: back, how many); seat = whose the first of them was
CLAIM = "claim"  # a seat takes all that is left of the deal, as was agreed or could not be otherwise
# A deal is over (json: redeal, scores, totals, outcome; `stood_in` where bots played for people; `closed`: what was not
# played stays closed).
END = "end"
MATCH_END = "match_end"  # a match is over (json: totals, winners; `ended` before its time)
CLOCK = "clock"  # what a turn took from a seat's bank, or that it ran out of time (json: bank, late), before the action
READY = "ready"  # a seat is ready for the next deal; without seat: it is dealt without waiting
PROPOSE = "propose"  # something that others have to agree to (json: kind, name, needs, facts, majority, moment, sealed)
VOTE = "vote"  # an answer to it (json: number, yes)
SETTLE = "settle"  # it is granted or dropped (json: number, granted, why); what follows are entries of their own
PAUSE = "pause"  # a clock stands still while the server restarts (json: token, left); seat = whose turn it is
SHADOW = "shadow"  # a spectator sees the cards of a seat from now on (json: name)
UNSHADOW = "unshadow"  # and no more (player id of the spectator); who = who has ended it
KICK = "kick"  # somebody loses their seat: in a match a bot gets it (json: label), else nobody
BLOCK = "block"  # somebody is not let in any more, or is again (json: player, name, on)
CLOSE = "close"  # the table is closed for good
REPORT = "report"  # a line of chat is shown to the host (json: by, room, name, text, phrase, said); who = who reports
CHAT = "chat"  # something is said (json: room, name, text, phrase)

BY_BOT = "bot"
BY_TABLE = "table"


def pack_text(facts: Mapping[str, Any]) -> str:
    """The text of an entry with several facts."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def unpack_text(text: str) -> dict[str, Any]:
    """The facts of an entry's text."""
    facts: dict[str, Any] = json.loads(text)
    return facts


def number(score: Fraction | int) -> int | str:
    """A score as JSON: a whole number, or a fraction in words such as "31/2"."""
    whole = score.denominator == 1
    return score.numerator if whole else f"{score.numerator}/{score.denominator}"


def numbers(scores: Mapping[str, tuple[Fraction | int, ...]]) -> dict[str, list[int | str]]:
    """Scores by kind as JSON."""
    return {kind: [number(score) for score in row] for kind, row in scores.items()}
