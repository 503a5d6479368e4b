"""The five tricks: what may be played, who wins, and when it is public who is whose partner."""

from __future__ import annotations

from app.rules.base import Seat
from app.rules.euchre.deck import PLAY_BIT, plays
from app.rules.euchre.refusals import why_not
from app.rules.euchre.state import SEATS, TRICKS, Contract, Log, Over, Play, Trick
from app.rules.tricks import strongest

_NEXT = (1, 2, 3, 4, 0)
_ALL = (1 << SEATS) - 1
_NOTHING_WON = (0,) * SEATS

_new = tuple.__new__
"""Makes a state of its fields in one step: half the cost of a named tuple's own constructor, on the hottest path."""


def begin(contract: Contract, log: Log, hands: tuple[int, ...]) -> Play:
    """The state before the opening lead (fact 12, E14)."""
    frame, maker = contract.frame, contract.maker
    lead = frame.options.lead
    first = maker if lead == "maker" else _NEXT[frame.dealer if lead == "dealers_left" else maker]
    return Play(
        contract,
        log,
        hands,
        turn=first,
        number=1,
        leader=first,
        plays=(),
        suit=0,
        without=1 << maker,
        shown=_public_at_once(contract),
        last=None,
        won=_NOTHING_WON,
        allowed=hands[first],
    )


def _public_at_once(contract: Contract) -> bool:
    """Whether everybody sees at the call who the partner is: nobody, or the holder of a card that lies open.

    The upcard is open to all, in the dealer's hand (E8) or out of play.
    """
    return not contract.call_bit or contract.call_bit == contract.frame.upcard


def legal(state: Play, seat: Seat) -> tuple[str, ...]:
    """The cards a seat may play, nothing for a seat that is not to act."""
    return plays(state.allowed) if seat == state.turn else ()


def apply(state: Play, seat: Seat | None, action: str) -> Play | Over:
    """The state after the seat in turn has played a card (facts 12 and 13)."""
    contract, log, hands, turn, number, leader, table, suit, without, shown, last, won, allowed = state
    card = PLAY_BIT.get(action, 0)
    if not card & allowed or seat != turn:
        raise why_not(state, seat, action)
    if not table:
        suit = contract.order.suit[card]
    left = hands[turn] ^ card
    if card == contract.call_bit:
        shown = True
    elif not shown:
        without |= _shows_not_to_hold(contract, turn, card, suit, left)
        shown = without == _ALL
    log = (log, turn, action)
    hands = (*hands[:turn], left, *hands[turn + 1 :])
    table = (*table, card)
    turn = _NEXT[turn]
    if turn != leader:
        hand = hands[turn]
        allowed = hand & suit or hand
        return _new(Play, (contract, log, hands, turn, number, leader, table, suit, without, shown, last, won, allowed))
    turn = (leader + strongest(table, contract.order.strength[suit])) % SEATS
    won = (*won[:turn], won[turn] + 1, *won[turn + 1 :])
    last = Trick(leader, table, suit, turn)
    after = _new(Play, (contract, log, hands, turn, number + 1, turn, (), 0, without, shown, last, won, hands[turn]))
    return after if number < TRICKS else Over(contract.frame, log, "played", after)


def winning(state: Play) -> Seat | None:
    """Whose card takes the running trick as it lies; None before the lead."""
    if not state.plays:
        return None
    return (state.leader + strongest(state.plays, state.contract.order.strength[state.suit])) % SEATS


def _shows_not_to_hold(contract: Contract, seat: Seat, card: int, suit: int, left: int) -> int:
    """The seat's bit when this play tells everybody that it does not hold the called card, else 0 (E9).

    It tells so when the seat does not follow the called card's suit, has no card left, or none but the upcard that it
    took before everybody's eyes. Nothing here depends on cards that others cannot see: a hand of one card is known to
    be the upcard when that was taken and has not been played.
    """
    void = not card & suit and contract.call_bit & suit
    return 1 << seat if void or not left or left == contract.taken else 0


def role(state: Play, seat: Seat) -> str:
    """A seat's side as it knows it from its own hand."""
    contract = state.contract
    if seat == contract.maker:
        return "maker"
    return "partner" if seat == contract.partner else "defender"


def knows_to_be_alone(state: Play) -> bool:
    """Whether the maker knows of no partner: before everybody's eyes, by calling an own card or an own discard."""
    contract = state.contract
    if state.shown:
        return contract.partner < 0
    frame, maker = contract.frame, contract.maker
    held = frame.hands[maker] | (contract.taken if maker == frame.dealer else 0)
    return bool(contract.call_bit & held)
