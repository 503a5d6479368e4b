"""The same proof for everything a live table sends: bytes, number, order and time of the frames of each connection."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec
import pytest

from app import protocol
from app.live.frames import framed
from app.live.table import Job, LiveTable
from app.rules.ruleset import RuleSet, format_ruleset, parse_ruleset
from app.table.state import RUNNING
from app.table.steps import AskBot, Refused, Wake
from tests.conformance.frames import PEOPLE, SHADOW, SHADOWED, WATCHER, Sent, watch
from tests.conformance.games import auction, mighty
from tests.conformance.playout import Deal, play_to_cards
from tests.conformance.test_conformance import CASES
from tests.conformance.worlds import Viewer, possible_worlds

Tamper = Callable[[LiveTable], None]
FEW = 100
"""Only some worlds are looked at here: they need not all be made."""
CLOCK = (15, 30)  # seconds of a turn and of a bank
# Who is shown the cards of a seat knows what that seat knows.
VIEWERS: list[tuple[Viewer, str]] = [(None, WATCHER), (SHADOWED, SHADOW), *enumerate(PEOPLE)]


def find_difference(
    knowledge: ModuleType,
    ruleset: RuleSet,
    rng: random.Random,
    deals: int,
    tamper: Tamper | None = None,
    clock: tuple[int, int] = (0, 0),
) -> tuple[str | None, int]:
    """Play random deals up to a random ply, in the real world and in some possible ones; the first difference."""
    compared = 0
    for _ in range(deals):
        deal = play_to_cards(ruleset, ruleset.game.seats[1], rng)
        cut = Deal(deal.setup, deal.actions[: rng.randrange(len(deal.actions) // 3, len(deal.actions))])
        real = watch(ruleset, cut, tamper, clock)
        for viewer, name in VIEWERS:
            worlds = list(possible_worlds(knowledge, ruleset, cut, viewer, rng, 20, FEW))
            for world in rng.sample(worlds, min(3, len(worlds))):
                compared += 1
                other = watch(ruleset, world, tamper, clock)[name]
                if real[name] != other:
                    return first_difference(name, real[name], other), compared
    return None, compared


def first_difference(name: str, real: list[Sent], other: list[Sent]) -> str:
    """Where two streams part, in words."""
    for number, (mine, theirs) in enumerate(zip(real, other, strict=False)):
        if mine != theirs:
            return f"frame {number} of {name}:\n  {mine}\n  {theirs}"
    return f"{name} was sent {len(real)} frames in one world and {len(other)} in the other"


@pytest.mark.parametrize(("knowledge", "ruleset"), CASES)
def test_frames_and_their_schedule_are_the_same_in_every_world_a_viewer_considers_possible(
    knowledge: ModuleType, ruleset: RuleSet
) -> None:
    rng = random.Random(f"frames {format_ruleset(ruleset)}")
    difference, compared = find_difference(knowledge, ruleset, rng, deals=2)
    assert difference is None, difference
    assert compared >= 14


ONE_EACH = list({case.values[1].game.name: case for case in CASES}.values())
"""The clock of turns belongs to the table: one rule set of each game shows what there is to show."""


@pytest.mark.parametrize(("knowledge", "ruleset"), ONE_EACH)
def test_where_turns_have_a_clock_it_tells_nothing_either(knowledge: ModuleType, ruleset: RuleSet) -> None:
    rng = random.Random(f"clock {format_ruleset(ruleset)}")
    difference, compared = find_difference(knowledge, ruleset, rng, deals=1, clock=CLOCK)
    assert difference is None, difference
    assert compared >= 4


def test_with_a_clock_people_are_late_and_are_played_for() -> None:
    """What the test above looks at does happen."""
    ruleset = parse_ruleset("mighty/japanese@1")
    deal = play_to_cards(ruleset, 5, random.Random(3))
    sent = b"".join(frame for _, frame in watch(ruleset, deal, clock=CLOCK)[WATCHER])
    assert b'"late":true' in sent
    assert b'"kind":"turn"' in sent
    assert re.search(rb'"left":\[[^]]*\d\.\d', sent)


def views_in(sent: list[Sent]) -> dict[int, dict[str, Any]]:
    """The newest view of each version that somebody was sent."""
    texts = [frame[frame.index(b'{"type"') :] for _, frame in sent if b'"type":"table"' in frame]
    return {view["version"]: view for view in map(msgspec.json.decode, texts)}


@pytest.mark.parametrize("ruleset", [pytest.param(case.values[1], id=case.id) for case in CASES])
def test_who_is_shown_the_cards_of_a_seat_is_sent_its_view_of_the_deal_and_nothing_else(ruleset: RuleSet) -> None:
    deal = play_to_cards(ruleset, ruleset.game.seats[1], random.Random(f"{format_ruleset(ruleset)} shadow"))
    streams = watch(ruleset, deal)
    shown, own, plain = (views_in(streams[name]) for name in (SHADOW, PEOPLE[SHADOWED], WATCHER))
    looked = [version for version, view in shown.items() if "private" in view]
    assert len(looked) >= 5
    for version in looked:
        assert shown[version]["private"] == {
            "seat": None, "standin": False, "host": False, "legal": None, "choose": None, "shadow": SHADOWED,
            "deal": own[version]["private"]["deal"],
        }  # fmt: skip
        assert shown[version]["public"] == plain[version]["public"]
    assert not any("private" in view for view in plain.values())


def views_to_all(table: LiveTable) -> None:
    """The last seat's private part goes to the spectators as well."""
    frame = table.audience._public

    def leaking(state: Any) -> bytes:
        hand = state.meta.ruleset.game.private_view(state.state, 4)["hand"] if state.meta.phase == RUNNING else []
        return frame(state)[:-1] + b',"note":' + protocol.encode_part(hand) + b"}"

    table.audience._public = leaking  # type: ignore[method-assign]


