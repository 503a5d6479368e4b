"""Telling a table who is here: what changes within a moment goes out together, and nothing goes out twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from app import protocol


class Roll(NamedTuple):
    """Who is here and what runs. `since` stands for the timer when two of them are compared: a clock that goes on
    running is no news."""

    people: protocol.People
    since: object


class RollCall:
    """Sends the list of people of one table.

    :param look: how things stand
    :param send: sends the list to everybody
    :param every: seconds, in which the list is sent at most once
    """

    def __init__(self, look: Callable[[], Roll], send: Callable[[protocol.People], None], every: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._look, self._send, self._every = look, send, every
        self._due: asyncio.TimerHandle | None = None
        self._sent = 0.0
        self._news: tuple[object, ...] = ()

    def soon(self) -> None:
        """Something may have changed."""
        if self._due is None:
            delay = max(0.0, self._sent + self._every - self._loop.time())
            self._due = self._loop.call_later(delay, self._call)

    def stop(self) -> None:
        """What is due is not sent any more."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _call(self) -> None:
        self._due = None
        self._sent = self._loop.time()
        people, since = self._look()
        news = (people.seats, people.spectators, people.storing, since, people.idle, people.frozen)
        if news != self._news:
            self._news = news
            self._send(people)
