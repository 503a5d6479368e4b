"""What may be sent in one request: how much, in which encoding, and no halves of characters.

JSON and some encodings can spell a lone surrogate, half of a character that no answer, log or database can write down.
Such a text is a mistake or mischief and is refused where it comes in, so that nothing behind has to think of it.
"""

from typing import Any

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import answer
from app.web.refusals import Refusal

BODY_LIMIT = 16 * 1024  # bytes; the largest honest form (every option of a game) is below 2 KiB
FORM_ENCODINGS = ("", "utf-8", "utf8")


async def read_fields(request: Request, most: int) -> FormData:
    """The fields of a form, none of them files.

    :param most: how many there may be
    :raises Refusal: ``malformed`` for another encoding than UTF-8, or texts that are no texts
    """
    _, parameters = parse_options_header(request.headers.get("content-type", ""))
    if parameters.get(b"charset", b"").decode("latin-1").strip().lower() not in FORM_ENCODINGS:
        raise Refusal("malformed")
    form = await request.form(max_files=0, max_fields=most)
    if not all(is_text(name) and (not isinstance(value, str) or is_text(value)) for name, value in form.multi_items()):
        raise Refusal("malformed")
    return form


async def check_json(request: Request) -> None:
    """Looks through a body of JSON for texts that are no texts. An empty body is left to whoever misses it.

    :raises Refusal: ``malformed``
    """
    if not await request.body():
        return
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise Refusal("malformed") from error
    if not _all_text(body):
        raise Refusal("malformed")


def is_text(text: str) -> bool:
    """False when there are halves of characters in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _all_text(body: Any) -> bool:
    """Whether every text in a piece of parsed JSON is one. Without recursion: it may be nested deeply."""
    waiting = [body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if not is_text(part):
                return False
        elif isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            waiting += part
    return True


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
