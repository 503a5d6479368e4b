"""The ten tricks: what may be played, who wins, and when the partner becomes known."""

from __future__ import annotations

from app.rules.base import IllegalAction, Seat
from app.rules.mighty.deck import (
    CALL,
    CALLS,
    JOKER_BIT,
    JOKER_LEAD,
    JOKER_LEADS,
    LEAD_CARD,
    LEAD_SUIT,
    PLAY_BIT,
    POINTS,
    SUIT_MASK,
    SUIT_NAME,
    plays,
)
from app.rules.mighty.refusals import why_not
from app.rules.mighty.state import SEATS, TRICKS, Contract, Log, Over, Play, Trick
from app.rules.tricks import strongest

DIRECTIONS = ("direct C", "direct D", "direct H", "direct S", "direct none")
NO_DIRECTION = -1
_NEXT = (1, 2, 3, 4, 0)

_new = tuple.__new__
"""Makes a state of its fields in one step: half the cost of a named tuple's own constructor, on the hottest path."""


def begin(contract: Contract, log: Log, hands: tuple[int, ...], friend: Seat) -> Play:
    """The state before the declarer's opening lead. A declarer who called nobody is alone before everybody's eyes."""
    declarer = contract.declarer
    return Play(
        contract,
        log,
        hands,
        turn=declarer,
        number=1,
        leader=declarer,
        plays=(),
        suit=0,
        called=False,
        direction=NO_DIRECTION,
        asking=False,
        friend=friend,
        shown=contract.call == "none",
        last=None,
        piles=(0,) * SEATS,
        allowed=leads(contract, hands[declarer], 1, NO_DIRECTION),
    )


def legal(state: Play, seat: Seat) -> tuple[str, ...]:
    """What a seat may do: plays or directions, nothing for a seat that is not to act."""
    if seat != state.turn:
        return ()
    return DIRECTIONS if state.asking else plays(state.allowed)


def apply(state: Play, seat: Seat | None, action: str) -> Play | Over:
    """The state after the seat in turn has played a card or given a direction."""
    (
        contract, log, hands, turn, number, leader, table, suit, called, direction, _, friend, shown, last, piles,
        allowed,
    ) = state  # fmt: skip
    bit = PLAY_BIT.get(action, 0)
    if not bit & allowed or seat != turn:
        return _direct(state, seat, action)
    if table:
        card = bit
    else:
        card, suit = LEAD_CARD[bit], LEAD_SUIT[bit]
        called = number > 1 and _calls(contract, bit)
    if card == contract.call_bit:
        shown = True
    log = (log, turn, action)
    hands = (*hands[:turn], hands[turn] ^ card, *hands[turn + 1 :])
    table = (*table, card)
    turn = _NEXT[turn]
    hand = hands[turn]
    if hand & JOKER_BIT:
        allowed = _with_joker(contract, number, suit, called, hand)
    else:
        allowed = hand & suit
        allowed = allowed | hand & contract.mighty if allowed else hand
    after = _new(
        Play,
        (
            contract, log, hands, turn, number, leader, table, suit, called, direction, False, friend, shown, last,
            piles, allowed,
        ),
    )  # fmt: skip
    return after if turn != leader else _finish_trick(after)


def _opening(contract: Contract, hand: int) -> int:
    """The declarer's lead to the first trick (A12, B12, B13, M11, M12)."""
    options = contract.frame.options
    plain = hand & ~JOKER_BIT
    free = plain & ~SUIT_MASK.get(contract.trump, 0)
    if options.first_lead == "trump_joker_ripper":
        return free & ~contract.ripper or plain
    if hand & JOKER_BIT and options.joker_edge_tricks != "forbidden":
        free |= JOKER_LEADS & ~JOKER_LEAD.get(contract.trump, 0)
    return free or plain


def leads(contract: Contract, hand: int, number: int, direction: int) -> int:
    """The mask of legal leads. A direction (a suit's mask) binds who holds the suit; the joker may name it (A27)."""
    if number == 1:
        return _opening(contract, hand)
    options = contract.frame.options
    lead, joker = hand & ~JOKER_BIT, JOKER_LEADS
    if direction > 0 and hand & direction:
        lead, joker = hand & direction, JOKER_LEAD[SUIT_NAME[direction]]
    if hand & JOKER_BIT:
        if number == TRICKS - 1 and options.joker_edge_tricks == "forbidden":
            return joker
        lead |= joker
    if lead & contract.ripper and options.joker_call == "optional":
        lead |= CALL[contract.ripper]
    return lead


