"""Deals that are over, played once more from what is stored: to be looked at, and as a record.

Only the end of a deal is looked at, with the same public view that everybody at the table was sent then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from app.db.history import StoredAction
from app.db.matches import DealLine
from app.rules import match as matches
from app.rules import record
from app.rules.base import Setup, State
from app.rules.disclosure import public_view
from app.rules.ruleset import RuleSet
from app.table import entries as kinds
from app.table.entries import BY_BOT, BY_TABLE, unpack_text


class Replayed(NamedTuple):
    """A deal with its actions, and the state in which they left it."""

    deal: DealLine
    setup: Setup
    actions: tuple[StoredAction, ...]
    state: State


def replay(ruleset: RuleSet, players: int, deal: DealLine, actions: Iterable[StoredAction]) -> Replayed:
    """A deal from its pack and its actions. Raises `IllegalAction` or ValueError if they do not fit the rules."""
    game, options = ruleset.game, ruleset.options
    setup = game.setup(options, players, deal.dealer, tuple(deal.pack.split(" ")))
    own = tuple(action for action in actions if action.serial == deal.serial)
    states = [game.deal(options, setup)]
    for action in own:
        if action.kind == kinds.UNDO:
            del states[-taken_back(action) :]
        elif action.kind == kinds.CLAIM:
            if game.claims is None or action.seat is None:
                raise ValueError("nothing can be claimed in this game")
            states.append(game.claims.take(states[-1], action.seat))
        else:
            states.append(game.apply(states[-1], action.seat, action.action))
    return Replayed(deal, setup, own, states[-1])


def taken_back(undo: StoredAction) -> int:
    """How many actions were taken back."""
    return int(unpack_text(undo.action)["back"])


def look_back(ruleset: RuleSet, played: Replayed, *, closed: bool) -> dict[str, Any]:
    """What everybody at the table saw at the end of a deal that is over. `closed`: at a table that keeps
    closed what was not played.

    Raises ValueError for a deal that is not: of that only the table itself may show anything.
    """
    if ruleset.game.outcome(played.state) is None:
        raise ValueError("the deal is not over")
    return public_view(ruleset.game, played.state, closed=closed)


def bots_of(actions: Iterable[StoredAction]) -> list[int]:
    """The seats for which a bot acted at least once."""
    return sorted({action.seat for action in actions if action.seat is not None and by_bot(action)})


def by_bot(action: StoredAction) -> bool:
    """Whether a bot chose an action: on its own, or for somebody whose time was out."""
    chosen = action.kind == kinds.ACT and action.seat is not None
    return action.who == BY_BOT or (action.who == BY_TABLE and chosen)


async def record_of(
    ruleset: RuleSet, names: Sequence[str], name: str, deals: Sequence[DealLine], actions: Sequence[StoredAction]
) -> str:
    """A finished match as a record: JSON Lines. Others get their turn after each deal.

    :param names: of the players, by seat
    :param name: of the match
    """
    by_deal: Mapping[int, list[StoredAction]] = {deal.serial: [] for deal in deals}
    for action in actions:
        by_deal[action.serial].append(action)
    match = matches.start(ruleset, len(names), deals[0].dealer)
    lines = [record.header(ruleset, names, name)]
    for deal in deals:
        played = replay(ruleset, len(names), deal, by_deal[deal.serial])
        lines.append(record.deal_line(deal.number, played.setup))
        lines += map(_line, played.actions)
        outcome = ruleset.game.outcome(played.state)
        if outcome is None:
            raise ValueError(f"deal {deal.number} of {name} is not over")
        match = matches.finish_deal(match, played.state)
        lines.append(record.end_line(match.number, outcome, match.totals))
        await asyncio.sleep(0)
    lines.append(record.match_end_line(match))
    return "".join(f"{record.dump(line)}\n" for line in lines)


def _line(action: StoredAction) -> record.Line:
    at = datetime.fromtimestamp(action.at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if action.kind == kinds.UNDO:
        return {**record.undo_line(taken_back(action)), "at": at}
    if action.kind == kinds.CLAIM and action.seat is not None:
        return {**record.claim_line(action.seat), "at": at}
    line = {**record.action_line(action.seat, action.action), "at": at}
    return {**line, "by": BY_BOT} if by_bot(action) else line
