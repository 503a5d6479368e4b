"""The eight tricks: what may be led, what must be played to it, who wins, and when the deal stops early."""

from __future__ import annotations

from app.rules.avinas.deck import (
    CARD,
    DOWN_BIT,
    PLAY_BIT,
    STRENGTHS,
    SUIT_OF,
    TRUMPS,
    plays,
    plays_up_or_down,
    points,
)
from app.rules.avinas.refusals import why_not_play
from app.rules.avinas.state import SEATS, TRICKS, Contract, Frame, Log, Over, Play, Trick, partner, side
from app.rules.base import IllegalAction, Seat
from app.rules.cards import HIDDEN
from app.rules.tricks import strongest

ENOUGH = 61
"""Card points with which the declarer's side wins (facts 10 and 25)."""

_HIDDEN_LEAD = f"play {HIDDEN} down"
_NEXT = (1, 2, 3, 0)
_TRUMP_TRICKS = {"all": TRICKS, "first_two": 2, "first_only": 1}
_HIDE_TRICKS = {"any_trick": range(2, TRICKS + 1), "trick_two": range(2, 3), "off": range(0)}

_new = tuple.__new__
"""Makes a state of its fields in one step: half the cost of a named tuple's own constructor, on the hottest path."""


def contract(frame: Frame, declarer: Seat, trump: str, bid: int | None, by: int = -1, back: int = -1) -> Contract:
    """What is fixed when play begins."""
    options = frame.options
    return Contract(
        frame,
        declarer,
        trump,
        bid,
        (by >= 0) + (back >= 0),
        by,
        back,
        TRUMPS[trump],
        STRENGTHS[trump],
        _TRUMP_TRICKS[options.trump_lead_tricks],
        _HIDE_TRICKS[options.facedown_lead],
    )


def begin(deal: Contract, log: Log) -> Play:
    """The state before the declarer leads the decisive seven (fact 13)."""
    return _first(deal, log, deal.frame.seven)


def opened(deal: Contract, log: Log, card: int, action: str) -> Play:
    """The state after the opening lead of a deal without sevens: the first card of trumps lies on the table."""
    return _put(_first(deal, log, card), card, action, down=False)


def _first(deal: Contract, log: Log, allowed: int) -> Play:
    declarer = deal.declarer
    return Play(
        deal,
        log,
        deal.frame.hands,
        turn=declarer,
        number=1,
        leader=declarer,
        plays=(),
        suit=0,
        asked=0,
        down=False,
        last=None,
        piles=(0,) * SEATS,
        allowed=allowed,
        may_hide=False,
    )


def legal(state: Play, seat: Seat) -> tuple[str, ...]:
    """What a seat may play, nothing for a seat that is not to act."""
    if seat != state.turn:
        return ()
    return plays_up_or_down(state.allowed) if state.may_hide else plays(state.allowed)


def apply(state: Play, seat: Seat | None, action: str) -> Play | Over:
    """The state after the seat in turn has played a card."""
    card = PLAY_BIT.get(action, 0)
    if card & state.allowed and seat == state.turn:
        after = _put(state, card, action, down=False)
    else:
        if seat != state.turn:
            raise IllegalAction("no_clock") if seat is None else IllegalAction("not_your_turn", seat=state.turn)
        card = DOWN_BIT.get(action, 0)
        if not (state.may_hide and card & state.allowed):
            raise why_not_play(state, action)
        after = _put(state, card, _HIDDEN_LEAD, down=True)
    return after if after.turn != after.leader else _finish_trick(after)


def _put(state: Play, card: int, shown: str, *, down: bool) -> Play:
    """The card on the table, and what the next seat may play; a full trick is not yet gathered."""
    deal, log, hands, turn, number, leader, table, suit, asked, hidden, last, piles, _, _ = state
    if not table:
        suit, asked = _led(deal, card, number, down)
        hidden = down
    log = (log, turn, shown)
    hands = (*hands[:turn], hands[turn] ^ card, *hands[turn + 1 :])
    table = (*table, card)
    turn = _NEXT[turn]
    allowed = hands[turn] & asked or hands[turn]
    return _new(
        Play,
        (deal, log, hands, turn, number, leader, table, suit, asked, hidden, last, piles, allowed, False),
    )


def _led(deal: Contract, card: int, number: int, down: bool) -> tuple[int, int]:
    """The plain suit that a lead makes the suit of its trick, and the cards of which one must be played if held.

    After a trump or a face-down card that is a trump (facts 14 and 16, C8); after a plain card face up it goes by
    `plain_follow` (C7).
    """
    trumps = deal.trumps
    if down or card & trumps:
        return 0, trumps
    suit, rule = SUIT_OF[card], deal.frame.options.plain_follow
    if rule == "suit_or_trump":
        return suit, suit | trumps
    return suit, trumps if rule == "trick_two_as_trump" and number == 2 else suit


def winning(state: Play) -> Seat | None:
    """Whose card takes the running trick as it lies; None before the lead, and as long as the card led lies face down:
    who beats that would tell what it is."""
    if not state.plays or state.down:
        return None
    return (state.leader + strongest(state.plays, state.contract.strength[state.suit])) % SEATS


def leads(deal: Contract, hand: int, number: int) -> tuple[int, bool]:
    """The cards that may be led to a trick after the first, and whether face down too (fact 15, C6, C12)."""
    trumps = hand & deal.trumps
    if trumps:
        return trumps if number <= deal.trump_tricks else hand, False
    return hand, number in deal.hide_tricks


def _finish_trick(state: Play) -> Play | Over:
    deal, log, hands, _, number, leader, table, suit, _, down, last, piles, _, _ = state
    winner = (leader + strongest(table, deal.strength[suit])) % SEATS
    piles = (*piles[:winner], piles[winner] | sum(table), *piles[winner + 1 :])
    if down:
        log = _turned_up(log, CARD[table[0]])
    last = Trick(number, leader, table, suit, down, winner)
    over = number == TRICKS or _settled(deal, winner, piles)
    allowed, may_hide = (0, False) if over else leads(deal, hands[winner], number + 1)
    after = _new(
        Play,
        (deal, log, hands, winner, number + 1, winner, (), 0, 0, False, last, piles, allowed, may_hide),
    )
    return Over(deal.frame, log, "played", after) if over else after


def _turned_up(log: Log, card: str) -> Log:
    """The log with the lead of the trick just finished shown: four cards ago (C9)."""
    later = []
    for _ in range(SEATS - 1):
        assert log is not None, "a full trick has four plays"
        log, seat, action = log
        later.append((seat, action))
    assert log is not None, "a full trick has four plays"
    log, leader, _ = log
    log = (log, leader, f"play {card} down")
    for seat, action in reversed(later):
        log = (log, seat, action)
    return log


def _settled(deal: Contract, winner: Seat, piles: tuple[int, ...]) -> bool:
    """Whether the deal ends here: a knocked one with the first trick lost (V7), one without sevens at 61 (C22)."""
    declarer = deal.declarer
    if deal.knocks:
        return side(winner) != side(declarer)
    if deal.bid is None or deal.frame.options.game2_stop != "at_61":
        return False
    return points(piles[declarer] | piles[partner(declarer)]) >= ENOUGH
