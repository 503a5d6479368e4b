"""What a viewer may be sent of a table, worked out from the record of its deals, frame by frame.

The record is the pack, the dealer and the actions. From these alone this module says what each secret field of a
frame must be for one viewer at one ply; a field it does not know of is a fault as well. The program's own views are
not asked. What is particular to Mighty is `Moment` here; Avinas and Euchre bring a moment of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from app.rules.ruleset import RuleSet
from tests.browser import knowledge_auction, knowledge_avinas, knowledge_euchre
from tests.conformance.games import mighty
from tests.conformance.playout import Deal
from tests.conformance.worlds import Viewer, canonical, cards_of

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][SHDC]|JK)(?![A-Za-z0-9])")

KEYS = {
    "table": "type version public private done",
    "public": "code ruleset game preset open watch closed host phase seats least clock match deal "
    "proposals settled absent_after friendly undone may_undo may_claim "
    "closed_discards shadows phrases_only",
    "seat": "name kind standin ready late absence handing before",
    "match": "id number deal counted of totals results winners ended",
    "private": "seat standin host legal choose missed shadow blocked reports deal",
    "choose": "verb count among claim",
    "welcome": "type protocol table player server chat",
    "people": "type seats spectators storing frozen timer idle absent",
    "chat": "type room name text at seat phrase",
    "done": "type id",
    "offers": "type id offers",
    "refused": "type id code rule facts",
    "pong": "type",
    "closing": "type reason",
}
DEAL = (
    "phase dealer turn log round passed standing contract friend specials cards kitty trick last taken sides direct "
    "target outcome"
)
KEY_SETS = {name: frozenset(keys.split(" ")) for name, keys in KEYS.items()}


class Watched(NamedTuple):
    """One viewer's connection: where he sat, what he was sent, and the ids of what he sent himself."""

    viewer: Viewer
    frames: Sequence[str]
    ids: frozenset[str]


class Record(NamedTuple):
    """The rule set, the deals of a match by their number, and which of these have been played to their end."""

    ruleset: RuleSet
    deals: Mapping[int, Deal]
    ended: frozenset[int]


class Known(Protocol):
    """A deal at one ply, as a game works it out from the record."""

    keys: ClassVar[Mapping[str, frozenset[str]]]  # the fields of the public view and of a seat's own ("deal", "own")
    spoken: ClassVar[frozenset[str]]  # fields of the public view that name cards by their rank, whoever holds them
    calls: ClassVar[frozenset[str]]  # verbs whose legal actions name cards that the seat cannot see
    over: bool

    def turn(self) -> list[int | None]:
        """Whose turn it is, from who acted next; empty when nobody has."""

    def known(self, viewer: Viewer) -> set[str]:
        """The cards whose places the viewer knows."""

    def named(self) -> set[str]:
        """Cards that everybody speaks of without knowing where they lie."""

    def public(self) -> dict[str, Any]:
        """The fields of the public view that secrets could show in, as they have to be."""

    def private(self, seat: int) -> dict[str, Any]:
        """The fields of a seat's own view, as they have to be."""


def faults(record: Record, watched: Watched) -> list[str]:
    """What was shown that should not have been, in words; empty when nothing was."""
    found: list[str] = []
    at: Known | None = None
    for number, text in enumerate(watched.frames):
        frame = json.loads(text)
        kind = frame.get("type")
        if kind == "table" and frame["public"]["deal"] is not None:
            deal = frame["public"]["match"]["deal"]
            at = MOMENTS[record.ruleset.game.name](record, deal, len(frame["public"]["deal"]["log"]))
        found += [f"frame {number} ({kind}): {fault}" for fault in _of_frame(watched, frame, at)]
    return found


