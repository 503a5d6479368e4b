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

_PRIVATE = b',"private":'

_head = Struct("!BB").pack
_head_16 = Struct("!BBH").pack
_head_64 = Struct("!BBQ").pack


def _opened(length: int) -> bytes:
    """How a frame with a payload of this length begins (unmasked, as servers send)."""
    if length < _SHORT:
        return _head(_TEXT, length)
    if length < _LONG:
        return _head_16(_TEXT, 126, length)
    return _head_64(_TEXT, 127, length)


def framed(payload: bytes) -> bytes:
    """The websocket text frame around one JSON message."""
    return _opened(len(payload)) + payload


class ViewFrames:
    """The frames of one version of a view. What comes before the private part is copied once for each frame.

    :param public: the encoded public part
    """

    __slots__ = ("_length", "_start")

    def __init__(self, version: int, public: bytes) -> None:
        self._start = protocol.table_start(version, public)
        self._length = len(self._start)

    def plain(self) -> bytes:
        """For those who have nothing private."""
        return b"".join((_opened(self._length + 1), self._start, b"}"))

    def private(self, private: bytes, done: str | None = None) -> bytes:
        """For the owner of a seat; `done` for the connection whose message led to this view."""
        end = b"}" if done is None else b',"done":"%b"}' % done.encode("ascii")
        length = self._length + len(_PRIVATE) + len(private) + len(end)
        return b"".join((_opened(length), self._start, _PRIVATE, private, end))
