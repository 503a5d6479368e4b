"""The rest of a deal: what an action showed of the cards, and when the tricks that are left settle nothing any more."""

from __future__ import annotations

from app.rules.base import Action, Claims, Seat
from app.rules.cards import PACK_53
from app.rules.mighty.deck import JOKER_BIT, LEAD_SUIT, POINTS, SUIT_MASK, mask_of
from app.rules.mighty.play import NO_DIRECTION, place_of_winner
from app.rules.mighty.scoring import share
from app.rules.mighty.state import SEATS, TRICKS, Bidding, Contract, Exchange, Over, Play, State
from app.rules.tricks import bits

_PACK = mask_of(PACK_53)
_ALONE = -1


def shows(before: State, action: Action, after: State) -> bool:
    """Whether an action showed somebody a card: a card played, and the end of the bidding, with which the declarer
    picks up the kitty. Bids, calls and directions are words; the cards that are laid away nobody else sees."""
    if isinstance(before, Bidding):
        return isinstance(after, Exchange) or action == "misdeal"
    return action.startswith("play ")


def may_claim(state: State, seat: Seat) -> bool:
    """Whether a seat is to play a card."""
    return isinstance(state, Play) and not state.asking and seat == state.turn


def take(state: State, seat: Seat) -> Over:
    """The end of the deal when a seat takes all that is left."""
    assert isinstance(state, Play), "only tricks can be claimed"
    contract, friend, log = state.contract, state.friend, (state.log, seat, "claim")
    if contract.call == "first" and state.number == 1:
        friend = _ALONE if seat == contract.declarer else seat
    rest = sum(state.hands) | sum(state.plays)
    piles = (*state.piles[:seat], state.piles[seat] | rest, *state.piles[seat + 1 :])
    last = state._replace(
        log=log,
        hands=(0,) * SEATS,
        turn=seat,
        leader=seat,
        plays=(),
        suit=0,
        called=False,
        direction=NO_DIRECTION,
        friend=friend,
        shown=True,
        piles=piles,
        allowed=0,
    )
    return Over(contract.frame, log, "played", last, -1)


def certain(state: State, seat: Seat) -> bool:
    """Whether the score is settled as far as this seat can know: it takes every trick that is left whoever holds what,
    or the contract is made or lost whoever takes them, whoever the friend may be."""
    assert isinstance(state, Play), "only tricks can be claimed"
    unseen = _unseen(state, seat)
    if _takes_all(state, seat, unseen):
        return True
    contract, options = state.contract, state.contract.frame.options
    if contract.call == "first" and not state.shown:
        return False
    # What lies in the kitty counts for the one who buried it, and is in no trick.
    known = contract.buried if seat == contract.declarer else 0
    buried = [(known & POINTS).bit_count()] if known else _may_be_buried(unseen)
    counts = options.buried_points == "declarer"
    out = (unseen | state.hands[seat] | sum(state.plays)) & POINTS
    for friend in _friends(state, seat):
        side = state.piles[contract.declarer] | (state.piles[friend] if friend >= 0 else 0)
        for points in buried:
            least = (side & POINTS).bit_count() + (points if counts else 0)
            most = least + out.bit_count() - (0 if known else points)
            if share(options, contract.number, least) != share(options, contract.number, most):
                return False
    return True


def _unseen(state: Play, seat: Seat) -> int:
    """The cards of which the seat does not know where they are."""
    contract = state.contract
    seen = state.hands[seat] | sum(state.piles) | sum(state.plays)
    return _PACK & ~(seen | contract.buried if seat == contract.declarer else seen)


def _may_be_buried(unseen: int) -> range:
    """How many point cards may lie among the three that the declarer laid away."""
    points = (unseen & POINTS).bit_count()
    return range(max(0, 3 - (unseen.bit_count() - points)), min(3, points) + 1)


def _friends(state: Play, seat: Seat) -> tuple[Seat, ...]:
    """Who may be the declarer's friend as far as a seat knows; -1 for nobody."""
    contract = state.contract
    declarer = contract.declarer
    if state.shown or seat == state.friend:
        return (state.friend,)
    others = tuple(other for other in range(SEATS) if other not in (declarer, seat))
    if seat != declarer:
        return (*others, _ALONE)
    own = contract.frame.hands[declarer] | contract.frame.kitty
    return (_ALONE,) if contract.call_bit & own else others


def _takes_all(state: Play, seat: Seat, unseen: int) -> bool:
    """Whether each card that the seat may play now wins, and each it holds then wins when it is led, against any of the
    unseen cards from anybody."""
    contract, table, hand = state.contract, state.plays, state.hands[seat]
    first = state.number + 1 if table else state.number
    losers = [card for card in bits(hand) if not _sure_lead(contract, card, unseen, first)]
    if not table:
        return not losers
    against = unseen if len(table) < SEATS - 1 else 0
    return all(
        not any(loser != card for loser in losers) and _sure_follow(state, card, against)
        for card in bits(state.allowed)
    )


def _sure_lead(contract: Contract, card: int, unseen: int, first: int) -> bool:
    """Whether nothing unseen beats a card that is led to the trick ``first`` or any later one."""
    suits = tuple(SUIT_MASK.values()) if card == JOKER_BIT else (LEAD_SUIT[card],)
    return not any(
        place_of_winner(contract, number, (card, other), suit, False)
        for number in range(first, TRICKS + 1)
        for suit in suits
        for other in bits(unseen)
    )


def _sure_follow(state: Play, card: int, unseen: int) -> bool:
    """Whether a card takes the trick on the table, whatever unseen card comes after it."""
    table, mine = (*state.plays, card), len(state.plays)
    tricks = (table, *((*table, other) for other in bits(unseen)))
    return all(
        place_of_winner(state.contract, state.number, trick, state.suit, state.called) == mine for trick in tricks
    )


CLAIMS = Claims(may_claim, certain, take)
