"""The states of a deal of Mighty, one immutable type per phase, cards as the masks of `deck`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from app.rules.mighty.options import Bid, BidTable, Options

SEATS = 5
TRICKS = 10

Log: TypeAlias = "tuple[Log, int, str] | None"
"""Actions of the deal, newest first, as a chain: (earlier, seat, action as everybody may see it)."""


class Frame(NamedTuple):
    """What is fixed when the cards are dealt."""

    options: Options
    bids: BidTable
    dealer: int
    hands: tuple[int, ...]
    kitty: int


class Standing(NamedTuple):
    """The highest bid so far and whose it is."""

    seat: int
    bid: Bid


class Bidding(NamedTuple):
    """``passed`` and ``spoken`` are masks of seats: out of the auction, and having bid or passed in the deal at all."""

    frame: Frame
    log: Log
    turn: int
    standing: Standing | None
    passed: int
    spoken: int
    round: int


class Exchange(NamedTuple):
    """The declarer's steps before play: ``phase`` is ``trump``, ``discard`` or ``friend``.

    ``trump`` is None until named, ``buried`` 0 until three cards lie face down; until then ``hand`` has thirteen.
    """

    frame: Frame
    log: Log
    phase: str
    declarer: int
    bid: Bid
    number: int
    trump: str | None
    hand: int
    buried: int


class Contract(NamedTuple):
    """What is fixed when play begins. ``call`` is a card, ``first`` or ``none``; ``call_bit`` its bit or 0.

    ``strong`` and ``weak`` give the strengths of cards by the mask of the led suit, with a joker that has its power or
    has none. ``directs``: the declarer may direct the partner's leads.
    """

    frame: Frame
    declarer: int
    bid: Bid
    number: int
    trump: str
    buried: int
    call: str
    call_bit: int
    mighty: int
    ripper: int
    strong: dict[int, dict[int, int]]
    weak: dict[int, dict[int, int]]
    directs: bool


class Trick(NamedTuple):
    """A finished trick: cards from the leader on, the mask of the suit to follow, whether the joker was called."""

    leader: int
    plays: tuple[int, ...]
    suit: int
    called: bool
    winner: int


class Play(NamedTuple):
    """Ten tricks. ``turn`` is who must act: the declarer while ``asking`` for a direction, else who must play.

    ``plays`` are the cards on the table from the leader on. ``suit`` (the mask of its cards, 0 before the lead) and
    ``called`` belong to the trick on the table. ``direction`` binds the coming lead: a mask, 0 for none, -1 when nobody
    was asked. ``friend`` is the partner's seat or -1 (whether anybody knows it or not), ``shown`` whether the sides are
    public. ``piles`` are the cards of the tricks each seat has won. ``allowed`` is the mask of legal plays of ``turn``,
    worked out once, when the state is made, for `legal` and `apply` both.
    """

    contract: Contract
    log: Log
    hands: tuple[int, ...]
    turn: int
    number: int
    leader: int
    plays: tuple[int, ...]
    suit: int
    called: bool
    direction: int
    asking: bool
    friend: int
    shown: bool
    last: Trick | None
    piles: tuple[int, ...]
    allowed: int


class Over(NamedTuple):
    """The deal is done: ``why`` is ``played``, ``all_passed`` or ``misdeal``; ``last`` the state before the end."""

    frame: Frame
    log: Log
    why: str
    last: Any
    seat: int


State: TypeAlias = Bidding | Exchange | Play | Over
