"""What `kibitz chaos` writes down while it plays: what was sent, answered and shown, and what is wrong already.

Nothing here trusts the server: a view is compared with all that was shown before, to anybody, under the same version,
and with the view of the same person before it. What can only be said against the journal is `chaos_verdict`'s business.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from typing import Any, NamedTuple

import msgspec

Frame = dict[str, Any]

LONGEST_LIST = 50  # of violations: more of them say nothing new


class Message(NamedTuple):
    """Something that a person said to the server: to which table, under which id, and what it comes down to."""

    code: str
    player: str
    id: str
    kind: str
    text: str


class Shown(NamedTuple):
    """What a person was shown under a version: digests of the public and of the private part (empty: none)."""

    public: str
    private: str


class Ledger:
    """Everything that was seen and said at all tables."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self.sent: dict[tuple[str, str], Message] = {}
        """By player and id."""
        self.done: set[tuple[str, str]] = set()
        self.refused: Counter[str] = Counter()
        self.never: set[tuple[str, str]] = set()
        """Refused for good: nothing of it may ever be stored."""
        self.shown: dict[tuple[str, str], dict[int, Shown]] = defaultdict(dict)
        """By table and player, then by version."""
        self.views = 0
        self.resent = 0
        self._public: dict[str, dict[int, str]] = defaultdict(dict)
        self._newest: dict[tuple[str, str], Frame] = {}
        # By table and player: the words of all actions ever sent. Only cards among them may leave the hand.
        self._words: dict[tuple[str, str], set[str]] = defaultdict(set)

    def wrong(self, what: str) -> None:
        """Notes a violation."""
        if len(self.violations) < LONGEST_LIST:
            self.violations.append(what)

    def says(self, message: Message) -> None:
        """A message is about to be sent, for the first time or again."""
        key = (message.player, message.id)
        self.resent += key in self.sent
        self.sent[key] = message
        if message.kind == "act":
            self._words[message.code, message.player].update(message.text.split())

    def answered(self, player: str, identity: str) -> None:
        """A message was acknowledged."""
        self.done.add((player, identity))

    def refuses(self, player: str, identity: str, code: str) -> None:
        """A message was refused, and its sender gives it up."""
        self.refused[code] += 1
        if (player, identity) in self.done:
            self.wrong(f"a message of {player} was acknowledged first and refused as {code} later")
        self.never.add((player, identity))

    def shows(self, code: str, player: str, frame: Frame) -> None:
        """A view has arrived at a person."""
        self.views += 1
        version = int(frame["version"])
        own = self.shown[code, player]
        before = self._newest.get((code, player))
        shown = Shown(digest(frame["public"]), digest(frame["private"]) if frame.get("private") else "")
        where = f"table {code}, {player}, version {version}"
        if before is not None and version < before["version"]:
            self.wrong(f"{where}: a version went back, {before['version']} had been shown")
            return
        if own.setdefault(version, shown) != shown:
            self.wrong(f"{where}: the same version was shown in two ways")
        if self._public[code].setdefault(version, shown.public) != shown.public:
            self.wrong(f"{where}: somebody else was shown another public view")
        if before is not None and deal_of(before) is not None and deal_of(before) == deal_of(frame):
            for complaint in changes(before, frame, self._words[code, player]):
                self.wrong(f"{where}: {complaint}")
        self._newest[code, player] = frame


def digest(part: object) -> str:
    """A short digest of a part of a view, the same whether it comes from the wire or from a fold."""
    return hashlib.blake2b(msgspec.json.encode(part, order="deterministic"), digest_size=8).hexdigest()


def deal_of(frame: Frame) -> tuple[str, int] | None:
    """Which deal a view shows: of which match, and its number."""
    match = frame["public"].get("match")
    if match is None or frame["public"].get("deal") is None:
        return None
    return match["id"], match["deal"]


def changes(before: Frame, after: Frame, own_words: set[str]) -> list[str]:
    """What a later view of the same deal takes back of an earlier one: lines of the log, cards of one's own hand."""
    found = []
    old, new = before["public"]["deal"]["log"], after["public"]["deal"]["log"]
    if len(new) < len(old):
        found.append("the log has become shorter")
    for number, (line, now) in enumerate(zip(old, new, strict=False)):
        if line != now and not _hidden(line):
            found.append(f"line {number} of the log was {line} and is {now}")
    hands = [_hand(frame) for frame in (before, after)]
    if hands[0] is None or hands[1] is None:
        return found
    gone = hands[0] - hands[1]
    seat = before["private"]["seat"]
    if gone and not any(line[0] == seat for line in new[len(old) :]):
        found.append(f"{' '.join(sorted(gone))} left the hand without an action of its owner")
    unnamed = sorted(card for card in gone if card not in own_words)
    if unnamed:
        found.append(f"{' '.join(unnamed)} left the hand, and its owner never played it")
    return found


def _hidden(line: list[Any]) -> bool:
    """Whether a line of the log keeps a card from the viewer; it may be told later."""
    return any("?" in str(part) for part in line)


def _hand(frame: Frame) -> Counter[str] | None:
    deal = (frame.get("private") or {}).get("deal")
    return None if deal is None or deal.get("hand") is None else Counter(deal["hand"])
