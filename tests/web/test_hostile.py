"""Requests that no browser sends. Whatever arrives, the answer is one of ours and never an excuse for a bug of ours.

The client of these tests raises what the application does not handle, so that "no exception" is the claim of each.
"""

import random

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import csrf, guest, open_table

SURROGATE = "\ud800"
NEXT = ["//[", "//[::1", "//\u2100", "/\\evil.test", "https://evil.test/", "//evil.test", "/\t/evil.test", "[", "\x00"]
ENCODINGS = ["unicode_escape", "raw_unicode_escape", "undefined", "utf-7", "utf-16", "idna", "no-such", "rot13", "hex"]
SEED = 20
ROUNDS = 5


def multipart(fields: dict[str, str], encoding: str) -> tuple[bytes, dict[str, str]]:
    """A form in parts that claims to be in some encoding: body and headers."""
    parts = "".join(
        f'--cut\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
    )
    return f"{parts}--cut--\r\n".encode(), {"content-type": f"multipart/form-data; boundary=cut; charset={encoding}"}


@pytest.mark.parametrize("path", ["/language", "/name"])
@pytest.mark.parametrize("target", NEXT, ids=ascii)
def test_a_form_never_leads_away_from_here(client: TestClient, path: str, target: str) -> None:
    form = {"csrf": csrf(client), "next": target, "name": "Mina", "lang": "en"}
    answer = client.post(path, data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("host", ["a" * 5000, "a" * 254, "[" + ":" * 5000 + "]", "\xe9", "a b", ""], ids=len)
def test_a_qr_code_is_drawn_whatever_the_host_header_says(client: TestClient, host: str) -> None:
    answer = client.get(f"/t/{open_table(client)}/qr.svg", headers={"host": host.encode("latin-1")})  # type: ignore[dict-item]
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_forms_are_read_in_utf8_only(client: TestClient, encoding: str) -> None:
    fields = {"csrf": csrf(client) + "\\ud800", "option.\\ud800": "x", "name": "Mina"}
    body, headers = multipart(fields, encoding)
    for path in ("/name", "/tables", "/play", "/language"):
        assert client.post(path, content=body, headers=headers).status_code == 400


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8"])
def test_a_form_in_parts_may_say_that_it_is_in_utf8(client: TestClient, encoding: str) -> None:
    body, headers = multipart({"csrf": csrf(client), "name": "\u30df\u30ca"}, encoding)
    assert client.post("/name", content=body, headers=headers).status_code == 303


@pytest.mark.parametrize(
    "body",
    [
        rb'{"game": "mighty", "options": {"\ud800": "x"}}',
        rb'{"game": "mighty", "options": {"match_deals": "\ud800"}}',
        rb'{"game": "\ud800"}',
        rb'{"ruleset": "mighty/japanese@1?\udfff=1"}',
        rb'{"\ud800": 1}',
        b'{"game": "\xed\xa0\x80"}',
        b"[" * 10_000,
        b'{"a":' * 900 + b"1" + b"}" * 900,
        b"9" * 5000,
    ],
    ids=range(9),
)
def test_json_with_texts_that_are_no_texts_is_refused(client: TestClient, body: bytes) -> None:
    headers = {**guest(client), "content-type": "application/json"}
    for method, path in (("POST", "/api/tables"), ("POST", "/api/guests"), ("PATCH", "/api/me")):
        assert client.request(method, path, content=body, headers=headers).status_code in (400, 422)


# At random, but the same every time

PIECES = [
    *(
        "",
        "x",
        "//[",
        "[",
        "]",
        "%",
        "%ED%A0%80",
        "%00",
        "\x00",
        "\ud800",
        "\u2100",
        "\u202e",
        "\ufe0f",
        "\U0001f469",
        "\\ud800",
    ),
    *("mighty", "japanese", "mighty/japanese@1", "?", "&", "=", ";", ",", "a" * 3000, "9" * 400, "-1", "1e999", "nan"),
    *("on", "true", "null", "{}", "[]", '"', "'", "<b>", "{{7*7}}", "{option}", "../", "\r\n", "Bearer ", "."),
]
FIELDS = [
    "csrf",
    "next",
    "name",
    "lang",
    "ruleset",
    "game",
    "preset",
    "open",
    "watch",
    "bots",
    "sit",
    "text",
    "options",
]
FIELDS += ["option.match_deals", "option.ripper", "option.", "option.\ud800", "\ud800", "", "__proto__"]
FORMS = ["/name", "/language", "/play", "/tables", "/t/AAAA/join"]
PAGES = [
    "/",
    "/new",
    "/rules",
    "/rules/mighty/japanese",
    "/api",
    "/protocol",
    "/api/rulesets",
    "/api/games",
    "/api/tables",
]
PAGES += [
    "/t/{0}",
    "/t/{0}/qr.svg",
    "/api/tables/{0}",
    "/rules/{0}/{0}",
    "/static/{0}/{0}",
    "/{0}",
    "/metrics",
    "/healthz",
]
HEADERS = ["host", "origin", "cookie", "accept-language", "authorization", "content-length", "accept-encoding"]
HEADERS += ["x-forwarded-for", "content-type", "expect", "range", "if-none-match"]


class Mischief:
    """A source of nonsense that is the same in every run."""

    def __init__(self) -> None:
        self.random = random.Random(SEED)

    def text(self) -> str:
        return "".join(self.random.choices(PIECES, k=self.random.randint(1, 3)))

    def raw(self) -> bytes:
        return self.text().replace("\r\n", "").encode("utf-8", "surrogatepass")

    def escaped(self) -> str:
        return "".join(f"%{byte:02X}" for byte in self.raw())

    def fields(self) -> list[tuple[str, str]]:
        return [(self.random.choice(FIELDS), self.escaped()) for _ in range(self.random.randint(0, 6))]

    def query(self) -> str:
        return "&".join(f"{name.encode(errors='ignore').decode()}={value}" for name, value in self.fields())

    def json(self, depth: int = 0) -> str:
        kind = self.random.randint(0, 5 if depth < 3 else 2)
        if kind == 0:
            return self.random.choice(["null", "true", "NaN", "-1", "1e400", "9" * 30, "[]", "{}"])
        if kind < 3:
            return '"' + self.text().replace('"', "").replace("\\", "\\\\").replace("\\\\u", "\\u") + '"'
        if kind == 3:
            return f"[{self.json(depth + 1)},{self.json(depth + 1)}]"
        names = [self.random.choice(FIELDS) for _ in range(3)]
        return "{" + ",".join(f'"{name}":{self.json(depth + 1)}' for name in names) + "}"


def test_no_page_fails_whatever_it_is_asked_for(client: TestClient) -> None:
    mischief = Mischief()
    for page in PAGES:
        path = page.replace("{0}", mischief.escaped())
        answer = client.get(f"{path}?{mischief.query()}")
        assert answer.status_code < 500, path


def test_no_header_makes_a_page_fail(client: TestClient) -> None:
    mischief, code = Mischief(), open_table(client)
    for header in HEADERS:
        for path in ("/", f"/t/{code}", f"/t/{code}/qr.svg", "/api/me"):
            value = mischief.raw().replace(b"\x00", b"")
            answer = client.get(path, headers={header: value})  # type: ignore[dict-item]
            assert answer.status_code < 500, (header, path)


@pytest.mark.parametrize("path", FORMS)
def test_no_form_fails_whatever_is_filled_in(client: TestClient, path: str) -> None:
    mischief = Mischief()
    token = csrf(client)
    for _ in range(ROUNDS):
        fields = [f"csrf={token}", mischief.query()]
        mischief.random.shuffle(fields)
        headers = {
            "content-type": "application/x-www-form-urlencoded; charset=" + mischief.random.choice(["utf-8", ""])
        }
        answer = client.post(path, content="&".join(fields), headers=headers)
        assert answer.status_code < 500, fields
        body, headers = multipart({"csrf": token, **{k: "x" for k, _ in mischief.fields() if k.isascii()}}, "utf-8")
        cut = mischief.random.randint(0, len(body))
        answer = client.post(path, content=body[:cut] + mischief.raw() + body[cut:], headers=headers)
        assert answer.status_code < 500, body


@pytest.mark.parametrize(("method", "path"), [("POST", "/api/tables"), ("POST", "/api/guests"), ("PATCH", "/api/me")])
def test_no_body_makes_the_api_fail(client: TestClient, method: str, path: str) -> None:
    mischief = Mischief()
    headers = {**guest(client), "content-type": "application/json"}
    for _ in range(ROUNDS * 3):
        body = mischief.json().encode("utf-8", "surrogatepass")
        assert client.request(method, path, content=body, headers=headers).status_code < 500, body