def _of_frame(watched: Watched, frame: Any, at: Known | None) -> Iterator[str]:
    kind = frame.get("type")
    if kind not in ("table", "welcome", "people", "chat", "done", "offers", "refused", "pong", "closing"):
        yield "an unknown kind of frame"
        return
    yield from unknown(kind, frame)
    for key in ("id", "done"):
        if frame.get(key) is not None and frame[key] not in watched.ids:
            yield f"the answer to somebody else's message ({key})"
    for line in [frame] if kind == "chat" else frame.get("chat", []):
        yield from unknown("chat", line)
        if line["room"] not in ("table", "spectators" if watched.viewer is None else "players"):
            yield f"what was said among the {line['room']}"
    if kind == "people" and any(person not in ("here", "away", None) for person in frame["seats"]):
        yield "more about people than that they are here"
    if kind == "people" and frame.get("idle") is not None and at is not None and frame["idle"] not in at.turn():
        yield "a seat that waits although it is not its turn"
    if kind == "table":
        yield from _of_table(watched.viewer, frame, at)
    elif kind != "chat":
        yield from strangers(frame, set() if at is None else at.known(watched.viewer))


def _of_table(viewer: Viewer, frame: Any, moment: Known | None) -> Iterator[str]:
    public, private = frame["public"], frame.get("private")
    yield from unknown("public", public)
    for seat in public["seats"]:
        yield from unknown("seat", seat)
    if private is not None:
        yield from unknown("private", private)
        if private["seat"] != viewer:
            yield "the private part of another seat"
            return
    if public["match"] is not None:
        yield from unknown("match", public["match"])
        over = public["match"]["deal"] - (public["phase"] == "deal")
        if [result["deal"] for result in public["match"]["results"]] != list(range(1, over + 1)):
            yield "the result of a deal that is not over"
    if public["deal"] is None:
        yield from strangers(frame, set())
        return
    assert moment is not None
    if public.get("shadows") or (private or {}).get("shadow") is not None:
        yield "somebody who is shown another's cards, though nobody has agreed to it"
    if public.get("undone"):
        yield "actions taken back, though the record has none"
    if moment.turn() and not set(public.get("may_claim", ())) <= set(moment.turn()):
        yield "a seat that may claim although it is not its turn"
    if not set(public.get("may_undo", ())) <= {line[0] for line in public["deal"]["log"]}:
        yield "a seat that may take back although it has done nothing"
    yield from unknown("deal", public["deal"], moment.keys["deal"])
    yield from differing("public", public["deal"], moment.public())
    if moment.over:
        return
    if public["deal"]["outcome"] is not None:
        yield "the outcome before the end"
    named = moment.named()
    rest = {key: value for key, value in public.items() if key != "match"}
    rest["deal"] = {key: value for key, value in public["deal"].items() if key not in moment.spoken}
    yield from strangers(rest, moment.known(None) | named)
    if private is not None and viewer is not None:
        yield from _of_seat(moment, viewer, private, named)


def _of_seat(moment: Known, seat: int, private: Any, named: set[str]) -> Iterator[str]:
    own, legal, choose = private["deal"], private["legal"], private["choose"]
    yield from unknown("own", own, moment.keys["own"])
    yield from differing("private", own, moment.private(seat))
    if (legal or choose) and moment.turn() not in ([], [seat]):
        yield "what another seat may do"
    if choose:
        yield from unknown("choose", choose)
    calls = legal is not None and all(action.split(" ")[0] in moment.calls for action in legal)
    shown = {**private, "legal": None} if calls else private
    yield from strangers(shown, moment.known(seat) | named)


