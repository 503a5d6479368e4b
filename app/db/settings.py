"""What the server made up once and must remember."""

import secrets
from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.models import Setting
from app.db.session import writing

SIGNING_KEY = "signing_key"


async def signing_key(engine: AsyncEngine) -> str:
    """The key that signs cookies: 256 random bits, made by whichever process asks first and the same ever after."""
    return await get_or_create(engine, SIGNING_KEY, lambda: secrets.token_urlsafe(32))


async def get_or_create(engine: AsyncEngine, key: str, make: Callable[[], str]) -> str:
    """The value stored under `key`; if there is none, what `make` returns is stored, or what another process made."""
    found = await _get(engine, key)
    if found is None:
        try:
            async with writing(engine) as connection:
                await connection.execute(insert(Setting).values(key=key, value=make()))
        except IntegrityError:
            pass
        found = await _get(engine, key)
        assert found is not None
    return found


async def _get(engine: AsyncEngine, key: str) -> str | None:
    async with engine.connect() as connection:
        return await connection.scalar(select(Setting.value).where(Setting.key == key))
