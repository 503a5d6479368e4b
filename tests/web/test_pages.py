"""The pages: they come up for everybody, with the headers they need, and say in people's words what is wrong."""

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import csrf, open_table

PAGES = ["/", "/new", "/rules/mighty/japanese", "/rules/mighty/english", "/protocol", "/api"]
PAGE_DATA = re.compile(r'<script type="application/json" id="page-data">(.*?)</script>', re.DOTALL)


def page_data(text: str) -> dict[str, Any]:
    """What a page hands to its scripts."""
    found = PAGE_DATA.search(text)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_page_comes_up_in_the_visitors_language(client: TestClient, path: str, lang: str) -> None:
    answer = client.get(path, headers={"accept-language": lang})
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_no_bare_key_of_the_catalogue(client: TestClient, path: str) -> None:
    visible = re.sub(r"<(script|code|pre)\b.*?</\1>|<[^>]*>", " ", client.get(path).text, flags=re.DOTALL)
    assert (
        re.findall(r"\b(?:page|lobby|new|rules|option|preset|game|error|api|protocol)\.[a-z_]+\.?[a-z_.]*", visible)
        == []
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("mighty/japanese@1?match_deals=5&double_for=alone", {"en": "5 deals", "ja": "5"}),
        ("euchre/call-partner@1?target=5", {"en": "5", "ja": "5"}),
        ("avinas/standard@1?knock_back=off", {"en": "not possible", "ja": "標準は"}),
    ],
)
def test_an_invitation_tells_the_house_rules(client: TestClient, lang: str, ruleset: str, said: dict[str, str]) -> None:
    code = open_table(client, ruleset=ruleset)
    text = client.get(f"/t/{code}", headers={"accept-language": lang}).text
    told = re.search(r'<div class="house-rules">(.*?)</div>', text, re.DOTALL)
    assert told is not None
    assert len(re.findall("<li>", told[1])) == ruleset.count("=")
    assert said[lang].lower() in told[1].lower()


def test_an_invitation_to_a_preset_as_it_stands_tells_of_no_house_rules(client: TestClient) -> None:
    assert "house-rules" not in client.get(f"/t/{open_table(client)}").text


def test_the_rules_without_a_game_lead_to_the_first_one(client: TestClient) -> None:
    answer = client.get("/rules")
    assert (answer.status_code, answer.headers["location"]) == (307, "/rules/mighty/japanese")


def test_rules_are_shown_with_the_options_of_the_address(client: TestClient) -> None:
    plain, changed = (
        client.get(f"/rules/mighty/japanese{query}").text for query in ("", "?match_deals=5&joker_call=off")
    )
    assert plain != changed


@pytest.mark.parametrize(
    "path", ["/rules/mighty/klingon", "/rules/poker/japanese", "/rules/mighty/japanese?min_bid=99"]
)
def test_unknown_rules_have_no_page(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_rules_page_ignores_what_is_no_option(client: TestClient) -> None:
    assert client.get("/rules/mighty/japanese?utm_source=chat").status_code == 200


# A table's page


def test_a_table_page_knows_its_table(client: TestClient) -> None:
    code = open_table(client)
    data = page_data(client.get(f"/t/{code}").text)
    assert (data["code"], data["ws"], data["sit"]) == (code, f"/ws/tables/{code}", False)


def test_a_table_page_tells_its_script_to_sit_down_when_the_address_says_so(client: TestClient) -> None:
    assert page_data(client.get(f"/t/{open_table(client)}?sit=1").text)["sit"] is True


def test_a_stranger_at_a_table_is_asked_for_a_name(client: TestClient) -> None:
    code = open_table(client)
    assert f'action="/t/{code}/join"' in client.get(f"/t/{code}").text


def test_a_known_player_at_a_table_is_not_asked_again(client: TestClient) -> None:
    code = open_table(client)
    client.post("/api/guests", json={"name": "Mina"})
    assert f'action="/t/{code}/join"' not in client.get(f"/t/{code}").text


def test_a_code_in_small_letters_leads_to_the_table(client: TestClient) -> None:
    code = open_table(client)
    answer = client.get(f"/t/{code.lower()}?sit=1")
    assert (answer.status_code, answer.headers["location"]) == (308, f"/t/{code}?sit=1")


def test_the_qr_code_is_a_picture(client: TestClient) -> None:
    answer = client.get(f"/t/{open_table(client)}/qr.svg")
    assert (answer.headers["content-type"], answer.text[:4]) == ("image/svg+xml", "<svg")


@pytest.mark.parametrize("code", ["ZZZZZZZZ", "x", "A" * 3000, "%00", "%2e%2e", "あいう", "<script>"])
@pytest.mark.parametrize("rest", ["", "/qr.svg"])
def test_an_unknown_table_has_a_friendly_page(client: TestClient, code: str, rest: str) -> None:
    answer = client.get(f"/t/{code}{rest}")
    assert answer.status_code == 404
    assert "<html" in answer.text


# Names with markup


def test_markup_in_a_name_is_shown_as_text_on_every_page(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "<img src=x>'\""})
    client.post("/api/tables", json={})
    for path in PAGES:
        text = client.get(path).text
        assert "<img src=x>" not in text
        assert page_data(text)["player"]["name"] == "<img src=x>'\""


