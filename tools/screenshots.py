"""Takes the pictures of the README: the lobby, and of each game bidding, play, result and the page of a whole match, in
a wide window and on a phone.

    python -m tools.screenshots [GAME…]     (from the checkout; `make screenshots` also finds a browser)

A server of its own deals packs that are decided here, bots play without waiting, and a person makes the first move that
the page offers: the same pictures each time, but for the codes of the tables and the time of day.
"""

import os
import shutil
import struct
import sys
import tempfile
import zlib
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import test_auction_deal as auction
from tests.browser.conftest import BROWSERS
from tests.browser.people import Person, Thumb
from tests.browser.server import ROOT, Server
from tests.browser.test_avinas_deal import Speaker, ThumbSpeaker
from tools.finished_match import Finished, finish_match

TARGET = ROOT / "docs" / "screenshots"
LARGEST = 100_000  # bytes of one picture
HEADER = 8  # bytes before the first chunk of a PNG
COLOURS = 256
Colour = tuple[int, int, int]
FLAT = "() => document.querySelector('.table-main')?.style.setProperty('background', 'var(--felt)')"
"""The felt without its shading: nobody misses it in a small picture, and its fine noise would double the file."""
AFTER_TAP = 500  # milliseconds for which a phone marks what was tapped
SCALE = 1.5  # of the phone's pictures: sharp enough, and small
DEALT = """
JK AS KS JS 9S AH QH KC TC 4D
AD KD QD JD 9D 8D 3C 5C 6H 7H
KH JH TH 9H 8H AC QC JC 2S 2D
QS TS 8S 4S 9C 8C 6D 5D 3H 2H
7S 6S 5S 2C 4C 6C 7D 3D 4H 5H
"""
KITTY = ("3S", "7C", "TD")
FIRST = 1  # the dealer, who bids first
ENOUGH_TO_END = 8  # cards in the pile of Auction


class Shown(NamedTuple):
    """How a game comes into its pictures.

    ``seed``: of the pack and the dealer of the deal that is shown (None: the pack above); ``first``: what the page asks
    when the first picture is taken; ``tricks``: how many of them the log has begun when the second one is.
    """

    rules: str
    seed: tuple[int, int] | None
    first: str
    tricks: int
    desk: type[Person] = Person
    thumb: type[Thumb] = Thumb
    limit: int = 17

    @property
    def preset(self) -> str:
        """As the lobby's buttons call it."""
        return self.rules.partition("/")[2].partition("@")[0]


GAMES = {
    "mighty": Shown("mighty/japanese@1", None, "bid", 4),
    "euchre": Shown("euchre/call-partner@1", (4, 4), "order", 3),
    "avinas": Shown("avinas/standard@1", (376, 3), "bid", 4, Speaker, ThumbSpeaker, 8),
}
PEOPLE = ("Mina", "Jun", "Hana")
MATCH_SEED = 100  # of the first pack of a whole match


