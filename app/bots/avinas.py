"""A bot for Avinas that plays for its side without searching: bids, knocks, and cards weighed one by one.

Everything comes from the views of one seat: its hand, the cards turned up in the deal (whose owners stay known until
they are played), the cards played, and who has shown to hold no trump or no card of a suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from app.rules.ruleset import parse_ruleset

SUITS = "SHDC"
PLAIN = "ATK987"
SEATS = 4
TRICKS = 8
PACK = frozenset(rank + suit for suit in SUITS for rank in "AKQJT987")
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP = 100
"""Power from which on a card is a trump."""
KNOCK_FROM = 0.85
"""The chance of all eight tricks from which on a knock pays, a knock back included."""
SAMPLES = 60
BID_FROM = 9.5
"""The value of a hand, in strong trumps, from which on it is bid."""
LEAD_TRICKS = {"all": TRICKS, "first_two": 2, "first_only": 1}


@lru_cache(maxsize=256)
def options_of(ruleset: str) -> Mapping[str, Any]:
    """The resolved options of a rule set's text form."""
    return parse_ruleset(ruleset).values


def points(card: str) -> int:
    """The card points of a card."""
    return WORTH.get(card[0], 0)


def trumps_of(trump: str) -> list[str]:
    """The fourteen trumps, high to low."""
    uppers = [rank + suit for rank in "QJ" for suit in "CSHD"]
    return [uppers[0], "7" + trump, *uppers[1:], *(rank + trump for rank in "ATK98")]


@lru_cache(maxsize=8)
def powers(trump: str) -> Mapping[str, int]:
    """How strong each card is: trumps from 101 up, plain cards from 1 to 6 within their suit."""
    table = {rank + suit: len(PLAIN) - place for suit in SUITS for place, rank in enumerate(PLAIN)}
    table.update((card, TRUMP + SEATS * TRICKS - place) for place, card in enumerate(trumps_of(trump)))
    return table


def choose(view: Mapping[str, Any], rng: Random) -> str:
    """One of the legal actions of the seat that owns the view. ``ValueError`` when it has nothing to decide."""
    legal: list[str] = view["private"]["legal"]
    if not legal:
        raise ValueError("nothing to decide")
    phase = view["public"]["phase"]
    if len(legal) == 1:
        return legal[0]
    if phase == "bidding":
        return choose_bid(view)
    if phase == "knock":
        return "knock" if chance_of_all(view, rng) >= KNOCK_FROM else "pass"
    if phase == "back":
        return "knock" if sure_trick(view) else "pass"
    return choose_opening(view, rng) if phase == "lead" else choose_play(look(view), legal, rng)


# ------------------------------------------------------------------------------------------ before the first trick


def value(hand: Sequence[str], trump: str) -> float:
    """What a hand is worth with a trump suit: trumps, the high ones most, aces and tens beside, short suits."""
    order = trumps_of(trump)
    held = [card for card in hand if card in order]
    high = sum(max(0.0, 1.4 - 0.2 * order.index(card)) for card in held)
    plain = [card for card in hand if card not in order]
    sides = sum(0.9 if card[0] == "A" else 0.4 if card[0] == "T" else 0.0 for card in plain)
    short = sum(0.3 for suit in SUITS if suit != trump and not any(card[1] == suit for card in plain))
    return 1.5 * len(held) + high + sides + short


def choose_bid(view: Mapping[str, Any]) -> str:
    """The number of trumps the hand holds, where it is good enough to play against two; otherwise ``pass``."""
    hand, bids = view["private"]["deal"]["hand"], view["private"]["legal"][:-1]
    good = max(value(hand, suit) for suit in SUITS) >= BID_FROM
    return str(bids[-1]) if good else "pass"


def choose_opening(view: Mapping[str, Any], rng: Random) -> str:
    """The lead that makes the best suit trump: of the leads that do, the one that weighs most."""
    hand = view["private"]["deal"]["hand"]
    leads: dict[str, list[str]] = {}
    for action in view["private"]["legal"]:
        words = action.split(" ")
        leads.setdefault(words[2] if len(words) > 2 else words[1][1], []).append(action)
    trump = max(sorted(leads), key=lambda suit: value(hand, suit))
    return choose_play(look(view, trump), leads[trump], rng)


