"""Facts that come in together, from a transcript or an import: the way of a single fact, with the reading shared.

What the facts are compared with is read once for each service, and their texts are read and embedded ahead, outside of
the transaction. The outcome is the same as one by one. Each fact is a savepoint, so that one that fails takes no other
with it; a transaction holds as many as ``LONGEST_S`` allows, for a marker must not wait long behind them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Generic, Protocol, TypeVar

from ..core.errors import EnvironmentFault
from ..storage import DataStore
from .candidate_pool import CandidatePool

__all__ = ["LONGEST_S", "FactBatch"]

log = logging.getLogger(__name__)

LONGEST_S = 0.1  # of one transaction; the fact that is being taken in is finished
MOST = 256  # facts whose texts are prepared ahead
T = TypeVar("T")
R = TypeVar("R")


class BatchIntake(Protocol):
    """What a batch needs of the ingest that it is taken in by."""

    def gathered(self) -> AbstractContextManager[CandidatePool]:
        """While this lasts, what facts are compared with is read once for all of them."""

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed the texts of facts that are about to be taken in, in one go."""


class FactBatch(Generic[T, R]):
    """Takes facts in, in their order. ``take`` brings one in and ``failed`` writes down that it could not be: both run
    inside ``store.write``; ``text_of`` is its text; ``stopped`` is asked before each."""

    def __init__(
        self,
        store: DataStore,
        intake: BatchIntake,
        *,
        take: Callable[[T], R],
        failed: Callable[[T, Exception], R],
        text_of: Callable[[T], str],
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._intake = intake
        self._take, self._failed, self._text_of, self._stopped = take, failed, text_of, stopped

    def run(self, facts: Sequence[T], done: Callable[[Sequence[R]], None]) -> None:
        """Take in all of them; ``done`` hears after each commit what became of those in it. Waits: not inside a write.

        Raises EnvironmentFault where the database cannot be written: the transaction that was going on is lost, and
        those before it stand.
        """
        at = 0
        with self._intake.gathered() as pool:
            for first in range(0, len(facts), MOST):
                last = min(first + MOST, len(facts))
                self._intake.prepare([self._text_of(fact) for fact in facts[first:last]])
                while at < last and not self._stopped():
                    results = self._store.write(lambda: self._some(facts[at:last], pool)).result()  # noqa: B023
                    done(results)
                    at += len(results)

    def _some(self, facts: Sequence[T], pool: CandidatePool) -> list[R]:
        """As many as there is time for, at least one. Inside a write."""
        results: list[R] = []
        until = time.monotonic() + LONGEST_S
        for fact in facts:
            if results and (time.monotonic() > until or self._stopped()):
                break
            results.append(self._one(fact, pool))
        return results

    def _one(self, fact: T, pool: CandidatePool) -> R:
        try:
            with self._store.savepoint():
                return self._take(fact)
        except EnvironmentFault:  # the disk is full, or the file cannot be written: it concerns all of them
            raise
        except Exception as error:
            log.exception("a fact was not stored")
            cause = error
        pool.taken_back()
        return self._failed(fact, cause)