def main() -> None:
    """Writes docs/screenshots/*.png and says how large they are."""
    TARGET.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or ["lobby", *GAMES, "auction"]
    program = os.environ.get("KIBITZ_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
        server = Server(Path(folder))
        server.start()
        try:
            matches = {game: whole_match(server, shown) for game, shown in GAMES.items() if game in wanted}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
                if "lobby" in wanted:
                    take_lobby(browser, server)
                for game, finished in matches.items():
                    take_game(browser, server, game, finished)
                if "auction" in wanted:
                    take_auction(browser, server)
                browser.close()
        finally:
            server.stop()
    for path in sorted(TARGET.glob("*.png")):
        size = path.stat().st_size
        print(f"{path.relative_to(ROOT)}  {size // 1000} kB")  # noqa: T201 (the command's output)
        assert size < LARGEST, path


def take_lobby(browser: Browser, server: Server) -> None:
    """The lobby with a table that waits for two, two that wait for more, one that plays."""
    stack(server, GAMES["mighty"])
    people = {name: Person(browser, server.url, name) for name in ("Hana", "Jun", "Lucía", "Tomás", "Ada", "Ede")}
    link = people["Hana"].make_table("japanese")
    people["Jun"].sit(link)
    people["Lucía"].sit(link)
    people["Tomás"].make_table("standard", "Avinas")
    people["Ede"].make_table("call-partner", "Euchre")
    people["Ada"].play_with_bots("english")
    for person, size in pair(browser, server, GAMES["mighty"]):
        person.page.goto("/")
        shoot(person, f"lobby-{size}")
        person.close()
    for person in people.values():
        person.close()


def take_auction(browser: Browser, server: Server) -> None:
    """A claim being made, a contested auction, cards being laid, the showdown: Mina at a desk, Jun with a phone."""
    auction.stacked(server)
    mina = Person(browser, server.url, "Mina", reduced_motion="reduce")
    jun = Thumb(browser, server.url, "Jun", reduced_motion="reduce", device_scale_factor=SCALE)
    hana = Person(browser, server.url, "Hana", reduced_motion="reduce")
    link = auction.open_table(mina, "auction/standard@1")
    jun.sit(link)
    hana.sit(link)
    auction.start(mina, [jun, hana])
    shown = ((mina, "wide"), (jun, "phone"))
    seats = sorted([mina, jun, hana], key=Person.seat)
    for number, (winner, size) in enumerate(shown):
        others = [person for person in seats if person is not winner]
        low = auction.pair_of(others[0])
        auction.bid(others[0], low)
        high = auction.pair_of(winner, above=low[0][0])
        auction.pick(winner, high)
        winner.page.locator(".pick-offer").last.wait_for()
        shoot(winner, f"auction-claim-{size}")
        winner.press(winner.page.locator(".pick-offer:not([aria-disabled])").last)
        expect(winner.page.locator(".contract .fact-contract")).to_contain_text(winner.name)
        if number == 0:
            for person, name in shown:
                shoot(person, f"auction-contest-{name}")
        for person in others:
            auction.passes(person)
        winner.page.locator(".hand-choosing").wait_for()
        auction.pick(winner, high)
        shoot(winner, f"auction-lay-{size}")
        winner.press(winner.page.locator("#bar .bar-buttons .button-primary"))
        winner.page.locator(".panel-auction .pick-pass").wait_for()
    while mina.page.locator(".pile-card").count() < ENOUGH_TO_END:
        for person in seats:
            auction.passes(person)
    mina.press(mina.page.get_by_role("button", name="End the deal"))
    mina.press(mina.page.get_by_role("button", name="End it"))
    for person, size in shown:
        person.page.locator(".sheet").wait_for()
        shoot(person, f"auction-showdown-{size}")
    for person in seats:
        person.close()


def pair(browser: Browser, server: Server, shown: Shown) -> list[tuple[Person, str]]:
    """Mina at a desk, and with a phone."""
    desk = shown.desk(browser, server.url, "Mina", shown.limit, reduced_motion="reduce")
    phone = shown.thumb(browser, server.url, "Mina", shown.limit, reduced_motion="reduce", device_scale_factor=SCALE)
    return [(desk, "wide"), (phone, "phone")]


def stack(server: Server, shown: Shown) -> None:
    """From now on the deal that is shown is dealt."""
    if shown.seed is None:
        server.stack(tuple(tuple(line.split(" ")) for line in DEALT.strip().splitlines()), KITTY, FIRST)
    else:
        server.stack_random(*shown.seed, shown.rules)


def whole_match(server: Server, shown: Shown) -> Finished:
    """A match for the page about it, with another pack in every deal."""

    def before_deal(deal: int) -> None:
        server.stack_random(MATCH_SEED + deal, 0, shown.rules)

    return finish_match(server.url, shown.rules, PEOPLE, before_deal)


def take_game(browser: Browser, server: Server, game: str, finished: Finished) -> None:
    """All pictures of a game."""
    shown = GAMES[game]
    stack(server, shown)
    for person, size in pair(browser, server, shown):
        take_deal(person, f"{game}-{{}}-{size}", shown)
        take_match(person, f"{game}-match-{size}", finished)
        person.close()


def take_deal(person: Person, name: str, shown: Shown) -> None:
    """One person's way from the first decision to the result."""
    person.play_with_bots(shown.preset)
    assert person.reach(shown.first, "over") == shown.first
    if shown.first == "bid" and not isinstance(person, Speaker | ThumbSpeaker):
        assert person.bids()  # a number has been chosen, the suits are open
    shoot(person, name.format("bidding"))
    person.reach("play", "over")
    tricks, played = person.page.locator("#rail .log-trick"), person.page.locator("#stage .played")
    while played.count() < 2 or tricks.count() < shown.tricks:
        move(person)
        assert person.asked() == "play"
    shoot(person, name.format("play"))
    person.reach("over")
    expect(person.page.locator(".sheet")).to_be_visible()
    shoot(person, name.format("result"))


def take_match(person: Person, name: str, finished: Finished) -> None:
    """The page of a match that is over, as its first player sees it."""
    person.context.clear_cookies()
    person.context.add_cookies([{"name": "kibitz", "value": finished.token, "url": person.url}])
    person.page.goto(f"/matches/{finished.match}")
    expect(person.page.locator(".match-won")).to_be_visible()
    shoot(person, name)


def move(person: Person) -> None:
    """One move, and what the bots answer, until a trick that was completed has been taken away."""
    plies = person.look()["plies"]
    person.move()
    person.wait_for_plies(plies + 1)
    person.asked()
    expect(person.page.locator("#stage .played-wins")).to_have_count(0)


def shoot(person: Person, name: str) -> None:
    """A picture of the window, as small as PNG allows."""
    person.page.mouse.move(0, 0)
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(FLAT)
    person.page.wait_for_timeout(AFTER_TAP)
    picture = person.page.screenshot(animations="disabled")
    (TARGET / f"{name}.png").write_bytes(packed(picture))


def packed(picture: bytes) -> bytes:
    """The same picture as a PNG with a palette of 256 colours, deflated by the slowest and best setting."""
    width, height, channels, pixels = decoded(picture)
    rows = [pixels[at : at + width * channels] for at in range(0, len(pixels), width * channels)]
    lines = [list(zip(row[::channels], row[1::channels], row[2::channels], strict=True)) for row in rows]
    counts = Counter(chain.from_iterable(lines))
    palette, index = reduced(counts)
    plain = b"".join(b"\0" + bytes(index[colour] for colour in line) for line in lines)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(chain.from_iterable(palette))),
        (b"IDAT", zlib.compress(plain, 9)),
        (b"IEND", b""),
    )
    body = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    return picture[:HEADER] + b"".join(body)


