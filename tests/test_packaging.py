"""What is handed to others: the wheel, the lock files, the container files, the commands."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from app.config import Settings

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
BUNDLED = tuple(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
)
"""Folders and files outside `app` that the wheel carries."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, freshly built."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def files_under(name: str) -> set[str]:
    """A file of the checkout, or the files of a folder, relative to the checkout, without what Python leaves behind."""
    found = [ROOT / name, *(ROOT / name).rglob("*")]
    paths = (path for path in found if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in paths}


def test_the_wheel_carries_every_module(wheel: zipfile.ZipFile) -> None:
    assert files_under("app") <= set(wheel.namelist())


@pytest.mark.parametrize("name", BUNDLED)
def test_the_wheel_carries_templates_static_files_and_migrations(wheel: zipfile.ZipFile, name: str) -> None:
    wanted = {f"app/_bundled/{path}" for path in files_under(name)}
    assert wanted
    assert wanted <= set(wheel.namelist())


def test_the_wheel_carries_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/", 1)[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"app"}
    assert not [name for name in wheel.namelist() if name.endswith(".pyc")]


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    (entry_points,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "kibitz = app.cli:main" in wheel.read(entry_points).decode()


def locked(name: str) -> dict[str, str]:
    """Versions by package of a lock file."""
    found = re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", (ROOT / name).read_text(), flags=re.MULTILINE)
    return dict(found)


def plain(requirement: str) -> str:
    """The package a requirement names."""
    match = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert match
    return re.sub(r"[-_.]+", "-", match.group()).lower()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_holds_names_versions_and_hashes_only(name: str) -> None:
    pin = re.compile(r"[a-z0-9-]+==[0-9][\w.]*( ; [\w '.<>=!()]+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    lines = (ROOT / name).read_text().splitlines()
    assert [line for line in lines if not pin.fullmatch(line) and not digest.fullmatch(line)] == []


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    runtime = {plain(name) for name in [*project["project"]["dependencies"], *extras["postgres"]]}
    build = {plain(name) for name in project["dependency-groups"]["build"]}
    assert runtime <= locked("requirements.lock").keys()
    assert build <= locked("requirements-build.lock").keys()
    assert {plain(name) for name in extras["dev"]} <= locked("requirements-dev.lock").keys()


def test_tests_run_with_the_versions_that_are_shipped() -> None:
    everything = locked("requirements-dev.lock")
    for name in LOCKS[:2]:
        assert locked(name).items() <= everything.items()


def test_the_image_is_built_from_what_the_engine_is_sent() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    dockerfile = (ROOT / "Dockerfile").read_text()
    copied = {
        source
        for arguments in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, flags=re.MULTILINE)
        for source in arguments.split()
    }
    assert copied == sent
    assert copied >= {"app", *(name.split("/")[0] for name in BUNDLED)}
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_does_not_run_as_root() -> None:
    users = re.findall(r"^USER (.+)$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    assert users
    assert users[-1].split(":")[0] not in ("root", "0")


def test_settings_given_to_the_container_exist() -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    block = re.search(r"^  app:.*?^    environment:\n(.*?)^    \w", compose, flags=re.MULTILINE | re.DOTALL)
    assert block
    names = re.findall(r"^      ([A-Z_]+):", block.group(1), flags=re.MULTILINE)
    assert names
    assert {name.lower() for name in names} <= Settings.model_fields.keys()


def test_files_mounted_by_the_compose_files_exist() -> None:
    for compose in ROOT.glob("docker-compose*.yml"):
        for source in re.findall(r"- \./(deploy/[^:]+\.conf):", compose.read_text()):
            assert (ROOT / source).is_file(), source


def test_the_proxy_says_who_is_connected_and_not_what_the_client_claims() -> None:
    lines = (ROOT / "deploy" / "nginx" / "locations.conf").read_text().splitlines()
    rules = [line.strip() for line in lines if not line.lstrip().startswith("#")]
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in rules
    assert not [rule for rule in rules if "proxy_add_x_forwarded_for" in rule]


SCRIPTS = (("bash", ".ci/run"), ("sh", "tools/test.sh"), ("sh", "tools/browser.sh"), ("sh", "tools/lock.sh"))


@pytest.mark.parametrize(("shell", "script"), SCRIPTS)
def test_scripts_can_be_read_by_their_shell(shell: str, script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run([shell, "-n", script], cwd=ROOT, check=True)


def test_every_described_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    described = set(re.findall(r"^([a-z-]+):.*## ", makefile, flags=re.MULTILINE))
    (phony,) = re.findall(r"^\.PHONY: (.+)$", makefile, flags=re.MULTILINE)
    assert {"run", "test", "lint", "lock", "wheel", "clean", "help"} <= described
    assert set(phony.split()) == described
