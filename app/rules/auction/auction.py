"""The auction: claims, passes, the clock, and the declared end."""

from __future__ import annotations

from app.rules.auction import exchange
from app.rules.auction.claims import CLAIMS, Claim
from app.rules.auction.listing import bids
from app.rules.auction.refusals import why_no_claim, why_no_pass, why_no_stop, wrong_step
from app.rules.auction.state import NOBODY, Auction, Over, State
from app.rules.base import CLOSE, IllegalAction, Seat

_PASS, _STOP = ("pass",), ("stop",)


def legal(state: Auction, seat: Seat) -> tuple[str, ...]:
    """What a seat may do now, in plain string order. It may be nothing, which nobody else learns (X3)."""
    listed = claims(state, seat)
    if may_pass(state, seat):
        listed += _PASS
    return listed + _STOP if may_stop(state) else listed


def claims(state: Auction, seat: Seat) -> tuple[str, ...]:
    """The bids that a seat may make (D4, D7, D8)."""
    frame = state.frame
    if seat == state.leader and not frame.options.raise_own:
        return ()
    return bids(state.hands[seat], frame.rules, state.standing, again(state, seat))


def again(state: Auction, seat: Seat) -> bool:
    """Whether a seat may repeat the standing claim if it holds the cards (D7, X8): it was the first to claim that rank
    or type, and does not lead."""
    return (
        seat == state.first
        and seat != state.leader
        and state.frame.options.first_namer_privilege
        and state.standing is not None
        and state.standing.is_full
    )


def may_pass(state: Auction, seat: Seat) -> bool:
    """A seat that does not lead, once after every claim (X2)."""
    return seat != state.leader and not state.passed >> seat & 1


def may_stop(state: Auction) -> bool:
    """Anybody, where the pile is large enough (fact 24, X9). Depends on what all can see."""
    options = state.frame.options
    least = options.end_declaration_min
    return 0 < least <= len(state.pile) and (options.end_during_bid or state.standing is None)


def apply(state: Auction, seat: Seat | None, action: str) -> State:
    """The state after an action."""
    if seat is None:
        if action != CLOSE:
            raise IllegalAction("clock_waits")
        return _close(state._replace(log=(*state.log, (None, CLOSE))))
    if action == "pass":
        if not may_pass(state, seat):
            raise why_no_pass(state, seat)
        return _pass(state, seat)
    if action == "stop":
        if not may_stop(state):
            raise why_no_stop(state)
        return Over(state._replace(log=(*state.log, (seat, action))), "declared", seat)
    if action[:4] != "bid " or action[4:] not in CLAIMS:
        raise wrong_step(action, "auction")
    claim = CLAIMS[action[4:]]
    if action not in claims(state, seat):
        raise why_no_claim(state, seat, claim)
    return _bid(state, seat, claim)


def _bid(state: Auction, seat: Seat, claim: Claim) -> Auction:
    """A claim leads, and clears all passes (D10)."""
    standing = state.standing
    known = standing is not None and claim.opens is not None and claim.opens == standing.opens
    return Auction(
        state.frame,
        (*state.log, (seat, f"bid {claim.text}")),
        state.hands,
        state.pile,
        state.drawn,
        state.number,
        claim,
        seat,
        state.first if known else seat,
        (*state.claims, (seat, claim.text)),
        0,
        state.last,
    )


def _pass(state: Auction, seat: Seat) -> State:
    """The auction closes by itself with the last pass (X4)."""
    passed = state.passed | 1 << seat
    after = Auction(
        state.frame,
        (*state.log, (seat, "pass")),
        state.hands,
        state.pile,
        state.drawn,
        state.number,
        state.standing,
        state.leader,
        state.first,
        state.claims,
        passed,
        state.last,
    )
    leading = 0 if state.leader == NOBODY else 1 << state.leader
    return _close(after) if passed | leading == (1 << state.frame.players) - 1 else after


def _close(state: Auction) -> State:
    """The leader has won; without a claim a card is turned, or the deal ends (D11, X13, X17)."""
    if state.standing is not None:
        return exchange.begin(state)
    if state.drawn == len(state.frame.stock):
        return Over(state, "stock", NOBODY)
    if state.frame.options.no_bid == "end_deal":
        return Over(state, "no_bid", NOBODY)
    return exchange.turn(state, None)
