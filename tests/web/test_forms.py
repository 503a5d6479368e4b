"""The forms of the pages: what they do, and that nobody else can send them."""

import dataclasses
import re

import pytest
from starlette.testclient import TestClient

from app.rules.registry import GAMES
from tests.web.conftest import csrf, open_table

FORMS = {
    "/name": {"name": "Mina"},
    "/language": {"lang": "ja"},
    "/play": {},
    "/tables": {},
}


def table_of(client: TestClient, location: str) -> dict[str, object]:
    """The table that a redirect leads to."""
    table: dict[str, object] = client.get(f"/api/tables/{location.removeprefix('/t/').partition('?')[0]}").json()
    return table


def suggested(page: str) -> str:
    """The name that a page's form shows, which must be the one that it sends."""
    (shown,) = set(re.findall(r'placeholder="([^"]+)"[^>]*>\s*<input type="hidden" name="suggested"', page))
    (sent,) = set(re.findall(r'name="suggested" value="([^"]+)"', page))
    assert shown == sent
    return str(sent)


# Who may send a form


@pytest.mark.parametrize("path", FORMS)
def test_a_form_without_a_token_changes_nothing(client: TestClient, path: str) -> None:
    csrf(client)
    answer = client.post(path, data=FORMS[path])
    assert (answer.status_code, "<html" in answer.text) == (403, True)
    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize("token", ["", "0" * 40, "ä", "x" * 9000])
def test_a_form_with_a_made_up_token_changes_nothing(client: TestClient, token: str) -> None:
    csrf(client)
    assert client.post("/name", data={"name": "Mina", "csrf": token}).status_code == 403


def test_the_token_of_another_browser_is_no_good(client: TestClient) -> None:
    token = csrf(client)
    client.cookies.clear()
    csrf(client)
    assert client.post("/name", data={"name": "Mina", "csrf": token}).status_code == 403


def test_a_browser_without_cookies_cannot_send_forms(client: TestClient) -> None:
    token = csrf(client)
    client.cookies.clear()
    assert client.post("/name", data={"name": "Mina", "csrf": token}).status_code == 403


def test_a_form_from_another_site_is_refused_even_with_the_right_token(client: TestClient) -> None:
    token = csrf(client)
    answer = client.post("/name", data={"name": "Mina", "csrf": token}, headers={"origin": "https://evil.test"})
    assert answer.status_code == 403


def test_a_form_without_origin_is_taken_by_its_token(client: TestClient) -> None:
    assert client.post("/name", data={"name": "Mina", "csrf": csrf(client)}).status_code == 303


def test_a_huge_form_is_refused_with_a_page(client: TestClient) -> None:
    answer = client.post("/tables", data={"csrf": csrf(client), "name": "x" * 20_000})
    assert (answer.status_code, "<html" in answer.text) == (413, True)


def test_a_form_with_far_too_many_fields_is_refused(client: TestClient) -> None:
    fields = {f"f{number}": "" for number in range(1000)}
    assert client.post("/tables", data={"csrf": csrf(client), **fields}).status_code == 400


def test_an_uploaded_file_is_refused(client: TestClient) -> None:
    answer = client.post("/name", data={"csrf": csrf(client)}, files={"name": ("a.txt", b"Mina")})
    assert answer.status_code == 400


# Name and language


