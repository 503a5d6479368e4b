"""Mighty, the Korean bidding game for five: one engine for the Japanese rules, the English ones and every mix.

Sources are the two rules pages; their numbered facts and resolutions (A… for the Japanese page, B… for the English
one) are quoted by number in the modules of this package. Decided here, where they are silent:

- Cards are dealt one at a time from the dealer's left, the kitty last.
- A partner is public with the called card even while the trick it fell in is running; the declarer who plays an own
  called card is seen to be alone from then on.
- After a deal thrown in nobody's cards are shown, except the hand of a misdeal claim.
- A misdeal may be claimed by a forced dealer too, as long as he has said nothing before.
- A dealer who is asked once more (M9) counts as not having passed: the view does not list him among the passed.
- A thrown-in deal is dealt again by the same dealer whatever `next_dealer` says (A4 is stated without limit).
- The difference scoring goes by the final number, after a change of trump, as the multiple one does.
- Cards set aside are shown to nobody but the declarer before the end, points by side count tricks alone until then.
- At the end friend and sides are public however the deal went.
"""

from __future__ import annotations

from app.rules.base import Choose, Game, IllegalAction, Seat
from app.rules.mighty import bidding, claim, exchange, play
from app.rules.mighty.options import OPTIONS, PRESETS, make_options
from app.rules.mighty.refusals import REFUSALS
from app.rules.mighty.scoring import KIND, match_result, next_dealer, outcome
from app.rules.mighty.state import SEATS, Bidding, Exchange, Over, Play, State
from app.rules.mighty.views import private_view, public_view

_ALONE = tuple(frozenset((seat,)) for seat in range(SEATS))
_NOBODY: frozenset[Seat] = frozenset()


def to_act(state: State) -> frozenset[Seat]:
    """The one seat that must act, nobody when the deal is over."""
    if isinstance(state, Over):
        return _NOBODY
    return _ALONE[state.declarer if isinstance(state, Exchange) else state.turn]


def legal(state: State, seat: Seat) -> tuple[str, ...] | Choose:
    """The legal actions of a seat, sorted; nothing for a seat that is not to act."""
    if isinstance(state, Play):
        return play.legal(state, seat)
    if isinstance(state, Bidding):
        return bidding.legal(state) if seat == state.turn else ()
    if isinstance(state, Exchange):
        return exchange.legal(state) if seat == state.declarer else ()
    return ()


def apply(state: State, seat: Seat | None, action: str) -> State:
    """The state after an action. Raises `IllegalAction` with the most useful reason; the clock has no actions."""
    if isinstance(state, Play):
        return play.apply(state, seat, action)
    if isinstance(state, Bidding):
        turn = state.turn
        if seat == turn:
            return bidding.apply(state, action)
        if seat is not None and 0 <= seat < SEATS and state.passed >> seat & 1:
            raise IllegalAction("passed_already")
    elif isinstance(state, Exchange):
        turn = state.declarer
        if seat == turn:
            return exchange.apply(state, action)
    else:
        raise IllegalAction("deal_over")
    if seat is None:
        raise IllegalAction("no_clock")
    raise IllegalAction("not_your_turn", seat=turn)


GAME = Game(
    name="mighty",
    version=1,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    kinds=(KIND,),
    refusals=REFUSALS,
    make_options=make_options,
    pack=bidding.pack,
    setup=bidding.setup,
    deal=bidding.deal,
    to_act=to_act,
    legal=legal,
    apply=apply,
    outcome=outcome,
    public_view=public_view,
    private_view=private_view,
    next_dealer=next_dealer,
    match_result=match_result,
    shows=claim.shows,
    claims=claim.CLAIMS,
    unplayed=("hands", "kitty", "buried"),
)
