"""What may be known of a deal of Auction at one ply, worked out from its record alone (see `knowledge`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tests.conformance.games import auction
from tests.conformance.worlds import Viewer, canonical

if TYPE_CHECKING:
    from tests.browser.knowledge import Record

PILE = "winner lay last exchanges pile points stock final cards stop timer outcome"
DEAL = f"phase dealer turn log auction standing claims passed {PILE}"


class Moment:
    """A deal at one ply: what everybody has seen of it, and what follows from that for one seat."""

    keys: ClassVar[Mapping[str, frozenset[str]]] = {
        "deal": frozenset(DEAL.split(" ")),
        "own": frozenset({"hand", "taken"}),
    }
    spoken: ClassVar[frozenset[str]] = frozenset()
    calls: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, record: Record, number: int, ply: int) -> None:
        self.deal, self.ply = record.deals[number], ply
        self.actions = self.deal.actions[:ply]
        self.over = number in record.ended and ply == len(self.deal.actions)
        self.table = auction.table(self.deal, ply)
        everybody = self.table.passed | {self.table.leader} - {None}
        closed = len(everybody) == self.table.players or (bool(self.actions) and self.actions[-1][1] == "close")
        self.laying = self.table.leader is not None and closed and not self.over

    def turn(self) -> list[int | None]:
        """Whose turn it is: nobody's alone, but while a winner lays."""
        return [self.table.leader] if self.laying else []

    def known(self, viewer: Viewer) -> set[str]:
        """The cards that the viewer has seen: in the pile at any time, and in the own hand at any time."""
        return {self.table.cards[place] for place in auction.seen(self.deal, viewer, self.ply)}

    def named(self) -> set[str]:
        """Jokers that were claimed: a claim names no other card by rank and suit in one word."""
        return {"JK"} if any("JK" in action for _, action in self.actions) else set()

    def _log(self) -> list[list[Any]]:
        """All actions, each with the card that it turned from the stock."""
        log: list[list[Any]] = []
        moved = auction.Table(self.deal)
        for seat, action in self.actions:
            before = len(moved.stock)
            coming = len(moved.coming)
            moved.act(seat, action)
            drawn = before - len(moved.stock) - max(0, len(moved.coming) - coming)
            log.append([seat, action, moved.cards[moved.pile[-1]]] if drawn else [seat, action])
        return log

    def _exchanges(self) -> list[dict[str, Any]]:
        """What every winner took from the open pile; of cards from the stock only how many."""
        found: list[dict[str, Any]] = []
        moved = auction.Table(self.deal)
        for at, (seat, action) in enumerate(self.actions):
            if action.startswith("lay "):
                kept = max(0, len(moved.pile) - (len(action.split(" ")) - 1))
                took = [moved.cards[place] for place in reversed(moved.pile[kept:])]
                found.append({"at": at, "winner": seat, "took": took, "unseen": len(moved.coming)})
            moved.act(seat, action)
        return found

    def public(self) -> dict[str, Any]:
        """The fields of the public view that secrets could show in, as they have to be."""
        everybody = list(range(self.table.players))
        return {
            "log": self._log(),
            "exchanges": self._exchanges(),
            "turn": [] if self.over else [self.table.leader] if self.laying else everybody,
            "cards": [len(hand) for hand in self.table.hands],
            "pile": [self.table.cards[place] for place in self.table.pile],
            "stock": len(self.table.stock) + (len(self.table.coming) if self.laying else 0),
        }

    def private(self, seat: int) -> dict[str, Any]:
        """The fields of a seat's own view, as they have to be."""
        taken: list[str] = []
        if self.laying and seat == self.table.leader:
            kept = len(self.table.pile) - min(self.table.size, len(self.table.pile))
            taken = [self.table.cards[place] for place in (*reversed(self.table.pile[kept:]), *self.table.coming)]
        hand = sorted((self.table.cards[place] for place in self.table.hands[seat]), key=canonical)
        return {"hand": hand, "taken": taken}
