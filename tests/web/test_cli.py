"""The `kibitz` command as a person runs it, and the example bot against the server it starts."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from app.cli import commands
from tests.web.texts import ROOT

PATIENCE = 20.0
runner = CliRunner()


def environment(folder: Path, **changes: str) -> dict[str, str]:
    """The environment of a server on a database of its own and a free port."""
    own = {"DATABASE_URL": f"sqlite:///{folder / 'kibitz.sqlite3'}", "HOST": "127.0.0.1", "BOT_SPEED": "30"}
    return {**os.environ, **own, "PORT": str(free_port()), **changes}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(env: dict[str, str]) -> subprocess.Popen[str]:
    """`kibitz serve`."""
    command = [sys.executable, "-m", "app.cli", "serve"]
    return subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def until_ready(process: subprocess.Popen[str]) -> str:
    """What the server prints until it has named an address."""
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if "http://" in line:
            return printed
    raise AssertionError(process.stderr.read() if process.stderr else "no output")


def post(server: str, path: str, body: object, token: str = "") -> dict[str, str]:
    """Posts JSON to the API."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"{server}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        made: dict[str, str] = json.load(answer)
        return made


def get(server: str, path: str) -> dict[str, object]:
    """Reads JSON from the API."""
    with urllib.request.urlopen(f"{server}{path}", timeout=PATIENCE) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def moves(server: str) -> float:
    """Moves stored since the server was started."""
    with urllib.request.urlopen(f"{server}/metrics", timeout=PATIENCE) as answer:
        found = re.search(r"^kibitz_moves_total ([0-9.]+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def wait_until(true: Callable[[], bool]) -> bool:
    """Whether it came true before patience ran out."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a server that runs; it must end well when it is asked to."""
    env = environment(tmp_path_factory.mktemp("running"))
    process = start(env)
    try:
        until_ready(process)
        yield env
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, said) == (0, "")
    finally:
        process.kill()


def test_a_started_server_answers_at_the_address_it_prints(tmp_path: Path) -> None:
    process = start(environment(tmp_path))
    try:
        address = re.search(r"http://localhost:\d+", until_ready(process))
        assert address is not None
        assert get(address[0], "/healthz")["status"] == "ok"
    finally:
        process.kill()
        process.communicate()


def test_ctrl_c_ends_the_server_well(tmp_path: Path) -> None:
    process = start(environment(tmp_path))
    try:
        until_ready(process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, said) == (0, "")
    finally:
        process.kill()


def test_a_second_server_on_the_same_file_says_where_the_first_one_is(running: dict[str, str]) -> None:
    second = start({**running, "PORT": str(free_port())})
    _, said = second.communicate(timeout=PATIENCE)
    assert second.returncode == 1
    assert f"http://127.0.0.1:{running['PORT']}" in said
    assert "Traceback" not in said


def test_a_proxy_on_this_machine_is_believed_when_it_says_https(running: dict[str, str]) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{running['PORT']}/", headers={"X-Forwarded-Proto": "https"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-kibitz-visit=")
    assert "Secure" in cookie


