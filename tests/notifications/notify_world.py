"""A notifier with a clock that is turned by hand, and what it did."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.notifications.apprise_backend import SendResult
from claudeops_desktop.notifications.desktop_bus import NotificationBus
from claudeops_desktop.notifications.notifier import NotificationService
from claudeops_desktop.notifications.rules import NoticeUrgency
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


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
