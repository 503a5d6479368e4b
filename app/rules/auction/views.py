"""What may be known: by everybody, and by one seat. The only secrecy code of the game.

Both views are built up from nothing. The public one has no viewer: a spectator is sent the same. Hands are secret until
the end, and with them what anybody could claim; the stock always is, but for what it turns up, and for the cards that
a winner takes from it. Their shapes are told in the package's docstring.
"""

from __future__ import annotations

from typing import Any

from app.rules.auction.auction import may_stop
from app.rules.auction.claims import Claim
from app.rules.auction.hands import Best, best
from app.rules.auction.scoring import KIND, outcome, shares, value
from app.rules.auction.state import Auction, Exchange, Frame, Lay, Log, Over, State
from app.rules.base import Score, Seat
from app.rules.cards import JOKER


def timer(state: State) -> float | None:
    """Seconds until the clock closes the auction: more of them while nobody has claimed anything (D10, D11)."""
    if not isinstance(state, Auction):
        return None
    options = state.frame.options
    return float(options.open_timer if state.standing is None else options.bid_timer)


def public_view(state: State) -> dict[str, Any]:
    """What everybody may know, players and spectators alike."""
    if isinstance(state, Auction):
        return _auction(state, state.log) | {"turn": list(range(state.frame.players)), "timer": timer(state)}
    if isinstance(state, Lay):
        won = state.won
        view = _auction(won, state.log)
        claim = _claim(won.standing)
        from_pile = state.taken[: len(state.taken) - state.unseen]
        lay = {"claim": claim, "count": _size(won.standing), "from_pile": list(from_pile), "from_stock": state.unseen}
        return view | {"phase": "lay", "turn": [won.leader], "winner": won.leader, "lay": lay}
    return _auction(state.end, state.end.log) | {"phase": "over", "outcome": _outcome(state)}


def _auction(state: Auction, log: Log) -> dict[str, Any]:
    """The table as it lies, with the claims of the auction that runs or ran last."""
    frame = state.frame
    options = frame.options
    stock = len(frame.stock) - state.drawn
    standing = None if state.standing is None else {"seat": state.leader, "claim": state.standing.text}
    return {
        "phase": "auction",
        "dealer": frame.dealer,
        "turn": [],
        "log": [list(line) for line in log],
        "auction": state.number,
        "standing": standing,
        "claims": [list(made) for made in state.claims],
        "passed": [seat for seat in range(frame.players) if state.passed >> seat & 1],
        "winner": None,
        "lay": None,
        "last": None if state.last is None else _exchange(state.last),
        "exchanges": _exchanges(log, frame),
        "pile": list(state.pile),
        "points": sum(map(value, state.pile)),
        "stock": stock,
        "final": stock == 0,
        "cards": [len(hand) for hand in state.hands],
        "stop": {
            "allowed": may_stop(state),
            "least": options.end_declaration_min or None,
            "bonus": options.end_bonus,
        },
        "timer": None,
        "outcome": None,
    }


def _claim(claim: Claim | None) -> str | None:
    return None if claim is None else claim.text


def _size(claim: Claim | None) -> int:
    return 0 if claim is None else claim.size


def _exchange(last: Exchange) -> dict[str, Any]:
    return {
        "winner": last.winner,
        "claim": last.claim.text,
        "laid": list(last.laid),
        "took": list(last.took),
        "unseen": last.unseen,
        "turned": last.turned,
    }


def _exchanges(log: Log, frame: Frame) -> list[dict[str, Any]]:
    """What every winner took, top first, with the place of their laying in the log. The pile lies open, so everybody
    has seen it; of cards from the stock only the number is told."""
    pile, drawn = [*frame.began], 0
    found: list[dict[str, Any]] = []
    for at, (seat, action, *turned) in enumerate(log):
        if action.startswith("lay "):
            laid = action[4:].split(" ")
            took = pile[: -len(laid) - 1 : -1]
            unseen = min(len(laid) - len(took), len(frame.stock) - drawn)
            found.append({"at": at, "winner": seat, "took": took, "unseen": unseen})
            pile = [*pile[: len(pile) - len(took)], *laid]
            drawn += unseen
        pile += turned
        drawn += len(turned)
    return found


def _outcome(state: Over) -> dict[str, Any]:
    """The showdown: all hands, the five best cards of each, the pile card by card."""
    end = state.end
    result = outcome(state)
    assert result is not None, "the deal is over"
    found = [best(hand, end.frame.options.ace_low_straight) for hand in end.hands]
    values = [value(card) for card in end.pile]
    return {
        "redeal": False,
        "why": state.why,
        "by": result.facts["by"],
        "hands": [list(hand) for hand in end.hands],
        "best": [_best(hand, cards) for hand, cards in zip(found, end.hands, strict=True)],
        "winners": result.facts["winners"],
        "type": result.facts["type"],
        "ranks": result.facts["ranks"],
        "cards": result.facts["cards"],
        "auctions": result.facts["auctions"],
        "pile": list(end.pile),
        "values": values,
        "points": sum(values),
        "shares": [_number(score) for score in shares(state)],
        "bonus": result.facts["bonus"],
        "scores": [_number(score) for score in result.scores[KIND]],
    }


def _best(found: Best, hand: tuple[str, ...]) -> dict[str, Any]:
    """A seat's best hand, and the cards that cannot count: jokers and second copies."""
    copies = [card for place, card in enumerate(hand) if card == JOKER or card in hand[:place]]
    return {"cards": list(found.cards), "type": found.type, "ranks": found.ranks, "unused": copies}


def _number(score: Score) -> int | str:
    """Points as in records: whole numbers as such, others as text in lowest terms."""
    return int(score) if score.denominator == 1 else f"{score.numerator}/{score.denominator}"


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat knows beside the public view: its hand, and what it has won while it has yet to pay for it."""
    if isinstance(state, Lay):
        taken = list(state.taken) if seat == state.won.leader else []
        return {"hand": list(state.won.hands[seat]), "taken": taken}
    table = state.end if isinstance(state, Over) else state
    return {"hand": list(table.hands[seat]), "taken": []}
