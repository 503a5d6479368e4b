"""The bytes of frames: as the websocket library and the protocol's own function would make them."""

import pytest
from websockets.frames import Frame, Opcode

from app import protocol
from app.live.frames import ViewFrames, framed
from app.live.outbox import plain_texts


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_frame_has_the_librarys_bytes(length: int):
    payload = b"x" * length
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize(("private", "done"), [(None, None), (b'{"seat":1}', None), (b'{"seat":1}', "a-1")])
def test_a_view_is_the_protocols_table_frame(private: bytes | None, done: str | None):
    frames = ViewFrames(7, b'{"deal":null}')
    made = frames.plain() if private is None else frames.private(private, done)
    assert made == framed(protocol.table_frame(7, b'{"deal":null}', private, done))


def client_frame(payload: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)


def test_chunks_of_short_text_frames_are_read_without_the_library():
    texts = [b"", b"x", b"y" * 125]
    assert plain_texts(b"".join(client_frame(text) for text in texts)) == texts


@pytest.mark.parametrize(
    "chunk",
    [
        client_frame(b"x" * 126),
        client_frame(b"x", Opcode.BINARY),
        client_frame(b"x", fin=False),
        client_frame(b"", Opcode.CLOSE),
        client_frame(b"x", Opcode.PING),
        Frame(Opcode.TEXT, b"x").serialize(mask=False),
        client_frame(b"hello")[:-1],
        client_frame(b"hello") + b"\x81",
        b"\xc1" + client_frame(b"hello")[1:],
    ],
    ids=["long", "binary", "fragment", "close", "ping", "unmasked", "half", "one and a bit", "reserved bit"],
)
def test_everything_else_is_left_to_the_library(chunk: bytes):
    assert plain_texts(chunk) is None
