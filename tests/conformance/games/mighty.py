"""What a viewer knows of a deal of Mighty, from the record alone."""

from __future__ import annotations

from app.rules.base import Game, Outcome
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.playout import Deal
from tests.conformance.worlds import Viewer, cards_of

GAME = GAMES["mighty"]
POINTS = "AKQJT"
MIXES = (
    "mighty/japanese@1?misdeal_claim=le_half&next_dealer=left",
    "mighty/japanese@1?friend_by=card,first_trick,none&joker_call=optional&joker_edge_tricks=powerless",
    "mighty/english@1?direct_partner_at_20nt=on&call_own_card=allowed&friend_shown_by_points=on",
    "mighty/english@1?bid_names_trump=on&trump_change=on&buried_points=defenders&mighty_shields_joker=on",
)


def rulesets() -> list[RuleSet]:
    """Both presets and mixes that bring every secret of one preset into the other."""
    return [parse_ruleset(text) for text in ("mighty/japanese@1", "mighty/english@1", *MIXES)]


def declarer_at(deal: Deal, ply: int) -> int | None:
    """The declarer if the bidding is over by ``ply``: four seats are out and a bid stands, or the top bid was made."""
    standing: tuple[int, str] | None = None
    passed: set[int] = set()
    for seat, action in deal.actions[:ply]:
        assert seat is not None
        verb = action.split(" ")[0]
        if verb == "pass":
            passed.add(seat)
            if standing is None and len(passed) == 5:
                passed.clear()
        elif verb == "bid":
            standing = (seat, action)
            passed.discard(seat)
        elif verb != "misdeal":
            return seat
    if standing is None:
        return None
    seat, action = standing
    return seat if len(passed) == 4 or action in ("bid 20 N", "bid 20 N N") else None


def seen(deal: Deal, viewer: Viewer, ply: int) -> frozenset[int]:
    """Own hand as dealt; the kitty for the declarer once he has it; played cards; a hand shown by a misdeal."""
    place = {card: index for index, card in enumerate(cards_of(deal))}
    known: set[int] = set()
    if viewer is not None:
        known.update(range(10 * viewer, 10 * viewer + 10))
        if declarer_at(deal, ply) == viewer:
            known.update(range(50, 53))
    for seat, action in deal.actions[:ply]:
        verb, *words = action.split(" ")
        if verb == "play":
            known.add(place[words[0]])
        elif verb == "misdeal" and seat is not None:
            known.update(range(10 * seat, 10 * seat + 10))
    return frozenset(known)


def hidden(seat: int | None, action: str, viewer: Viewer) -> bool:
    """Only what the declarer lays away is kept from the others."""
    return seat != viewer and action.startswith("discard ")


def announced(ruleset: RuleSet, deal: Deal, ply: int) -> object:
    """When the friend was shown by the point cards he took: part of what everybody has seen.

    Told from the record: who holds the called card (dealt to him, or picked up and not laid away), and who won which
    trick with a point card in it.
    """
    if ruleset.values["friend_shown_by_points"] != "on":
        return ()
    call = next((action.split(" ")[1] for _, action in deal.actions[:ply] if action.startswith("friend ")), None)
    holder = next((seat for seat, hand in enumerate(deal.setup.hands) if call in hand), None)
    maker = next((seat for seat, action in deal.actions[:ply] if action.startswith("friend ")), None)
    if holder is None or holder == maker:
        return ()
    plays = [
        (number, seat, action.split(" ")[1:])
        for number, (seat, action) in enumerate(deal.actions[:ply])
        if action.startswith("play ")
    ]
    for start in range(0, len(plays) - 4, 5):
        trick = [(seat, words) for _, seat, words in plays[start : start + 5] if seat is not None]
        points = any(words[0][0] in POINTS and words[0] != "JK" for _, words in trick)
        if points and winner(ruleset, trump_of(deal), start // 5 + 1, trick) == holder:
            return (plays[start + 4][0], holder)
    return ()


def trump_of(deal: Deal) -> str:
    """The final trump of the record, "N" for none."""
    trump = "N"
    for _, action in deal.actions:
        verb, *words = action.split(" ")
        if verb == "bid" and len(words) == 2:
            trump = words[1]
        elif verb == "trump":
            trump = words[0]
    return trump


def winner(ruleset: RuleSet, trump: str, number: int, trick: list[tuple[int, list[str]]]) -> int:
    """Who wins a complete trick: written down a second time, from the rules pages, so as not to trust the engine."""
    values = ruleset.values
    mighty = values["mighty_when_spades_trump"] if trump == "S" else "AS"
    ripper = values["ripper_when_clubs_trump"] if trump == "C" else "3C"
    led = trick[0][1]
    called = (
        number > 1
        and led[0] == ripper
        and (values["joker_call"] == "automatic" or (values["joker_call"] == "optional" and led[1:] == ["call"]))
    )
    powerless = called or (number in (1, 10) and values["joker_edge_tricks"] != "normal")
    held = {words[0]: seat for seat, words in trick}
    if mighty in held:
        return held[str(mighty)]
    if "JK" in held and not powerless:
        return held["JK"]
    plain = [words[0] for _, words in trick if words[0] != "JK"]
    suit = led[1] if led[0] == "JK" else led[0][1]
    trumps = [card for card in plain if card[1] == trump]
    follow = [card for card in plain if card[1] == suit] or [card for card in plain if card[1] == plain[0][1]]
    best = max(trumps or follow, key=lambda card: "23456789TJQKA".index(card[0]))
    return held[best]


def probes(deal: Deal, viewer: int) -> tuple[str, ...]:
    """Own and foreign cards, calls and bids: what the refusals say must not depend on what is hidden."""
    own = deal.setup.hands[viewer]
    return (
        *(f"play {card}" for card in own[:4]),
        "play AS",
        "play JK",
        "play JK H",
        "play 3C",
        "play 3C call",
        "bid 15 H",
        "pass",
        "misdeal",
        "friend AS",
        "friend KD",
        "friend none",
        "discard 2S 3S 4S",
        "trump H",
        "keep",
        "direct S",
    )


def places(game: Game, state: object, deal: Deal) -> list[str]:
    """All cards of the deal wherever they lie: in the seats' own hands, the kitty, laid away, or on the table."""
    views = [game.private_view(state, seat) for seat in range(5)]
    public = game.public_view(state)
    played = [words.split(" ")[1] for _, words in public["log"] if words.startswith("play ")]
    held = [card for view in views for card in view["hand"]]
    away = [card for view in views for card in view["buried"] or ()]
    kitty = list(deal.setup.rest) if public["kitty"] else []
    return held + away + played + kitty


def check_scores(outcome: Outcome) -> None:
    """Five seats, nothing created: the scores add up to zero, and a deal thrown in scores nothing."""
    points = outcome.scores["points"]
    assert len(points) == 5
    assert sum(points) == 0
    assert not (outcome.redeal and any(points))
