"""Every wire message, both directions, in one place.

Frames are JSON text on `/ws/tables/{code}` (play) and `/ws/lobby` (list of tables). The tag field is `type`; unknown
types and extra fields are refused. Every client message with an `id` is answered to its sender alone: by a `table`
frame that carries `done: id`, by `done`, or by `refused`.

For the shell: `decode` reads one frame, `encode` writes one message, `table_frame` and `public_raw` put a table frame
together from parts that are encoded once per version. `messages`, `schema` and `REFUSALS` feed the reference page.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1
"""Number of this protocol, sent in `welcome`; it grows when an old client would misread a frame."""

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
Version = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="version of the newest view the client had")]
SeatNumber = Annotated[int, Meta(ge=0, le=15, description="seat, counted from 0 clockwise")]
# Longer than what may be said, so that the sender is told "too long" and not "malformed".
ChatText = Annotated[str, Meta(max_length=4000, description="1 to 300 characters, plain text")]


# ---------------------------------------------------------------------------------------------- client to server


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What all messages of a client have in common."""


class Act(ClientMessage, frozen=True, tag="act"):
    """Act in the running deal. The seat is the sender's own."""

    id: Id
    version: Version
    action: Action


class Why(ClientMessage, frozen=True, tag="why"):
    """Ask why an action is not legal now. Answered by `refused` with the rule, or `done` when it is legal."""

    id: Id
    action: Action


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


class Host(ClientMessage, frozen=True, tag="host"):
    """Host only: hand the host's rights to the person on a seat."""

    id: Id
    seat: SeatNumber


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Say something. The room follows from who one is and whether a deal runs."""

    id: Id
    text: ChatText


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Sign of life, about every 2.5 seconds; answered by `pong`."""


AnyClientMessage = Act | Why | Sit | Stand | Start | Ready | Bot | Host | Chat | Ping
CLIENT_MESSAGES: tuple[type[ClientMessage], ...] = get_args(AnyClientMessage)
CLIENT_TYPES = frozenset(str(kind.__struct_config__.tag) for kind in CLIENT_MESSAGES)


# ---------------------------------------------------------------------------------------------- server to client

Room = Literal["table", "players", "spectators"]
Phase = Literal["lobby", "dealing", "deal", "result", "finished"]
Watch = Literal["everybody", "link", "nobody"]
Presence = Literal["here", "away"]
Number = int | str
"""A score: a whole number, or a fraction as text such as "31/2"."""
Fact = int | str | list[str]


class ServerMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages of the server have in common."""


class PlayerView(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the server takes the connection to be."""

    id: Annotated[str, Meta(description="the player's public id")]
    name: Annotated[str, Meta(description="the name others see at this table")]


class ChatMessage(ServerMessage, frozen=True, tag="chat"):
    """Something said, sent to those who are in the room."""

    room: Annotated[Room, Meta(description="`table` while no deal runs, else `players` or `spectators`")]
    name: str
    text: str
    at: Annotated[float, Meta(description="Unix time in seconds")]
    seat: Annotated[int | None, Meta(description="the speaker's seat, if any")] = None


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first frame of every connection to a table."""

    protocol: int
    table: Annotated[str, Meta(description="the table's code")]
    player: PlayerView
    server: Annotated[str, Meta(description="build of the server; when it changes the page should be loaded again")]
    chat: Annotated[list[ChatMessage], Meta(description="what was said lately in the rooms this viewer is in")]


class TableMessage(ServerMessage, frozen=True, tag="table", omit_defaults=True):
    """The whole view of the table; the newest one is always enough."""

    version: Annotated[int, Meta(description="grows with everything that shows; drop frames with an older one")]
    public: Annotated[Raw, Meta(description="what everybody may see, see `PublicView`")]
    private: Annotated[Raw | UnsetType, Meta(description="what this viewer alone may see, see `PrivateView`")] = UNSET
    done: Annotated[str | UnsetType, Meta(description="id of the viewer's own message that led to this view")] = UNSET


class Timer(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock that runs at the table."""

    kind: Literal["next_deal"]
    seconds: Annotated[float, Meta(description="seconds left when the frame was sent")]


class People(ServerMessage, frozen=True, tag="people"):
    """Who is there. Not part of a version; the newest one counts."""

    seats: Annotated[list[Presence | None], Meta(description="by seat; null for a seat without a person")]
    spectators: Annotated[list[str], Meta(description="names of those who watch")]
    storing: Annotated[bool, Meta(description="true while the server waits for its database")]
    timer: Timer | None = None


