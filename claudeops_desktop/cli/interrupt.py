"""Ctrl+C in a command that takes long: the first ends it after the step at hand, the second at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPPED = 130
"""The exit code of what Ctrl+C has ended."""


@contextmanager
def ended_by_interrupt() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether Ctrl+C was pressed. Pressed again, it raises KeyboardInterrupt."""
    event = threading.Event()

    def stop(_number: int, _frame: object) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    if threading.current_thread() is not threading.main_thread():  # it alone may say what a signal does
        yield event.is_set
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield event.is_set
    finally:
        signal.signal(signal.SIGINT, before)