def sure_trick(view: Mapping[str, Any]) -> bool:
    """Whether the other side wins a trick for certain: it holds the queen of clubs, as this seat can see."""
    partner = (view["private"]["seat"] + 2) % SEATS
    return "QC" in view["private"]["deal"]["hand"] or "QC" in view["public"]["exposed"][partner]


def chance_of_all(view: Mapping[str, Any], rng: Random) -> float:
    """How often this seat wins all eight tricks from the top, over hands of the others that it thinks possible."""
    public, seat = view["public"], view["private"]["seat"]
    sight = look(view)
    opponents = ((seat + 1) % SEATS, (seat + 3) % SEATS)
    if "QC" not in sight.hand and "QC" not in public["exposed"][(seat + 2) % SEATS]:
        return 0.0
    won = 0
    for _ in range(SAMPLES):
        hands = sight.deal_out(rng)
        rivals = [[card for card in hands[other] if sight.kind(card) == "T"] for other in opponents]
        won += _takes_all(sight, rivals)
    return won / SAMPLES


def _takes_all(sight: Sight, rivals: Sequence[list[str]]) -> bool:
    """Whether trumps led from the top, and then the plain cards, win against these trumps of the two opponents.

    With no trump out a card led face down wins, whatever it is; face up only the highest of its suit does.
    """
    mine = sorted((card for card in sight.hand if sight.power[card] > TRUMP), key=lambda card: -sight.power[card])
    theirs = [sorted(trumps, key=lambda card: sight.power[card]) for trumps in rivals]
    if mine and sight.seat == sight.declarer:
        mine.remove(sight.order[1])  # the seven must be led first, and the own side has the only card above it
        theirs = [trumps[1:] for trumps in theirs]
    for lead in mine:
        if any(trumps and sight.power[trumps[-1]] > sight.power[lead] for trumps in theirs):
            return False
        theirs = [trumps[1:] for trumps in theirs]
    plain = [card for card in sight.hand if sight.power[card] < TRUMP]
    if any(theirs):
        return not plain
    high = all(sight.top_of_suit(card) for card in plain)
    return high or sight.options["facedown_lead"] == "any_trick"


# ------------------------------------------------------------------------------------------ what a seat knows


@dataclass(frozen=True)
class Sight:
    """What a seat knows while cards are played. ``known`` are cards that others are known to hold."""

    options: Mapping[str, Any]
    seat: int
    hand: tuple[str, ...]
    trump: str
    declarer: int
    all_tricks: bool
    number: int
    leader: int
    plays: tuple[tuple[int, str], ...] = ()
    ask: str | None = None
    suit: str | None = None
    sizes: tuple[int, ...] = (TRICKS,) * SEATS
    known: tuple[frozenset[str], ...] = (frozenset(),) * SEATS
    played: frozenset[str] = frozenset()
    voids: tuple[frozenset[str], ...] = field(default=(frozenset(),) * SEATS)
    """By seat the suits it has run out of, ``T`` for trumps."""

    @cached_property
    def order(self) -> list[str]:
        return trumps_of(self.trump)

    @cached_property
    def power(self) -> Mapping[str, int]:
        return powers(self.trump)

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Cards in the other hands (or face down on the table)."""
        return PACK.difference(self.hand, self.played)

    @cached_property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(SEATS) if seat != self.seat)

    @cached_property
    def to_come(self) -> tuple[int, ...]:
        """Seats that play to this trick after the one in turn."""
        return tuple((self.leader + step) % SEATS for step in range(len(self.plays) + 1, SEATS))

    def ours(self, seat: int) -> bool:
        """Whether a seat is on this seat's side."""
        return seat % 2 == self.seat % 2

    def kind(self, card: str) -> str:
        """The suit a card follows: its own, or ``T`` for trumps."""
        return "T" if self.power[card] > TRUMP else card[1]

    def top_of_suit(self, card: str) -> bool:
        """Whether no unseen card of its suit is higher."""
        return not self.above(card[1], self.power[card])

    def above(self, kind: str, power: int) -> list[str]:
        """The unseen cards of a suit (``T``: trumps) that are stronger than a power."""
        return [card for card in self.unseen if self.kind(card) == kind and self.power[card] > power]

    def holds(self, seat: int, cards: Iterable[str]) -> float:
        """The chance that a seat holds at least one of some unseen cards."""
        none = 1.0
        for card in cards:
            if card in self.known[seat]:
                return 1.0
            if not any(card in known for known in self.known):
                none *= 1 - self.shares[self.kind(card)][seat]
        return 1 - none

    @cached_property
    def shares(self) -> Mapping[str, tuple[float, ...]]:
        """By suit the chance, for each seat, that it holds any one card of it whose owner is not known."""
        shares = {}
        for kind in ("T", *SUITS):
            room = [
                0 if seat == self.seat or kind in self.voids[seat] else max(0, size - len(self.known[seat]))
                for seat, size in enumerate(self.sizes)
            ]
            total = sum(room)
            shares[kind] = tuple(cards / total if total else 0.0 for cards in room)
        return shares

    def deal_out(self, rng: Random) -> list[list[str]]:
        """Hands of all seats with the known cards where they are and the others at random."""
        rest = sorted(self.unseen.difference(*self.known))
        rng.shuffle(rest)
        hands = [sorted(known) for known in self.known]
        for seat in self.others:
            while len(hands[seat]) < self.sizes[seat] and rest:
                hands[seat].append(rest.pop())
        return hands

    @cached_property
    def winning(self) -> tuple[int, int]:
        """Seat that is winning the trick on the table and the power of its card; (-1, -1) before the lead."""
        best = (-1, -1)
        for seat, card in self.plays:
            power = self.power_here(card, self.suit)
            if power > best[1]:
                best = (seat, power)
        return best

    def power_here(self, card: str, suit: str | None) -> int:
        """The power of a card in a trick whose plain suit is ``suit``; 0 for cards that cannot win, backs included."""
        power = self.power.get(card, 0)
        return power if power > TRUMP or card[1] == suit else 0


