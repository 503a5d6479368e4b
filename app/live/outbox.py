"""One websocket connection: frames in, frames out, and what happens when its reader is slow.

`Connection` is uvicorn's own websocket protocol, used directly. The ASGI route only opens it (origin, identity,
accept); after `attach` messages reach the hub as plain calls and frames go straight to the transport, because a call,
a task and a copy per recipient is what a card table's fan-out costs. Bytes passed to the `send_*` methods are complete
websocket frames made by `app.live.frames`, so that one view is framed once however many connections are sent it.

A slow reader never delays anybody: while the transport holds more than `HIGH_WATER` bytes for it, the connection keeps
only the newest view, the newest list of people and a bounded run of small frames. One that stays behind for
`PATIENCE` seconds, or overflows, is closed with `COME_BACK`; the page then connects again and is sent whole views.

What a connection sends is counted in frames of any kind and in bytes, also those that never become a message (pings,
empty pieces), because reading them costs the same. Bytes go to the library's parser in small slices, so that the count
is looked at before much has been parsed. Past its budget a connection is not read any more.
"""

from __future__ import annotations

import asyncio
import socket
from asyncio import BaseTransport, TimerHandle
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from app.live.roundtrip import RoundTrip, pongs_aside

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this platform
    from websockets.utils import apply_mask

EXTENSION = "kibitz.connection"
"""Key of the `Connection` in the ASGI scope's `extensions`."""

HIGH_WATER = 64 * 1024
PATIENCE = 10.0
LINGER = 3.0
SEND_BUFFER = 64 * 1024
SMALL_FRAMES = 64
SMALL_BYTES = 64 * 1024

# What one connection may send: so much at once, and so much a second in the long run. A page sends a frame now and
# then; programs that play as fast as they can stay below this, too.
FRAMES_AT_ONCE = 600
FRAMES_A_SECOND = 500.0
BYTES_AT_ONCE = 256 * 1024
BYTES_A_SECOND = 64.0 * 1024
SLICE = 1024  # bytes that are parsed before the frames in them are counted
ROUND = 300  # views that are written together at most: they are to fit into the processor's cache
PIECES = 64  # frames that one message may be cut into
FLOOD_LINGER = 0.5  # seconds for the close frame to arrive at a flooding connection, which is not read meanwhile

_WHOLE_TEXT = 0x81  # first byte of a text frame that is a whole message
_MASKED = 0x80  # second byte of a frame from a client: this and the length
_LONG = 126  # lengths from here on are written in other bytes
_SHORTEST = 6  # two bytes and the mask

# Close codes, as the page reads them (4000-4999 are free for applications).
COME_BACK = 4000  # too slow, or the table was reloaded: connect again at once
REPLACED = 4001  # the same person opened more windows than one table allows: do not connect again by yourself
FLOODED = 4002  # far too many messages: wait before connecting again
SILENT = 4003  # nothing heard for a while: connect again
SIGN_IN = 4401  # no valid cookie or token: get one first
KEPT_OUT = 4403  # the host does not let them in: do not connect again
NO_SUCH_TABLE = 4404  # do not connect again
SHUT = 4410  # the table is closed for good: do not connect again
DAMAGED = 4423  # the table's record cannot be read: do not connect again
GOING_DOWN = 1012  # the server restarts: connect again

CLOSE_CODES = {
    COME_BACK: "connect again at once",
    REPLACED: "opened in too many windows; do not connect again by yourself",
    FLOODED: "too many messages; wait a minute before connecting again",
    SILENT: "nothing heard for too long; connect again",
    SIGN_IN: "no valid cookie or token; make a guest first",
    KEPT_OUT: "the host does not let you in; do not connect again",
    NO_SUCH_TABLE: "no table has this code; do not connect again",
    SHUT: "the table is closed for good; do not connect again",
    DAMAGED: "the table's record cannot be read; do not connect again",
    GOING_DOWN: "the server restarts; connect again",
}


