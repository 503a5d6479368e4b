"""Frames of the server, the schema and the reference."""

import json
import re
from pathlib import Path

import msgspec
import pytest

import app
from app import protocol

SERVER = msgspec.json.Decoder(protocol.AnyServerMessage)


def test_a_table_frame_is_put_together_from_encoded_parts() -> None:
    meta = protocol.encode_part({"code": "X", "phase": "deal"})
    public = protocol.public_raw(meta, protocol.encode_part({"turn": [2]}))
    frame = protocol.table_frame(41, public, protocol.encode_part({"seat": 2}), "c-1")
    assert json.loads(frame) == {
        "type": "table",
        "version": 41,
        "public": {"code": "X", "phase": "deal", "deal": {"turn": [2]}},
        "private": {"seat": 2},
        "done": "c-1",
    }


def test_without_a_deal_the_public_part_says_so() -> None:
    assert json.loads(protocol.public_raw(b'{"code":"X"}', None)) == {"code": "X", "deal": None}


def test_a_spectators_table_frame_has_neither_private_part_nor_done() -> None:
    assert set(json.loads(protocol.table_frame(41, b"{}"))) == {"type", "version", "public"}


def test_a_table_frame_is_what_the_struct_would_encode_to() -> None:
    message = protocol.TableMessage(41, msgspec.Raw(b"{}"), msgspec.Raw(b"{}"), "c1")
    assert protocol.table_frame(41, b"{}", b"{}", "c1") == protocol.encode(message)


def test_a_refusal_leaves_out_what_it_has_not() -> None:
    assert json.loads(protocol.refused_frame("c1", "stale")) == {"type": "refused", "id": "c1", "code": "stale"}
    assert json.loads(protocol.refused_frame(None, "malformed"))["id"] is None


def test_a_refusal_by_the_rules_has_rule_and_facts() -> None:
    frame = protocol.refused_frame("c1", "illegal", "must_follow", {"suit": "H"})
    assert json.loads(frame)["rule"] == "must_follow"
    assert json.loads(frame)["facts"] == {"suit": "H"}


def test_offers_name_the_rule_only_where_there_is_one() -> None:
    frame = protocol.offers_frame("c1", [("bid single 9", "not_stronger", {"rank": "9"}), ("bid single 9 H", None, {})])
    assert json.loads(frame) == {
        "type": "offers",
        "id": "c1",
        "offers": [
            {"action": "bid single 9", "rule": "not_stronger", "facts": {"rank": "9"}},
            {"action": "bid single 9 H"},
        ],
    }


@pytest.mark.parametrize("kind", protocol.CLIENT_MESSAGES, ids=lambda kind: kind.__name__)
def test_every_client_message_has_an_example_that_is_read(kind: type[protocol.ClientMessage]) -> None:
    example = protocol.EXAMPLES[kind]
    assert protocol.decode(msgspec.json.encode(example)) == example


@pytest.mark.parametrize("kind", protocol.SERVER_MESSAGES, ids=lambda kind: kind.__name__)
def test_every_server_message_has_an_example_that_is_read(kind: type[protocol.ServerMessage]) -> None:
    example = protocol.EXAMPLES[kind]
    assert SERVER.decode(msgspec.json.encode(example)) == example


def test_the_example_of_a_table_frame_shows_views_as_they_are_described() -> None:
    frame = msgspec.json.decode(msgspec.json.encode(protocol.EXAMPLES[protocol.TableMessage]))
    msgspec.convert(frame["public"], protocol.PublicView)
    msgspec.convert(frame["private"], protocol.PrivateView)


def test_the_reference_describes_every_message_and_view() -> None:
    documents = protocol.messages()
    client = {document.type for document in documents if document.direction == "client"}
    play = {"act", "why", "ask", "ready", "ping", "chat"}
    seats = {"sit", "stand", "start", "bot", "host", "absence", "hand_on", "take", "seen"}
    hosts = {"kick", "block", "close", "report"}
    assert client == play | seats | hosts | {"propose", "vote", "unshadow"}
    server = {document.type for document in documents if document.direction == "server"}
    assert server == {"welcome", "table", "people", "done", "refused", "offers", "chat", "closing", "pong", "lobby"}
    assert all(document.text and document.example for document in documents)


def test_the_reference_says_what_a_field_is() -> None:
    act = next(document for document in protocol.messages() if document.type == "act")
    assert [(field.name, field.type, field.required) for field in act.fields] == [
        ("type", '"act"', True),
        ("id", "string", True),
        ("version", "integer", True),
        ("action", "string", True),
    ]
    assert act.fields[3].text


def test_the_schema_is_json_and_its_references_lead_somewhere() -> None:
    schema = json.loads(json.dumps(protocol.schema()))
    for part in ("client", "server", "views"):
        for reference in schema[part]:
            assert reference["$ref"].removeprefix("#/$defs/") in schema["$defs"]


def test_the_schema_closes_every_message_to_further_fields() -> None:
    schema = protocol.schema()
    for kind in protocol.CLIENT_MESSAGES:
        assert schema["$defs"][kind.__name__]["additionalProperties"] is False


def test_every_code_of_a_refusal_is_described_in_a_sentence() -> None:
    for code, text in protocol.REFUSALS.items():
        assert code == code.lower()
        assert text.endswith(".")


def test_every_refusal_in_the_source_has_its_description() -> None:
    used: set[str] = set()
    root = Path(app.__file__).parent
    for path in (*root.glob("table/*.py"), *root.glob("live/*.py")):
        used |= set(re.findall(r'(?:Refused|BadText)\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert "stale" in used
    assert used <= set(protocol.REFUSALS)
