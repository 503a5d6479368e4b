"""The states of a deal of Euchre, one immutable type per phase, cards as the masks of `deck`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from app.rules.euchre.deck import Ranks
from app.rules.euchre.options import Options

SEATS = 5
TRICKS = 5

Log: TypeAlias = "tuple[Log, int, str] | None"
"""Actions of the deal, newest first, as a chain: (earlier, seat, action as everybody may see it)."""


class Frame(NamedTuple):
    """What is fixed when the cards are dealt. ``talon`` are the undealt cards under the upcard."""

    options: Options
    dealer: int
    hands: tuple[int, ...]
    upcard: int
    talon: int


class Making(NamedTuple):
    """The two rounds in which somebody makes trump. ``passed`` is the mask of seats that passed in this round."""

    frame: Frame
    log: Log
    turn: int
    round: int
    passed: int


class Made(NamedTuple):
    """Trump is made, the play not begun: ``phase`` is ``swap`` (the dealer's) or ``call`` (the maker's).

    ``how`` trump was made: by ``order`` (round one) or ``trump`` (round two). ``exchanged`` is None where the dealer
    has not been asked (yet). ``discard`` is the card he gave up, 0 for none.
    """

    frame: Frame
    log: Log
    phase: str
    turn: int
    maker: int
    how: str
    trump: str
    hands: tuple[int, ...]
    exchanged: bool | None
    discard: int


class Contract(NamedTuple):
    """What is fixed when play begins. ``call`` is a card or ``alone``; ``call_bit`` its bit or 0.

    ``partner`` is the seat that held the called card when it was called, -1 for nobody, whether anybody knows or not.
    ``taken`` is the bit of the upcard in the dealer's hand, 0 where he did not take it.
    """

    frame: Frame
    maker: int
    how: str
    order: Ranks
    exchanged: bool | None
    discard: int
    taken: int
    call: str
    call_bit: int
    partner: int


class Trick(NamedTuple):
    """A finished trick: cards from the leader on, the mask of the suit led."""

    leader: int
    plays: tuple[int, ...]
    suit: int
    winner: int


class Play(NamedTuple):
    """Five tricks. ``plays`` are the cards on the table from the leader on, ``suit`` the mask of the suit led or 0.

    ``without`` is the mask of seats that cannot be the partner any more as everybody has seen, the maker among them;
    ``shown`` whether the sides are public. ``won`` are the tricks won by seat. ``allowed`` is the mask of legal plays
    of ``turn``, worked out once, when the state is made, for `legal` and `apply` both.
    """

    contract: Contract
    log: Log
    hands: tuple[int, ...]
    turn: int
    number: int
    leader: int
    plays: tuple[int, ...]
    suit: int
    without: int
    shown: bool
    last: Trick | None
    won: tuple[int, ...]
    allowed: int


class Over(NamedTuple):
    """The deal is done: ``why`` is ``played`` or ``all_passed``; ``last`` the state before the end."""

    frame: Frame
    log: Log
    why: str
    last: Any


State: TypeAlias = Making | Made | Play | Over
