"""What a viewer knows of a deal of Euchre, from the record alone."""

from __future__ import annotations

from app.rules.base import Game, Outcome
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.playout import Deal
from tests.conformance.worlds import Viewer, cards_of

GAME = GAMES["euchre"]
HAND = 5
UPCARD = 25
RULESETS = (
    "euchre/call-partner@1",
    "euchre/call-partner@1?pack=32&callable=non_trump&dealer_pickup=mandatory&stick_dealer=off&alone_march=5",
    "euchre/call-partner@1?call_own=allowed&call_known_buried=allowed&lead=maker",
    "euchre/call-partner@1?callable=ace_only&alone=off&no_trump_call=on&call_own=allowed&lead=makers_left",
)


def rulesets() -> list[RuleSet]:
    """The preset, and mixes in which more cards may be called, or few."""
    return [parse_ruleset(text) for text in RULESETS]


def seen(deal: Deal, viewer: Viewer, ply: int) -> frozenset[int]:
    """Own hand as dealt, what was discarded from it included; the upcard, wherever it goes; played cards."""
    place = {card: index for index, card in enumerate(cards_of(deal))}
    known = {UPCARD}
    if viewer is not None:
        known.update(range(HAND * viewer, HAND * viewer + HAND))
    known.update(place[action.split(" ")[1]] for _, action in deal.actions[:ply] if action.startswith("play "))
    return frozenset(known)


def hidden(seat: int | None, action: str, viewer: Viewer) -> bool:
    """Only what the dealer gives up for the upcard is kept from the others."""
    return seat != viewer and action.startswith("swap ")


def announced(_ruleset: RuleSet, _deal: Deal, _ply: int) -> object:
    """Nothing: whatever becomes known in this game follows from the actions and the upcard."""
    return ()


def probes(deal: Deal, viewer: int) -> tuple[str, ...]:
    """Own and foreign cards, calls and swaps: what the refusals say must not depend on what is hidden."""
    own = deal.setup.hands[viewer]
    upcard = deal.setup.rest[0]
    return (
        *(f"play {card}" for card in own[:4]),
        f"play {upcard}",
        "play JS",
        "play JD",
        "play 9H",
        "order",
        "pass",
        "trump N",
        f"trump {upcard[1]}",
        "trump H",
        "keep",
        f"swap {own[0]}",
        "swap AS",
        f"swap {upcard}",
        "alone",
        f"call {own[1]}",
        f"call {upcard}",
        "call AC",
        "call JD",
        "call 9S",
    )


def places(game: Game, state: object, deal: Deal) -> list[str]:
    """All cards of the deal wherever they lie: in the seats' own hands, given up, played, turned up or undealt."""
    views = [game.private_view(state, seat) for seat in range(5)]
    public = game.public_view(state)
    played = [words.split(" ")[1] for _, words in public["log"] if words.startswith("play ")]
    held = [card for view in views for card in view["hand"]]
    away = [view["discard"] for view in views if view["discard"] is not None]
    upcard = [] if public["exchanged"] else [public["upcard"]]
    talon = list(deal.setup.rest[1:])
    assert len(talon) == public["talon"]
    return held + away + played + upcard + talon


def check_scores(outcome: Outcome) -> None:
    """Five seats; one side scores, every member of it the same, and a deal thrown in scores nothing."""
    points = outcome.scores["points"]
    assert len(points) == 5
    if outcome.redeal:
        assert not any(points)
        return
    side = {outcome.facts["maker"], outcome.facts["partner"]} - {None}
    scorers = {seat for seat, score in enumerate(points) if score}
    assert scorers == (side if outcome.facts["made"] else set(range(5)) - side)
    assert len({points[seat] for seat in scorers}) == 1
