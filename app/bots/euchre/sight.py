"""What one seat can know of a deal of Euchre while cards are played: read from its views and from nothing else.

The log gives every card played and, from who could not follow, the suits that seats have run out of. From that come
estimates: where an unseen card lies, and who is on whose side.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from app.rules.cards import PACK_52, RANKS
from app.rules.ruleset import parse_ruleset

PLAYERS = 5
TRICKS = 5
TRUMPS_OF_MAKER = 1.8
PLAIN_OF_MAKER = 0.7
"""How much likelier than anybody else the maker is to hold a trump, or a card of a plain suit."""

Options = Mapping[str, Any]


@lru_cache(maxsize=256)
def options_of(ruleset: str) -> Options:
    """The resolved options of a rule set's text form."""
    return parse_ruleset(ruleset).values


def pack_of(options: Options) -> frozenset[str]:
    """All cards of the game: from the eights or from the sevens up."""
    return frozenset(card for card in PACK_52 if card[0] in RANKS[: options["pack"] // 4])


def rank(card: str) -> int:
    """Rank of a card within a plain suit, the ace highest."""
    return len(RANKS) - RANKS.index(card[0])


@dataclass(frozen=True)
class Sight:
    """Everything a seat knows while cards are played."""

    seat: int
    hand: tuple[str, ...]
    maker: int
    role: str
    trump: str
    trumps: tuple[str, ...]
    """All trumps, the strongest first."""
    call: str
    partner: int | None
    """The partner's seat where this seat knows it."""
    alone: bool
    """Whether this seat knows that the maker has no partner."""
    number: int
    leader: int
    plays: tuple[tuple[int, str], ...]
    sizes: tuple[int, ...]
    unseen: frozenset[str]
    """Cards that lie in somebody else's hand or out of play, unknown to this seat."""
    open: Mapping[str, int]
    """Unplayed cards that everybody knows to be in a seat's hand: the upcard the dealer took."""
    voids: tuple[frozenset[str], ...]

    def suit(self, card: str) -> str:
        """The suit a card follows: the left bower's is trumps."""
        return self.trump if card in self.trumps else card[1]

    @cached_property
    def led(self) -> str | None:
        """The suit of the trick on the table."""
        return self.suit(self.plays[0][1]) if self.plays else None

    def power(self, card: str, led: str) -> int:
        """Strength of a card in a trick of a suit; 0 wins nothing."""
        if card in self.trumps:
            return 200 - self.trumps.index(card)
        return rank(card) if card[1] == led else 0

    @cached_property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(PLAYERS) if seat != self.seat)

    @cached_property
    def to_come(self) -> tuple[int, ...]:
        """Seats that play to this trick after the one in turn."""
        return tuple((self.leader + step) % PLAYERS for step in range(len(self.plays) + 1, PLAYERS))

    def unseen_of(self, suit: str) -> list[str]:
        """Unseen cards that follow a suit."""
        return [card for card in self.unseen if self.suit(card) == suit]

    def higher(self, card: str) -> int:
        """How many unseen cards of a card's own suit beat it."""
        suit = self.suit(card)
        return sum(1 for other in self.unseen_of(suit) if self.power(other, suit) > self.power(card, suit))

    # Where cards lie

    @cached_property
    def _room(self) -> tuple[int, ...]:
        """Places in each other hand for cards that nobody has seen."""
        known = list(self.open.values())
        return tuple(0 if seat == self.seat else self.sizes[seat] - known.count(seat) for seat in range(PLAYERS))

    @cached_property
    def aside(self) -> int:
        """How many unseen cards are out of play."""
        return max(0, len(self.unseen) - len(self.open) - sum(self._room))

    def holds(self, seat: int, card: str) -> float:
        """The chance that another seat holds an unseen card."""
        if card not in self.unseen or seat == self.seat:
            return 0.0
        if card in self.open:
            return 1.0 if self.open[card] == seat else 0.0
        if card == self.call:
            return self.is_partner(seat)
        suit = self.suit(card)
        room = [0.0 if suit in self.voids[other] else float(self._room[other]) for other in range(PLAYERS)]
        if self.trumps:
            room[self.maker] *= TRUMPS_OF_MAKER if suit == self.trump else PLAIN_OF_MAKER
        total = sum(room) + self.aside
        return room[seat] / total if total else 0.0

    def has_any(self, seat: int, cards: Iterable[str]) -> float:
        """The chance that a seat holds at least one of some unseen cards."""
        none = 1.0
        for card in cards:
            none *= 1 - self.holds(seat, card)
        return 1 - none

    def beats(self, seat: int, best: int, led: str) -> float:
        """The chance that a seat can play something stronger than ``best`` to a trick of a suit."""
        follow = self.unseen_of(led)
        chance = self.has_any(seat, (card for card in follow if self.power(card, led) > best))
        if led != self.trump and self.trumps:
            stronger = [card for card in self.unseen_of(self.trump) if self.power(card, led) > best]
            chance += (1 - self.has_any(seat, follow)) * self.has_any(seat, stronger)
        return min(1.0, chance)

    # Who is on whose side

    @cached_property
    def _partners(self) -> tuple[float, ...]:
        if self.alone:
            return (0.0,) * PLAYERS
        if self.partner is not None:
            return tuple(1.0 if seat == self.partner else 0.0 for seat in range(PLAYERS))
        suit = self.suit(self.call)
        room = [0 if seat == self.maker or suit in self.voids[seat] else self._room[seat] for seat in range(PLAYERS)]
        total = sum(room) + self.aside
        return tuple(places / total if total else 0.0 for places in room)

    def is_partner(self, seat: int) -> float:
        """The chance that a seat is the maker's partner."""
        return self._partners[seat]

    def is_ally(self, seat: int) -> float:
        """The chance that a seat is on this seat's side."""
        if seat == self.seat:
            return 1.0
        attacks = 1.0 if seat == self.maker else self.is_partner(seat)
        return 1 - attacks if self.role == "defender" else attacks


def read_log(
    log: Sequence[Sequence[Any]], trump: str, trumps: Sequence[str]
) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """Cards played so far, and for each seat the suits it has shown to have run out of."""
    plays = [(seat, action.split(" ")[1]) for seat, action in log if action.startswith("play ")]
    voids: list[set[str]] = [set() for _ in range(PLAYERS)]
    led = ""
    for index, (seat, card) in enumerate(plays):
        suit = trump if card in trumps else card[1]
        if index % PLAYERS == 0:
            led = suit
        elif suit != led:
            voids[seat].add(led)
    return frozenset(card for _, card in plays), tuple(frozenset(suits) for suits in voids)


def look(view: Mapping[str, Any]) -> Sight:
    """What the owner of the view knows; only for the play."""
    public, private = view["public"], view["private"]
    own, seat, trump, trumps = private["deal"], private["seat"], public["trump"], tuple(public["trumps"])
    played, voids = read_log(public["log"], trump, trumps)
    call, partner = public["call"], public["partner"]
    known = {*own["hand"], *played, *([own["discard"]] if own["discard"] else [])}
    upcard, dealer = public["upcard"], public["dealer"]
    taken = bool(public["exchanged"]) and upcard not in known
    if not public["exchanged"]:
        known.add(upcard)
    trick = public["trick"]
    return Sight(
        seat=seat,
        hand=tuple(own["hand"]),
        maker=public["maker"],
        role=own["role"],
        trump=trump,
        trumps=trumps,
        call=call,
        partner=seat if own["role"] == "partner" else partner["seat"],
        alone=bool(partner["alone"] or own["alone"] or own["discard"] == call),
        number=trick["number"],
        leader=trick["leader"],
        plays=tuple((other, card) for other, card in trick["plays"]),
        sizes=tuple(public["cards"]),
        unseen=pack_of(options_of(view["ruleset"])) - known,
        open={upcard: dealer} if taken else {},
        voids=voids,
    )
