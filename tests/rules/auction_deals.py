"""Deals and positions of Auction for tests, told in notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

from app.rules.auction import GAME
from app.rules.auction.claims import CLAIMS
from app.rules.auction.deck import in_order
from app.rules.auction.listing import rules_of
from app.rules.auction.state import NOBODY, Auction, Frame, Over
from app.rules.base import Choose, Setup, why
from app.rules.match import Match, start
from app.rules.ruleset import resolve


class Told:
    """A deal in which anybody may act: steps are ``"2 bid pair 9"`` by seat 2, or ``"close"`` by the clock."""

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return GAME.public_view(self.state)

    @property
    def pile(self) -> str:
        """The pile from the bottom up."""
        return " ".join(self.view["pile"])

    @property
    def points(self) -> tuple[Any, ...]:
        """The scores of a deal that is over."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return outcome.scores["points"]

    @property
    def facts(self) -> dict[str, Any]:
        """How a deal that is over came about."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return dict(outcome.facts)

    def private(self, seat: int) -> dict[str, Any]:
        """What one seat sees beside the public view."""
        return GAME.private_view(self.state, seat)

    def hand(self, seat: int) -> str:
        """A seat's hand."""
        return " ".join(self.private(seat)["hand"])

    def legal(self, seat: int) -> tuple[str, ...]:
        """The listed legal actions of a seat."""
        choices = GAME.legal(self.state, seat)
        assert not isinstance(choices, Choose)
        return choices

    def bids(self, seat: int) -> set[str]:
        """The claims that a seat may make."""
        return {action.removeprefix("bid ") for action in self.legal(seat) if action.startswith("bid ")}

    def choose(self, seat: int) -> Choose:
        """The cards among which a seat has to choose."""
        choices = GAME.legal(self.state, seat)
        assert isinstance(choices, Choose)
        return choices

    def do(self, *steps: str) -> Self:
        """The deal after some steps."""
        state = self.state
        for step in steps:
            seat, action = (None, step) if step == "close" else (int(step[0]), step[2:])
            state = GAME.apply(state, seat, action)
        return type(self)(state)

    def may(self, step: str) -> bool:
        """Whether a seat is offered an action and may take it."""
        seat, action = int(step[0]), step[2:]
        offered = action in self.legal(seat)
        assert offered == (self.why(step) is None), "what is listed must be what applies"
        return offered

    def why(self, step: str) -> str | None:
        """The rule against a step, with its facts; None when it is legal."""
        seat, action = (None, step[2:]) if step[0] == "-" else (int(step[0]), step[2:])
        refusal = why(GAME, self.state, seat, action)
        if refusal is None:
            return None
        assert set(refusal.facts) == set(GAME.refusals[refusal.rule]), "the facts of a rule are those it announces"
        return str(refusal)


def options(**given: Any) -> Any:
    """The options of the preset with some changed."""
    return resolve(GAME, "standard", given).options


def setup(*hands: str, rest: str = "", players: int = 3, dealer: int = 0, **given: Any) -> Setup:
    """A setup of a whole pack: what hands and rest lack is filled up in canonical order."""
    rules = options(**given)
    left = Counter(GAME.pack(rules, players))
    told = [hands[seat].split() if seat < len(hands) else [] for seat in range(players)] + [rest.split()]
    for cards in told:
        left.subtract(cards)
    cards = list(left.elements())
    sizes = [rules.hand_size] * players + [len(GAME.pack(rules, players)) - rules.hand_size * players]
    for group, size in zip(told, sizes, strict=True):
        while len(group) < size:
            group.append(cards.pop(0))
    return Setup(dealer, tuple(map(tuple, told[:-1])), tuple(told[-1]))


def deal(*hands: str, rest: str = "2C", **given: Any) -> Told:
    """A deal in which nobody has acted; the first of ``rest`` lies in the pile."""
    settings = {name: value for name, value in given.items() if name not in ("players", "dealer")}
    return Told(GAME.deal(options(**settings), setup(*hands, rest=rest, **given)))


def table(*hands: str, pile: str = "2C", stock: str = "3C 4C 5C 6C 7C 8C", **given: Any) -> Told:
    """A position: an auction without claims; seats hold the cards given and no others, as many seats as hands."""
    rules = options(**given)
    frame = Frame(rules, rules_of(rules), 0, len(hands), tuple(pile.split()), tuple(stock.split()))
    held = tuple(in_order(hand.split()) for hand in hands)
    return Told(Auction(frame, (), held, frame.began, 0, 1, None, NOBODY, NOBODY, (), 0, None))


def over(*hands: str, pile: str, by: int | None = None, **given: Any) -> Told:
    """A deal that has just ended, declared by a seat or by a joker turned up."""
    state = table(*hands, pile=pile, **given).state
    return Told(Over(state, "joker" if by is None else "declared", NOBODY if by is None else by))


def match(totals: Sequence[Any], **given: Any) -> Match:
    """A match that stands so."""
    new = start(resolve(GAME, "standard", given), len(totals), 0)
    return new._replace(totals={"points": tuple(totals)})


def weaker(first: str, second: str) -> bool:
    """Whether the first claim is weaker than the second."""
    return CLAIMS[first].strength < CLAIMS[second].strength
