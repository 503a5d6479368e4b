"""An event loop whose time does not pass but is set forward to the next timer: minutes of waiting take no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _NoWaiting(selectors.SelectSelector):
    """Instead of waiting, moves the loop's clock on."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("everything waits and no timer is set: this would wait for ever")
        self.passed += timeout
        if not timeout:
            return []  # something is ready to run already
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """`time()` starts at 0 and moves only when everything waits."""

    def __init__(self) -> None:
        self.virtual = _NoWaiting()
        super().__init__(self.virtual)

    def time(self) -> float:
        return self.virtual.passed


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end in virtual time; whatever is left over then is cancelled."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(coroutine)
