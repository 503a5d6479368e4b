"""The check of recorded frames passes what the server really sends, and finds every kind of leak planted in it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from app.rules.base import Choose
from app.rules.ruleset import RuleSet, parse_ruleset
from tests.browser.knowledge import Record, Watched, faults
from tests.conformance.games import mighty
from tests.conformance.playout import Deal, play_to_cards, states
from tests.conformance.worlds import Viewer

PRESETS = ("mighty/japanese@1", "mighty/english@1")
Frame = dict[str, Any]


def frames_of(ruleset: RuleSet, deal: Deal, viewer: Viewer) -> list[Frame]:
    """Table frames as a viewer of this deal is sent them, one a ply."""
    return [_frame(ruleset, state, viewer) for state in states(ruleset.game, ruleset.options, deal)]


def _frame(ruleset: RuleSet, state: Any, viewer: Viewer) -> Frame:
    game = ruleset.game
    over = game.outcome(state) is not None
    match = {"id": "M-1", "number": 1, "deal": 1, "counted": 0, "of": 10, "totals": {}, "winners": None}
    match["results"] = [{"deal": 1}] if over else []
    public = dict.fromkeys(("code", "ruleset", "game", "preset", "open", "watch", "closed", "host"))
    public |= {"phase": "result" if over else "deal", "seats": [], "match": match, "deal": game.public_view(state)}
    frame: Frame = {"type": "table", "version": 1, "public": public}
    if viewer is not None:
        legal = game.legal(state, viewer) if viewer in game.to_act(state) else ()
        choose = isinstance(legal, Choose)
        frame["private"] = {
            "seat": viewer, "standin": False, "host": False,
            "legal": list(legal) if legal and not choose else None,
            "choose": {"verb": legal.verb, "count": legal.count, "among": list(legal.among)} if choose else None,
            "deal": game.private_view(state, viewer),
        }  # fmt: skip
    return json.loads(json.dumps(frame))  # type: ignore[no-any-return]


def found(ruleset: RuleSet, deal: Deal, viewer: Viewer, frames: list[Frame]) -> list[str]:
    watched = Watched(viewer, [json.dumps(frame) for frame in frames], frozenset({"mine"}))
    return faults(Record(ruleset, {1: deal}, frozenset({1})), watched)


@pytest.mark.parametrize("text", [*PRESETS, *mighty.MIXES])
def test_what_the_rules_show_is_no_leak(text: str) -> None:
    ruleset = parse_ruleset(text)
    rng = random.Random(5)
    deal = play_to_cards(ruleset, 5, rng)
    for viewer in (None, *rng.sample(range(5), 3)):
        assert found(ruleset, deal, viewer, frames_of(ruleset, deal, viewer)) == []


class Example:
    """A deal with a friend who shows late, and points laid away; a viewer who is neither friend nor declarer."""

    def __init__(self) -> None:
        self.ruleset = parse_ruleset("mighty/english@1")
        rng = random.Random(1)
        while not self._try(play_to_cards(self.ruleset, 5, rng)):
            pass

    def _try(self, deal: Deal) -> bool:
        self.deal = deal
        self.verbs = [action.split(" ")[0] for _, action in deal.actions]
        self.called = deal.actions[self.verbs.index("friend")][1].split(" ")[1]
        self.declarer = deal.actions[self.verbs.index("discard")][0]
        holder = [seat for seat, hand in enumerate(deal.setup.hands) if self.called in hand]
        shows = next((ply for ply, (_, action) in enumerate(deal.actions) if action == f"play {self.called}"), 0)
        self.buried = deal.actions[self.verbs.index("discard")][1].split(" ")[1:]
        if holder in ([], [self.declarer]) or shows < self.verbs.index("play") + 25 or self.buried[0][0] not in "AKQJT":
            return False
        self.friend = holder[0]
        self.viewer = next(seat for seat in range(5) if seat not in (self.declarer, self.friend))
        return True

    def after(self, verb: str, more: int = 0) -> int:
        """The ply after the first action with this verb."""
        return self.verbs.index(verb) + 1 + more


EXAMPLE = Example()
MIDDLE = EXAMPLE.after("play", 12)
"""A ply in the third trick: the friend is not known yet."""

Plant = Callable[[list[Frame]], object]
"""Puts a leak into the frames of the viewer."""


def deal_of(frames: list[Frame], ply: int) -> Frame:
    return frames[ply]["public"]["deal"]  # type: ignore[no-any-return]


def insert(frames: list[Frame], frame: Frame) -> None:
    frames.insert(MIDDLE, frame)


def other_hand(frames: list[Frame]) -> None:
    frames[MIDDLE]["private"]["deal"]["hand"] = frames_of(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.friend)[MIDDLE][
        "private"
    ]["deal"]["hand"]


def private_of_another(frames: list[Frame]) -> None:
    frames[MIDDLE]["private"] = frames_of(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.friend)[MIDDLE]["private"]


def discard_in_log(frames: list[Frame]) -> None:
    deal_of(frames, MIDDLE)["log"][EXAMPLE.verbs.index("discard")][1] = " ".join(("discard", *EXAMPLE.buried))


def other_turn(frames: list[Frame]) -> None:
    ply = next(ply for ply in range(MIDDLE, len(frames)) if EXAMPLE.deal.actions[ply][0] == EXAMPLE.friend)
    theirs = frames_of(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.friend)[ply]["private"]["legal"]
    frames[ply]["private"]["legal"] = theirs


def other_turn_in_own_cards(frames: list[Frame]) -> None:
    ply = next(ply for ply in range(MIDDLE, len(frames)) if EXAMPLE.deal.actions[ply][0] == EXAMPLE.friend)
    frames[ply]["private"]["legal"] = [f"play {frames[ply]['private']['deal']['hand'][0]}"]


CALLED, BURIED, REST = EXAMPLE.called, EXAMPLE.buried, list(EXAMPLE.deal.setup.rest)
DISCARDED = EXAMPLE.after("discard")

LEAKS: dict[str, Plant] = {
    "a card of another hand in a new field": lambda f: deal_of(f, MIDDLE).update(hint=CALLED),
    "a fact in a new field without a card": lambda f: deal_of(f, MIDDLE).update(index=3),
    "a new field of the seat's own view": lambda f: f[MIDDLE]["private"]["deal"].update(next="AS"),
    "a new field of the table": lambda f: f[MIDDLE]["public"].update(pack=[]),
    "another hand": other_hand,
    "another seat's private part": private_of_another,
    "the kitty before it is picked up": lambda f: deal_of(f, 1).update(kitty=REST),
    "the kitty as one's own": lambda f: f[DISCARDED]["private"]["deal"].update(kitty=REST),
    "what was laid away, as one's own": lambda f: f[DISCARDED]["private"]["deal"].update(buried=BURIED),
    "what was laid away, in the log": discard_in_log,
    "points laid away counted as taken": lambda f: deal_of(f, MIDDLE)["taken"][EXAMPLE.declarer or 0].update(points=9),
    "a hand's size that tells of the discards": lambda f: deal_of(f, DISCARDED)["cards"].__setitem__(1, 11),
    "the friend's seat": lambda f: deal_of(f, MIDDLE)["friend"].update(seat=EXAMPLE.friend),
    "that the declarer is not alone": lambda f: deal_of(f, MIDDLE)["friend"].update(alone=False),
    "a side to somebody who is on the other": lambda f: f[MIDDLE]["private"]["deal"].update(role="friend"),
    "that the declarer is not alone, to a seat": lambda f: f[MIDDLE]["private"]["deal"].update(alone=False),
    "points by side": lambda f: deal_of(f, MIDDLE).update(sides={"declarer": 1, "others": 2}),
    "another seat's legal actions": other_turn,
    "legal actions of a turn that is another's": other_turn_in_own_cards,
    "a card played before it is in the log": lambda f: deal_of(f, MIDDLE)["trick"]["plays"].append([0, CALLED]),
    "the outcome before the end": lambda f: deal_of(f, MIDDLE).update(outcome={"made": True}),
    "a result before the end": lambda f: f[MIDDLE]["public"]["match"]["results"].append({"deal": 1}),
    "a later action": lambda f: deal_of(f, MIDDLE)["log"].append([0, "play 2S"]),
    "another's refusal": lambda f: insert(f, {"type": "refused", "id": "theirs", "code": "illegal"}),
    "a refusal that names an unknown card": lambda f: insert(
        f, {"type": "refused", "id": "mine", "code": "illegal", "rule": "must_follow", "facts": {"card": CALLED}}
    ),
    "that somebody else's message was carried out": lambda f: insert(f, {"type": "done", "id": "theirs"}),
    "somebody else's message in a view": lambda f: f[MIDDLE].update(done="theirs"),
    "what spectators say": lambda f: insert(
        f, {"type": "chat", "room": "spectators", "name": "Wim", "text": "!", "at": 1.0, "seat": None}
    ),
    "what spectators said, on coming back": lambda f: insert(
        f, {"type": "welcome", "chat": [{"room": "spectators", "name": "Wim", "text": "!", "at": 1.0, "seat": None}]}
    ),
    "more about people than presence": lambda f: insert(f, {"type": "people", "seats": ["friend"], "spectators": []}),
    "a card on coming back": lambda f: insert(f, {"type": "welcome", "chat": [], "server": f"build {CALLED}"}),
    "that another seat may claim": lambda f: f[MIDDLE]["public"].update(may_claim=[EXAMPLE.friend, EXAMPLE.viewer]),
    "an action that was not done, as taken back": lambda f: f[MIDDLE]["public"].update(
        undone=[{"after": 1, "seat": EXAMPLE.friend, "lines": [[EXAMPLE.friend, "play 2S"]]}]
    ),
    "the cards of a seat, as if its owner had agreed": lambda f: f[MIDDLE]["private"].update(shadow=EXAMPLE.friend),
    "an unknown kind of frame": lambda f: insert(f, {"type": "hint"}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    frames = copy.deepcopy(FRAMES)
    LEAKS[leak](frames)
    assert found(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer, frames) != []


FRAMES = frames_of(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer)


def test_frames_without_a_planted_leak_are_fine() -> None:
    assert found(EXAMPLE.ruleset, EXAMPLE.deal, EXAMPLE.viewer, FRAMES) == []


def test_a_private_part_sent_to_a_spectator_is_found() -> None:
    assert found(EXAMPLE.ruleset, EXAMPLE.deal, None, FRAMES) != []
