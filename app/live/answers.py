"""Messages on their way through the door of a table, and the answers to them."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from app import protocol
from app.live.clients import Client
from app.live.frames import framed
from app.table.messages import Message, Who
from app.table.play import offers
from app.table.state import Table
from app.table.steps import Refused

PONG = framed(protocol.PONG_FRAME)


class Job(NamedTuple):
    """A message on its way through the door, and who waits for the answer: a connection, a future, or nobody."""

    who: Who
    message: Message
    client: Client | None = None
    answer: asyncio.Future[Refused | None] | None = None


def message_id(job: Job) -> str | None:
    """The client's own id of a message."""
    return getattr(job.message, "id", None)


def settle(job: Job, refused: Refused | None, *, shown: bool = False) -> None:
    """Answers whoever waits. `shown`: the connection has been told by its view already."""
    if job.answer is not None and not job.answer.done():
        job.answer.set_result(refused)
    if job.client is None or shown:
        return
    identity = message_id(job)
    if identity is None:
        return
    if refused is None:
        job.client.line.send_small(framed(protocol.done_frame(identity)))
    else:
        refuse(job.client, identity, refused)


def answer_question(client: Client, question: protocol.Ask, table: Table) -> None:
    """Tells a sender, and nobody else, what the cards he picked would bid."""
    found = offers(table, client.player, tuple(question.cards))
    if isinstance(found, Refused):
        refuse(client, question.id, found)
    else:
        client.line.send_small(framed(protocol.offers_frame(question.id, found)))


def refuse(client: Client, identity: str | None, refused: Refused) -> None:
    """Tells a sender, and nobody else, why nothing happened."""
    client.line.send_small(framed(protocol.refused_frame(identity, refused.code, refused.rule, refused.facts)))
