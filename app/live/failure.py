"""What may be written down about a failure: its type and the places it came through.

Neither its message nor the values it met: those may be somebody's cards.
"""

from __future__ import annotations

import traceback
from pathlib import PurePath

FRAMES = 12


def where(error: BaseException) -> list[str]:
    """The innermost places a failure came through, as `file.py:line function`, outermost first."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
