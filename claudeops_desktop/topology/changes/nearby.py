"""Which changes an incident's time line shows: those before it began, the most relevant first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from ...core.clock import to_text
from ...records.changes import HOST, ChangeKind, RecordedChange
from ...records.record_books import RecordRepositories

MOST_OF_HOST = 5  # an upgrade of the whole machine must not hide what else changed


def near(
    book: RecordRepositories,
    service: str,
    before: datetime,
    hours: float = 24,
    dependencies: Sequence[str] = (),
    limit: int = 10,
) -> tuple[RecordedChange, ...]:
    """The changes in the ``hours`` before a moment that may explain what happened to a service then.

    ``dependencies`` are the services that it needs, nearest first (``ServiceGraph.dependencies``). A read.
    """
    since = before - timedelta(hours=hours)
    wanted = {service, *dependencies, HOST}
    found = book.changes.list(services=wanted, since=to_text(since), until=to_text(before))
    return rank_changes(found, service, dependencies, limit)


def rank_changes(
    changes: Iterable[RecordedChange], service: str, dependencies: Sequence[str] = (), limit: int = 10
) -> tuple[RecordedChange, ...]:
    """The service's own changes first, then those of what it needs, then those of the machine; in each the newest
    first. An edit of the settings or of a check explains least of its service's."""
    order = {service: 0} | {name: place for place, name in enumerate(dependencies, 1) if name != service}
    last = len(order) + 1
    kept = [change for change in changes if change.service in order or change.service == HOST]
    kept.sort(key=lambda change: (change.at, change.id), reverse=True)
    kept.sort(
        key=lambda change: (order.get(change.service, last), change.kind in (ChangeKind.SERVICES, ChangeKind.SETTINGS))
    )
    own = [change for change in kept if change.service != HOST]
    host = [change for change in kept if change.service == HOST]
    return tuple((own + host[:MOST_OF_HOST])[:limit])
