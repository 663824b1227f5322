"""A notifier with a clock that is turned by hand, and what it did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.monitoring.incident_service import IncidentService
from claudeops_desktop.notifications.apprise_backend import SendResult
from claudeops_desktop.notifications.desktop_bus import NotificationBus
from claudeops_desktop.notifications.notifier import NotificationService
from claudeops_desktop.notifications.rules import NoticeUrgency
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.incidents import BY_MEASUREMENT
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.topology.graph import ServiceGraph

REFUSED = "Connection refused."


class World:
    """All that a notifier hears and does."""

    def __init__(self, folder: DataFolder) -> None:
        self.now = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
        self.store = open_store(folder)
        self.book = RecordRepositories(self.store, lambda: self.now)
        self.settings = SettingsService(folder.settings_file)
        self.sent: list[tuple[str, str]] = []
        self.urgencies: list[NoticeUrgency] = []
        self.outcome: tuple[SendResult, ...] = ()
        self.opened: list[object] = []
        self.notifier = NotificationService(self.book, self.settings, NotificationBus, self._send, lambda: self.now)
        self.notifier.open_spot = self.opened.append

    def _send(self, title: str, body: str, urgency: NoticeUrgency) -> tuple[SendResult, ...]:
        self.sent.append((title, body))
        self.urgencies.append(urgency)
        return self.outcome

    def event(
        self, message: str, level: str = "critical", service: str | None = "jellyfin", *, wait: bool = True
    ) -> None:
        self.store.write(
            lambda: self.book.events.add(level=level, message=message, service=service, session_id=None, now=self.now)
        ).result()
        if wait:
            self.notifier.drain()

    def ask(self, minutes: int = 15, *, wait: bool = True, **fields: object) -> int:
        given = {"kind": "tier", "tier": 3, "reason": "jellyfin still answers 503", **fields}
        found = self.store.write(
            lambda: self.book.approvals.ask_operator(
                ApprovalQuestion(**given, expires_at=self.now + timedelta(minutes=minutes)), self.now
            )
        ).result()
        if wait:
            self.notifier.drain()
        return found

    def write(self, work: Callable[[], object]) -> object:
        """One write of this process, and what the notifier makes of it."""
        found = self.store.write(work).result()
        self.notifier.drain()
        return found

    def open_incident(self, service: str = "nginx", cause: str = REFUSED, **fields: object) -> int:
        given = {"source": "check", "worst": "down", "started_at": self.now - timedelta(minutes=1), **fields}
        return self.write(lambda: self.book.incidents.open(service=service, cause=cause, now=self.now, **given)).id

    def resolve(self, incident_id: int, by: str = BY_MEASUREMENT, why: str = "") -> None:
        self.write(lambda: self.book.incidents.resolve(incident_id, by, self.now, why))

    def measure(self, graph: ServiceGraph, **statuses: str) -> None:
        """One measurement of each service, as a run or the monitor hands it in; 30 s later than the last."""
        self.now += timedelta(seconds=30)
        measured = [
            MeasuredStatus(name, f"{name}:tcp", "tcp", status, REFUSED if status == "down" else "", self.now)
            for name, status in statuses.items()
        ]
        self.write(lambda: IncidentService(self.book, lambda: graph).take_measurements(measured, self.now))

    def titles(self) -> list[str]:
        """What left this computer."""
        self.notifier.drain()
        return [title for title, _ in self.sent]

    def later(self, **by: float) -> None:
        self.now += timedelta(**by)
        self.notifier.check_soon()
        self.notifier.drain()

    def rows(self) -> list[object]:
        self.notifier.drain()
        return self.store.read(self.book.notifications.list).result()

    def close(self) -> None:
        self.notifier.close()
        self.store.close()
