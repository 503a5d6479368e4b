"""Messages of clients. Fields are bounded here; what they mean is judged by the table."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

MAX_FRAME = 8192
"""Longest client frame in bytes; the socket is closed beyond it."""

MAX_NUMBER = 2**53 - 1  # what every JSON reader can hold exactly

# `$` alone would allow a line feed at the end
Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[A-Za-z0-9_-]+$(?!\n)",
        description="chosen by the client, new for every message; sending the same one again is harmless",
    ),
]
Action = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[ -~]+$(?!\n)",
        description="an action in the game's notation, as listed in `private.legal`",
    ),
]
Card = Annotated[str, Meta(min_length=2, max_length=2, pattern=r"^[0-9A-Z]{2}$(?!\n)")]
Cards = Annotated[
    list[Card], Meta(min_length=1, max_length=5, description="1 to 5 cards of one's own hand, in the game's notation")
]
Version = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="version of the newest view the client had")]
SeatNumber = Annotated[int, Meta(ge=0, le=15, description="seat, counted from 0 clockwise")]
Token = Annotated[
    str,
    Meta(
        min_length=22,
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]+$(?!\n)",
        description="a secret drawn by a secure random generator: 128 bits or more, in characters of base64url",
    ),
]
# Longer than what may be said, so that the sender is told "too long" and not "malformed".
ShadowName = Annotated[str, Meta(max_length=80)]
PhraseKey = Annotated[
    str,
    Meta(
        max_length=24,
        description="instead of a text, what everybody reads in their language: hello, good_luck, nice, well_played, "
        "thanks, sorry, oops, one_moment, back, good_game or bye",
    ),
]
ChatText = Annotated[str, Meta(max_length=4000, description="1 to 300 characters, plain text")]


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What all messages of a client have in common."""


class Act(ClientMessage, frozen=True, tag="act"):
    """Act in the running deal. The seat is the sender's own. Where everybody may act at once, actions are judged a
    quarter of a second after they were made, in that order: half of the way that pings of the server need counts."""

    id: Id
    version: Version
    action: Action


class Why(ClientMessage, frozen=True, tag="why"):
    """Ask why an action is not legal now. Answered by `refused` with the rule, or `done` when it is legal."""

    id: Id
    action: Action


class Ask(ClientMessage, frozen=True, tag="ask"):
    """Ask what exactly these cards would bid now. Answered by `offers`, or by `refused` when they bid nothing."""

    id: Id
    cards: Cards


class Sit(ClientMessage, frozen=True, tag="sit"):
    """Take a seat that is empty or a bot's, or one's own again; without `seat` the first that is free."""

    id: Id
    seat: SeatNumber | None = None


class Stand(ClientMessage, frozen=True, tag="stand"):
    """Leave one's seat. While a match runs a bot plays on for it and the seat stays one's own."""

    id: Id


class Start(ClientMessage, frozen=True, tag="start"):
    """Host only: start the match or a rematch, or deal the next hand without waiting."""

    id: Id


class Ready(ClientMessage, frozen=True, tag="ready"):
    """Ready for the next deal."""

    id: Id


class Bot(ClientMessage, frozen=True, tag="bot"):
    """Host only: put a bot on an empty seat or on the seat of somebody who is away, or remove a bot."""

    id: Id
    seat: SeatNumber
    on: Annotated[bool, Meta(description="true puts a bot on the seat, false removes it")]


class Absence(ClientMessage, frozen=True, tag="absence"):
    """For everybody who plays: what is to be done about an absent player's seat. `wait` holds the bot off for the
    table's time; `bot` plays until they return. Until somebody chooses otherwise anybody may choose anew."""

    id: Id
    seat: SeatNumber
    choice: Literal["wait", "bot"]


class HandOn(ClientMessage, frozen=True, tag="hand_on"):
    """Hand an absent player's seat on to whoever sends `token` with `take` first. For the host; while the host is not
    here, for everybody who plays. The sender makes the token up and gives it to a friend, as part of a link: the server
    keeps a hash of it only. Void as soon as the player returns, the match ends, or there is a newer one."""

    id: Id
    seat: SeatNumber
    token: Token


class Take(ClientMessage, frozen=True, tag="take"):
    """Take the seat that is handed on by this token, with its score."""

    id: Id
    token: Token


class Seen(ClientMessage, frozen=True, tag="seen"):
    """I have read what was done in my seat (`private.missed`)."""

    id: Id


class Host(ClientMessage, frozen=True, tag="host"):
    """Host only: hand the host's rights to the person on a seat."""

    id: Id
    seat: SeatNumber


class Kick(ClientMessage, frozen=True, tag="kick"):
    """Host only, outside of a match: take somebody's seat away. They may sit down again."""

    id: Id
    seat: SeatNumber


class Block(ClientMessage, frozen=True, tag="block"):
    """Host only: let somebody in no more, or again. They lose their seat; during a match that needs a vote of those who
    play (`propose`, kind `remove`)."""

    id: Id
    name: Annotated[str, Meta(max_length=80, description="the name by which they are known at the table")]
    on: Annotated[bool, Meta(description="true keeps them out, false lets them in again")]


class Close(ClientMessage, frozen=True, tag="close"):
    """Host only: close the table for good, between matches or when nobody else plays. The pages of its matches stay."""

    id: Id


class Propose(ClientMessage, frozen=True, tag="propose"):
    """Ask the others to agree to something: `end`, to end the match with the scores as they stand; `undo`, to take back
    one's last action; `claim`, to take all that is left of the deal; `shadow`, from a spectator to the person on
    `seat`, to see their cards until one of the two ends it or the match is over; `remove`, to give the seat `seat` to a
    bot and keep its player out, for which more than half are enough. Once all who are asked have agreed it is done, at
    once where nobody has to be asked; a refusal, or no answer in time, drops it."""

    id: Id
    kind: Literal["end", "undo", "claim", "shadow", "remove"]
    seat: Annotated[SeatNumber | None, Meta(description="whom it is about, where the kind needs one")] = None
    version: Version = 0


class Vote(ClientMessage, frozen=True, tag="vote"):
    """Answer a proposal, or take one's own back (`yes` false)."""

    id: Id
    number: Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="of the proposal, as in `public.proposals`")]
    yes: bool


class Unshadow(ClientMessage, frozen=True, tag="unshadow"):
    """See somebody's cards no more; from a seat: let the spectator with this name, or all, see one's own no more."""

    id: Id
    name: Annotated[ShadowName | None, Meta(description="as in `public.shadows`")] = None


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Say something, in words or by a phrase. The room follows from who one is and whether a deal runs."""

    id: Id
    text: ChatText = ""
    phrase: PhraseKey | None = None


class Report(ClientMessage, frozen=True, tag="report"):
    """Show the host, and nobody else, a line of chat."""

    id: Id
    name: Annotated[str, Meta(max_length=80, description="who said it, as in the line")]
    at: Annotated[float, Meta(description="when, as in the line")]


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Sign of life, about every 2.5 seconds; answered by `pong`."""


AnyClientMessage = (
    Act
    | Why
    | Ask
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
    | Ping
)
CLIENT_MESSAGES: tuple[type[ClientMessage], ...] = get_args(AnyClientMessage)
CLIENT_TYPES = frozenset(str(kind.__struct_config__.tag) for kind in CLIENT_MESSAGES)
