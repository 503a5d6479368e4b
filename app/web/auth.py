"""Who is asking: guests known by a signed token, in a cookie or as bearer token.

The token is the player's id and a signature, for an account also the id of the session of this device. It is carried by
an http-only cookie, or by ``Authorization: Bearer`` for programs. Whatever does not verify (forged, cut off, made with
another key, too long, of a player nobody knows or a session that is over) is the same as no token at all: the visitor
is simply nobody yet, and no page ever fails because of it.

For the websocket routes: ``await identity.player(websocket)`` and ``origin_allowed(websocket, public_url)`` work on any
connection, http or websocket.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

TOKEN_LENGTH_LIMIT = 200  # an id and a signature take 60; anything longer is not worth looking at
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer


class Player(NamedTuple):
    """A player. ``session`` is raised to make a guest's tokens worthless; they carry it.

    ``login`` is the sign-in name of an account, None for a guest. ``device`` is the id of the session of a signed-in
    account; its tokens carry that instead.
    """

    id: str
    name: str
    session: int
    login: str | None = None
    device: str | None = None


FindPlayer = Callable[[str], Awaitable[Player | None]]
FindSession = Callable[[str], Awaitable[Player | None]]


async def no_sessions(_session: str) -> Player | None:
    """Where there are no accounts."""
    return None


def is_secure(connection: HTTPConnection) -> bool:
    """True when the visitor's side of the connection is encrypted (as said by a trusted proxy, where there is one)."""
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """``name``, with the prefix that ties a cookie to this host alone where browsers honour it (https only)."""
    return f"__Host-{name}" if is_secure(connection) else name


def set_cookie(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Sets a long-lived cookie that scripts cannot read and other sites cannot send along with their posts."""
    response.set_cookie(
        cookie_name(connection, name),
        value,
        max_age=COOKIE_AGE,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


class Identity:
    """Signs and recognises players' tokens and the tokens of forms.

    :param key: the signing key
    :param find: looks a player up by id; None for an unknown one
    :param find_session: looks up who is signed in by a session's id; None for one that is over
    """

    COOKIE = "kibitz"
    VISIT_COOKIE = "kibitz-visit"

    def __init__(self, key: str, find: FindPlayer, find_session: FindSession = no_sessions) -> None:
        self._signer = Signer(key, salt="kibitz.player", key_derivation="hmac", digest_method=hashlib.sha256)
        self._form_key = hmac.digest(key.encode(), b"kibitz.form", "sha256")
        self._find = find
        self._find_session = find_session

    def token(self, player: Player) -> str:
        """The token that stands for this player: of an account on this device, until it is signed out there; of a
        guest, until an account is made of it."""
        return self._signer.sign(f"{player.id}.{player.device or player.session}").decode()

    async def player_of_token(self, token: str) -> Player | None:
        """The player a token stands for, or None when it is not one that was made here and still counts."""
        if not 0 < len(token) <= TOKEN_LENGTH_LIMIT or not token.isascii():
            return None
        try:
            player_id, _, session = self._signer.unsign(token).decode().rpartition(".")
        except BadSignature:
            return None
        if not session.isdecimal():
            player = await self._find_session(session)
            return player if player is not None and player.id == player_id else None
        player = await self._find(player_id)
        known = player is not None and player.login is None and str(player.session) == session
        return player if known else None

    async def player(self, connection: HTTPConnection) -> Player | None:
        """The player on the other end. A bearer token, where there is one, counts alone."""
        authorization = connection.headers.get("authorization")
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            token = token.strip() if scheme.lower() == "bearer" else ""
        else:
            token = connection.cookies.get(cookie_name(connection, self.COOKIE), "")
        return await self.player_of_token(token)

    def remember(self, connection: HTTPConnection, response: Response, player: Player) -> None:
        """Gives the visitor's browser the cookie of this player."""
        set_cookie(connection, response, self.COOKIE, self.token(player))

    def forget(self, connection: HTTPConnection, response: Response) -> None:
        """Takes the cookies away: the next one at this browser is nobody."""
        for name in (self.COOKIE, self.VISIT_COOKIE):
            response.delete_cookie(
                cookie_name(connection, name), path="/", secure=is_secure(connection), httponly=True, samesite="lax"
            )

    def visit(self, connection: HTTPConnection) -> str | None:
        """The random value of this browser's visit cookie, if it has a plausible one."""
        visit = connection.cookies.get(cookie_name(connection, self.VISIT_COOKIE), "")
        return visit if 16 <= len(visit) <= 64 and visit.isascii() else None

    @staticmethod
    def new_visit() -> str:
        """A fresh value for the visit cookie, which a browser's form tokens are derived from."""
        return secrets.token_urlsafe(18)

    def keep_visit(self, connection: HTTPConnection, response: Response, visit: str) -> None:
        """Gives the browser its visit cookie."""
        set_cookie(connection, response, self.VISIT_COOKIE, visit)

    def form_token(self, visit: str) -> str:
        """The token that every form shown to this browser carries; another site cannot work it out."""
        return hmac.digest(self._form_key, visit.encode(), "sha256").hex()[:40]

    def form_token_fits(self, connection: HTTPConnection, token: str) -> bool:
        """True when a form came from a page that this browser was shown."""
        visit = self.visit(connection)
        return visit is not None and hmac.compare_digest(self.form_token(visit).encode(), token.encode())


def origin_allowed(connection: HTTPConnection, public_url: str | None) -> bool:
    """False when a browser says that the request was made by a page of another site.

    Programs send no ``Origin`` and are let through: what they could do with a stolen token they can do anyway. The
    scheme is not compared: behind a proxy that is not trusted the server cannot know it.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if public_url is not None and origin == public_url:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    return _host(parts.netloc) == _host(connection.headers.get("host", ""))


def _host(netloc: str) -> str:
    """Host and port in lower case, default ports left out."""
    netloc = netloc.lower()
    for port in (":80", ":443"):
        netloc = netloc.removesuffix(port)
    return netloc
