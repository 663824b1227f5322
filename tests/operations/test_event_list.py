"""The list of events: each filter, and the next page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from claudeops_desktop.operations.event_list import ListEvents, list_events
from claudeops_desktop.records.record_books import RecordRepositories

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def known(book: RecordRepositories, write: Callable[..., Any]) -> None:
    """Four events, an hour apart: 1 is acknowledged, 3 is muted."""

    def fill() -> None:
        rows = (
            ("warning", "web", "slow"),
            ("info", None, "Fine"),
            ("critical", "db", "Down"),
            ("critical", "web", "100%"),
        )
        for number, (level, service, message) in enumerate(rows):
            at = NOW + number * HOUR
            book.events.add(level=level, message=message, service=service, session_id=None, now=at)
        book.events.acknowledge([1], NOW)
        book.mutes.add(service="db", level=None, text="", until=None, reason="", now=NOW)

    write(fill)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("request_fields", "found"),
    [
        ({}, [4, 3, 2, 1]),
        ({"level": "critical"}, [4, 3]),
        ({"service": " Web "}, [4, 1]),
        ({"service": "general"}, [2]),
        ({"text": "100%"}, [4]),
        ({"text": "SLOW"}, [1]),
        ({"since": NOW + 2 * HOUR}, [4, 3]),
        ({"until": NOW + 2 * HOUR}, [2, 1]),
        ({"since": NOW + HOUR, "until": NOW + 3 * HOUR}, [3, 2]),
        ({"state": "unmuted"}, [4, 2, 1]),
        ({"state": "waiting"}, [4, 2]),
        ({"state": "acknowledged"}, [1]),
        ({"state": "muted"}, [3]),
        ({"session_id": 1}, []),
        ({"before": 3}, [2, 1]),
        ({"limit": 2}, [4, 3]),
        ({"level": "critical", "before": 4, "limit": 1}, [3]),
    ],
)
def test_events_are_listed_newest_first(
    book: RecordRepositories, request_fields: dict[str, Any], found: list[int]
) -> None:
    rows = book.store.read(lambda: list_events(book, ListEvents(**request_fields), NOW + 9 * HOUR)).result()
    assert [one.id for one in rows] == found
