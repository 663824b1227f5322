"""S13: the health records hold the changes, and their newest row says how a service stands."""

from __future__ import annotations

from datetime import timedelta

from monitoring_world import START, World

from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.monitoring.status_recorder import StatusRecorder
from claudeops_desktop.records.health import MeasuredStatus


def record(world: World, *found: tuple[str, str]) -> list[str]:
    """Hand these (check, status) in, a minute apart; the statuses that were recorded, in order."""
    recorder = StatusRecorder(world.book, SettingsService(world.folder.settings_file))
    recorder.begin()
    for minute, (kind, status) in enumerate(found):
        at = START + timedelta(minutes=minute)
        recorder.record_status(MeasuredStatus("web", f"web:{kind}", kind, status, kind, at), 5.0)
    world.store.drain()
    return [f"{row.check_type} {row.status}" for row in reversed(world.book.health.of_service("web"))]


def test_only_changes_are_recorded(world: World) -> None:
    assert record(world, ("http", "healthy"), ("http", "healthy"), ("http", "down"), ("http", "down")) == [
        "http healthy",
        "http down",
    ]


def test_a_start_of_the_application_is_no_change(world: World) -> None:
    record(world, ("http", "healthy"))
    assert record(world, ("http", "healthy")) == ["http healthy"]


def test_the_newest_row_is_the_worst_of_the_service(world: World) -> None:
    found = record(world, ("http", "healthy"), ("tls", "healthy"), ("http", "down"), ("tls", "degraded"))
    assert found == ["http healthy", "tls healthy", "http down", "tls degraded", "http down"]
    assert [row.status for row in world.book.health.latest()] == ["down"]


def test_degraded_is_a_warning_and_its_end_an_event(world: World) -> None:
    record(world, ("http", "healthy"), ("http", "degraded"), ("http", "healthy"))
    assert world.events("warning") == ["web is degraded: http"]
    assert world.events("info") == ["web is healthy again: http"]
    assert world.book.incidents.list() == []
