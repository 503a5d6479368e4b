"""The JSON API: what it gives, and what it refuses."""

import dataclasses
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.rules.registry import GAMES
from tests.web.conftest import guest, open_table

UNKNOWN_TABLES = [
    "ZZZZZZZZ",
    "x",
    "ABCDEFGHJ",
    "A" * 5000,
    "ABCD%00EF",
    "..%2f..%2fetc",
    "あいう",
    "ABCD EFG",
    "' OR 1",
]


def refused(answer: Any, status: int, code: str) -> bool:
    """True when an answer is this refusal, with words for people."""
    body = answer.json()
    return (answer.status_code, body["code"]) == (status, code) and bool(body["message"])


def test_a_guest_needs_a_name_and_nothing_else(client: TestClient) -> None:
    made = client.post("/api/guests", json={"name": "Mina"})
    assert (made.status_code, made.json()["player"]["name"]) == (201, "Mina")


def test_the_token_of_a_guest_is_also_set_as_a_cookie_that_scripts_cannot_read(client: TestClient) -> None:
    made = client.post("/api/guests", json={"name": "Mina"})
    cookie = made.headers["set-cookie"]
    assert f"kibitz={made.json()['token']}" in cookie
    assert all(flag in cookie for flag in ("HttpOnly", "SameSite=lax", "Path=/"))


def test_the_cookie_is_enough_to_be_known(client: TestClient) -> None:
    made = client.post("/api/guests", json={"name": "Mina"}).json()
    assert client.get("/api/me").json() == {"player": made["player"]}


def test_the_token_is_enough_to_be_known(client: TestClient) -> None:
    assert client.get("/api/me", headers=guest(client, "Toma")).json()["player"]["name"] == "Toma"


def test_a_stranger_is_told_to_make_a_guest_first(client: TestClient) -> None:
    assert refused(client.get("/api/me"), 401, "no_identity")


@pytest.mark.parametrize("cookie", ["nonsense", "x" * 7000, "abcdefghjkmn.1.AAAA", '"', "%00", "."])
def test_a_forged_cookie_is_the_same_as_none(client: TestClient, cookie: str) -> None:
    assert refused(client.get("/api/me", headers={"cookie": f"kibitz={cookie}"}), 401, "no_identity")


def test_a_forged_cookie_does_not_stand_in_the_way_of_a_new_guest(client: TestClient) -> None:
    assert client.post("/api/guests", json={"name": "Mina"}, headers={"cookie": "kibitz=forged"}).status_code == 201


def test_a_player_can_take_another_name(client: TestClient) -> None:
    known = guest(client)
    client.patch("/api/me", json={"name": "Wilhelmina"}, headers=known)
    assert client.get("/api/me", headers=known).json()["player"]["name"] == "Wilhelmina"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("\u200b", "name_characters"),
        ("x" * 25, "name_too_long"),
        ("Mi\x00na", "name_characters"),
        ("Mi\nna", "name_characters"),
        ("\u202eanim", "name_characters"),
        ("Z" + "\u0301" * 40, "name_characters"),
    ],
)
def test_an_absurd_name_is_refused_with_its_reason(client: TestClient, name: str, reason: str) -> None:
    answer = client.post("/api/guests", json={"name": name})
    assert refused(answer, 422, "bad_name")
    assert answer.json()["reason"] == reason


def test_markup_is_a_name_like_any_other(client: TestClient) -> None:
    assert client.post("/api/guests", json={"name": "<b>Mina</b>"}).json()["player"]["name"] == "<b>Mina</b>"


@pytest.mark.parametrize(
    "body",
    [{}, {"name": 7}, {"name": None}, {"name": ["Mina"]}, {"name": "Mina", "admin": True}, [], "Mina", 3],
)
def test_wrong_types_and_unknown_fields_are_refused(client: TestClient, body: object) -> None:
    assert refused(client.post("/api/guests", json=body), 422, "invalid")


def test_the_field_that_is_wrong_is_named(client: TestClient) -> None:
    assert client.post("/api/guests", json={"name": "Mina", "admin": True}).json()["field"] == "admin"


