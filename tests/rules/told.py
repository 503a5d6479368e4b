"""A deal told by its actions, for tests of any game."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from app.rules.base import Choose, Game, why


class Told:
    """A deal in which one seat acts at a time; ``do`` plays actions one after the other for whoever is in turn."""

    game: ClassVar[Game]

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def turn(self) -> int:
        """The one seat that must act."""
        (seat,) = self.game.to_act(self.state)
        return seat

    @property
    def legal(self) -> tuple[str, ...]:
        """The listed legal actions of the seat in turn."""
        choices = self.game.legal(self.state, self.turn)
        assert not isinstance(choices, Choose)
        return choices

    @property
    def cards(self) -> set[str]:
        """The legal plays of the seat in turn, without the verb."""
        return {action.removeprefix("play ") for action in self.legal}

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.game.public_view(self.state)

    @property
    def scores(self) -> dict[str, tuple[Any, ...]]:
        """The scores by kind of a deal that is over."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return dict(outcome.scores)

    @property
    def points(self) -> tuple[Any, ...]:
        """The scores of a deal that is over, where a game has only points."""
        return self.scores["points"]

    def private(self, seat: int) -> dict[str, Any]:
        """What one seat sees beside it."""
        return self.game.private_view(self.state, seat)

    def do(self, *actions: str) -> Self:
        """The deal after some actions, each by the seat in turn."""
        told = self
        for action in actions:
            told = type(self)(self.game.apply(told.state, told.turn, action))
        return told

    def may(self, action: str) -> bool:
        """Whether the seat in turn is offered the action and may take it."""
        offered = action in self.legal
        assert offered == (self.why(action) is None), "what is listed must be what applies"
        return offered

    def why(self, action: str, seat: int | None = None) -> str | None:
        """The rule against an action of the seat in turn (or another), with its facts; None when it is legal."""
        refusal = why(self.game, self.state, self.turn if seat is None else seat, action)
        if refusal is None:
            return None
        assert set(refusal.facts) == set(self.game.refusals[refusal.rule]), "the facts of a rule are those it announces"
        return str(refusal)
