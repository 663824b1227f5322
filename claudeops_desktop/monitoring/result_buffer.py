"""Keeps results of checks back for some seconds, so that many are written in one go."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ..core.errors import ClaudeOpsError
from ..storage import CommittedChange
from .results.types import CheckResult

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement
    from ..storage import DataStore

log = logging.getLogger(__name__)
KEPT_BACK_S = 10.0
MOST_KEPT = 20_000
TABLE = "check_results"


class ResultWriter(Protocol):
    """What results are written to."""

    def add(self, results: Sequence[CheckResult]) -> None:
        """Write these in one transaction. Raises EnvironmentFault."""


class ResultBuffer:
    """Belongs to the monitor's thread. Results that cannot be written wait; the oldest go where they are too many."""

    def __init__(self, results: ResultWriter, store: DataStore) -> None:
        self._results = results
        self._store = store
        self._waiting: list[CheckResult] = []
        self._since = 0.0
        self._failing = False
        self.lost = 0

    def add(self, found: CheckMeasurement, *, status: str, detail: str, maintenance: bool) -> None:
        """Take one result; writes where the oldest has waited long enough."""
        now = time.monotonic()
        if not self._waiting:
            self._since = now
        ms = round(found.response_ms, 1) if status in ("healthy", "degraded") else None
        self._waiting.append(
            CheckResult(found.service, found.key, found.check, found.at, status, ms, detail, maintenance)
        )
        if now - self._since >= KEPT_BACK_S:
            self.flush()

    def flush(self) -> None:
        """Write what waits. A full disk is said once; it is tried again with the next result."""
        if not self._waiting:
            return
        try:
            self._results.add(self._waiting)
        except ClaudeOpsError as error:
            if not self._failing:
                log.warning("results of checks cannot be written: %s", error.full_text)
                self._failing = True
            over = len(self._waiting) - MOST_KEPT
            if over > 0:
                del self._waiting[:over]
                self.lost += over
            self._since = time.monotonic()
            return
        if self._failing:
            log.warning("results of checks are written again; %d were lost", self.lost)
            self._failing, self.lost = False, 0
        self._waiting.clear()
        self._store.hub.publish(CommittedChange(TABLE))
