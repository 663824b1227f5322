"""Notifications (D4): what was told outside the window, how often, and by which way it went."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from .tables import NotificationRow

KEPT = timedelta(days=90)
HELD = "kept for after quiet hours"


@dataclass(frozen=True, slots=True)
class SentNotification:
    """A row of ``notifications``. ``count`` says how often it came until ``last_at``; it was told at ``first_at``.

    ``desktop`` and ``outward`` say what became of it there, in words. ``place`` is JSON: what a click opens, and for an
    incident where it stands on the screen.
    """

    id: int
    kind: str
    key: str
    title: str
    body: str
    place: str
    count: int
    desktop: str
    outward: str
    first_at: str
    last_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(NotificationRow, name) for name in SentNotification.__dataclass_fields__]


class NotificationRecords:
    """The questions and the writes on notifications. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def add(self, *, kind: str, key: str, title: str, body: str, place: str, desktop: str, now: datetime) -> int:
        """Note that something is told; its id. What is older than 90 days goes."""
        NotificationRow.delete().where(NotificationRow.last_at < to_text(now - KEPT)).execute()
        row = NotificationRow.create(
            kind=kind,
            key=key,
            title=title,
            body=body,
            place=place,
            desktop=desktop,
            first_at=to_text(now),
            last_at=to_text(now),
        )
        self._store.changed("notifications", row.id, what="inserted")
        return int(row.id)

    def repeat(self, notification_id: int, now: datetime) -> int:
        """It came again; how often it has by now."""
        NotificationRow.update(count=NotificationRow.count + 1, last_at=to_text(now)).where(
            NotificationRow.id == notification_id
        ).execute()
        self._store.changed("notifications", notification_id)
        count: int = NotificationRow.select(NotificationRow.count).where(NotificationRow.id == notification_id).scalar()
        return count

    def note_delivery(
        self,
        notification_id: int,
        *,
        desktop: str | None = None,
        outward: str | None = None,
        place: str | None = None,
    ) -> None:
        """Note which way it went, and where it stands now."""
        said = {"desktop": desktop, "outward": outward, "place": place}
        columns = {name: text for name, text in said.items() if text is not None}
        if columns:
            NotificationRow.update(**columns).where(NotificationRow.id == notification_id).execute()
            self._store.changed("notifications", notification_id)

    def rewrite(self, notification_id: int, kind: str, key: str, title: str, body: str) -> None:
        """What is kept back has changed meanwhile: it says something else when it is sent."""
        NotificationRow.update(kind=kind, key=key, title=title, body=body).where(
            NotificationRow.id == notification_id
        ).execute()
        self._store.changed("notifications", notification_id)

    def last(self, key: str) -> SentNotification | None:
        """The newest of one key."""
        for row in self._newest().where(NotificationRow.key == key).limit(1).tuples():
            return SentNotification(*row)
        return None

    def list_by_key(self, prefix: str, limit: int) -> builtins.list[SentNotification]:
        """Those whose key begins so, newest first."""
        query = self._newest().where(NotificationRow.key.startswith(prefix))
        return [SentNotification(*row) for row in query.limit(limit).tuples()]

    def list_held(self) -> builtins.list[SentNotification]:
        """The notifications that quiet hours keep back, oldest first."""
        query = NotificationRow.select(*_FIELDS).where(NotificationRow.desktop == HELD)
        return [SentNotification(*row) for row in query.order_by(NotificationRow.id).tuples()]

    def told_later(self, rows: Iterable[SentNotification]) -> None:
        """Quiet hours are over, and these were told together."""
        for row in rows:
            self.note_delivery(row.id, desktop="sent after quiet hours")

    def list(self, limit: int | None = None) -> builtins.list[SentNotification]:
        """All of them, newest first."""
        query = self._newest()
        return [SentNotification(*row) for row in (query.limit(limit) if limit is not None else query).tuples()]

    @staticmethod
    def _newest() -> Any:
        return NotificationRow.select(*_FIELDS).order_by(NotificationRow.id.desc())
