"""Decisions before the first trick: bids, trump, discards, the friend; and directions at 20 no trump."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from app.bots.mighty.hands import expected_points
from app.bots.mighty.sight import JOKER, RANK, SUITS, Options, Sight, is_on, options_of, points, specials

TRUMPS = ("S", "H", "D", "C", "N")
PLAIN_ORDER = "AKQJT"
ENOUGH = -0.2
"""Points by which a hand may fall short of its bid: whoever passes mostly loses to somebody else's contract."""
ALONE = 9
"""Sure tricks with which nobody else is needed."""


def choose_bid(view: Mapping[str, Any], rng: Random) -> str:
    """The lowest legal bid that the hand is good for, or ``pass``.

    Where bids name no suit the trump is chosen with the kitty in hand, which is worth a little.
    """
    legal, options = view["private"]["legal"], options_of(view["ruleset"])
    if "misdeal" in legal:
        return "misdeal"
    hand = view["private"]["deal"]["hand"]
    good_for = {trump: expected_points(hand, trump, options) for trump in TRUMPS}
    named = is_on(options["bid_names_trump"])
    if not named:
        good_for[""] = max(good_for[suit] for suit in SUITS) + 0.3
    offers = []
    for action in legal:
        if action == "pass":
            continue
        words = action.split(" ")
        number, trump = int(words[1]), words[2] if len(words) > 2 else ""
        offers.append((good_for[trump] - number, rng.random(), action))
    if not offers:
        return "pass"
    margin, _, action = max(offers)
    return action if margin >= ENOUGH or "pass" not in legal else "pass"


def choose_trump(view: Mapping[str, Any]) -> str:
    """Names the best suit; after a bid that named one, changes it only where the other is clearly better."""
    legal, options = view["private"]["legal"], options_of(view["ruleset"])
    own, contract = view["private"]["deal"], view["public"]["contract"]
    hand, buried = own["hand"], own["buried"] or ()
    offers: list[str] = [action for action in legal if action != "keep"]

    def value(trump: str) -> float:
        return expected_points(hand, trump, options) + _buried_mighty(buried, trump, options)

    if "keep" not in legal:
        return max(offers, key=lambda action: value(str(action).split(" ")[1]))
    now = value(contract["trump"] or contract["bid_suit"])
    best, margin = "keep", 1.0
    for action in offers:
        trump = action.split(" ")[1]
        cost = int(options["to_nt_cost"] if trump == "N" else options["trump_change_cost"])
        gain = value(trump) - now - cost
        if gain > margin:
            best, margin = action, gain
    return best


def _buried_mighty(buried: Sequence[str], trump: str, options: Options) -> float:
    """A Mighty that lies among the discards is lost."""
    return -1.0 if specials(trump, options)[0] in buried else 0.0


def choose_discard(view: Mapping[str, Any]) -> str:
    """The three cards that are missed least; empties plain suits and saves points where buried points count."""
    options, choose = options_of(view["ruleset"]), view["private"]["choose"]
    contract = view["public"]["contract"]
    among, count = list(choose["among"]), int(choose["count"])
    trump = contract["trump"] or contract["bid_suit"] or "N"
    mighty, ripper = specials(trump, options)
    own_points = 0.75 if options["buried_points"] == "declarer" else 0.0
    suits = {suit: [card for card in among if _plain(card, trump, mighty) == suit] for suit in SUITS}
    keep = {card: _keep(card, suits, trump, (mighty, ripper)) - own_points * points(card) for card in among}
    cheap = sorted(among, key=lambda card: keep[card])[: count + 5]

    def loss(cards: tuple[str, ...]) -> float:
        emptied = sum(1 for held in suits.values() if held and trump in SUITS and all(card in cards for card in held))
        return sum(keep[card] for card in cards) - 0.8 * emptied

    chosen = min(combinations(cheap, count), key=loss)
    return " ".join([choose["verb"], *(card for card in among if card in chosen)])


def _plain(card: str, trump: str, mighty: str) -> str | None:
    """The plain suit of a card; ``None`` for trumps, Mighty and joker."""
    return None if card in (JOKER, mighty) or card[1] == trump else card[1]


