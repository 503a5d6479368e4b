"""What comes in at the door of a table: who speaks, and what may be said.

Messages of people mirror the client messages of the wire field by field (the shell copies them over; `id` is the
client's own id of the message). The others are the answers of chance, bots and clocks to effects of an earlier step.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

from app.table.state import Absence as Stage


class Person(NamedTuple):
    """A player as the session knows them. `name` is the name they chose; the label at the table may differ."""

    id: str
    name: str


class Machine(Enum):
    """Speakers that are no people."""

    CLOCK = "clock"
    CHANCE = "chance"
    BOT = "bot"


CLOCK = Machine.CLOCK
CHANCE = Machine.CHANCE
BOT = Machine.BOT

Who = Person | Machine


class Act(NamedTuple):
    """Act in the deal; `version` is the newest view the sender had. `spent`: seconds that the turn has taken, without
    those in which nobody could act, as the shell has measured them."""

    id: str
    version: int
    action: str
    spent: float = 0.0


class Why(NamedTuple):
    """Ask why an action is not legal."""

    id: str
    action: str


class Sit(NamedTuple):
    """Take a seat, or the first free one."""

    id: str
    seat: int | None = None


class Stand(NamedTuple):
    """Leave the seat. `present`: ids of the players who are connected, as the shell knows them."""

    id: str
    present: frozenset[str] | None = None


class Start(NamedTuple):
    """Start a match or deal at once."""

    id: str


class Ready(NamedTuple):
    """Ready for the next deal."""

    id: str


class Bot(NamedTuple):
    """Put a bot on a seat or take it off. `away`: the shell says that the seat's person is not connected; `idle`: that
    it has been this seat's turn for long and nothing was done."""

    id: str
    seat: int
    on: bool
    away: bool = False
    idle: bool = False


class Absence(NamedTuple):
    """Choose for an absent player's seat: wait for them, or have a bot play until they return."""

    id: str
    seat: int
    choice: Literal["wait", "bot"]


class HandOn(NamedTuple):
    """Make the link that hands an absent player's seat on. `digest`: the hash of what the link says; `present`: ids of
    the players who are connected, as the shell knows them."""

    id: str
    seat: int
    digest: str
    present: frozenset[str] = frozenset()


class Take(NamedTuple):
    """Take the seat that a link hands on. `digest`: the hash of what the link says."""

    id: str
    digest: str


class Seen(NamedTuple):
    """Has read what was done in the seat meanwhile."""

    id: str


class Host(NamedTuple):
    """Hand the host's rights over."""

    id: str
    seat: int


class Kick(NamedTuple):
    """Take somebody's seat away, before a match."""

    id: str
    seat: int


class Block(NamedTuple):
    """Let somebody in no more, or again. `player`: whom the name belongs to, as the shell knows the people who are
    here; None when there is nobody."""

    id: str
    player: str | None
    name: str
    on: bool


class Close(NamedTuple):
    """Close the table for good. `present`: ids of the players who are connected, as the shell knows them."""

    id: str
    present: frozenset[str] = frozenset()


class Chat(NamedTuple):
    """Say something, in words or by a phrase."""

    id: str
    text: str = ""
    phrase: str | None = None


class Report(NamedTuple):
    """Show the host a line of chat: what somebody of this name said at this time."""

    id: str
    name: str
    said: float


class Propose(NamedTuple):
    """Ask the others to agree to something. What `seat` and `version` mean depends on the kind; `present`: ids of the
    players who are connected, as the shell knows them."""

    id: str
    kind: str
    seat: int | None = None
    version: int = 0
    present: frozenset[str] = frozenset()


class Vote(NamedTuple):
    """Answer a proposal, or take one's own back."""

    id: str
    number: int
    yes: bool


class Unshadow(NamedTuple):
    """Look at somebody's cards no more, or let one (by name) or all look at one's own no more."""

    id: str
    name: str | None = None


class Shuffled(NamedTuple):
    """Chance's answer to `Shuffle`: the pack in its new order and, for the first deal of a match, who deals."""

    deal: int
    pack: tuple[str, ...]
    dealer: int | None = None


class BotActs(NamedTuple):
    """A bot's answer to `AskBot`, with the ply it was asked for. `action` may be empty where everybody acts at once."""

    seat: int
    ply: int
    action: str


class Woke(NamedTuple):
    """The clock's answer to `Wake`."""

    token: str


class OutOfTime(NamedTuple):
    """The clock's answer to the `Wake` of a turn, with what a bot would do in the seat's place. `away`: the shell says
    that the seat's person is not connected."""

    token: str
    seat: int
    action: str
    away: bool = False


class Absent(NamedTuple):
    """The clock says that a seat's person has been gone for long, while others wait for them; or, if they are absent
    already, that the time of that `stage` is over."""

    seat: int
    player: str
    stage: Stage


class Returned(NamedTuple):
    """The shell says that an absent player is connected again; `turn` names the turn in which they came."""

    player: str
    turn: str


class Pause(NamedTuple):
    """The server is about to end: a clock stands still with so many seconds left. The rest is as in its `Wake`."""

    token: str
    seat: int | None
    left: float


class Deserted(NamedTuple):
    """The shell says that nobody has come to the table for very long."""


class HostAbsent(NamedTuple):
    """The clock says that the host has been gone, or has let the table wait, for a minute; `present` are the ids of the
    players who are here and may take over."""

    player: str
    present: frozenset[str]


class Lapsed(NamedTuple):
    """The clock says that the time for answers to a proposal is over; `present` are the ids of the players who are
    here."""

    number: int
    present: frozenset[str]


PersonMessage = (
    Act
    | Why
    | Sit
    | Stand
    | Start
    | Ready
    | Bot
    | Absence
    | HandOn
    | Take
    | Seen
    | Host
    | Propose
    | Vote
    | Unshadow
    | Kick
    | Block
    | Close
    | Report
    | Chat
)
MachineMessage = Shuffled | BotActs | Woke | OutOfTime | Pause | Absent | Returned | Deserted | HostAbsent | Lapsed
Message = PersonMessage | MachineMessage
