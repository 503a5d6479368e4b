"""The limit on what may be sent in one request."""

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import answer
from app.web.refusals import Refusal

BODY_LIMIT = 16 * 1024  # bytes; the largest honest form (every option of a game) is below 2 KiB


class BodyLimit:
    """ASGI middleware: a body over the limit is refused in our own words.

    One that says how long it is is not read at all; one that does not is counted while it is read. (The framework's
    own limit answers with bare text, outside everything that could make a page of it.)
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or len(length) > 20 or int(length) > BODY_LIMIT:
            response = await answer(Request(scope), Refusal("too_large"))
            await response(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > BODY_LIMIT:
                raise Refusal("too_large")
            return message

        await self.app(scope, counted, send)