def _keep(card: str, suits: dict[str, list[str]], trump: str, special: tuple[str, str]) -> float:
    """What a card is worth in the declarer's hand, in points."""
    mighty, ripper = special
    if card in (JOKER, mighty):
        return 9.0
    suit, rank = card[1], RANK[card]
    if suit == trump:
        return 4.0 + 0.1 * rank
    held = suits[suit]
    top = 11 if mighty == f"A{suit}" else 12
    value = 0.02 * rank + (0.3 if card == ripper else 0.0)
    if rank == top:
        return value + 3.0
    backed = f"A{suit}" in held or (top == 11 and f"K{suit}" in held)
    if rank == top - 1:
        return value + (1.8 if backed else 0.7 if len(held) > 1 else 0.2)
    if trump not in SUITS:  # long plain suits win tricks where nobody can ruff
        return value + 0.25 * max(0, len(held) - 2) + (0.4 if backed else 0.0)
    return value + (0.2 if backed and rank >= 10 else 0.0)


def choose_friend(view: Mapping[str, Any]) -> str:
    """Calls the strongest card that is missing; plays alone only with a hand that hardly needs anybody."""
    legal, options = view["private"]["legal"], options_of(view["ruleset"])
    own, contract = view["private"]["deal"], view["public"]["contract"]
    trump = contract["trump"]
    known = {*own["hand"], *(own["buried"] or ())}
    allowed = set(legal)
    if sure_tricks(own["hand"], known, trump, options) >= ALONE:
        for action in ("friend none", *(f"friend {card}" for card in own["hand"])):
            if action in allowed:
                return action
    for card in wanted(own["hand"], trump, options):
        if card not in known and f"friend {card}" in allowed:
            return f"friend {card}"
    return "friend first" if "friend first" in allowed else str(legal[0])


def wanted(hand: Sequence[str], trump: str, options: Options) -> list[str]:
    """Every card, the one that helps most as a friend's first. Own cards are among them."""
    mighty, ripper = specials(trump, options)
    mine = set(hand)
    trumps = [f"{rank}{trump}" for rank in PLAIN_ORDER] if trump in SUITS else []
    length = {suit: sum(1 for card in hand if card != JOKER and card[1] == suit) for suit in SUITS}
    plain = sorted((suit for suit in SUITS if suit != trump), key=lambda suit: (f"K{suit}" not in mine, -length[suit]))
    ladder = [mighty, JOKER, *trumps[:2]]
    if ripper_threatens(mine, ripper, options):
        ladder.append(ripper)
    ladder += [f"A{suit}" for suit in plain] + trumps[2:]
    ladder += [f"{rank}{suit}" for rank in PLAIN_ORDER[1:] for suit in plain]
    return [*ladder, *(card for card in RANK if card not in ladder)]


def ripper_threatens(mine: set[str], ripper: str, options: Options) -> bool:
    """Whether somebody else could call this hand's joker."""
    return JOKER in mine and ripper not in mine and options["joker_call"] != "off"


def sure_tricks(hand: Sequence[str], known: set[str], trump: str, options: Options) -> int:
    """Tricks the hand wins from the top of its suits, Mighty and joker, if nobody ruffs."""
    mighty, _ = specials(trump, options)
    total = int(mighty in hand) + int(JOKER in hand)
    for suit in SUITS:
        ranks = sorted((RANK[card] for card in hand if card not in (JOKER, mighty) and card[1] == suit), reverse=True)
        missing = [card for rank in PLAIN_ORDER if (card := f"{rank}{suit}") not in known and card != mighty]
        top = RANK[missing[0]] if missing else -1
        winners = sum(1 for rank in ranks if rank > top)
        if suit == trump and winners >= 4:  # the others run out of trumps
            winners = len(ranks)
        total += winners if suit == trump or trump not in SUITS else min(winners, 2)
    return total


def choose_direction(sight: Sight, legal: Sequence[str]) -> str:
    """At 20 no trump: the suit in which the declarer wins for certain, longest first; otherwise the friend is free."""
    best, length = "direct none", 0
    for suit in SUITS:
        held = [card for card in sight.hand if card != JOKER and card[1] == suit]
        wins = any(card == sight.mighty or sight.higher(suit, RANK[card]) == 0 for card in held)
        if wins and len(held) > length and f"direct {suit}" in legal:
            best, length = f"direct {suit}", len(held)
    return best if best in legal else legal[0]
