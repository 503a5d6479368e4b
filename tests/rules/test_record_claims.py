"""Records in which something is taken back or the rest is claimed."""

from __future__ import annotations

import json
import random

import pytest

from app.rules import match as matches
from app.rules import record
from app.rules.record import Line, Position, RecordError
from app.rules.ruleset import parse_ruleset
from tests.conformance.playout import play_to_cards, states

RULESET = parse_ruleset("euchre/call-partner@1")


def begun(cut: int) -> tuple[list[Line], Position]:
    """A record of one deal without its last actions, and where its reader stands."""
    deal = play_to_cards(RULESET, 5, random.Random(4))
    lines = [record.header(RULESET, list("abcde"), "m"), record.deal_line(1, deal.setup)]
    lines += [record.action_line(seat, action) for seat, action in deal.actions[:-cut]]
    return lines, read(lines)


def read(lines: list[Line], position: Position | None = None) -> Position:
    position = position or Position()
    for line in lines:
        position, written = record.advance(position, json.dumps(line))
        assert written == line
    return position


def turn(position: Position) -> int:
    (seat,) = RULESET.game.to_act(position.states[-1])
    return seat


def test_the_rest_of_a_deal_may_be_claimed() -> None:
    _, position = begun(7)
    after = read([record.claim_line(turn(position))], position)
    outcome = RULESET.game.outcome(after.states[-1])
    assert outcome is not None
    assert after.match is not None
    totals = matches.finish_deal(after.match, after.states[-1]).totals
    assert read([record.end_line(1, outcome, totals)], after).states == ()


def test_a_claim_may_say_when_it_was_made() -> None:
    _, position = begun(7)
    read([{"claim": turn(position), "at": "2026-11-30T19:00:00Z"}], position)


@pytest.mark.parametrize("seat", ["other", True, None, "1", 9])
def test_only_the_seat_that_is_to_play_can_claim(seat: object) -> None:
    _, position = begun(7)
    claimant = (turn(position) + 1) % 5 if seat == "other" else seat
    with pytest.raises(RecordError, match="only a seat that is to play"):
        record.advance(position, json.dumps({"claim": claimant}))


def test_before_a_deal_nothing_can_be_claimed() -> None:
    with pytest.raises(RecordError, match="only a seat that is to play"):
        record.advance(read([record.header(RULESET, list("abcde"), "m")]), '{"claim":0}')


def test_in_the_auction_game_nothing_can_be_claimed() -> None:
    position = read([record.header(parse_ruleset("auction/standard@1"), ["a", "b"], "m")])
    with pytest.raises(RecordError, match="nothing can be claimed"):
        record.advance(position, '{"claim":0}')


def test_an_undo_leads_back_to_the_state_before() -> None:
    lines, position = begun(3)
    deal = play_to_cards(RULESET, 5, random.Random(4))
    all_states = list(states(RULESET.game, RULESET.options, deal))
    after = read([{**record.undo_line(2), "at": "2026-11-30T19:00:00Z"}], position)
    assert after.states == tuple(all_states[: len(lines) - 3])
