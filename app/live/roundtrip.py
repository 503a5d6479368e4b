"""How long a connection's way is, measured by the server alone.

A ping frame with a random payload is answered by the browser itself; nothing that a client says about time is asked for
or believed. The payload cannot be guessed, so that a pong can only come late, never too soon; other pongs are nothing.
"""

from __future__ import annotations

import secrets
from collections import deque

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this platform
    from websockets.utils import apply_mask

SAMPLES = 5  # the shortest of so many counts: one that met a busy moment says nothing about the way
EVERY = 2.0  # seconds between pings, once some have been answered
QUICK = 3  # samples that are taken as soon as possible
LOST = 5.0  # seconds after which an answer is not waited for any more

_PAYLOAD = 8
_PING = 0x89  # first byte of a whole ping frame
_PONG = 0x8A
_TEXT = 0x81
_MASKED = 0x80
_LONG = 126
_HEAD = 6  # two bytes and the mask


class RoundTrip:
    """The measurements of one connection. Times are those of the event loop, in seconds."""

    __slots__ = ("_payload", "_samples", "_sent", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0
        """The shortest of the last few round trips; 0 while nothing has been measured."""
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._payload: bytes | None = None
        self._sent = float("-inf")

    def ping(self, now: float) -> bytes | None:
        """The next ping frame to be written, if it is time for one."""
        patience = LOST if self._payload is not None else 0.0 if len(self._samples) < QUICK else EVERY
        if now - self._sent < patience:
            return None
        self._sent, self._payload = now, secrets.token_bytes(_PAYLOAD)
        return bytes((_PING, _PAYLOAD)) + self._payload

    def pong(self, payload: bytes, now: float) -> None:
        """A pong came in. One that does not answer the ping under way is ignored."""
        if self._payload is None or payload != self._payload:
            return
        self._payload = None
        self._samples.append(max(0.0, now - self._sent))
        self.seconds = min(self._samples)


def pongs_aside(data: bytes) -> tuple[list[bytes], bytes] | None:
    """The payloads of the pongs in a chunk of whole, short, masked pong and text frames, and the chunk without them.

    None for anything else: that is the websocket library's business.
    """
    pongs, rest = [], []
    at, size = 0, len(data)
    while at < size:
        if size - at < _HEAD or data[at] not in (_TEXT, _PONG):
            return None
        length = data[at + 1] - _MASKED
        end = at + _HEAD + length
        if not 0 <= length < _LONG or end > size:
            return None
        if data[at] == _PONG:
            pongs.append(apply_mask(data[at + _HEAD : end], data[at + 2 : at + _HEAD]))
        else:
            rest.append(data[at:end])
        at = end
    return pongs, b"".join(rest)
