"""Auction, by Robert Abbott: bids of cards for the cards of a pile, by anybody at any moment, for the best poker hand.

The source is the rules page; its numbered facts, resolutions (D…) and clarifications (X…) are quoted by number in the
modules of this package: `options`, `deck`, `hands` (poker hands), `claims` (what may be bid and what pays it),
`listing` (what a hand can claim), `state`, `auction`, `exchange`, `offers`, `scoring`, `views`, `refusals`. Decided
here, where they are silent:

- Cards are dealt one at a time from the dealer's left; the next one is the first of the pile.
- Claims are compared as the pages order them: type, then ranks, then (a single card) suit; an open claim is the weakest
  of its rank or type. A full claim needs that its rank or type is the standing one: an earlier one has been beaten.
- The exchange lets the winner see the cards taken, those from the stock too, before any are laid.
- A deal that ends because nobody claims in the last auction ends for the `stock`, as one does whose last exchange is
  done; `no_bid` is the end of a deal under ``no_bid=end_deal``.
- Cards left in the stock are not shown at the end.
- A showdown hand without a pair is a ``high-card``.

Public view, the same keys in every phase (null or empty where there is nothing yet)::

    {"phase": "auction"|"lay"|"over", "dealer": 0,
     "turn": [0,1,2],                               # all seats in an auction, the winner who lays, [] when over
     "log": [[0,"bid single 9"],[null,"close"],[0,"lay 9S","2C"]],     # third item: the card this step turned up
     "auction": 1,                                  # number of the auction in this deal
     "standing": {"seat":2,"claim":"pair 9"}|null,  # the claim to be beaten
     "claims": [[0,"single 9"],[2,"pair 9"]], "passed": [1],           # of this auction; passes since the last claim
     "winner": 2|null,                              # while laying
     "lay": {"claim":"pair 9","count":2,"from_pile":["4H","KD"],"from_stock":0}|null,  # cards to come, top first
     "last": {"winner":2,"claim":"pair 9","laid":["9S","9D"],"took":["4H","KD"],"unseen":0,"turned":"2C"|null}|null,
     "exchanges": [{"at":2,"winner":2,"took":["4H","KD"],"unseen":0}],  # `at`: place of the laying in the log
     "pile": ["7C","KD","4H"], "points": 7,         # bottom to top (while laying as it was); its value
     "stock": 23, "final": false,                   # true: the stock is out, this is the last auction
     "cards": [10,10,10],
     "stop": {"allowed":true,"least":8|null,"bonus":25}, "timer": 8.0|null,
     "outcome": null | {"redeal":false,"why":"joker"|"stock"|"declared"|"no_bid","by":3|null,"hands":[[…],…],
        "best":[{"cards":[…≤5],"type":"full-house","ranks":["9","K"],"unused":["KC","JK"]},…],"winners":[0],
        "pile":[…],"values":[10,5,…],"points":31,"shares":[31,0],"bonus":[0,-25],"scores":[31,-25]}}

``ranks`` are all that decide, kickers too, most important first. Points that are no whole numbers are text
(``"31/2"``). Private view of a seat::

    {"hand": [canonical order], "taken": [cards won, while they are to be paid for: from the pile's top, then unseen]}
"""

from __future__ import annotations

from app.rules.auction import auction, deck, exchange
from app.rules.auction.listing import rules_of
from app.rules.auction.offers import offers
from app.rules.auction.options import OPTIONS, PRESETS, Options, make_options
from app.rules.auction.refusals import REFUSALS
from app.rules.auction.scoring import KIND, match_result, next_dealer, outcome
from app.rules.auction.state import NOBODY, Auction, Frame, Lay, Over, State
from app.rules.auction.views import private_view, public_view, timer
from app.rules.base import Choose, Game, IllegalAction, Seat, Setup
from app.rules.cards import JOKER

_EVERYBODY = tuple(frozenset(range(players)) for players in range(deck.MOST_SEATS + 1))
_ALONE = tuple(frozenset((seat,)) for seat in range(deck.MOST_SEATS))
_NOBODY: frozenset[Seat] = frozenset()


def deal(options: Options, dealt: Setup) -> Auction | Over:
    """The first auction, over the top card of the stock (fact 4). Raises ValueError for a wrong setup."""
    deck.check(options, dealt)
    dealer, hands, rest = dealt
    frame = Frame(options, rules_of(options), dealer, len(hands), rest[:1], rest[1:])
    held = tuple([deck.in_order(hand) for hand in hands])
    opened = Auction(frame, (), held, frame.began, 0, 1, None, NOBODY, NOBODY, (), 0, None)
    ended = rest[0] == JOKER and options.first_card_joker == "ends_deal"
    return Over(opened, "joker", NOBODY) if ended else opened


def to_act(state: State) -> frozenset[Seat]:
    """Everybody in an auction, whatever they hold (X3); the winner who has to lay; nobody when the deal is over."""
    if isinstance(state, Auction):
        return _EVERYBODY[state.frame.players]
    return _ALONE[state.won.leader] if isinstance(state, Lay) else _NOBODY


def legal(state: State, seat: Seat) -> tuple[str, ...] | Choose:
    """The legal actions of a seat, sorted; nothing for a seat that is not to act, and perhaps for one that is."""
    if isinstance(state, Auction):
        return auction.legal(state, seat)
    return exchange.choice(state) if isinstance(state, Lay) and seat == state.won.leader else ()


def apply(state: State, seat: Seat | None, action: str) -> State:
    """The state after an action of a seat, or of the clock (``close``). Raises `IllegalAction`."""
    if isinstance(state, Auction):
        return auction.apply(state, seat, action)
    if isinstance(state, Lay):
        return exchange.apply(state, seat, action)
    raise IllegalAction("deal_over")


def at_once(state: State) -> bool:
    """In an auction anybody may speak at any moment (fact 7)."""
    return isinstance(state, Auction)


def contest(state: State) -> tuple[int, int] | None:
    """The number of the auction and of the claims made in it."""
    return (state.number, len(state.claims)) if isinstance(state, Auction) else None


GAME = Game(
    name="auction",
    version=1,
    seats=(deck.LEAST_SEATS, deck.MOST_SEATS),
    options=OPTIONS,
    presets=PRESETS,
    kinds=(KIND,),
    refusals=REFUSALS,
    make_options=make_options,
    pack=deck.pack,
    setup=deck.setup,
    deal=deal,
    to_act=to_act,
    legal=legal,
    apply=apply,
    outcome=outcome,
    public_view=public_view,
    private_view=private_view,
    next_dealer=next_dealer,
    match_result=match_result,
    timer=timer,
    at_once=at_once,
    contest=contest,
    misplaced=deck.misplaced,
    offers=offers,
)
