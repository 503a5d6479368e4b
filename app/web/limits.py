"""How many things one address may make, and how many tables one player."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from app.web.refusals import Refusal

REMEMBERED_ADDRESSES = 10_000
MINUTE = 60.0
HOUR = 3600.0
TABLES_PER_HOUR = 20  # of one player, from wherever they come

SIGN_INS = 10  # passwords tried for one account at once, and one more each minute, from wherever they come


class RateLimit:
    """A bucket of tokens per address: ``per_minute`` at once, refilled evenly; and one per player for their tables.

    Addresses of one IPv6 network (/64) count as one, since a single visitor has that many.

    :param per_minute: how many things an address may make per minute; 0 allows everything,
        also to players
    :param clock: seconds, monotonic
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # → (tokens, when)

    def take(self, connection: HTTPConnection, what: str) -> None:
        """Counts one thing made by the other end.

        :raises Refusal: ``rate_limited`` (429) when the address has made too many
        """
        address = _network(connection.client.host if connection.client else "")
        self._take((what, address), self._per_minute, MINUTE, "rate_limited")

    def take_table(self, connection: HTTPConnection, player: str) -> None:
        """Counts one table made by this player from the other end.

        :raises Refusal: ``rate_limited`` or ``too_many_tables`` (both 429)
        """
        self.take(connection, "tables")
        self._take(("tables of player", player), TABLES_PER_HOUR, HOUR, "too_many_tables")

    def take_sign_in(self, connection: HTTPConnection, login: str) -> None:
        """Counts one password tried from the other end, whether or not there is an account of that name.

        :param login: stands for the account, however its name was spelled
        :raises Refusal: ``too_many_sign_ins`` (429)
        """
        address = _network(connection.client.host if connection.client else "")
        self._take(("sign-ins", address), self._per_minute, MINUTE, "too_many_sign_ins")
        self._take(("sign-ins of", login), SIGN_INS, SIGN_INS * MINUTE, "too_many_sign_ins")

    def _take(self, key: tuple[str, str], size: int, seconds: float, code: str) -> None:
        """Takes a token from a bucket of so many, which fills in so many seconds."""
        if self._per_minute == 0:
            return
        now = self._clock()
        tokens, since = self._buckets.pop(key, (float(size), now))
        tokens = min(size, tokens + (now - since) * size / seconds)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > REMEMBERED_ADDRESSES:
            self._buckets.popitem(last=False)
        if not allowed:
            raise Refusal(code, headers={"retry-after": str(max(1, round(seconds / size)))})


def _network(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host
