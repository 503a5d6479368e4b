"""What all tables of a process share."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from app.live.bots import BotDriver
from app.live.options import LiveOptions
from app.live.storage import Journal


class Shell(NamedTuple):
    """What all tables of a process share. `now` is the wall clock, Unix seconds."""

    journal: Journal
    options: LiveOptions
    bots: BotDriver
    chance: random.Random
    build: str
    now: Callable[[], float] = time.time