def _with_joker(contract: Contract, number: int, suit: int, called: bool, hand: int) -> int:
    """What a follower may play who holds the joker (A14 to A17, A22, B11, B14)."""
    options = contract.frame.options
    forbidden = options.joker_edge_tricks == "forbidden"
    if called:
        shielded = options.mighty_shields_joker and not (forbidden and number == TRICKS - 1)
        return JOKER_BIT | hand & contract.mighty if shielded else JOKER_BIT
    if forbidden:
        if number == TRICKS - 1:
            return JOKER_BIT
        if number == 1:
            hand ^= JOKER_BIT
    own = hand & suit
    return own | hand & (contract.mighty | JOKER_BIT) if own else hand


def _calls(contract: Contract, lead: int) -> bool:
    """Whether a lead calls the joker: by word, or with the ripper where that is automatic."""
    if lead & CALLS:
        return True
    return lead == contract.ripper and contract.frame.options.joker_call == "automatic"


def _direct(state: Play, seat: Seat | None, action: str) -> Play:
    """A direction of the declarer's, or the reason why an action that is no legal play is none of these either."""
    turn = state.turn
    if seat != turn:
        raise IllegalAction("no_clock") if seat is None else IllegalAction("not_your_turn", seat=turn)
    if not state.asking or action not in DIRECTIONS:
        raise why_not(state, action)
    leader, direction = state.leader, SUIT_MASK.get(action[len("direct ") :], 0)
    return state._replace(
        log=(state.log, turn, action),
        turn=leader,
        direction=direction,
        asking=False,
        allowed=leads(state.contract, state.hands[leader], state.number, direction),
    )


def _finish_trick(state: Play) -> Play | Over:
    (contract, log, hands, _, number, leader, table, suit, called, _, _, friend, shown, last, piles, _) = state
    winner = (leader + place_of_winner(contract, number, table, suit, called)) % SEATS
    taken = sum(table)
    last = Trick(leader, table, suit, called, winner)
    piles = (*piles[:winner], piles[winner] | taken, *piles[winner + 1 :])
    if number == 1 and contract.call == "first":
        friend, shown = (winner if winner != contract.declarer else -1), True
    elif winner == friend and taken & POINTS and contract.frame.options.friend_shown_by_points:
        shown = True
    asking = contract.directs and shown and winner == friend and number < TRICKS
    number += 1
    turn = contract.declarer if asking else winner
    allowed = 0 if asking or number > TRICKS else leads(contract, hands[winner], number, NO_DIRECTION)
    after = _new(
        Play,
        (
            contract, log, hands, turn, number, winner, (), 0, False, NO_DIRECTION, asking, friend, shown, last,
            piles, allowed,
        ),
    )  # fmt: skip
    return after if number <= TRICKS else Over(contract.frame, log, "played", after, -1)


def winning(state: Play) -> Seat | None:
    """Whose card takes the running trick as it lies; None before the lead. All of it lies open for everybody."""
    if not state.plays:
        return None
    if len(state.plays) == 1:
        return state.leader
    place = place_of_winner(state.contract, state.number, state.plays, state.suit, state.called)
    return (state.leader + place) % SEATS


def place_of_winner(contract: Contract, number: int, table: tuple[int, ...], suit: int, called: bool) -> int:
    """Index in a trick of the play that wins it."""
    if JOKER_BIT not in table:
        strength = contract.strong[suit]
    elif called or (number in (1, TRICKS) and contract.frame.options.joker_edge_tricks != "normal"):
        strength = contract.weak[suit]
        if table[0] == JOKER_BIT and max(map(strength.__getitem__, table)) == 0:
            # A26, B17: nobody has the suit named by a joker without power: the next card counts as led.
            strength = contract.weak[LEAD_SUIT[table[1]]]
    else:
        strength = contract.strong[suit]
    return strongest(table, strength)


def role(state: Play, seat: Seat) -> str | None:
    """What a seat knows of its own side: None while the first trick decides it."""
    contract = state.contract
    if seat == contract.declarer:
        return "declarer"
    if contract.call == "first" and not state.shown:
        return None
    return "friend" if seat == state.friend else "defender"
