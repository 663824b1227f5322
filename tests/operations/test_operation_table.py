"""The table of operations: each has one name and a scope that a token can have, and some can be taken back."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import Struct

from claudeops_desktop.operations.event_attention import EventNumbers, MuteEvents
from claudeops_desktop.operations.operation_table import OPERATIONS
from claudeops_desktop.operations.operation_types import OperationSpec, RowNumber
from claudeops_desktop.operations.service_limits import SetServiceLimits
from claudeops_desktop.operations.service_maintenance import PlanMaintenance
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.server.token_types import TokenScope

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SPECS = pytest.mark.parametrize("spec", OPERATIONS.values(), ids=OPERATIONS)


@pytest.fixture
def do(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., Any]:
    """``do("endMute", request)`` carries an operation out and returns what came of it."""
    return lambda name, request: write(lambda: OPERATIONS[name].run(book, request, NOW))


@pytest.fixture
def undo(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., Any]:
    """``undo("endMute", done)`` takes it back."""

    def take_back(name: str, done: Any) -> None:
        undo = OPERATIONS[name].undo
        assert undo is not None
        write(lambda: undo(book, done, NOW))

    return take_back


@SPECS
def test_its_scope_is_one_of_a_token(spec: OperationSpec[Any, Any, Any]) -> None:
    assert spec.scope in {scope.value for scope in TokenScope}


@SPECS
def test_what_only_reads_needs_no_more_than_reading(spec: OperationSpec[Any, Any, Any]) -> None:
    assert (spec.kind == "read") == (spec.scope == "read")


@SPECS
def test_it_is_asked_by_a_typed_request(spec: OperationSpec[Any, Any, Any]) -> None:
    assert issubclass(spec.request, Struct)
    assert inspect.signature(spec.run).parameters["request"].annotation == spec.request.__name__


@SPECS
def test_what_reads_has_nothing_to_undo(spec: OperationSpec[Any, Any, Any]) -> None:
    assert spec.kind != "read" or spec.undo is None


def test_new_limits_are_taken_back(book: RecordRepositories, do: Callable[..., Any], undo: Callable[..., Any]) -> None:
    undo("setServiceLimits", do("setServiceLimits", SetServiceLimits("web", restarts=1)))
    assert book.rules.get("web") is None


def test_a_planned_window_is_taken_back(
    book: RecordRepositories, do: Callable[..., Any], undo: Callable[..., Any]
) -> None:
    undo("planMaintenance", do("planMaintenance", PlanMaintenance("web", NOW + HOUR, NOW + 2 * HOUR)))
    assert book.rules.windows("web") == []


def test_a_mute_is_taken_back(book: RecordRepositories, do: Callable[..., Any], undo: Callable[..., Any]) -> None:
    undo("muteEvents", do("muteEvents", MuteEvents(text="backup")))
    assert book.mutes.list_active(NOW) == []


def test_an_ended_mute_is_in_force_again(
    book: RecordRepositories, do: Callable[..., Any], undo: Callable[..., Any]
) -> None:
    mute = do("muteEvents", MuteEvents(text="backup"))
    undo("endMute", do("endMute", RowNumber(mute.id)))
    assert [one.id for one in book.mutes.list_active(NOW)] == [mute.id]


def test_an_acknowledgement_of_events_is_taken_back(
    book: RecordRepositories, write: Callable[..., Any], do: Callable[..., Any], undo: Callable[..., Any]
) -> None:
    number = write(lambda: book.events.add(level="info", message="done", service=None, session_id=None, now=NOW))
    undo("acknowledgeEvents", do("acknowledgeEvents", EventNumbers([number])))
    found = book.events.get(number)
    assert found is not None
    assert found.acknowledged_at is None
