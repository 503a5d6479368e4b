"""Who may import whom: the table of the design, enforced over every module of `app`."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.rules.registry import GAMES

ROOT = Path(__file__).parents[1]

PURE = {
    "__future__", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools",
    "json", "math", "operator", "re", "string", "types", "typing", "unicodedata",
}  # fmt: skip
"""Standard modules without clock, chance, files, threads or network."""

ANYTHING = {"*"}


class Allowed(NamedTuple):
    """What one package may import: parts of the application, packages of others, and of the standard library."""

    own: set[str]
    packages: set[str]
    standard: set[str] = ANYTHING


TABLE = {
    "rules": Allowed({"rules"}, set(), PURE),
    "table": Allowed({"table", "rules"}, set(), PURE),
    "bots": Allowed({"bots", "rules"}, set(), PURE | {"random"}),  # the type of the generator that is passed in
    "protocol": Allowed({"protocol", "rules"}, {"msgspec"}),
    "db": Allowed({"db", "config", "resources"}, {"sqlalchemy", "alembic", "aiosqlite", "asyncpg", "structlog"}),
    "live": Allowed(
        {"live", "table", "rules", "bots", "protocol", "db"}, {"msgspec", "uvicorn", "websockets", "structlog"}
    ),
    "web": Allowed(
        {
            "web",
            "live",
            "protocol",
            "db",
            "config",
            "resources",
            "table.names",
            "table.messages",
            "table.views",
            "table.absence",
            "table.turns",
        }
        | {"rules.registry", "rules.ruleset", "rules.base"},
        ANYTHING,
    ),
    "config": Allowed(set(), {"pydantic", "pydantic_settings"}),
    "logs": Allowed({"config"}, {"structlog"}),
    "resources": Allowed(set(), set()),
    "server": Allowed({"config", "live"}, {"uvicorn", "fastapi", "starlette"}),
    "main": Allowed(ANYTHING, ANYTHING),
    "cli": Allowed({"config", "commands", "rules.registry"}, {"typer", "pydantic"}),
    "commands": Allowed(ANYTHING, ANYTHING),
}
MAY_USE_MAIN = {"main", "commands"}


class Import(NamedTuple):
    """One imported module, and whether that happens inside a function."""

    module: str
    line: int
    in_function: bool


def imports(source: str) -> Iterator[Import]:
    """Every import of a module's source. ``from app.x import y`` counts as ``app.x.y`` where that is a module."""
    tree = ast.parse(source)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inner = {id(child) for function in functions for child in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, id(node) in inner)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield Import(whole if _is_module(whole) else module, node.lineno, id(node) in inner)


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return name.startswith("app") and (path.is_dir() or path.with_suffix(".py").is_file())


def complaints(name: str, source: str) -> list[str]:
    """What a module of that dotted name imports against the table."""
    layer = name.split(".")[1]
    allowed = TABLE.get(layer)
    if allowed is None:
        return [f"{name}: {layer} is not in the table of who may import whom"]
    return [
        f"{name}:{found.line} imports {found.module}"
        for found in imports(source)
        if not _may(layer, allowed, found.module)
    ]


def _may(layer: str, allowed: Allowed, module: str) -> bool:
    if module.startswith("."):
        return False
    if module == "app.main" or module.startswith("app.main."):
        return layer in MAY_USE_MAIN
    if module == "app" or module.startswith("app."):
        return _listed(allowed.own, module.removeprefix("app").removeprefix("."))
    top = module.split(".")[0]
    return _listed(allowed.standard if top in sys.stdlib_module_names else allowed.packages, top)


def _listed(names: set[str], module: str) -> bool:
    return names == ANYTHING or any(module == name or module.startswith(name + ".") for name in names)


def modules() -> dict[str, str]:
    """Dotted name → source of every module of the application."""
    found = {}
    for path in sorted((ROOT / "app").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name != "app":
            found[name] = path.read_text(encoding="utf-8")
    return found


MODULES = modules()


@pytest.mark.parametrize("layer", sorted({name.split(".")[1] for name in MODULES}))
def test_a_package_imports_only_what_the_design_allows(layer: str) -> None:
    inside = {name: source for name, source in MODULES.items() if name.split(".")[1] == layer}
    assert [complaint for name, source in inside.items() for complaint in complaints(name, source)] == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("app.rules.whist", "import random"),
        ("app.rules.whist", "from app import table"),
        ("app.table.core", "from time import monotonic"),
        ("app.table.core", "import app.db.journal"),
        ("app.bots.whist", "from app.live import hub"),
        ("app.db.journal", "from app.rules.base import Seat"),
        ("app.live.hub", "from fastapi import WebSocket"),
        ("app.live.hub", "from app.web.auth import Identity"),
        ("app.web.pages", "from app.rules.mighty import GAME"),
        ("app.web.pages", "from app.main import create_app"),
        ("app.web.pages", "from . import auth"),
        ("app.utils", ""),
    ],
)
def test_a_forbidden_import_is_noticed(name: str, source: str) -> None:
    assert complaints(name, source) != []


def test_no_import_hides_in_a_function() -> None:
    assert [f"{name}:{i.line}" for name, source in MODULES.items() for i in imports(source) if i.in_function] == []


def test_an_import_in_a_function_is_noticed() -> None:
    assert [i.in_function for i in imports("async def f():\n    if True:\n        import json")] == [True]


@pytest.mark.parametrize("package", ["rules", "bots"])
def test_games_never_import_each_other(package: str) -> None:
    against = [
        f"{name}:{found.line} imports {found.module}"
        for name, source in MODULES.items()
        for game in GAMES
        if _listed({f"app.{package}.{game}"}, name)
        for found in imports(source)
        if any(
            _listed({f"app.{p}.{other}"}, found.module) for p in ("rules", "bots") for other in GAMES if other != game
        )
    ]
    assert against == []


def test_the_rules_core_knows_no_game() -> None:
    core = [
        name for name in MODULES if name.startswith("app.rules.") and name.split(".")[2] not in {*GAMES, "registry"}
    ]
    against = [
        f"{name} imports {found.module}"
        for name in core
        for found in imports(MODULES[name])
        if any(_listed({f"app.rules.{game}"}, found.module) for game in GAMES)
    ]
    assert against == []


def test_no_module_is_called_by_a_name_that_says_nothing() -> None:
    empty = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
    files = [path for folder in ("app", "tests") for path in (ROOT / folder).rglob("*.py")]
    assert [
        str(path.relative_to(ROOT)) for path in files if empty & {*path.relative_to(ROOT).with_suffix("").parts}
    ] == []