class Moment:
    """A deal of Mighty at one ply: what everybody has seen of it, and what follows from that for one seat."""

    keys: ClassVar[Mapping[str, frozenset[str]]] = {
        "deal": frozenset(DEAL.split(" ")),
        "own": frozenset({"hand", "role", "alone", "buried", "kitty", "misdeal"}),
    }
    spoken: ClassVar[frozenset[str]] = frozenset()
    calls: ClassVar[frozenset[str]] = frozenset({"friend"})

    def __init__(self, record: Record, number: int, ply: int) -> None:
        self.ruleset, self.deal, self.ply = record.ruleset, record.deals[number], ply
        self.actions = self.deal.actions[:ply]
        self.over = number in record.ended and ply == len(self.deal.actions)
        self.declarer = mighty.declarer_at(self.deal, ply) if ply else None
        self.tricks, self.running = self._tricks()

    def _tricks(self) -> tuple[list[list[tuple[int, list[str]]]], list[tuple[int, list[str]]]]:
        plays = [
            (seat, action.split(" ")[1:])
            for seat, action in self.actions
            if seat is not None and action.startswith("play ")
        ]
        whole = len(plays) // 5 * 5
        return [plays[start : start + 5] for start in range(0, whole, 5)], plays[whole:]

    def _winner(self, number: int) -> int:
        """Of the trick with this number, counted from 1."""
        return mighty.winner(self.ruleset, mighty.trump_of(self.deal), number, self.tricks[number - 1])

    def _said(self, verb: str) -> list[str] | None:
        """The words of the action with this verb, if it has been done."""
        return next((action.split(" ")[1:] for _, action in self.actions if action.split(" ")[0] == verb), None)

    def turn(self) -> list[int | None]:
        """Whose turn it is, from who acted next; empty when nobody has."""
        return [seat for seat, _ in self.deal.actions[self.ply : self.ply + 1]]

    def known(self, viewer: Viewer) -> set[str]:
        """The cards whose places the viewer knows."""
        pack = cards_of(self.deal)
        return {pack[place] for place in mighty.seen(self.deal, viewer, self.ply)}

    def named(self) -> set[str]:
        """Cards that everybody speaks of without knowing where they lie: the called one, mighty and ripper."""
        values = self.ruleset.values
        call = self._said("friend") or []
        special = {values["mighty_when_spades_trump"], values["ripper_when_clubs_trump"], "AS", "3C"}
        return {*call, *map(str, special)}

    # Everybody

    def public(self) -> dict[str, Any]:
        """The fields of the public view that secrets could show in, as they have to be."""
        friend, call = self._friend(), self._said("friend")
        shown: dict[str, Any] = {
            "log": [
                [seat, "discard ?? ?? ??" if action.startswith("discard ") else action] for seat, action in self.actions
            ],
            "cards": [len(self.hand(seat)) for seat in range(5)],
            "kitty": 3 if self.declarer is None else 0,
            "taken": [self._taken(seat) for seat in range(5)],
            "sides": self._sides() if friend is not None else None,
            **({"turn": self.turn()} if self.over or self.turn() else {}),
        }
        if self.over:
            return {} if self._said("play") is None else shown
        if self.declarer is not None:
            seat = friend if friend != self.declarer else None
            alone = None if friend is None else friend == self.declarer
            shown["friend"] = {"call": call[0] if call else None, "seat": seat, "alone": alone}
        return {**shown, **self._trick()}

    def _trick(self) -> dict[str, Any]:
        """The cards of the running and the last trick: who played what, nothing else."""
        last = None
        if self.tricks:
            plays = [[seat, words[0]] for seat, words in self.tricks[-1]]
            last = (len(self.tricks), plays, self._winner(len(self.tricks)), len(points(self.tricks[-1])))
        running = [[seat, words[0]] for seat, words in self.running]
        return {"last": last, "trick": running if self._said("friend") else None}

    def _taken(self, seat: int) -> dict[str, Any]:
        won = [trick for number, trick in enumerate(self.tricks, 1) if self._winner(number) == seat]
        cards = sorted((card for trick in won for card in points(trick)), key=canonical)
        return {"tricks": len(won), "points": len(cards), "cards": cards}

    def _sides(self) -> dict[str, int]:
        own = {self.declarer, self._friend()}
        by_side = [self._taken(seat)["points"] for seat in range(5)]
        declarer = sum(number for seat, number in enumerate(by_side) if seat in own)
        return {"declarer": declarer, "others": sum(by_side) - declarer}

    def _friend(self) -> int | None:
        """The friend as everybody knows him by now: the declarer himself when he is known to be alone, else None."""
        call = self._said("friend")
        if call is None:
            return None
        if call == ["none"]:
            return self.declarer
        if call == ["first"]:
            return self._winner(1) if self.tricks else None
        for seat, action in self.actions:
            if action.startswith("play ") and action.split(" ")[1] == call[0]:
                return seat
        told = mighty.announced(self.ruleset, self.deal, self.ply)
        if isinstance(told, tuple) and told:
            return int(told[1])
        return self._holder(call[0]) if self.over else None

    # One seat

    def hand(self, seat: int) -> set[str]:
        """What the seat holds now."""
        cards = set(self.deal.setup.hands[seat])
        if seat == self.declarer:
            cards |= set(self.deal.setup.rest)
        played = {action.split(" ")[1] for who, action in self.actions if who == seat and action.startswith("play ")}
        return cards - set(self._said("discard") or []) - played

    def _holder(self, card: str) -> int:
        """Who was dealt the card; the declarer for one that came from the kitty."""
        return next((seat for seat in range(5) if card in self.deal.setup.hands[seat]), self.declarer or 0)

    def role(self, seat: int) -> str | None:
        """The side that the seat knows to be on."""
        call = self._said("friend")
        if seat == self.declarer:
            return "declarer"
        if call is None or (call == ["first"] and self._friend() is None):
            return None
        friend = self._friend() if call in (["first"], ["none"]) else self._holder(call[0])
        return "friend" if friend == seat else "defender"

    def private(self, seat: int) -> dict[str, Any]:
        """The fields of a seat's own view, as they have to be."""
        mine = seat == self.declarer
        call = self._said("friend")
        alone = None
        if mine and call is not None and (len(call[0]) == 2 or self._friend() is not None):
            friend = self._friend() if len(call[0]) > 2 else self._holder(call[0])
            alone = friend == seat
        return {
            "hand": sorted(self.hand(seat), key=canonical),
            "role": self.role(seat),
            "alone": alone,
            "buried": sorted(self._said("discard") or [], key=canonical) if mine else [],
            "kitty": sorted(self.deal.setup.rest, key=canonical) if mine else [],
        }


