"""Passwords: what may be one, and their hashes.

Hashing takes tens of milliseconds and a lot of memory on purpose. It is done in one thread of its own, so that any
number of sign-ins leaves the tables' thread and the other processors alone; beyond a few that wait, visitors are told
to come back later.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.table.names import same
from app.web.refusals import Refusal

SHORTEST = 8  # characters
LONGEST = 256
Result = TypeVar("Result")

WAITING = 20  # hashes; whoever comes then would wait for two seconds


def make_hasher() -> PasswordHasher:
    """The parameters (RFC 9106 with 32 MiB, one lane: the hash must not take a second processor from the tables)."""
    return PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)


def read_password(given: str, login: str) -> str:
    """A new password in the form in which it is hashed. It is not trimmed, and made of any characters.

    :raises Refusal: ``bad_password`` with the reason ``short``, ``long`` or ``login``
    """
    password = normal(given)
    if len(password) < SHORTEST:
        raise Refusal("bad_password", reason="short", n=SHORTEST)
    if len(password) > LONGEST:
        raise Refusal("bad_password", reason="long", n=LONGEST)
    if same(password) & same(login):
        raise Refusal("bad_password", reason="login")
    return password


def normal(given: str) -> str:
    """A password as every keyboard would send it; what is longer than any password is cut off."""
    return unicodedata.normalize("NFKC", given[: 4 * LONGEST])


class Passwords:
    """Makes and checks hashes, one at a time.

    :param hasher: weaker in tests
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or make_hasher()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobody: str | None = None

    async def make(self, password: str) -> str:
        """The hash to be stored.

        :raises Refusal: ``busy``
        """
        return await self._run(partial(self._hasher.hash, password))

    async def fits(self, password_hash: str | None, password: str) -> bool:
        """Whether a password belongs to a hash. None, an account nobody has, takes as long as any other.

        :raises Refusal: ``busy``
        """
        return await self._run(partial(self._verify, password_hash, password))

    def outdated(self, password_hash: str) -> bool:
        """Whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(password_hash)

    def close(self) -> None:
        """Ends the thread after the hash it is at."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password_hash: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash(secrets.token_urlsafe())
        try:
            return self._hasher.verify(password_hash or self._nobody, password) and password_hash is not None
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= WAITING:
            raise Refusal("busy", headers={"retry-after": "5"})
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
