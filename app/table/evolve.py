"""The fold: a table after one more entry. Everything a table is comes from here, after a restart as in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from app.rules import match as matches
from app.rules.base import State
from app.rules.disclosure import short_facts
from app.rules.ruleset import parse_ruleset
from app.table import entries as kinds
from app.table import evolve_people, evolve_words
from app.table.deeds import deeds_after, without, without_last
from app.table.entries import Entry, unpack_text
from app.table.labels import RECENT_PLAYERS
from app.table.shadows import followed
from app.table.state import (
    DEALING,
    EMPTY_SEAT,
    FINISHED,
    LOBBY,
    RESULT,
    RUNNING,
    MatchState,
    Meta,
    Move,
    Result,
    Table,
    Undone,
    running_match,
)

RECENT_IDS = 16  # per player: more than a client ever has under way


def fold(entries: Iterable[Entry]) -> Table:
    """A table from its journal, whose first entry opens it. Raises ValueError for an empty or a damaged journal."""
    table: Table | None = None
    for entry in entries:
        table = opened(entry) if table is None else evolve(table, entry)
    if table is None:
        raise ValueError("a journal without entries")
    return table


def opened(entry: Entry) -> Table:
    """The table that an `open` entry makes."""
    if entry.kind != kinds.OPEN:
        raise ValueError(f"a journal cannot begin with {entry.kind}")
    facts = unpack_text(entry.text)
    meta = Meta(
        code=facts["code"],
        ruleset=parse_ruleset(facts["ruleset"]),
        ruleset_text=facts["ruleset"],
        open=facts["open"],
        watch=facts["watch"],
        host=entry.who,
        phase=LOBBY,
        seats=(EMPTY_SEAT,) * facts["players"],
        match=None,
        deals=0,
        turn_clock=facts.get("turn_clock", 0),
        bank=facts.get("bank", 0),
        friendly=facts.get("friendly", False),
        absent_after=facts.get("absent_after", 60),
        closed_discards=facts.get("closed_discards", False),
        phrases_only=facts.get("phrases_only", False),
    )
    return Table(entry.seq, entry.seq, entry.seq, entry.seq, 0, meta, None, {}, {entry.who: facts["name"]}, ())


def evolve(table: Table, entry: Entry) -> Table:
    """The table after one more entry. Raises ValueError for a kind it does not know or a gap in the journal."""
    if entry.seq != table.seq + 1:
        raise ValueError(f"entry {entry.seq} cannot follow {table.seq}")
    if entry.kind == kinds.ACT:
        return acted(table, entry, table.meta.ruleset.game.apply(table.state, entry.seat, entry.text))
    change = _CHANGES.get(entry.kind)
    if change is None:
        raise ValueError(f"unknown kind of entry: {entry.kind}")
    table = table._replace(seq=entry.seq, recent=_remember(table.recent, entry))
    if entry.kind not in _UNSEEN:
        table = table._replace(version=entry.seq)
    return followed(table.meta, change(table, entry))


def acted(table: Table, entry: Entry, state: State) -> Table:
    """The table after an action whose state is known already (a decision computes it once)."""
    seq = entry.seq
    _, _, since, claimed, ply, meta, before, recent, labels, chat, did, stood_in, moves = table
    game = meta.ruleset.game
    if game.at_once(state) and game.at_once(before):
        old, new = game.contest(before), game.contest(state)
        if old != new:
            claimed = seq
        if old is not None and new is not None and old[0] != new[0]:
            since = seq
        moves = None
    else:
        since = claimed = seq
        moves = Move(moves, entry.seat, entry.who, entry.text, before)
    meta = _moved_on(meta)
    old_did, did = did, deeds_after(did, entry, meta)
    if entry.seat is not None and did is not old_did:
        stood_in |= {entry.seat}
    elif entry.seat in did:
        did = without(did, entry.seat)
    recent = _remember(recent, entry)
    return Table(seq, seq, since, claimed, ply + 1, meta, state, recent, labels, chat, did, stood_in, moves)


def _moved_on(meta: Meta) -> Meta:
    """The meta after something was done in the deal: what was proposed for that moment alone is dropped."""
    if not meta.proposals:
        return meta
    return meta._replace(proposals=tuple(asked for asked in meta.proposals if asked.ply is None))


def _remember(recent: Mapping[str, tuple[str, ...]], entry: Entry) -> Mapping[str, tuple[str, ...]]:
    """Keep the message's id; whoever spoke longest ago is forgotten first."""
    if entry.client_id is None:
        return recent
    grown = dict(recent)
    grown[entry.who] = (*grown.pop(entry.who, ()), entry.client_id)[-RECENT_IDS:]
    if len(grown) > RECENT_PLAYERS:
        del grown[next(iter(grown))]
    return grown


# ------------------------------------------------------------------------------------------ match and deal


