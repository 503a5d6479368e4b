"""By which names people are known at a table."""

from __future__ import annotations

from collections.abc import Mapping

from app.table.state import Table

RECENT_PLAYERS = 200


def labelled(table: Table, player: str, label: str) -> Mapping[str, str]:
    """Labels with one more; of those without a seat the oldest goes when there are too many."""
    if table.labels.get(player) == label:
        return table.labels
    labels = {**table.labels, player: label}
    if len(labels) > RECENT_PLAYERS:
        kept = {seat.player for seat in table.meta.seats} | {player, table.meta.host}
        del labels[next(name for name in labels if name not in kept)]
    return labels
