"""When things go wrong: slow readers, a database that is away, a failing table, bad input. Others must not notice."""

import asyncio
import json
import logging
import socket
from contextlib import suppress

import pytest
from websockets.frames import Frame, Opcode

from app.db.journal import Conflict, UnstorableError
from app.live import outbox
from app.live import table as live_table
from app.live.frames import framed
from app.live.outbox import COME_BACK, FLOODED, GOING_DOWN
from app.table.entries import Entry
from tests.live.client import Client, answers, may_act
from tests.live.conftest import FAST, House, serving


async def deal_with_bots(house: House, name: str = "Mina") -> tuple[str, Client]:
    """A table at which one person plays against bots, with a deal under way and the person to act or waiting."""
    code = await house.table(name, bots=True)
    client = await house.join(code, name)
    await client.ask("sit", seat=0)
    await client.ask("start")
    await client.viewed(may_act)
    return code, client


def first_action(frame):
    """A legal action of a view."""
    private = frame["private"]
    if private["legal"]:
        return private["legal"][-1]
    choose = private["choose"]
    return " ".join([choose["verb"], *choose["among"][: choose["count"]]])


# Slow readers


async def stalled(house: House, code: str, name: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection whose reader reads nothing after the handshake, with the smallest buffers the system allows."""
    person = house.person(name)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", house.port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=1024)
    token = house.identity.token(house.players[person.id])
    writer.write(
        f"GET /ws/tables/{code} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def line_of(house: House, code: str, player: str) -> outbox.Connection:
    """The server's side of somebody's connection."""
    line = next(client.line for client in house.hub.tables[code].audience.clients if client.player == player)
    assert isinstance(line, outbox.Connection)
    return line


async def push_until_behind(house: House, code: str, player: str) -> outbox.Connection:
    """Views for a table until one of its connections does not keep up."""
    table = house.hub.tables[code]
    line = line_of(house, code, player)
    for _ in range(2000):
        if line.behind:
            return line
        table.audience.show(table.table)
        await asyncio.sleep(0)
    raise AssertionError("the reader keeps up with everything")


async def test_a_stalled_reader_does_not_delay_the_others(house: House):
    code, mina = await deal_with_bots(house)
    _, writer = await stalled(house, code, "Toma")
    await push_until_behind(house, code, "toma")
    started = asyncio.get_running_loop().time()
    await mina.ask("act", version=mina.view["version"], action=first_action(mina.view))
    assert asyncio.get_running_loop().time() - started < 1.0
    writer.close()


async def test_a_stalled_reader_keeps_the_newest_view_only(house: House):
    code, mina = await deal_with_bots(house)
    _, writer = await stalled(house, code, "Toma")
    line = await push_until_behind(house, code, "toma")
    held = line.transport.get_write_buffer_size()
    for _ in range(100):
        house.hub.tables[code].audience.show(house.hub.tables[code].table)
    assert line.transport.get_write_buffer_size() == held
    writer.close()
    await mina.close()


async def test_a_reader_that_catches_up_is_sent_the_newest_view_and_every_line_of_chat(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    reader, writer = await stalled(house, code, "Toma")
    await push_until_behind(house, code, "toma")
    for number in range(5):
        await mina.ask("chat", text=f"line {number}")
    version = (await mina.ask("sit", seat=4))["version"]
    received = b""
    async with asyncio.timeout(10):
        while b'"version":%d,' % version not in received:
            received += await reader.read(65536)
    lines = [number for number in range(5) if b"line %d" % number in received]
    assert lines == [0, 1, 2, 3, 4]
    writer.close()


async def test_a_reader_that_never_catches_up_is_asked_to_come_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbox, "PATIENCE", 0.1)
    monkeypatch.setattr(outbox, "LINGER", 0.1)
    async with serving(FAST) as house:
        code = await house.table()
        await house.join(code, "Mina")
        _, writer = await stalled(house, code, "Toma")
        line = await push_until_behind(house, code, "toma")
        ended: list[int] = []
        end = line.end
        line.end = lambda code, reason="": (ended.append(code), end(code, reason))[1]  # type: ignore[method-assign]
        table = house.hub.tables[code]
        async with asyncio.timeout(5):
            while any(client.player == "toma" for client in table.audience.clients):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        writer.close()


async def test_too_many_frames_that_must_not_be_lost_end_a_slow_connection(house: House):
    code = await house.table()
    await house.join(code, "Mina")
    _, writer = await stalled(house, code, "Toma")
    line = await push_until_behind(house, code, "toma")
    for _ in range(outbox.SMALL_FRAMES + 1):
        line.send_small(framed(b'{"type":"pong"}'))
    assert line.close_sent
    writer.close()


async def test_views_that_wait_for_the_end_of_a_turn_are_overtaken_by_nothing(house: House):
    code = await house.table()
    client = await house.join(code, "Mina")
    line, before = line_of(house, code, "mina"), len(client.frames)
    for number, send in enumerate((line.send_view, line.send_view, line.send_small, line.send_view, line.send_people)):
        send(framed(b'{"type":"test","number":%d}' % number))
    line.end(outbox.COME_BACK, "reload")
    await client.ended()
    assert [frame["number"] for frame in client.frames[before:] if frame["type"] == "test"] == [0, 1, 2, 3, 4]


# Storage


async def test_nothing_is_shown_before_it_is_stored(house: House):
    _, mina = await deal_with_bots(house)
    version = mina.view["version"]
    house.journal.gate.clear()
    identity = await mina.send("act", version=version, action=first_action(mina.view))
    await asyncio.sleep(0.2)
    assert mina.view["version"] == version
    house.journal.gate.set()
    answer = await mina.until(lambda frame: answers(frame, identity))
    assert answer["version"] > version


async def test_people_see_that_the_server_is_storing_and_that_it_is_done():
    async with serving(FAST._replace(stall_after=0.1)) as house:
        _, mina = await deal_with_bots(house)
        house.journal.gate.clear()
        await mina.send("act", version=mina.view["version"], action=first_action(mina.view))
        await mina.until(lambda frame: frame["type"] == "people" and frame["storing"])
        since = len(mina.frames)
        house.journal.gate.set()
        await mina.until(lambda frame: frame["type"] == "people" and not frame["storing"], since)


async def test_acts_are_refused_as_busy_while_storing_takes_long():
    async with serving(FAST._replace(stall_after=0.1)) as house:
        code, mina = await deal_with_bots(house)
        toma = await house.join(code, "Toma")
        house.journal.gate.clear()
        await mina.send("act", version=mina.view["version"], action=first_action(mina.view))
        await toma.until(lambda frame: frame["type"] == "people" and frame["storing"])
        answer = await toma.ask("chat", text="are you there?")
        assert answer["code"] == "busy"
        house.journal.gate.set()


async def test_pings_and_newcomers_do_not_wait_for_the_database(house: House):
    code, mina = await deal_with_bots(house)
    house.journal.gate.clear()
    await mina.send("act", version=mina.view["version"], action=first_action(mina.view))
    toma = await house.join(code, "Toma")
    await toma.raw('{"type":"ping"}')
    await toma.kind("pong")
    house.journal.gate.set()


async def test_a_full_queue_is_refused_as_busy():
    async with serving(FAST._replace(queue=2, stall_after=60)) as house:
        code = await house.table()
        mina = await house.join(code, "Mina")
        house.journal.gate.clear()
        identities = [await mina.send("chat", text=f"line {number}") for number in range(5)]
        answer = await mina.until(lambda frame: frame["type"] == "refused")
        assert (answer["code"], answer["id"]) == ("busy", identities[3])
        house.journal.gate.set()


async def test_a_journal_that_has_gone_on_elsewhere_is_folded_again_and_the_sender_told(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    table = house.hub.tables[code]
    # Another process has seated Taro meanwhile.
    house.journal.entries[table.id].append(Entry(2, "sit", 1, "taro", "Taro", None, None, None, "", 0.0))
    answer = await mina.ask("sit", seat=0)
    assert answer == {"type": "refused", "id": answer["id"], "code": "stale"}
    assert [seat["name"] for seat in mina.view["public"]["seats"][:2]] == ["", "Taro"]


async def test_bots_go_on_after_a_conflict(house: House):
    _, mina = await deal_with_bots(house)
    version = mina.view["version"]
    house.journal.failure = Conflict(1)
    answer = await mina.ask("act", version=version, action=first_action(mina.view))
    assert answer["code"] == "stale"
    await mina.ask("act", version=version, action=first_action(mina.view))
    await mina.viewed(lambda frame: frame["version"] > version + 1)


# A failing table


async def test_a_failing_table_asks_its_people_to_come_back_and_others_play_on(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    broken, mina = await deal_with_bots(house)
    _, taro = await deal_with_bots(house, "Taro")
    right = live_table.handle

    def wrong(table, *arguments):
        if table.meta.code == broken:
            raise KeyError("AS KS QS")
        return right(table, *arguments)

    monkeypatch.setattr(live_table, "handle", wrong)
    await mina.send("chat", text="hello")
    assert await mina.ended() == (COME_BACK, "reload")
    monkeypatch.setattr(live_table, "handle", right)
    again = await house.join(broken, "Mina")
    assert again.view["private"]["deal"]["hand"]
    assert (await taro.ask("chat", text="still here"))["type"] == "done"
    printed = capsys.readouterr()
    assert printed.out.count("a table failed") == 1
    assert "AS KS QS" not in printed.out + printed.err


async def test_an_append_that_can_never_be_stored_reloads_the_table(house: House):
    code = await house.table()
    mina = await house.join(code, "Mina")
    house.journal.failure = UnstorableError()
    await mina.send("sit", seat=1)
    assert await mina.ended() == (COME_BACK, "reload")
    again = await house.join(code, "Mina")
    assert again.view["public"]["seats"][1]["kind"] == "empty"


async def test_a_bot_that_fails_or_breaks_the_rules_plays_the_first_legal_action(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    chosen = iter(["play ZZ", KeyError("lost")] * 1000)

    def confused(*_):
        choice = next(chosen)
        if isinstance(choice, Exception):
            raise choice
        return choice

    monkeypatch.setattr("app.live.bots.choose", confused)
    code = await house.table()
    mina = await house.join(code, "Mina")
    await house.fill(mina, *range(5))
    await mina.ask("start")
    await mina.viewed(lambda frame: frame["public"]["phase"] == "finished", patience=30)


# Bad input


async def test_the_end_of_the_server_is_announced():
    async with serving(FAST) as house:
        _, mina = await deal_with_bots(house)
        await house.hub.drain()
        assert await mina.ended() == (GOING_DOWN, "restart")
        assert mina.frames[-1] == {"type": "closing", "reason": "restart"}


async def test_a_flood_is_refused_and_then_closed():
    options = FAST._replace(message_rate=5.0, message_burst=5.0, flood_strikes=20)
    async with serving(options) as house:
        client = await house.join(await house.table(), "Mina")
        with suppress(Exception):
            for number in range(200):
                await client.send("why", action="pass", id=f"m{number}")
        assert await client.ended() == (FLOODED, "flood")
        codes = [frame["code"] for frame in client.frames if frame["type"] == "refused"]
        assert codes[:5] == ["not_seated"] * 5
        assert set(codes[5:]) == {"flood"}


BAD = {
    "not json": ("hello", "malformed"),
    "a number": ("5", "malformed"),
    "unknown type": ('{"type":"undo","id":"a"}', "unknown_type"),
    "an extra field": ('{"type":"sit","id":"a","seat":1,"as":"host"}', "malformed"),
    "a seat of the wrong type": ('{"type":"sit","id":"a","seat":"1"}', "malformed"),
    "a negative version": ('{"type":"act","id":"a","version":-1,"action":"pass"}', "malformed"),
    "no such seat": ('{"type":"sit","id":"a","seat":9}', "no_such_seat"),
    "an action without a seat": ('{"type":"act","id":"a","version":1,"action":"pass"}', "not_seated"),
    "a start by somebody else": ('{"type":"start","id":"a"}', "not_host"),
    "an endless chat": (json.dumps({"type": "chat", "id": "a", "text": "x" * 400}), "chat_too_long"),
    "an empty chat": ('{"type":"chat","id":"a","text":" "}', "chat_empty"),
    "nesting": ("[" * 4000, "malformed"),
    "half a surrogate": ('{"type":"chat","id":"a","text":"\\ud800"}', "malformed"),
}


@pytest.mark.parametrize("case", BAD)
async def test_bad_messages_are_refused_to_their_sender_alone(
    house: House, case: str, caplog: pytest.LogCaptureFixture
):
    text, code = BAD[case]
    table = await house.table()
    mina, toma = await house.join(table, "Mina"), await house.join(table, "Toma")
    await asyncio.sleep(0.05)
    before = len(mina.frames)
    with caplog.at_level(logging.INFO):
        await toma.raw(text)
        answer = await toma.kind("refused")
        await toma.raw('{"type":"ping"}')
        await toma.kind("pong")
    assert answer["code"] == code
    # Who is here may be told at any moment; nothing else reaches anybody.
    assert [frame for frame in mina.frames[before:] if frame["type"] != "people"] == []
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("payload", "close_code"),
    [(b"\x00binary", 1003), (json.dumps({"type": "chat", "id": "a", "text": "x" * 9000}), 1009)],
    ids=["binary", "too long"],
)
async def test_frames_that_no_client_sends_close_the_connection_quietly(
    house: House, payload: str | bytes, close_code: int, caplog: pytest.LogCaptureFixture
):
    client = await house.join(await house.table(), "Mina")
    await client.raw(payload)
    assert (await client.ended())[0] == close_code
    assert not caplog.records


async def raw_frames(house: House, code: str, payload: bytes) -> None:
    """Sends bytes as they are after the handshake and waits until the server has ended the connection."""
    reader, writer = await stalled(house, code, "Toma")
    writer.write(payload)
    async with asyncio.timeout(5):
        while await reader.read(65536):
            pass
    writer.close()


@pytest.mark.parametrize(
    "payload",
    [
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # text that is not UTF-8
        b"\x81\x05hello",  # not masked
        b"\x83\x80\x00\x00\x00\x00",  # an unknown opcode
        b"\xc1\x80\x00\x00\x00\x00",  # a reserved bit
        b"\x80\x81\x00\x00\x00\x00x",  # a continuation of nothing
        b"\x89\xfe\x01\x00\x00\x00\x00\x00" + b"x" * 256,  # a ping that is too long
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # a length beyond all measure
        b"\x88\x81\x00\x00\x00\x00x",  # half a close code
    ],
    ids=["utf-8", "unmasked", "opcode", "reserved", "continuation", "ping", "length", "close"],
)
async def test_broken_frames_end_the_connection_quietly(house: House, payload: bytes, caplog: pytest.LogCaptureFixture):
    code = await house.table()
    mina = await house.join(code, "Mina")
    await raw_frames(house, code, payload)
    assert (await mina.ask("chat", text="still here"))["type"] == "done"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_messages_in_pieces_and_out_of_step_with_packets_arrive(house: House):
    code = await house.table()
    _, writer = await stalled(house, code, "Toma")
    mina = await house.join(code, "Mina")
    texts = [json.dumps({"type": "chat", "id": f"c{n}", "text": f"line {n}" + "." * 60 * n}) for n in range(4)]
    frames = [Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in texts[:2]]
    frames.append(Frame(Opcode.TEXT, texts[2][:30].encode(), fin=False).serialize(mask=True))
    frames.append(Frame(Opcode.PING, b"?").serialize(mask=True))
    frames.append(Frame(Opcode.CONT, texts[2][30:].encode()).serialize(mask=True))
    frames.append(Frame(Opcode.TEXT, texts[3].encode()).serialize(mask=True))
    stream = b"".join(frames)
    for start, end in ((0, len(frames[0])), (len(frames[0]), 150), (150, 151), (151, 400), (400, len(stream))):
        writer.write(stream[start:end])
        await asyncio.sleep(0.02)
    await mina.until(lambda frame: frame["type"] == "chat" and frame["text"].startswith("line 3"))
    assert [f["text"].rstrip(".") for f in mina.frames if f["type"] == "chat"] == [f"line {n}" for n in range(4)]
    writer.close()


async def test_an_endless_handshake_is_refused_quietly(house: House, caplog: pytest.LogCaptureFixture):
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    headers = "".join(f"X-{number}: y\r\n" for number in range(300))
    writer.write(
        f"GET /ws/tables/X HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    async with asyncio.timeout(5):
        while await reader.read(65536):
            pass
    writer.close()
    assert not [record for record in caplog.records if record.exc_info]
