"""What a viewer knows of a deal of Avinas, from the record alone."""

from __future__ import annotations

from app.rules.base import Game, Outcome
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.playout import Deal
from tests.conformance.worlds import Viewer, cards_of

GAME = GAMES["avinas"]
HAND, SEATS = 8, 4
MIXES = (
    "avinas/standard@1?exposed=dealer_side_only_sevens&trump_lead_tricks=first_only&knock=off&bid_number=up_to_max"
    "&lead_must_match_bid=on&game2_stop=play_out",
    "avinas/pagat@1?plain_follow=suit_first&facedown_lead=any_trick&knock_back=off",
)


def rulesets() -> list[RuleSet]:
    """Both presets and mixes that bring every secret of one preset into the other."""
    return [parse_ruleset(text) for text in ("avinas/standard@1", "avinas/pagat@1", *MIXES)]


def turned_up(deal: Deal, sevens_only: bool) -> frozenset[int]:
    """Places of the cards shown in the deal: each seat's fourth and eighth, at the dealer's side maybe only sevens."""
    pack = cards_of(deal)
    return frozenset(
        place
        for seat in range(SEATS)
        for place in (HAND * seat + 3, HAND * seat + 7)
        if not sevens_only or (seat - deal.setup.dealer) % 2 or pack[place][0] == "7"
    )


def seen(deal: Deal, viewer: Viewer, ply: int) -> frozenset[int]:
    """Own hand as dealt; cards turned up under any option; played cards, those led face down once four lie.

    What the table's option turns up beyond that is the same in all worlds because it is announced.
    """
    place = {card: index for index, card in enumerate(cards_of(deal))}
    known = set(turned_up(deal, sevens_only=True))
    if viewer is not None:
        known.update(range(HAND * viewer, HAND * viewer + HAND))
    plays = [action.split(" ") for _, action in deal.actions[:ply] if action.startswith("play ")]
    for number, words in enumerate(plays):
        lies_hidden = words[-1] == "down" and len(plays) < number + SEATS
        if not lies_hidden:
            known.add(place[words[1]])
    return frozenset(known)


def hidden(seat: int | None, action: str, viewer: Viewer) -> bool:
    """A card led face down is kept from all but its leader (once four cards lie it is among those seen)."""
    return seat != viewer and action.endswith(" down")


def announced(ruleset: RuleSet, deal: Deal, _ply: int) -> object:
    """The cards turned up in the deal, and with them that the others at the dealer's side are no sevens."""
    pack = cards_of(deal)
    places = turned_up(deal, ruleset.values["exposed"] == "dealer_side_only_sevens")
    return sorted((place, pack[place]) for place in places)


def probes(deal: Deal, viewer: int) -> tuple[str, ...]:
    """Own and foreign cards up and down, bids and knocks: what refusals say must not depend on what is hidden."""
    own = deal.setup.hands[viewer]
    return (
        *(f"play {card}" for card in own[:4]),
        *(f"play {card} down" for card in own[2:6]),
        f"play {own[0]} H",
        "play AS",
        "play 7S",
        "play QC S",
        "play TD down",
        "knock",
        "pass",
        *(f"bid {number}" for number in range(2, 8)),
    )


def places(game: Game, state: object, _deal: Deal) -> list[str]:
    """All cards of the deal wherever they lie: in the seats' own hands, or on the table, one perhaps face down."""
    views = [game.private_view(state, seat) for seat in range(SEATS)]
    played = [words.split(" ")[1] for _, words in game.public_view(state)["log"] if words.startswith("play ")]
    held = [card for view in views for card in view["hand"]]
    down = [view["down"] for view in views if view["down"]]
    return held + down + [card for card in played if card != "??"]


def check_scores(outcome: Outcome) -> None:
    """One side pays, in rums where a seven was turned up and in pips where not; a deal thrown in costs nothing."""
    paid = [(kind, unit) for kind, units in outcome.scores.items() for unit, score in enumerate(units) if score]
    assert all(len(units) == 2 for units in outcome.scores.values())
    if outcome.redeal:
        assert paid == []
        return
    ((kind, unit),) = paid
    assert kind == ("rum" if outcome.facts["sevens"] else "pip")
    assert unit == outcome.facts["pays"]
    assert outcome.scores[kind][unit] > 0
