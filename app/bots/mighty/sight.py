"""What one seat can know of a deal of Mighty: read from its views and from nothing else.

The log of the deal gives every card played and, from who could not follow, the suits that seats have run out of. From
that come estimates: where an unseen card lies, and who is on whose side.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from app.rules.ruleset import parse_ruleset

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKER = "JK"
PLAYERS = 5
TRICKS = 10
RANK = {f"{rank}{suit}": number for suit in SUITS for number, rank in enumerate(RANKS)}
"""Rank of every plain card, 0 (two) to 12 (ace)."""
PACK = frozenset((*RANK, JOKER))
POINT_CARDS = frozenset(card for card, rank in RANK.items() if rank >= RANKS.index("T"))

Options = Mapping[str, Any]


@lru_cache(maxsize=256)
def options_of(ruleset: str) -> Options:
    """The resolved options of a rule set's text form."""
    return parse_ruleset(ruleset).values


def is_on(value: object) -> bool:
    """Whether an option that is on or off is on, in either of its written forms."""
    return value is True or value == "on"


def specials(trump: str | None, options: Options) -> tuple[str, str]:
    """Mighty and ripper for a trump suit (``N`` or ``None``: no trump)."""
    mighty = str(options["mighty_when_spades_trump"]) if trump == "S" else "AS"
    ripper = str(options["ripper_when_clubs_trump"]) if trump == "C" else "3C"
    return mighty, ripper


def points(card: str) -> int:
    """1 for ten, jack, queen, king and ace, else 0."""
    return 1 if card in POINT_CARDS else 0


@dataclass(frozen=True)
class Trick:
    """The trick on the table: who led, what lies there, the suit to follow (``None`` before the lead)."""

    number: int
    leader: int
    plays: tuple[tuple[int, str], ...]
    suit: str | None
    called: bool

    @property
    def to_come(self) -> tuple[int, ...]:
        """Seats that play after the one whose turn it is."""
        return tuple((self.leader + step) % PLAYERS for step in range(len(self.plays) + 1, PLAYERS))


