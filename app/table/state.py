"""What a table is at a moment. Immutable; mappings are replaced, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from app.rules.base import Action, Scores, Seat, State
from app.rules.match import Match
from app.rules.ruleset import RuleSet

Phase = Literal["lobby", "dealing", "deal", "result", "finished"]
Watch = Literal["everybody", "link", "nobody"]
Room = Literal["table", "players", "spectators"]
Absence = Literal["", "asked", "wait", "bot"]

LOBBY: Phase = "lobby"
DEALING: Phase = "dealing"  # the pack is being shuffled
RUNNING: Phase = "deal"
RESULT: Phase = "result"
FINISHED: Phase = "finished"

MATCH_PHASES = (DEALING, RUNNING, RESULT)
NO_HOST = ""


class Deed(NamedTuple):
    """An action that a bot, or the clock, did for a person: the number of its deal in the match, and the whole text."""

    deal: int
    action: str


class SeatState(NamedTuple):
    """One seat. `player` owns it, also while a bot stands in for them (`standin`). `bank`: seconds that it may still
    take in this match beyond the turn clock; `late`: so many turns in a row have run out of time.

    `absence`: its person has been gone for long, and the others are asked what to do, wait, or have a bot play until
    they return. `link`: the hash of a link that hands the seat on; `before`: the name of whom it belonged to until it
    was handed on; `missed`: what was done for its person, until they have seen it.
    """

    kind: Literal["empty", "bot", "person"]
    player: str | None
    name: str
    standin: bool
    ready: bool
    bank: float = 0
    late: int = 0
    absence: Absence = ""
    link: str = ""
    before: str | None = None
    missed: tuple[Deed, ...] = ()

    @property
    def driven(self) -> bool:
        """A bot acts for this seat."""
        return self.standin or self.kind == "bot"

    @property
    def active(self) -> bool:
        """A person acts for this seat."""
        return self.kind == "person" and not self.standin


EMPTY_SEAT = SeatState("empty", None, "", standin=False, ready=False)


class Result(NamedTuple):
    """One finished deal: its number in the match, its scores, the totals after it, the short facts."""

    deal: int
    redeal: bool
    scores: Scores
    totals: Scores
    outcome: Mapping[str, Any]


class MatchState(NamedTuple):
    """The running or last match. `dealt` counts its deals with the running one; `rules` keeps totals and dealer.
    `ended`: it was ended before its time; `sat`: all players who have had a seat in it (None until they are known)."""

    id: str
    number: int
    dealt: int
    rules: Match
    results: tuple[Result, ...]
    ended: bool = False
    sat: tuple[str, ...] | None = None


class ChatLine(NamedTuple):
    """Something said, in words or by a phrase (`phrases.py`; the text is empty then). `at`: Unix time in seconds.
    `players`: who owned a seat then, for a line of their room."""

    room: Room
    name: str
    seat: int | None
    text: str
    at: float
    players: tuple[str, ...] = ()
    phrase: str = ""


class Report(NamedTuple):
    """A line of chat that `by` has shown to the host. `said`: Unix time in seconds, when it was said."""

    by: str
    room: Room
    name: str
    text: str
    phrase: str
    said: float


class Undone(NamedTuple):
    """Actions of the running deal that a seat took back: after so many lines of the log, as everybody had seen them."""

    after: int
    seat: int
    lines: tuple[tuple[int | None, str], ...]


class Move(NamedTuple):
    """An action of the running deal that stands, with the state before it and the move before it. `who` as in entries:
    the person who chose it, or a bot or the clock in the seat's place."""

    earlier: Move | None
    seat: Seat | None
    who: str
    action: Action
    before: State


class Proposal(NamedTuple):
    """What somebody asks the others to agree to (`proposals.py`).

    `number` is the seq of its entry; `player`, `name` and `seat` (or None) are whose it is; `facts` are public. `needs`
    are the players who have to answer, `answers` those who have. With a `ply` it is of that moment: the next action
    drops it. `at`: Unix time in seconds. `sealed`: nobody is shown who has agreed.
    """

    number: int
    kind: str
    player: str
    name: str
    seat: int | None
    facts: Mapping[str, Any]
    needs: tuple[str, ...]
    answers: Mapping[str, bool]
    majority: bool
    ply: int | None
    at: float
    sealed: bool = False


class Settled(NamedTuple):
    """The last proposal that was settled: whether it was granted, and why (not)."""

    number: int
    kind: str
    name: str
    seat: int | None
    granted: bool
    why: str


class Paused(NamedTuple):
    """What a clock had left when the server was about to end: the clock with this token, of this seat's turn (None:
    the game's, or the wait for the next deal). It means nothing once another clock runs."""

    token: str
    seat: int | None
    left: float


class Shadow(NamedTuple):
    """Somebody without a seat who is shown the hand of one (`shadows.py`): `player` and `name` are the watcher's,
    `owner` the player who has agreed. Since `ply` of the deal `deal` of the match; `until`: the ply at which they
    stopped looking, having seen cards of the running deal."""

    player: str
    name: str
    owner: str
    seat: int
    deal: int
    ply: int
    until: int | None = None

    @property
    def on(self) -> bool:
        """Whether they see the cards now."""
        return self.until is None


