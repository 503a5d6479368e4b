"""Seals: what is read from a journal must be what was written, and must make of the table what it was.

Every entry's id ends in a seal: a digest of the entry, of the seal before it, and of how the table stood after it
(phase, deal, ply, who may act, the totals after a deal). Whoever folds a journal works the seals out again: where one
is different somebody has changed a row, or the rules make something else of it today. Then the table is not what people
were shown, and it must not go on.

A seal is a digest of plain facts, not of the structure of a state, so that a new field in one breaks nothing. Entries
without a seal (of earlier versions) and with seals of another kind are not looked at.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from itertools import count

from app.table.entries import Entry, numbers
from app.table.evolve import evolve
from app.table.state import FINISHED, RESULT, Table, to_act

MARK = "~1"  # the kind of seal: what goes into it, and how
SIZE = 7  # bytes
UNSEALED = ""  # before the first entry

_ids = map(f"{secrets.token_hex(6)}-{{:x}}{MARK}".format, count(1))


class DamagedError(Exception):
    """The journal of a table cannot be read from its first entry on."""


def seal_after(seal: str, entry: Entry, table: Table) -> str:
    """The seal of an entry.

    :param seal: of the entry before it
    :param table: after this entry
    """
    _, kind, seat, who, text, deal, ply, client_id, _, _ = entry
    meta = table.meta
    stands = f"{meta.phase}/{meta.deals}/{table.ply}/{sorted(to_act(table))}"
    if meta.match is not None and meta.phase in (RESULT, FINISHED):
        stands += str(numbers(meta.match.rules.totals))
    sealed = f"{seal}\n{kind}\n{seat}\n{who}\n{text}\n{deal}\n{ply}\n{client_id}\n{stands}"
    return blake2b(sealed.encode(), digest_size=SIZE).hexdigest()


def seal_all(before: Table | None, seal: str, entries: Sequence[Entry], after: Table) -> tuple[list[Entry], str]:
    """Entries with their ids, and the last seal.

    :param before: the table they are for; None when the first of them opens it
    :param after: the table with all of them
    """
    sealed = []
    table = before
    for place, entry in enumerate(entries, 1):
        table = after if place == len(entries) or table is None else evolve(table, entry)
        seal = seal_after(seal, entry, table)
        sealed.append(Entry(*entry[:8], f"{next(_ids)}{seal}", entry.at))
    return sealed, seal


def fits(entry: Entry, seal: str) -> bool:
    """Whether a stored entry carries this seal, or none that could be compared."""
    _, mark, own = entry.entry_id.rpartition(MARK)
    return not mark or own == seal
