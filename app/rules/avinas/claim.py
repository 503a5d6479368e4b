"""The rest of a deal: what an action showed of the cards, and when the tricks that are left settle nothing any more."""

from __future__ import annotations

from app.rules.avinas.deck import ALL_POINTS, PACK_32, SUIT_OF, mask_of, points
from app.rules.avinas.options import Options
from app.rules.avinas.play import ENOUGH
from app.rules.avinas.scoring import band
from app.rules.avinas.state import SEATS, Contract, Opening, Over, Play, State, partner, side
from app.rules.avinas.views import exposed
from app.rules.base import Action, Claims, Seat
from app.rules.tricks import bits, strongest

_PACK = mask_of(PACK_32)


def shows(before: State, action: Action, _after: State) -> bool:
    """Whether an action showed somebody a card: a card played face up, unless it lies exposed since the deal, and the
    fourth card of a trick whose lead is then turned up. A card led face down shows nothing; all else are words."""
    if not action.startswith("play ") or action.endswith(" down"):
        return False
    if isinstance(before, Play):
        frame, turned_up = before.contract.frame, before.down and len(before.plays) == SEATS - 1
    else:
        assert isinstance(before, Opening), "cards are played in tricks and with the opening lead"
        frame, turned_up = before.frame, False
    return turned_up or not any(action.split(" ")[1] in exposed(frame, seat) for seat in range(SEATS))


def may_claim(state: State, seat: Seat) -> bool:
    """Whether a seat is to play a card to a trick; the lead that makes trump has to be led."""
    return isinstance(state, Play) and seat == state.turn


def take(state: State, seat: Seat) -> Over:
    """The end of the deal when a seat takes all that is left."""
    assert isinstance(state, Play), "only tricks can be claimed"
    log, rest = (state.log, seat, "claim"), sum(state.hands) | sum(state.plays)
    piles = (*state.piles[:seat], state.piles[seat] | rest, *state.piles[seat + 1 :])
    last = state._replace(
        log=log,
        hands=(0,) * SEATS,
        turn=seat,
        leader=seat,
        plays=(),
        suit=0,
        asked=0,
        down=False,
        piles=piles,
        allowed=0,
        may_hide=False,
    )
    return Over(state.contract.frame, log, "played", last)


def certain(state: State, seat: Seat) -> bool:
    """Whether the score is settled as far as this seat can know: it takes every trick that is left whoever holds what,
    or the penalty is the same whoever takes them."""
    assert isinstance(state, Play), "only tricks can be claimed"
    deal = state.contract
    if _takes_all(state, seat):
        return True
    if deal.knocks:
        return False  # the next trick lost ends it
    ours, theirs = _piles(state, side(deal.declarer)), _piles(state, 1 - side(deal.declarer))
    out = ALL_POINTS - points(ours) - points(theirs)
    made, lost = points(ours) + out >= ENOUGH, points(ours) < ENOUGH
    if deal.bid is None:
        return not (made and lost)
    options = deal.frame.options
    penalties = {(True, how) for how in _bands(options, theirs, out)} if made else set()
    if lost:
        penalties |= {(False, how) for how in _bands(options, ours, out)}
    return len(penalties) == 1


def _piles(state: Play, unit: int) -> int:
    return state.piles[unit] | state.piles[partner(unit)]


def _bands(options: Options, pile: int, out: int) -> set[str]:
    """How well a side may do that has this pile and does not reach 61, with so many points still out."""
    now, tricks = points(pile), pile.bit_count() // SEATS
    most = min(now + out, ENOUGH - 1)
    return {band(options, now, tricks), *(band(options, taken, tricks + 1) for taken in range(now, most + 1))}


def _takes_all(state: Play, seat: Seat) -> bool:
    """Whether each card that the seat may play now wins, and each it holds then wins when it is led, against any of the
    unseen cards from anybody. Who cannot see what was led cannot know."""
    deal, table, hand = state.contract, state.plays, state.hands[seat]
    if state.down:
        return False
    unseen = _PACK & ~(hand | sum(state.piles) | sum(table))
    losers = [card for card in bits(hand) if not _sure_lead(deal, card, unseen)]
    if not table:
        return not losers
    strength, against = deal.strength[state.suit], unseen if len(table) < SEATS - 1 else 0
    return all(
        strongest((*table, card), strength) == len(table)
        and _beats_all(strength, card, against)
        and not any(loser != card for loser in losers)
        for card in bits(state.allowed)
    )


def _sure_lead(deal: Contract, card: int, unseen: int) -> bool:
    """Whether nothing unseen beats a card that is led, face down too where that may come to be allowed."""
    if card & deal.trumps:
        return _beats_all(deal.strength[0], card, unseen)
    hidden = not deal.hide_tricks or _beats_all(deal.strength[0], card, unseen)
    return hidden and _beats_all(deal.strength[SUIT_OF[card]], card, unseen)


def _beats_all(strength: dict[int, int], card: int, unseen: int) -> bool:
    return all(strength[other] <= strength[card] for other in bits(unseen))


CLAIMS = Claims(may_claim, certain, take)
