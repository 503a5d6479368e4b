"""`kibitz reset-password`: a new password for somebody who has forgotten theirs."""

import asyncio
import secrets

from sqlalchemy.exc import SQLAlchemyError

from app.commands.migrate import DatabaseTroubleError
from app.config import Settings
from app.db.accounts import change_password, find_account
from app.db.session import DatabaseAddressError, open_engine
from app.table.names import same
from app.web.passwords import make_hasher

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
_GROUPS, _GROUP = 4, 4  # 79 bits


def reset_password(settings: Settings, login: str) -> str | None:
    """Gives the account a random password and ends all its sessions; the password, or None for an unknown name.

    :raises DatabaseTroubleError: nothing was changed
    """
    return asyncio.run(_reset(settings.database_url, login))


async def _reset(database_url: str, login: str) -> str | None:
    try:
        engine = open_engine(database_url)
    except DatabaseAddressError as error:
        raise DatabaseTroubleError(str(error)) from error
    try:
        account = await find_account(engine, same(login))
        if account is None:
            return None
        password = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
        await change_password(engine, account, make_hasher().hash(password), None)
        return password
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[:1]
        raise DatabaseTroubleError(f"The database cannot be used: {''.join(reason)}") from error
    finally:
        await engine.dispose()
