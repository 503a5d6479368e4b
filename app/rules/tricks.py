"""Tricks on bit masks: a card is one bit, a hand is an int, so that following suit is one ``hand & suit``.

Every game numbers its cards itself; these functions only need the masks and a table of strengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def strongest(plays: Sequence[int], strength: Mapping[int, int]) -> int:
    """Index of the strongest play; the first of equals, so that off-suit cards never beat what was led."""
    return plays.index(max(plays, key=strength.__getitem__))


def subsets(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every subset of some names, by its mask: with names in order, a mask becomes a sorted list by one look-up."""
    return tuple(
        tuple(name for place, name in enumerate(names) if mask >> place & 1) for mask in range(1 << len(names))
    )
