"""A step in the making: entries are folded in one by one, and the effects follow from the change."""

from __future__ import annotations

from typing import NamedTuple

from app.table.entries import BY_TABLE, UNDO, Entry
from app.table.evolve import evolve
from app.table.rows import Row, rows_of
from app.table.state import DEALING, RESULT, RUNNING, Table
from app.table.steps import AskBot, Effect, Said, Shuffle, Step, Wake
from app.table.turns import pressed, turn_clock

RESULT_WAIT = 60.0  # seconds after which the next deal comes even though somebody is not ready
REDEAL_WAIT = 8.0  # a deal that was thrown in needs no studying
BOTS_WAIT = 12.0  # nobody but bots plays: long enough for spectators to read the result


class Note(NamedTuple):
    """An entry without its place in the journal."""

    kind: str
    seat: int | None = None
    text: str = ""
    who: str = BY_TABLE
    deal: int | None = None
    ply: int | None = None
    client_id: str | None = None


def nothing(table: Table) -> Step:
    """Nothing to do: the message is done already, or comes too late to matter."""
    return Step(table, (), (), ())


def step(table: Table, now: float, *notes: Note) -> Step:
    """Fold the notes into the table one after the other; entries, rows and effects come out."""
    return extend(nothing(table), table, now, *notes)


def extend(done: Step, before: Table, now: float, *notes: Note) -> Step:
    """A step with some more notes; `before` is the table as it was before the step."""
    after, entries, rows = done.table, list(done.entries), list[Row](done.rows)
    for note in notes:
        kind, seat, text, who, deal, ply, client_id = note
        entry = Entry(after.seq + 1, kind, seat, who, text, deal, ply, client_id, "", now)
        after = evolve(after, entry)
        entries.append(entry)
        rows.extend(rows_of(entry, after))
    return Step(after, tuple(entries), effects_between(before, after, now), tuple(rows))


def effects_between(before: Table, after: Table, now: float) -> tuple[Effect, ...]:
    """What a change around the play calls for: a shuffle, a clock, bots to be asked, a line of chat to be sent."""
    effects: list[Effect] = []
    if after.chat is not before.chat:
        effects.append(Said(after.chat[-1]))
    phase = after.meta.phase
    if phase == RUNNING:
        if before.meta.phase != RUNNING:
            effects.extend(clock(after, now))
        elif after.ply != before.ply:
            effects.extend(clock(after, now))  # something was taken back
        elif pressed(before) is None:
            effects.extend(turn_clock(after, now))  # whoever sat down is in turn
        effects.extend(_bots_to_ask(before, after))
    elif phase != before.meta.phase:
        effects.extend(waiting_for(after, now))
    return tuple(effects)


def _bots_to_ask(before: Table, after: Table) -> tuple[AskBot, ...]:
    """After the deal all bots that may act now; otherwise only bots that have just come to a seat."""
    asked = ask_bots(after)
    if after.acted != before.acted or held(before):
        return asked
    old = before.meta.seats
    return tuple(effect for effect in asked if not old[effect.seat].driven)


def after_action(before: Table, after: Table, now: float) -> tuple[Effect, ...]:
    """What an action calls for while the deal goes on. A clock that the action does not start anew runs on."""
    asked, timer = ask_bots(after), after.meta.ruleset.game.timer
    if timer(after.state) is None:
        return (*turn_clock(after, now), *asked) if after.meta.turn_clock else asked
    if timer(before.state) is not None and clock_token(after) == clock_token(before):
        return asked
    return (*clock(after, now), *asked)


def clock(table: Table, now: float) -> tuple[Wake, ...]:
    """The clock of the running deal or of the turn, from now on; none where nobody is pressed."""
    seconds = table.meta.ruleset.game.timer(table.state)
    return turn_clock(table, now) if seconds is None else (Wake(now + seconds, clock_token(table)),)


def clock_token(table: Table) -> str:
    """Names the deal and what its clock has counted from."""
    contest = table.meta.ruleset.game.contest(table.state)
    since = str(table.ply) if contest is None else f"{contest[0]}.{contest[1]}"
    return f"{table.meta.deals}/{since}"


def ask_bots(table: Table) -> tuple[AskBot, ...]:
    """One question for each seat that may act now and for which a bot acts."""
    if held(table):
        return ()
    seats = table.meta.seats
    turn = table.meta.ruleset.game.to_act(table.state)
    if len(turn) == 1:
        (seat,) = turn
        return (AskBot(seat, table.ply + 1, table.version),) if seats[seat].driven else ()
    return tuple(AskBot(seat, table.ply + 1, table.version) for seat in sorted(turn) if seats[seat].driven)


def held(table: Table) -> bool:
    """Whether bots wait: somebody has asked to take something back."""
    return any(asked.kind == UNDO for asked in table.meta.proposals)


def waiting_for(table: Table, now: float) -> tuple[Effect, ...]:
    """What a table in its present phase waits for from the shell; the clocks start anew."""
    meta = table.meta
    if meta.phase == RUNNING:
        return (*clock(table, now), *ask_bots(table))
    if meta.match is None:
        return ()
    if meta.phase == DEALING:
        rules = meta.match.rules
        cards = meta.ruleset.game.pack(meta.ruleset.options, rules.players)
        return (Shuffle(meta.deals + 1, cards, rules.players, first=not meta.match.dealt),)
    if meta.phase == RESULT:
        return (Wake(now + _wait(table), str(meta.deals)),)
    return ()


def _wait(table: Table) -> float:
    match = table.meta.match
    if match is not None and match.results[-1].redeal:
        return REDEAL_WAIT
    return RESULT_WAIT if any(seat.active for seat in table.meta.seats) else BOTS_WAIT
