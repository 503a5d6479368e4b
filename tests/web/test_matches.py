"""The pages and calls about matches and players: what they tell, whom they tell it, and what they keep quiet."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.live.hub import Hub
from app.live.options import LiveOptions
from app.main import create_app
from app.rules import record
from app.rules.registry import GAMES
from app.table import first_legal, views
from app.table.messages import Act, Person, Ready, Sit, Stand, Start
from tests.web.conftest import guest, settings

SHORT = {
    "mighty": "mighty/japanese@1?match_deals=5",
    "euchre": "euchre/call-partner@1",
    "avinas": "avinas/standard@1",
    "auction": "auction/standard@1?target=100&end_declaration_min=6",
}
"""Rule sets whose matches are over soon; other games are played by their first preset."""
PATIENCE = 60.0  # seconds for a match
MARKUP = "<img src=x>"


class Sat(NamedTuple):
    """Somebody with a seat, and a match they are in."""

    match: str
    player: str
    headers: dict[str, str]


class Deaf:
    """A connection on which nobody reads."""

    open = True
    behind = False
    round_trip = 0.0

    def measure(self) -> None: ...

    def send_view(self, frame: bytes) -> None: ...

    send_people = send_small = send_view

    def end(self, code: int, reason: str = "") -> None: ...


def ruleset_of(game: str) -> str:
    """The rule set by which a game is played here."""
    return SHORT.get(game) or f"{game}/{next(iter(GAMES[game].presets))}@{GAMES[game].version}"


def play(
    client: TestClient,
    ruleset: str,
    watch: str = "everybody",
    name: str = "Mina",
    deals: int | None = None,
    **more: Any,
) -> Sat:
    """A person and bots play a match to its end, or until so many deals are over and the next one has begun."""
    headers = guest(client, name)
    person = Person(client.get("/api/me", headers=headers).json()["player"]["id"], name)
    wish = {"ruleset": ruleset, "watch": watch, "bots": True, **more}
    code = client.post("/api/tables", json=wish, headers=headers).json()["code"]
    ask(client, code, person, Sit("sit"))
    ask(client, code, person, Start("start"))
    playing = play_on(app_of(client).state.hub, code, person, deals)
    match = portal(client).call(asyncio.wait_for, playing, PATIENCE)
    return Sat(match, person.id, headers)


async def play_on(hub: Hub, code: str, person: Person, deals: int | None) -> str:
    """Plays the first legal action whenever it is this person's turn, and is ready for the next deal."""
    live = await hub.open(code)
    assert live is not None
    live.join(hub.client(Deaf(), person))  # no clock runs at a table without anybody
    while True:
        view, mine = views.public_meta(live.table.meta), views.private(live.table, person.id)
        assert mine is not None
        running = view["phase"] == "deal"
        if view["phase"] == "finished" or (running and deals == len(view["match"]["results"])):
            return str(view["match"]["id"])
        if running and (mine["legal"] or mine["choose"]):
            version = live.table.version
            action = action_of(mine) if mine["legal"] else first_legal(live.table, mine["seat"])
            refused = await live.ask(person, Act(f"v{version}", version, action))
            assert refused is None or live.table.version > version  # others may be quicker where all act at once
        elif view["phase"] == "result" and not view["seats"][mine["seat"]]["ready"]:
            await live.ask(person, Ready(f"v{live.table.version}"))
        else:
            await asyncio.sleep(0.001)


def action_of(mine: dict[str, Any]) -> str:
    """The first legal action of a private view, or the one that ends a deal where there is one."""
    return "stop" if "stop" in mine["legal"] else str(mine["legal"][0])


def ask(client: TestClient, code: str, person: Person, message: Sit | Start | Stand) -> None:
    """Somebody says something at a table."""

    async def say() -> None:
        live = await app_of(client).state.hub.open(code)
        assert await live.ask(person, message) is None

    portal(client).call(say)


def app_of(client: TestClient) -> FastAPI:
    """The application behind a client."""
    return cast(FastAPI, client.app)


