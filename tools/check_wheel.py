"""Installs a wheel the way the image does, into an empty environment, and asks the server it brings for its pages.

    python tools/check_wheel.py dist/kibitz-….whl

The environment holds what requirements.lock names and the wheel; the server starts in an empty folder with the
variables of the image, so that nothing of the checkout can help it.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

LOCK = Path(__file__).parent.parent / "requirements.lock"
PAGES = ("/healthz", "/", "/new", "/rules/mighty/japanese", "/rules/mighty/english", "/protocol", "/api/openapi.json")
STARTING_SECONDS = 20.0


def main(wheel: Path) -> None:
    """Ends with a message and status 1 on the first thing that is wrong."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kibitz-wheel-") as name:
        folder = Path(name)
        program = install(wheel, folder / "environment")
        work = folder / "data"
        work.mkdir()
        check_server(program, work)
    seconds = time.monotonic() - begin
    sys.stdout.write(f"{wheel.name} installs, serves and stops by itself ({seconds:.0f} s).\n")


def install(wheel: Path, environment: Path) -> Path:
    """Makes the environment; returns its `kibitz`."""
    venv.create(environment, with_pip=True)
    binaries = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(binaries / "python"), "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "-r", str(LOCK)], check=True)
    subprocess.run([*pip, "--no-index", str(wheel.resolve())], check=True)
    return binaries / "kibitz"


def free_port() -> int:
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def check_server(program: Path, work: Path) -> None:
    """Starts the server, reads its pages and everything they refer to, and stops it."""
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DATABASE_URL": f"sqlite+aiosqlite:///{work}/kibitz.sqlite3",
        "PYTHONUNBUFFERED": "1",
    }
    log = work / "log"
    with log.open("wb") as output:
        server = subprocess.Popen([program, "serve"], cwd=work, env=environment, stdout=output, stderr=output)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", server)
        read_pages(f"http://127.0.0.1:{port}")
        server.send_signal(signal.SIGTERM)
        status = server.wait(timeout=15)
        if status not in (0, -signal.SIGTERM) or b"Traceback" in log.read_bytes():
            raise SystemExit(f"The server did not stop cleanly (status {status}).")
    except BaseException:
        sys.stderr.write(log.read_text(errors="replace"))
        raise
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Returns when the server answers."""
    deadline = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def read_pages(server: str) -> None:
    """Every page, and every style sheet and script that the first one names, is there."""
    wanted = list(PAGES)
    for address in wanted:
        with urllib.request.urlopen(server + address, timeout=5) as answer:
            text = answer.read().decode(errors="replace")
        if address == "/":
            static = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
            if not static:
                raise SystemExit("The first page names no style sheet or script.")
            wanted += static


if __name__ == "__main__":
    main(Path(sys.argv[1]))
