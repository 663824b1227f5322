"""The one way to do work with files or programs off the GUI thread and bring its result back.

Questions to the database go through ``StoreBridge.ask`` and ``write``, whose answers come back the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from ..storage.qt_async import StoreBridge

T = TypeVar("T")
THREADS = 2


class BackgroundPool:
    """Its threads are made when the first piece of work comes."""

    def __init__(self, bridge: StoreBridge) -> None:
        self._bridge = bridge
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False

    def run(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[T]:
        """Do ``work`` on a thread, then call ``done`` on the GUI thread. After ``close`` nothing is done: the future
        comes back cancelled.
        """
        if self._closed:
            undone: Future[T] = Future()
            undone.cancel()
            return undone
        if self._pool is None:
            self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="aside")
        return self._bridge.submit_work(self._pool.submit, work, done, failed)

    def close(self) -> None:
        """Let go of the threads."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
