"""Frames of clients: what is read, and what anything else gets."""

import contextlib
import json

import msgspec
import pytest

from app import protocol
from app.protocol import Act, Ask, Bot, Chat, Host, Malformed, Ping, Ready, Sit, Stand, Start, Why, decode

MESSAGES = [
    (b'{"type":"act","id":"a1","version":7,"action":"play AS"}', Act("a1", 7, "play AS")),
    (b'{"type":"why","id":"a1","action":"discard AS KS QS"}', Why("a1", "discard AS KS QS")),
    (b'{"type":"ask","id":"a1","cards":["9S","JK"]}', Ask("a1", ["9S", "JK"])),
    (b'{"type":"sit","id":"a1"}', Sit("a1")),
    (b'{"type":"sit","id":"a1","seat":null}', Sit("a1")),
    (b'{"type":"sit","id":"a1","seat":3}', Sit("a1", 3)),
    (b'{"type":"stand","id":"a1"}', Stand("a1")),
    (b'{"type":"start","id":"a1"}', Start("a1")),
    (b'{"type":"ready","id":"a1"}', Ready("a1")),
    (b'{"type":"bot","id":"a1","seat":0,"on":true}', Bot("a1", 0, True)),
    (b'{"type":"host","id":"a1","seat":0}', Host("a1", 0)),
    (b'{"type":"chat","id":"a1","text":"<b>"}', Chat("a1", "<b>")),
    (b'{"type":"ping"}', Ping()),
    (b' {"id":"a1",\n"type":"stand"} ', Stand("a1")),
]


@pytest.mark.parametrize(("frame", "message"), MESSAGES)
def test_a_message_is_read_from_bytes_and_from_text(frame: bytes, message: protocol.AnyClientMessage) -> None:
    assert decode(frame) == message
    assert decode(frame.decode()) == message


@pytest.mark.parametrize("message", [message for _, message in MESSAGES])
def test_what_is_written_can_be_read(message: protocol.AnyClientMessage) -> None:
    assert decode(protocol.encode(message)) == message


def refusal(frame: bytes | str) -> tuple[str, str | None]:
    with pytest.raises(Malformed) as caught:
        decode(frame)
    return caught.value.code, caught.value.id


NOT_JSON = [
    b"",
    b" ",
    b"{",
    b"hello",
    b"\xff\xfe",
    b"\x00",
    b'{"type":"stand","id":"a1"',
    b'{"type":"stand","id":"a1"}{}',
    b"{'type':'stand'}",
    b'{"type":"stand","id":"a\xff"}',
    b'{"type":"stand","id":"\\ud800"}',
    b'{"type":"stand","id":"\\udc00\\ud800"}',
    '{"type":"stand","id":"\ud800"}',
    b'{"type":"sit","id":"a1","seat":NaN}',
    b'{"type":"sit","id":"a1","seat":Infinity}',
    b'{"type":"sit","id":"a1","seat":01}',
    b"\xef\xbb\xbf" + b'{"type":"ping"}',
    b"[" * 4000,
    b'{"type":' * 1000,
    b'{"type":"stand","id":"a1","x":' + b"[" * 4000 + b"]" * 4000 + b"}",
]


