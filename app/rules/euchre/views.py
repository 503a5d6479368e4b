"""What may be known: by everybody, and by one seat. The only secrecy code of the game.

Both views are built up from nothing. The public one has no viewer: a spectator is sent the same. What one seat alone
may know follows from its own cards, from what it did itself, and from the public view. Their shapes are told in the
package's docstring.
"""

from __future__ import annotations

from typing import Any

from app.rules.base import Seat
from app.rules.euchre.deck import CARD, PACKS, Ranks, cards, in_order, ranks
from app.rules.euchre.play import knows_to_be_alone, role, winning
from app.rules.euchre.scoring import KIND, attackers, outcome
from app.rules.euchre.state import SEATS, Contract, Frame, Log, Made, Making, Over, Play, State, Trick

_HAND = 5


def public_view(state: State) -> dict[str, Any]:
    """What everybody may know, players and spectators alike."""
    view = _nothing(state.contract.frame if isinstance(state, Play) else state.frame, state.log)
    if isinstance(state, Over):
        _show(view, state.last)
        view.update(phase="over", turn=[], trick=None, outcome=_outcome(state))
        if state.why == "all_passed":
            view["passed"] = list(range(SEATS))
    else:
        _show(view, state)
    return view


def _show(view: dict[str, Any], state: State) -> None:
    if isinstance(state, Making):
        _show_making(view, state)
    elif isinstance(state, Made):
        view.update(phase=state.phase, turn=[state.turn])
        _show_made(view, state, ranks(state.trump))
    elif isinstance(state, Play):
        _show_play(view, state)


def _nothing(frame: Frame, log: Log) -> dict[str, Any]:
    return {
        "phase": "",
        "dealer": frame.dealer,
        "turn": [],
        "log": _log(log),
        "round": 1,
        "passed": [],
        "upcard": CARD[frame.upcard],
        "turned_down": False,
        "exchanged": None,
        "talon": frame.talon.bit_count(),
        "maker": None,
        "trump": None,
        "how": None,
        "bowers": None,
        "trumps": None,
        "call": None,
        "partner": None,
        "cards": [_HAND] * SEATS,
        "trick": None,
        "last": None,
        "taken": [{"tricks": 0} for _ in range(SEATS)],
        "sides": None,
        "outcome": None,
    }


def _log(log: Log) -> list[list[int | str]]:
    lines: list[list[int | str]] = []
    while log is not None:
        log, seat, action = log
        lines.append([seat, action])
    lines.reverse()
    return lines


def _show_making(view: dict[str, Any], state: Making) -> None:
    view.update(
        phase="order" if state.round == 1 else "trump",
        turn=[state.turn],
        round=state.round,
        passed=[seat for seat in range(SEATS) if state.passed >> seat & 1],
        turned_down=state.round == 2,
    )


def _show_made(view: dict[str, Any], made: Made | Contract, order: Ranks) -> None:
    """Who made which trump and how, and what the dealer did with the upcard."""
    down = made.how == "trump"
    view.update(
        maker=made.maker,
        trump=order.trump,
        how=made.how,
        round=2 if down else 1,
        turned_down=down,
        exchanged=made.exchanged,
        trumps=in_order(order.trumps & PACKS[made.frame.options.pack], order),
    )
    if order.right:
        view["bowers"] = {"right": CARD[order.right], "left": CARD[order.left]}


def _show_play(view: dict[str, Any], state: Play) -> None:
    contract = state.contract
    view.update(phase="play", turn=[state.turn], call=contract.call)
    _show_made(view, contract, contract.order)
    view["cards"] = [hand.bit_count() for hand in state.hands]
    trick = _trick(state, state.leader, state.plays, state.suit)
    view["trick"] = {"number": state.number, **trick, "winning": winning(state)}
    if state.last is not None:
        view["last"] = _last(state, state.last)
    view["taken"] = [{"tricks": tricks} for tricks in state.won]
    view["partner"] = {"seat": None, "alone": None}
    if state.shown:
        alone = contract.partner < 0
        view["partner"] = {"seat": None if alone else contract.partner, "alone": alone}
        ours = sum(state.won[seat] for seat in attackers(state))
        view["sides"] = {"attackers": ours, "defenders": sum(state.won) - ours}


def _trick(state: Play, leader: Seat, plays: tuple[int, ...], suit: int) -> dict[str, Any]:
    shown = [[(leader + place) % SEATS, CARD[card]] for place, card in enumerate(plays)]
    return {"leader": leader, "plays": shown, "suit": state.contract.order.name.get(suit)}


def _last(state: Play, trick: Trick) -> dict[str, Any]:
    leader, plays, suit, winner = trick
    return {"number": state.number - 1, **_trick(state, leader, plays, suit), "winner": winner}


def _outcome(state: Over) -> dict[str, Any]:
    result = outcome(state)
    assert result is not None, "the deal is over"
    shown = {"redeal": result.redeal, **result.facts, "scores": list(result.scores[KIND])}
    if not result.redeal:
        shown["hands"] = [cards(hand) for hand in state.frame.hands]
    return shown


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat knows beside the public view."""
    view: dict[str, Any] = {"hand": [], "order": [], "role": None, "alone": None, "discard": None}
    now = state.last if isinstance(state, Over) else state
    if isinstance(now, Making):
        view["hand"] = view["order"] = cards(now.frame.hands[seat])
        return view
    made: Made | Play = now
    hand = made.hands[seat]
    frame, trump, discard = _known(made)
    view.update(hand=cards(hand), order=in_order(hand, ranks(trump)))
    if seat == frame.dealer:
        view["discard"] = CARD.get(discard)
    if isinstance(made, Play):
        view["role"] = role(made, seat)
        if view["role"] == "maker" and knows_to_be_alone(made):
            view["alone"] = True
    elif seat == made.maker:
        view["role"] = "maker"
    return view


def _known(state: Made | Play) -> tuple[Frame, str, int]:
    """The deal, its trump and the dealer's discard."""
    if isinstance(state, Made):
        return state.frame, state.trump, state.discard
    return state.contract.frame, state.contract.order.trump, state.contract.discard
