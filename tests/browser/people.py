"""People at browsers of their own: one with a mouse, one with a thumb on a phone, one with nothing but a keyboard.

They decide by what their page offers and by nothing else: bid the least that is open up to a limit, lay away and play
the first cards that may be. Everything their browser is sent on the table's websocket is kept.
"""

from __future__ import annotations

import json
import re
import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DOUBLE_TAP = 0.5  # seconds between two taps that are not one double tap
SIT = re.compile(r"^Sit down$")
PLAYABLE = ".held-card:not([aria-disabled])"

ASKED = """() => {
  if (!["deal", "dealing"].includes(document.body.dataset.phase)) return "over";
  const panel = document.querySelector("#bar .panel-over > *");
  const panels = ["bid", "call", "friend", "order", "swap"];
  if (panel) return panels.find((name) => panel.matches(`.panel-${name}`)) ?? "suit";
  if (document.querySelector("#hand .hand-choosing")) return "discard";
  return document.querySelector("#hand .held-legal") ? "play" : null;
}"""
"""What the page asks of its player: bid, suit (trump or direction), friend, discard or play; in Euchre also order,
swap and call; over after the deal."""


HOW = """(name) => {
  if (document.querySelector("#hand .ways button")) return "ways";
  const card = document.querySelector(`#hand [data-card="${name}"]`);
  return !card || card.closest(".held-pending") ? "gone" : null;
}"""

LOOK = """() => ({
  phase: document.body.dataset.phase,
  turn: Number(document.querySelector("[data-seat].seat-turn")?.dataset.seat ?? -1),
  plies: document.querySelectorAll("#rail .log-line").length,
})"""


