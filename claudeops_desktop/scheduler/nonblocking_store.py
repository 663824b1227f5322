"""The store, for one who must not wait and must not lose: answers come back later, failed writes are tried again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from ..core.errors import EnvironmentFault
from ..storage import DataStore

log = logging.getLogger(__name__)
T = TypeVar("T")
Call = Callable[[Callable[[], None]], None]


class NonblockingStore:
    """``call`` brings work to the caller's own thread; ``done`` is called there, with the answer.

    A write that the machine refused (disk full, file in use) waits for the next ``pay``, and later ones wait behind
    it. A bug is logged whole and not repeated.
    """

    def __init__(self, store: DataStore, call: Call) -> None:
        self._store = store
        self._call = call
        self._owed: list[Callable[[], None]] = []

    def write(
        self,
        operation: Callable[[], T],
        done: Callable[[T], None] | None = None,
        lost: Callable[[], None] | None = None,
    ) -> None:
        """Do ``operation`` in a write, sooner or later; ``lost`` is called where a bug prevents it."""
        again = partial(self.write, operation, done, lost)
        if self._owed:
            self._owed.append(again)
        else:
            self._follow(self._store.write(operation), done, again, lost)

    def read(self, question: Callable[[], T], done: Callable[[T], None]) -> None:
        """Answer ``question`` on a reader thread."""
        self._follow(self._store.read(question), done, partial(self.read, question, done))

    def retry_writes(self) -> None:
        """Try again what the machine refused, in the order it was asked for."""
        owed, self._owed = self._owed, []
        for again in owed:
            again()

    def _follow(
        self,
        future: Future[T],
        done: Callable[[T], None] | None,
        again: Callable[[], None],
        lost: Callable[[], None] | None = None,
    ) -> None:
        future.add_done_callback(lambda over: self._call(partial(self._deliver, over, done, again, lost)))

    def _deliver(
        self,
        future: Future[T],
        done: Callable[[T], None] | None,
        again: Callable[[], None],
        lost: Callable[[], None] | None,
    ) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error is None:
            if done is not None:
                done(future.result())
        elif isinstance(error, EnvironmentFault):
            log.warning("the schedule will try again: %s", error.full_text)
            self._owed.append(again)
        else:
            log.error("the schedule could not use the database", exc_info=error)
            if lost is not None:
                lost()
