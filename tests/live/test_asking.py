"""Taking back and claiming at a live table, in virtual time: what is shown, what bots do meanwhile, what is stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from app.live.storage import load
from app.table.messages import Person
from tests.conformance import virtual
from tests.live.links import Evening, Link

T = TypeVar("T")


def at_table(people: int, story: Callable[[Evening], Awaitable[T]]) -> T:
    """A deal of Euchre for some people, bots on the other seats."""

    async def evening() -> T:
        links = [Link(name, lambda: 0.01, lambda: 0.01) for name in ("ada", "bo", "cy", "dee", "eve")[:people]]
        evening = Evening("euchre/call-partner@1", links, 1)
        await evening.set_up(5)
        for seat, link in enumerate(links):
            link.say("sit", seat=seat)
        await evening.quiet()
        for seat in range(people, 5):
            links[0].say("bot", seat=seat, on=True)
        links[0].say("start")
        await evening.quiet(1)
        return await story(evening)

    return virtual.run(evening())


def deal(link: Link) -> dict[str, Any]:
    view: dict[str, Any] = link.view["public"]["deal"]
    return view


async def pass_in_turn(evening: Evening) -> int:
    """The person in turn passes; the seat. Bots play until somebody is."""
    for _ in range(60):
        (turn,) = deal(evening.links[0])["turn"]
        if turn < len(evening.links):
            evening.links[turn].act("pass")
            await evening.quiet(0.2)
            return int(turn)
        await evening.quiet(0.5)
    raise AssertionError("no person is ever in turn")


async def vote(evening: Evening, but: int, yes: bool = True) -> None:
    (asked,) = evening.links[but].view["public"]["proposals"]
    for seat, link in enumerate(evening.links):
        if seat != but:
            link.say("vote", number=asked["number"], yes=yes)
    await evening.quiet(0.2)


def test_what_all_agree_to_take_back_is_gone_for_everybody_and_for_the_journal() -> None:
    async def story(evening: Evening) -> None:
        before = deal(evening.links[0])
        seat = await pass_in_turn(evening)
        evening.links[seat].say("propose", kind="undo")
        await evening.quiet(0.2)
        await vote(evening, seat)
        assert [deal(link) for link in evening.links] == [before] * 5
        assert evening.links[0].view["public"]["undone"] == [{"after": 0, "seat": seat, "lines": [[seat, "pass"]]}]
        assert (await load(evening.journal, evening.table.id)).table == evening.table.table

    at_table(5, story)


def test_bots_wait_for_the_answers_and_then_go_on() -> None:
    async def story(evening: Evening) -> tuple[int, int, int]:
        seat = await pass_in_turn(evening)
        while seat != 1:  # behind seat 1 the bots are in turn
            seat = await pass_in_turn(evening)
        evening.links[seat].say("propose", kind="undo")
        await evening.quiet(0.2)
        asked = len(deal(evening.links[0])["log"])
        await evening.quiet(20)
        waited = len(deal(evening.links[0])["log"])
        await vote(evening, seat, yes=False)
        await evening.quiet(10)
        return asked, waited, len(deal(evening.links[0])["log"])

    asked, waited, later = at_table(2, story)
    assert asked == waited < later


def test_a_claim_that_cannot_be_asked_for_is_refused_to_its_sender_alone() -> None:
    async def story(evening: Evening) -> tuple[Any, int]:
        ada = evening.links[0]
        while not ada.view["public"].get("may_claim"):
            private = ada.view["private"]
            if private["legal"]:
                ada.act(next((action for action in private["legal"] if action == "pass"), private["legal"][0]))
            await evening.quiet(0.5)
        await evening.quiet(0.5)
        frames = len(evening.links[1].frames)
        identity = ada.say("propose", kind="claim", version=ada.view["version"])
        await evening.quiet(0.2)
        answer = ada.answer(identity)
        assert answer is not None
        return answer.get("code"), len(evening.links[1].frames) - frames

    def alone(evening: Evening) -> Awaitable[tuple[Any, int]]:
        evening.links.append(Link("wim", lambda: 0.01, lambda: 0.01))
        watcher = evening.links[1]
        watcher.table = evening.table
        watcher.client = evening.hub.client(watcher, Person("wim", "wim"))
        evening.table.join(watcher.client)
        return story(evening)

    assert at_table(1, alone) == ("claim_unsure", 0)
