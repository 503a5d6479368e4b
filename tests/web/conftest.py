"""One application per test module on an SQLite file of its own; every test begins as a stranger, without cookies."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.db.migrate import upgrade
from app.db.session import open_engine
from app.main import create_app

CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An empty database as a file's content."""
    path = tmp_path_factory.mktemp("migrated") / "kibitz.sqlite3"

    async def migrate() -> None:
        engine = open_engine(f"sqlite:///{path}")
        await upgrade(engine)
        await engine.dispose()

    asyncio.run(migrate())
    return path.read_bytes()


def settings(folder: Path, migrated: bytes, **changes: object) -> Settings:
    """Settings of a server on a database of its own in that folder."""
    path = folder / "kibitz.sqlite3"
    path.write_bytes(migrated)
    values: dict[str, object] = {"database_url": f"sqlite:///{path}", "rate_limit": 0, "bot_speed": 0, **changes}
    return Settings.model_validate(values)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated: bytes) -> Iterator[TestClient]:
    """A running application."""
    app = create_app(settings(tmp_path_factory.mktemp("served"), migrated))
    with TestClient(app, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(served: TestClient) -> TestClient:
    """A visitor whom the server has never seen."""
    served.cookies.clear()
    return served


@pytest.fixture(autouse=True)
def every_text_has_its_facts(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No page asks for a text that is not there or leaves out a fact of one, except where that is what is tested."""
    yield
    if "mistaken_texts" not in request.keywords:
        mistakes = [r.getMessage() for when in ("setup", "call") for r in caplog.get_records(when)
                    if r.name == "app.web.i18n"]  # fmt: skip
        assert mistakes == []


def csrf(client: TestClient, path: str = "/new") -> str:
    """Opens a page as a browser does, and takes the token out of its form."""
    found = CSRF.search(client.get(path).text)
    assert found is not None
    return found[1]


def guest(client: TestClient, name: str = "Mina") -> dict[str, str]:
    """Makes a guest for a program, without keeping its cookie: the headers that say who it is."""
    made = client.post("/api/guests", json={"name": name})
    assert made.status_code == 201, made.text
    client.cookies.clear()
    return {"authorization": f"Bearer {made.json()['token']}"}


def open_table(client: TestClient, **wish: object) -> str:
    """Makes a table and returns its code."""
    made = client.post("/api/tables", json=wish, headers=guest(client, "Host"))
    assert made.status_code == 201, made.text
    return str(made.json()["code"])
