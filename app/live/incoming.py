"""Messages of the wire as messages of the core. The fields are the same; the core must not know the wire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app import protocol
from app.table import messages as core


def to_core(message: protocol.AnyClientMessage, is_away: Callable[[int], bool]) -> core.PersonMessage:
    """The core's form of a message.

    :param is_away: whether the person on a seat is not connected; the core cannot know
    """
    if isinstance(message, protocol.Act):
        return core.Act(message.id, message.version, message.action)
    if isinstance(message, protocol.Bot):
        return core.Bot(message.id, message.seat, message.on, is_away(message.seat))
    convert = _FIELD_BY_FIELD.get(type(message))
    if convert is None:
        raise TypeError(f"{type(message).__name__} does not go to the table")
    return convert(message)


_FIELD_BY_FIELD: dict[type[Any], Callable[[Any], core.PersonMessage]] = {
    protocol.Why: lambda message: core.Why(message.id, message.action),
    protocol.Sit: lambda message: core.Sit(message.id, message.seat),
    protocol.Stand: lambda message: core.Stand(message.id),
    protocol.Start: lambda message: core.Start(message.id),
    protocol.Ready: lambda message: core.Ready(message.id),
    protocol.Host: lambda message: core.Host(message.id, message.seat),
    protocol.Chat: lambda message: core.Chat(message.id, message.text),
}
