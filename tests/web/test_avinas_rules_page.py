"""The rules page of Avinas says what the rules do: penalties are the engine's, every option changes what is told."""

import re

import pytest
from starlette.testclient import TestClient

from app.rules.avinas.options import Options
from app.rules.avinas.scoring import band, rums
from app.rules.registry import GAMES
from app.rules.ruleset import parse_ruleset

GAME = GAMES["avinas"]
ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
NOTICE = re.compile(r'<div class="notice.*?</div>', re.DOTALL)
KNOCKS = {"no": 0, "knocked": 1, "knocked back": 2}
SCORING = [
    "standard",
    "pagat",
    "standard?knock=off",
    "standard?knock_back=off&zero_band=zero_tricks",
    "pagat?game2_stop=play_out",
]


def page_of(client: TestClient, address: str) -> str:
    return client.get(f"/rules/avinas/{address}", headers={"accept-language": "en"}).text


def rows(page: str, kind: str) -> list[list[str]]:
    """The cells of a table of worked penalties."""
    body = page.split(f'data-kind="{kind}"')[1].split("<tbody>")[1].split("</tbody>")[0]
    return [[cell.strip() for cell in CELL.findall(row)] for row in ROW.findall(body)]


def options_of(address: str) -> Options:
    preset, _, query = address.partition("?")
    options = parse_ruleset(f"avinas/{preset}@{GAME.version}" + (f"?{query}" if query else "")).options
    assert isinstance(options, Options)
    return options


@pytest.mark.parametrize("address", SCORING)
def test_worked_rams_are_what_the_rules_give(client: TestClient, address: str) -> None:
    told = rows(page_of(client, address), "rum")
    assert len(told) >= 3
    for sevens, *said, points, lost, penalty in told:
        knocks = KNOCKS[said[0]] if said else 0
        made = lost == "0" if knocks else int(points) >= 61
        assert penalty.split()[0] == str(rums(int(sevens), knocks, made))
        assert penalty.endswith("to the others") == made


@pytest.mark.parametrize("address", SCORING)
def test_worked_pips_are_what_the_rules_give(client: TestClient, address: str) -> None:
    told = rows(page_of(client, address), "pip")
    assert len(told) >= 8
    for points, others, tricks, penalty in told:
        made = int(points) >= 61
        how = band(options_of(address), int(others if made else points), int(tricks))
        pips = {"most": 1, "some": 2, "none": 3}[how] * (1 if made else 2)
        assert penalty.split()[0] == str(pips)
        assert penalty.endswith("to the others") == made


def text_of(client: TestClient, address: str) -> str:
    """What the page tells, without its list of differences and its table of options."""
    page = page_of(client, address)
    text = NOTICE.sub("", page[page.index("data-rules") : page.index("rules-options")])
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_an_option_changes_what_is_told(client: TestClient, option: object, preset: str) -> None:
    name, values = option.name, option.values  # type: ignore[attr-defined]
    told = {text_of(client, f"{preset}?{name}={value}") for value in values}
    assert len(told) == len(values)
