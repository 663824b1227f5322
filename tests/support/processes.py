"""Processes that are to be gone."""

from __future__ import annotations

import psutil


def is_over(pid: int) -> bool:
    """Whether that process has ended; one that only waits to be reaped has. It may end while we look."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
