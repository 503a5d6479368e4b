"""Accounts as pages and API both see them: making one, signing in and out, another password.

An unknown name and a wrong password give the same answer after the same work. A password is tried at most so many times
from one address and for one name. Whoever is signed out is so at once, at open tables too.
"""

from starlette.requests import Request

from app.db.accounts import Account, Device, LoginTakenError, NewAccount, NoGuestError
from app.table.names import BadText, clean_name, same
from app.web.auth import Player
from app.web.devices import device_label
from app.web.names import read_name
from app.web.passwords import normal, read_password
from app.web.refusals import Refusal
from app.web.site import Site, site_of


def read_login(given: str) -> str:
    """The sign-in name in the form in which it is kept.

    :raises Refusal: ``bad_login``; its reason is a code whose text is ``refused.<code>``
    """
    try:
        return clean_name(given)
    except BadText as error:
        raise Refusal("bad_login", reason=error.code) from error


async def become_account(request: Request, player: Player | None, login: str, password: str) -> Player:
    """Makes an account of the visitor and signs this device in; other devices of the guest are signed out.

    A visitor who is nobody yet becomes a player of that name.

    :raises Refusal: ``account_already``, ``bad_login``, ``bad_password``, ``login_taken``, ``too_many_sign_ins`` …
    """
    site = site_of(request)
    if player is not None and player.login is not None:
        raise Refusal("account_already")
    login = read_login(login)
    password = read_password(password, login)
    spellings = same(login)
    site.rate_limit.take_sign_in(request, _key(spellings))
    if await site.accounts.taken(spellings):
        raise Refusal("login_taken")
    new = NewAccount(login, spellings, await site.passwords.make(password))
    if player is None:
        site.rate_limit.take(request, "guests")
        player = await site.players.create(read_name(login))
    try:
        signed_in = await site.accounts.become(player, new, _label(request))
    except LoginTakenError as error:
        raise Refusal("login_taken") from error
    except NoGuestError as error:
        raise Refusal("account_already") from error
    site.hub.ask_again(player.id, None)
    return signed_in


async def sign_in(request: Request, before: Player | None, login: str, password: str) -> Player:
    """Signs this device in, in a session of its own. What it was signed in to before is ended there.

    :raises Refusal: ``wrong_sign_in`` for an unknown name and a wrong password alike, ``too_many_sign_ins``, ``busy``
    """
    site = site_of(request)
    spellings = same(login[:200])
    site.rate_limit.take_sign_in(request, _key(spellings))
    account = await site.accounts.of_login(spellings)
    password = normal(password)
    fits = await site.passwords.fits(None if account is None else account.password_hash, password)
    if account is None or not fits:
        raise Refusal("wrong_sign_in")
    if site.passwords.outdated(account.password_hash):
        stronger = await site.passwords.make(password)
        await site.accounts.rehash(account, stronger)
        account = account._replace(password_hash=stronger)
    old = None if before is None else before.device
    player = await site.accounts.sign_in(account, _label(request), old)
    if player is None:
        raise Refusal("wrong_sign_in")
    if before is not None and old is not None:
        site.hub.ask_again(before.id, old)
    return player


async def change_password(request: Request, player: Player, current: str, new: str) -> Player:
    """Another password. Every session ends, this device is given a new one.

    :raises Refusal: ``no_account``, ``wrong_password``, ``bad_password``, ``too_many_sign_ins``, ``busy``
    """
    site = site_of(request)
    account = await account_of(site, player)
    password = read_password(new, account.login)
    site.rate_limit.take_sign_in(request, _key(same(account.login)))
    if not await site.passwords.fits(account.password_hash, normal(current)):
        raise Refusal("wrong_password")
    made = await site.passwords.make(password)
    session = await site.accounts.change_password(account, made, _label(request))
    if session is None:
        raise Refusal("wrong_password")
    site.hub.sign_out(player.id, lambda ended: ended != player.device)
    site.hub.ask_again(player.id, player.device)
    return player._replace(device=session)


async def account_of(site: Site, player: Player) -> Account:
    """The player's account.

    :raises Refusal: ``no_account`` for a guest
    """
    account = await site.accounts.of_player(player.id)
    if account is None:
        raise Refusal("no_account")
    return account


async def devices(site: Site, player: Player) -> list[Device]:
    """Where the player is signed in, this device first; none for a guest."""
    if player.login is None:
        return []
    found = await site.accounts.sessions(player.id)
    return sorted(found, key=lambda device: device.id != player.device)


async def end_sessions(site: Site, player: Player, which: str) -> bool:
    """Signs the player out: ``here``, of all the ``others``, or of the session with that id. Whether this device was
    among them.

    :raises Refusal: ``no_session`` when the player has no such session
    """
    if player.device is None:
        if which != "here":
            raise Refusal("no_session")
        return True
    if which == "others":
        ended = await site.accounts.end(player.id, but=player.device)
    else:
        ended = await site.accounts.end(player.id, only=player.device if which == "here" else which)
        if not ended and which != "here":
            raise Refusal("no_session")
    gone = frozenset(ended)
    site.hub.sign_out(player.id, lambda session: session in gone)
    return player.device in gone or which == "here"


def _label(request: Request) -> str:
    return device_label(request.headers.get("user-agent", ""))


def _key(spellings: frozenset[str]) -> str:
    return "\n".join(sorted(spellings))
