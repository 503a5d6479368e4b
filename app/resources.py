"""Where the files are that are no modules: templates, static files, migrations.

In a checkout they stand at the top level, beside the package; a wheel carries them inside it, under ``_bundled``.
"""

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent
BUNDLED = PACKAGE / "_bundled"


def folder(name: Literal["templates", "static", "migrations"]) -> Path:
    """The folder of that name.

    :raises FileNotFoundError: when the installation is incomplete
    """
    for place in (BUNDLED / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"{name} is missing: neither in {BUNDLED} nor beside {PACKAGE}")


def example_bot() -> str | None:
    """The source text of the example bot; None where the examples were not installed."""
    for place in (BUNDLED, PACKAGE.parent):
        file = place / "examples" / "bot.py"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None
