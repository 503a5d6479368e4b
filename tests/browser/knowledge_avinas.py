"""What may be known of a deal of Avinas at one ply, worked out from its record alone (see `knowledge`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tests.conformance.games import avinas
from tests.conformance.worlds import Viewer, canonical, cards_of

if TYPE_CHECKING:
    from tests.browser.knowledge import Record

SEATS = 4
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
UPPERS = [rank + suit for rank in "QJ" for suit in "CSHD"]
DEAL = (
    "phase game dealer turn log exposed sevens decisive declarer trump trump_order knock standing asked passed cards "
    "trick last taken sides target outcome"
)
Trick = list[tuple[int, list[str]]]


class Moment:
    """A deal at one ply: what everybody has seen of it, and what follows from that for one seat."""

    keys: ClassVar[Mapping[str, frozenset[str]]] = {
        "deal": frozenset(DEAL.split(" ")),
        "own": frozenset({"hand", "role", "down", "counts"}),
    }
    spoken: ClassVar[frozenset[str]] = frozenset({"trump_order"})
    calls: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, record: Record, number: int, ply: int) -> None:
        self.ruleset, self.deal, self.ply = record.ruleset, record.deals[number], ply
        self.actions = self.deal.actions[:ply]
        self.over = number in record.ended and ply == len(self.deal.actions)
        plays = [(int(seat or 0), action.split(" ")[1:]) for seat, action in self.actions if action[:5] == "play "]
        whole = len(plays) // SEATS * SEATS
        self.tricks: list[Trick] = [plays[start : start + SEATS] for start in range(0, whole, SEATS)]
        self.running: Trick = plays[whole:]

    def turn(self) -> list[int | None]:
        """Whose turn it is, from who acted next; empty when nobody has."""
        return [seat for seat, _ in self.deal.actions[self.ply : self.ply + 1]]

    def known(self, viewer: Viewer) -> set[str]:
        """The cards whose places the viewer knows: his own, those turned up in the deal or since, those played."""
        pack = cards_of(self.deal)
        places = avinas.seen(self.deal, viewer, self.ply)
        return {pack[place] for place in places} | {card for cards in self.exposed() for card in cards}

    def named(self) -> set[str]:
        """Nobody speaks of cards he does not know."""
        return set()

    def exposed(self) -> list[list[str]]:
        """By seat the cards turned up in the deal, as far as this table shows them."""
        dealer, sevens_only = self.deal.setup.dealer, self.ruleset.values["exposed"] == "dealer_side_only_sevens"
        return [
            [card for card in (hand[3], hand[7]) if card[0] == "7" or not sevens_only or (seat - dealer) % 2]
            for seat, hand in enumerate(self.deal.setup.hands)
        ]

    def trump(self) -> str:
        """The suit of the last seven dealt face up, else of the opening lead."""
        first = (self.deal.setup.dealer + 1) % SEATS
        order = [(first + step) % SEATS for step in range(SEATS)]
        turned = [self.deal.setup.hands[seat][place] for place in (3, 7) for seat in order]
        sevens = [card for card in turned if card[0] == "7"]
        if sevens:
            return sevens[-1][1]
        words = (self.tricks[0] if self.tricks else self.running)[0][1]
        return words[1] if len(words) > 1 else words[0][1]

    def winner(self, trick: Trick) -> int:
        """Who takes a trick: the highest trump, else the highest card of the suit led face up, else the leader."""
        trump = self.trump()
        order = [UPPERS[0], "7" + trump, *UPPERS[1:], *(rank + trump for rank in "ATK98")]
        led = trick[0][1]
        if led[-1] != "down":
            order += [rank + led[0][1] for rank in "ATK987" if rank + led[0][1] not in order]
        place = {card: number for number, card in enumerate(order)}
        best = min(trick, key=lambda play: place.get(play[1][0], len(order)))
        return best[0] if best[1][0] in place else trick[0][0]

    def public(self) -> dict[str, Any]:
        """The fields of the public view that secrets could show in, as they have to be."""
        down = bool(self.running) and self.running[0][1][-1] == "down"
        log = [[seat, action] for seat, action in self.actions]
        running = [[seat, words[0]] for seat, words in self.running]
        if down:
            log[-len(running)][1] = "play ?? down"
            running[0][1] = "??"
        played = [seat for trick in (*self.tricks, self.running) for seat, _ in trick]
        taken = [{"tricks": 0, "points": 0} for _ in range(SEATS)]
        for trick in self.tricks:
            taken[self.winner(trick)]["tricks"] += 1
            taken[self.winner(trick)]["points"] += points(trick)
        last = None
        if self.tricks:
            trick = self.tricks[-1]
            plays = [[seat, words[0]] for seat, words in trick]
            last = (len(self.tricks), plays, self.winner(trick), points(trick))
        shown = {
            "log": log, "exposed": self.exposed(), "cards": [8 - played.count(seat) for seat in range(SEATS)],
            "taken": taken, "last": last, **({"turn": self.turn()} if self.over or self.turn() else {}),
        }  # fmt: skip
        return {**shown, "trick": running} if running else shown

    def private(self, seat: int) -> dict[str, Any]:
        """The fields of a seat's own view, as they have to be."""
        played = {words[0] for trick in (*self.tricks, self.running) for _, words in trick}
        down = self.running[0] if self.running and self.running[0][1][-1] == "down" else None
        return {
            "hand": sorted(set(self.deal.setup.hands[seat]) - played, key=canonical),
            "down": down[1][0] if down and down[0] == seat else None,
        }


def points(trick: Trick) -> int:
    """What the cards of a trick count."""
    return sum(POINTS.get(words[0][0], 0) for _, words in trick)
