"""Deals and positions of Avinas for tests, told in notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.rules.avinas import GAME, play
from app.rules.avinas.deck import BIT, PACK_32, mask_of, points
from app.rules.avinas.options import Options
from app.rules.avinas.state import Frame, Over, Play
from app.rules.base import Setup
from app.rules.ruleset import resolve
from tests.rules.told import Told as AnyTold


class Told(AnyTold):
    """A deal of Avinas."""

    game = GAME

    @property
    def rum(self) -> tuple[Any, ...]:
        """The rums by side of a deal that is over."""
        return self.scores["rum"]

    @property
    def pip(self) -> tuple[Any, ...]:
        """The pips by side of a deal that is over."""
        return self.scores["pip"]

    @property
    def ends(self) -> bool:
        """Whether the deal is over."""
        return GAME.outcome(self.state) is not None


def options_of(preset: str = "standard", **options: Any) -> Options:
    """The record of a preset with some options changed."""
    record: Options = resolve(GAME, preset, options).options
    return record


def deal(preset: str = "standard", dealer: int = 3, hands: Sequence[Sequence[str]] = (), **options: Any) -> Told:
    """A deal of four hands as dealt, eight cards each."""
    dealt = tuple(tuple(hand) for hand in hands)
    return Told(GAME.deal(options_of(preset, **options), Setup(dealer, dealt, ())))


def turned(fourth: str, eighth: str, preset: str = "standard", dealer: int = 3, **options: Any) -> Told:
    """A deal told by its turned-up cards, by seat; all others are dealt in canonical order."""
    up = (fourth.split(), eighth.split())
    left = [card for card in PACK_32 if card not in (*up[0], *up[1])]
    hands = [[*left[6 * seat :][:3], up[0][seat], *left[6 * seat + 3 :][:3], up[1][seat]] for seat in range(4)]
    return deal(preset, dealer, hands, **options)


def quiet(*hands: str, preset: str = "standard", dealer: int = 3, **options: Any) -> Told:
    """A deal in which no seven is turned up. What the hands lack is filled up in canonical order."""
    given = [list(hands[seat].split()) if seat < len(hands) else [] for seat in range(4)]
    left = [card for card in PACK_32 if not any(card in hand for hand in given)]
    for hand in given:
        while len(hand) < 8:
            hand.append(left.pop(0))
        plain = [card for card in hand if card[0] != "7"]
        covered = [card for card in hand if card not in plain[:2]]
        hand[:] = [*covered[:3], plain[0], *covered[3:], plain[1]]
    return deal(preset, dealer, given, **options)


def trick(number: int, *hands: str, leader: int = 0, trump: str = "C", game: int = 1, **given: Any) -> Told:
    """A position: seat ``leader`` is to lead to trick ``number``; seats hold the cards given and no others.

    Seat 0 is the declarer. ``sevens`` were turned up (one), ``knocks`` made (none); ``piles`` are cards won by seat.
    Nothing is known to have been turned up. The other arguments are a preset and options.
    """
    sevens, knocks = given.pop("sevens", 1), given.pop("knocks", 0)
    piles = tuple(mask_of(pile.split()) for pile in given.pop("piles", ("", "", "", "")))
    rules = options_of(given.pop("preset", "standard"), **given)
    masks = tuple(mask_of(hand.split()) for hand in (*hands, *[""] * (4 - len(hands))))
    nothing: Any = ((),) * 4
    frame = Frame(rules, 3, masks, nothing, sevens, BIT["7" + trump], 0, trump)
    if game == 2:
        frame = frame._replace(sevens=0, seven=0, declarer=-1, trump="")
    contract = play.contract(frame, 0, trump, 4 if game == 2 else None, (-1, 0, 2)[knocks], 1 if knocks == 2 else -1)
    if number == 1:
        return Told(play.begin(contract, None)._replace(turn=leader, leader=leader))
    allowed, may_hide = play.leads(contract, masks[leader], number)
    begun = play.begin(contract, None)
    here = begun._replace(
        number=number, leader=leader, turn=leader, allowed=allowed, may_hide=may_hide, piles=piles, asked=0
    )
    return Told(here)


def winner(told: Told) -> int:
    """Who won the last trick."""
    last = told.state.last.last if isinstance(told.state, Over) else told.state.last
    assert last is not None
    return int(last.winner)


def worth(total: int, among: int) -> int:
    """Some cards of a mask that are worth exactly so many points."""
    found: dict[int, int] = {0: 0}
    for bit in BIT.values():
        if bit & among and points(bit):
            for sum_, cards in list(found.items()):
                found.setdefault(sum_ + points(bit), cards | bit)
    return found[total]


def finished(ours: int, theirs: int, **given: Any) -> Told:
    """A deal that is over in which the declarer's side has so many card points and the other side so many.

    ``tricks`` are those of the two sides, by default as many as the cards of their points need; the other arguments are
    those of `trick`. Seat 0 is the declarer.
    """
    tricks = given.pop("tricks", None)
    state: Play = trick(8, **given).state
    everything = mask_of(PACK_32)
    one = worth(ours, everything)
    other = worth(theirs, everything & ~one)
    blank = [bit for bit in BIT.values() if not points(bit)]
    piles = []
    for mask, count in ((one, tricks and tricks[0]), (other, tricks and tricks[1])):
        pile, wanted = mask, 4 * count if count else -(-mask.bit_count() // 4) * 4
        while pile.bit_count() < wanted:
            pile |= blank.pop()
        piles.append(pile)
    over = state._replace(number=9, piles=(piles[0], piles[1], 0, 0), allowed=0)
    return Told(Over(state.contract.frame, None, "played", over))
