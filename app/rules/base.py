"""What every game is: the `Game` record of metadata and pure functions, and the few types that cross its border.

A game is data and functions. A state is an immutable value that belongs to the game alone; outside `rules` it is
only handed back to the functions of the `Game` that made it. Nothing here knows a clock, chance or a network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

Seat = int
"""Position at the table, 0 … n-1 clockwise."""

Action = str
"""A decision in the text form of the notation, such as ``play AS``."""

Score = Fraction | int
"""Points. Whole numbers are ints; shares are fractions in lowest terms."""

Scores = Mapping[str, tuple[Score, ...]]
"""Scores by kind (``points``, later ``rum`` and ``pip``), each by unit: seats, or sides where sides score."""

Value = str | int | tuple[str, ...]
"""Value of an option: one word, a number, or a set as a tuple in the order of the option's own values."""

Fact = str | int | list[str]

CLOSE: Action = "close"
"""What the table's clock does, for no seat: ``apply(state, None, CLOSE)``."""

State = Any
Options = Any

USUAL_PLAYERS = 4


class IllegalAction(Exception):  # noqa: N818 - the name of the contract: an action is illegal, the program is not wrong
    """An action that the rules do not allow. ``rule`` is the end of a catalogue key, ``facts`` fill its text.

    Both may depend only on what the acting seat knows.
    """

    def __init__(self, rule: str, **facts: Fact) -> None:
        super().__init__(rule, facts)
        self.rule = rule
        self.facts: dict[str, Fact] = facts

    def __str__(self) -> str:
        """A short form for logs and tests: ``must_follow (suit=H)``."""
        if not self.facts:
            return self.rule
        return f"{self.rule} ({', '.join(f'{name}={value}' for name, value in self.facts.items())})"


class OptionError(ValueError):
    """An option that does not exist, a value it does not have, or options that exclude each other."""

    def __init__(self, name: str, value: object, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.value = value
        self.reason = reason


class Choose(NamedTuple):
    """Legal actions too many to list: ``verb`` with ``count`` of the cards ``among`` (canonical order).

    Where they must make good a claim (Auction) ``claim`` names it, and the order of the cards matters.
    """

    verb: str
    count: int  # type: ignore[assignment]  # the trace's own word, over the tuple method nobody needs here
    among: tuple[str, ...]
    claim: str | None = None


class Setup(NamedTuple):
    """The chance of a deal: who deals, each hand in the order dealt, and the other cards from the top."""

    dealer: Seat
    hands: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]


class Outcome(NamedTuple):
    """How a deal ended. ``redeal``: thrown in, does not count. ``facts`` are JSON values for the result sheet."""

    redeal: bool
    scores: Mapping[str, tuple[Score, ...]]
    facts: Mapping[str, Any]


class Option(NamedTuple):
    """One row of a game's option table. For a ``set`` the values are the members it may have.

    ``group`` is the heading under which a form shows it; a game names its groups itself (``new.group.<group>``, or
    ``new.group.<game>.<group>`` where its words differ). ``match``: how long a match is, which is no house rule.
    """

    name: str
    values: tuple[str, ...] | tuple[int, ...]
    kind: Literal["choice", "set", "number"]
    group: str


class Offer(NamedTuple):
    """Something that cards picked from a hand would bid: its text form, and the rule that forbids it now, if one does.

    ``facts`` fill the text of ``rule``, as those of an `IllegalAction` do.
    """

    action: Action
    rule: str | None
    facts: Mapping[str, Fact]


class Claims(NamedTuple):
    """How the rest of a deal may be claimed, in games of tricks.

    ``open``: whether the seat may claim now, by what everybody sees: tricks are played and it is to play a card.
    ``certain``: whether the score is settled, whatever is still played: in every world which that seat cannot tell from
    the real one, every continuation gives the same score. It depends on nothing but what the seat knows, so that the
    answer tells the one who claims nothing; where a proof would be long it may be False all the same. ``take`` ends
    the deal: the seat takes all that is left.
    """

    open: Callable[[State, Seat], bool]
    certain: Callable[[State, Seat], bool]
    take: Callable[[State, Seat], State]


class MatchResult(Protocol):
    """When a match is over: the winners' seats, ascending, or None while it goes on."""

    def __call__(
        self, options: Options, totals: Scores, counted: int, last: Outcome | None = None, /
    ) -> tuple[Seat, ...] | None:
        """Judge the totals after ``counted`` deals; ``last`` is the outcome of the deal just counted."""


def add_scores(_options: Options, totals: Scores, scores: Scores) -> dict[str, tuple[Score, ...]]:
    """Plain sums, kind by kind: how most games keep running totals."""
    return {kind: tuple(a + b for a, b in zip(totals[kind], scores[kind], strict=True)) for kind in totals}


def seats_score(players: int) -> int:
    """Every seat scores for itself: as many units as players."""
    return players


def no_timer(_state: State) -> float | None:
    """No clock runs: everybody has the time they need."""
    return None


