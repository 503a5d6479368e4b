"""The states of a deal of Mighty, one immutable type per phase, cards as the masks of `deck`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from app.rules.mighty.options import Bid, BidTable, Options

SEATS = 5

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
    """``passed`` and ``spoken`` are masks of seats: out of this round, and having bid or passed at all in this deal.

    ``forced``: the dealer, who has passed like all others, must bid now.
    """

    frame: Frame
    log: Log
    turn: int
    standing: Standing | None
    passed: int
    spoken: int
    round: int
    forced: bool


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

    ``strong`` and ``weak`` give the strengths of cards by led suit, with a joker that has its power or has none.
    ``directs``: the declarer may direct the partner's leads.
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
    strong: dict[str, dict[int, int]]
    weak: dict[str, dict[int, int]]
    directs: bool


Won: TypeAlias = "tuple[Won, int, tuple[int, ...], str, bool, int] | None"
"""Finished tricks, newest first, as a chain: (earlier, leader, cards played, suit, joker called, winner)."""


class Play(NamedTuple):
    """Ten tricks. ``turn`` is who must act: the declarer while ``asking`` for a direction, else who must play.

    ``plays`` are the cards on the table from the leader on. ``suit`` and ``called`` belong to the trick on the table.
    ``friend`` is the partner's seat or -1 (whether anybody knows it or not), ``shown`` whether the sides are public.
    ``points`` counts point cards captured in tricks by seat.
    """

    contract: Contract
    log: Log
    hands: tuple[int, ...]
    turn: int
    number: int
    leader: int
    plays: tuple[int, ...]
    suit: str
    called: bool
    direction: str | None
    asking: bool
    friend: int
    shown: bool
    won: Won
    points: tuple[int, ...]


class Over(NamedTuple):
    """The deal is done: ``why`` is ``played``, ``all_passed`` or ``misdeal``; ``last`` the state before the end."""

    frame: Frame
    log: Log
    why: str
    last: Any
    seat: int


State: TypeAlias = Bidding | Exchange | Play | Over
