"""People who bid at Auction over the wire: with single cards and pairs, which can be paid without knowing the rules."""

from __future__ import annotations

import random
from collections.abc import Callable

from app.rules.cards import JOKER
from tests.live.client import Client, Frame, own_seat

CLAIMS = ("bid single ", "bid pair ")


class Bidder:
    """A person at a connection. `accepted`: what was answered by a view, with its id."""

    def __init__(self, client: Client, seed: int, *, stops: bool = False) -> None:
        self.client = client
        self.random = random.Random(seed)
        self.stops = stops
        self.accepted: list[tuple[str, str]] = []

    async def play(self, until: Callable[[Frame], bool]) -> Frame:
        """Bids, passes and pays until a view is as wanted."""
        seen = -1
        while True:
            frame = await self.client.newer(seen)
            seen = frame["version"]
            if until(frame):
                return frame
            action = self.action(frame)
            if action is not None:
                await self.act(seen, action)
            elif frame["public"]["phase"] == "result" and not own_seat(frame)["ready"]:
                await self.client.ask("ready")

    async def act(self, version: int, action: str) -> Frame:
        """Acts, and remembers it if it was accepted."""
        # Ids are new also where the same person had another connection before.
        identity = f"b{self.random.getrandbits(64):x}"
        answer = await self.client.ask("act", id=identity, version=version, action=action)
        if answer["type"] == "table":
            self.accepted.append((answer["done"], action))
        return answer

    def action(self, frame: Frame) -> str | None:
        """What this person does at this view, if anything."""
        private = frame["private"]
        if private["choose"] is not None:
            return payment(private["choose"])
        legal = private["legal"] or []
        if self.stops and "stop" in legal:
            return "stop"
        bids = claims(frame)
        if bids and self.random.random() < 0.3:
            return self.random.choice(bids)
        return "pass" if "pass" in legal else None


def claims(frame: Frame) -> list[str]:
    """The single cards and pairs that a view offers its viewer."""
    return [action for action in frame["private"]["legal"] or () if action.startswith(CLAIMS)]


def payment(choose: Frame) -> str:
    """Cards that pay a single or a pair."""
    kind, rank, *suit = choose["claim"].split(" ")
    if suit:
        return f"lay {rank}{suit[0]}"
    fitting = [card for card in choose["among"] if card == JOKER] if rank == JOKER else []
    cards = fitting or list(dict.fromkeys(card for card in choose["among"] if card[0] == rank and card != JOKER))
    return " ".join(["lay", *cards[: 1 if kind == "single" else 2]])
