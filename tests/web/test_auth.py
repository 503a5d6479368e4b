"""Tokens, form tokens and origins: what counts as an identity, and what is the same as none."""

import pytest
from starlette.requests import HTTPConnection

from app.web.auth import Identity, Player, origin_allowed

MINA = Player("p-mina", "Mina", 1)


async def find(player_id: str) -> Player | None:
    return MINA if player_id == MINA.id else None


def connection(scheme: str = "http", **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return HTTPConnection(
        {
            "type": "http",
            "scheme": scheme,
            "server": ("kibitz.test", 80),
            "path": "/",
            "query_string": b"",
            "headers": raw,
        }
    )


@pytest.fixture
def identity() -> Identity:
    return Identity("a key of sixteen letters", find)


async def test_a_cookie_made_here_is_recognised(identity: Identity) -> None:
    assert await identity.player(connection(cookie=f"kibitz={identity.token(MINA)}")) == MINA


async def test_a_bearer_token_made_here_is_recognised(identity: Identity) -> None:
    assert await identity.player(connection(authorization=f"Bearer {identity.token(MINA)}")) == MINA


async def test_on_https_only_the_cookie_that_is_tied_to_the_host_counts(identity: Identity) -> None:
    token = identity.token(MINA)
    assert await identity.player(connection("https", cookie=f"kibitz={token}")) is None
    assert await identity.player(connection("https", cookie=f"__Host-kibitz={token}")) == MINA


async def test_a_wrong_bearer_token_is_not_mended_by_a_cookie(identity: Identity) -> None:
    asked = connection(authorization="Bearer nonsense", cookie=f"kibitz={identity.token(MINA)}")
    assert await identity.player(asked) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: "",
        lambda token: token[:-1],
        lambda token: token + "A",
        lambda token: token.replace("p-mina", "p-toma"),
        lambda token: token.split(".")[0],
        lambda token: "." + token,
        lambda _: "x" * 100_000,
        lambda _: "\x00",
        lambda _: "ä",
        lambda token: token.upper(),
    ],
)
async def test_a_spoilt_token_is_the_same_as_none(identity: Identity, spoil: object) -> None:
    token = spoil(identity.token(MINA))  # type: ignore[operator]
    assert await identity.player(connection(cookie=f"kibitz={token}")) is None
    assert await identity.player(connection(authorization=f"Bearer {token}")) is None


async def test_a_token_made_with_another_key_is_the_same_as_none(identity: Identity) -> None:
    other = Identity("another key of letters", find)
    assert await identity.player(connection(cookie=f"kibitz={other.token(MINA)}")) is None


async def test_a_signed_token_of_a_player_nobody_knows_is_the_same_as_none(identity: Identity) -> None:
    token = identity.token(Player("p-nobody", "Nobody", 1))
    assert await identity.player(connection(cookie=f"kibitz={token}")) is None


async def test_a_token_from_before_the_player_was_signed_out_everywhere_is_the_same_as_none(identity: Identity) -> None:
    token = identity.token(MINA._replace(session=0))
    assert await identity.player(connection(cookie=f"kibitz={token}")) is None


async def test_other_ways_of_authorization_are_the_same_as_none(identity: Identity) -> None:
    assert await identity.player(connection(authorization=f"Basic {identity.token(MINA)}")) is None


def test_a_form_token_fits_the_browser_it_was_shown_to(identity: Identity) -> None:
    visit = identity.new_visit()
    assert identity.form_token_fits(connection(cookie=f"kibitz-visit={visit}"), identity.form_token(visit))


def test_a_form_token_does_not_fit_another_browser(identity: Identity) -> None:
    token = identity.form_token(identity.new_visit())
    assert not identity.form_token_fits(connection(cookie=f"kibitz-visit={identity.new_visit()}"), token)


def test_a_form_token_does_not_fit_a_browser_without_cookies(identity: Identity) -> None:
    assert not identity.form_token_fits(connection(), identity.form_token("x" * 24))


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://kibitz.test", "kibitz.test", True),
        ("http://kibitz.test:80", "kibitz.test", True),
        ("https://kibitz.test", "kibitz.test:443", True),
        ("http://KIBITZ.test:8000", "kibitz.test:8000", True),
        ("https://cards.example.org", "127.0.0.1:8000", True),
        ("http://kibitz.test:8001", "kibitz.test:8000", False),
        ("http://evil.test", "kibitz.test", False),
        ("http://kibitz.test.evil.test", "kibitz.test", False),
        ("http://user@kibitz.test", "kibitz.test", False),
        ("null", "kibitz.test", False),
        ("", "kibitz.test", False),
        ("file://kibitz.test", "kibitz.test", False),
        ("http://[", "kibitz.test", False),
    ],
)
def test_an_origin_is_our_own_host_or_the_public_address(origin: str, host: str, allowed: bool) -> None:
    assert origin_allowed(connection(origin=origin, host=host), "https://cards.example.org") is allowed


def test_a_program_without_origin_is_let_through() -> None:
    assert origin_allowed(connection(host="kibitz.test"), None)
