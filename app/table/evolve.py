"""The fold: a table after one more entry. Everything a table is comes from here, after a restart as in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from app.rules import match as matches
from app.rules.base import State
from app.rules.disclosure import short_facts
from app.rules.ruleset import parse_ruleset
from app.table import entries as kinds
from app.table.deeds import deeds_after, without, without_last
from app.table.entries import Entry, unpack_text
from app.table.shadows import followed
from app.table.state import (
    DEALING,
    EMPTY_SEAT,
    FINISHED,
    LOBBY,
    RESULT,
    RUNNING,
    Blocked,
    ChatLine,
    MatchState,
    Meta,
    Move,
    Paused,
    Proposal,
    Report,
    Result,
    SeatState,
    Settled,
    Shadow,
    Table,
    Undone,
    in_match,
    standing,
)

RECENT_IDS = 16  # per player: more than a client ever has under way
RECENT_PLAYERS = 200
CHAT_TAIL = 50  # lines per room
REPORTS_KEPT = 20
DECLINED_KEPT = 120.0  # seconds for which it is known that somebody's proposal was refused


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


# ------------------------------------------------------------------------------------------ seats


def with_seat(meta: Meta, number: int | None, seat: SeatState) -> Meta:
    """The meta with one seat replaced."""
    seats = tuple(seat if index == number else old for index, old in enumerate(meta.seats))
    return meta._replace(seats=seats)


def _seat(meta: Meta, entry: Entry) -> SeatState:
    if entry.seat is None:
        raise ValueError(f"{entry.kind} without a seat")
    return meta.seats[entry.seat]


def _sit(table: Table, entry: Entry) -> Table:
    """Somebody sits down: on a free seat, on their own again, or on one that is handed on to them in a match."""
    meta, number = table.meta, entry.seat
    old = _seat(meta, entry)
    seat = SeatState("person", entry.who, entry.text, standin=False, ready=False, bank=old.bank)
    if number is not None and in_match(table) and old.player is not None:
        if old.player == entry.who:
            seat = seat._replace(before=old.before, missed=(*old.missed, *table.did.get(number, ())))
        else:
            seat = seat._replace(before=old.name)
            meta = meta._replace(knew=(*meta.knew, old.player))
        table = table._replace(did=without(table.did, number))
    return table._replace(meta=with_seat(meta, number, seat), labels=_label(table, entry.who, entry.text))


def _label(table: Table, player: str, label: str) -> Mapping[str, str]:
    """Labels with one more; of those without a seat the oldest goes when there are too many."""
    if table.labels.get(player) == label:
        return table.labels
    labels = {**table.labels, player: label}
    if len(labels) > RECENT_PLAYERS:
        kept = {seat.player for seat in table.meta.seats} | {player, table.meta.host}
        del labels[next(name for name in labels if name not in kept)]
    return labels


def _stand(table: Table, entry: Entry) -> Table:
    meta = table.meta
    seat = _seat(meta, entry)
    left = seat._replace(standin=True, ready=False, absence="", link="") if in_match(table) else EMPTY_SEAT
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, left)))


def _bot(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    seat = _seat(meta, entry)
    if not facts["on"]:
        changed = EMPTY_SEAT
    elif seat.kind == "person":
        changed = seat._replace(standin=True, ready=False, absence="bot" if facts.get("absent") else "")
    else:
        changed = SeatState("bot", None, facts["label"], standin=False, ready=False)
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, changed)))


def _kick(table: Table, entry: Entry) -> Table:
    """Somebody loses their seat. In a match a bot has it from now on, with its score and what is left in its bank."""
    meta, old = table.meta, _seat(table.meta, entry)
    if not in_match(table) or old.player is None:
        return table._replace(meta=with_seat(meta, entry.seat, EMPTY_SEAT))
    label = unpack_text(entry.text)["label"]
    seat = SeatState("bot", None, label, standin=False, ready=False, bank=old.bank, before=old.name)
    meta = _go_on(with_seat(meta, entry.seat, seat)._replace(knew=(*meta.knew, old.player)))
    return table._replace(meta=meta, did=without(table.did, entry.seat))


def _block(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    others = tuple(other for other in table.meta.blocked if other.player != facts["player"])
    blocked = (*others, Blocked(facts["player"], facts["name"])) if facts["on"] else others
    return table._replace(meta=table.meta._replace(blocked=blocked))


def _close(table: Table, _entry: Entry) -> Table:
    return table._replace(meta=table.meta._replace(shut=True, proposals=()))


def _absent(table: Table, entry: Entry) -> Table:
    seat = _seat(table.meta, entry)._replace(absence=unpack_text(entry.text)["absence"])
    if not seat.absence:
        seat = seat._replace(link="")
    return table._replace(meta=with_seat(table.meta, entry.seat, seat))


def _link(table: Table, entry: Entry) -> Table:
    return table._replace(meta=with_seat(table.meta, entry.seat, _seat(table.meta, entry)._replace(link=entry.text)))


def _seen(table: Table, entry: Entry) -> Table:
    return table._replace(meta=with_seat(table.meta, entry.seat, _seat(table.meta, entry)._replace(missed=())))


def _clock(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    seat = _seat(meta, entry)._replace(bank=facts["bank"], late=facts["late"])
    return table._replace(meta=with_seat(meta, entry.seat, seat))


def _pause(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    paused = Paused(facts["token"], entry.seat, facts["left"])
    return table._replace(meta=table.meta._replace(paused=paused))


def _host(table: Table, entry: Entry) -> Table:
    return table._replace(meta=table.meta._replace(host=entry.text))


def _ready(table: Table, entry: Entry) -> Table:
    meta = table.meta
    if entry.seat is None:
        return table._replace(meta=meta._replace(phase=DEALING))
    return table._replace(meta=_go_on(with_seat(meta, entry.seat, _seat(meta, entry)._replace(ready=True))))


def _go_on(meta: Meta) -> Meta:
    """The next deal comes as soon as all people who play themselves are ready (if there is one at all)."""
    if meta.phase != RESULT:
        return meta
    people = [seat for seat in meta.seats if seat.active]
    return meta._replace(phase=DEALING) if people and all(seat.ready for seat in people) else meta


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


def _running(table: Table) -> MatchState:
    if table.meta.match is None:
        raise ValueError("there is no match")
    return table.meta.match


def _deal(table: Table, entry: Entry) -> Table:
    meta, match = table.meta, _running(table)
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
    meta, match = table.meta, _running(table)
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
    meta, match = table.meta, _running(table)
    seats = tuple(seat._replace(link="", absence="bot" if seat.absence == "bot" else "") for seat in meta.seats)
    ended = bool(unpack_text(entry.text).get("ended"))
    state = None if meta.phase == RUNNING else table.state
    meta = meta._replace(phase=FINISHED, seats=seats, match=match._replace(ended=ended), proposals=(), shadows=())
    return table._replace(acted=entry.seq, claimed=entry.seq, state=state, meta=meta)


# ------------------------------------------------------------------------------------------ proposals


def _propose(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    proposal = Proposal(
        number=entry.seq,
        kind=facts["kind"],
        player=entry.who,
        name=facts["name"],
        seat=entry.seat,
        facts=facts["facts"],
        needs=tuple(facts["needs"]),
        answers={},
        majority=facts["majority"],
        ply=table.ply if facts["moment"] else None,
        at=entry.at,
        sealed=facts.get("sealed", False),
    )
    labels = _label(table, entry.who, facts["name"])
    return table._replace(meta=meta._replace(proposals=(*meta.proposals, proposal)), labels=labels)


def _vote(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    proposals = tuple(
        asked._replace(answers={**asked.answers, entry.who: facts["yes"]}) if asked.number == facts["number"] else asked
        for asked in meta.proposals
    )
    return table._replace(meta=meta._replace(proposals=proposals))


def _settle(table: Table, entry: Entry) -> Table:
    meta, facts = table.meta, unpack_text(entry.text)
    asked = next(proposal for proposal in meta.proposals if proposal.number == facts["number"])
    settled = Settled(asked.number, asked.kind, asked.name, asked.seat, facts["granted"], facts["why"])
    declined = meta.declined
    if facts["why"] in ("refused", "no_answer"):
        whose = f"{asked.player} {asked.kind}"
        declined = {**{other: at for other, at in declined.items() if entry.at - at < DECLINED_KEPT}, whose: entry.at}
    left = tuple(other for other in meta.proposals if other is not asked)
    return table._replace(meta=meta._replace(proposals=left, settled=settled, declined=declined))


# ------------------------------------------------------------------------------------------ shadows


def _shadow(table: Table, entry: Entry) -> Table:
    meta, name = table.meta, unpack_text(entry.text)["name"]
    owner = _seat(meta, entry).player
    if entry.seat is None or owner is None:
        raise ValueError("nobody has this seat")
    shadow = Shadow(entry.who, name, owner, entry.seat, _running(table).dealt, standing(table))
    others = tuple(other for other in meta.shadows if other.player != entry.who)
    return table._replace(meta=meta._replace(shadows=(*others, shadow)))


def _unshadow(table: Table, entry: Entry) -> Table:
    shadows = tuple(
        shadow._replace(until=standing(table)) if shadow.player == entry.text else shadow
        for shadow in table.meta.shadows
    )
    return table._replace(meta=table.meta._replace(shadows=shadows))


# ------------------------------------------------------------------------------------------ chat


def _chat(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    owners = tuple(seat.player for seat in table.meta.seats if seat.player is not None)
    players = owners if facts["room"] == "players" else ()
    line = ChatLine(facts["room"], facts["name"], entry.seat, facts["text"], entry.at, players, facts.get("phrase", ""))
    lines = (*table.chat, line)
    here = [index for index, old in enumerate(lines) if old.room == line.room]
    if len(here) > CHAT_TAIL:
        lines = (*lines[: here[0]], *lines[here[0] + 1 :])
    return table._replace(chat=lines, labels=_label(table, entry.who, facts["name"]))


def _report(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    report = Report(facts["by"], facts["room"], facts["name"], facts["text"], facts["phrase"], facts["said"])
    return table._replace(meta=table.meta._replace(reports=(*table.meta.reports, report)[-REPORTS_KEPT:]))


_UNSEEN = (kinds.CHAT, kinds.PAUSE)  # no view is another one after these

_CHANGES: Mapping[str, Callable[[Table, Entry], Table]] = {
    kinds.SIT: _sit,
    kinds.STAND: _stand,
    kinds.BOT: _bot,
    kinds.KICK: _kick,
    kinds.BLOCK: _block,
    kinds.CLOSE: _close,
    kinds.REPORT: _report,
    kinds.ABSENT: _absent,
    kinds.LINK: _link,
    kinds.SEEN: _seen,
    kinds.CLOCK: _clock,
    kinds.PAUSE: _pause,
    kinds.HOST: _host,
    kinds.READY: _ready,
    kinds.MATCH: _match,
    kinds.DEAL: _deal,
    kinds.UNDO: _undo,
    kinds.CLAIM: _claim,
    kinds.END: _end,
    kinds.MATCH_END: _match_end,
    kinds.PROPOSE: _propose,
    kinds.VOTE: _vote,
    kinds.SETTLE: _settle,
    kinds.SHADOW: _shadow,
    kinds.UNSHADOW: _unshadow,
    kinds.CHAT: _chat,
}
