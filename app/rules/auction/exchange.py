"""The winner's exchange (facts 19 to 21), and the stock card that is turned up after it."""

from __future__ import annotations

from app.rules.auction.claims import pays
from app.rules.auction.deck import in_order
from app.rules.auction.refusals import why_not_paid, wrong_step
from app.rules.auction.state import NOBODY, Auction, Exchange, Lay, Over, State
from app.rules.base import Choose, IllegalAction, Seat
from app.rules.cards import JOKER


def begin(won: Auction) -> Lay:
    """The winner takes cards from the top of the pile, missing ones from the stock as far as it goes (D15, D16)."""
    assert won.standing is not None, "somebody has won"
    took = won.pile[: -won.standing.size - 1 : -1]
    stock = won.frame.stock
    missing = min(won.standing.size - len(took), len(stock) - won.drawn)
    return Lay(won, won.log, (*took, *stock[won.drawn : won.drawn + missing]), missing)


def choice(state: Lay) -> Choose:
    """Any cards of the hand as it was that pay the claim, in any order (X10, X11, R10)."""
    assert state.won.standing is not None, "somebody has won"
    return Choose("lay", state.won.standing.size, state.won.hands[state.won.leader], state.won.standing.text)


def apply(state: Lay, seat: Seat | None, action: str) -> State:
    """The state after the winner has laid the cards."""
    won = state.won
    if seat is None:
        raise IllegalAction("clock_waits")
    if seat != won.leader:
        raise IllegalAction("stop_while_laying" if action == "stop" else "not_your_turn", seat=won.leader)
    cards = tuple(action[4:].split(" ")) if action[:4] == "lay " else ()
    if not cards:
        raise wrong_step(action, "lay")
    claim, hand = won.standing, won.hands[seat]
    assert claim is not None, "somebody has won"
    left = without(hand, cards)
    if left is None or not pays(claim, cards, won.frame.options.ace_low_straight):
        raise why_not_paid(claim, hand, cards)
    after = in_order((*left, *state.taken))
    took = state.taken[: len(state.taken) - state.unseen]
    laid = won._replace(
        log=(*state.log, (seat, action)),
        hands=(*won.hands[:seat], after, *won.hands[seat + 1 :]),
        pile=(*won.pile[: len(won.pile) - len(took)], *cards),
        drawn=won.drawn + state.unseen,
    )
    return turn(laid, Exchange(seat, claim, cards, took, state.unseen, None))


def without(hand: tuple[str, ...], cards: tuple[str, ...]) -> list[str] | None:
    """A hand after some of its cards are gone; None where it does not hold them all."""
    left = list(hand)
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        return None
    return left


def turn(state: Auction, last: Exchange | None) -> State:
    """Turn a card of the stock and open the next auction, or end the deal (facts 21 to 23, D16 to D18, X12)."""
    frame = state.frame
    if state.drawn == len(frame.stock):
        return Over(state._replace(last=last), "stock", NOBODY)
    card = frame.stock[state.drawn]
    seat, action, *_ = state.log[-1]
    after = Auction(
        frame,
        (*state.log[:-1], (seat, action, card)),
        state.hands,
        (*state.pile, card),
        state.drawn + 1,
        state.number + 1,
        None,
        NOBODY,
        NOBODY,
        (),
        0,
        last if last is None else last._replace(turned=card),
    )
    if card == JOKER and frame.options.joker_ends_deal:
        return Over(after, "joker", NOBODY)
    return after