@dataclass(frozen=True)
class Sight:
    """Everything a seat knows while cards are played."""

    options: Options
    seat: int
    hand: tuple[str, ...]
    declarer: int
    role: str | None
    """declarer, friend, defender; ``None`` while the seat itself cannot know."""
    trump: str
    mighty: str
    ripper: str
    trick: Trick
    call: str | None
    """The card called as friend, or first / none."""
    friend: int | None
    """The friend's seat where this seat knows it."""
    alone: bool
    sizes: tuple[int, ...]
    buried: tuple[str, ...]
    """The buried cards, where they are known."""
    played: frozenset[str] = frozenset()
    voids: tuple[frozenset[str], ...] = field(default=(frozenset(),) * PLAYERS)

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Cards that lie in somebody else's hand or, unknown to this seat, are buried."""
        return PACK.difference(self.hand, self.buried, self.played)

    @cached_property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(PLAYERS) if seat != self.seat)

    @cached_property
    def on_declarers_side(self) -> bool:
        """A seat that may still become the friend plays like one."""
        return self.role != "defender"

    @cached_property
    def unseen_of(self) -> dict[str, tuple[int, ...]]:
        """Ranks of the unseen plain cards by suit, the Mighty left out."""
        found: dict[str, list[int]] = {suit: [] for suit in SUITS}
        for card in self.unseen:
            if card not in (JOKER, self.mighty):
                found[card[1]].append(RANK[card])
        return {suit: tuple(ranks) for suit, ranks in found.items()}

    def higher(self, suit: str, rank: int) -> int:
        """How many unseen cards of a suit are higher than a rank (the Mighty is not counted)."""
        return sum(1 for other in self.unseen_of[suit] if other > rank)

    @cached_property
    def share(self) -> dict[str, tuple[float, ...]]:
        """By suit: the chance, for each seat, that it holds any one unseen card of that suit."""
        under = 0.0 if self.role == "declarer" else 2.0  # buried cards; good ones seldom lie there
        result = {}
        for suit in SUITS:
            room = [0 if seat == self.seat or suit in self.voids[seat] else self.sizes[seat] for seat in range(PLAYERS)]
            total = sum(room) + under
            result[suit] = tuple(cards / total if total else 0.0 for cards in room)
        return result

    def holds(self, seat: int, card: str, ally: bool) -> float:
        """The chance that another seat holds an unseen card, supposing that it is an ally, or that it is not.

        The called card makes the difference: whoever holds it is the friend.
        """
        if card not in self.unseen or seat == self.seat:
            return 0.0
        if card == self.call:
            return 1.0 if seat != self.declarer and ally == self.on_declarers_side else 0.0
        if card == JOKER:
            total = sum(self.sizes[other] for other in self.others)
            return self.sizes[seat] / total if total else 0.0
        return self.share[card[1]][seat]

    def is_void(self, seat: int, suit: str) -> float:
        """The chance that a seat has no card of a suit, the Mighty left out."""
        return float((1 - self.share[suit][seat]) ** len(self.unseen_of[suit]))

    def has_above(self, seat: int, suit: str, rank: int) -> float:
        """The chance that a seat holds a card of a suit above a rank (-1: any card)."""
        return float(1 - (1 - self.share[suit][seat]) ** self.higher(suit, rank))

    @cached_property
    def friends(self) -> tuple[float, ...]:
        """For each seat the chance that it is the declarer's friend, as this seat sees it."""
        if self.alone:
            return (0.0,) * PLAYERS
        if self.friend is not None:
            return tuple(1.0 if seat == self.friend else 0.0 for seat in range(PLAYERS))
        suit = self.call[1] if self.call in RANK else None
        maybe = [
            seat for seat in self.others if seat != self.declarer and (suit is None or suit not in self.voids[seat])
        ]
        if self.role is None:  # nobody is the friend yet; this seat may become it
            maybe.append(self.seat)
        return tuple(1 / len(maybe) if seat in maybe else 0.0 for seat in range(PLAYERS))

    def is_friend(self, seat: int) -> float:
        """The chance that a seat is the declarer's friend."""
        return self.friends[seat]

    def is_ally(self, seat: int) -> float:
        """The chance that a seat is on this seat's side."""
        if seat == self.seat:
            return 1.0
        on_declarers_side = 1.0 if seat == self.declarer else self.is_friend(seat)
        return on_declarers_side if self.on_declarers_side else 1 - on_declarers_side

    @cached_property
    def joker_wins(self) -> bool:
        """Whether a joker played to this trick has its power."""
        edge = self.trick.number in (1, TRICKS) and self.options["joker_edge_tricks"] != "normal"
        return not edge and not self.trick.called

    def power(self, card: str, suit: str | None) -> int:
        """Strength of a card in a trick in which ``suit`` was led; 0 wins nothing."""
        if card == self.mighty:
            return 400
        if card == JOKER:
            return 300 if self.joker_wins else 0
        if card[1] == self.trump:
            return 200 + RANK[card]
        return 100 + RANK[card] if card[1] == suit else 0

    @cached_property
    def winning(self) -> tuple[int, int]:
        """Seat that is winning the trick on the table and the power of its card; (-1, -1) before the lead."""
        best = (-1, -1)
        for seat, card in self.trick.plays:
            power = self.power(card, self.trick.suit)
            if power > best[1]:
                best = (seat, power)
        return best


def read_log(log: list[list[Any]], mighty: str) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """Cards played so far, and for each seat the suits it has shown to have run out of."""
    plays = [(seat, action.split(" ")) for seat, action in log if action.startswith("play ")]
    voids: list[set[str]] = [set() for _ in range(PLAYERS)]
    led = ""
    for index, (seat, words) in enumerate(plays):
        card = words[1]
        if index % PLAYERS == 0:
            led = card[1] if card != JOKER else words[2] if len(words) > 2 else ""
        elif led and card not in (JOKER, mighty) and card[1] != led:
            voids[seat].add(led)
    return frozenset(words[1] for _, words in plays), tuple(frozenset(suits) for suits in voids)


def look(view: Mapping[str, Any]) -> Sight:
    """What the owner of the view knows; only for the play (and the directions asked within it)."""
    public, private = view["public"], view["private"]
    own = private["deal"]
    contract, call = public["contract"], public["friend"]
    mighty, ripper = public["specials"]["mighty"], public["specials"]["ripper"]
    played, voids = read_log(public["log"], mighty)
    trick = public["trick"]
    role = own["role"]
    friend = call["seat"]
    if friend is None and role == "friend":
        friend = private["seat"]
    return Sight(
        options=options_of(view["ruleset"]),
        seat=private["seat"],
        hand=tuple(own["hand"]),
        declarer=contract["declarer"],
        role=role,
        trump=contract["trump"],
        mighty=mighty,
        ripper=ripper,
        trick=Trick(
            number=trick["number"],
            leader=trick["leader"],
            plays=tuple((play[0], play[1]) for play in trick["plays"]),
            suit=trick["suit"],
            called=bool(trick["call"]),
        ),
        call=call["call"],
        friend=friend,
        alone=bool(call["alone"] or own.get("alone")),
        sizes=tuple(public["cards"]),
        buried=tuple(own["buried"] or ()),
        played=played,
        voids=voids,
    )