def test_a_name_makes_a_guest(client: TestClient) -> None:
    answer = client.post("/name", data={"name": "Mina", "next": "/new", "csrf": csrf(client)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/new")
    assert client.get("/api/me").json()["player"]["name"] == "Mina"


def test_a_stranger_who_only_wants_to_watch_is_given_a_name(client: TestClient) -> None:
    code = open_table(client)
    answer = client.post("/name", data={"name": "", "next": f"/t/{code}", "csrf": csrf(client, f"/t/{code}")})
    assert answer.headers["location"] == f"/t/{code}"
    assert client.get("/api/me").json()["player"]["name"]


@pytest.mark.parametrize(("page", "form"), [("/", "/play"), ("/new", "/tables")])
def test_who_gives_no_name_gets_the_one_that_the_form_suggested(client: TestClient, page: str, form: str) -> None:
    shown = suggested(client.get(page).text)
    client.post(form, data={"name": "", "suggested": shown, "csrf": csrf(client, page)})
    assert client.get("/api/me").json()["player"]["name"] == shown


def test_who_comes_by_an_invitation_gets_the_suggested_name(client: TestClient) -> None:
    code = open_table(client)
    shown = suggested(client.get(f"/t/{code}").text)
    client.post(f"/t/{code}/join", data={"name": "", "suggested": shown, "csrf": csrf(client, f"/t/{code}")})
    assert client.get("/api/me").json()["player"]["name"] == shown


def test_a_form_that_comes_back_still_suggests_the_same_name(client: TestClient) -> None:
    fields = {"suggested": "Heron", "game": "mighty", "preset": "japanese", "option.min_bid": "99"}
    answer = client.post("/tables", data={**fields, "csrf": csrf(client)})
    assert (answer.status_code, suggested(answer.text)) == (422, "Heron")


def test_a_suggested_name_that_is_none_is_refused(client: TestClient) -> None:
    answer = client.post("/name", data={"name": "", "suggested": "x" * 99, "csrf": csrf(client)})
    assert answer.status_code == 422


def test_a_known_player_cannot_give_up_having_a_name(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Mina"})
    assert client.post("/name", data={"name": " ", "csrf": csrf(client)}).status_code == 422


def test_another_name_keeps_the_player(client: TestClient) -> None:
    player = client.post("/api/guests", json={"name": "Mina"}).json()["player"]["id"]
    client.post("/name", data={"name": "Toma", "csrf": csrf(client)})
    assert client.get("/api/me").json()["player"] == {"id": player, "name": "Toma"}


def test_a_forged_cookie_is_replaced_by_a_good_one(client: TestClient) -> None:
    token = csrf(client)
    client.cookies.set("kibitz", "forged.1.AAAA")
    client.post("/name", data={"name": "Mina", "csrf": token})
    assert client.get("/api/me").json()["player"]["name"] == "Mina"


def test_an_absurd_name_is_refused_with_a_page(client: TestClient) -> None:
    answer = client.post("/name", data={"name": "x" * 300, "csrf": csrf(client)})
    assert (answer.status_code, "<html" in answer.text) == (422, True)


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", "evil", "", "/\nx", "\t//evil"],
)
def test_a_form_never_leads_to_another_site(client: TestClient, elsewhere: str) -> None:
    answer = client.post("/name", data={"name": "Mina", "next": elsewhere, "csrf": csrf(client)})
    assert answer.headers["location"] == "/"


def test_a_language_chosen_by_hand_stays(client: TestClient) -> None:
    client.post("/language", data={"lang": "ja", "next": "/", "csrf": csrf(client)})
    assert '<html lang="ja"' in client.get("/new", headers={"accept-language": "en"}).text


def test_a_language_that_does_not_exist_is_not_remembered(client: TestClient) -> None:
    answer = client.post("/language", data={"lang": "xx", "csrf": csrf(client)})
    assert (answer.status_code, "set-cookie" in answer.headers) == (303, False)


# Play now


def test_a_stranger_plays_at_once_against_bots(client: TestClient) -> None:
    answer = client.post("/play", data={"csrf": csrf(client, "/")})
    table = table_of(client, answer.headers["location"])
    assert answer.status_code == 303
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot"] * 4 + ["person"]  # type: ignore[attr-defined]
    assert table["phase"] in ("dealing", "deal")


def test_a_stranger_who_gives_no_name_is_given_one(client: TestClient) -> None:
    client.post("/play", data={"name": "", "csrf": csrf(client, "/")})
    assert client.get("/api/me").json()["player"]["name"]


def test_play_now_takes_the_rules_that_were_chosen(client: TestClient) -> None:
    answer = client.post("/play", data={"ruleset": "mighty/english@1", "csrf": csrf(client, "/")})
    assert table_of(client, answer.headers["location"])["preset"] == "english"


def test_play_now_with_impossible_rules_says_so(client: TestClient) -> None:
    assert client.post("/play", data={"ruleset": "mighty/klingon@1", "csrf": csrf(client, "/")}).status_code == 422


# A table of one's own


def test_whoever_makes_a_table_sits_at_it(client: TestClient) -> None:
    answer = client.post("/tables", data={"name": "Mina", "open": "on", "csrf": csrf(client)})
    table = table_of(client, answer.headers["location"])
    mina = {"name": "Mina", "kind": "person"}
    assert (table["host"], table["seats"][0]) == ("Mina", mina)  # type: ignore[index]


def test_a_table_is_made_as_the_form_says(client: TestClient) -> None:
    wish = {
        "game": "mighty",
        "preset": "english",
        "option.match_deals": "5",
        "option.friend_by": ["", "card"],
        "option.double_for": [""],
        "watch": "nobody",
        "bots": "on",
        "csrf": csrf(client),
    }
    table = table_of(client, client.post("/tables", data=wish).headers["location"])
    assert table["ruleset"] == "mighty/english@1?friend_by=card&double_for=none&match_deals=5"
    assert (table["open"], table["watch"], table["free"]) == (False, "nobody", 0)


def test_a_table_keeps_discards_closed_only_if_the_form_says_so(client: TestClient) -> None:
    wish = {"name": "Kai", "csrf": csrf(client)}
    shut = table_of(client, client.post("/tables", data={**wish, "closed_discards": "on"}).headers["location"])
    usual = table_of(client, client.post("/tables", data=wish).headers["location"])
    assert (shut["closed_discards"], usual["closed_discards"]) == (True, False)


def test_a_rule_set_as_text_counts_before_the_single_options(client: TestClient) -> None:
    wish = {"ruleset": "mighty/english@1", "preset": "japanese", "csrf": csrf(client)}
    assert table_of(client, client.post("/tables", data=wish).headers["location"])["preset"] == "english"


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "poker"},
        {"preset": "klingon"},
        {"option.min_bid": "99"},
        {"option.cheat": "on"},
        {"option.": "on"},
        {"ruleset": "nonsense"},
        {"name": "x" * 300},
    ],
)
def test_a_refused_form_comes_back_as_it_was_filled_in(client: TestClient, wish: dict[str, str]) -> None:
    answer = client.post("/tables", data={"option.match_deals": "20", "csrf": csrf(client), **wish})
    assert (answer.status_code, 'action="/tables"' in answer.text) == (422, True)


