"""Avinas (Rams), the Lithuanian game for two sides of two: one engine for the source's rules, pagat's and every mix.

The source is the rules page; its numbered facts and resolutions (C…) and the clarifications (V…) are quoted by number
in the modules of this package: `options`, `deck` (cards and their strength), `state`, `bidding` (the deal and what is
said before the first trick), `play`, `scoring`, `views`, `refusals`. Decided here, where they are silent:

- A deal without sevens begins with the bidding and goes on with the opening lead, which makes trump; a deal with one
  begins with the question whether to knock.
- A card led face down is turned up when the fourth card lies, in the log and the last trick as well.
- Cards that were not turned up in the deal (`exposed`) are nobody's business: only that they are no sevens is known.
- After a deal thrown in nobody's cards are shown; after any other the hands as dealt are, also where it stopped early.
- Of a knocked deal the points up to its end are shown, though they decide nothing.
- Where `lead_must_match_bid` is on, the cards are counted before the lead (all eight).
- Where neither rums nor pips tell the sides apart by fact 29 (`rams_cancel=keep_both`) the side with more pips loses.
"""

from __future__ import annotations

from app.rules.avinas import bidding, claim, play
from app.rules.avinas.options import OPTIONS, PRESETS, make_options
from app.rules.avinas.refusals import REFUSALS
from app.rules.avinas.scoring import KINDS, match_result, next_dealer, outcome, tally, units
from app.rules.avinas.state import SEATS, Bidding, Knocking, Over, Play, State
from app.rules.avinas.views import private_view, public_view
from app.rules.base import Game, IllegalAction, Seat

_ALONE = tuple(frozenset((seat,)) for seat in range(SEATS))
_NOBODY: frozenset[Seat] = frozenset()


def to_act(state: State) -> frozenset[Seat]:
    """The one seat that must act, nobody when the deal is over."""
    return _NOBODY if isinstance(state, Over) else _ALONE[state.turn]


def legal(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal actions of a seat, sorted; nothing for a seat that is not to act."""
    if isinstance(state, Play):
        return play.legal(state, seat)
    if isinstance(state, Over) or seat != state.turn:
        return ()
    if isinstance(state, Bidding):
        return bidding.bids(state)
    return bidding.KNOCKS if isinstance(state, Knocking) else bidding.openings(state)


def apply(state: State, seat: Seat | None, action: str) -> State:
    """The state after an action. Raises `IllegalAction` with the most useful reason; the clock has no actions."""
    if isinstance(state, Play):
        return play.apply(state, seat, action)
    if isinstance(state, Over):
        raise IllegalAction("deal_over")
    if seat is None:
        raise IllegalAction("no_clock")
    if seat != state.turn:
        raise IllegalAction("not_your_turn", seat=state.turn)
    if isinstance(state, Bidding):
        return bidding.speak(state, action)
    return bidding.answer(state, action) if isinstance(state, Knocking) else bidding.open_play(state, action)


GAME = Game(
    name="avinas",
    version=1,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    kinds=KINDS,
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
    tally=tally,
    units=units,
    shows=claim.shows,
    claims=claim.CLAIMS,
    unplayed=("hands",),
)
