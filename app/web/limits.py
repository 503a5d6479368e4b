"""How many things one address may make."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from app.web.refusals import Refusal

REMEMBERED_ADDRESSES = 10_000


class RateLimit:
    """A bucket of tokens per address: ``per_minute`` at once, refilled evenly.

    Addresses of one IPv6 network (/64) count as one, since a single visitor has that many.

    :param per_minute: how many things an address may make per minute; 0 allows everything
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
        if self._per_minute == 0:
            return
        key = (what, _network(connection.client.host if connection.client else ""))
        now = self._clock()
        tokens, since = self._buckets.pop(key, (float(self._per_minute), now))
        tokens = min(self._per_minute, tokens + (now - since) * self._per_minute / 60)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > REMEMBERED_ADDRESSES:
            self._buckets.popitem(last=False)
        if not allowed:
            raise Refusal("rate_limited", headers={"retry-after": str(max(1, round(60 / self._per_minute)))})


def _network(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host
