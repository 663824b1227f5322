"""What tests of incidents share: how one is opened, and what is written about it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.incidents import CheckState

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def write(book, operation):
    return book.store.write(operation).result()


def opened(book, service="nginx", *, at=NOW, worst="down", source="check", cause="no answer"):
    return write(
        book,
        lambda: book.incidents.open(
            service=service, source=source, started_at=at - MINUTE, worst=worst, cause=cause, now=at
        ),
    )


def check_state(service="nginx", key=""):
    return CheckState(key or f"{service}:http", service, "http", "down", to_text(NOW), 2, 0, True, False, "", "")


def kinds(book, incident):
    return [entry.kind for entry in book.incidents.entries(incident.id)]


def needing(book, now=NOW):
    return [one.service for one in book.incidents.need_operator(now)]
