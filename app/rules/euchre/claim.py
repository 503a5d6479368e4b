"""The rest of a deal: what an action showed of the cards, and when the tricks that are left settle nothing any more."""

from __future__ import annotations

from app.rules.base import Action, Claims, Seat
from app.rules.euchre.deck import CARD, PACKS, PLAY_BIT
from app.rules.euchre.play import knows_to_be_alone
from app.rules.euchre.scoring import points
from app.rules.euchre.state import SEATS, TRICKS, Over, Play, State
from app.rules.tricks import bits, strongest

_ALONE = -1


def shows(_before: State, action: Action, after: State) -> bool:
    """Whether an action showed somebody a card: a card played, unless it is the upcard, which lay open for all before
    the dealer took it. What the dealer gives up for it nobody else sees; all else are words."""
    if not action.startswith("play "):
        return False
    frame = after.contract.frame if isinstance(after, Play) else after.frame
    return action != f"play {CARD[frame.upcard]}"


def may_claim(state: State, seat: Seat) -> bool:
    """Whether a seat is to play a card."""
    return isinstance(state, Play) and seat == state.turn


def take(state: State, seat: Seat) -> Over:
    """The end of the deal when a seat takes all that is left."""
    assert isinstance(state, Play), "only tricks can be claimed"
    log = (state.log, seat, "claim")
    won = (*state.won[:seat], state.won[seat] + TRICKS + 1 - state.number, *state.won[seat + 1 :])
    last = state._replace(
        log=log, hands=(0,) * SEATS, turn=seat, leader=seat, plays=(), suit=0, shown=True, won=won, allowed=0
    )
    return Over(state.contract.frame, log, "played", last)


def certain(state: State, seat: Seat) -> bool:
    """Whether the score is settled as far as this seat can know: it takes every trick that is left whoever holds what,
    or it does not matter who takes them, whoever the partner may be."""
    assert isinstance(state, Play), "only tricks can be claimed"
    if _takes_all(state, seat, _unseen(state, seat)):
        return True
    options, maker = state.contract.frame.options, state.contract.maker
    left = TRICKS - sum(state.won)
    for partner in _partners(state, seat):
        least = state.won[maker] + (state.won[partner] if partner >= 0 else 0)
        if len({points(options, least + more, partner < 0) for more in range(left + 1)}) > 1:
            return False
    return True


def _unseen(state: Play, seat: Seat) -> int:
    """The cards of which the seat does not know where they are."""
    contract, seen, log = state.contract, state.hands[seat], state.log
    frame = contract.frame
    while log is not None:
        log, _, action = log
        seen |= PLAY_BIT.get(action, 0)
    if not contract.taken:
        seen |= frame.upcard
    if seat == frame.dealer:
        seen |= contract.discard
    return PACKS[frame.options.pack] & ~seen


def _partners(state: Play, seat: Seat) -> tuple[Seat, ...]:
    """Who may be the maker's partner as far as a seat knows; -1 for nobody."""
    contract = state.contract
    if state.shown or seat == contract.partner:
        return (contract.partner,)
    if seat == contract.maker and knows_to_be_alone(state):
        return (_ALONE,)
    return (*(other for other in range(SEATS) if other != seat and not state.without >> other & 1), _ALONE)


def _takes_all(state: Play, seat: Seat, unseen: int) -> bool:
    """Whether each card that the seat may play now wins, and each it holds then wins when it is led, against any of the
    unseen cards from anybody."""
    order, table, hand = state.contract.order, state.plays, state.hands[seat]
    losers = [card for card in bits(hand) if not _beats_all(order.strength[order.suit[card]], card, unseen)]
    if not table:
        return not losers
    strength, against = order.strength[state.suit], unseen if len(table) < SEATS - 1 else 0
    return all(
        strongest((*table, card), strength) == len(table)
        and _beats_all(strength, card, against)
        and not any(loser != card for loser in losers)
        for card in bits(state.allowed)
    )


def _beats_all(strength: dict[int, int], card: int, unseen: int) -> bool:
    return all(strength[other] <= strength[card] for other in bits(unseen))


CLAIMS = Claims(may_claim, certain, take)
