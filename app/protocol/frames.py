"""Frames as bytes: reading those of clients, writing those of the server."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from app.protocol.client import CLIENT_TYPES, AnyClientMessage, ClientMessage, Id
from app.protocol.server import Done, Offers, OfferView, Pong, Refused, ServerMessage
from app.protocol.views import Fact


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


def public_raw(meta: bytes, deal: bytes | None, requests: bytes = b"{}") -> bytes:
    """The public part from its encoded table part (an object without `deal`), the game's encoded public view and the
    object of what may be asked of the others.

    During a deal only these two change, so the first is encoded once and kept.
    """
    more = b"," if len(requests) > len(b"{}") else b""
    return b"".join((meta[:-1], b',"deal":', deal or b"null", more, requests[1:]))


def private_raw(frame: bytes, deal: bytes) -> bytes:
    """The private part from its encoded surroundings (an object whose last field is `"deal":null`) and the game's
    encoded private view."""
    return b"".join((frame[: -len(b"null}")], deal, b"}"))


def table_start(version: int, public: bytes) -> bytes:
    """A `table` frame with its encoded public part; `private` and `done` may follow, and a closing brace must."""
    return b"".join((b'{"type":"table","version":%d,"public":' % version, public))


def table_frame(version: int, public: bytes, private: bytes | None = None, done: str | None = None) -> bytes:
    """A `table` frame from encoded parts. `done` must be an id that came through `decode` (it needs no escaping)."""
    parts = [table_start(version, public)]
    if private is not None:
        parts += [b',"private":', private]
    if done is not None:
        parts += [b',"done":"', done.encode("ascii"), b'"']
    parts.append(b"}")
    return b"".join(parts)


def done_frame(identity: str) -> bytes:
    """A `done` frame."""
    return _encoder.encode(Done(identity))


def refused_frame(identity: str | None, code: str, rule: str = "", facts: Mapping[str, Fact] | None = None) -> bytes:
    """A `refused` frame; `rule` and `facts` are left out where empty."""
    return _encoder.encode(Refused(identity, code, rule or UNSET, dict(facts) if facts else UNSET))


def offers_frame(identity: str, offers: Iterable[tuple[str, str | None, Mapping[str, Fact]]]) -> bytes:
    """An `offers` frame from actions, each with the rule that forbids it (or None) and the facts of its text."""
    views = [OfferView(action, rule or UNSET, dict(facts) if facts else UNSET) for action, rule, facts in offers]
    return _encoder.encode(Offers(identity, views))


PONG_FRAME = encode(Pong())
