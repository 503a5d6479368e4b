"""What a hand is worth: how likely it is to be the best one in the end, and what it may yet become.

The figures are rough and were found by playing bots against each other: ``python -m tests.bots.measure_auction``.
"""

from functools import lru_cache

from app.rules.auction.hands import FOUR, FULL_HOUSE, STRAIGHT_FLUSH, Strength, ranks_by_number, ranks_by_suit, strength
from app.rules.cards import JOKER

_BY_TYPE = (0.0, 0.02, 0.06, 0.12, 0.2, 0.3, 0.42, 0.66, 0.88, 1.0)
"""Worth of the lowest hand of each type, the next one's is that of the highest."""

_FOUR_OF_A_RUN, _THREE_OF_A_RUN = 0.05, 0.015
_THREE_ALIKE, _TWO_ALIKE = 0.03, 0.004
_JOKER = 0.006
"""A joker wins no showdown, but buys cards."""

UNSEEN = 0.012
"""What a card drawn unseen is worth."""

_RUNS = tuple((1 << top + 1) - (1 << top - 4) for top in range(14, 4, -1))


def of_strength(found: Strength) -> float:
    """How good a showdown hand is, from 0 to 1."""
    kind = found[0]
    rank = second = 0.0
    if len(found) > 1:
        rank = (found[1] - 2) / 13
    if len(found) > 2:
        second = (found[2] - 2) / 169
    low, high = _BY_TYPE[kind], _BY_TYPE[kind + 1]
    return low + (high - low) * (rank + second)


@lru_cache(maxsize=8192)
def worth(hand: tuple[str, ...], ace_low: bool) -> float:
    """What a hand (in canonical order) is worth."""
    found = strength(hand, ace_low)
    suits = ranks_by_suit(hand)
    _, two, three, four = ranks_by_number(suits)
    value = of_strength(found) + _JOKER * hand.count(JOKER)
    if found[0] < STRAIGHT_FLUSH:
        value += _promise(suits, ace_low)
    if found[0] < FOUR:
        value += _THREE_ALIKE * (three & ~four).bit_count()
    if found[0] < FULL_HOUSE:
        value += _TWO_ALIKE * (two & ~three).bit_count()
    return value


def _promise(suits: tuple[int, ...], ace_low: bool) -> float:
    """What is there of a straight flush."""
    longest = 0
    for ranks in suits:
        if ranks.bit_count() > 2:
            there = ranks | (ranks >> 14 << 1 if ace_low else 0)
            longest = max(longest, max((there & run).bit_count() for run in _RUNS))
    return _FOUR_OF_A_RUN if longest == 4 else _THREE_OF_A_RUN if longest == 3 else 0.0
