"""What a viewer may be sent of a deal of Euchre, worked out from its record alone; see `knowledge`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tests.conformance.games import euchre
from tests.conformance.worlds import Viewer, canonical, cards_of

if TYPE_CHECKING:
    from tests.browser.knowledge import Record

SEATS, HAND = range(5), 5
PARTNER_SUIT = {"S": "C", "C": "S", "H": "D", "D": "H"}
DEAL = (
    "phase dealer turn log round passed upcard turned_down exchanged talon maker trump how bowers trumps call partner "
    "cards trick last taken sides outcome"
)
Play = tuple[int, str]


class Moment:
    """A deal of Euchre at one ply: what everybody has seen of it, and what follows from that for one seat."""

    keys: ClassVar[Mapping[str, frozenset[str]]] = {
        "deal": frozenset(DEAL.split(" ")),
        "own": frozenset({"hand", "order", "role", "alone", "discard"}),
    }
    spoken: ClassVar[frozenset[str]] = frozenset({"trumps", "bowers"})
    calls: ClassVar[frozenset[str]] = frozenset({"call", "alone"})

    def __init__(self, record: Record, number: int, ply: int) -> None:
        self.deal, self.ply = record.deals[number], ply
        self.actions = self.deal.actions[:ply]
        self.over = number in record.ended and ply == len(self.deal.actions)
        self.dealer, self.upcard = self.deal.setup.dealer, self.deal.setup.rest[0]
        self.maker, self.trump = self._made()
        self.plays = [(seat, words.split(" ")[1]) for seat, words in self.actions if words.startswith("play ")]
        self.whole = len(self.plays) // len(SEATS)

    def _made(self) -> tuple[int | None, str | None]:
        for seat, action in self.actions:
            if action == "order":
                return seat, self.upcard[1]
            if action.startswith("trump "):
                return seat, action[-1]
        return None, None

    def _said(self, *verbs: str) -> str | None:
        """The action with one of these verbs, if it has been done."""
        return next((action for _, action in self.actions if action.split(" ")[0] in verbs), None)

    def turn(self) -> list[int | None]:
        """Whose turn it is, from who acted next; empty when nobody has."""
        return [seat for seat, _ in self.deal.actions[self.ply : self.ply + 1]]

    def known(self, viewer: Viewer) -> set[str]:
        """The cards whose places the viewer knows."""
        pack = cards_of(self.deal)
        return {pack[place] for place in euchre.seen(self.deal, viewer, self.ply)}

    def named(self) -> set[str]:
        """The called card, of which everybody speaks."""
        return {self.called} if self.called else set()

    @property
    def called(self) -> str | None:
        """The called card; None before the call, and when the maker said to play alone."""
        call = self._said("call")
        return call.split(" ")[1] if call else None

    # Cards

    def suit(self, card: str) -> str:
        """The suit a card belongs to: the left bower's is trump."""
        trump = self.trump or "N"
        return trump if card == "J" + PARTNER_SUIT.get(trump, "?") else card[1]

    def _strength(self, card: str, led: str) -> int:
        if self.suit(card) == self.trump:
            if card[0] == "J":
                return 100 + (card[1] == self.trump)
            return 50 + "789TQKA".index(card[0])
        return "789TJQKA".index(card[0]) if self.suit(card) == led else -1

    def trick(self, number: int) -> list[Play]:
        """The plays of a trick, counted from 0."""
        return self.plays[number * len(SEATS) : (number + 1) * len(SEATS)]  # type: ignore[return-value]

    def winner(self, number: int) -> int:
        """Who has won a whole trick."""
        plays = self.trick(number)
        led = self.suit(plays[0][1])
        return max(plays, key=lambda play: self._strength(play[1], led))[0]

    def hand(self, seat: int) -> set[str]:
        """What the seat holds now."""
        cards = set(self.deal.setup.hands[seat])
        swap = self._said("swap")
        if seat == self.dealer and swap:
            cards = cards - {swap.split(" ")[1]} | {self.upcard}
        return cards - {card for who, card in self.plays if who == seat}

    def holder(self, card: str) -> int | None:
        """Who holds or has played the card, if anybody."""
        played = next((seat for seat, each in self.plays if each == card), None)
        return played if played is not None else next((seat for seat in SEATS if card in self.hand(seat)), None)

    # Everybody

    def public(self) -> dict[str, Any]:
        """The fields of the public view that secrets could show in, as they have to be."""
        partner = self._partner()
        shown: dict[str, Any] = {
            "log": [[seat, "swap ??" if words.startswith("swap ") else words] for seat, words in self.actions],
            "cards": [len(self.hand(seat)) for seat in SEATS],
            "talon": len(self.deal.setup.rest) - 1,
            "upcard": self.upcard,
            "exchanged": {"swap": True, "keep": False}.get((self._said("swap", "keep") or "").split(" ")[0]),
            "taken": [{"tricks": self._tricks(seat)} for seat in SEATS],
            "maker": self.maker,
            "trump": self.trump,
            "trumps": self._trumps(),
            **({"turn": self.turn()} if self.over or self.turn() else {}),
        }
        if self.over:
            return shown
        known = partner is not None and partner["alone"] is not None
        return {**shown, "partner": partner, "sides": self._sides(partner) if known else None, **self._on_the_table()}

    def _trumps(self) -> list[str] | None:
        if self.trump is None:
            return None
        trumps = [card for card in cards_of(self.deal) if self.suit(card) == self.trump]
        return sorted(trumps, key=lambda card: -self._strength(card, ""))

    def _on_the_table(self) -> dict[str, Any]:
        running = [list(play) for play in self.trick(self.whole)]
        last = None
        if self.whole:
            last = (self.whole, [list(play) for play in self.trick(self.whole - 1)], self.winner(self.whole - 1), None)
        return {"last": last, "trick": running if self._said("call", "alone") else None}

    def _tricks(self, seat: int) -> int:
        return sum(self.winner(number) == seat for number in range(self.whole))

    def _sides(self, partner: dict[str, Any] | None) -> dict[str, int]:
        own = {self.maker, partner["seat"] if partner else None}
        attackers = sum(self._tricks(seat) for seat in SEATS if seat in own)
        return {"attackers": attackers, "defenders": self.whole - attackers}

    def _partner(self) -> dict[str, Any] | None:
        """The partner as everybody knows him by now; nothing before the call."""
        if self._said("alone"):
            return {"seat": None, "alone": True}
        card = self.called
        if card is None:
            return None
        shown = next((seat for seat, each in self.plays if each == card), None)
        if card == self.upcard and self._said("swap"):
            shown = self.dealer
        visible = card == self.upcard and not self._said("swap")
        nobody = shown is None and all(self._without(seat, card) for seat in SEATS if seat != self.maker)
        if shown == self.maker or visible or nobody:
            return {"seat": None, "alone": True}
        return {"seat": shown, "alone": None if shown is None else False}

    def _without(self, seat: int, card: str) -> bool:
        """Whether everybody can see that the seat does not hold the card."""
        left = HAND - sum(who == seat for who, _ in self.plays)
        took = seat == self.dealer and self._said("swap") and all(each != self.upcard for _, each in self.plays)
        if left == 0 or (left == 1 and took and card != self.upcard):
            return True
        for number in range(self.whole + 1):
            plays = self.trick(number)
            for who, each in plays:
                led = self.suit(plays[0][1])
                if who == seat and self.suit(each) != led and self.suit(card) == led:
                    return True
        return False

    # One seat

    def private(self, seat: int) -> dict[str, Any]:
        """The fields of a seat's own view, as they have to be."""
        partner, swap = self._partner(), self._said("swap")
        own_call = self.called is not None and self.maker is not None and self._own_call()
        alone = seat == self.maker and partner is not None and (partner["alone"] is True or own_call)
        return {
            "hand": sorted(self.hand(seat), key=canonical),
            "order": self._in_order(self.hand(seat)),
            "role": self._role(seat),
            "alone": True if alone else None,
            "discard": swap.split(" ")[1] if swap and seat == self.dealer else None,
        }

    def _in_order(self, cards: set[str]) -> list[str]:
        """Trumps from the right bower down, then the other suits."""
        trumps = [card for card in self._trumps() or [] if card in cards]
        return trumps + sorted(cards - {*trumps}, key=canonical)

    def _own_call(self) -> bool:
        """Whether the maker has called a card of his own hand, or the one he gave up himself."""
        swap = self._said("swap")
        return self.holder(self.called or "") == self.maker or (
            self.maker == self.dealer and swap is not None and swap.split(" ")[1] == self.called
        )

    def _role(self, seat: int) -> str | None:
        if seat == self.maker:
            return "maker"
        if not self._said("call", "alone"):
            return None
        return "partner" if self.called and self.holder(self.called) == seat else "defender"
