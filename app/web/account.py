"""The page about oneself: make an account, sign in and out, another password, devices. Forms that need no scripts.

GET /account                   account.html   (?next=/path: where to go after signing in; ?done=created|password|out)
    ``account``     the sign-in name | None for guests and strangers
    ``devices``     [{"id", "label", "created_at", "seen_at", "here": bool}…]
    ``seated``      [code…] the tables at which a guest has a seat: signing in as somebody else leaves them
    ``problem``     None | {"form": "create"|"sign-in"|"password", "field", "message"} after a refused form
    ``given``       {"login", "next"} what had been filled in, never a password
    ``done``        what has just been done, "" for nothing
"""

from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from app.web.accounts import become_account, change_password, devices, end_sessions, sign_in
from app.web.auth import Player
from app.web.errors import explain
from app.web.forms import field, go, read_form, safe_path
from app.web.match_pages import words
from app.web.refusals import Refusal
from app.web.site import site_of
from app.web.tables import own_tables

router = APIRouter(include_in_schema=False)

PATH = "/account"
DONE = ("created", "password", "out", "others", "in")
FIELD_OF = {
    "bad_login": "login",
    "login_taken": "login",
    "bad_password": "password",
    "wrong_password": "current",
    "wrong_sign_in": "password",
    "too_many_sign_ins": "password",
}
"""Beside which field a refusal is told; others have a page of their own."""


@router.get(PATH)
async def account(request: Request) -> Response:
    """Who one is here, and on which devices."""
    given = {"login": "", "next": request.query_params.get("next", "")}
    return await account_page(request, given, None)


async def account_page(request: Request, given: dict[str, str], problem: dict[str, str] | None) -> Response:
    """The page with what has been filled in, and what is wrong with it."""
    site = site_of(request)
    player = await site.identity.player(request)
    login = None if player is None else player.login
    listed = [] if player is None else await devices(site, player)
    seated = [] if login is not None else [table["code"] for table in await own_tables(site, player)]
    done = request.query_params.get("done", "")
    context: dict[str, Any] = {
        "account": login,
        "devices": [{**each._asdict(), "here": player is not None and each.id == player.device} for each in listed],
        "seated": seated,
        "problem": problem,
        "given": {"login": given["login"][:100], "next": safe_path(given["next"])},
        "when": words(site.pages.language(request))["when"],
        "done": done if done in DONE and problem is None else "",
    }
    return await site.pages.page(request, "account", context)


@router.post(f"{PATH}/create")
async def create(request: Request) -> Response:
    """Makes an account of the visitor."""
    form = await read_form(request)
    try:
        player = await site_of(request).identity.player(request)
        made = await become_account(request, player, field(form, "login"), secret(form, "password"))
    except Refusal as refusal:
        return await form_again(request, "create", form, refusal)
    return go(request, f"{PATH}?done=created", made)


@router.post(f"{PATH}/sign-in")
async def enter(request: Request) -> Response:
    """Signs this device in."""
    form = await read_form(request)
    try:
        before = await site_of(request).identity.player(request)
        player = await sign_in(request, before, field(form, "login"), secret(form, "password"))
    except Refusal as refusal:
        return await form_again(request, "sign-in", form, refusal)
    path = safe_path(field(form, "next"))
    return go(request, f"{PATH}?done=in" if path == "/" else path, player)


@router.post(f"{PATH}/password")
async def password(request: Request) -> Response:
    """Changes the password."""
    form = await read_form(request)
    player = await known(request)
    if player is None:
        return go(request, PATH)
    try:
        changed = await change_password(request, player, secret(form, "current"), secret(form, "password"))
    except Refusal as refusal:
        return await form_again(request, "password", form, refusal)
    return go(request, f"{PATH}?done=password", changed)


@router.post(f"{PATH}/sign-out")
async def leave(request: Request) -> Response:
    """Signs out: here, of all others, or of one device."""
    form = await read_form(request)
    player = await known(request)
    if player is None:
        return go(request, PATH)
    if not await end_sessions(site_of(request), player, field(form, "session")):
        return go(request, f"{PATH}?done=others")
    response = RedirectResponse(f"{PATH}?done=out", 303)
    site_of(request).identity.forget(request, response)
    return response


async def known(request: Request) -> Player | None:
    """The visitor's player."""
    return await site_of(request).identity.player(request)


def secret(form: FormData, name: str) -> str:
    """A field's text just as it was typed: spaces belong to a password."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


async def form_again(request: Request, name: str, form: FormData, refusal: Refusal) -> Response:
    """The page once more, with what is wrong beside its field."""
    if refusal.code not in FIELD_OF:
        raise refusal
    problem = {"form": name, "field": FIELD_OF[refusal.code], "message": explain(request, refusal)}
    given = {"login": field(form, "login"), "next": field(form, "next")}
    response = await account_page(request, given, problem)
    response.status_code = refusal.status_code
    response.headers.update(refusal.headers or {})
    return response
