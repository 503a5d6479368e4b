"""What visitors are told when something cannot be done: a page for people, ``{code, message}`` for programs.

A route raises `Refusal` with a code; its words are in the catalogue under ``error.<code>`` (and ``error.<code>.title``
for the page). Nothing that happened inside the server, no traceback and no input, is ever repeated to the visitor.
"""

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from app.web.headers import security_headers
from app.web.refusals import Refusal
from app.web.site import site_of

log = structlog.get_logger("kibitz.web")

CODE_OF_STATUS = {400: "malformed", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def is_for_programs(request: Request) -> bool:
    """True for addresses that answer with JSON rather than pages."""
    return str(request.scope["path"]).startswith(("/api/", "/healthz", "/metrics"))


def explain(request: Request, refusal: Refusal) -> str:
    """The refusal in the visitor's words."""
    site = site_of(request)
    text = site.catalogue.translator(site.pages.language(request))
    facts = dict(refusal.facts)
    if refusal.code in ("bad_name", "bad_login"):
        facts["reason"] = text(f"refused.{facts['reason']}")
    if refusal.code == "bad_password":
        facts["reason"] = text(f"account.password.{facts['reason']}", **refusal.facts)
    return text(f"error.{refusal.code}", **facts)


async def answer(request: Request, refusal: Refusal) -> Response:
    """The refusal in the form and language the visitor understands."""
    site = site_of(request)
    message = explain(request, refusal)
    if is_for_programs(request):
        body: dict[str, Any] = {"code": refusal.code, "message": message, **refusal.facts}
        return JSONResponse(body, refusal.status_code, headers=refusal.headers)
    title = site.catalogue.text(site.pages.language(request), f"error.{refusal.code}.title")
    texts = {"code": refusal.code, "title": title, "message": message}
    return await site.pages.error(request, texts, refusal.status_code, refusal.headers)


async def on_refusal(request: Request, error: Exception) -> Response:
    """Refusals of our own, and those of the framework (unknown address, wrong method, body too large)."""
    if isinstance(error, Refusal):
        return await answer(request, error)
    assert isinstance(error, HTTPException)
    refusal = Refusal(CODE_OF_STATUS.get(error.status_code, "malformed"), headers=error.headers)
    return await answer(request, refusal)


async def on_invalid(request: Request, error: Exception) -> Response:
    """A request that is not what the API's description says: which field, and what is wrong with it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    if first["type"] == "json_invalid":
        return await answer(request, Refusal("malformed"))
    return await answer(request, Refusal("invalid", field=".".join(place)[:80], reason=str(first["msg"])[:200]))


async def on_storage(request: Request, error: Exception) -> Response:
    """The database does not answer: the visitor may try again, the log says why."""
    log.warning("storage failed", path=request.scope["path"], error=type(error).__name__)
    return await answer(request, Refusal("busy", headers={"retry-after": "5"}))


async def on_disconnect(_request: Request, _error: Exception) -> Response:
    """The visitor has gone while still sending; nobody reads this."""
    return Response(status_code=400)


async def on_bug(request: Request, _error: Exception) -> Response:
    """Anything else is a mistake of ours. The server logs the traceback by itself, the visitor gets an apology."""
    response = await answer(request, Refusal("server_error"))
    response.headers.update(security_headers(request.headers.get("host", "")))  # this answer passes no middleware
    return response


def install(app: FastAPI) -> None:
    """Makes the application answer errors as this module says."""
    app.add_exception_handler(HTTPException, on_refusal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(SQLAlchemyError, on_storage)
    app.add_exception_handler(ConnectionError, on_storage)
    app.add_exception_handler(TimeoutError, on_storage)
    app.add_exception_handler(ClientDisconnect, on_disconnect)
    app.add_exception_handler(Exception, on_bug)
