"""What a table frame and the lobby show. These describe; the table builds the views as plain values."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Room = Literal["table", "players", "spectators"]
Phase = Literal["lobby", "dealing", "deal", "result", "finished"]
Watch = Literal["everybody", "link", "nobody"]
Presence = Literal["here", "away"]
Number = int | str
"""A score: a whole number, or a fraction as text such as "31/2"."""
Fact = int | str | list[str]


class SeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat."""

    name: Annotated[str, Meta(description="unique at the table; empty for an empty seat")]
    kind: Literal["person", "bot", "empty"]
    standin: Annotated[bool, Meta(description="a bot plays for the owner, who may sit down again at any time")]
    ready: bool
    late: Annotated[bool, Meta(description="ran out of time in its last turn")] = False
    absence: Annotated[
        Literal["asked", "wait", "bot"] | None,
        Meta(
            description="its player is gone in the midst of a match: the others are asked what to do, or wait, or have "
            "a bot play until the player returns"
        ),
    ] = None
    handing: Annotated[bool, Meta(description="there is a link that hands the seat on")] = False
    before: Annotated[str | None, Meta(description="whose seat it was until it was handed on in this match")] = None


class ClockView(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of turns. What is left of the running one comes in `people`."""

    turn: Annotated[int, Meta(description="seconds that a turn may take")]
    bank: Annotated[int, Meta(description="seconds that a seat may take beyond that in a match")]
    left: Annotated[list[float], Meta(description="by seat: what its bank holds")]


class ResultView(Struct, frozen=True, forbid_unknown_fields=True):
    """One finished deal of the match."""

    deal: int
    redeal: bool
    scores: dict[str, list[Number]]
    totals: Annotated[dict[str, list[Number]], Meta(description="running totals after this deal")]
    outcome: Annotated[dict[str, Any], Meta(description="how it came about, in short")]


class MatchView(Struct, frozen=True, forbid_unknown_fields=True):
    """The running match, or the last one until the next is started."""

    id: str
    number: Annotated[int, Meta(description="the table's matches counted from 1")]
    deal: Annotated[int, Meta(description="deals dealt so far, thrown-in ones included")]
    counted: Annotated[int, Meta(description="deals scored so far")]
    of: Annotated[int | None, Meta(description="deals of a match, null where it ends by score")]
    totals: dict[str, list[Number]]
    results: list[ResultView]
    winners: Annotated[
        list[int] | None, Meta(description="seats, once the match is over; nobody where it was ended before its time")
    ]
    ended: Annotated[bool, Meta(description="the players have ended it before its time")] = False


class ProposalView(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks the others to agree to."""

    number: Annotated[int, Meta(description="names it in `vote`")]
    kind: str
    name: Annotated[str, Meta(description="who asks")]
    seat: Annotated[int | None, Meta(description="the seat of who asks, null for a spectator")]
    facts: Annotated[dict[str, Any], Meta(description="what exactly is asked, depending on the kind")]
    needs: Annotated[list[int], Meta(description="seats whose answer is needed")]
    agreed: Annotated[list[int], Meta(description="seats that have agreed")]
    majority: Annotated[bool, Meta(description="more than half, the one who asks included, are enough")]
    sealed: Annotated[bool, Meta(description="nobody is shown who has agreed")] = False


class ShadowView(Struct, frozen=True, forbid_unknown_fields=True):
    """A spectator who sees the cards of a seat, as its owner has agreed to."""

    name: Annotated[str, Meta(description="of the spectator")]
    seat: int
    deal: Annotated[int, Meta(description="the deal of the match since when; 0 before the first")]
    ply: Annotated[int, Meta(description="lines of its log by then")]
    until: Annotated[
        int | None, Meta(description="looks no more since so many actions, but has seen cards of the running deal")
    ] = None


class SettledView(Struct, frozen=True, forbid_unknown_fields=True):
    """How the last proposal ended."""

    number: int
    kind: str
    name: str
    seat: int | None
    granted: bool
    why: Annotated[
        Literal["agreed", "refused", "no_answer", "taken_back", "void"],
        Meta(description="`void`: it made no sense any more"),
    ]


class UndoneView(Struct, frozen=True, forbid_unknown_fields=True):
    """Actions that were taken back."""

    after: Annotated[int, Meta(description="so many lines of the log stand before them")]
    seat: Annotated[int, Meta(description="who took the first of them back")]
    lines: Annotated[list[list[int | str]], Meta(description="as they stood in the log")]


class PublicView(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a table frame that is the same for everybody."""

    code: str
    ruleset: Annotated[str, Meta(description="the rule set as text, such as `mighty/japanese@1`")]
    game: str
    preset: str
    open: Annotated[bool, Meta(description="listed in the lobby")]
    watch: Watch
    closed: Annotated[bool, Meta(description="this viewer may not watch; `deal` is null")]
    host: Annotated[int | None, Meta(description="seat of the host, null while the host does not sit")]
    phase: Phase
    seats: list[SeatView]
    least: Annotated[
        int, Meta(description="so many seats must be taken for a match; empty ones go away with its start")
    ]
    match: MatchView | None
    deal: Annotated[dict[str, Any] | None, Meta(description="the game's public view of the deal")]
    clock: Annotated[ClockView | None, Meta(description="null where turns have no clock")] = None
    proposals: Annotated[list[ProposalView], Meta(description="what waits for answers")] = []
    settled: Annotated[SettledView | None, Meta(description="the last proposal that was settled")] = None
    friendly: Annotated[bool, Meta(description="by consent even a card that has been seen may be taken back")] = False
    undone: Annotated[list[UndoneView], Meta(description="what was taken back in the deal")] = []
    may_undo: Annotated[list[int], Meta(description="seats that may ask to take their last action back")] = []
    may_claim: Annotated[list[int], Meta(description="seats that may claim the rest of the deal")] = []
    absent_after: Annotated[int, Meta(description="seconds after which a player who is gone counts as absent")] = 60
    closed_discards: Annotated[bool, Meta(description="what was not played stays closed after a deal")] = False
    phrases_only: Annotated[bool, Meta(description="chat by fixed phrases only")] = False
    shadows: Annotated[list[ShadowView], Meta(description="who sees whose cards")] = []


class ChooseView(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that names a set of cards: the verb and `count` cards out of `among`, in canonical order."""

    verb: str
    count: int
    among: list[str]
    claim: Annotated[str | None, Meta(description="what the cards have to make, where `count` follows from it")] = None


class DeedView(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that a bot, or the clock, did in one's seat."""

    deal: Annotated[int, Meta(description="number of the deal in the match")]
    action: Annotated[str, Meta(description="in the game's notation, with one's own secrets")]


class ReportView(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat that somebody has shown to the host."""

    by: Annotated[str, Meta(description="who reported it")]
    room: str
    name: Annotated[str, Meta(description="who said it")]
    text: str
    phrase: str
    said: Annotated[float, Meta(description="Unix time in seconds")]


class PrivateView(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a table frame that only the owner of a seat gets, a host without seat, or who sees a seat's cards."""

    seat: int | None
    host: bool
    standin: bool = False
    legal: Annotated[list[str] | None, Meta(description="the legal actions when it is one's turn")] = None
    choose: Annotated[ChooseView | None, Meta(description="in place of `legal` where a list would be silly")] = None
    deal: Annotated[dict[str, Any] | None, Meta(description="the game's private view: one's hand and role")] = None
    missed: Annotated[
        list[DeedView], Meta(description="what was done in one's seat while one was gone, until one has `seen` it")
    ] = []
    blocked: Annotated[list[str], Meta(description="for the host: the names of those who are not let in")] = []
    reports: Annotated[list[ReportView], Meta(description="for the host: lines of chat that somebody reported")] = []
    shadow: Annotated[
        int | None, Meta(description="the seat whose private view `deal` is, for a spectator who may see it")
    ] = None


class SummarySeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the lobby lists it."""

    name: str
    kind: Literal["person", "bot", "empty"]
    player: Annotated[str | None, Meta(description="id of the person, see `/players/{id}`")] = None


class Summary(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as the lobby lists it."""

    code: str
    ruleset: str
    game: str
    preset: str
    host: str | None
    seats: list[SummarySeat]
    free: Annotated[int, Meta(description="empty seats")]
    phase: Phase
    deal: Annotated[int, Meta(description="number of the deal in the running match, 0 before the first")]
    of: int | None
    totals: dict[str, list[Number]]
    watchers: int
    open: bool
    watch: Watch
    joinable: Annotated[bool, Meta(description="listed, and somebody may sit down (on an empty or a bot's seat)")]
    watchable: bool
    turn_clock: Annotated[int, Meta(description="seconds that a turn may take, 0 without a clock")] = 0
    bank: Annotated[int, Meta(description="seconds that a seat may take beyond that in a match")] = 0
    friendly: Annotated[bool, Meta(description="by consent even a card that has been seen may be taken back")] = False
    absent_after: Annotated[int, Meta(description="seconds after which a player who is gone counts as absent")] = 60
    closed_discards: Annotated[bool, Meta(description="what was not played stays closed after a deal")] = False
    phrases_only: Annotated[bool, Meta(description="chat by fixed phrases only")] = False
