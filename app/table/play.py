"""Actions in a deal, by people and bots, and what follows when a deal or a match is over with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from app.rules import match as matches
from app.rules.base import CLOSE, Action, Choose, IllegalAction, Offer, Seat, State
from app.rules.disclosure import short_facts
from app.table import entries as kinds
from app.table.draft import Note, after_action, clock_token, extend, held, nothing, step
from app.table.entries import BY_BOT, BY_TABLE, Entry, numbers, pack_text
from app.table.evolve import acted
from app.table.messages import Act, BotActs, OutOfTime, Person, Why, Woke
from app.table.state import RUNNING, Table, seat_of
from app.table.steps import Refused, Step
from app.table.turns import LATE_LIMIT, bank_after, clock_text, pressed, turn_token

NOT_SEATED = Refused("not_seated")
STANDIN = Refused("standin")
STALE = Refused("stale")
NOT_NOW = Refused("not_now")
NOT_YOUR_TURN = Refused("not_your_turn")


def act(table: Table, person: Person, message: Act, now: float) -> Step | Refused:
    """A person acts for their own seat.

    The version must be of the present turn: talk and seating since then do not matter, a deal or an action does. Where
    everybody may act at once an older version will do, as long as that was so already; but nobody passes on a claim
    that they have not seen.
    """
    seat = seat_of(table, person.id)
    if seat is None:
        return NOT_SEATED
    if table.meta.seats[seat].standin:
        return STANDIN
    running = table.meta.phase == RUNNING
    turn = table.meta.ruleset.game.to_act(table.state) if running else frozenset()
    if not table.acted <= message.version <= table.seq:
        return STALE
    if not running:
        return NOT_NOW
    if seat not in turn:
        return NOT_YOUR_TURN
    notes = _what_it_took(table, seat, message.spent) if table.meta.turn_clock else ()
    played = _play_after(table, notes, seat, message.action, (person.id, message.id), now)
    if message.version < table.claimed and isinstance(played, Step) and not _speaks_for_itself(table, played.table):
        return STALE
    return played


def _what_it_took(table: Table, seat: Seat, spent: float) -> tuple[Note, ...]:
    """What is to be noted before somebody acts: less in the bank, or that they are no longer late."""
    owner = table.meta.seats[seat]
    bank = bank_after(table.meta, seat, spent) if pressed(table) == seat else owner.bank
    return () if bank == owner.bank and not owner.late else (Note(kinds.CLOCK, seat, clock_text(bank, 0)),)


def _speaks_for_itself(before: Table, after: Table) -> bool:
    """Whether an action means the same whatever was claimed just before it: a claim, or one that ended the deal."""
    if after.meta.phase != RUNNING:
        return True
    contest = after.meta.ruleset.game.contest
    old, new = contest(before.state), contest(after.state)
    return old is None or new is None or (old[0] == new[0] and old[1] < new[1])


def bot_acts(table: Table, message: BotActs, now: float) -> Step | Refused:
    """A bot acts for a seat, as it was asked. Refused as stale when the table has moved on or the owner is back.

    A refusal as illegal is the bot's mistake; `first_legal` keeps the table going. An empty answer does nothing: where
    everybody may act at once a bot may let the others go on.
    """
    seat = message.seat
    if table.meta.phase != RUNNING or message.ply != table.ply + 1 or not table.meta.seats[seat].driven:
        return STALE
    if held(table):
        return STALE  # it is asked again
    if seat not in table.meta.ruleset.game.to_act(table.state):
        return STALE
    if not message.action:
        return nothing(table)
    return _play(table, seat, message.action, (BY_BOT, None), now)


def clock_acts(table: Table, message: Woke, now: float) -> Step:
    """The deal's clock has run down. One that has been started anew since then, or has stopped, comes too late."""
    if message.token != clock_token(table) or table.meta.ruleset.game.timer(table.state) is None:
        return nothing(table)
    played = _play(table, None, CLOSE, (BY_TABLE, None), now)
    if isinstance(played, Refused):
        raise RuntimeError(f"the clock may not act: {played.rule}")
    return played


def out_of_time(table: Table, message: OutOfTime, now: float) -> Step | Refused:
    """The clock of a turn has run down: what a bot would do is done, and the seat is marked. After some turns in a row
    a bot stands in, until its person sits down again. A clock of another turn, or of nobody's, comes too late.
    """
    seat = message.seat
    if message.token != turn_token(table) or pressed(table) != seat:
        return nothing(table)
    late = table.meta.seats[seat].late + 1
    notes = [Note(kinds.CLOCK, seat, clock_text(0, late))]
    if late >= LATE_LIMIT:
        facts = {"on": True, "absent": True} if message.away else {"on": True}
        notes.append(Note(kinds.BOT, seat, pack_text(facts)))
    return _play_after(table, notes, seat, message.action, (BY_TABLE, None), now)


