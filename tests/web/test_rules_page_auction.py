"""The rules page of Auction says what the rules do: every option shows in the text, in every language."""

import re

import pytest
from starlette.testclient import TestClient

from app.rules.auction.claims import forms
from app.rules.registry import GAMES

GAME = GAMES["auction"]
RANKS = {"ace": "A", "king": "K", "jack": "J", "ten": "T", "nine": "9", "eight": "8", "seven": "7", "six": "6"} | {
    "five": "5",
    "four": "4",
    "two": "2",
}
NOTICE = re.compile(r'<div class="notice.*?</div>', re.DOTALL)


def rules_text(client: TestClient, query: str, language: str = "en") -> str:
    """What the page tells, without its list of differences and its table of options."""
    page = client.get(f"/rules/auction/standard?{query}", headers={"accept-language": language}).text
    text = NOTICE.sub("", page[page.index("data-rules") : page.index("rules-options")])
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_an_option_changes_what_is_told(client: TestClient, option: object, language: str) -> None:
    name, values = option.name, option.values  # type: ignore[attr-defined]
    usual = GAME.presets["standard"][name]
    told = {value: rules_text(client, f"{name}={value}", language) for value in (*values[:3], *values[-2:], usual)}
    assert len(set(told.values())) == len(told)


def test_the_ladder_names_the_types_from_strong_to_weak(client: TestClient) -> None:
    page = client.get("/rules/auction/standard", headers={"accept-language": "en"}).text
    rows = page[page.index('<table class="scores">') :].split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    strengths = []
    for row in rows:
        named = re.findall(r">(\w+) of (\w)\w+<", row)
        cards = [RANKS[rank] + suit.upper() for rank, suit in named]
        strengths.append(forms(cards)[-1].strength)
    assert len(strengths) == 9
    assert strengths == sorted(strengths, reverse=True)