def refusals_to_all(table: LiveTable) -> None:
    """Why somebody's card may not be played is told to the whole table."""
    refused = table._refused

    def leaking(job: Job, refusal: Refused) -> None:
        refused(job, refusal)
        for client in table.audience.clients:
            client.line.send_small(framed(protocol.refused_frame(None, refusal.code, refusal.rule, refusal.facts)))

    table._refused = leaking  # type: ignore[method-assign]


def two_hands_to_a_shadow(table: LiveTable) -> None:
    """Who is shown the cards of one seat is shown those of the next one, too."""
    private = table.audience._private

    def leaking(state: Any, owner: Any, turn: Any) -> bytes:
        shown: bytes = private(state, owner, turn)
        if owner.shadow is None or state.meta.phase != RUNNING:
            return shown
        hand = state.meta.ruleset.game.private_view(state.state, SHADOWED + 1)["hand"]
        return shown[:-1] + b',"note":' + protocol.encode_part(hand) + b"}"

    table.audience._private = leaking  # type: ignore[method-assign]


def chat_notice(table: LiveTable) -> None:
    """A notice in the chat when somebody who plays holds a joker."""
    swap = table._swap

    def leaking(job: Job, step: Any) -> None:
        swap(job, step)
        if table.table.meta.phase == RUNNING and table.table.ply == 3:
            game = table.table.meta.ruleset.game
            holder = [seat for seat in range(5) if "JK" in game.private_view(table.table.state, seat)["hand"]]
            note = protocol.ChatMessage("table", "Kibitz", f"seat {holder} smiles", 0.0)
            for client in table.audience.clients:
                client.line.send_small(framed(protocol.encode(note)))

    table._swap = leaking  # type: ignore[method-assign]


def schedule_by_choice(table: LiveTable) -> None:
    """Bots with little to choose from answer sooner."""

    def leaking(effect: AskBot) -> None:
        legal = table.table.meta.ruleset.game.legal(table.table.state, effect.seat)
        table.clockwork.asked[effect.seat] = table.loop.call_later(
            0.1 * min(8, len(legal)), table.clockwork.bot_acts, effect
        )

    table.clockwork.ask_bot = leaking  # type: ignore[method-assign]


def bytes_of_a_hand(table: LiveTable) -> None:
    """The people frame is the longer the more spades the first bot holds: no word of them, only its length."""
    send = table.audience.send_people

    def leaking(people: protocol.People) -> None:
        game = table.table.meta.ruleset.game
        if table.table.meta.phase == RUNNING:
            spades = sum(card.endswith("S") for card in game.private_view(table.table.state, 3)["hand"])
            people = protocol.People(people.seats, [*people.spectators, "." * spades], people.storing, people.timer)
        send(people)

    table.audience.send_people = leaking  # type: ignore[method-assign]


LEAKS: dict[str, Tamper] = {
    "a hand in the spectators' view": views_to_all,
    "another hand in the view of somebody who is shown one": two_hands_to_a_shadow,
    "a refusal sent to the table": refusals_to_all,
    "a chat notice about a hidden card": chat_notice,
    "a schedule that depends on the choice": schedule_by_choice,
    "the length of a frame": bytes_of_a_hand,
}


@pytest.mark.parametrize("tamper", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_of_the_shell_is_caught(tamper: Tamper) -> None:
    difference, _ = find_difference(mighty, parse_ruleset("mighty/japanese@1"), random.Random("leak"), 8, tamper)
    assert difference is not None


def clock_by_choice(table: LiveTable) -> None:
    """Whoever has little to choose from is given less time."""

    def leaking(seat: int, wake: Wake) -> None:
        legal = table.table.meta.ruleset.game.legal(table.table.state, seat)
        table.clockwork.turn.start(seat, wake.token, 10.0 + len(legal), 0.0)

    table.clockwork.begin_turn = leaking  # type: ignore[method-assign]


def test_a_clock_that_depends_on_hidden_cards_is_caught() -> None:
    ruleset = parse_ruleset("mighty/japanese@1")
    difference, _ = find_difference(mighty, ruleset, random.Random("leak"), 8, clock_by_choice, CLOCK)
    assert difference is not None


def judged_by_hand(table: LiveTable) -> None:
    """Where everybody may act at once, those who hold more spades are taken for a little quicker."""
    assert table.contest is not None
    add = table.contest.add

    def leaking(job: Job, made: float) -> None:
        hands = table.table.state.hands
        seat = next((n for n, s in enumerate(table.table.meta.seats) if s.player == getattr(job.who, "id", "")), 3)
        add(job, made - 0.005 * sum(card.endswith("S") for card in hands[seat]))

    table.contest.add = leaking  # type: ignore[method-assign]


def test_an_order_that_depends_on_hidden_cards_is_caught() -> None:
    ruleset = parse_ruleset("auction/standard@1?bid_timer=30&open_timer=60")
    difference, _ = find_difference(auction, ruleset, random.Random("leak"), 8, judged_by_hand)
    assert difference is not None
