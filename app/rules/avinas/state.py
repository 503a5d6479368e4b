"""The states of a deal of Avinas, one immutable type per phase, cards as the masks of `deck`."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from app.rules.avinas.options import Options

SEATS = 4
TRICKS = 8
HAND = 8

Log: TypeAlias = "tuple[Log, int, str] | None"
"""Actions of the deal, newest first, as a chain: (earlier, seat, action as everybody may see it)."""


class Frame(NamedTuple):
    """What is fixed when the cards are dealt.

    ``turned`` are each seat's fourth and eighth card; ``sevens`` counts those that are sevens. With one there is a
    ``declarer`` (else -1) and a ``trump`` (else empty), both by the ``seven`` dealt last.
    """

    options: Options
    dealer: int
    hands: tuple[int, ...]
    turned: tuple[tuple[int, int], ...]
    sevens: int
    seven: int
    declarer: int
    trump: str


class Standing(NamedTuple):
    """The highest bid so far and whose it is."""

    seat: int
    number: int


class Bidding(NamedTuple):
    """No seven was turned up: each seat speaks once. ``spoken`` counts those that have."""

    frame: Frame
    log: Log
    turn: int
    standing: Standing | None
    spoken: int


class Knocking(NamedTuple):
    """The question before the first trick of a deal with a seven. ``by`` is who has knocked, -1 while nobody has."""

    frame: Frame
    log: Log
    turn: int
    by: int


class Opening(NamedTuple):
    """The winner of the bidding leads to the first trick and makes trump by it."""

    frame: Frame
    log: Log
    turn: int
    number: int


class Contract(NamedTuple):
    """What is fixed when play begins.

    ``bid`` is None in a deal with a seven. ``knocks`` is 0, 1, or 2 when knocked back; ``by`` and ``back`` are who
    knocked, -1 for nobody. ``trumps`` is the mask of the fourteen, ``strength`` as in `deck.strengths`. To tricks up to
    ``trump_tricks`` a trump must be led; ``hide_tricks`` are those to which a leader without one may lead face down.
    """

    frame: Frame
    declarer: int
    trump: str
    bid: int | None
    knocks: int
    by: int
    back: int
    trumps: int
    strength: dict[int, dict[int, int]]
    trump_tricks: int
    hide_tricks: range


class Trick(NamedTuple):
    """A finished trick: cards from the leader on, the plain suit led (a mask, 0 for none), whether led face down."""

    number: int
    leader: int
    plays: tuple[int, ...]
    suit: int
    down: bool
    winner: int


class Play(NamedTuple):
    """Eight tricks.

    ``plays`` are the cards on the table from the leader on; ``suit`` the mask of the plain suit led face up, 0 where a
    trump or a face-down card was led; ``asked`` the mask of cards of which one must be played if held; ``down`` whether
    the first card lies face down. ``piles`` are the cards of the tricks each seat has won. ``allowed`` is the mask of
    legal cards of ``turn`` and ``may_hide`` whether they may be led face down as well, both worked out once, when the
    state is made, for `legal` and `apply` both.
    """

    contract: Contract
    log: Log
    hands: tuple[int, ...]
    turn: int
    number: int
    leader: int
    plays: tuple[int, ...]
    suit: int
    asked: int
    down: bool
    last: Trick | None
    piles: tuple[int, ...]
    allowed: int
    may_hide: bool


class Over(NamedTuple):
    """The deal is done: ``why`` is ``played`` or ``all_passed``; ``last`` the state before the end."""

    frame: Frame
    log: Log
    why: str
    last: Bidding | Play


State: TypeAlias = Bidding | Knocking | Opening | Play | Over


def partner(seat: int) -> int:
    """Who sits opposite."""
    return (seat + 2) % SEATS


def side(seat: int) -> int:
    """The side of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat % 2
