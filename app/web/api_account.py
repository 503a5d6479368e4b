"""The part of the JSON API that is about accounts and the devices they are signed in on."""

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field

from app.web.accounts import become_account, change_password, devices, end_sessions, sign_in
from app.web.api import Guest, KnownPlayer, PlayerOut, Strict, only_from_here, refusals
from app.web.auth import Player
from app.web.site import site_of

router = APIRouter(prefix="/api", dependencies=[Depends(only_from_here)], tags=["api"])


class SignInForm(Strict):
    """A sign-in name and its password."""

    login: str = Field(description="The sign-in name, 1 to 24 visible characters.", max_length=500)
    password: str = Field(description="The password; a new one has at least 8 characters.", max_length=1024)


class PasswordForm(Strict):
    """Another password."""

    current: str = Field(description="The present password.", max_length=1024)
    password: str = Field(description="The password; a new one has at least 8 characters.", max_length=1024)


class SessionForm(Strict):
    """Where to sign out."""

    session: str = Field(description="The id of a session, or `others`, or `here`.", max_length=40)


class SessionOut(BaseModel):
    """A device on which the player is signed in."""

    id: str
    device: str
    created_at: str
    seen_at: str
    here: bool


class Sessions(BaseModel):
    """The devices on which the player is signed in, the one that asks first."""

    sessions: list[SessionOut]


def _signed_in(request: Request, response: Response, player: Player) -> Guest:
    identity = site_of(request).identity
    identity.remember(request, response, player)
    return Guest(player=PlayerOut(id=player.id, name=player.name), token=identity.token(player))


@router.post(
    "/account", status_code=201, responses=refusals(401, 409, 413, 415, 422, 429, 503), summary="Make an account"
)
async def make_account(request: Request, response: Response, form: SignInForm, player: KnownPlayer) -> Guest:
    """Makes an account of the guest, who stays the same player. The answer has a new token; older ones are void."""
    return _signed_in(request, response, await become_account(request, player, form.login, form.password))


@router.put(
    "/account/password", responses=refusals(401, 403, 409, 413, 415, 422, 429, 503), summary="Change the password"
)
async def new_password(request: Request, response: Response, form: PasswordForm, player: KnownPlayer) -> Guest:
    """Changes the password and signs out everywhere. The answer has a new token."""
    changed = await change_password(request, player, form.current, form.password)
    return _signed_in(request, response, changed)


@router.post("/sessions", status_code=201, responses=refusals(403, 413, 415, 422, 429, 503), summary="Sign in")
async def make_session(request: Request, response: Response, form: SignInForm) -> Guest:
    """Signs in to an account. The answer carries a token of its own and also sets it as a cookie."""
    before = await site_of(request).identity.player(request)
    return _signed_in(request, response, await sign_in(request, before, form.login, form.password))


@router.get("/sessions", responses=refusals(401), summary="Where am I signed in?")
async def list_sessions(request: Request, player: KnownPlayer) -> Sessions:
    """The devices on which the account is signed in; none for a guest."""
    found = [
        SessionOut(
            id=each.id,
            device=each.label,
            created_at=each.created_at.isoformat(),
            seen_at=each.seen_at.isoformat(),
            here=each.id == player.device,
        )
        for each in await devices(site_of(request), player)
    ]
    return Sessions(sessions=found)


@router.post("/sessions/end", status_code=204, responses=refusals(401, 404, 413, 415, 422), summary="Sign out")
async def end_session(request: Request, form: SessionForm, player: KnownPlayer) -> Response:
    """Signs out at once: one session of one's own, all others, or here. Open connections of it are closed."""
    site = site_of(request)
    response = Response(status_code=204)
    if await end_sessions(site, player, form.session):
        site.identity.forget(request, response)
    return response