def test_markup_cannot_end_the_data_of_the_scripts(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "</script><b>"})
    assert page_data(client.get("/").text)["player"]["name"] == "</script><b>"


# Errors


@pytest.mark.parametrize(
    "path", ["/nothing", "/t", "/rules/mighty", "/static/none", "/new/", "/%00", "/../../etc/passwd"]
)
def test_an_unknown_address_has_a_page_of_its_own(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<html" in answer.text


def test_a_method_that_is_not_offered_has_a_page(client: TestClient) -> None:
    answer = client.put("/new")
    assert (answer.status_code, "<html" in answer.text) == (405, True)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_error_page_speaks_the_visitors_language(client: TestClient, lang: str) -> None:
    assert f'<html lang="{lang}"' in client.get("/nothing", headers={"accept-language": lang}).text


@pytest.mark.parametrize(
    "cookie", ["kibitz=forged", "kibitz=" + "x" * 7000, "kibitz-visit=x", "kibitz-lang=../en", "=;=;"]
)
def test_a_strange_cookie_never_breaks_a_page(client: TestClient, cookie: str) -> None:
    assert client.get("/", headers={"cookie": cookie}).status_code == 200


# Headers


@pytest.mark.parametrize("path", [*PAGES, "/nothing", "/api/games", "/healthz"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_the_policy_names_the_websocket_of_the_host_that_was_asked(client: TestClient) -> None:
    policy = client.get("/", headers={"host": "cards.test:8000"}).headers["content-security-policy"]
    assert "connect-src 'self' ws://cards.test:8000 wss://cards.test:8000;" in policy


def test_a_strange_host_cannot_write_into_the_policy(client: TestClient) -> None:
    policy = client.get("/", headers={"host": "a.test; script-src *"}).headers["content-security-policy"]
    assert "script-src" not in policy


@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_to_the_policy(client: TestClient, path: str) -> None:
    text = client.get(path).text
    scripts = re.findall(r"<script\b([^>]*)>", text)
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
    assert re.findall(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text) == []


@pytest.mark.parametrize("host", ["[", "a b", "", "x" * 5000, "<b>", "a.test:99999999"])
def test_a_host_that_is_none_never_breaks_a_page(client: TestClient, host: str) -> None:
    code = open_table(client)
    assert client.get(f"/t/{code}", headers={"host": host}).status_code == 200
    assert client.get("/nothing", headers={"host": host}).status_code == 404


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/x/css/base.css", "/api/games"])
def test_head_is_answered_like_get_without_the_body(client: TestClient, path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")


# Static files


def test_a_static_file_under_its_version_may_be_kept_for_ever(client: TestClient) -> None:
    static = page_data(client.get("/").text)["static"]
    assert "immutable" in client.get(f"{static}css/base.css").headers["cache-control"]


def test_a_static_file_under_another_version_is_asked_for_again(client: TestClient) -> None:
    answer = client.get("/static/000000000000/css/base.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_texts_are_sent_compressed_to_browsers_that_take_it(client: TestClient) -> None:
    plain, zipped = (
        client.get("/static/x/i18n/en.json", headers={"accept-encoding": encoding}) for encoding in ("identity", "gzip")
    )
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.json() == plain.json()


@pytest.mark.parametrize(
    "name", ["../app/config.py", "%2e%2e/pyproject.toml", "/etc/passwd", "css", "css/", "js/none.js", "%00"]
)
def test_nothing_but_static_files_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code == 404


def test_every_file_a_page_asks_for_is_there(client: TestClient) -> None:
    wanted = {url for path in PAGES for url in re.findall(r'(?:src|href)="(/static/[^"#]+)', client.get(path).text)}
    assert {url: client.get(url).status_code for url in wanted} == dict.fromkeys(wanted, 200)


def test_a_form_token_is_different_for_every_browser(client: TestClient) -> None:
    first = csrf(client)
    client.cookies.clear()
    assert csrf(client) != first