def why(table: Table, person: Person, message: Why) -> Step | Refused:
    """Why an action is not legal for the sender's seat; nothing changes, and nobody else learns of the question."""
    seat = seat_of(table, person.id)
    if seat is None:
        return NOT_SEATED
    if table.meta.phase != RUNNING:
        return NOT_NOW
    game = table.meta.ruleset.game
    if seat not in game.to_act(table.state):
        return NOT_YOUR_TURN
    try:
        game.apply(table.state, seat, message.action)
    except IllegalAction as error:
        return Refused("illegal", error.rule, error.facts)
    return nothing(table)


def offers(table: Table, player: str, cards: tuple[str, ...]) -> tuple[Offer, ...] | Refused:
    """What exactly these cards of a player's hand would bid at this moment; nothing changes, and nobody else learns of
    the question."""
    seat = seat_of(table, player)
    if seat is None:
        return NOT_SEATED
    if table.meta.seats[seat].standin:
        return STANDIN
    game = table.meta.ruleset.game
    if table.meta.phase != RUNNING or not game.at_once(table.state):
        return NOT_NOW
    try:
        return game.offers(table.state, seat, cards)
    except IllegalAction as error:
        return Refused("illegal", error.rule, error.facts)


def _play_after(
    table: Table, notes: Sequence[Note], seat: Seat, action: Action, sender: tuple[str, str | None], now: float
) -> Step | Refused:
    """Apply an action, with what is to be noted before it if it is legal."""
    if not notes:
        return _play(table, seat, action, sender, now)
    noted = step(table, now, *notes)
    played = _play(noted.table, seat, action, sender, now)
    return played if isinstance(played, Refused) else played._replace(entries=(*noted.entries, *played.entries))


def _play(
    table: Table, seat: Seat | None, action: Action, sender: tuple[str, str | None], now: float
) -> Step | Refused:
    """Apply an action once, and fold the entry in with the state that came out."""
    meta = table.meta
    game = meta.ruleset.game
    try:
        state = game.apply(table.state, seat, action)
    except IllegalAction as error:
        return Refused("illegal", error.rule, error.facts)
    who, client_id = sender
    entry = Entry(table.seq + 1, kinds.ACT, seat, who, action, meta.deals, table.ply + 1, client_id, "", now)
    after = acted(table, entry, state)
    if game.outcome(state) is None:
        return Step(after, (entry,), after_action(table, after, now), ())
    return _end_deal(table, Step(after, (entry,), (), ()), now)


def _end_deal(before: Table, played: Step, now: float) -> Step:
    """Add the end of the deal, and of the match if it was the last one."""
    return extend(played, before, now, *end_notes(played.table, played.table.state))


def end_notes(table: Table, state: State) -> tuple[Note, ...]:
    """The end of a table's deal that has come to this state, and of the match if it was the last one."""
    meta = table.meta
    outcome = meta.ruleset.game.outcome(state)
    if outcome is None or meta.match is None:
        raise ValueError("the deal is not over")
    rules = matches.finish_deal(meta.match.rules, state)
    totals = numbers(rules.totals)
    scores: dict[str, object] = {
        "redeal": outcome.redeal,
        "scores": numbers(outcome.scores),
        "totals": totals,
        "outcome": short_facts(meta.ruleset.game, outcome, closed=meta.closed_discards),
    }
    if table.stood_in:
        scores["stood_in"] = sorted(table.stood_in)
    if meta.closed_discards:
        scores["closed"] = True
    notes = [Note(kinds.END, text=pack_text(scores), deal=meta.deals)]
    if rules.over:
        notes.append(Note(kinds.MATCH_END, text=pack_text({"totals": totals, "winners": list(rules.winners)})))
    return tuple(notes)


def first_legal(table: Table, seat: Seat) -> Action:
    """A legal action for a seat that may act, always the same one: what is played for a bot that failed.

    Empty where everybody may act at once: the others go on without it.
    """
    game = table.meta.ruleset.game
    if game.at_once(table.state):
        return ""
    legal = game.legal(table.state, seat)
    if not isinstance(legal, Choose):
        return legal[0]
    counts = (legal.count,) if legal.count else range(1, 6)
    for count in counts:
        for cards in islice(combinations(legal.among, count), 1000):
            action = " ".join((legal.verb, *cards))
            try:
                game.apply(table.state, seat, action)
            except IllegalAction:
                continue
            return action
    raise ValueError(f"no legal {legal.verb} found")