# From the link to a seat


def test_a_name_leads_from_the_link_to_the_seat(client: TestClient) -> None:
    code = open_table(client)
    answer = client.post(f"/t/{code}/join", data={"name": "Mina", "csrf": csrf(client, f"/t/{code}")})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}?sit=1")
    assert client.get("/api/me").json()["player"]["name"] == "Mina"


def test_joining_without_a_token_makes_no_guest(client: TestClient) -> None:
    code = open_table(client)
    assert client.post(f"/t/{code}/join", data={"name": "Mina"}).status_code == 403
    assert client.get("/api/me").status_code == 401


def test_nobody_joins_a_table_that_does_not_exist(client: TestClient) -> None:
    assert client.post("/t/ZZZZZZZZ/join", data={"name": "Mina", "csrf": csrf(client)}).status_code == 404


# How many seats


@pytest.fixture
def for_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Mighty be for two to six, as far as the web can see."""
    monkeypatch.setitem(GAMES, "mighty", dataclasses.replace(GAMES["mighty"], seats=(2, 6)))


@pytest.mark.usefixtures("for_several")
def test_the_form_asks_for_the_number_of_players_and_four_is_chosen(client: TestClient) -> None:
    page = client.get("/new?ruleset=mighty/japanese@1").text
    offered = re.findall(r'<option value="(\d)"( selected)?>\d players', page)
    assert offered == [("2", ""), ("3", ""), ("4", " selected"), ("5", ""), ("6", "")]


def test_the_form_does_not_ask_where_the_game_is_for_one_number(client: TestClient) -> None:
    assert 'name="players"' not in client.get("/new?ruleset=mighty/japanese@1").text


@pytest.mark.usefixtures("for_several")
@pytest.mark.parametrize(("players", "seats"), [("3", 3), ("", 4)])
def test_the_table_gets_the_seats_of_the_form(client: TestClient, players: str, seats: int) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), "game": "mighty", "players": players})
    assert len(table_of(client, made.headers["location"])["seats"]) == seats  # type: ignore[arg-type]


@pytest.mark.usefixtures("for_several")
@pytest.mark.parametrize("players", ["1", "7", "x", "-3", "4.5", "9" * 500, "²", "０"])
def test_a_number_the_game_is_not_for_shows_the_form_again(client: TestClient, players: str) -> None:
    answer = client.post("/tables", data={"csrf": csrf(client), "game": "mighty", "players": players})
    assert answer.status_code == 422
    assert '<option value="4" selected>' in answer.text


@pytest.mark.parametrize(
    ("form", "clock"),
    [
        ({"turn_clock": "30", "bank": "60"}, (30, 60)),
        ({"turn_clock": "90"}, (90, 0)),
        ({"turn_clock": "0", "bank": "60"}, (0, 0)),
        ({}, (0, 0)),
    ],
)
def test_the_table_gets_the_clock_of_the_form(client: TestClient, form: dict[str, str], clock: tuple[int, int]) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), **form})
    table = table_of(client, made.headers["location"])
    assert (table["turn_clock"], table["bank"]) == clock


@pytest.mark.parametrize("seconds", ["14", "x", "-30", "30.0", "9" * 500, "²", "３０"])
@pytest.mark.parametrize("name", ["turn_clock", "bank"])
def test_a_clock_that_tables_cannot_have_shows_the_form_again(client: TestClient, name: str, seconds: str) -> None:
    form = {"turn_clock": "30", "bank": "60", name: seconds}
    answer = client.post("/tables", data={"csrf": csrf(client), **form})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_the_form_offers_no_clock_at_first(client: TestClient) -> None:
    assert '<option value="0" selected>No clock</option>' in client.get("/new").text


def test_an_invitation_and_the_lobby_say_how_long_a_turn_may_take(client: TestClient) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), "open": "on", "turn_clock": "30", "bank": "120"})
    client.cookies.clear()
    assert (
        "Each turn may take 30 seconds, and each player has 2 minutes more" in client.get(made.headers["location"]).text
    )
    assert "30 seconds a turn" in client.get("/").text


@pytest.mark.parametrize(("form", "friendly"), [({"friendly": "on"}, True), ({}, False)])
def test_a_table_is_friendly_if_the_form_says_so(client: TestClient, form: dict[str, str], friendly: bool) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), **form})
    assert table_of(client, made.headers["location"])["friendly"] is friendly


def test_the_form_shown_again_still_is_for_a_friendly_table(client: TestClient) -> None:
    answer = client.post("/tables", data={"csrf": csrf(client), "friendly": "on", "turn_clock": "14"})
    assert 'name="friendly" value="on" checked' in answer.text


def test_an_invitation_and_the_lobby_say_that_a_table_is_friendly(client: TestClient) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), "open": "on", "friendly": "on"})
    client.cookies.clear()
    assert "even a played card may be taken back" in client.get(made.headers["location"]).text
    assert '<span class="badge">friendly</span>' in client.get("/").text


@pytest.mark.parametrize(("form", "seconds"), [({}, 60), ({"absent_after": "30"}, 30), ({"absent_after": "300"}, 300)])
def test_the_table_gets_the_time_of_absence_of_the_form(client: TestClient, form: dict[str, str], seconds: int) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), **form})
    assert table_of(client, made.headers["location"])["absent_after"] == seconds


@pytest.mark.parametrize("seconds", ["0", "31", "x", "-60", "60.0", "9" * 500, "６０"])
def test_a_time_of_absence_that_tables_cannot_have_shows_the_form_again(client: TestClient, seconds: str) -> None:
    answer = client.post("/tables", data={"csrf": csrf(client), "absent_after": seconds})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(("seconds", "told"), [("120", True), ("60", False)])
def test_an_invitation_says_after_which_time_somebody_is_absent_where_it_is_not_the_usual_one(
    client: TestClient, seconds: str, *, told: bool
) -> None:
    made = client.post("/tables", data={"csrf": csrf(client), "absent_after": seconds})
    client.cookies.clear()
    page = client.get(made.headers["location"]).text
    assert ("Whoever is gone for 2 minutes counts as absent" in page) == told
    assert ("counts as absent: the others" in page) == told
