"""The protocol described by itself: a JSON schema and the material of the reference page."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw, Struct

from app.protocol.client import (
    CLIENT_MESSAGES,
    Absence,
    Act,
    Ask,
    Block,
    Bot,
    Chat,
    Close,
    HandOn,
    Host,
    Kick,
    Ping,
    Propose,
    Ready,
    Report,
    Seen,
    Sit,
    Stand,
    Start,
    Take,
    Unshadow,
    Vote,
    Why,
)
from app.protocol.server import (
    PROTOCOL,
    SERVER_MESSAGES,
    AbsenceTimer,
    ChatMessage,
    Closing,
    Done,
    Lobby,
    Offers,
    OfferView,
    People,
    PlayerView,
    Pong,
    Refused,
    TableMessage,
    Timer,
    Welcome,
)
from app.protocol.views import (
    ChooseView,
    ClockView,
    DeedView,
    MatchView,
    PrivateView,
    ProposalView,
    PublicView,
    ReportView,
    ResultView,
    SeatView,
    SettledView,
    ShadowView,
    Summary,
    SummarySeat,
    UndoneView,
)


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
_PROPOSAL = ProposalView(41, "end", "Mina", 0, {"match": 1}, [1], [], False)
_PUBLIC = PublicView(
    "K7PQ2MWX", "mighty/japanese@1", "mighty", "japanese", True, "everybody", False, 0, "deal", _SEATS, 5,
    MatchView("K7PQ2MWX-1", 1, 1, 0, 10, {"points": [0, 0]}, [], None), {"phase": "bidding", "turn": [0]},
    ClockView(30, 60, [60, 48.5]), [_PROPOSAL], None, shadows=[ShadowView("Toma", 0, 1, 3)],
)  # fmt: skip
_PRIVATE = PrivateView(0, True, False, ["bid 13 S", "pass"], None, {"hand": ["AS", "KD"]})

_OFFER = OfferView("bid pair 9", "not_stronger", {"claim": "pair 9"})

EXAMPLES: Mapping[type[Struct], Struct] = {
    Act: Act("c1", 41, "play AS"),
    Why: Why("c2", "play KH"),
    Ask: Ask("c10", ["9S", "9D"]),
    Sit: Sit("c3", 2),
    Stand: Stand("c4"),
    Start: Start("c5"),
    Ready: Ready("c6"),
    Bot: Bot("c7", 3, True),
    Report: Report("c20", "Toma", 1796072400.0),
    Kick: Kick("c17", 3),
    Block: Block("c18", "Toma", True),
    Close: Close("c19"),
    Absence: Absence("c13", 2, "wait"),
    HandOn: HandOn("c14", 2, "Zx4n0q1V7sBkW2eJmTf9aQ"),
    Take: Take("c15", "Zx4n0q1V7sBkW2eJmTf9aQ"),
    Seen: Seen("c16"),
    Host: Host("c8", 1),
    Propose: Propose("c11", "end"),
    Vote: Vote("c12", 41, True),
    Unshadow: Unshadow("c13", "Toma"),
    Chat: Chat("c9", "well played"),
    Ping: Ping(),
    Welcome: Welcome(PROTOCOL, "K7PQ2MWX", PlayerView("p3x9", "Mina"), "0.1.0", [_CHAT]),
    TableMessage: TableMessage(42, Raw(msgspec.json.encode(_PUBLIC)), Raw(msgspec.json.encode(_PRIVATE)), "c1"),
    People: People(["here", None], ["Toma"], False, Timer("next_deal", 41.5)),
    Done: Done("c2"),
    Refused: Refused("c2", "illegal", "must_follow", {"suit": "H"}),
    Offers: Offers("c10", [_OFFER, OfferView("bid pair T")]),
    ChatMessage: _CHAT,
    Closing: Closing("restart"),
    Pong: Pong(),
    Lobby: Lobby([_SUMMARY]),
    PublicView: _PUBLIC,
    SeatView: _SEATS[0],
    AbsenceTimer: AbsenceTimer(2, 17.5),
    ClockView: ClockView(30, 60, [60, 48.5]),
    MatchView: MatchView("K7PQ2MWX-1", 1, 1, 0, 10, {"points": [0, 0]}, [], None),
    ProposalView: _PROPOSAL,
    UndoneView: UndoneView(4, 0, [[0, "bid 14 H"], [1, "pass"]]),
    SettledView: SettledView(41, "end", "Mina", 0, False, "refused"),
    ShadowView: ShadowView("Toma", 0, 1, 3),
    ResultView: ResultView(1, False, {"points": [4, -4]}, {"points": [4, -4]}, {"made": True}),
    PrivateView: _PRIVATE,
    ReportView: ReportView("Ada", "table", "Toma", "hello", "", 1796072400.0),
    DeedView: DeedView(3, "discard 2C 3C 5D"),
    ChooseView: ChooseView("discard", 3, ["AS", "KS", "QD", "2C"]),
    OfferView: _OFFER,
    Summary: _SUMMARY,
}
VIEWS: tuple[type[Struct], ...] = (
    PublicView, SeatView, ClockView, MatchView, ResultView, ProposalView, SettledView, ShadowView, UndoneView,
    PrivateView, DeedView, ReportView, ChooseView, OfferView, AbsenceTimer, Summary,
)  # fmt: skip


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
    example = msgspec.json.format(msgspec.json.encode(EXAMPLES[kind]), indent=2).decode()
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
