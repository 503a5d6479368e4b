"""Accounts: made from guests, signed in to elsewhere, signed out at once; every error beside its field."""

import re

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient
from typer.testing import CliRunner

from app.cli import commands
from app.main import watch_sessions
from app.table.messages import Person
from app.web.auth import Player
from app.web.devices import device_label
from app.web.passwords import Passwords
from app.web.site import Site
from tests.web.conftest import csrf

PASSWORD = "correct horse"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture(autouse=True)
def weak(served: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost nothing."""
    monkeypatch.setattr(site(served).passwords, "_hasher", PasswordHasher(1, 8, 1))
    monkeypatch.setattr(site(served).passwords, "_nobody", None)


def site(client: TestClient) -> Site:
    return client.app.state.site  # type: ignore[attr-defined,no-any-return]


_made = iter(range(10_000))


def account(client: TestClient) -> str:
    """A guest with the browser's cookie becomes an account; its sign-in name."""
    login = f"Mina{next(_made)}"
    client.post("/api/guests", json={"name": "Mina"})
    answer = post(client, "create", login=login, password=PASSWORD)
    assert answer.headers["location"] == "/account?done=created", answer.text
    return login


def post(client: TestClient, form: str, **fields: str):  # type: ignore[no-untyped-def]
    """Sends one of the page's forms."""
    return client.post(f"/account/{form}", data={"csrf": csrf(client, "/account"), **fields})


def me(client: TestClient) -> str | None:
    answer = client.get("/api/me")
    return answer.json()["player"]["id"] if answer.status_code == 200 else None


def cookie(client: TestClient) -> str:
    return client.cookies["kibitz"]


def elsewhere(client: TestClient, cookie: str) -> int:
    """What another device is told that has this cookie."""
    kept = dict(client.cookies)
    client.cookies.clear()
    status = client.get("/api/me", headers={"cookie": f"kibitz={cookie}"}).status_code
    client.cookies.update(kept)
    return status


def error_beside(page: str, form: str, field: str) -> bool:
    return f'id="{form}-{field}-error"' in page and f'aria-describedby="{form}-{field}-error"' in page


# Becoming an account


def test_an_account_is_the_same_player_as_the_guest(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Mina"})
    before = me(client)
    post(client, "create", login=f"Same{next(_made)}", password=PASSWORD)
    assert me(client) == before


def test_the_cookies_of_the_guest_are_worthless_afterwards(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Mina"})
    old = cookie(client)
    post(client, "create", login=f"Old{next(_made)}", password=PASSWORD)
    assert elsewhere(client, old) == 401
    assert elsewhere(client, cookie(client)) == 200


def test_a_guest_of_before_stays_signed_in(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Mina"})
    assert re.fullmatch(r"\w+\.1\.[\w-]+", cookie(client))
    assert client.get("/account").status_code == 200


def test_a_stranger_can_make_an_account(client: TestClient) -> None:
    login = f"New{next(_made)}"
    post(client, "create", login=login, password=PASSWORD)
    assert client.get("/api/me").json()["player"]["name"] == login


@pytest.mark.parametrize(
    ("login", "password", "field"),
    [
        ("", PASSWORD, "login"),
        ("x" * 200, PASSWORD, "login"),
        ("\u202e", PASSWORD, "login"),
        ("Toma", "short", "password"),
        ("Toma", "x" * 257, "password"),
        ("Katharina", "KATHARINA", "password"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_cannot_be_used_is_told_beside_its_field(
    client: TestClient, login: str, password: str, field: str, lang: str
) -> None:
    client.headers["accept-language"] = lang
    answer = post(client, "create", login=login, password=password)
    del client.headers["accept-language"]
    assert (answer.status_code, error_beside(answer.text, "create", field)) == (422, True)
    assert PASSWORD not in answer.text


def test_a_long_password_with_spaces_around_is_taken_as_it_is(client: TestClient) -> None:
    login, password = f"Long{next(_made)}", " " + "長い" * 80 + " "
    post(client, "create", login=login, password=password)
    post(client, "sign-out", session="here")
    assert post(client, "sign-in", login=login, password=password.strip()).status_code == 403
    assert post(client, "sign-in", login=login, password=password).status_code == 303


def test_a_name_that_looks_like_a_taken_one_is_refused(client: TestClient) -> None:
    login = account(client)
    client.cookies.clear()
    answer = post(client, "create", login=login.replace("i", "і"), password=PASSWORD)
    assert (answer.status_code, error_beside(answer.text, "create", "login")) == (409, True)


def test_an_account_is_not_made_twice(client: TestClient) -> None:
    account(client)
    assert post(client, "create", login="Another", password=PASSWORD).status_code == 409


# Signing in and out


def test_signing_in_elsewhere_is_the_same_player_with_another_token(client: TestClient) -> None:
    login = account(client)
    before, first = me(client), cookie(client)
    client.cookies.clear()
    answer = post(client, "sign-in", login=login.upper(), password=PASSWORD, next="/new")
    assert (answer.headers["location"], me(client), cookie(client) != first) == ("/new", before, True)
    assert elsewhere(client, first) == 200


def test_signing_in_again_ends_the_session_this_browser_had(client: TestClient) -> None:
    login = account(client)
    first = cookie(client)
    post(client, "sign-in", login=login, password=PASSWORD)
    assert (elsewhere(client, first), elsewhere(client, cookie(client))) == (401, 200)


@pytest.mark.parametrize("target", ["https://evil.test/", "//evil.test", "/\\evil.test"])
def test_signing_in_never_leads_to_another_site(client: TestClient, target: str) -> None:
    login = account(client)
    client.cookies.clear()
    answer = post(client, "sign-in", login=login, password=PASSWORD, next=target)
    assert answer.headers["location"] == "/account?done=in"


def test_an_unknown_name_and_a_wrong_password_are_answered_alike_and_after_the_same_work(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = account(client)
    client.cookies.clear()
    checked: list[str] = []
    hasher = site(client).passwords._hasher

    class Counting:
        def verify(self, known: str, password: str) -> bool:
            checked.append(known.split("$")[3])
            return hasher.verify(known, password)

        def hash(self, password: str) -> str:
            return hasher.hash(password)

    monkeypatch.setattr(site(client).passwords, "_hasher", Counting())
    token = csrf(client, "/account")
    answers = [
        client.post("/account/sign-in", data={"csrf": token, "login": name, "password": "wrong wrong"})
        for name in (login, "Nobody")
    ]
    pages = [answer.text.replace(login, "Nobody") for answer in answers]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert pages[0] == pages[1]
    assert len(checked) == 2
    assert checked[0] == checked[1]  # same parameters, same time


def test_too_many_passwords_for_one_name_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    login = account(client)
    client.cookies.clear()
    monkeypatch.setattr(site(client).rate_limit, "_per_minute", 1000)
    token = csrf(client, "/account")
    statuses = [
        client.post("/account/sign-in", data={"csrf": token, "login": login, "password": "wrong"}).status_code
        for _ in range(11)
    ]
    assert statuses == [403] * 9 + [429] * 2 or statuses == [403] * 10 + [429]


def test_too_many_passwords_from_one_address_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site(client).rate_limit, "_per_minute", 3)
    token = csrf(client, "/account")
    statuses = [
        client.post("/account/sign-in", data={"csrf": token, "login": f"n{i}", "password": "wrong"}).status_code
        for i in range(4)
    ]
    assert statuses == [403, 403, 403, 429]


def test_a_flood_of_sign_ins_is_told_to_come_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site(client).passwords, "_waiting", 20)
    assert post(client, "sign-in", login="Nobody", password=PASSWORD).status_code == 503


def test_a_weaker_hash_is_replaced_at_sign_in(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    login = account(client)
    client.cookies.clear()
    monkeypatch.setattr(site(client).passwords, "_hasher", PasswordHasher(2, 8, 1))
    assert post(client, "sign-in", login=login, password=PASSWORD).status_code == 303
    client.cookies.clear()
    monkeypatch.setattr(Passwords, "make", None)  # nothing is hashed anew this time
    assert post(client, "sign-in", login=login, password=PASSWORD).status_code == 303


def test_signing_out_leaves_no_cookie_and_ends_the_session(client: TestClient) -> None:
    account(client)
    old = cookie(client)
    post(client, "sign-out", session="here")
    assert dict(client.cookies) == {}
    assert elsewhere(client, old) == 401


def test_one_other_device_can_be_signed_out(client: TestClient) -> None:
    login = account(client)
    first = cookie(client)
    client.cookies.clear()
    post(client, "sign-in", login=login, password=PASSWORD)
    other = first.split(".")[1]
    assert post(client, "sign-out", session=other).status_code == 303
    assert (elsewhere(client, first), elsewhere(client, cookie(client))) == (401, 200)


def test_all_others_can_be_signed_out(client: TestClient) -> None:
    login = account(client)
    first = cookie(client)
    client.cookies.clear()
    post(client, "sign-in", login=login, password=PASSWORD)
    post(client, "sign-out", session="others")
    assert (elsewhere(client, first), elsewhere(client, cookie(client))) == (401, 200)


def test_the_session_of_another_player_cannot_be_ended(client: TestClient) -> None:
    account(client)
    others = cookie(client)
    client.cookies.clear()
    account(client)
    assert post(client, "sign-out", session=others.split(".")[1]).status_code == 404
    assert elsewhere(client, others) == 200


def test_a_forged_session_is_nobody(client: TestClient) -> None:
    account(client)
    player, session, signature = cookie(client).split(".")
    assert elsewhere(client, f"{player}.{session}0.{signature}") == 401
    assert elsewhere(client, f"{player}.{session}.{signature[::-1]}") == 401
    assert elsewhere(client, f"{player}.2.{signature}") == 401


def test_an_unsigned_but_existing_session_of_another_player_is_nobody(client: TestClient) -> None:
    account(client)
    session = cookie(client).split(".")[1]
    other = site(client).identity.token(Player("somebodyelse", "Toma", 1, device=session))
    assert elsewhere(client, other) == 401


@pytest.mark.parametrize(
    ("form", "fields", "codes"),
    [
        ("sign-out", {"session": "here"}, [4401]),
        ("password", {"current": PASSWORD, "password": "another horse"}, [4000]),
    ],
)
def test_a_session_that_ends_closes_the_open_table(
    client: TestClient, form: str, fields: dict[str, str], codes: list[int]
) -> None:
    account(client)
    code = client.post("/api/tables", json={}).json()["code"]
    closed: list[int] = []

    class Line:
        def send_small(self, _frame: bytes) -> None: ...
        def send_people(self, _frame: bytes) -> None: ...
        def send_view(self, _frame: bytes) -> None: ...
        def end(self, code: int, _reason: str = "") -> None:
            closed.append(code)

        open, behind = True, False

    hub = site(client).hub
    player, session, _ = cookie(client).split(".")

    async def join() -> object:
        joined = hub.client(Line(), Person(player, "Mina"), session)
        hub.tables[code].join(joined)
        return joined

    assert client.portal is not None
    joined = client.portal.call(join)
    post(client, form, **fields)
    assert closed == codes
    client.portal.call(hub.tables[code].left, joined)


def test_a_session_that_another_process_ended_loses_its_connections(client: TestClient) -> None:
    account(client)
    session = cookie(client).split(".")[1]
    hub = site(client).hub
    ended: list[frozenset[str]] = []

    class Watched:
        def sessions(self) -> frozenset[str]:
            return frozenset((session, "gone"))

        def end_sessions(self, sessions: frozenset[str]) -> None:
            ended.append(sessions)
            raise RuntimeError("seen enough")

    assert client.portal is not None
    with pytest.raises(RuntimeError, match="seen enough"):
        client.portal.call(watch_sessions, Watched(), site(client).accounts, 0)
    assert ended == [{"gone"}]
    assert hub.sessions() == frozenset()


# Another password


def test_another_password_ends_all_other_sessions(client: TestClient) -> None:
    login = account(client)
    first = cookie(client)
    client.cookies.clear()
    post(client, "sign-in", login=login, password=PASSWORD)
    second = cookie(client)
    answer = post(client, "password", current=PASSWORD, password="another horse")
    assert answer.headers["location"] == "/account?done=password"
    assert [elsewhere(client, each) for each in (first, second, cookie(client))] == [401, 401, 200]
    client.cookies.clear()
    assert post(client, "sign-in", login=login, password=PASSWORD).status_code == 403
    assert post(client, "sign-in", login=login, password="another horse").status_code == 303


@pytest.mark.parametrize(
    ("current", "new", "status", "field"),
    [("wrong wrong", "another horse", 403, "current"), (PASSWORD, "short", 422, "password")],
)
def test_a_refused_change_is_told_beside_its_field(
    client: TestClient, current: str, new: str, status: int, field: str
) -> None:
    account(client)
    answer = post(client, "password", current=current, password=new)
    assert (answer.status_code, error_beside(answer.text, "password", field)) == (status, True)


def test_a_guest_has_no_password_to_change(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Mina"})
    assert post(client, "password", current=PASSWORD, password=PASSWORD).status_code == 409


# The page


@pytest.mark.parametrize("form", ["create", "sign-in", "password", "sign-out"])
def test_a_form_of_another_page_is_refused(client: TestClient, form: str) -> None:
    account(client)
    token = csrf(client, "/account")
    path, data = f"/account/{form}", {"session": "here", "login": "x", "password": PASSWORD}
    assert client.post(path, data=data).status_code == 403
    assert client.post(path, data={**data, "csrf": token}, headers={"origin": "https://evil.test"}).status_code == 403
    assert me(client) is not None


def test_devices_are_named_by_what_they_are(client: TestClient) -> None:
    login = account(client)
    client.cookies.clear()
    client.headers["user-agent"] = PHONE
    post(client, "sign-in", login=login, password=PASSWORD)
    client.headers["user-agent"] = "testclient"
    page = client.get("/account").text
    assert ("Firefox on Android" in page, "Unknown device" in page, page.count("this device")) == (True, True, 1)


@pytest.mark.parametrize(
    ("header", "label"),
    [
        (PHONE, "Firefox on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU) AppleWebKit/605 Version/18 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("<script>alert(1)</script>", ""),
        ("Firefox/1<script>" + "x" * 90_000, "Firefox"),
        ("", ""),
    ],
)
def test_nothing_of_the_user_agent_itself_is_kept(header: str, label: str) -> None:
    assert device_label(header) == label


def test_a_guest_with_a_seat_is_warned_before_signing_in(client: TestClient) -> None:
    answer = client.post("/play", data={"csrf": csrf(client, "/")})
    code = answer.headers["location"].removeprefix("/t/")
    assert 'notice-warn">As this guest you have a seat' in client.get("/account").text
    assert f'href="/t/{code}"' in client.get("/account").text


# Programs and the command


def test_programs_do_the_same_over_the_api(client: TestClient) -> None:
    login = f"Bot{next(_made)}"
    client.post("/api/guests", json={"name": "Bot"})
    made = client.post("/api/account", json={"login": login, "password": PASSWORD})
    assert made.status_code == 201
    signed = client.post("/api/sessions", json={"login": login, "password": PASSWORD}).json()
    headers = {"authorization": f"Bearer {signed['token']}"}
    (device,) = client.get("/api/sessions", headers=headers).json()["sessions"]
    assert device["here"] is True
    changed = client.put("/api/account/password", json={"current": PASSWORD, "password": "another one"})
    assert changed.status_code == 200
    assert client.get("/api/me", headers=headers).status_code == 401
    assert client.post("/api/sessions/end", json={"session": "here"}).status_code == 204
    assert client.get("/api/me").status_code == 401


def test_whoever_runs_the_server_can_give_a_new_password(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    login = account(client)
    old = cookie(client)
    monkeypatch.setenv("DATABASE_URL", site(client).settings.database_url)
    printed = CliRunner().invoke(commands, ["reset-password", login.lower()])
    assert printed.exit_code == 0, printed.output
    assert elsewhere(client, old) == 401
    client.cookies.clear()
    assert post(client, "sign-in", login=login, password=printed.output.strip()).status_code == 303


def test_a_password_for_nobody_is_an_error(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", site(client).settings.database_url)
    result = CliRunner().invoke(commands, ["reset-password", "Nobody"])
    assert (result.exit_code, "Nobody" in result.output) == (1, True)
