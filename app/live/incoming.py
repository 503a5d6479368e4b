"""Messages of the wire as messages of the core. The fields are the same; the core must not know the wire."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Protocol

from app import protocol
from app.table import messages as core


class People(Protocol):
    """What the shell knows about people and the core cannot."""

    def is_away(self, seat: int) -> bool:
        """Whether the person on a seat is not connected."""

    def lets_wait(self, seat: int) -> bool:
        """Whether the person on a seat has let the others wait for too long."""

    def present(self) -> frozenset[str]:
        """Ids of the players who are connected."""

    def player_named(self, name: str) -> str | None:
        """The id of the player who is known by this name at the table."""


def to_core(message: protocol.AnyClientMessage, people: People) -> core.PersonMessage:
    """The core's form of a message, with what it has to know about people."""
    if isinstance(message, protocol.Act):
        return core.Act(message.id, message.version, message.action)
    if isinstance(message, protocol.Bot):
        return core.Bot(
            message.id, message.seat, message.on, people.is_away(message.seat), people.lets_wait(message.seat)
        )
    if isinstance(message, protocol.Stand):
        return core.Stand(message.id, people.present())
    if isinstance(message, protocol.HandOn):
        return core.HandOn(message.id, message.seat, digest(message.token), people.present())
    if isinstance(message, protocol.Propose):
        return core.Propose(message.id, message.kind, message.seat, message.version, people.present())
    if isinstance(message, protocol.Block):
        return core.Block(message.id, people.player_named(message.name), message.name, message.on)
    if isinstance(message, protocol.Close):
        return core.Close(message.id, people.present())
    convert = _FIELD_BY_FIELD.get(type(message))
    if convert is None:
        raise TypeError(f"{type(message).__name__} does not go to the table")
    return convert(message)


def digest(token: str) -> str:
    """What is kept of a secret that was drawn at random."""
    return hashlib.sha256(token.encode()).hexdigest()


_FIELD_BY_FIELD: dict[type[Any], Callable[[Any], core.PersonMessage]] = {
    protocol.Why: lambda message: core.Why(message.id, message.action),
    protocol.Sit: lambda message: core.Sit(message.id, message.seat),
    protocol.Start: lambda message: core.Start(message.id),
    protocol.Ready: lambda message: core.Ready(message.id),
    protocol.Absence: lambda message: core.Absence(message.id, message.seat, message.choice),
    protocol.Take: lambda message: core.Take(message.id, digest(message.token)),
    protocol.Seen: lambda message: core.Seen(message.id),
    protocol.Host: lambda message: core.Host(message.id, message.seat),
    protocol.Report: lambda message: core.Report(message.id, message.name, message.at),
    protocol.Kick: lambda message: core.Kick(message.id, message.seat),
    protocol.Vote: lambda message: core.Vote(message.id, message.number, message.yes),
    protocol.Unshadow: lambda message: core.Unshadow(message.id, message.name),
    protocol.Chat: lambda message: core.Chat(message.id, message.text, message.phrase),
}
