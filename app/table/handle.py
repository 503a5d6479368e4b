"""The one door of a table: every message of people, bots, chance and clocks comes in here."""

from __future__ import annotations

from typing import NamedTuple

from app.rules.ruleset import format_ruleset, parse_ruleset
from app.table import entries as kinds
from app.table.absence import (
    USUALLY_ABSENT_AFTER,
    absence,
    absent,
    check_absence,
    hand_on,
    returned,
    seen,
    take,
)
from app.table.doors import block, close, deserted, kick
from app.table.draft import nothing
from app.table.entries import Entry, pack_text
from app.table.evolve import opened
from app.table.flow import ready, shuffled, start, woke
from app.table.hosting import bot, host, host_absent
from app.table.messages import (
    Absence,
    Absent,
    Act,
    Block,
    Bot,
    BotActs,
    Chat,
    Close,
    Deserted,
    HandOn,
    Host,
    HostAbsent,
    Kick,
    Lapsed,
    Message,
    OutOfTime,
    Pause,
    Person,
    PersonMessage,
    Propose,
    Ready,
    Report,
    Returned,
    Seen,
    Shuffled,
    Sit,
    Stand,
    Start,
    Take,
    Unshadow,
    Vote,
    Who,
    Why,
    Woke,
)
from app.table.pauses import pause
from app.table.play import act, bot_acts, out_of_time, why
from app.table.proposable import PROPOSABLE
from app.table.proposals import lapsed, propose, vote
from app.table.seating import sit, stand
from app.table.shadowing import unshadow
from app.table.state import Table, Watch
from app.table.steps import Refused, Step
from app.table.talk import chat, report
from app.table.turns import check_clock

_OF_MACHINES = (Shuffled, BotActs, Woke, OutOfTime, Pause, Absent, Returned, Deserted, HostAbsent, Lapsed)


class Opening(NamedTuple):
    """How a table is to be opened. `ruleset` is the text form, `players` the number of seats, `turn_clock` and `bank`
    are seconds (`turns.py`), and so is `absent_after` (`absence.py`). `friendly`: by consent even a card that was seen
    may be taken back; `closed_discards` keeps what was not played closed after a deal;
    with `phrases_only` nobody speaks in words of their own."""

    code: str
    ruleset: str
    players: int
    open: bool
    watch: Watch
    turn_clock: int = 0
    bank: int = 0
    absent_after: int = USUALLY_ABSENT_AFTER
    friendly: bool = False
    closed_discards: bool = False
    phrases_only: bool = False


def open_table(opening: Opening, host: Person, now: float) -> Step:
    """A new table, with its first entry. The host does not sit yet.

    Raises `OptionError` for a bad rule set and ValueError for a number of players the game is not for, or a clock
    or a time of absence that tables cannot have.
    """
    ruleset = parse_ruleset(opening.ruleset)
    least, most = ruleset.game.seats
    if not least <= opening.players <= most:
        raise ValueError(f"{ruleset.game.name} is for {least} to {most} players")
    check_clock(opening.turn_clock, opening.bank)
    check_absence(opening.absent_after)
    facts = opening._replace(ruleset=format_ruleset(ruleset))._asdict() | {"name": host.name}
    entry = Entry(1, kinds.OPEN, None, host.id, pack_text(facts), None, None, None, "", now)
    return Step(opened(entry), (entry,), (), ())


def handle(table: Table, who: Who, message: Message, now: float) -> Step | Refused:
    """What a message leads to: a step to be stored, shown and carried out, or a refusal for the sender alone.

    Pure: the table that comes in is not changed. A message of a person that is in the journal already (same id) is done
    again without effect. Raises TypeError for a message that this speaker cannot send.
    """
    if table.meta.shut:
        return Refused("shut") if isinstance(who, Person) else nothing(table)
    if isinstance(who, Person):
        return _from_person(table, who, message, now)
    if isinstance(message, BotActs):
        return bot_acts(table, message, now)
    if isinstance(message, Shuffled):
        return shuffled(table, message, now)
    if isinstance(message, Woke):
        return woke(table, message, now)
    if isinstance(message, OutOfTime):
        return out_of_time(table, message, now)
    if isinstance(message, Pause):
        return pause(table, message, now)
    if isinstance(message, Absent):
        return absent(table, message, now)
    if isinstance(message, Returned):
        return returned(table, message, now)
    if isinstance(message, Deserted):
        return deserted(table, message, now)
    if isinstance(message, HostAbsent):
        return host_absent(table, message, now)
    if isinstance(message, Lapsed):
        return lapsed(table, message, now, PROPOSABLE)
    raise TypeError(f"{who} cannot send {type(message).__name__}")


def _from_person(table: Table, person: Person, message: Message, now: float) -> Step | Refused:
    if isinstance(message, _OF_MACHINES):
        raise TypeError(f"a person cannot send {type(message).__name__}")
    if message.id in table.recent.get(person.id, ()):
        return nothing(table)
    if isinstance(message, Act):
        return act(table, person, message, now)
    if isinstance(message, Why):
        return why(table, person, message)
    return _around_the_play(table, person, message, now)


def _around_the_play(table: Table, person: Person, message: PersonMessage, now: float) -> Step | Refused:
    match message:
        case Sit():
            return sit(table, person, message, now)
        case Stand():
            return stand(table, person, message, now)
        case Start():
            return start(table, person, message, now)
        case Ready():
            return ready(table, person, message, now)
        case Bot():
            return bot(table, person, message, now)
        case Absence():
            return absence(table, person, message, now)
        case HandOn():
            return hand_on(table, person, message, now)
        case Take():
            return take(table, person, message, now)
        case Seen():
            return seen(table, person, message, now)
        case Host():
            return host(table, person, message, now)
        case Kick():
            return kick(table, person, message, now)
        case Block():
            return block(table, person, message, now)
        case Close():
            return close(table, person, message, now)
        case Propose():
            return propose(table, person, message, now, PROPOSABLE)
        case Vote():
            return vote(table, person, message, now, PROPOSABLE)
        case Unshadow():
            return unshadow(table, person, message, now)
        case Report():
            return report(table, person, message, now)
        case Chat():
            return chat(table, person, message, now)
    raise TypeError(f"a person cannot send {type(message).__name__}")
