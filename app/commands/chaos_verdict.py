"""What `kibitz chaos` holds against the database at the end: everything shown, acknowledged and played is in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.commands.chaos_ledger import Ledger, Message, digest
from app.db.history import StoredAction, stored_actions
from app.db.journal import Journal
from app.db.matches import DealLine, MatchLine, get_match
from app.db.models import Match
from app.db.tables import find_table
from app.live.history import record_of, replay
from app.live.storage import entry_of
from app.rules import record
from app.rules.base import IllegalAction
from app.rules.record import Position, RecordError
from app.rules.ruleset import RuleSet, parse_ruleset
from app.table import views
from app.table.entries import ACT, BY_BOT, BY_TABLE, Entry, unpack_text
from app.table.evolve import evolve, opened
from app.table.state import Table


class Checked(NamedTuple):
    """How much was checked: entries folded, views compared, acknowledged messages found, deals and whole matches
    replayed."""

    entries: int = 0
    views: int = 0
    acknowledged: int = 0
    deals: int = 0
    matches: int = 0

    def plus(self, other: Checked) -> Checked:
        """Both together."""
        return Checked(*(a + b for a, b in zip(self, other, strict=True)))


async def judge(engine: AsyncEngine, ledger: Ledger, codes: Iterable[str]) -> Checked:
    """Checks the tables with these codes; what is wrong goes into the ledger."""
    checked = Checked()
    journal = Journal(engine)
    try:
        for code in codes:
            stored = await find_table(engine, code)
            if stored is None:
                ledger.wrong(f"table {code} is gone")
                continue
            entries = [entry_of(row) for row in await journal.load(stored.id)]
            checked = checked.plus(Checked(entries=len(entries), views=_compare_views(ledger, code, entries)))
            checked = checked.plus(Checked(acknowledged=_find_messages(ledger, code, entries)))
            checked = checked.plus(await _replay_matches(engine, ledger, stored.id))
    finally:
        await journal.close()
    return checked


def _compare_views(ledger: Ledger, code: str, entries: list[Entry]) -> int:
    """Every view that was ever shown must be what the journal gives for its version; how many were compared."""
    wanted = {player: dict(shown) for (table, player), shown in ledger.shown.items() if table == code}
    compared = 0
    try:
        table = opened(entries[0])
        for number, entry in enumerate(entries):
            table = evolve(table, entry) if number else table
            if table.version == table.seq:
                compared += _at(ledger, table, wanted)
    except (ValueError, IllegalAction, IndexError) as error:
        ledger.wrong(f"the journal of table {code} cannot be folded: {error}")
        return compared
    for player, left in wanted.items():
        if left:
            ledger.wrong(f"table {code}: {player} was shown versions that are not in the journal: {sorted(left)[:5]}")
    return compared


def _at(ledger: Ledger, table: Table, wanted: dict[str, dict[int, Any]]) -> int:
    """Compares all views of one version, and takes them off the list."""
    here = {player: shown.pop(table.version) for player, shown in wanted.items() if table.version in shown}
    if not here:
        return 0
    public = digest(json.loads(json.dumps(views.public(table))))
    for player, shown in here.items():
        private = views.private(table, player)
        mine = digest(json.loads(json.dumps(private))) if private else ""
        if (shown.public, shown.private) != (public, mine):
            ledger.wrong(f"table {table.meta.code}, version {table.version}: {player} was shown what the journal lacks")
    return len(here)


def _find_messages(ledger: Ledger, code: str, entries: list[Entry]) -> int:
    """What was acknowledged must be in the journal once, what was refused never, and nothing that nobody sent."""
    stored = Counter((entry.who, entry.client_id) for entry in entries if entry.client_id)
    texts = {(entry.who, entry.client_id): _text(entry) for entry in entries if entry.client_id}
    found = 0
    for key, message in ledger.sent.items():
        if message.code != code:
            continue
        times = stored[key]
        if key in ledger.done:
            found += 1
            if times != 1 and not (times == 0 and _needs_no_entry(message)):
                ledger.wrong(f"{message.kind} {message.id} of {message.player} was acknowledged, stored {times} times")
        elif key in ledger.never and times:
            ledger.wrong(f"{message.kind} {message.id} of {message.player} was refused, and is stored")
        if times and message.kind in ("act", "chat") and texts[key] != message.text:
            ledger.wrong(f"{message.player} sent {message.text!r}, and {texts[key]!r} is stored")
    for entry in entries:
        person = entry.kind == ACT and entry.who not in (BY_BOT, BY_TABLE)
        if person and (entry.who, entry.client_id) not in ledger.sent:
            ledger.wrong(f"table {code}: entry {entry.seq} is an action that nobody sent")
    return found


def _text(entry: Entry) -> str:
    return str(unpack_text(entry.text)["text"]) if entry.kind == "chat" else entry.text


def _needs_no_entry(message: Message) -> bool:
    """Whether a message may be done already: whoever sits or is ready may say so again."""
    return message.kind in ("sit", "ready")


async def _replay_matches(engine: AsyncEngine, ledger: Ledger, table_id: int) -> Checked:
    """Plays all deals of a table's matches again by the rules, and whole matches that are over from their records."""
    checked = Checked()
    async with engine.connect() as connection:
        ids = (await connection.scalars(select(Match.id).where(Match.table_id == table_id))).all()
    for match_id in ids:
        found = await get_match(engine, match_id)
        if found is None:
            ledger.wrong(f"match {match_id} cannot be read")
            continue
        line, deals = found
        actions = await stored_actions(engine, table_id, deals[0].serial, deals[-1].serial) if deals else []
        try:
            checked = checked.plus(await _replay(line, deals, actions))
        except (ValueError, IllegalAction, RecordError) as error:
            ledger.wrong(f"match {match_id} does not replay: {error}")
    return checked


async def _replay(line: MatchLine, deals: list[DealLine], actions: list[StoredAction]) -> Checked:
    """
    :raises ValueError: (or `IllegalAction`, `RecordError`) what is stored is not what the rules make of it
    """
    ruleset: RuleSet = parse_ruleset(line.ruleset)
    players = len({sitting.seat for sitting in line.sittings})
    for deal in deals:
        played = replay(ruleset, players, deal, actions)
        outcome = ruleset.game.outcome(played.state)
        if (outcome is None) != (deal.outcome is None):
            raise ValueError(f"deal {deal.number} is stored as {'over' if deal.outcome else 'running'}, and is not")
        if outcome is not None and record.scores_json(outcome.scores) != record.scores_json(deal.scores):
            raise ValueError(f"deal {deal.number} is stored with other scores")
    if line.ended_at is None:
        return Checked(deals=len(deals))
    names = [next(had.name for had in reversed(line.sittings) if had.seat == seat) for seat in range(players)]
    position = Position()
    for text in (await record_of(ruleset, names, line.id, deals, actions)).splitlines():
        position, _ = record.advance(position, text)
    record.finish(position)
    return Checked(deals=len(deals), matches=1)