def read_log(log: Sequence[Sequence[Any]], options: Mapping[str, Any], trump: str) -> tuple[set[str], list[set[str]]]:
    """Cards played so far, and for each seat the suits it has shown to have run out of (``T`` for trumps)."""
    power = powers(trump)
    plays = [(seat, action.split(" ")) for seat, action in log if action.startswith("play ")]
    voids: list[set[str]] = [set() for _ in range(SEATS)]
    asked: tuple[str, ...] = ("T",)
    for index, (seat, words) in enumerate(plays):
        card, number = words[1], index // SEATS + 1
        down = words[-1] == "down"
        kind = "" if card not in power else "T" if power[card] > TRUMP else card[1]
        if index % SEATS == 0:
            led = "T" if down else kind
            asked = asked_for(options, led, number)
            if kind != "T" and (down or number <= LEAD_TRICKS[options["trump_lead_tricks"]]):
                voids[seat].add("T")
        elif kind not in asked:
            voids[seat].update(asked)
    return {words[1] for _, words in plays if words[1] in power}, voids


def asked_for(options: Mapping[str, Any], led: str, number: int) -> tuple[str, ...]:
    """The suits (``T``: trumps) of which one must be followed if held after a lead of ``led``."""
    rule = options["plain_follow"]
    if led == "T" or (rule == "trick_two_as_trump" and number == 2):
        return ("T",)
    return (led, "T") if rule == "suit_or_trump" else (led,)


def look(view: Mapping[str, Any], trump: str | None = None) -> Sight:
    """What the owner of the view knows; ``trump`` where the opening lead is still to make it."""
    public, private = view["public"], view["private"]
    options, seat = options_of(view["ruleset"]), private["seat"]
    suit = trump or public["trump"]
    played, voids = read_log(public["log"], options, suit)
    trick = public["trick"] or {"number": 1, "leader": public["declarer"], "plays": [], "suit": None, "ask": None}
    own = private["deal"]
    if own["down"]:
        played.add(own["down"])
    known = [frozenset(cards) - played for cards in public["exposed"]]
    known[seat] = frozenset()
    return Sight(
        options=options,
        seat=seat,
        hand=tuple(own["hand"]),
        trump=suit,
        declarer=public["declarer"],
        all_tricks=public["knock"] is not None,
        number=trick["number"],
        leader=trick["leader"],
        plays=tuple((play[0], play[1]) for play in trick["plays"]),
        ask=trick["ask"],
        suit=trick["suit"],
        sizes=tuple(public["cards"]),
        known=tuple(known),
        played=frozenset(played),
        voids=tuple(map(frozenset, voids)),
    )


