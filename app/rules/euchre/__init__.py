"""Euchre for five with a called partner: whoever makes trump calls a card, and its holder is the partner.

The source is the rules page; its numbered facts, resolutions (E…) and clarifications (K…) are quoted by number in the
modules of this package. Decided here, where they are silent:

- Cards are dealt from the dealer's left in packets of two and then three; the next card is turned up.
- `target` is compared with the totals after each deal; a deal thrown in ends nothing.
- With `no_trump_call` the suit turned down is barred as ever, no trump is not. Nobody has bowers then.
- An ace that is a trump is refused as a trump by `ace_non_trump`, any other card than an ace as no ace.
- With `call_own` or `call_known_buried` the upcard may be called wherever it lies open: everybody sees at once that the
  maker is alone. Called from the own hand or as the own discard, only the maker knows it.
- A called card in another hand makes its holder the partner, in whatever way it was allowed to be called.
- Whether the maker is alone becomes public by what everybody can see and by nothing else (E9): he said so; the card
  lies open out of play, or he plays it himself; or each of the other four seats has shown that it does not hold it, by
  not following its suit, by having no card left, or none but the upcard it took. Conclusions from counting cards are
  left to the players. After the last card everything is shown: hands as dealt, discard and talon too.
- After a deal thrown in nobody's cards are shown.

Public view, the same keys in every phase (null or empty where there is nothing yet)::

    {"phase": "order"|"swap"|"trump"|"call"|"play"|"over",
              # round one, the dealer's exchange, round two, the maker's call, five tricks
     "dealer": 4, "turn": [1],                      # [] when over
     "log": [[0,"pass"],[1,"order"],[4,"swap ??"],[1,"call AC"],[0,"play AS"]],    # a discard is never named
     "round": 1|2, "passed": [0],                   # passed in this round; [] once trump is made
     "upcard": "KD", "turned_down": false,          # true from round two on; "upcard" stays the card turned up
     "exchanged": null|true|false,                  # the dealer took the upcard; null while or where he is not asked
     "talon": 2,                                    # undealt cards face down, upcard and discard not counted
     "maker": 1|null, "trump": "D"|"N"|null, "how": "order"|"trump"|null,
     "bowers": {"right":"JD","left":"JH"}|null,     # null at no trump too
     "trumps": ["JD","JH","AD","KD",…]|null,        # all trumps of the pack, highest first; [] at no trump
     "call": "AC"|"alone"|null,
     "partner": null|{"seat":4|null,"alone":true|false|null},   # null before the call; inside, null while secret
     "cards": [5,5,5,5,5],
     "trick": {"number":1..5,"leader":0,"plays":[[0,"AS"],[1,"TD"]],"suit":"S"|null,         # left bower led: trump
               "winning":1|null}|null,              # whose card takes the trick as it lies
     "last": {"number":1,"leader":0,"plays":[…5…],"suit":"S","winner":1}|null,
     "taken": [{"tricks":0},…],                     # by seat
     "sides": {"attackers":1,"defenders":0}|null,   # tricks by side, once the sides are public
     "outcome": null | {"redeal":true,"why":"all_passed","scores":[0,0,0,0,0]}
        | {"redeal":false,"why":null,"made":true,"maker":1,"how":"order","trump":"D","call":"AC","partner":4|null,
           "alone":false,"taken":4 (attackers' tricks),"tricks":[0,2,0,1,2],"upcard":"KD","exchanged":true|false|null,
           "discard":"9C"|null,"talon":["QD","8D"],"hands":[[…]…] (as dealt),"scores":[0,1,0,0,1]}}

Private view of a seat::

    {"hand": [canonical order], "order": [the same cards as held: trumps from the right bower down, then plain suits],
     "role": "maker"|"partner"|"defender"|null,     # null before the call, but for the maker
     "alone": true|null,                            # the maker's own knowledge: he said so, called a card of his own,
                                                    # or everybody knows
     "discard": "9C"|null}                          # the dealer's, after a swap
"""

from __future__ import annotations

from app.rules.base import Game, IllegalAction, Seat
from app.rules.euchre import claim, making, play
from app.rules.euchre.options import OPTIONS, PRESETS, make_options
from app.rules.euchre.refusals import REFUSALS
from app.rules.euchre.scoring import KIND, match_result, next_dealer, outcome
from app.rules.euchre.state import SEATS, Made, Making, Over, Play, State
from app.rules.euchre.views import private_view, public_view

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
    return making.legal_making(state) if isinstance(state, Making) else making.legal_made(state)


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
    return making.apply_made(state, action) if isinstance(state, Made) else making.apply_making(state, action)


GAME = Game(
    name="euchre",
    version=1,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    kinds=(KIND,),
    refusals=REFUSALS,
    make_options=make_options,
    pack=making.pack,
    setup=making.setup,
    deal=making.deal,
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
    unplayed=("hands", "discard", "talon"),
)