def test_a_proxy_that_is_not_trusted_is_not_believed(tmp_path: Path) -> None:
    env = environment(tmp_path, TRUSTED_PROXIES="192.0.2.1")
    process = start(env)
    try:
        until_ready(process)
        request = urllib.request.Request(f"http://127.0.0.1:{env['PORT']}/", headers={"X-Forwarded-Proto": "https"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.headers["set-cookie"].startswith("kibitz-visit=")
    finally:
        process.kill()
        process.communicate()


FORM = b"POST /name HTTP/1.1\r\nHost: a\r\nContent-Type: "
HALF_REQUESTS = [
    FORM + b"application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nc",
    FORM + b"multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\nxxx",
    b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    b"GET / HTTP/1.1\r\nHost: [\r\nCookie: kibitz=" + b"x" * 30_000 + b"\r\n\r\n",
]


@pytest.mark.parametrize("sent", HALF_REQUESTS)
def test_a_visitor_who_hangs_up_half_way_leaves_nothing_in_the_log(running: dict[str, str], sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", int(running["PORT"]))) as visitor:
        visitor.sendall(sent)
    assert get(f"http://127.0.0.1:{running['PORT']}", "/healthz")["status"] == "ok"
    # The fixture demands an empty log when the server ends.


def test_the_example_bot_takes_a_seat_and_plays(running: dict[str, str]) -> None:
    server = f"http://127.0.0.1:{running['PORT']}"
    host = post(server, "/api/guests", {"name": "Host"})["token"]
    code = post(server, "/api/tables", {"bots": True, "ruleset": "mighty/japanese@1?match_deals=5"}, host)["code"]
    bot = subprocess.Popen([sys.executable, str(ROOT / "examples" / "bot.py"), server, code], stderr=subprocess.PIPE)
    try:
        assert wait_until(lambda: get(server, f"/api/tables/{code}")["free"] == 0)
        address = f"{server.replace('http', 'ws')}/ws/tables/{code}"
        with connect(address, max_queue=None, additional_headers={"Authorization": f"Bearer {host}"}) as table:
            table.send('{"type": "start", "id": "start"}')
            assert wait_until(lambda: moves(server) > 25)
        assert bot.poll() is None
    finally:
        bot.terminate()
        bot.communicate()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "seventy"),
        ("SECRET_KEY", "short"),
        ("PUBLIC_URL", "cards.example.org/kibitz"),
        ("TRUSTED_PROXIES", "everybody"),
        ("BOT_SPEED", "-1"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_setting_is_named_and_its_value_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    result = runner.invoke(commands, ["migrate"])
    assert (result.exit_code, f"{name}:" in result.output, value in result.output) == (2, True, False)


@pytest.mark.parametrize(
    "address", ["mysql://root:hunter2@db/x", "postgresql://kibitz:hunter2@127.0.0.1:1/x", "nonsense"]
)
def test_a_database_that_cannot_be_used_is_explained_without_its_password(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    result = runner.invoke(commands, ["migrate"])
    assert result.exit_code == 1
    assert result.output
    assert "hunter2" not in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "command",
    [[], ["serve"], ["migrate"], ["simulate"], ["replay"], ["bench"], ["bench", "rules"], ["bench", "server"]],
)
def test_every_command_explains_itself(command: list[str]) -> None:
    result = runner.invoke(commands, [*command, "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_the_help_of_serve_names_every_setting() -> None:
    output = runner.invoke(commands, ["serve", "--help"]).output
    missing = [
        name for name in ("HOST", "PORT", "DATABASE_URL", "SECRET_KEY", "PUBLIC_URL", "DEV") if name not in output
    ]
    assert missing == []


def test_what_is_simulated_can_be_replayed(tmp_path: Path) -> None:
    record = tmp_path / "deals.jsonl"
    made = runner.invoke(
        commands, ["simulate", "--preset", "english", "--deals", "2", "--seed", "7", "-o", str(record)]
    )
    checked = runner.invoke(commands, ["replay", str(record)])
    assert (made.exit_code, checked.exit_code) == (0, 0)


def test_options_of_simulate_reach_the_rules(tmp_path: Path) -> None:
    record = tmp_path / "deals.jsonl"
    runner.invoke(commands, ["simulate", "--option", "match_deals=5", "--option", "joker_call=off", "-o", str(record)])
    options = json.loads(record.read_text().splitlines()[0])["options"]
    assert (options["match_deals"], options["joker_call"]) == (5, "off")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--game", "poker"],
        ["--preset", "klingon"],
        ["--option", "cheat=on"],
        ["--option", "min_bid"],
        ["--players", "9"],
    ],
)
def test_what_cannot_be_simulated_is_explained(wrong: list[str]) -> None:
    result = runner.invoke(commands, ["simulate", *wrong])
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output


def test_an_illegal_line_is_named_when_it_is_replayed(tmp_path: Path) -> None:
    record = tmp_path / "deals.jsonl"
    runner.invoke(commands, ["simulate", "-o", str(record)])
    lines = record.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), "do": "bid 20 N extra"})
    record.write_text("\n".join(lines) + "\n")
    result = runner.invoke(commands, ["replay", str(record)])
    assert (result.exit_code, "line 3" in result.output) == (1, True)
