"""The people of `kibitz chaos`: programs that play as pages do.

They know no rules: they choose from the actions they are sent. When the connection is lost they come back after the
page's waits, and whatever was not answered is sent again under the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.commands.chaos_ledger import Frame, Ledger, Message
from app.rules.cards import JOKER

PING_EVERY = 2.5
SILENCE = 9.0
RETRY_FROM, RETRY_TO = 1.0, 4.0  # the page's
FINAL = range(4400, 4500)
REPLACED = 4001
LATER = ("busy", "flood")  # refusals that say nothing about what has become of the message
PACE = (0.12, 0.4)  # seconds between two looks: a connection may send ten messages a second
CLAIMS = ("bid single ", "bid pair ")  # what can be paid without knowing the rules of Auction
QUIET = 0.03  # chance to say something instead of doing nothing
GIVE_UP = 20.0  # seconds after which a message that nobody answers is a violation


class Person:
    """Somebody at one table, on a seat or watching.

    :param seat: the seat to take; None watches
    :param haste: multiplies the page's waits before it connects again
    :param progress: told whenever something of this person's was acknowledged
    """

    def __init__(
        self,
        ledger: Ledger,
        rng: random.Random,
        who: tuple[str, str],
        seat: int | None,
        haste: float,
        progress: Callable[[], None],
    ) -> None:
        self.player, self.token = who
        self.code = ""
        self.seat, self.haste = seat, haste
        self.host = False
        self.playing = True
        self.version = -1
        self.connections = 0
        self.codes: list[int | None] = []
        """How connections ended that had been welcomed."""
        self._ledger, self._random, self._progress = ledger, rng, progress
        self._ids = map("{}-{:x}".format, itertools.repeat(f"c{rng.getrandbits(40):x}"), itertools.count())
        self._unanswered: dict[str, tuple[dict[str, Any], float, float]] = {}
        self._view: Frame | None = None
        self._welcomed = False
        self._heard = 0.0

    @property
    def settled(self) -> bool:
        """Whether everything this person said has been answered."""
        return not self._unanswered

    async def live(self, address: str) -> None:
        """Connects and plays, again and again, until it is cancelled."""
        attempts = 0
        while True:
            headers = {"Authorization": f"Bearer {self.token}"}
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                url = f"{address}/ws/tables/{self.code}"
                async with connect(
                    url, additional_headers=headers, compression=None, ping_interval=None, open_timeout=5,
                    close_timeout=1, max_size=None,
                ) as socket:  # fmt: skip
                    self._welcomed = False
                    await self._stay(socket)
                    if self._welcomed:
                        attempts = 0
                        self.connections += 1
                        self.codes.append(socket.close_code)
                    if socket.close_code == REPLACED or socket.close_code in FINAL:
                        self._ledger.wrong(f"{self.player} was turned away from table {self.code}: {socket.close_code}")
                        return
            wait = min(RETRY_TO, RETRY_FROM * 1.6**attempts) * (0.75 + 0.25 * self._random.random())
            attempts += 1
            await asyncio.sleep(wait * self.haste)

    async def _stay(self, socket: ClientConnection) -> None:
        """One connection, until it is lost or silent."""
        self._heard = time.monotonic()
        doing = asyncio.create_task(self._do(socket))
        try:
            async for text in socket:
                self._heard = time.monotonic()
                self._received(msgspec.json.decode(text))
                if not self._welcomed:
                    self._welcomed = True
                    for message, since, _ in list(self._unanswered.values()):
                        await self._send(socket, message, since)
        finally:
            doing.cancel()
            await asyncio.wait([doing])

    async def _do(self, socket: ClientConnection) -> None:
        """Looks now and then whether there is something to do."""
        pinged = time.monotonic()
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(self._random.uniform(*PACE))
                now = time.monotonic()
                if now - pinged > PING_EVERY:
                    pinged = now
                    await socket.send('{"type":"ping"}')
                if now - self._heard > SILENCE:
                    await socket.close()
                    return
                if not self._welcomed:
                    continue
                if self._unanswered:
                    await self._insist(socket, now)
                elif self.playing and (message := self._wish()) is not None:
                    await self._send(socket, {**message, "id": next(self._ids)}, now)

    async def _insist(self, socket: ClientConnection, now: float) -> None:
        """What was put off is sent again; what is never answered is a violation."""
        for message, since, again in list(self._unanswered.values()):
            if again and now > again:
                await self._send(socket, message, since)
            elif now - since > GIVE_UP and now - self._connected_since(since) > GIVE_UP:
                self._ledger.wrong(f"{self.player} got no answer to {message['type']} {message['id']}")
                del self._unanswered[message["id"]]

    def _connected_since(self, since: float) -> float:
        return max(since, self._since)

    _since = 0.0

    async def _send(self, socket: ClientConnection, message: dict[str, Any], since: float) -> None:
        text = str(message.get("action") or message.get("text") or "")
        self._unanswered[message["id"]] = (message, since, 0.0)
        self._ledger.says(Message(self.code, self.player, message["id"], message["type"], text))
        await socket.send(msgspec.json.encode(message).decode())

    def _received(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "welcome":
            self._since = time.monotonic()
        elif kind == "table":
            self._ledger.shows(self.code, self.player, frame)
            self._view = frame
            self.version = max(self.version, frame["version"])
            if "done" in frame:
                self._answered(frame["done"])
        elif kind == "done":
            self._answered(frame["id"])
        elif kind == "refused" and frame["id"] in self._unanswered:
            message, since, _ = self._unanswered[frame["id"]]
            if frame["code"] in LATER:
                self._unanswered[frame["id"]] = (message, since, time.monotonic() + self._random.uniform(0.3, 0.6))
            else:
                del self._unanswered[frame["id"]]
                self._ledger.refuses(self.player, frame["id"], frame["code"])

    def _answered(self, identity: str) -> None:
        if self._unanswered.pop(identity, None) is not None:
            self._progress()
        self._ledger.answered(self.player, identity)

    # What there is to do

    def _wish(self) -> dict[str, Any] | None:
        """What this person does at the newest view, if anything."""
        if self._view is None:
            return None
        public, private = self._view["public"], self._view.get("private") or {}
        if self.seat is not None:
            wish = self._at_the_table(public, private)
            if wish is not None:
                return wish
        if self._random.random() < QUIET:
            return {"type": "chat", "text": f"line {self._random.getrandbits(32):x}"}
        return None

    def _at_the_table(self, public: Frame, private: Frame) -> dict[str, Any] | None:
        seats, phase = public["seats"], public["phase"]
        if private.get("seat") is None:
            return {"type": "sit", "seat": self.seat}
        if private["standin"]:
            return {"type": "sit", "seat": private["seat"]}
        if phase in ("lobby", "finished"):
            ready = self.host and all(seat["kind"] != "empty" for seat in seats)
            return {"type": "start"} if ready else None
        if phase == "result":
            return None if seats[private["seat"]]["ready"] else {"type": "ready"}
        action = choose(private, self._random)
        return None if action is None or self._view is None else {
            "type": "act", "version": self._view["version"], "action": action,
        }  # fmt: skip


def choose(private: Frame, rng: random.Random) -> str | None:
    """One of the legal actions of a private view; None where there is none, or where the others may go on first."""
    asked = private.get("choose")
    if asked is not None:
        return payment(asked) if asked.get("claim") else picked(asked, rng)
    legal: list[str] = [action for action in private.get("legal") or () if _may_be_paid(action)]
    if not legal:
        return None
    if "pass" in legal and rng.random() < 0.6:
        return "pass"
    return rng.choice(legal)


def _may_be_paid(action: str) -> bool:
    """Of the claims of Auction only those are made whose cards can be told from their words."""
    return not action.startswith("bid ") or action.split()[1].isdigit() or action.startswith(CLAIMS)


def picked(asked: Frame, rng: random.Random) -> str:
    """So many of the cards that are offered."""
    among = asked["among"]
    places = sorted(rng.sample(range(len(among)), asked["count"] or 1))
    return " ".join([asked["verb"], *(among[place] for place in places)])


def payment(asked: Frame) -> str:
    """Cards that pay a single or a pair."""
    kind, rank, *suit = asked["claim"].split(" ")
    if suit:
        return f"lay {rank}{suit[0]}"
    fitting = [card for card in asked["among"] if card == JOKER] if rank == JOKER else []
    cards = fitting or list(dict.fromkeys(card for card in asked["among"] if card[0] == rank and card != JOKER))
    return " ".join(["lay", *cards[: 1 if kind == "single" else 2]])
