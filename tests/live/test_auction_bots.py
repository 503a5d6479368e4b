"""Bots at a live table of Auction, in virtual time: they wait, bid and let others go on as people do."""

from __future__ import annotations

import pytest

from app.table.evolve import fold
from app.table.messages import Bot, Person, Start
from tests.conformance import virtual
from tests.live.bidding import payment
from tests.live.links import Evening, Link

RULES = "auction/standard@1"


async def table_of_bots(players: int, ruleset: str = RULES) -> Evening:
    """A table with bots on all seats and somebody who watches; the match begins."""
    host = Link("host", lambda: 0.02, lambda: 0.02)
    evening = Evening(ruleset, [host], seed=players)
    await evening.set_up(players)
    person = Person("host", "host")
    for seat in range(players):
        assert await evening.table.ask(person, Bot(f"b{seat}", seat, on=True)) is None
    assert await evening.table.ask(person, Start("start")) is None
    return evening


async def until(evening: Evening, phase: str, hours: float = 8.0) -> None:
    """Time passes until the table is in a phase."""
    end = evening.loop.time() + 3600 * hours
    while evening.table.table.meta.phase != phase:
        assert evening.loop.time() < end, "the table stands still"
        assert not evening.table.gone, "the table failed"
        await evening.quiet(5.0)


@pytest.mark.parametrize("players", [2, 6])
def test_bots_play_a_match_to_150_points(players: int) -> None:
    async def match() -> tuple[bool, list[str], int]:
        evening = await table_of_bots(players)
        await until(evening, "finished")
        table = evening.table.table
        assert table.meta.match is not None
        kept = fold(evening.journal.entries[evening.table.id]) == table
        said = [entry.text for entry in evening.journal.entries[evening.table.id] if entry.kind == "act"]
        return kept, said, max(int(total) for total in table.meta.match.rules.totals["points"])

    kept, said, most = virtual.run(match())
    assert kept
    assert most >= 150
    assert any(action.startswith("bid ") for action in said)
    assert any(action.startswith("lay ") for action in said)


def test_bots_and_a_person_bid_at_one_table() -> None:
    async def mixed() -> list[int]:
        evening = Evening(RULES, [Link("mina", lambda: 0.1, lambda: 0.1)], seed=5)
        await evening.set_up(3, bots=True)
        person, mina = Person("mina", "mina"), evening.links[0]
        mina.say("sit", seat=0)
        await evening.quiet()
        assert await evening.table.ask(person, Start("start")) is None
        await evening.quiet(30.0)
        for _ in range(200):
            if evening.table.table.meta.phase != "deal":
                break
            private = mina.view["private"]
            bids = [action for action in private["legal"] or () if action.startswith("bid single ")]
            if private["choose"]:
                mina.act(payment(private["choose"]))
            elif bids:
                mina.act(bids[-1])
            await evening.quiet(2.0)
        acts = [
            entry
            for entry in evening.journal.entries[evening.table.id]
            if entry.kind == "act" and entry.seat is not None
        ]
        return sorted({entry.seat for entry in acts if entry.text.startswith("bid ") and entry.seat is not None})

    assert 0 in (seats := virtual.run(mixed()))
    assert len(seats) >= 2
