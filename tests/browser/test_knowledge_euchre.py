"""The check of recorded frames passes what Euchre really shows, and finds what is planted in it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from app.rules.ruleset import parse_ruleset
from tests.browser.test_knowledge import Frame, deal_of, found, frames_of
from tests.conformance.games import euchre
from tests.conformance.playout import play_to_cards


@pytest.mark.parametrize("text", euchre.RULESETS)
@pytest.mark.parametrize("seed", range(6))
def test_what_the_rules_show_is_no_leak(text: str, seed: int) -> None:
    ruleset = parse_ruleset(text)
    rng = random.Random(seed)
    deal = play_to_cards(ruleset, 5, rng)
    for viewer in (None, *rng.sample(range(5), 3)):
        assert found(ruleset, deal, viewer, frames_of(ruleset, deal, viewer)) == []


class Example:
    """A deal in which the dealer has taken the upcard and the partner shows late; the viewer is a defender."""

    def __init__(self) -> None:
        self.ruleset = parse_ruleset(euchre.RULESETS[0])
        rng = random.Random(1)
        while not self._try(play_to_cards(self.ruleset, 5, rng)):
            pass

    def _try(self, deal: Any) -> bool:
        verbs = [action.split(" ")[0] for _, action in deal.actions]
        if "swap" not in verbs or "call" not in verbs:
            return False
        self.deal, self.swap = deal, verbs.index("swap")
        self.middle = verbs.index("play") + 7
        self.called = deal.actions[verbs.index("call")][1].split(" ")[1]
        self.discard = deal.actions[self.swap][1].split(" ")[1]
        shows = next((ply for ply, (_, action) in enumerate(deal.actions) if action == f"play {self.called}"), 0)
        maker, dealer = deal.actions[verbs.index("call")][0], deal.setup.dealer
        self.partner = deal.actions[shows][0] if shows else None
        self.viewer = next(seat for seat in range(5) if seat not in (maker, dealer, self.partner))
        return shows > self.middle + 5 and self.called not in deal.setup.rest and self.partner != dealer


EXAMPLE = Example()
MIDDLE = EXAMPLE.middle
FRAMES = frames_of(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer)
TALON = list(EXAMPLE.deal.setup.rest[1:])

LEAKS: dict[str, Callable[[list[Frame]], object]] = {
    "the partner's seat": lambda f: deal_of(f, MIDDLE)["partner"].update(seat=EXAMPLE.partner),
    "that the maker is not alone": lambda f: deal_of(f, MIDDLE)["partner"].update(alone=False),
    "tricks by side": lambda f: deal_of(f, MIDDLE).update(sides={"attackers": 1, "defenders": 0}),
    "the discard in the log": lambda f: deal_of(f, MIDDLE)["log"][EXAMPLE.swap].__setitem__(
        1, f"swap {EXAMPLE.discard}"
    ),
    "the discard as one's own": lambda f: f[MIDDLE]["private"]["deal"].update(discard=EXAMPLE.discard),
    "the talon": lambda f: deal_of(f, MIDDLE).update(talon=TALON),
    "a side to somebody who is on the other": lambda f: f[MIDDLE]["private"]["deal"].update(role="partner"),
    "that the maker is alone, to a defender": lambda f: f[MIDDLE]["private"]["deal"].update(alone=True),
    "a card in the order of the hand": lambda f: f[MIDDLE]["private"]["deal"]["order"].append(EXAMPLE.called),
    "an unknown card of the order": lambda f: f[MIDDLE]["private"]["deal"]["order"].append(TALON[0]),
    "a new field": lambda f: deal_of(f, MIDDLE).update(hint=1),
    "the outcome before the end": lambda f: deal_of(f, MIDDLE).update(outcome={"made": True}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    frames = copy.deepcopy(FRAMES)
    LEAKS[leak](frames)
    assert found(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer, frames) != []


def test_frames_without_a_planted_leak_are_fine() -> None:
    assert found(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer, FRAMES) == []