# ------------------------------------------------------------------------------------------ cards


def choose_play(sight: Sight, legal: Sequence[str], rng: Random) -> str:
    """The ``play …`` action that weighs most; chance decides between equals."""
    weights = [(weigh(sight, action), action) for action in legal]
    best = max(weight for weight, _ in weights)
    return rng.choice([action for weight, action in weights if weight > best - 0.01])


def weigh(sight: Sight, action: str) -> float:
    """How good a play is, in card points changing sides: what the trick brings less what the card is worth later."""
    words = action.split(" ")
    card, down = words[1], words[-1] == "down"
    suit, ask = (sight.suit, sight.ask) if sight.plays else _led(sight, card, down)
    lying = sum(points(other) for _, other in sight.plays) + points(card)
    winner, best = sight.winning
    power = 0 if down else sight.power_here(card, suit)
    if power > best:
        winner, best = sight.seat, power
    win = _chance(sight, winner, best, suit, ask)
    if sight.all_tricks:
        return 40 * win - worth(sight, card)
    return (2 * win - 1) * (lying + _to_come(sight, win)) + _lead_next(sight, winner, win) - worth(sight, card)


def _led(sight: Sight, card: str, down: bool) -> tuple[str | None, str]:
    """Plain suit and what is asked for when this card is led."""
    kind = "T" if down else sight.kind(card)
    asked = asked_for(sight.options, kind, sight.number)
    return (None if kind == "T" else kind), "suit_or_trump" if len(asked) > 1 else "trump" if "T" in asked else "suit"


def _chance(sight: Sight, winner: int, best: int, suit: str | None, ask: str | None) -> float:
    """The chance that this seat's side wins, when ``winner`` is ahead with ``best`` and some have yet to play."""
    win = 1.0 if sight.ours(winner) else 0.0
    for seat in sight.to_come:
        beats = _beats(sight, seat, best, suit, ask)
        win = win + (1 - win) * beats if sight.ours(seat) else win * (1 - beats)
    return win


def _beats(sight: Sight, seat: int, best: int, suit: str | None, ask: str | None) -> float:
    """The chance that a seat can and will play something stronger than ``best``."""
    ruff = sight.holds(seat, sight.above("T", max(best, TRUMP)))
    if suit is None:
        return ruff
    follow = sight.holds(seat, sight.above(suit, best)) if best < TRUMP else 0.0
    if ask == "suit":
        ruff *= 0.9 * (1 - sight.holds(seat, sight.above(suit, 0)))
    elif ask == "suit_or_trump":
        ruff *= 0.85
    return 1 - (1 - ruff) * (1 - follow)


def _to_come(sight: Sight, win: float) -> float:
    """Points that the seats still to play are likely to add: the likely winner's side gives, the other holds back."""
    return sum(1.5 + 5.0 * (win if sight.ours(seat) else 1 - win) for seat in sight.to_come)


def _lead_next(sight: Sight, winner: int, win: float) -> float:
    """The next lead is worth a little to whoever has high trumps to go on with."""
    if winner != sight.seat or sight.number == TRICKS:
        return 0.0
    return win * (1.5 if any(sight.power[card] > TRUMP for card in sight.hand) else 0.5)


def worth(sight: Sight, card: str) -> float:
    """What a card is likely to be worth in a later trick; of equal cards the lower one goes first."""
    if sight.number == TRICKS:
        return 0.0
    power = sight.power[card]
    if power > TRUMP:
        above = len(sight.above("T", power))
        enemies = [seat for seat in sight.others if not sight.ours(seat)]
        needed = any(sight.holds(seat, sight.above("T", TRUMP)) > 0.1 for seat in enemies)
        return (max(1.0, 9.0 - 2.2 * above) if needed else 6.0) + 0.02 * power - TRUMP * 0.02
    if sight.top_of_suit(card):
        return 2.5 + 0.02 * power
    return -0.2 * points(card) + 0.02 * power
