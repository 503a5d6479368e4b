"""What entries about words do to a table: questions to the others and their answers, who is shown whose cards, chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.table import entries as kinds
from app.table.entries import Entry, unpack_text
from app.table.labels import labelled
from app.table.state import ChatLine, Proposal, Report, Settled, Shadow, Table, running_match, standing

CHAT_TAIL = 50  # lines per room
REPORTS_KEPT = 20
DECLINED_KEPT = 120.0  # seconds for which it is known that somebody's proposal was refused


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
    labels = labelled(table, entry.who, facts["name"])
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
    owner = None if entry.seat is None else meta.seats[entry.seat].player
    if entry.seat is None or owner is None:
        raise ValueError("nobody has this seat")
    shadow = Shadow(entry.who, name, owner, entry.seat, running_match(table).dealt, standing(table))
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
    return table._replace(chat=lines, labels=labelled(table, entry.who, facts["name"]))


def _report(table: Table, entry: Entry) -> Table:
    facts = unpack_text(entry.text)
    report = Report(facts["by"], facts["room"], facts["name"], facts["text"], facts["phrase"], facts["said"])
    return table._replace(meta=table.meta._replace(reports=(*table.meta.reports, report)[-REPORTS_KEPT:]))


CHANGES: Mapping[str, Callable[[Table, Entry], Table]] = {
    kinds.PROPOSE: _propose,
    kinds.VOTE: _vote,
    kinds.SETTLE: _settle,
    kinds.SHADOW: _shadow,
    kinds.UNSHADOW: _unshadow,
    kinds.CHAT: _chat,
    kinds.REPORT: _report,
}