def never(_state: State) -> bool:
    """One seat after the other acts, or in any order if it makes no difference who was first."""
    return False


def no_contest(_state: State) -> tuple[int, int] | None:
    """Nobody competes with the others in time."""
    return None


def always_shows(_before: State, _action: Action, _after: State) -> bool:
    """Whatever is done, somebody sees a card by it."""
    return True


def nothing_misplaced(_options: Options, _players: int, _pack: Sequence[str]) -> int | None:
    """Every order of the pack may be dealt."""
    return None


def no_offers(_state: State, _seat: Seat, _cards: tuple[str, ...]) -> tuple[Offer, ...]:
    """Nothing is bid with cards."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: its names and numbers, and its rules as pure functions.

    ``refusals`` lists every rule key an `IllegalAction` of this game can carry, with the names of its facts.
    ``tally`` adds a deal's scores to the totals; ``units`` says how many seats or sides score. ``unplayed`` names what
    of the outcome in the public view shows cards that nobody has seen played: a table may keep it closed.

    Games with bidding in real time have some more; all but ``misplaced`` depend on public facts alone, or on those and
    the seat's own hand. ``at_once`` says whether several seats may act at the same moment, so that it matters who was
    first. ``timer`` gives the seconds after which the clock does `CLOSE`, or None where no clock runs; they count from
    the last action (or the deal), or, where ``contest`` gives numbers, from their last change. ``contest`` is the
    number of the auction that runs and of the claims in it: what was decided on a view of an earlier auction comes too
    late, and a claim, but no pass, starts the clock anew. ``offers`` lists everything that exactly these cards of the
    hand would bid, the strongest last; it raises `IllegalAction` for cards that bid nothing. ``misplaced`` finds in a
    shuffled pack (options, players, pack) the place of a card that may not lie there (see `settle`).

    ``shows`` says of an action (state before, action, state after) whether somebody saw a card by it that he had not
    seen before, to judge by what everybody could see; such an action cannot be taken back. ``claims`` is None where
    the rest of a deal cannot be claimed.
    """

    name: str
    version: int
    seats: tuple[int, int]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Value]]
    kinds: tuple[str, ...]
    refusals: Mapping[str, tuple[str, ...]]
    make_options: Callable[[Mapping[str, Value]], Options]
    pack: Callable[[Options, int], tuple[str, ...]]
    setup: Callable[[Options, int, Seat, Sequence[str]], Setup]
    deal: Callable[[Options, Setup], State]
    to_act: Callable[[State], frozenset[Seat]]
    legal: Callable[[State, Seat], tuple[Action, ...] | Choose]
    apply: Callable[[State, Seat | None, Action], State]
    outcome: Callable[[State], Outcome | None]
    public_view: Callable[[State], dict[str, Any]]
    private_view: Callable[[State, Seat], dict[str, Any]]
    next_dealer: Callable[[State], Seat]
    match_result: MatchResult
    tally: Callable[[Options, Scores, Scores], dict[str, tuple[Score, ...]]] = add_scores
    units: Callable[[int], int] = seats_score
    timer: Callable[[State], float | None] = no_timer
    at_once: Callable[[State], bool] = never
    contest: Callable[[State], tuple[int, int] | None] = no_contest
    misplaced: Callable[[Options, int, Sequence[str]], int | None] = nothing_misplaced
    offers: Callable[[State, Seat, tuple[str, ...]], tuple[Offer, ...]] = no_offers
    shows: Callable[[State, Action, State], bool] = always_shows
    claims: Claims | None = None
    unplayed: tuple[str, ...] = ()


def usual_players(game: Game) -> int:
    """How many play when nobody says otherwise: four, or as near to it as the game allows."""
    least, most = game.seats
    return max(least, min(USUAL_PLAYERS, most))


def settle(game: Game, options: Options, players: int, pack: list[str], randrange: Callable[[int], int]) -> None:
    """Put cards that may not lie where a shuffle left them further down at random, in place. To be called after every
    shuffle, before the pack is dealt or stored.

    :param randrange: ``randrange(n)`` is a random number from 0 to n - 1
    """
    while (place := game.misplaced(options, players, pack)) is not None:
        card = pack.pop(place)
        pack.insert(place + 1 + randrange(len(pack) - place), card)


def why(game: Game, state: State, seat: Seat | None, action: Action) -> IllegalAction | None:
    """Why ``action`` is not legal for ``seat`` now, or None when it is. Changes nothing."""
    try:
        game.apply(state, seat, action)
    except IllegalAction as error:
        return error
    return None


def legal_json(choice: tuple[Action, ...] | Choose) -> dict[str, Any]:
    """The trace form of what was legal: ``{"legal": […]}`` or ``{"choose": {"count": 3, "among": […]}}``."""
    if not isinstance(choice, Choose):
        return {"legal": list(choice)}
    first: dict[str, Any] = {"count": choice.count} if choice.claim is None else {"claim": choice.claim}
    return {"choose": {**first, "among": list(choice.among)}}