@pytest.mark.parametrize("text", ["", "{", '{"name": "Mina"', "\x00", "[" * 5000])
def test_what_is_no_json_is_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/guests", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("malformed", "invalid")


def test_lone_surrogates_in_json_are_refused(client: TestClient) -> None:
    answer = client.post("/api/guests", content=rb'{"name": "\ud800"}', headers={"content-type": "application/json"})
    assert refused(answer, 400, "malformed")


def test_bytes_that_are_no_utf8_are_refused(client: TestClient) -> None:
    answer = client.post("/api/guests", content=b'{"name": "\xff\xfe"}', headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(client: TestClient, kind: str) -> None:
    answer = client.post("/api/guests", content=b'{"name":"Mina"}', headers={"content-type": kind})
    assert refused(answer, 415, "not_json")


def test_a_page_of_another_site_may_not_post(client: TestClient) -> None:
    answer = client.post("/api/guests", json={"name": "Mina"}, headers={"origin": "https://evil.test"})
    assert refused(answer, 403, "foreign_origin")


def test_our_own_pages_may_post(client: TestClient) -> None:
    answer = client.post("/api/guests", json={"name": "Mina"}, headers={"origin": "http://testserver"})
    assert answer.status_code == 201


def test_a_huge_body_is_refused(client: TestClient) -> None:
    assert refused(client.post("/api/guests", json={"name": "x" * 20_000}), 413, "too_large")


def test_a_huge_body_that_does_not_announce_its_length_is_refused(client: TestClient) -> None:
    body = (b'{"name": "' + b"x" * 1000 for _ in range(40))
    answer = client.post("/api/guests", content=body, headers={"content-type": "application/json"})
    assert refused(answer, 413, "too_large")


# Tables


def test_a_table_needs_no_wishes(client: TestClient) -> None:
    code = open_table(client)
    assert client.get(f"/api/tables/{code}").json()["ruleset"] == "mighty/japanese@1"


def test_a_new_table_comes_with_the_address_for_friends(client: TestClient) -> None:
    made = client.post("/api/tables", json={}, headers=guest(client)).json()
    assert made["url"] == f"http://testserver/t/{made['code']}"


def test_a_table_can_be_made_from_a_rule_set_as_text(client: TestClient) -> None:
    code = open_table(client, ruleset="mighty/english@1?match_deals=5")
    assert client.get(f"/api/tables/{code}").json()["of"] == 5


def test_a_table_can_be_made_from_preset_and_options(client: TestClient) -> None:
    code = open_table(client, game="mighty", preset="english", options={"match_deals": 20, "friend_by": ["card"]})
    assert client.get(f"/api/tables/{code}").json()["ruleset"] == "mighty/english@1?friend_by=card&match_deals=20"


def test_bots_fill_the_seats_at_once_when_wished(client: TestClient) -> None:
    seats = client.get(f"/api/tables/{open_table(client, bots=True)}").json()["seats"]
    assert sum(seat["kind"] == "bot" for seat in seats) >= 4


def test_an_open_table_is_listed(client: TestClient) -> None:
    code = open_table(client)
    assert code in [table["code"] for table in client.get("/api/tables").json()["tables"]]


def test_a_table_by_link_only_is_not_listed(client: TestClient) -> None:
    code = open_table(client, open=False)
    assert code not in [table["code"] for table in client.get("/api/tables").json()["tables"]]


def test_a_table_is_found_in_whichever_case_its_code_is_written(client: TestClient) -> None:
    assert client.get(f"/api/tables/{open_table(client).lower()}").status_code == 200


@pytest.mark.parametrize("code", UNKNOWN_TABLES)
def test_an_unknown_code_is_no_table(client: TestClient, code: str) -> None:
    assert client.get(f"/api/tables/{code}").json()["code"] in ("no_table", "not_found")


def test_a_stranger_makes_no_table(client: TestClient) -> None:
    assert refused(client.post("/api/tables", json={}), 401, "no_identity")


@pytest.mark.parametrize(
    ("wish", "option"),
    [
        ({"ruleset": "mighty"}, "ruleset"),
        ({"ruleset": "mighty/japanese@99"}, "version"),
        ({"ruleset": "mighty/klingon@1"}, "preset"),
        ({"ruleset": "poker/japanese@1"}, "game"),
        ({"ruleset": "mighty/japanese@1?min_bid=99"}, "min_bid"),
        ({"ruleset": "mighty/japanese@1?cheat=on"}, "cheat"),
        ({"ruleset": "mighty/japanese@1", "game": "mighty"}, "ruleset"),
        ({"game": "poker"}, "game"),
        ({"preset": "english"}, "game"),
        ({"game": "mighty", "preset": "klingon"}, "preset"),
        ({"game": "mighty", "options": {"min_bid": 99}}, "min_bid"),
        ({"game": "mighty", "options": {"min_bid": True}}, "min_bid"),
        ({"game": "mighty", "options": {"friend_by": ["card", "card"]}}, "friend_by"),
        ({"game": "mighty", "options": {"cheat": "on"}}, "cheat"),
    ],
)
def test_rules_that_do_not_exist_are_refused_by_name(client: TestClient, wish: dict[str, object], option: str) -> None:
    answer = client.post("/api/tables", json=wish, headers=guest(client))
    assert refused(answer, 422, "bad_ruleset")
    assert answer.json()["option"] == option


@pytest.mark.parametrize(
    "wish", [{"open": "yes"}, {"bots": 1}, {"watch": "friends"}, {"seats": 9}, {"options": [1]}, {"ruleset": 5}]
)
def test_a_wish_of_the_wrong_type_is_refused(client: TestClient, wish: dict[str, object]) -> None:
    assert refused(client.post("/api/tables", json=wish, headers=guest(client)), 422, "invalid")


# Games and rule sets


def test_games_are_listed_with_presets_and_explained_options(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    presets = {name: [preset["name"] for preset in game["presets"]] for name, game in games.items()}
    assert presets == {name: list(game.presets) for name, game in GAMES.items()}
    for name, game in games.items():
        assert all(option["title"] != f"option.{name}.{option['name']}" for option in game["options"])


def test_options_are_explained_in_the_language_asked_for(client: TestClient) -> None:
    titles = [
        client.get("/api/games", headers={"accept-language": lang}).json()["games"][0]["options"][0]["title"]
        for lang in ("en", "ja")
    ]
    assert titles[0] != titles[1]


def test_a_rule_set_is_given_in_its_shortest_spelling(client: TestClient) -> None:
    answer = client.get("/api/rulesets", params={"text": "mighty/japanese@1?min_bid=13&match_deals=5"}).json()
    assert answer["ruleset"] == "mighty/japanese@1?match_deals=5"
    assert answer["differences"] == [{"name": "match_deals", "value": "5", "preset": "10"}]


def test_an_impossible_rule_set_is_refused_with_its_reason(client: TestClient) -> None:
    answer = client.get("/api/rulesets", params={"text": "mighty/japanese@1?min_bid=1"})
    assert refused(answer, 422, "bad_ruleset")
    assert "12" in answer.json()["reason"]


# The description, and addresses that are none


def test_the_description_names_every_operation(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        "/api/guests", "/api/me", "/api/tables", "/api/tables/{code}", "/api/games", "/api/rulesets",
        "/api/matches/{match}", "/api/matches/{match}/deals/{number}",
        "/api/account", "/api/account/password", "/api/sessions", "/api/sessions/end",
    }  # fmt: skip


def test_every_reference_of_the_description_leads_somewhere(client: TestClient) -> None:
    described = client.get("/api/openapi.json")
    names = {part.split('"')[0] for part in described.text.split("#/components/schemas/")[1:]}
    assert names - described.json()["components"]["schemas"].keys() == set()


def test_an_unknown_address_is_told_in_json(client: TestClient) -> None:
    assert refused(client.get("/api/nothing"), 404, "not_found")


def test_a_method_that_is_not_offered_is_told_in_json(client: TestClient) -> None:
    assert refused(client.delete("/api/tables"), 405, "method_not_allowed")


def test_refusals_are_told_in_the_language_asked_for(client: TestClient) -> None:
    said = [client.get("/api/me", headers={"accept-language": lang}).json()["message"] for lang in ("en", "ja")]
    assert said[0] != said[1]


# How many seats


def for_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Mighty be for two to six, as far as the web can see."""
    game = dataclasses.replace(GAMES["mighty"], seats=(2, 6))
    monkeypatch.setitem(GAMES, "mighty", game)


def seats_of(client: TestClient, code: str) -> int:
    return len(client.get(f"/api/tables/{code}").json()["seats"])


@pytest.mark.parametrize("players", [2, 6])
def test_a_table_has_as_many_seats_as_are_asked_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    for_several(monkeypatch)
    assert seats_of(client, open_table(client, game="mighty", players=players)) == players


def test_without_a_wish_a_game_for_several_numbers_has_four_seats(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_several(monkeypatch)
    assert seats_of(client, open_table(client, game="mighty")) == 4


@pytest.mark.parametrize("players", [1, 7, 20])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    for_several(monkeypatch)
    answer = client.post("/api/tables", json={"game": "mighty", "players": players}, headers=guest(client))
    assert refused(answer, 422, "bad_players")
    assert "2–6" in answer.json()["message"]


def test_where_there_is_only_one_number_it_may_be_named(client: TestClient) -> None:
    assert seats_of(client, open_table(client, players=5)) == 5
    assert refused(client.post("/api/tables", json={"players": 4}, headers=guest(client)), 422, "bad_players")


@pytest.mark.parametrize("players", ["4", 4.0, True, 0, -1, 2**60, [4]])
def test_a_number_of_players_is_a_whole_number(client: TestClient, players: object) -> None:
    assert refused(client.post("/api/tables", json={"players": players}, headers=guest(client)), 422, "invalid")


@pytest.mark.parametrize(("wish", "seconds"), [({}, 60), ({"absent_after": 30}, 30), ({"absent_after": 300}, 300)])
def test_a_table_says_after_which_time_somebody_is_absent(
    client: TestClient, wish: dict[str, int], seconds: int
) -> None:
    assert client.get(f"/api/tables/{open_table(client, **wish)}").json()["absent_after"] == seconds


@pytest.mark.parametrize("seconds", [0, 31, 600])
def test_a_time_of_absence_that_tables_cannot_have_is_refused(client: TestClient, seconds: int) -> None:
    answer = client.post("/api/tables", json={"absent_after": seconds}, headers=guest(client))
    assert refused(answer, 422, "bad_absence")


@pytest.mark.parametrize(("turn", "bank"), [(15, 0), (30, 60), (180, 300)])
def test_a_table_may_have_a_clock_of_turns(client: TestClient, turn: int, bank: int) -> None:
    table = client.get(f"/api/tables/{open_table(client, turn_clock=turn, bank=bank)}").json()
    assert (table["turn_clock"], table["bank"]) == (turn, bank)


def test_a_table_has_no_clock_unless_asked_for(client: TestClient) -> None:
    table = client.get(f"/api/tables/{open_table(client)}").json()
    assert (table["turn_clock"], table["bank"]) == (0, 0)


@pytest.mark.parametrize(("turn", "bank"), [(14, 0), (600, 0), (30, 45), (0, 60)])
def test_a_clock_that_tables_cannot_have_is_refused(client: TestClient, turn: int, bank: int) -> None:
    answer = client.post("/api/tables", json={"turn_clock": turn, "bank": bank}, headers=guest(client))
    assert refused(answer, 422, "bad_clock")


@pytest.mark.parametrize("value", ["30", 30.0, True, -15, 2**60, [30], None])
def test_a_clock_that_is_no_number_of_seconds_is_refused(client: TestClient, value: Any) -> None:
    for name in ("turn_clock", "bank"):
        assert refused(client.post("/api/tables", json={name: value}, headers=guest(client)), 422, "invalid")


@pytest.mark.parametrize("friendly", [True, False])
def test_a_table_may_be_friendly(client: TestClient, friendly: bool) -> None:
    assert client.get(f"/api/tables/{open_table(client, friendly=friendly)}").json()["friendly"] is friendly


def test_a_table_is_not_friendly_unless_asked_for(client: TestClient) -> None:
    assert client.get(f"/api/tables/{open_table(client)}").json()["friendly"] is False