def decoded(picture: bytes) -> tuple[int, int, int, bytes]:
    """Width, height, channels and pixels of a PNG as browsers write it: eight bits, RGB or RGBA, not interlaced."""
    data, at = b"", HEADER
    width = height = kind = 0
    while at < len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        name, chunk = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        if name == b"IHDR":
            width, height, _, kind = struct.unpack_from(">IIBB", chunk)
        elif name == b"IDAT":
            data += chunk
        at += length + 12
    channels = {2: 3, 6: 4}[kind]
    filtered, step = zlib.decompress(data), width * channels + 1
    before, pixels = bytearray(step - 1), bytearray()
    for start in range(0, len(filtered), step):
        before = unfiltered(filtered[start], bytearray(filtered[start + 1 : start + step]), before, channels)
        pixels += before
    return width, height, channels, bytes(pixels)


def unfiltered(how: int, line: bytearray, above: bytearray, channels: int) -> bytearray:
    """A line of pixels from what a PNG stores of it: differences from the pixel to the left, above, or both."""
    for at in range(len(line)):
        left = line[at - channels] if at >= channels else 0
        if how == 1:
            line[at] = (line[at] + left) & 255
        elif how == 2:
            line[at] = (line[at] + above[at]) & 255
        elif how == 3:
            line[at] = (line[at] + (left + above[at]) // 2) & 255
        elif how == 4:
            corner = above[at - channels] if at >= channels else 0
            guess = left + above[at] - corner
            near = min(
                (abs(guess - left), 0, left), (abs(guess - above[at]), 1, above[at]), (abs(guess - corner), 2, corner)
            )
            line[at] = (line[at] + near[2]) & 255
    return line


def reduced(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """At most 256 colours, the most frequent of those that are unlike each other, and the nearest of each colour."""
    groups: dict[Colour, Counter[Colour]] = {}
    for colour, count in counts.items():
        groups.setdefault((colour[0] >> 3, colour[1] >> 3, colour[2] >> 3), Counter())[colour] = count
    frequent = sorted(groups.values(), key=lambda group: -group.total())[:COLOURS]
    palette = [group.most_common(1)[0][0] for group in frequent]
    index = {colour: at for at, colour in enumerate(palette)}
    for colour in counts:
        if colour not in index:
            r, g, b = colour
            near = ((r - p[0]) ** 2 + (g - p[1]) ** 2 + (b - p[2]) ** 2 for p in palette)
            index[colour] = min(zip(near, range(len(palette)), strict=False))[1]
    return palette, index


if __name__ == "__main__":
    main()
