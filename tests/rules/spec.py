"""Ties a test to the sentences of the rules pages that it shows, so that a test can ask whether any is left out."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def covers(*_ids: str) -> Callable[[Test], Test]:
    """The ids of what a test shows.

    ``J…`` and ``E…`` are numbered facts of the Japanese and the English page, ``A…`` and ``B…`` their resolutions,
    ``M…`` and ``R…`` clarifications, ``MJ-…`` and ``ME-…`` worked examples. Of Avinas ``F…`` are the numbered facts,
    ``C…`` their resolutions, ``V…`` the clarifications and ``AV-…`` the worked examples. Of Euchre ``U…`` are the
    numbered facts, ``UE…`` the resolutions (E… on the page), ``K…`` clarifications, ``CE-…`` worked examples and
    ``name=value`` an option. Of Auction ``S…`` are the numbered facts, ``D…`` the resolutions, ``X…`` clarifications
    and ``AU-…`` worked examples.
    """
    return lambda test: test