def portal(client: TestClient) -> BlockingPortal:
    """The way into the event loop of the application."""
    assert client.portal is not None
    return client.portal


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: bytes) -> Iterator[TestClient]:
    """A server without limits on how fast somebody plays."""
    options = LiveOptions(bot_speed=0, message_rate=0, silent_after=1e9)
    app = create_app(settings(tmp_path_factory.mktemp("matches"), migrated), options)
    with TestClient(app, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(server: TestClient) -> TestClient:
    """A visitor whom the server has never seen."""
    server.cookies.clear()
    return server


@pytest.fixture(scope="module")
def finished(server: TestClient) -> dict[str, Sat]:
    """A finished match of every game at a table that everybody may watch."""
    server.cookies.clear()
    return {game: play(server, ruleset_of(game), name=MARKUP if game == "mighty" else "Mina") for game in GAMES}


@pytest.fixture(scope="module")
def running(server: TestClient) -> Sat:
    """A match in its second deal."""
    server.cookies.clear()
    return play(server, "mighty/japanese@1?match_deals=20", watch="link", deals=1)


@pytest.fixture(scope="module")
def hidden(server: TestClient) -> Sat:
    """A match at a table that nobody may watch."""
    server.cookies.clear()
    return play(server, "mighty/english@1", watch="nobody", name="Ede", deals=1)


def text_of(page: str) -> str:
    """What a page says, without markup."""
    bare = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", bare))


# The page of a match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_match_has_a_page_in_every_language(
    client: TestClient, finished: dict[str, Sat], game: str, lang: str
) -> None:
    answer = client.get(f"/matches/{finished[game].match}", headers={"accept-language": lang})
    assert (answer.status_code, f'<html lang="{lang}"' in answer.text) == (200, True)
    keys = r"\b(?:match|player|deal|log|score|avinas|option|preset|game|rules|page|table)\.[a-z_]+[a-z_.]*"
    assert re.findall(keys, text_of(answer.text)) == []
    assert re.findall(r"\{[a-z_]+\}", text_of(answer.text)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_score_sheet_has_a_row_for_each_deal_and_ends_with_the_totals(
    client: TestClient, finished: dict[str, Sat], game: str
) -> None:
    match = client.get(f"/api/matches/{finished[game].match}").json()
    page = client.get(f"/matches/{finished[game].match}").text
    body, foot = (re.search(rf"<{part}>(.*?)</{part}>", page, re.DOTALL)[1] for part in ("tbody", "tfoot"))  # type: ignore[index]
    assert body.count("<tr") == len(match["deals"])
    totals = [
        str(abs(match["totals"][kind][unit]))
        for unit in range(len(next(iter(match["totals"].values()))))
        for kind in GAMES[game].kinds
    ]
    assert re.findall(r"\d+", text_of(foot)) == totals
    assert "<caption" in page
    assert 'scope="row"' in body


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_is_told_in_words(client: TestClient, finished: dict[str, Sat], game: str) -> None:
    match = client.get(f"/api/matches/{finished[game].match}").json()
    page = client.get(f"/matches/{finished[game].match}").text
    said = re.findall(r'<p class="deal-said">(.*?)</p>', page, re.DOTALL)
    assert len(said) == len(match["deals"])
    for deal, words in zip(match["deals"], said, strict=True):
        assert deal["redeal"] or any(
            name in text_of(words).replace("&lt;", "<").replace("&gt;", ">") for name in deal["names"]
        )


def test_who_won_and_who_is_a_bot_is_shown(client: TestClient, finished: dict[str, Sat]) -> None:
    match = client.get(f"/api/matches/{finished['euchre'].match}").json()
    page = client.get(f"/matches/{finished['euchre'].match}").text
    assert page.count("unit-won") == len(match["winners"])
    assert page.count('class="bot-mark"') == 4
    assert f'href="/players/{finished["euchre"].player}"' in page


def test_differences_from_the_preset_are_told_in_plain_words(client: TestClient, finished: dict[str, Sat]) -> None:
    said = text_of(client.get(f"/matches/{finished['mighty'].match}").text)
    assert re.search(r"Length of the match: 5 .*usual: 10", said), said
    assert "without any changes" in text_of(client.get(f"/matches/{finished['euchre'].match}").text)


def test_markup_in_a_name_is_text_on_the_pages_of_a_match_and_a_player(
    client: TestClient, finished: dict[str, Sat]
) -> None:
    sat = finished["mighty"]
    for path in (f"/matches/{sat.match}", f"/players/{sat.player}"):
        page = client.get(path).text
        assert MARKUP not in page
        assert "&lt;img src=x&gt;" in page


def test_a_small_letter_in_the_address_is_no_matter(client: TestClient, finished: dict[str, Sat]) -> None:
    assert client.get(f"/matches/{finished['mighty'].match.lower()}").status_code == 200


def test_somebody_who_took_over_from_a_bot_is_shown_with_the_deal(client: TestClient, running: Sat) -> None:
    late = client.get("/api/me", headers=guest(client, "Late")).json()["player"]
    ask(client, running.match.partition("-")[0], Person(late["id"], late["name"]), Sit("sit", 3))
    seat = client.get(f"/api/matches/{running.match}").json()["seats"][3]
    assert [(each["bot"], each["from_deal"]) for each in seat["sittings"]] == [(True, 1), (False, 2)]
    assert re.search(r"Late Took over from \w+ in deal 2", text_of(client.get(f"/matches/{running.match}").text))


def test_what_decided_a_match_of_sides_is_told(client: TestClient, finished: dict[str, Sat]) -> None:
    said = text_of(client.get(f"/matches/{finished['avinas'].match}").text)
    assert re.search(r"\w+ and \w+ lose: ", said)


# What a match that goes on keeps to itself


def test_a_match_in_its_first_deal_has_a_page_without_deals(client: TestClient) -> None:
    for game in GAMES:
        sat = play(client, ruleset_of(game), deals=0)
        page = client.get(f"/matches/{sat.match}")
        assert (page.status_code, "deal-card" in page.text, "No deal is over yet." in page.text) == (200, False, True)


def test_a_running_match_tells_nothing_of_the_deal_in_progress(client: TestClient, running: Sat) -> None:
    match = client.get(f"/api/matches/{running.match}", headers=running.headers).json()
    page = client.get(f"/matches/{running.match}", headers=running.headers).text
    assert (len(match["deals"]), match["ended_at"], match["winners"]) == (1, None, None)
    assert ('id="deal-1"' in page, 'id="deal-2"' in page, "In progress" in page) == (True, False, True)
    assert "pack" not in json.dumps(match)


@pytest.mark.parametrize("number", ["2", "3", "0", "-1", "x", "100000000000"])
def test_a_deal_that_is_not_over_cannot_be_looked_at(client: TestClient, running: Sat, number: str) -> None:
    answer = client.get(f"/api/matches/{running.match}/deals/{number}", headers=running.headers)
    assert answer.status_code in (404, 422)


def test_a_running_match_has_no_record(client: TestClient, running: Sat) -> None:
    answer = client.get(f"/matches/{running.match}/record", headers=running.headers)
    assert (answer.status_code, "record" in client.get(f"/matches/{running.match}").text) == (404, False)


# Who may read a match


@pytest.mark.parametrize("path", ["/matches/{}", "/matches/{}/record", "/api/matches/{}", "/api/matches/{}/deals/1"])
def test_a_match_that_nobody_may_watch_looks_to_others_like_none(client: TestClient, hidden: Sat, path: str) -> None:
    stranger = guest(client, "Nosy")
    for headers in ({}, stranger):
        there, nowhere = (client.get(path.format(m), headers=headers) for m in (hidden.match, "ZZZZ2222-1"))
        assert (there.status_code, nowhere.status_code) == (404, 404)
        cut = r'[0-9a-f]{40}|/(?:matches|api)/[^"&]*'
        assert re.sub(cut, "", there.text) == re.sub(cut, "", nowhere.text)


def test_those_who_sat_there_always_may(client: TestClient, hidden: Sat) -> None:
    assert client.get(f"/matches/{hidden.match}", headers=hidden.headers).status_code == 200
    assert client.get(f"/api/matches/{hidden.match}/deals/1", headers=hidden.headers).status_code == 200


def test_whoever_has_the_link_may_read_a_match_that_is_watched_by_link(client: TestClient, running: Sat) -> None:
    assert client.get(f"/matches/{running.match}").status_code == 200


@pytest.mark.parametrize(
    "match",
    ["", "x", "ZZZZ2222", "ZZZZ2222-0", "ZZZZ2222-1-1", "A" * 3000, "%00", "..%2f", "あ-1", "' OR 1-1", "ABCD-1e9"],
)
def test_an_unknown_match_has_a_friendly_page(client: TestClient, match: str) -> None:
    answer = client.get(f"/matches/{match}")
    assert (answer.status_code, "<html" in answer.text) == (404, True)
    assert client.get(f"/api/matches/{match}").status_code in (404, 422)


# Looking back at a deal


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_over_is_shown_as_everybody_saw_it(
    client: TestClient, finished: dict[str, Sat], game: str
) -> None:
    match = client.get(f"/api/matches/{finished[game].match}").json()
    deal = next(deal for deal in match["deals"] if not deal["redeal"])
    told = client.get(f"/api/matches/{match['id']}/deals/{deal['number']}").json()
    assert (told["game"], told["names"], told["stood_in"]) == (game, deal["names"], [])
    outcome = told["deal"]["outcome"]
    assert {name: outcome[name] for name in deal["facts"]} == deal["facts"]
    assert len(told["deal"]["log"]) > 3


def test_a_match_says_for_whom_a_bot_played(client: TestClient) -> None:
    headers = guest(client, "Mina")
    person = Person(client.get("/api/me", headers=headers).json()["player"]["id"], "Mina")
    wish = {"ruleset": SHORT["mighty"], "bots": True}
    code = client.post("/api/tables", json=wish, headers=headers).json()["code"]
    for message in (Sit("sit"), Start("start"), Stand("stand")):
        ask(client, code, person, message)

    async def deal_over() -> None:
        live = await app_of(client).state.hub.open(code)
        live.join(app_of(client).state.hub.client(Deaf(), person))
        while True:
            if live.table.meta.match.results:
                return
            await asyncio.sleep(0.001)

    portal(client).call(asyncio.wait_for, deal_over(), PATIENCE)
    assert client.get(f"/api/matches/{code}-1").json()["deals"][0]["stood_in"] == [0]
    assert "For a while a bot played for Mina." in client.get(f"/matches/{code}-1").text


# The record


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_finished_match_is_right_line_by_line(
    client: TestClient, finished: dict[str, Sat], game: str
) -> None:
    answer = client.get(f"/matches/{finished[game].match}/record")
    position = record.Position()
    for line in answer.text.splitlines():
        position, _ = record.advance(position, line)
    record.finish(position)
    match = client.get(f"/api/matches/{finished[game].match}").json()
    assert position.match is not None
    assert list(position.match.winners) == match["winners"]
    assert record.scores_json(position.match.totals) == match["totals"]
    assert answer.headers["content-disposition"] == f'attachment; filename="{match["id"]}.jsonl"'
    assert answer.text.count('"by":"bot"') > 3


# The page of a player


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_player_has_a_page_with_results_and_matches(client: TestClient, finished: dict[str, Sat], lang: str) -> None:
    sat = finished["avinas"]
    answer = client.get(f"/players/{sat.player}", headers={"accept-language": lang})
    assert (answer.status_code, f'<html lang="{lang}"' in answer.text) == (200, True)
    assert f'href="/matches/{sat.match}"' in answer.text
    assert re.findall(r"\b(?:match|player|score|preset|game|page)\.[a-z_]+", text_of(answer.text)) == []
    assert "<caption" in answer.text


def test_a_match_at_a_table_by_link_is_listed_for_those_who_sat_there_only(client: TestClient, running: Sat) -> None:
    path = f"/players/{running.player}"
    seen = [running.match in client.get(path, headers=headers).text for headers in ({}, guest(client), running.headers)]
    assert seen == [False, False, True]


def test_a_match_that_nobody_may_watch_is_listed_for_those_who_sat_there_only(client: TestClient, hidden: Sat) -> None:
    path = f"/players/{hidden.player}"
    seen = [hidden.match in client.get(path, headers=headers).text for headers in ({}, hidden.headers)]
    assert seen == [False, True]


def test_ones_own_page_is_in_the_menu(client: TestClient) -> None:
    player = client.post("/api/guests", json={"name": "Mina"}).json()["player"]["id"]
    assert f'href="/players/{player}"' in client.get("/").text
    assert "Your matches" in client.get(f"/players/{player}").text


@pytest.mark.parametrize("query", ["?before=x", "?before=ZZZZ2222-1", "?before=%00", "?before="])
def test_a_page_before_no_match_does_no_harm(client: TestClient, finished: dict[str, Sat], query: str) -> None:
    assert client.get(f"/players/{finished['mighty'].player}{query}").status_code == 200


@pytest.mark.parametrize("player", ["", "x", "abcdefghjkmn", "A" * 3000, "%00", "あ", "' OR 1", "bot"])
def test_an_unknown_player_has_a_friendly_page(client: TestClient, player: str) -> None:
    answer = client.get(f"/players/{player}")
    assert (answer.status_code, "<html" in answer.text) == (404, True)


# A game's own words


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_how_its_deals_went(game: str) -> None:
    assert (Path(__file__).parents[2] / "templates" / "matches" / f"{game}.html").is_file()


# Tables that keep closed what was not played


@pytest.fixture(scope="module")
def closed(server: TestClient) -> dict[str, Sat]:
    """A finished match of two games with discards, at tables that keep them closed."""
    server.cookies.clear()
    return {game: play(server, ruleset_of(game), closed_discards=True) for game in ("mighty", "euchre")}


@pytest.mark.parametrize("game", ["mighty", "euchre"])
def test_a_table_that_keeps_discards_closed_keeps_them_from_its_own_people_too(
    client: TestClient, closed: dict[str, Sat], game: str
) -> None:
    sat = closed[game]
    match = client.get(f"/api/matches/{sat.match}", headers=sat.headers).json()
    for deal in match["deals"]:
        told = client.get(f"/api/matches/{sat.match}/deals/{deal['number']}", headers=sat.headers).json()
        assert set(GAMES[game].unplayed) & {*told["deal"]["outcome"], *deal["facts"]} == set()


def test_such_a_match_has_no_record_and_says_so(client: TestClient, closed: dict[str, Sat]) -> None:
    sat = closed["euchre"]
    answer = client.get(f"/matches/{sat.match}/record", headers=sat.headers)
    page = client.get(f"/matches/{sat.match}", headers=sat.headers).text
    assert (answer.status_code, f"/matches/{sat.match}/record" in page) == (404, False)
    assert "no record to download" in text_of(page)
