"""Writes down in the health records when a check changes its status, and what cooldowns need to be cleared.

Every result stands in the file of check results; the health records hold the changes, so that they stay small.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from ..records.health import STATES, MeasuredStatus
from ..runs.cooldown_reset import FAR_BACK, clear_by_health

if TYPE_CHECKING:
    from ..core.settings import SettingsService
    from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
ACTIONS_KEPT_S = 300.0
DEGRADED_AGAIN = timedelta(hours=24)


class StatusRecorder:
    """Belongs to the monitor's thread."""

    def __init__(self, book: RecordRepositories, settings: SettingsService) -> None:
        self._book = book
        self._settings = settings
        self._last: dict[str, str] = {}
        self._measured: dict[str, tuple[MeasuredStatus, float]] = {}
        self._acted_on: frozenset[str] = frozenset()
        self._asked_at = float("-inf")

    def begin(self) -> None:
        """Take the statuses that were recorded last, so that a start of the application is no change."""
        found = self._book.store.read(self._book.health.latest_measured).result()
        self._last = {f"{check.service}:{check.check_type}": check.status for check in found}

    def actions_changed(self) -> None:
        """Any thread: an action was recorded or cleared."""
        self._asked_at = float("-inf")

    def keep_only(self, keys: Iterable[str]) -> None:
        """Forget checks that no longer exist."""
        known = set(keys)
        self._last = {key: status for key, status in self._last.items() if key in known}
        self._measured = {key: one for key, one in self._measured.items() if key in known}

    def record_status(self, measured: MeasuredStatus, response_ms: float) -> bool:
        """Record it where its status has changed, or an action on the service still counts; whether it changed."""
        # What was recorded before the start does not tell the checks of one kind apart.
        before = self._last.get(measured.key, self._last.get(f"{measured.service}:{measured.check_type}"))
        self._last[measured.key] = measured.status
        self._measured[measured.key] = measured, response_ms
        changed = before != measured.status
        counting = measured.service in self._services_with_actions()
        if not changed and not counting:
            return False
        apart = self._settings.current.cooldowns.healthy_minutes

        worse = self._worse_than(measured)

        def write() -> None:
            for one, ms in [(measured, response_ms), *worse]:
                self._book.health.add(
                    service=one.service,
                    status=one.status,
                    session_id=None,
                    check_type=one.check_type,
                    detail=one.detail,
                    response_ms=round(ms, 1),
                    measured=True,
                    now=measured.at,
                )
            if counting and measured.status == "healthy":
                clear_by_health(self._book, (measured.service,), apart, measured.at)
            level, message = _event_of(before, measured)
            if message:
                self._book.events.add(
                    level=level, message=message, service=measured.service, session_id=None, now=measured.at
                )

        self._book.store.write(write)
        return changed

    def _worse_than(self, measured: MeasuredStatus) -> list[tuple[MeasuredStatus, float]]:
        """The worst other check of the service, where it is worse than this one: the newest row says how a service
        stands, so it is recorded again after the change of another check."""
        others = [one for key, one in self._measured.items() if one[0].service == measured.service]
        worst = max(others, key=lambda one: STATES.index(one[0].status))
        return [worst] if STATES.index(worst[0].status) > STATES.index(measured.status) else []

    def _services_with_actions(self) -> frozenset[str]:
        now = time.monotonic()
        if now - self._asked_at > ACTIONS_KEPT_S:
            self._asked_at = now
            since = self._book.clock() - FAR_BACK
            found = self._book.store.read(lambda: self._book.cooldowns.counting(since)).result()
            self._acted_on = frozenset(action.service for action in found)
        return self._acted_on


def _event_of(before: str | None, measured: MeasuredStatus) -> tuple[str, str]:
    """What is said of a change that opens no incident: a service that is degraded, or cannot be measured."""
    said = f"{measured.service} is {measured.status}: {measured.detail}"
    if measured.status == "degraded" and not measured.counts_when_degraded and before != "down":
        return "warning", said
    if measured.status == "unknown" and before not in (None, "unknown"):
        return "info", f"{measured.service} cannot be measured: {measured.detail}"
    if measured.status == "healthy" and before == "degraded" and not measured.counts_when_degraded:
        return "info", f"{measured.service} is healthy again: {measured.detail}"
    return "", ""
