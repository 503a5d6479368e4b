"""The states of a deal of Auction, one immutable type per phase. Hands are tuples of cards in canonical order."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from app.rules.auction.claims import Claim
from app.rules.auction.listing import Rules
from app.rules.auction.options import Options
from app.rules.base import Seat

Log = tuple[tuple[Seat | None, str] | tuple[Seat | None, str, str], ...]
"""Actions of the deal in order: seat or None for the clock, action, and the card it turned up if it did."""

Claims = tuple[tuple[Seat, str], ...]
"""Claims of an auction in order: seat, claim in its text form."""

Hands = tuple[tuple[str, ...], ...]

NOBODY = -1


class Frame(NamedTuple):
    """What is fixed when the cards are dealt: the pile as it ``began``, ``stock`` from the top without the starter."""

    options: Options
    rules: Rules
    dealer: Seat
    players: int
    began: tuple[str, ...]
    stock: tuple[str, ...]


class Exchange(NamedTuple):
    """What a winner did: ``took`` from the pile, the top card first, and ``unseen`` cards from the stock."""

    winner: Seat
    claim: Claim
    laid: tuple[str, ...]
    took: tuple[str, ...]
    unseen: int
    turned: str | None


class Auction(NamedTuple):
    """An open auction: everybody may act.

    ``drawn`` cards of the stock are gone; ``number`` counts the auctions of the deal from 1. ``standing`` is the claim
    to be beaten, of ``leader``; ``first`` is the seat that was the first to claim its rank or type in this auction;
    ``passed`` is the mask of seats that passed since the last claim.
    """

    frame: Frame
    log: Log
    hands: Hands
    pile: tuple[str, ...]
    drawn: int
    number: int
    standing: Claim | None
    leader: Seat
    first: Seat
    claims: Claims
    passed: int
    last: Exchange | None


class Lay(NamedTuple):
    """The winner of ``won`` lays the cards claimed: ``taken`` are those that come for them, from the pile's top first,
    then ``unseen`` ones from the stock. Pile and hands still are as they were."""

    won: Auction
    log: Log
    taken: tuple[str, ...]
    unseen: int


class Over(NamedTuple):
    """The deal is done. ``why``: ``joker``, ``stock``, ``declared`` (``by`` a seat) or ``no_bid``."""

    end: Auction
    why: str
    by: Seat


State: TypeAlias = Auction | Lay | Over