class Blocked(NamedTuple):
    """Somebody who is not let in, by the name they were known by here."""

    player: str
    name: str


class Meta(NamedTuple):
    """Everything about a table but the running deal: it keeps its identity while people only play cards.

    `host` is a player id or `NO_HOST`; `deals` counts the deals of the table over all its matches. `turn_clock` and
    `bank` are seconds: of a turn (0 without a clock), and of a seat in a match beyond that; so is `absent_after`, the
    time after which somebody who is gone counts as absent. `knew` are the ids of those who have given their seat away
    in the running deal, whose cards they know. `proposals` wait for answers, `settled` is the last that did; `declined`
    says when a player's proposal of a kind was last refused. `friendly`: by consent even a card that was seen may be
    taken back; `undone` is what was taken back in the deal. `closed_discards`: what has not been played stays closed
    after a deal. `shadows` see somebody's cards. `paused` is the clock that ran when the server was last told to end.
    `blocked` are not let in; a table that is `shut` is closed for good. `phrases_only`: nobody speaks in words of their
    own. `reports` are what the host was shown last.
    """

    code: str
    ruleset: RuleSet
    ruleset_text: str
    open: bool
    watch: Watch
    host: str
    phase: Phase
    seats: tuple[SeatState, ...]
    match: MatchState | None
    deals: int
    turn_clock: int = 0
    bank: int = 0
    absent_after: int = 60
    knew: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    settled: Settled | None = None
    declined: Mapping[str, float] = {}
    paused: Paused | None = None
    blocked: tuple[Blocked, ...] = ()
    shut: bool = False
    phrases_only: bool = False
    reports: tuple[Report, ...] = ()
    friendly: bool = False
    undone: tuple[Undone, ...] = ()
    closed_discards: bool = False
    shadows: tuple[Shadow, ...] = ()


class Table(NamedTuple):
    """A table.

    `seq` is the last entry, `version` the last one that shows in a view (talk and pauses do not), `acted` the last one
    that changed what may be played: an action on an older view comes too late. Where everybody may act at once it is
    the one with which that began, since the others' actions cross on the way; `claimed` is then the last claim. `state`
    is the game's own; it stays after the end of a deal until the next one. `recent` are the ids of the latest messages
    by player, `labels` the names by which players are known here, `chat` the latest lines. `did`: by seat what bots or
    the clock have done for its person since they last acted themselves; `stood_in`: seats for which they did something
    in this deal. `ply` counts the entries that changed the deal, those that took something back as well; `moves` are
    the actions that stand, the latest first (none where everybody may act at once: there nothing can be taken back).
    """

    seq: int
    version: int
    acted: int
    claimed: int
    ply: int
    meta: Meta
    state: Any
    recent: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]
    chat: tuple[ChatLine, ...]
    did: Mapping[int, tuple[Deed, ...]] = {}
    stood_in: frozenset[int] = frozenset()
    moves: Move | None = None


def running_match(table: Table) -> MatchState:
    """The match that runs. Raises ValueError when there is none: an entry does not belong here."""
    if table.meta.match is None:
        raise ValueError("there is no match")
    return table.meta.match


def standing(table: Table) -> int:
    """How many actions of the running deal stand: as many as its log has lines."""
    return table.ply - sum(len(undone.lines) + 1 for undone in table.meta.undone)


def seat_of(table: Table, player: str) -> int | None:
    """The seat a player owns, or None."""
    for number, seat in enumerate(table.meta.seats):
        if seat.player == player:
            return number
    return None


def in_match(table: Table) -> bool:
    """Whether a match is going on."""
    return table.meta.phase in MATCH_PHASES


def to_act(table: Table) -> frozenset[int]:
    """The seats that may act now; none while no deal runs."""
    return table.meta.ruleset.game.to_act(table.state) if table.meta.phase == RUNNING else frozenset()


def is_blocked(meta: Meta, player: str) -> bool:
    """Whether somebody is not let in."""
    return any(blocked.player == player for blocked in meta.blocked)


def may_watch(table: Table, player: str) -> bool:
    """Whether a player may see the deals of this table: owners of seats always, others as the table is set, and nobody
    who is not let in."""
    meta = table.meta
    if meta.blocked and is_blocked(meta, player):
        return False
    return meta.watch != "nobody" or meta.phase == LOBBY or seat_of(table, player) is not None


def room_of(table: Table, player: str) -> Room:
    """The room in which a player speaks now: players and spectators are apart while a deal runs."""
    if table.meta.phase != RUNNING:
        return "table"
    return "spectators" if seat_of(table, player) is None else "players"


def hears(table: Table, player: str, room: Room) -> bool:
    """Whether what is said in a room reaches a player."""
    if room == "players":
        return seat_of(table, player) is not None
    if room == "spectators" and seat_of(table, player) is not None:
        return False
    return may_watch(table, player)


def heard(table: Table, player: str, line: ChatLine) -> bool:
    """Whether a line said earlier is shown to a player. Who takes a bot's seat in mid-deal is not told what the others
    said among themselves before: it was not said to them, and they may have been watching."""
    if line.room == "players" and table.meta.phase == RUNNING and player not in line.players:
        return False
    return hears(table, player, line.room)