class Round:
    """Views that are written together at the end of this turn of the event loop. Writing one after the other, with no
    table's work in between, is a good deal quicker, for the server and for whoever reads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._ready: list[Connection] = []

    def add(self, connection: Connection) -> None:
        """Has `write_next` of a connection called soon."""
        if not self._ready:
            self._loop.call_soon(self._write)
        self._ready.append(connection)
        if len(self._ready) >= ROUND:
            self._write()

    def _write(self) -> None:
        ready, self._ready = self._ready, []
        for connection in ready:
            connection.write_next()


_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, Round] = WeakKeyDictionary()


def _round_of(loop: asyncio.AbstractEventLoop) -> Round:
    found = _rounds.get(loop)
    if found is None:
        found = _rounds[loop] = Round(loop)
    return found


class Connection(WebSocketsSansIOProtocol):
    """A websocket whose messages are calls and whose frames are written to the transport. No queue, task or lock of
    its own: uvicorn's single task per connection only waits for the end."""

    # What every frame out and in looks at lies together in the object. uvicorn's attributes and these are so many that
    # each connection has a dictionary of its own, and among thousands of them none is in the processor's cache.
    __slots__ = (
        "_bytes_in",
        "_deaf",
        "_frames_in",
        "_next",
        "_on_message",
        "_plain",
        "_round",
        "behind",
        "close_sent",
        "disconnected",
        "handshake_complete",
        "transport",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._on_message: Callable[[bytes], None] | None = None
        self._on_lost: Callable[[], None] | None = None
        self._plain = True
        self.behind = False
        self._round = _round_of(self.loop)
        self._next: bytes | None = None
        self._view: bytes | None = None
        self._people: bytes | None = None
        self._small: list[bytes] = []
        self._small_bytes = 0
        self._patience: TimerHandle | None = None
        self._abort: TimerHandle | None = None
        self._deaf = False
        self._round_trip: RoundTrip | None = None
        self._frames_in = self._bytes_in = 0.0
        self._counted = self.loop.time()

    # Opening

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH_WATER)
        raw = self.transport.get_extra_info("socket")
        if raw is not None and raw.family in (socket.AF_INET, getattr(socket, "AF_INET6", None)):
            # The kernel's default may hold megabytes for a reader that is not there; what waits in the kernel cannot be
            # replaced by a newer view.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = self

    def attach(self, on_message: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        """From now on call `on_message(payload)` for every text message and `on_lost()` once at the end.

        Messages that came between the handshake and this call are delivered first. `on_lost` is called at once when
        the connection is already gone.
        """
        self._on_message, self._on_lost = on_message, on_lost
        waiting = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for event in waiting:
            if event["type"] == "websocket.receive":
                on_message((event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.disconnected:
            self._tell_lost()

    # Receiving

    def send_receive_event_to_app(self) -> None:
        if self._on_message is None and self.curr_msg_data_type == "text" and _is_utf8(b"".join(self.frames)):
            super().send_receive_event_to_app()  # kept for `attach`
            return
        payload, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text":
            self._deliver(payload)
        else:
            self.end(1003, "text frames only")

    def _deliver(self, payload: bytes) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        if self._on_message is None or not (payload.isascii() or _is_utf8(payload)):
            self.end(1007, "text must be UTF-8")
        else:
            self._on_message(payload)

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        # Nonsense before the handshake is complete: there is no websocket yet that could be closed in good order.
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.handshake_complete = self.close_sent = True
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        if self._plain and self._on_message is not None:
            payloads = plain_texts(data) if len(data) <= SLICE else None
            if payloads is None and self._round_trip is not None:
                payloads = self._pongs_aside(data)
            if payloads is not None:
                if self._may_send(len(payloads), len(data)):
                    for payload in payloads:
                        self._deliver(payload)
                return
        # From here on the library's parser may stand in the middle of a frame, so it is given all that follows, too.
        self._plain = self._plain and not self.handshake_initiated
        for start in range(0, len(data), SLICE):
            self._parse(data[start : start + SLICE])
            if self._deaf or self.transport.is_closing():
                break
        if self.transport.is_closing():
            self._abort_later()
        elif not self.handshake_initiated and self.conn.handshake_exc is not None and not self.close_sent:
            # It cannot become a websocket (endless headers, say); the answer is ready, but uvicorn does not send it.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.handshake_complete = self.close_sent = True
            self.transport.close()

    def _parse(self, piece: bytes) -> None:
        self.conn.receive_data(piece)
        if not self._may_send(len(self.conn.events), len(piece)):
            return
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
        else:
            self.handle_events()

    def _may_send(self, frames: int, size: int) -> bool:
        """Counts what came in; False when it is too much, and then the connection is at its end. What time gives back
        is worked out only when it is needed."""
        self._frames_in += frames
        self._bytes_in += size
        if self._frames_in <= FRAMES_AT_ONCE and self._bytes_in <= BYTES_AT_ONCE:
            return True
        now = self.loop.time()
        passed, self._counted = now - self._counted, now
        self._frames_in = max(0.0, self._frames_in - passed * FRAMES_A_SECOND)
        self._bytes_in = max(0.0, self._bytes_in - passed * BYTES_A_SECOND)
        if self._frames_in <= FRAMES_AT_ONCE and self._bytes_in <= BYTES_AT_ONCE:
            return True
        if self.open:
            self.end(FLOODED, "flood")
        else:  # it was told to go, or is not a websocket yet
            self._deaf = True
            self.transport.abort()
        return False

    def handle_ping(self) -> None:
        pong = b"".join(self.conn.data_to_send())
        if self.open and not self.behind:
            self.transport.write(pong)

    def handle_pong(self, event: Frame) -> None:
        if self._round_trip is not None:
            self._round_trip.pong(bytes(event.data), self.loop.time())

    def _pongs_aside(self, data: bytes) -> list[bytes] | None:
        """The texts in a chunk with pongs in it, which are looked at here; None where it holds something else."""
        parts = pongs_aside(data) if len(data) <= SLICE else None
        if parts is None or self._round_trip is None:
            return None
        pongs, rest = parts
        self._frames_in += len(pongs)
        for payload in pongs:
            self._round_trip.pong(payload, self.loop.time())
        return plain_texts(rest)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        elif not self.close_sent:
            self.frames = []
            self.end(1009, "too many pieces")

    def eof_received(self) -> None:
        super().eof_received()
        self._abort_later()

    # Sending

    @property
    def open(self) -> bool:
        """Whether frames may be written: past the handshake and neither side has begun to close."""
        return not (self.disconnected or self.close_sent or not self.handshake_complete or self.transport.is_closing())

    def send_view(self, frame: bytes) -> None:
        """Write a whole view; while the reader is behind it replaces the view that waits."""
        if self._next is not None:
            self.write_next()  # it may carry an answer, so it is not replaced
        self._next = frame
        self._round.add(self)

    def write_next(self) -> None:
        """Write the view that was left for the end of the turn, if it has not been written yet."""
        frame, self._next = self._next, None
        # The checks of `open`, spelled out: this is called for every connection after every move.
        if frame is None or self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if self.behind:
            self._view = frame
        elif self.handshake_complete:
            self.transport.write(frame)

    def send_people(self, frame: bytes) -> None:
        """Write a list of people; while the reader is behind it replaces the list that waits."""
        self.write_next()
        if self.behind:
            self._people = frame
        elif self.open:
            self.transport.write(frame)

    def send_small(self, frame: bytes) -> None:
        """Write a frame that must not be lost (answers, chat). Too many of them waiting end the connection."""
        self.write_next()
        if not self.behind:
            if self.open:
                self.transport.write(frame)
            return
        self._small.append(frame)
        self._small_bytes += len(frame)
        if len(self._small) > SMALL_FRAMES or self._small_bytes > SMALL_BYTES:
            self.end(COME_BACK, "too slow")

    def pause_writing(self) -> None:
        super().pause_writing()
        if not self.behind:
            self.behind = True
            self._patience = self.loop.call_later(PATIENCE, self.end, COME_BACK, "too slow")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self.behind = False
        small, self._small, self._small_bytes = self._small, [], 0
        view, self._view = self._view, None
        people, self._people = self._people, None
        # In the order of a new connection: chat and answers belong to what is shown, the view last.
        for frame in small:
            self.send_small(frame)
        if people is not None:
            self.send_people(people)
        if view is not None:
            self.send_view(view)

    # How long the way is

    @property
    def round_trip(self) -> float:
        """Seconds to the client and back, the shortest of the last few; 0 while nothing has been measured."""
        return 0.0 if self._round_trip is None else self._round_trip.seconds

    def measure(self) -> None:
        """Send a ping of our own if it is time for one. Not to a slow reader: it would measure what waits there."""
        if self.behind or not self.open:
            return
        if self._round_trip is None:
            self._round_trip = RoundTrip()
        frame = self._round_trip.ping(self.loop.time())
        if frame is not None:
            self.transport.write(frame)

    # Closing

    def shutdown(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.end(GOING_DOWN, "the server restarts")
        else:
            super().shutdown()
            self._abort_later()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if self.transport.is_closing():
            self._abort_later()

    def end(self, code: int, reason: str = "") -> None:
        """Close with a code and a reason (at most 123 bytes). Harmless when the connection is closing already."""
        if self.close_sent or self.disconnected:
            return
        self.write_next()
        self._drop_waiting()
        if self.transport.is_closing() or not self.handshake_complete:
            self.transport.close()
            self._abort_later()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if code == FLOODED:
            # Nothing more is read of it, not even the answer to the close frame.
            self._deaf = True
            if not self.read_paused:
                self.transport.pause_reading()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        # Whoever does not read will not read the close frame either: after a moment the socket goes whatever it holds.
        self.close_timer = self.loop.call_later(FLOOD_LINGER if self._deaf else LINGER, self.transport.abort)

    def _abort_later(self) -> None:
        """The transport is closing, whoever began it; it waits for what is unsent, and that may be for ever."""
        if self._abort is None and not self.disconnected:
            self._abort = self.loop.call_later(LINGER, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._drop_waiting()
        if self._abort is not None:
            self._abort.cancel()
        super().connection_lost(exc)
        self._tell_lost()

    def _tell_lost(self) -> None:
        on_lost, self._on_lost, self._on_message = self._on_lost, None, None
        if on_lost is not None:
            on_lost()

    def _drop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._view = self._people = None
        self._small, self._small_bytes = [], 0


def plain_texts(data: bytes) -> list[bytes] | None:
    """The texts in a chunk that consists of whole, short, masked text frames, as nearly every chunk from a client does.

    None for anything else, which is the websocket library's business; its parser costs ten times as much.
    """
    texts = []
    at, size = 0, len(data)
    while at < size:
        if size - at < _SHORTEST or data[at] != _WHOLE_TEXT:
            return None
        length = data[at + 1] - _MASKED
        end = at + _SHORTEST + length
        if not 0 <= length < _LONG or end > size:
            return None
        texts.append(apply_mask(data[at + _SHORTEST : end], data[at + 2 : at + _SHORTEST]))
        at = end
    return texts


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
