"""What a viewer knows of a deal of Auction, from the record alone."""

from __future__ import annotations

from fractions import Fraction

from app.rules.base import Game, Outcome
from app.rules.registry import GAMES
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.conformance.playout import Deal
from tests.conformance.worlds import Viewer, cards_of

GAME = GAMES["auction"]
UNHURRIED = "auction/standard@1?bid_timer=30&open_timer=60"
MIXES = (
    "&hand_size=8&bid_mode=full_only&joker_ends_deal=off&first_card_joker=keep"
    "&end_declaration_min=6&ace_low_straight=off&joker_sets=off",
    "&packs=always_108&first_namer_privilege=off&raise_own=off&end_during_bid=off"
    "&no_bid=end_deal&share_rounding=floor&end_bonus=50",
)
SIZES = {"single": 1, "pair": 2, "three": 3, "two-pair": 4, "four": 4}
"""Cards of a claim by its first word; all others are of five."""


def rulesets() -> list[RuleSet]:
    """The preset, with a clock slow enough for a record to be played at a live table, and mixes in which more or less
    may be claimed, and deals go on longer or end sooner."""
    return [parse_ruleset(text) for text in (UNHURRIED, *(UNHURRIED + mix for mix in MIXES))]


class Table:
    """The places of the pack in hands, pile and stock, moved about as the record says."""

    def __init__(self, deal: Deal) -> None:
        self.cards = cards_of(deal)
        self.players = len(deal.setup.hands)
        size = len(deal.setup.hands[0])
        self.hands = [list(range(size * seat, size * seat + size)) for seat in range(self.players)]
        self.pile = [size * self.players]
        self.stock = list(range(size * self.players + 1, len(self.cards)))
        self.shown = set(self.pile)
        self.coming: list[int] = []  # what a winner takes from the stock and has not paid for yet
        self.leader: int | None = None
        self.size = 0
        self.passed: set[int] = set()

    def act(self, seat: int | None, action: str) -> None:
        """One line of the record."""
        verb, *words = action.split(" ")
        if verb == "bid":
            self.leader, self.size, self.passed = seat, SIZES.get(words[0], 5), set()
        elif verb == "pass" and seat is not None:
            self.passed.add(seat)
            if len(self.passed | {self.leader} - {None}) == self.players:
                self.close()
        elif verb == "close":
            self.close()
        elif verb == "lay" and seat is not None:
            self.lay(seat, words)

    def close(self) -> None:
        """The winner gets cards from the stock where the pile is too small; without a claim a card is turned."""
        if self.leader is None:
            self.turn()
        else:
            missing = max(0, self.size - len(self.pile))
            self.coming, self.stock = self.stock[:missing], self.stock[missing:]

    def lay(self, seat: int, words: list[str]) -> None:
        """The winner's exchange. Of two equal cards of the hand one that all have seen goes first: they are alike."""
        kept = len(self.pile) - min(self.size, len(self.pile))
        taken = self.pile[kept:] + self.coming
        laid = []
        for card in words:
            alike = [place for place in self.hands[seat] if self.cards[place] == card]
            laid.append(next((place for place in alike if place in self.shown), alike[0]))
            self.hands[seat].remove(laid[-1])
        self.hands[seat] += taken
        self.pile = self.pile[:kept] + laid
        self.shown.update(laid)
        self.coming = []
        self.turn()

    def turn(self) -> None:
        """The next card of the stock lies open on the pile."""
        if self.stock:
            self.pile.append(self.stock.pop(0))
            self.shown.add(self.pile[-1])
        self.leader, self.passed = None, set()


def table(deal: Deal, ply: int) -> Table:
    """The table after so many actions."""
    moved = Table(deal)
    for seat, action in deal.actions[:ply]:
        moved.act(seat, action)
    return moved


def seen(deal: Deal, viewer: Viewer, ply: int) -> frozenset[int]:
    """Everything that ever lay in the pile; a viewer's own hand, as dealt and with what it drew from the stock unseen,
    from the moment it has won."""
    moved = Table(deal)
    known = set(moved.shown) | set(moved.hands[viewer] if viewer is not None else ())
    for seat, action in deal.actions[:ply]:
        moved.act(seat, action)
        if viewer is not None:
            known.update(moved.hands[viewer])
            if moved.leader == viewer:
                known.update(moved.coming)
    return frozenset(known | moved.shown)


def hidden(_seat: int | None, _action: str, _viewer: Viewer) -> bool:
    """Nothing: claims, passes and the cards laid are said and shown to all."""
    return False


def announced(_ruleset: RuleSet, _deal: Deal, _ply: int) -> object:
    """Nothing: whatever becomes known follows from the actions and the cards in the pile."""
    return ()


def probes(deal: Deal, viewer: int) -> tuple[str, ...]:
    """Claims held and not held, open and full, the end, cards laid: what refusals say must not depend on what is
    hidden."""
    own = deal.setup.hands[viewer]
    return (
        *(f"bid single {card[0]}" for card in own[:3] if card != "JK"),
        *(f"bid single {card[0]} {card[1]}" for card in own[3:6] if card != "JK"),
        "bid single JK",
        "bid single 9 H",
        "bid single A S",
        "bid pair K",
        "bid pair 2",
        "bid pair JK",
        "bid two-pair",
        "bid two-pair A K",
        "bid three 7",
        "bid straight",
        "bid straight T",
        "bid flush",
        "bid full-house K 2",
        "bid four A",
        "bid straight-flush 9",
        "pass",
        "stop",
        f"lay {own[0]}",
        "lay 9H",
        "lay KS KH",
        *(f"ask {card}" for card in own[6:8]),
        "ask 9H",
        "ask KS KH",
        "ask JK JK",
        f"ask {own[0]} {own[1]} {own[2]} {own[3]} {own[4]}",
    )


def places(game: Game, state: object, deal: Deal) -> list[str]:
    """All cards of the deal wherever they lie: in the seats' own hands, in the pile, or face down in the stock."""
    public = game.public_view(state)
    held = [card for seat in range(len(deal.setup.hands)) for card in game.private_view(state, seat)["hand"]]
    rest = deal.setup.rest
    return held + public["pile"] + list(rest[len(rest) - public["stock"] :])


def check_scores(outcome: Outcome) -> None:
    """The pile is shared by the winners alone, and whoever declared the end has the bonus or pays it."""
    points, facts = outcome.scores["points"], outcome.facts
    assert not outcome.redeal
    shares = [Fraction(score) - bonus for score, bonus in zip(points, facts["bonus"], strict=True)]
    assert {seat for seat, share in enumerate(shares) if share} == set(facts["winners"])
    assert facts["points"] - len(facts["winners"]) < sum(shares) <= facts["points"]
    assert len(set(shares)) <= 2
    assert [seat for seat, bonus in enumerate(facts["bonus"]) if bonus] == (
        [] if facts["by"] is None else [facts["by"]]
    )
