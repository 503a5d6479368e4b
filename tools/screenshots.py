"""Takes the pictures of the README: lobby, bidding, play and result, in a wide window and on a phone.

    python -m tools.screenshots        (from the checkout; `make screenshots` also finds a browser)

A server of its own deals a pack that is written down here, bots play without waiting, and a person makes the first move
that the page offers: the same pictures each time, but for the codes of the tables.
"""

import os
import shutil
import struct
import tempfile
import zlib
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import BROWSERS
from tests.browser.people import Person, Thumb
from tests.browser.server import ROOT, Server

TARGET = ROOT / "docs" / "screenshots"
LARGEST = 300_000  # bytes of one picture
HEADER = 8  # bytes before the first chunk of a PNG
STRATEGIES = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED)
FLAT = "() => document.querySelector('.table-main')?.style.setProperty('background', 'var(--felt)')"
"""The felt without its shading: nobody misses it in a small picture, and its fine noise would double the file."""
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


def main() -> None:
    """Writes docs/screenshots/*.png and says how large they are."""
    TARGET.mkdir(parents=True, exist_ok=True)
    program = os.environ.get("KIBITZ_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            server.stack(tuple(tuple(line.split(" ")) for line in DEALT.strip().splitlines()), KITTY, FIRST)
            hosts = furnish(browser, server)
            take_all(Person(browser, server.url, "Mina", 17, reduced_motion="reduce"), "wide")
            phone = Thumb(browser, server.url, "Mina", 17, reduced_motion="reduce", device_scale_factor=SCALE)
            take_all(phone, "phone")
            for host in hosts:
                host.close()
        finally:
            browser.close()
            server.stop()
    for path in sorted(TARGET.glob("*.png")):
        size = path.stat().st_size
        print(f"{path.relative_to(ROOT)}  {size // 1000} kB")  # noqa: T201 (the command's output)
        assert size < LARGEST, path


def furnish(browser: Browser, server: Server) -> list[Person]:
    """Tables for the lobby: one that waits for two, one that waits for four, one that plays."""
    people = {name: Person(browser, server.url, name) for name in ("Hana", "Jun", "Lucía", "Tomás", "Ada")}
    link = people["Hana"].make_table("japanese")
    people["Jun"].sit(link)
    people["Lucía"].sit(link)
    people["Tomás"].make_table("english")
    people["Ada"].play_with_bots("english")
    return list(people.values())


def take_all(person: Person, size: str) -> None:
    """One person's way from the lobby to the result."""
    person.page.goto("/")
    shoot(person, f"lobby-{size}")
    person.play_with_bots()
    while person.look()["plies"] < 4:
        move(person)
    assert person.asked() == "bid"
    assert person.bids()
    shoot(person, f"bidding-{size}")
    person.reach("play")
    while person.page.locator("#stage .played").count() < 2 or person.page.locator("#rail .log-trick").count() < 4:
        move(person)
        assert person.asked() == "play"
    shoot(person, f"play-{size}")
    person.reach("over")
    expect(person.page.locator(".sheet")).to_be_visible()
    shoot(person, f"result-{size}")
    person.close()


def move(person: Person) -> None:
    """One move, and what the bots answer, until a trick that was completed has been taken away."""
    plies = person.look()["plies"]
    person.move()
    person.wait_for_plies(plies + 1)
    person.asked()
    expect(person.page.locator("#stage .played-wins")).to_have_count(0)


def shoot(person: Person, name: str) -> None:
    """A picture of the window, packed as tightly as PNG allows."""
    person.page.mouse.move(0, 0)
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(FLAT)
    picture = person.page.screenshot(animations="disabled")
    (TARGET / f"{name}.png").write_bytes(packed(picture))


def packed(picture: bytes) -> bytes:
    """The same PNG with its pixels deflated by the slowest and best setting, without text chunks."""
    chunks = []
    pixels = b""
    at = HEADER
    while at < len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            pixels += data
        elif kind in (b"IHDR", b"PLTE", b"tRNS", b"sRGB"):
            chunks.append((kind, data))
        at += length + 12
    chunks.append((b"IDAT", min((deflated(zlib.decompress(pixels), way) for way in STRATEGIES), key=len)))
    chunks.append((b"IEND", b""))
    body = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    return picture[:HEADER] + b"".join(body)


def deflated(data: bytes, strategy: int) -> bytes:
    """Deflated with the most effort and memory."""
    compress = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
    return compress.compress(data) + compress.flush()


if __name__ == "__main__":
    main()
