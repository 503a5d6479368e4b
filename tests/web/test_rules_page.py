"""The rules page says what the rules do: worked scores are the engine's, and every option changes what is told."""

import re

import pytest
from starlette.testclient import TestClient

from app.rules.mighty.scoring import factor, share
from app.rules.registry import GAMES
from app.rules.ruleset import parse_ruleset
from tests.web.texts import catalogues

GAME = GAMES["mighty"]
NO_TRUMP = catalogues()["en"]["rules.mighty.score.no_trump"]
TABLE = re.compile(r'<table class="scores">(.*?)</table>', re.DOTALL)
NOTICE = re.compile(r'<div class="notice.*?</div>', re.DOTALL)
SCORING = [
    "japanese",
    "english",
    "japanese?double_for=no_trump,alone",
    "japanese?scoring=difference&min_bid=15",
    "japanese?min_bid=12&call_own_card=forbidden",
    "english?double_stack=single",
    "english?scoring=multiple&double_for=none",
    "english?friend_by=none&double_for=alone",
]


def rules_text(client: TestClient, address: str) -> str:
    """What a rules page tells, without its list of differences and its table of options."""
    page = client.get(f"/rules/mighty/{address}", headers={"accept-language": "en"}).text
    text = NOTICE.sub("", page[page.index("data-rules") : page.index("rules-options")])
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def numbers(cell: str) -> list[int]:
    """The numbers of a cell, a minus sign being a minus sign."""
    return [int(number.replace("−", "-")) for number in re.findall(r"[−-]?\d+", cell)]


@pytest.mark.parametrize("address", SCORING)
def test_worked_scores_are_what_the_rules_give(client: TestClient, address: str) -> None:
    page = client.get(f"/rules/mighty/{address}", headers={"accept-language": "en"}).text
    preset, _, query = address.partition("?")
    options = parse_ruleset(f"mighty/{preset}@{GAME.version}" + (f"?{query}" if query else "")).options
    body = TABLE.findall(page)[0].split("<tbody>")[1]
    rows = [[re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
            for row in body.split("</tr>") if "<td" in row]  # fmt: skip
    assert len(rows) >= 4
    for bid, taken, _, declarer, *friend, other in rows:
        alone = not friend or friend[0] == "–"
        trump = "N" if NO_TRUMP in bid else "H"
        one = share(options, numbers(bid)[0], numbers(taken)[0]) * factor(options, trump, alone)
        told = [numbers(cell)[0] for cell in (declarer, other, *([] if alone else friend))]
        assert told == [one * (4 if alone else 2), -one, *([] if alone else [one])]


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_an_option_changes_what_is_told(client: TestClient, option: object) -> None:
    name, values, kind = option.name, option.values, option.kind  # type: ignore[attr-defined]
    usual = GAME.presets["japanese"][name]
    # Some options matter only where others let them: doubling for both reasons needs both.
    base = "japanese?double_for=no_trump,alone" if name == "double_stack" else "japanese?"
    plain = rules_text(client, base)
    for value in values:
        if value == usual or (kind == "set" and value in usual):
            continue
        assert rules_text(client, f"{base}&{name}={value}") != plain, value
