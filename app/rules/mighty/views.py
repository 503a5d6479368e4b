"""What may be known: by everybody, and by one seat. The only secrecy code of the game.

Both views are built up from nothing. The public one has no viewer: a spectator is sent the same. What one seat alone
may know follows from its own cards, from what it did itself, and from the public view.
"""

from __future__ import annotations

from typing import Any

from app.rules.base import Seat
from app.rules.mighty.bidding import may_claim_misdeal
from app.rules.mighty.deck import CARD, JOKER_BIT, POINTS, SUIT_NAME, cards
from app.rules.mighty.exchange import specials
from app.rules.mighty.play import role, winning
from app.rules.mighty.scoring import KIND, outcome, tricks_of_side
from app.rules.mighty.state import SEATS, TRICKS, Bidding, Exchange, Frame, Log, Over, Play, State, Trick

_HAND = 10


def public_view(state: State) -> dict[str, Any]:
    """What everybody may know, players and spectators alike."""
    view = _nothing(state.contract.frame if isinstance(state, Play) else state.frame, state.log)
    if isinstance(state, Over):
        _show(view, state.last)
        view.update(phase="over", turn=[], trick=None, direct=None, outcome=_outcome(state))
    else:
        _show(view, state)
    return view


def _show(view: dict[str, Any], state: State) -> None:
    if isinstance(state, Bidding):
        _show_bidding(view, state)
    elif isinstance(state, Exchange):
        _show_exchange(view, state)
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
        "standing": None,
        "contract": None,
        "friend": None,
        "specials": None,
        "cards": [_HAND] * SEATS,
        "kitty": 0,
        "trick": None,
        "last": None,
        "taken": [],
        "sides": None,
        "direct": None,
        "target": None,
        "outcome": None,
    }


def _log(log: Log) -> list[list[int | str]]:
    lines: list[list[int | str]] = []
    while log is not None:
        log, seat, action = log
        lines.append([seat, action])
    lines.reverse()
    return lines


def _show_bidding(view: dict[str, Any], state: Bidding) -> None:
    standing = state.standing
    view.update(
        phase="bidding",
        taken=_none_taken(),
        turn=[state.turn],
        round=state.round,
        passed=[seat for seat in range(SEATS) if state.passed >> seat & 1],
        kitty=3,
    )
    if standing is not None:
        view["standing"] = {"seat": standing.seat, "number": standing.bid.number, "suit": standing.bid.suit}


def _show_exchange(view: dict[str, Any], state: Exchange) -> None:
    view.update(phase=state.phase, turn=[state.declarer], target=state.number, taken=_none_taken())
    view["contract"] = {
        "declarer": state.declarer,
        "number": state.number,
        "trump": state.trump,
        "bid": state.bid.number,
        "bid_suit": state.bid.suit,
    }
    view["friend"] = {"call": None, "seat": None, "alone": None}
    if state.trump is not None:
        mighty, ripper = specials(state.frame.options, state.trump)
        view["specials"] = {"mighty": mighty, "ripper": ripper}
    if not state.buried:
        view["cards"] = [_HAND + 3 if seat == state.declarer else _HAND for seat in range(SEATS)]


def _show_play(view: dict[str, Any], state: Play) -> None:
    contract, shown = state.contract, state.shown or state.number > TRICKS
    alone = state.friend < 0
    view |= {
        "phase": "direct" if state.asking else "play",
        "turn": [state.turn],
        "target": contract.number,
        "contract": {
            "declarer": contract.declarer,
            "number": contract.number,
            "trump": contract.trump,
            "bid": contract.bid.number,
            "bid_suit": contract.bid.suit,
        },
        "friend": {
            "call": contract.call,
            "seat": state.friend if shown and not alone else None,
            "alone": alone if shown else None,
        },
        "specials": {"mighty": CARD[contract.mighty], "ripper": CARD[contract.ripper]},
        "cards": [hand.bit_count() for hand in state.hands],
        "trick": {
            **_trick(state.number, state.leader, state.plays, state.suit, state.called),
            "winning": winning(state),
        },
        "taken": [_taken(pile) for pile in state.piles],
    }
    if state.direction >= 0 and not state.plays:
        view["direct"] = SUIT_NAME.get(state.direction, "none")
    if state.last is not None:
        view["last"] = _last(state.last, state.number - 1)
    if shown:
        side = (tricks_of_side(state) & POINTS).bit_count()
        view["sides"] = {"declarer": side, "others": (sum(state.piles) & POINTS).bit_count() - side}


def _trick(number: int, leader: Seat, plays: tuple[int, ...], suit: int, called: bool) -> dict[str, Any]:
    shown: list[list[int | str]] = [[(leader + place) % SEATS, CARD[card]] for place, card in enumerate(plays)]
    if plays and plays[0] == JOKER_BIT:
        shown[0].append(SUIT_NAME[suit])
    elif called:
        shown[0].append("call")
    return {"number": number, "leader": leader, "plays": shown, "suit": SUIT_NAME.get(suit), "call": called}


def _last(trick: Trick, number: int) -> dict[str, Any]:
    leader, plays, suit, called, winner = trick
    view = _trick(number, leader, plays, suit, called)
    view["winner"] = winner
    view["points"] = (sum(plays) & POINTS).bit_count()
    return view


def _none_taken() -> list[dict[str, Any]]:
    return [{"tricks": 0, "points": 0, "cards": []} for _ in range(SEATS)]


def _taken(pile: int) -> dict[str, Any]:
    """What lies open before a seat: its tricks and the point cards in them, wherever they count."""
    points = cards(pile & POINTS)
    return {"tricks": pile.bit_count() // SEATS, "points": len(points), "cards": points}


def _outcome(state: Over) -> dict[str, Any]:
    result = outcome(state)
    assert result is not None, "the deal is over"
    shown = {"redeal": result.redeal, **result.facts, "scores": list(result.scores[KIND])}
    if not result.redeal:
        shown["hands"] = [cards(hand) for hand in state.frame.hands]
    return shown


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat knows beside the public view."""
    now = state.last if isinstance(state, Over) else state
    if isinstance(now, Play):
        return _private_play(now, seat)
    view: dict[str, Any] = {"hand": [], "role": None, "alone": None, "buried": [], "kitty": [], "misdeal": False}
    if isinstance(now, Bidding):
        view["hand"] = cards(now.frame.hands[seat])
        view["misdeal"] = now is state and may_claim_misdeal(now, seat)
    elif isinstance(now, Exchange):
        mine = seat == now.declarer
        view["hand"] = cards(now.hand if mine else now.frame.hands[seat])
        if mine:
            view.update(role="declarer", buried=cards(now.buried), kitty=cards(now.frame.kitty))
    return view


def _private_play(state: Play, seat: Seat) -> dict[str, Any]:
    contract = state.contract
    mine = seat == contract.declarer
    return {
        "hand": cards(state.hands[seat]),
        "role": role(state, seat),
        "alone": state.friend < 0 if mine and (state.shown or contract.call_bit) else None,
        "buried": cards(contract.buried) if mine else [],
        "kitty": cards(contract.frame.kitty) if mine else [],
        "misdeal": False,
    }