def points(trick: Iterable[tuple[int, list[str]]]) -> list[str]:
    """The point cards of a trick."""
    return [words[0] for _, words in trick if words[0] != "JK" and words[0][0] in mighty.POINTS]


def unknown(kind: str, value: Mapping[str, Any], keys: frozenset[str] | None = None) -> Iterator[str]:
    """Fields that nobody has looked at: whatever they say may be a secret."""
    yield from (f"an unknown field: {kind}.{key}" for key in value.keys() - (keys or KEY_SETS[kind]))


def differing(where: str, shown: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """Fields that say something else than follows from what the viewer may know."""
    for key, wanted in expected.items():
        value = shown[key]
        if key == "trick" and value is not None:
            value = [play[:2] for play in value["plays"]]
        elif key == "last" and value is not None:
            value = (value["number"], [play[:2] for play in value["plays"]], value["winner"], value.get("points"))
        if value != wanted:
            yield f"{where}.{key} is {value!r}, where {wanted!r} is all that may be known"


def strangers(value: object, known: set[str]) -> Iterator[str]:
    """Cards that are named anywhere in this part of a frame although the viewer does not know where they are."""
    cards = set(CARD.findall(json.dumps(value))) - known
    if cards:
        yield f"cards the viewer does not know: {' '.join(sorted(cards))}"


MOMENTS: Mapping[str, Callable[[Record, int, int], Known]] = {
    "mighty": Moment,
    "auction": knowledge_auction.Moment,
    "avinas": knowledge_avinas.Moment,
    "euchre": knowledge_euchre.Moment,
}
"""By game: from a record the moment of one of its deals at one ply."""
