"""Tables that the storage takes too long for: the visitor is told so, and finds the table later."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.web import tables
from app.web.site import Site
from tests.web.conftest import csrf, guest


@pytest.fixture
def slow(served: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """A storage that makes no table before this event; visitors have hardly any patience."""
    site: Site = served.app.state.site  # type: ignore[attr-defined]
    answers, create = asyncio.Event(), site.hub.create

    async def create_later(*wish: object) -> str:
        await answers.wait()
        return await create(*wish)  # type: ignore[arg-type]

    monkeypatch.setattr(site.hub, "create", create_later)
    monkeypatch.setattr(tables, "PATIENCE", 0.01)
    yield answers
    let(served, answers)


def let(client: TestClient, answers: asyncio.Event) -> None:
    """The storage answers, and what waited for it comes to its end."""

    async def finish() -> None:
        answers.set()
        while tables._being_made:
            await asyncio.wait(tables._being_made)

    assert client.portal is not None
    client.portal.call(finish)


@pytest.mark.parametrize("path", ["/tables", "/play"])
def test_a_visitor_whose_table_is_late_finds_it_in_the_lobby(
    client: TestClient, slow: asyncio.Event, path: str
) -> None:
    answer = client.post(path, data={"csrf": csrf(client), "name": "Mina"})
    assert (answer.status_code, "kibitz=" in answer.headers["set-cookie"]) == (503, True)
    before = client.get("/").text
    let(client, slow)
    assert ('data-section="back" hidden' in before, 'data-section="back" hidden' in client.get("/").text) == (
        True,
        False,
    )


@pytest.mark.usefixtures("slow")
def test_a_program_whose_table_is_late_is_told_so(client: TestClient) -> None:
    answer = client.post("/api/tables", json={}, headers=guest(client))
    assert (answer.status_code, answer.json()["code"], "retry-after" in answer.headers) == (503, "table_late", True)


def test_a_table_of_a_program_is_among_its_own_though_nobody_sits_there(client: TestClient) -> None:
    known = guest(client)
    code = client.post("/api/tables", json={"open": False}, headers=known).json()["code"]
    assert f'href="/t/{code}' in client.get("/", headers=known).text
    assert f'href="/t/{code}' not in client.get("/").text