def _match(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    if "seats" in facts:
        meta = meta._replace(seats=tuple(meta.seats[number] for number in facts["seats"]))
    seats = tuple(seat._replace(bank=meta.bank, late=0, before=None, missed=()) for seat in meta.seats)
    meta = meta._replace(seats=seats, proposals=())
    rules = matches.start(meta.ruleset, len(meta.seats), 0)  # the first dealer comes with the first pack
    match = MatchState(facts["id"], facts["number"], 0, rules, ())
    return table._replace(
        acted=entry.seq, claimed=entry.seq, state=None, did={}, meta=meta._replace(phase=DEALING, match=match)
    )


def _deal(table: Table, entry: Entry) -> Table:
    meta, match = table.meta, running_match(table)
    if entry.seat is None or entry.deal != meta.deals + 1:
        raise ValueError(f"deal {entry.deal} cannot follow {meta.deals}")
    game, options, players = meta.ruleset.game, meta.ruleset.options, len(meta.seats)
    if not match.dealt:
        match = match._replace(rules=matches.start(meta.ruleset, players, entry.seat))
    state = game.deal(options, game.setup(options, players, entry.seat, entry.text.split(" ")))
    meta = meta._replace(
        phase=RUNNING,
        deals=entry.deal,
        match=match._replace(dealt=match.dealt + 1),
        undone=(),
        seats=tuple(seat._replace(ready=False) for seat in meta.seats),
        knew=(),
    )
    return table._replace(
        acted=entry.seq, claimed=entry.seq, ply=0, state=state, meta=meta, stood_in=frozenset(), moves=None
    )


def _undo(table: Table, entry: Entry) -> Table:
    """The deal as it was before its last actions. What they showed stays in `undone`; its plies are not used again."""
    meta, game, moves = table.meta, table.meta.ruleset.game, table.moves
    if entry.seat is None or meta.phase != RUNNING:
        raise ValueError("nothing can be taken back")
    state, did, back = table.state, table.did, unpack_text(entry.text)["back"]
    for _ in range(back):
        if moves is None:
            raise ValueError("more is taken back than was done")
        if moves.who in (kinds.BY_BOT, kinds.BY_TABLE):
            did = without_last(did, moves.seat)
        state, moves = moves.before, moves.earlier
    lines = game.public_view(table.state).get("log", [])
    kept = len(lines) - back
    undone = Undone(kept, entry.seat, tuple((seat, action) for seat, action in lines[kept:]))
    return table._replace(
        acted=entry.seq,
        claimed=entry.seq,
        ply=table.ply + 1,
        state=state,
        did=did,
        moves=moves,
        meta=_moved_on(meta)._replace(undone=(*meta.undone, undone)),
    )


def _claim(table: Table, entry: Entry) -> Table:
    """The deal at the end to which it comes when a seat takes all that is left."""
    claims = table.meta.ruleset.game.claims
    if claims is None or entry.seat is None or table.meta.phase != RUNNING or not claims.open(table.state, entry.seat):
        raise ValueError("nothing can be claimed")
    state = claims.take(table.state, entry.seat)
    meta = _moved_on(table.meta)
    return table._replace(acted=entry.seq, claimed=entry.seq, ply=table.ply + 1, state=state, meta=meta)


def _end(table: Table, entry: Entry) -> Table:
    meta, match = table.meta, running_match(table)
    outcome = meta.ruleset.game.outcome(table.state)
    if outcome is None:
        raise ValueError("the deal is not over")
    rules = matches.finish_deal(match.rules, table.state)
    facts = short_facts(meta.ruleset.game, outcome, closed=meta.closed_discards)
    result = Result(match.dealt, outcome.redeal, outcome.scores, rules.totals, facts)
    match = match._replace(rules=rules, results=(*match.results, result))
    return table._replace(acted=entry.seq, claimed=entry.seq, meta=meta._replace(phase=RESULT, match=match))


def _match_end(table: Table, entry: Entry) -> Table:
    """The match is over. The deal that ran when it was ended before its time is not shown any more: it counts for
    nothing, and its cards stay secret."""
    meta, match = table.meta, running_match(table)
    seats = tuple(seat._replace(link="", absence="bot" if seat.absence == "bot" else "") for seat in meta.seats)
    ended = bool(unpack_text(entry.text).get("ended"))
    state = None if meta.phase == RUNNING else table.state
    meta = meta._replace(phase=FINISHED, seats=seats, match=match._replace(ended=ended), proposals=(), shadows=())
    return table._replace(acted=entry.seq, claimed=entry.seq, state=state, meta=meta)


_UNSEEN = (kinds.CHAT, kinds.PAUSE)  # no view is another one after these

_CHANGES: Mapping[str, Callable[[Table, Entry], Table]] = {
    **evolve_people.CHANGES,
    **evolve_words.CHANGES,
    kinds.MATCH: _match,
    kinds.DEAL: _deal,
    kinds.UNDO: _undo,
    kinds.CLAIM: _claim,
    kinds.END: _end,
    kinds.MATCH_END: _match_end,
}