class Person:
    """Somebody with a mouse.

    :param limit: the highest number to bid
    """

    def __init__(self, browser: Browser, url: str, name: str, limit: int = 0, **options: Any) -> None:
        self.url, self.name, self.limit = url, name, limit
        self.context: BrowserContext = browser.new_context(
            **{**DESK, "base_url": url, "locale": "en-GB", **options}  # type: ignore[arg-type]
        )
        self.context.set_default_timeout(10_000)
        self.received: list[str] = []
        self.sent: list[str] = []
        self.complaints: list[str] = []
        self.taps = 0
        self.page = self.open()

    def open(self) -> Page:
        """A new tab that is listened to."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _listen(self, socket: WebSocket) -> None:
        if "/ws/tables/" in socket.url:
            socket.on("framereceived", lambda frame: self.received.append(_text(frame)))
            socket.on("framesent", lambda frame: self.sent.append(_text(frame)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def close(self) -> None:
        self.context.close()

    @property
    def ids(self) -> set[str]:
        """Ids of the messages this browser sent."""
        return {message["id"] for message in map(json.loads, self.sent) if "id" in message}

    # Coming to the table

    def press(self, target: Locator) -> None:
        """One tap, in this person's way."""
        self.taps += 1
        target.click()

    def make_table(self, preset: str, game: str = "Mighty") -> str:
        """Makes a table on the page for it; returns the link for the others."""
        self.page.goto("/new")
        self.page.get_by_role("navigation", name="Game").get_by_role("link", name=game, exact=True).click()
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("radio", name=re.compile(preset, re.IGNORECASE)).check()
        expect(self.page.locator("[data-ruleset]")).to_have_text(f"{game.lower()}/{preset}@1")
        self.page.get_by_role("button", name="Open the table").click()
        return self.page.get_by_label("Invite friends with this link").input_value()

    def sit(self, link: str) -> None:
        """From the link to a seat."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.page.get_by_role("button", name=SIT))
        self.page.locator("body[data-seated]").wait_for()

    def watch(self, link: str) -> None:
        """From the link to a place behind the others."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.page.get_by_role("button", name="Just watch"))
        self.page.get_by_role("button", name="Sit down").first.wait_for()

    def play_with_bots(self, preset: str = "japanese") -> None:
        """From the lobby to a running deal against four bots."""
        self.page.goto("/")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("radio", name=re.compile(preset, re.IGNORECASE)).check()
        self.page.get_by_role("button", name="Play now").click()
        self.wait_for_phase("deal")

    # What is on the page

    def look(self) -> dict[str, Any]:
        """The phase, whose turn the plates show, and how many actions of the deal the log lists."""
        now: dict[str, Any] = self.page.evaluate(LOOK)
        return now

    def wait_for_plies(self, plies: int) -> None:
        """Until the page has drawn the view with this many actions."""
        self.page.wait_for_function("n => document.querySelectorAll('#rail .log-line').length >= n", arg=plies)

    def wait_for_phase(self, phase: str) -> None:
        """Until the page has drawn a view of this phase of the table."""
        self.page.locator(f"body[data-phase={phase}] #bar .bar-prompt").wait_for()

    def seat(self) -> int:
        """The number of the seat whose plate is one's own."""
        return int(self.page.locator("#bar [data-seat]").get_attribute("data-seat") or -1)

    def hand(self) -> list[str]:
        """The cards of the hand from left to right."""
        cards: list[str] = self.page.locator("#hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
        return cards

    def card(self, card: str) -> Locator:
        return self.page.locator(f"#hand [data-card='{card}']")

    def say(self, text: str) -> None:
        """Writes in the chat, reads what came of it and goes back to the log."""
        rail = self.page.get_by_role("complementary")
        self.press(rail.get_by_role("tab", name="Chat"))
        rail.get_by_role("textbox").fill(text)
        rail.get_by_role("textbox").press("Enter")
        expect(rail.get_by_text(text)).to_be_visible()
        self.press(rail.get_by_role("tab", name="Log"))

    # Playing

    def move(self) -> str:
        """Does what is asked; returns what that was."""
        asked = self.asked()
        self.do(asked)
        return asked

    def do(self, asked: str) -> None:
        getattr(self, asked)()

    def asked(self) -> str:
        """What the page asks, once it asks something."""
        return str(self.page.wait_for_function(ASKED).json_value())

    def reach(self, *goals: str) -> str:
        """Makes one's moves until one of these is asked; the others at the table are bots."""
        while (asked := self.asked()) not in goals:
            plies = self.look()["plies"]
            self.do(asked)
            self.wait_for_plies(plies + 1)
        return asked

    def bids(self) -> bool:
        """Picks the lowest number that may be bid with a suit and is within the limit; whether there is one."""
        suits = self.page.locator(".pick-strain:enabled:not([aria-disabled])")
        for number in self.page.locator(".pick-number:enabled:not([aria-disabled])").all():
            if int(number.inner_text()) > self.limit:
                return False
            self.pick_number(number)
            expect(number).to_have_attribute("aria-pressed", "true")
            if suits.count() > 1:  # the last one is no trump
                return True
        return False

    def pick_number(self, number: Locator) -> None:
        self.press(number)

    def bid(self) -> None:
        if self.bids():
            self.press(self.page.locator(".pick-strain:enabled:not([aria-disabled])").first)
        else:
            self.press(self.page.get_by_role("button", name="Pass", exact=True))

    def discard(self) -> None:
        for card in self.hand()[-3:]:
            self.press(self.card(card))
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        self.press(self.page.locator("#bar .bar-buttons button"))

    def suit(self) -> None:
        self.press(self.page.locator(".panel-suits button:enabled:not([aria-disabled])").first)

    def friend(self) -> None:
        self.press(self.callable())
        self.press(self.page.locator(".panel-confirm"))

    def order(self) -> None:
        """Makes the upcard's suit trump if there is a limit to bid up to, else passes."""
        self.press(self.page.locator(".pick-order" if self.limit else ".panel-order .pick-pass"))

    def swap(self) -> None:
        self.press(self.card(self.hand()[-1]))
        self._exchange()

    def _exchange(self) -> None:
        expect(self.card(self.hand()[-1])).to_have_attribute("aria-pressed", "true")
        self.press(self.page.locator("#bar .bar-buttons button"))

    def call(self) -> None:
        self.press(self.page.locator(".call-grid .pick-call:enabled:not([aria-disabled]):visible").first)
        self.press(self.page.locator(".panel-confirm"))

    def callable(self) -> Locator:
        """The button of the mighty or the joker, else that of the first card in view that is not one's own."""
        special = self.page.locator(".call-others .pick-call:enabled:not([aria-disabled]):not(.pick-own)")
        return (
            special
            if special.count()
            else self.page.locator(".pick-call:enabled:not([aria-disabled]):not(.pick-own):visible")
        ).first

    def playable(self) -> str:
        """The leftmost card that may be played."""
        return str(self.page.locator(PLAYABLE).first.get_attribute("data-card"))

    def play(self) -> None:
        card = self.playable()
        self.press(self.card(card))
        if self.asked_how(card):
            self.press(self.page.locator("#hand .ways button").first)

    def asked_how(self, card: str) -> bool:
        """Whether the card that was pressed can be played in several ways; else it is on its way."""
        return self.page.wait_for_function(HOW, arg=card).json_value() == "ways"


class Thumb(Person):
    """Somebody with a phone held upright: a tap lifts a card, another one plays it."""

    tapped = float("-inf")

    def __init__(self, browser: Browser, url: str, name: str, limit: int = 0, **options: Any) -> None:
        super().__init__(browser, url, name, limit, **{**PHONE, **options})

    def press(self, target: Locator) -> None:
        self.taps += 1
        target.tap()
        self.tapped = time.monotonic()

    def do(self, asked: str) -> None:
        """As quick as a thumb can be: a tap that follows at once is the second half of a double tap to the browser."""
        self.page.wait_for_timeout(max(0.0, self.tapped + DOUBLE_TAP - time.monotonic()) * 1000)
        super().do(asked)

    def play(self) -> None:
        card = self.playable()
        self.press(self.card(card))
        lifted = self.page.locator(f"#hand .held-up [data-card='{card}']")
        expect(lifted).to_be_visible()
        assert self.page.locator("#hand .held-pending").count() == 0, "the first tap only lifts"
        ways = self.page.locator("#hand .ways button")
        self.press(ways.first if ways.count() else lifted)


class Keys(Person):
    """Somebody who never touches a mouse."""

    def press(self, target: Locator) -> None:
        """Walks to the target with the tabulator and presses Enter."""
        self.taps += 1
        self.walk("Tab", target)
        self.page.keyboard.press("Enter")

    def walk(self, key: str, target: Locator, most: int = 80) -> None:
        """Presses a key until the target has the focus."""
        for _ in range(most):
            if target.evaluate("e => e === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{target} cannot be reached with {key}")

    def focus_is_in(self, selector: str) -> None:
        self.page.wait_for_function("s => document.activeElement?.matches(s)", arg=selector)

    def pick_number(self, number: Locator) -> None:
        self.page.keyboard.press(number.inner_text()[-1])

    def bid(self) -> None:
        if self.bids():
            self.focus_is_in(".pick-strain")
            self.page.keyboard.press("Enter")
        else:
            self.page.keyboard.press("p")

    def discard(self) -> None:
        cards = self.hand()
        self.page.keyboard.press("h")
        for card in cards[-3:]:
            self.walk("ArrowRight", self.card(card))
            self.page.keyboard.press("Enter")
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        self.page.keyboard.press("b")
        self.focus_is_in("#bar .bar-buttons button")
        self.page.keyboard.press("Enter")

    def suit(self) -> None:
        self.page.keyboard.press("b")
        self.focus_is_in(".panel-suits button")
        self.page.keyboard.press("Enter")

    def swap(self) -> None:
        self.page.keyboard.press("h")
        self.walk("ArrowRight", self.card(self.hand()[-1]))
        self.page.keyboard.press("Enter")
        self._exchange()

    def friend(self) -> None:
        self.page.keyboard.press("b")
        self.focus_is_in(".panel-friend button")
        self.press(self.callable())
        self.press(self.page.locator(".panel-confirm"))

    def play(self) -> None:
        card = self.playable()
        self.page.keyboard.press("h")
        self.walk("ArrowRight", self.card(card))
        self.page.keyboard.press("Enter")
        if self.asked_how(card):
            self.page.keyboard.press("b")
            self.focus_is_in("#hand .ways button")
            self.page.keyboard.press("Enter")


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode()
