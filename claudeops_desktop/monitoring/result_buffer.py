"""Keeps results of checks back for some seconds, so that many are written in one go."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError
from ..storage import CommittedChange
from .results.types import CheckResult

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement
    from ..storage import DataStore
    from .results.store import CheckResultStore

log = logging.getLogger(__name__)
KEPT_BACK_S = 10.0
TABLE = "check_results"


class ResultBuffer:
    """Belongs to the monitor's thread."""

    def __init__(self, results: CheckResultStore, store: DataStore) -> None:
        self._results = results
        self._store = store
        self._waiting: list[CheckResult] = []
        self._since = 0.0
        self._failing = False

    def add(self, found: CheckMeasurement, *, status: str, detail: str, maintenance: bool) -> None:
        """Take one result; writes where the oldest has waited long enough."""
        now = time.monotonic()
        if not self._waiting:
            self._since = now
        ms = round(found.response_ms, 1) if status in ("healthy", "degraded") else None
        self._waiting.append(
            CheckResult(found.service, found.key, found.check, found.at, status, ms, detail, maintenance)
        )

    @property
    def due_at(self) -> float | None:
        """When what waits is to be written (``time.monotonic``); None where nothing waits."""
        return self._since + KEPT_BACK_S if self._waiting else None

    def keep_only(self, services: Collection[str]) -> None:
        """Drop what waits of other services: they were removed or renamed, and leave nothing behind."""
        self._waiting = [one for one in self._waiting if one.service in services]

    def flush(self) -> None:
        """Write what waits. A full disk is said once; it is tried again with the next result."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        try:
            self._results.add(waiting)
        except ClaudeOpsError as error:  # the store keeps them, and writes them with the next ones
            if not self._failing:
                log.warning("results of checks cannot be written: %s", error.full_text)
            self._failing = True
            return
        if self._failing:
            log.warning("results of checks are written again")
            self._failing = False
        self._store.hub.publish(CommittedChange(TABLE))
