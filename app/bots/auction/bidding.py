"""What to bid: the cheapest claim that brings nearly all there is to gain, without giving a made hand away."""

from collections.abc import Iterable, Sequence
from itertools import islice

from app.bots.auction.sight import Sight
from app.bots.auction.worth import UNSEEN, worth
from app.rules.auction.claims import CLAIMS, Claim, payments
from app.rules.auction.deck import in_order
from app.rules.auction.hands import RANK
from app.rules.cards import JOKER

LEAST_GAIN = 0.004
"""A bid must better the hand by so much."""
SHARE = 0.8
"""A cheaper claim is taken that brings this part of the most that can be gained."""
RAISE = 0.03
"""Only for so much more does the leader raise the own claim."""
_NEAR = 4
WAYS = 24
"""So many ways to pay a claim are looked at."""
FULL_CLAIMS = 6
"""So many full claims of a type, the weakest, are looked at: all of them bring the same cards."""


def choose_bid(sight: Sight, bids: Sequence[str]) -> str | None:
    """The bid to make now, None for none."""
    now = worth(sight.hand, sight.ace_low)
    won = after(sight, CLAIMS[sight.standing])[0] - now if sight.leads and sight.standing else 0.0
    gains = [(after(sight, claim)[0] - now, claim) for claim in worth_a_look(bids)]
    most = max((gain for gain, _ in gains), default=0.0)
    if most < LEAST_GAIN or (sight.leads and most < won + RAISE):
        return None
    enough = max(LEAST_GAIN, SHARE * most, won + RAISE if sight.leads else 0.0)
    claim = min((claim for gain, claim in gains if gain >= enough), key=lambda claim: claim.strength)
    return f"bid {claim.text}"


def worth_a_look(bids: Iterable[str]) -> list[Claim]:
    """The claims among the bids, but only the weakest of many full ones."""
    claims = sorted((CLAIMS[bid.removeprefix("bid ")] for bid in bids), key=lambda claim: claim.strength)
    full = 0
    kept = []
    for claim in claims:
        full += claim.is_full
        if not claim.is_full or full <= FULL_CLAIMS:
            kept.append(claim)
    return kept


def after(sight: Sight, claim: Claim) -> tuple[float, tuple[str, ...]]:
    """What the hand is worth at best once a claim has been won and paid, and the cards that pay it then."""
    coming, below = sight.pile[-claim.size :], sight.pile[: -claim.size]
    drawn = UNSEEN * min(claim.size - len(coming), sight.stock)
    ways = islice(payments(claim, sight.hand, sight.ace_low), WAYS)
    valued = [(worth(in_order([*without(sight.hand, way), *coming]), sight.ace_low), way) for way in ways]
    if not valued:
        return 0.0, ()
    value = max(value for value, _ in valued)
    alike = [way for found, way in valued if found == value]
    return value + drawn, min(alike, key=lambda way: sum(wanted(below, card) for card in way))


def wanted(below: Sequence[str], card: str) -> int:
    """How much others may want a card in the pile: the higher the more, and beside its like. Nobody wants a joker."""
    if card == JOKER:
        return 0
    return RANK[card[0]] + sum(3 * (other[0] == card[0]) + (other[1] == card[1]) for other in below[-_NEAR:])


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """A hand after cards of it are gone."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left
