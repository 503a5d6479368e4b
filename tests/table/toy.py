"""A small game for two to four, made up for these tests: the table has to run it without knowing it.

Everybody gets three cards. From the dealer's left each seat says `in` or `out`; with everybody out the deal is thrown
in. Then the dealer discards one card unseen, then each seat plays one card: in turn, or with `turns=all` whenever it
likes; with `clock=on` it may also pass, once after every card, and the clock ends the deal eight seconds after the last
card. The highest rank wins a point;
equal ones share it. The discard and the hands are secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from app.rules.base import CLOSE, Choose, Game, IllegalAction, Offer, Option, Outcome, Setup

RANKS = "23456789TJQKA"
PACK = tuple(f"{rank}{suit}" for rank in RANKS for suit in "SH")


class State(NamedTuple):
    options: Mapping[str, Any]
    setup: Setup
    hands: tuple[tuple[str, ...], ...]
    said: tuple[str, ...] = ()
    buried: str | None = None
    played: tuple[tuple[int, str], ...] = ()
    closed: bool = False
    passed: frozenset[int] = frozenset()


def setup(_options: Any, players: int, dealer: int, pack: Sequence[str]) -> Setup:
    hands = tuple(tuple(pack[3 * seat : 3 * seat + 3]) for seat in range(players))
    return Setup(dealer, hands, tuple(pack[3 * players :]))


def deal(options: Mapping[str, Any], chance: Setup) -> State:
    if sorted((*sum(chance.hands, ()), *chance.rest)) != sorted(PACK):
        raise ValueError("not the pack")
    return State(options, chance, tuple(tuple(sorted(hand)) for hand in chance.hands))


def players(state: State) -> int:
    return len(state.hands)


def to_act(state: State) -> frozenset[int]:
    count, dealer = players(state), state.setup.dealer
    if len(state.said) < count:
        return frozenset({(dealer + 1 + len(state.said)) % count})
    if "in" not in state.said or state.closed:
        return frozenset()
    if state.buried is None:
        return frozenset({dealer})
    left = [(dealer + 1 + step) % count for step in range(count)]
    left = [seat for seat in left if seat not in dict(state.played)]
    return frozenset(left if state.options["turns"] == "all" else left[:1])


def legal(state: State, seat: int) -> tuple[str, ...] | Choose:
    if seat not in to_act(state):
        return ()
    if len(state.said) < players(state):
        return ("in", "out")
    if state.buried is None:
        return Choose("discard", 1, state.hands[seat])
    passes = ("pass",) if timer(state) is not None and seat not in state.passed else ()
    return (*passes, *sorted(f"play {card}" for card in state.hands[seat]))


def apply(state: State, seat: int | None, action: str) -> State:
    if seat is None and action == CLOSE and timer(state) is not None:
        return state._replace(closed=True)
    if seat is None or seat not in to_act(state):
        raise IllegalAction("not_your_turn")
    if len(state.said) < players(state):
        if action not in ("in", "out"):
            raise IllegalAction("unknown_action")
        return state._replace(said=(*state.said, action))
    if action == "pass" and "pass" in legal(state, seat):
        return state._replace(passed=state.passed | {seat})
    verb, _, card = action.partition(" ")
    if verb != ("discard" if state.buried is None else "play"):
        raise IllegalAction("unknown_action")
    if card not in state.hands[seat]:
        raise IllegalAction("not_held", card=card)
    rest = tuple(held for held in state.hands[seat] if held != card)
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    if verb == "discard":
        return state._replace(hands=hands, buried=card)
    return state._replace(hands=hands, played=(*state.played, (seat, card)), passed=frozenset())


def at_once(state: State) -> bool:
    return state.options["turns"] == "all" and state.buried is not None and outcome(state) is None


def timer(state: State) -> float | None:
    return 8.0 if state.options["clock"] == "on" and at_once(state) else None


def contest(state: State) -> tuple[int, int] | None:
    return (1, len(state.played)) if state.options["clock"] == "on" else None


def offers(state: State, seat: int, cards: tuple[str, ...]) -> tuple[Offer, ...]:
    for card in cards:
        if card not in state.hands[seat]:
            raise IllegalAction("not_held", card=card)
    said = tuple(f"play {card}" for card in cards)
    return tuple(Offer(action, None if seat in to_act(state) else "not_your_turn", {}) for action in said)


def outcome(state: State) -> Outcome | None:
    if to_act(state):
        return None
    count = players(state)
    if not state.played:
        return Outcome(True, {"points": (0,) * count}, {"why": "all_out", "hands": [list(h) for h in state.hands]})
    best = max(RANKS.index(card[0]) for _, card in state.played)
    winners = [seat for seat, card in state.played if RANKS.index(card[0]) == best]
    share = Fraction(1, len(winners))
    scores = tuple((share if share.denominator > 1 else 1) if seat in winners else 0 for seat in range(count))
    return Outcome(False, {"points": scores}, {"best": RANKS[best], "hands": [list(hand) for hand in state.hands]})


def public_view(state: State) -> dict[str, Any]:
    return {
        "turn": sorted(to_act(state)),
        "said": list(state.said),
        "cards": [len(hand) for hand in state.hands],
        "played": [list(play) for play in state.played],
        "buried": state.buried if outcome(state) else None,
    }


def private_view(state: State, seat: int) -> dict[str, Any]:
    return {"hand": list(state.hands[seat]), "buried": state.buried if seat == state.setup.dealer else None}


def next_dealer(state: State) -> int:
    end = outcome(state)
    return state.setup.dealer if end and end.redeal else (state.setup.dealer + 1) % players(state)


def match_result(options: Any, totals: Any, counted: int, _last: Outcome | None = None) -> tuple[int, ...] | None:
    if counted < options["match_deals"]:
        return None
    best = max(totals["points"])
    return tuple(seat for seat, points in enumerate(totals["points"]) if points == best)


TOY = Game(
    name="toy",
    version=1,
    seats=(2, 4),
    options=(
        Option("match_deals", (1, 2, 3), "number", "match"),
        Option("turns", ("one", "all"), "choice", "play"),
        Option("clock", ("off", "on"), "choice", "play"),
    ),
    presets={"plain": {"match_deals": 2, "turns": "one", "clock": "off"}},
    kinds=("points",),
    refusals={"not_your_turn": (), "unknown_action": (), "not_held": ("card",)},
    make_options=dict,
    pack=lambda _options, _players: PACK,
    setup=setup,
    deal=deal,
    to_act=to_act,
    legal=legal,
    apply=apply,
    outcome=outcome,
    public_view=public_view,
    private_view=private_view,
    next_dealer=next_dealer,
    match_result=match_result,
    timer=timer,
    at_once=at_once,
    contest=contest,
    offers=offers,
)