@pytest.mark.parametrize("frame", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_not_json_is_malformed(frame: bytes | str) -> None:
    assert refusal(frame)[0] == "malformed"


@pytest.mark.parametrize("frame", [b"null", b"true", b"1", b'"act"', b"[]", b'[{"type":"ping"}]', b"{}", b"-1e400"])
def test_json_that_is_no_message_is_malformed(frame: bytes) -> None:
    assert refusal(frame) == ("malformed", None)


WRONG = [
    {"type": "stand"},
    {"type": "stand", "id": None},
    {"type": "stand", "id": ""},
    {"type": "stand", "id": 7},
    {"type": "stand", "id": ["a1"]},
    {"type": "stand", "id": {"id": "a1"}},
    {"type": "stand", "id": "a b"},
    {"type": "stand", "id": "a1\n"},
    {"type": "stand", "id": "é"},
    {"type": "stand", "id": "\0"},
    {"type": "stand", "id": "x" * 41},
]


@pytest.mark.parametrize("message", WRONG, ids=str)
def test_a_bad_id_is_not_sent_back(message: object) -> None:
    assert refusal(json.dumps(message)) == ("malformed", None)


BAD_FIELDS = [
    {"type": "stand", "seat": 1},
    {"type": "stand", "Type": "stand"},
    {"type": "act"},
    {"type": "act", "version": 1},
    {"type": "act", "action": "pass"},
    {"type": "act", "version": "1", "action": "pass"},
    {"type": "act", "version": 1.5, "action": "pass"},
    {"type": "act", "version": True, "action": "pass"},
    {"type": "act", "version": None, "action": "pass"},
    {"type": "act", "version": -1, "action": "pass"},
    {"type": "act", "version": 2**53, "action": "pass"},
    {"type": "act", "version": 2**200, "action": "pass"},
    {"type": "act", "version": 1, "action": ""},
    {"type": "act", "version": 1, "action": "x" * 81},
    {"type": "act", "version": 1, "action": "pass\n"},
    {"type": "act", "version": 1, "action": "p\tass"},
    {"type": "act", "version": 1, "action": "páss"},
    {"type": "act", "version": 1, "action": ["pass"]},
    {"type": "act", "version": 1, "action": {"do": "pass"}},
    {"type": "act", "version": 1, "action": "pass", "seat": 2},
    {"type": "ask"},
    {"type": "ask", "cards": None},
    {"type": "ask", "cards": "9S"},
    {"type": "ask", "cards": {"9S": 1}},
    {"type": "ask", "cards": []},
    {"type": "ask", "cards": ["9S"] * 6},
    {"type": "ask", "cards": [9]},
    {"type": "ask", "cards": [["9S"]]},
    {"type": "ask", "cards": ["9"]},
    {"type": "ask", "cards": ["9S "]},
    {"type": "ask", "cards": ["9\n"]},
    {"type": "ask", "cards": ["9S\n"]},
    {"type": "ask", "cards": ["é9"]},
    {"type": "ask", "cards": ["9S"], "seat": 1},
    {"type": "sit", "seat": -1},
    {"type": "sit", "seat": 16},
    {"type": "sit", "seat": "1"},
    {"type": "sit", "seat": False},
    {"type": "bot", "seat": 1},
    {"type": "bot", "seat": 1, "on": 1},
    {"type": "bot", "seat": 1, "on": "true"},
    {"type": "bot", "seat": 1, "on": True, "away": True},
    {"type": "host", "seat": None},
    {"type": "chat", "phrase": 7},
    {"type": "chat", "phrase": "x" * 25},
    {"type": "kick", "seat": "1"},
    {"type": "block", "name": "Toma"},
    {"type": "block", "name": "x" * 81, "on": True},
    {"type": "close", "seat": 1},
    {"type": "report", "name": "Toma", "at": "now"},
    {"type": "chat", "text": None},
    {"type": "chat", "text": "x" * 4001},
    {"type": "ping", "x": 1},
    {"type": None},
    {"type": 7},
    {"type": ["act"]},
]


@pytest.mark.parametrize("message", BAD_FIELDS, ids=lambda message: json.dumps(message)[:60])
def test_a_wrong_field_is_malformed_and_the_id_is_sent_back(message: dict[str, object]) -> None:
    assert refusal(json.dumps({**message, "id": "a1"})) == ("malformed", "a1")


@pytest.mark.parametrize("kind", ["", "ACT", "act ", "welcome", "table", "deal", "__class__", "x" * 5000, "Act"])
def test_an_unknown_type_is_named_as_such(kind: str) -> None:
    assert refusal(json.dumps({"type": kind, "id": "a1"})) == ("unknown_type", "a1")


def test_a_ping_needs_no_id_and_has_none() -> None:
    assert refusal(b'{"type":"ping","id":"a1"}') == ("malformed", "a1")


def test_a_number_with_a_thousand_digits_is_malformed() -> None:
    assert refusal(b'{"type":"act","id":"a1","action":"pass","version":' + b"9" * 1000 + b"}") == ("malformed", "a1")


def test_chat_text_may_be_too_long_for_the_table_so_that_the_table_can_say_so() -> None:
    assert decode(json.dumps({"type": "chat", "id": "a1", "text": "x" * 301})) == Chat("a1", "x" * 301)


def test_random_damage_to_a_frame_is_read_or_refused_and_nothing_else() -> None:
    frame = b'{"type":"act","id":"a1","version":7,"action":"play AS"}'
    for position in range(len(frame)):
        for byte in (0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xC3, 0xED, 0xFF):
            damaged = frame[:position] + bytes([byte]) + frame[position + 1 :]
            with contextlib.suppress(Malformed):
                assert isinstance(decode(damaged), Act)


def test_lenient_reading_never_turns_a_refused_frame_into_a_message() -> None:
    for message in (*WRONG, *BAD_FIELDS):
        with pytest.raises(msgspec.MsgspecError):
            msgspec.convert({"id": "a1", **message} if message in BAD_FIELDS else message, protocol.AnyClientMessage)
