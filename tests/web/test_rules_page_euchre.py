"""The rules page of Euchre says what the rules do: worked points are the engine's, every option shows in the text."""

import re

import pytest
from starlette.testclient import TestClient

from app.rules.euchre.scoring import points
from app.rules.registry import GAMES
from app.rules.ruleset import parse_ruleset

GAME = GAMES["euchre"]
TABLE = re.compile(r'<table class="scores">(.*?)</table>', re.DOTALL)
NOTICE = re.compile(r'<div class="notice.*?</div>', re.DOTALL)
SCORING = ["", "alone_march=5&alone_three_four=2", "alone_march=4&defenders_all_five=2", "euchre_points=1"]


def rules_page(client: TestClient, query: str) -> str:
    return client.get(f"/rules/euchre/call-partner?{query}", headers={"accept-language": "en"}).text


def rules_text(client: TestClient, query: str) -> str:
    """What the page tells, without its list of differences and its table of options."""
    page = rules_page(client, query)
    text = NOTICE.sub("", page[page.index("data-rules") : page.index("rules-options")])
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


@pytest.mark.parametrize("query", SCORING)
def test_worked_points_are_what_the_rules_give(client: TestClient, query: str) -> None:
    options = parse_ruleset("euchre/call-partner@1" + (f"?{query}" if query else "")).options
    body = TABLE.findall(rules_page(client, query))[0].split("<tbody>")[1]
    rows = [[int(cell) for cell in re.findall(r">(\d+)<", row)] for row in body.split("</tr>") if "<td" in row]
    assert [row[0] for row in rows] == [5, 4, 3, 2, 1, 0]
    for taken, attacker, alone, defender in rows:
        assert (attacker, defender) == points(options, taken, alone=False)
        assert (alone, defender) == points(options, taken, alone=True)


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_an_option_changes_what_is_told(client: TestClient, option: object) -> None:
    name, values = option.name, option.values  # type: ignore[attr-defined]
    plain = rules_text(client, "")
    for value in values:
        if value != GAME.presets["call-partner"][name]:
            assert rules_text(client, f"{name}={value}") != plain, value
