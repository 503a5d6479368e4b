"""What depends on how the server was set up: https, keys, limits, health, figures."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.main import create_app
from tests.web.conftest import csrf, guest, open_table, settings


@contextmanager
def server(folder: Path, migrated: bytes, **changes: object) -> Iterator[TestClient]:
    """A server with other settings."""
    with TestClient(create_app(settings(folder, migrated, **changes)), follow_redirects=False) as client:
        yield client


# Encrypted connections


def test_on_https_the_cookie_is_tied_to_the_host(served: TestClient) -> None:
    secure = served.post("https://testserver/api/guests", json={"name": "Mina"})
    served.cookies.clear()
    cookie = secure.headers["set-cookie"]
    assert cookie.startswith("__Host-kibitz=")
    assert all(flag in cookie for flag in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"))
    assert "Domain" not in cookie


def test_on_http_the_cookie_is_not_marked_secure(served: TestClient) -> None:
    plain = served.post("/api/guests", json={"name": "Mina"})
    served.cookies.clear()
    assert "Secure" not in plain.headers["set-cookie"]


# Keys


def test_the_key_made_by_the_server_outlives_it(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated) as client:
        known = guest(client)
    with TestClient(create_app(client.app.state.site.settings)) as again:  # type: ignore[attr-defined]
        assert again.get("/api/me", headers=known).status_code == 200


def test_another_key_makes_strangers_of_everybody(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, secret_key="first key of the server") as client:
        known = guest(client)
        before = client.app.state.site.settings  # type: ignore[attr-defined]
    after = before.model_copy(update={"secret_key": type(before.secret_key)("second key of the server")})
    with TestClient(create_app(after)) as again:
        assert again.get("/api/me", headers=known).status_code == 401


# After a restart


def test_the_lobby_leads_a_player_back_to_a_match_from_before_the_restart(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated) as client:
        path = client.post("/play", data={"csrf": csrf(client, "/")}).headers["location"]
        cookies = dict(client.cookies)
    with TestClient(create_app(client.app.state.site.settings), cookies=cookies) as again:  # type: ignore[attr-defined]
        assert f'href="{path}' in again.get("/").text


# Addresses


def test_invitations_carry_the_public_address(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, public_url="https://cards.example.org") as client:
        made = client.post("/api/tables", json={}, headers=guest(client)).json()
    assert made["url"] == f"https://cards.example.org/t/{made['code']}"


def test_the_public_address_is_an_origin_of_ours(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, public_url="https://cards.example.org") as client:
        answer = client.post("/api/guests", json={"name": "M"}, headers={"origin": "https://cards.example.org"})
    assert answer.status_code == 201


# Limits


def test_an_address_that_makes_guests_without_end_is_told_to_wait(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, rate_limit=3) as client:
        answers = [client.post("/api/guests", json={"name": "Mina"}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 0


def test_an_address_that_makes_tables_without_end_is_told_to_wait(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, rate_limit=2) as client:
        known = guest(client)
        statuses = [client.post("/api/tables", json={}, headers=known).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_forms_count_against_the_same_limit(tmp_path: Path, migrated: bytes) -> None:
    with server(tmp_path, migrated, rate_limit=1) as client:
        form = {"csrf": csrf(client, "/")}
        statuses = [client.post("/play", data=form).status_code for _ in range(2)]
    assert statuses == [303, 429]


# Health


def test_a_server_whose_database_answers_is_well(served: TestClient) -> None:
    answer = served.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_server_whose_database_is_away_is_ill(
    tmp_path: Path, migrated: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> None:
        raise OSError("no route")

    with server(tmp_path, migrated) as client:
        monkeypatch.setitem(vars(client.app.state.site), "ping", away)  # type: ignore[attr-defined]
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, False)


# The database fails


def test_a_page_whose_storage_is_away_says_so_and_comes_up(
    tmp_path: Path, migrated: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_player_id: str) -> None:
        raise OperationalError("SELECT secret", {}, OSError("no route"))

    with server(tmp_path, migrated) as client:
        made = client.post("/api/guests", json={"name": "Mina"})
        monkeypatch.setattr(client.app.state.site.identity, "_find", away)  # type: ignore[attr-defined]
        page, program = client.get("/"), client.get("/api/me")
    assert made.status_code == 201
    assert (page.status_code, "<html" in page.text, "SELECT" in page.text) == (503, True, False)
    assert (program.status_code, program.json()["code"]) == (503, "busy")


def test_a_mistake_of_ours_is_apologised_for_without_a_traceback(
    tmp_path: Path, migrated: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, migrated) as client:
        quiet = TestClient(client.app, raise_server_exceptions=False)
        quiet.portal = client.portal
        monkeypatch.setitem(vars(client.app.state.site), "hub", None)  # type: ignore[attr-defined]
        answer = quiet.get("/")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "AttributeError" not in answer.text
    assert "content-security-policy" in answer.headers


# Figures


@pytest.mark.parametrize(
    ("token", "address", "headers", "status"),
    [
        (None, "127.0.0.1", {}, 200),
        (None, "::1", {}, 200),
        (None, "192.0.2.7", {}, 404),
        (None, "127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
        ("a token for figures", "192.0.2.7", {"authorization": "Bearer a token for figures"}, 200),
        ("a token for figures", "127.0.0.1", {}, 404),
        ("a token for figures", "127.0.0.1", {"authorization": "Bearer another"}, 404),
    ],
)
def test_figures_are_for_this_machine_or_for_the_bearer_of_the_token(
    tmp_path: Path, migrated: bytes, token: str | None, address: str, headers: dict[str, str], status: int
) -> None:
    app = create_app(settings(tmp_path, migrated, metrics_token=token))
    with TestClient(app, client=(address, 1)) as client:
        assert client.get("/metrics", headers=headers).status_code == status


def test_figures_count_tables(tmp_path: Path, migrated: bytes) -> None:
    app = create_app(settings(tmp_path, migrated))
    with TestClient(app, client=("127.0.0.1", 1)) as client:
        open_table(client)
        text = client.get("/metrics").text
    assert "kibitz_tables 1.0" in text
    assert "kibitz_append_seconds_count" in text
