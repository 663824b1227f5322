"""Maintenance of one service: started, planned, ended, cancelled, and undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.operations.service_limits import SetServiceLimits, restore_rule, set_service_limits
from claudeops_desktop.operations.service_maintenance import (
    CancelMaintenance,
    EndMaintenance,
    PlanMaintenance,
    StartMaintenance,
    cancel_maintenance,
    end_maintenance,
    plan_maintenance,
    restore_maintenance,
    start_maintenance,
)
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_rules import ServiceRule

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LATER = PlanMaintenance("web", NOW + HOUR, NOW + 2 * HOUR, "disk")


@pytest.fixture
def perform(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., Any]:
    """``perform(operation, request)`` is its answer; it is done at ``NOW``, or at another time."""
    return lambda operation, request, now=NOW: write(partial(operation, book, request, now))


def test_maintenance_lasts_until_its_end_or_until_it_is_ended(perform: Callable[..., Any]) -> None:
    before, after = perform(start_maintenance, StartMaintenance("web", NOW + HOUR, " disk "))
    assert (before, after.maintained(NOW), after.maintained(NOW + HOUR), after.note) == (None, True, False, "disk")
    before, endless = perform(start_maintenance, StartMaintenance("web"))
    assert (before, endless.maintained(NOW + 1000 * HOUR)) == (after, True)


def test_an_end_that_has_passed_is_refused(perform: Callable[..., Any]) -> None:
    with pytest.raises(UsageError):
        perform(start_maintenance, StartMaintenance("web", NOW))
    with pytest.raises(UsageError):
        perform(plan_maintenance, PlanMaintenance("web", NOW + HOUR, NOW + HOUR))


def test_ending_returns_the_rule_before_and_after(perform: Callable[..., Any]) -> None:
    _, rule = perform(start_maintenance, StartMaintenance("web"))
    assert perform(end_maintenance, EndMaintenance("web")) == (rule, None)


def test_ending_what_is_not_in_maintenance_is_refused(perform: Callable[..., Any]) -> None:
    with pytest.raises(OperatorError, match="web is not in maintenance"):
        perform(end_maintenance, EndMaintenance("web"))


def test_the_refusal_names_the_window_that_is_planned(perform: Callable[..., Any]) -> None:
    _, window = perform(plan_maintenance, LATER)
    with pytest.raises(OperatorError) as refusal:
        perform(end_maintenance, EndMaintenance("web"))
    assert f"web off --id {window.id}`" in str(refusal.value.remedy)


@pytest.mark.parametrize(("service", "number", "now"), [("web", 99, NOW), ("db", 1, NOW), ("web", 1, NOW + 2 * HOUR)])
def test_only_a_window_of_the_service_that_has_not_ended_is_cancelled(
    perform: Callable[..., Any], book: RecordRepositories, service: str, number: int, now: datetime
) -> None:
    _, window = perform(plan_maintenance, LATER)
    with pytest.raises(OperatorError, match="no planned window"):
        perform(cancel_maintenance, CancelMaintenance(service, number), now)
    assert book.rules.windows() == [window]


def test_a_cancelled_window_comes_back_when_that_is_undone(
    perform: Callable[..., Any], book: RecordRepositories, write: Callable[..., Any]
) -> None:
    _, window = perform(plan_maintenance, LATER)
    done = perform(cancel_maintenance, CancelMaintenance("web", window.id))
    assert (done[1], book.rules.windows()) == (window, [])
    write(partial(restore_maintenance, book, "web", NOW, done))
    assert book.rules.windows() == [window]


def test_a_window_that_was_planned_goes_when_that_is_undone(
    perform: Callable[..., Any], book: RecordRepositories, write: Callable[..., Any]
) -> None:
    done = perform(plan_maintenance, LATER)
    write(partial(restore_maintenance, book, "web", NOW, done))
    assert book.rules.get("web") is None


@pytest.mark.parametrize(
    ("operation", "request_"),
    [(start_maintenance, StartMaintenance("web")), (set_service_limits, SetServiceLimits("web", restarts=1))],
)
def test_undoing_a_start_or_limits_leaves_a_window_that_was_planned_since(
    perform: Callable[..., Any],
    book: RecordRepositories,
    write: Callable[..., Any],
    operation: Callable[..., Any],
    request_: StartMaintenance | SetServiceLimits,
) -> None:
    done = perform(operation, request_)
    _, window = perform(plan_maintenance, LATER)
    write(partial(restore_rule, book, "web", NOW, done))
    assert book.rules.get("web") == ServiceRule("web", planned=(window,))
