"""Who does something in the database: a process by its number and its birth, so that a reused number is no mistake."""

from __future__ import annotations

import os
from functools import cache


def process_owner() -> str:
    """This process, as a row names it."""
    return _named(os.getpid())


def is_alive(name: str) -> bool:
    """Whether the process that a row names still runs."""
    import psutil

    pid, _, born = name.partition(":")
    try:
        return abs(psutil.Process(int(pid)).create_time() - float(born)) < 1.0
    except (ValueError, OverflowError, psutil.Error):
        return False


@cache
def _named(pid: int) -> str:
    import psutil

    return f"{pid}:{psutil.Process(pid).create_time():.2f}"