class Done(ServerMessage, frozen=True, tag="done"):
    """The message with this id was carried out (now or when it was first sent)."""

    id: str


class Refused(ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """The message with this id changed nothing. Texts for people: catalogue keys `refused.<code>`, `illegal.<rule>`."""

    id: Annotated[str | None, Meta(description="null where the frame's id could not be read")]
    code: Annotated[str, Meta(description="why, see the list of codes")]
    rule: Annotated[str | UnsetType, Meta(description="with code `illegal`: the rule of the game")] = UNSET
    facts: Annotated[dict[str, Fact] | UnsetType, Meta(description="values for the text of the rule")] = UNSET


class Closing(ServerMessage, frozen=True, tag="closing"):
    """The server is about to close this connection."""

    reason: Annotated[str, Meta(description="`restart`, `replaced` (by a newer tab), `silent`, `flood`")]


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Answer to `ping`."""


class SummarySeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the lobby lists it."""

    name: str
    kind: Literal["person", "bot", "empty"]


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


class Lobby(ServerMessage, frozen=True, tag="lobby"):
    """All tables that are listed, at once and after every change (only on `/ws/lobby`)."""

    tables: list[Summary]


AnyServerMessage = Welcome | TableMessage | People | Done | Refused | ChatMessage | Closing | Pong | Lobby
SERVER_MESSAGES: tuple[type[ServerMessage], ...] = get_args(AnyServerMessage)


# ------------------------------------------------------------------------------------------ what a table frame shows


class SeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat."""

    name: Annotated[str, Meta(description="unique at the table; empty for an empty seat")]
    kind: Literal["person", "bot", "empty"]
    standin: Annotated[bool, Meta(description="a bot plays for the owner, who may sit down again at any time")]
    ready: bool


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
    winners: Annotated[list[int] | None, Meta(description="seats, once the match is over")]


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
    match: MatchView | None
    deal: Annotated[dict[str, Any] | None, Meta(description="the game's public view of the deal")]


class ChooseView(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that names a set of cards: the verb and `count` cards out of `among`, in canonical order."""

    verb: str
    count: int
    among: list[str]
    claim: Annotated[str | None, Meta(description="what the cards have to make, where `count` follows from it")] = None


class PrivateView(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a table frame that only the owner of a seat (or a host without seat) gets."""

    seat: int | None
    host: bool
    standin: bool = False
    legal: Annotated[list[str] | None, Meta(description="the legal actions when it is one's turn")] = None
    choose: Annotated[ChooseView | None, Meta(description="in place of `legal` where a list would be silly")] = None
    deal: Annotated[dict[str, Any] | None, Meta(description="the game's private view: one's hand and role")] = None


# ---------------------------------------------------------------------------------------------- refusals

REFUSALS: Mapping[str, str] = {
    "malformed": "The frame is not a message of this protocol.",
    "unknown_type": "There is no message of this type.",
    "stale": "The table has moved on since the view this was meant for.",
    "not_your_turn": "It is not your turn.",
    "illegal": "The rules do not allow this action; `rule` and `facts` say which one.",
    "not_seated": "You have no seat at this table.",
    "standin": "A bot plays for you; take your seat back first.",
    "seat_taken": "Somebody has this seat.",
    "no_such_seat": "The table has no such seat.",
    "full": "No seat is free.",
    "already_seated": "You have a seat already.",
    "own_seat_only": "You may only sit down again on your own seat.",
    "not_host": "Only the host may do this.",
    "not_a_person": "The host's rights can only go to a person who plays.",
    "not_away": "A bot can only play for somebody who is away.",
    "seats_empty": "Every seat needs a person or a bot first.",
    "not_now": "This is not possible at the moment.",
    "chat_empty": "There is nothing to say.",
    "chat_too_long": "The text is longer than 300 characters.",
    "chat_characters": "The text has characters that cannot be shown.",
    "name_empty": "A name needs at least one visible character.",
    "name_too_long": "The name is longer than 24 characters.",
    "name_characters": "The name has characters that cannot be shown.",
    "closed": "This table is not open for spectators.",
    "busy": "The server is storing earlier moves; try again in a moment.",
    "flood": "Too many messages; wait a moment.",
    "no_such_table": "There is no table with this code.",
    "unauthorised": "Say who you are first.",
}
"""Every code of `refused` with one line in English; the catalogue's keys are `refused.<code>`."""


# ---------------------------------------------------------------------------------------------- reading and writing


class Malformed(ValueError):  # noqa: N818 - named for what the frame is, as its code on the wire
    """A frame that is no message: `code` is `malformed` or `unknown_type`, `id` the frame's id if it could be read."""

    def __init__(self, code: str, id: str | None = None) -> None:  # noqa: A002 - the wire's word
        super().__init__(code)
        self.code = code
        self.id = id


class _Envelope(Struct, gc=False):
    """What is read of a frame that was refused: only enough to answer it."""

    type: Any = None
    id: Any = None


class _Identity(Struct, gc=False):
    id: Id


_client = msgspec.json.Decoder(AnyClientMessage)
_envelope = msgspec.json.Decoder(_Envelope)
_encoder = msgspec.json.Encoder()

# Everything a decoder may raise on hostile input: text with lone surrogates cannot become bytes, deep nesting recurses.
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def decode(frame: bytes | str) -> AnyClientMessage:
    """Read one client frame.

    Raises `Malformed` on anything that is not exactly one message of the protocol; nothing is guessed or converted.
    """
    try:
        message: AnyClientMessage = _client.decode(frame)
    except _UNREADABLE:
        raise _malformed(frame) from None
    return message


def _malformed(frame: bytes | str) -> Malformed:
    try:
        envelope = _envelope.decode(frame)
    except _UNREADABLE:
        return Malformed("malformed")
    try:
        identity = msgspec.convert(envelope.id, Id)
    except msgspec.ValidationError:
        identity = None
    known = not isinstance(envelope.type, str) or envelope.type in CLIENT_TYPES
    return Malformed("malformed" if known else "unknown_type", identity)


def encode(message: ServerMessage | ClientMessage) -> bytes:
    """One message as the bytes of a frame."""
    return _encoder.encode(message)


def encode_part(part: Mapping[str, Any] | None) -> bytes:
    """A part of a view (public meta, a game's view, a private view) as JSON; None becomes `null`."""
    return _encoder.encode(part)


def public_raw(meta: bytes, deal: bytes | None) -> bytes:
    """The public part from its encoded table part (an object without `deal`) and the game's encoded public view.

    During a deal only the second changes, so the first is encoded once and kept.
    """
    return b'%b,"deal":%b}' % (meta[:-1], deal or b"null")


def table_frame(version: int, public: bytes, private: bytes | None = None, done: str | None = None) -> bytes:
    """A `table` frame from encoded parts. `done` must be an id that came through `decode` (it needs no escaping)."""
    frame = b'{"type":"table","version":%d,"public":%b' % (version, public)
    if private is not None:
        frame += b',"private":' + private
    if done is not None:
        frame += b',"done":"%b"' % done.encode("ascii")
    return frame + b"}"


def done_frame(identity: str) -> bytes:
    """A `done` frame."""
    return _encoder.encode(Done(identity))


def refused_frame(identity: str | None, code: str, rule: str = "", facts: Mapping[str, Fact] | None = None) -> bytes:
    """A `refused` frame; `rule` and `facts` are left out where empty."""
    return _encoder.encode(Refused(identity, code, rule or UNSET, dict(facts) if facts else UNSET))


PONG_FRAME = encode(Pong())


# ---------------------------------------------------------------------------------------------- reference


class FieldDoc(NamedTuple):
    """One field of a message: name, type in words, whether it must be there, what it means."""

    name: str
    type: str
    required: bool
    text: str


class MessageDoc(NamedTuple):
    """One message or view for the reference page. `type` is the tag, or the name of a view."""

    type: str
    direction: Literal["client", "server", "view"]
    text: str
    fields: tuple[FieldDoc, ...]
    example: str


_SEATS = [SeatView("Mina", "person", False, False), SeatView("Ada", "bot", False, False)]
_CHAT = ChatMessage("table", "Mina", "hello", 1796072400.0, 0)
_SUMMARY = Summary(
    "K7PQ2MWX", "mighty/japanese@1", "mighty", "japanese", "Mina", [SummarySeat("Mina", "person")], 4,
    "lobby", 0, 10, {}, 2, True, "everybody", True, True,
)  # fmt: skip
_PUBLIC = PublicView(
    "K7PQ2MWX", "mighty/japanese@1", "mighty", "japanese", True, "everybody", False, 0, "deal", _SEATS,
    MatchView("K7PQ2MWX-1", 1, 1, 0, 10, {"points": [0, 0]}, [], None), {"phase": "bidding", "turn": [0]},
)  # fmt: skip
_PRIVATE = PrivateView(0, True, False, ["bid 13 S", "pass"], None, {"hand": ["AS", "KD"]})

EXAMPLES: Mapping[type[Struct], Struct] = {
    Act: Act("c1", 41, "play AS"),
    Why: Why("c2", "play KH"),
    Sit: Sit("c3", 2),
    Stand: Stand("c4"),
    Start: Start("c5"),
    Ready: Ready("c6"),
    Bot: Bot("c7", 3, True),
    Host: Host("c8", 1),
    Chat: Chat("c9", "well played"),
    Ping: Ping(),
    Welcome: Welcome(PROTOCOL, "K7PQ2MWX", PlayerView("p3x9", "Mina"), "0.1.0", [_CHAT]),
    TableMessage: TableMessage(42, Raw(_encoder.encode(_PUBLIC)), Raw(_encoder.encode(_PRIVATE)), "c1"),
    People: People(["here", None], ["Toma"], False, Timer("next_deal", 41.5)),
    Done: Done("c2"),
    Refused: Refused("c2", "illegal", "must_follow", {"suit": "H"}),
    ChatMessage: _CHAT,
    Closing: Closing("restart"),
    Pong: Pong(),
    Lobby: Lobby([_SUMMARY]),
    PublicView: _PUBLIC,
    SeatView: _SEATS[0],
    MatchView: MatchView("K7PQ2MWX-1", 1, 1, 0, 10, {"points": [0, 0]}, [], None),
    ResultView: ResultView(1, False, {"points": [4, -4]}, {"points": [4, -4]}, {"made": True}),
    PrivateView: _PRIVATE,
    ChooseView: ChooseView("discard", 3, ["AS", "KS", "QD", "2C"]),
    Summary: _SUMMARY,
}
VIEWS: tuple[type[Struct], ...] = (PublicView, SeatView, MatchView, ResultView, PrivateView, ChooseView, Summary)


def schema() -> dict[str, Any]:
    """JSON schema of all messages and views: `{"client": [refs], "server": [refs], "views": [refs], "$defs": {…}}`."""
    kinds: Sequence[type[Struct]] = (*CLIENT_MESSAGES, *SERVER_MESSAGES, *VIEWS)
    references, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    ends = (len(CLIENT_MESSAGES), len(CLIENT_MESSAGES) + len(SERVER_MESSAGES))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": list(references[: ends[0]]),
        "server": list(references[ends[0] : ends[1]]),
        "views": list(references[ends[1] :]),
        "$defs": components,
    }


def messages() -> tuple[MessageDoc, ...]:
    """All messages and views for the reference page: client first, then server, then the views inside `table`."""
    definitions = schema()["$defs"]
    client = [_document(kind, "client", definitions) for kind in CLIENT_MESSAGES]
    server = [_document(kind, "server", definitions) for kind in SERVER_MESSAGES]
    return (*client, *server, *(_document(kind, "view", definitions) for kind in VIEWS))


def _document(
    kind: type[Struct], direction: Literal["client", "server", "view"], definitions: Mapping[str, Any]
) -> MessageDoc:
    definition = definitions[kind.__name__]
    required = set(definition.get("required", ()))
    fields = tuple(
        FieldDoc(name, _type_in_words(part), name in required, part.get("description", ""))
        for name, part in definition["properties"].items()
    )
    tag = kind.__struct_config__.tag
    text = " ".join((kind.__doc__ or "").split())
    example = msgspec.json.format(_encoder.encode(EXAMPLES[kind]), indent=2).decode()
    return MessageDoc(str(tag or kind.__name__), direction, text, fields, example)


def _type_in_words(part: Mapping[str, Any]) -> str:
    """A JSON schema type as short text, such as `integer or null` or `list of SeatView`."""
    if "$ref" in part:
        return str(part["$ref"]).rsplit("/", 1)[-1]
    if "enum" in part:
        return " | ".join(msgspec.json.encode(value).decode() for value in part["enum"])
    if "anyOf" in part:
        return " or ".join(_type_in_words(choice) for choice in part["anyOf"])
    kind = part.get("type", "any value")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {_type_in_words(part.get('items', {}))}"
    if kind == "object" and isinstance(part.get("additionalProperties"), Mapping):
        return f"object of {_type_in_words(part['additionalProperties'])}"
    return str(kind)
