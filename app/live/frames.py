"""Websocket frames as bytes, made once for everybody who is sent the same.

The payload of a view is the same for all its viewers up to the private part: what comes before it is put together once
per version.
"""

from __future__ import annotations

from struct import Struct

from app import protocol

_TEXT = 0x81  # final frame, text
_SHORT = 126  # payloads of this length and longer have two bytes for it
_LONG = 1 << 16  # and from here on eight

_head = Struct("!BB").pack
_head_16 = Struct("!BBH").pack
_head_64 = Struct("!BBQ").pack


def framed(payload: bytes) -> bytes:
    """The websocket text frame (unmasked, as servers send) around one JSON message."""
    length = len(payload)
    if length < _SHORT:
        return _head(_TEXT, length) + payload
    if length < _LONG:
        return _head_16(_TEXT, 126, length) + payload
    return _head_64(_TEXT, 127, length) + payload


class ViewFrames:
    """The frames of one version of a view.

    :param public: the encoded public part
    """

    __slots__ = ("_start",)

    def __init__(self, version: int, public: bytes) -> None:
        self._start = protocol.table_frame(version, public)[:-1]

    def plain(self) -> bytes:
        """For those who have nothing private."""
        return framed(self._start + b"}")

    def private(self, private: bytes, done: str | None = None) -> bytes:
        """For the owner of a seat; `done` for the connection whose message led to this view."""
        if done is None:
            return framed(b'%b,"private":%b}' % (self._start, private))
        return framed(b'%b,"private":%b,"done":"%b"}' % (self._start, private, done.encode("ascii")))
