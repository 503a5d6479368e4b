"""Connections that send far too much, or that end without reading: they cost others nothing, and do not stay."""

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from app.live import outbox
from app.live.frames import framed
from app.live.outbox import FLOODED
from tests.live.conftest import FAST, House, serving
from tests.live.test_trouble import line_of, push_until_behind, stalled

EMPTY_PIECE = b"\x00\x80\x00\x00\x00\x00"
FLOODS = {
    "pings": b"\x89\x80\x00\x00\x00\x00" * 100_000,
    "long pings": (b"\x89\xfd\x00\x00\x00\x00" + b"p" * 125) * 5000,
    "pongs": b"\x8a\x80\x00\x00\x00\x00" * 100_000,
    "empty pieces": b"\x01\x80\x00\x00\x00\x00" + EMPTY_PIECE * 100_000,
    "empty texts": b"\x81\x80\x00\x00\x00\x00" * 100_000,
    "long texts": Frame(Opcode.TEXT, b"x" * 8000).serialize(mask=True) * 100,
}


async def gone(house: House, code: str, player: str) -> None:
    """Waits until a table knows nothing of a player's connections."""
    async with asyncio.timeout(5):
        while any(client.player == player for client in house.hub.tables[code].audience.clients):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_any_frames_is_ended_and_delays_nobody(house: House, kind: str):
    code = await house.table()
    mina = await house.join(code, "Mina")
    _, writer = await stalled(house, code, "Toma")
    line = line_of(house, code, "toma")
    codes: list[int] = []
    end = line.end
    line.end = lambda code, reason="": (codes.append(code), end(code, reason))[1]  # type: ignore[method-assign]
    writer.write(FLOODS[kind])
    await asyncio.sleep(0)
    started = asyncio.get_running_loop().time()
    await mina.ask("chat", text="am I in time?")
    took = asyncio.get_running_loop().time() - started
    await gone(house, code, "toma")
    assert codes[0] in (FLOODED, 1009)
    assert took < 0.25
    writer.close()


async def test_a_flood_is_not_read_after_its_end(house: House, monkeypatch: pytest.MonkeyPatch):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    line = line_of(house, code, "toma")
    line.data_received(FLOODS["pings"])
    parsed: list[bytes] = []
    monkeypatch.setattr(line.conn, "receive_data", parsed.append)
    line.data_received(FLOODS["pings"])
    assert parsed == []
    writer.close()


async def test_a_connection_that_is_told_to_go_is_cut_off_when_it_floods(house: House):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    line = line_of(house, code, "toma")
    line.end(outbox.COME_BACK, "reload")
    line.data_received(FLOODS["pings"])
    assert line.transport.is_closing()
    writer.close()


async def test_what_was_sent_long_ago_does_not_count(house: House, monkeypatch: pytest.MonkeyPatch):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    line = line_of(house, code, "toma")
    monkeypatch.setattr(line, "_counted", line.loop.time() - 3600)
    line.data_received(FLOODS["pings"][: 6 * (outbox.FRAMES_AT_ONCE + 1)])
    assert line.open
    writer.close()


async def test_a_message_in_too_many_pieces_ends_the_connection(house: House):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    line = line_of(house, code, "toma")
    line.data_received(b"\x01\x80\x00\x00\x00\x00" + EMPTY_PIECE * outbox.PIECES)
    assert line.close_sent
    writer.close()


async def test_pings_of_a_slow_reader_are_not_answered(house: House):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    line = await push_until_behind(house, code, "toma")
    held = line.transport.get_write_buffer_size()
    line.data_received(b"\x89\x80\x00\x00\x00\x00" * 10)
    assert line.transport.get_write_buffer_size() == held
    writer.close()


@pytest.mark.parametrize(
    "goodbye",
    [b"\x88\x82\x00\x00\x00\x00\x03\xe8", b"\x81\x05hello", None],
    ids=["a close frame", "a broken frame", "the end of the stream"],
)
async def test_who_leaves_without_reading_is_let_go(monkeypatch: pytest.MonkeyPatch, goodbye: bytes | None):
    monkeypatch.setattr(outbox, "LINGER", 0.1)
    async with serving(FAST) as house:
        code = await house.table()
        _, writer = await stalled(house, code, "Toma")
        await push_until_behind(house, code, "toma")
        if goodbye is None:
            writer.write_eof()
        else:
            writer.write(goodbye)
        await gone(house, code, "toma")
        writer.close()


async def test_who_answers_the_close_frame_without_reading_is_let_go(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbox, "LINGER", 0.1)
    async with serving(FAST) as house:
        code = await house.table()
        _, writer = await stalled(house, code, "Toma")
        line = await push_until_behind(house, code, "toma")
        line.send_small(framed(b"{}"))
        line.end(outbox.COME_BACK, "reload")
        writer.write(b"\x88\x82\x00\x00\x00\x00\x0f\xa0")
        await gone(house, code, "toma")
        writer.close()
