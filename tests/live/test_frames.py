"""The bytes of frames: as the websocket library and the protocol's own function would make them."""

import pytest
from websockets.frames import Frame, Opcode

from app import protocol
from app.live.frames import ViewFrames, framed


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_frame_has_the_librarys_bytes(length: int):
    payload = b"x" * length
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize(("private", "done"), [(None, None), (b'{"seat":1}', None), (b'{"seat":1}', "a-1")])
def test_a_view_is_the_protocols_table_frame(private: bytes | None, done: str | None):
    frames = ViewFrames(7, b'{"deal":null}')
    made = frames.plain() if private is None else frames.private(private, done)
    assert made == framed(protocol.table_frame(7, b'{"deal":null}', private, done))
