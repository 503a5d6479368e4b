"""How many things one address may make."""

import pytest
from starlette.requests import HTTPConnection

from app.web.limits import RateLimit
from app.web.refusals import Refusal


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def visitor(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1234), "headers": []})


def taken(limit: RateLimit, address: str, times: int, what: str = "guests") -> int:
    """How many of so many attempts were allowed."""
    allowed = 0
    for _ in range(times):
        try:
            limit.take(visitor(address), what)
        except Refusal:
            continue
        allowed += 1
    return allowed


def test_an_address_may_make_its_share_at_once_and_no_more() -> None:
    assert taken(RateLimit(5, Clock()), "192.0.2.1", 9) == 5


def test_the_share_grows_back_with_time() -> None:
    clock = Clock()
    limit = RateLimit(6, clock)
    taken(limit, "192.0.2.1", 6)
    clock.now = 20
    assert taken(limit, "192.0.2.1", 9) == 2


def test_addresses_do_not_share() -> None:
    limit = RateLimit(2, Clock())
    taken(limit, "192.0.2.1", 5)
    assert taken(limit, "192.0.2.2", 5) == 2


def test_the_addresses_of_one_ipv6_network_share() -> None:
    limit = RateLimit(2, Clock())
    assert [taken(limit, f"2001:db8::{i}", 1) for i in range(1, 5)] == [1, 1, 0, 0]


def test_guests_and_tables_are_counted_apart() -> None:
    limit = RateLimit(1, Clock())
    assert [taken(limit, "192.0.2.1", 2, what) for what in ("guests", "tables")] == [1, 1]


def test_zero_switches_the_limit_off() -> None:
    assert taken(RateLimit(0, Clock()), "192.0.2.1", 1000) == 1000


def test_a_refused_visitor_is_told_how_long_to_wait() -> None:
    limit = RateLimit(2, Clock())
    taken(limit, "192.0.2.1", 2)
    with pytest.raises(Refusal) as refusal:
        limit.take(visitor("192.0.2.1"), "guests")
    assert (refusal.value.headers or {})["retry-after"] == "30"


def tables_taken(limit: RateLimit, player: str, times: int) -> int:
    """How many tables one player was allowed to make, each from another address."""
    allowed = 0
    for number in range(times):
        try:
            limit.take_table(visitor(f"192.0.2.{number}"), player)
        except Refusal:
            continue
        allowed += 1
    return allowed


def test_a_player_may_make_twenty_tables_from_wherever_they_come() -> None:
    assert tables_taken(RateLimit(5, Clock()), "mina", 30) == 20


def test_a_player_with_too_many_tables_is_told_so() -> None:
    limit = RateLimit(5, Clock())
    tables_taken(limit, "mina", 20)
    with pytest.raises(Refusal) as refusal:
        limit.take_table(visitor("192.0.2.200"), "mina")
    assert (refusal.value.status_code, refusal.value.code) == (429, "too_many_tables")


def test_the_tables_of_one_player_are_not_counted_for_another() -> None:
    limit = RateLimit(5, Clock())
    tables_taken(limit, "mina", 30)
    assert tables_taken(limit, "toma", 1) == 1


def test_a_player_may_make_twenty_more_an_hour_later() -> None:
    clock = Clock()
    limit = RateLimit(5, clock)
    tables_taken(limit, "mina", 30)
    clock.now = 3600
    assert tables_taken(limit, "mina", 30) == 20


def test_zero_switches_the_limit_of_players_off_too() -> None:
    assert tables_taken(RateLimit(0, Clock()), "mina", 200) == 200
