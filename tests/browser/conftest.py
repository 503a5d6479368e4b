"""A server for the session, a browser, and people who sit at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.people import Person
from tests.browser.server import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Programs that do, as in tools/browser.sh; with none of them Playwright's own, and without that the tests fail."""

Invite = Callable[..., Any]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser that `make test` found, else one that is installed."""
    program = os.environ.get("KIBITZ_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": program, "args": arguments}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not end it. Whatever they did, it must not have failed once."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()
    assert server.log == "", "the server complained"


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one test's own: it may be killed, and nobody else has been there."""
    server = Server(tmp_path_factory.mktemp("own"))
    server.start()
    yield server
    server.stop()
    assert server.log == "", "the server complained"


@pytest.fixture
def invite(browser: Browser, server: Server) -> Iterator[Invite]:
    """Brings people to the server: `invite("Ada", Keys, limit=14)`. Their browsers must not have complained once."""
    people: list[Person] = []

    def bring(name: str, kind: type[Person] = Person, limit: int = 0, **options: Any) -> Person:
        person = kind(browser, options.pop("url", server.url), name, limit, **options)
        people.append(person)
        return person

    yield bring
    complaints = {person.name: person.complaints for person in people if person.complaints}
    for person in people:
        person.close()
    assert not complaints
