"""The limits of one service: what is set, what stays, and when nothing is left of a rule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from claudeops_desktop.operations.service_limits import SetServiceLimits, set_service_limits
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_rules import LIMITS, ServiceRule

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALL_DEFAULT = dict.fromkeys(LIMITS)


@pytest.fixture
def limit(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., tuple[ServiceRule | None, ServiceRule]]:
    return lambda **named: write(lambda: set_service_limits(book, SetServiceLimits("web", **named), NOW))


def test_a_limit_that_is_left_out_stays(limit: Callable[..., Any]) -> None:
    limit(restarts=1, restart_hours=2.0)
    before, after = limit(restarts=3)
    assert (before.restarts, after.restarts, after.restart_hours) == (1, 3, 2.0)


def test_none_returns_a_limit_to_that_of_all_services(limit: Callable[..., Any]) -> None:
    limit(restarts=1, redeployments=2)
    assert limit(restarts=None)[1].redeployments == 2
    assert limit(restarts=None)[1].restarts is None


def test_a_rule_that_says_nothing_more_is_not_kept(limit: Callable[..., Any], book: RecordRepositories) -> None:
    limit(restarts=1)
    before, after = limit(**ALL_DEFAULT)
    assert (before.restarts, after) == (1, ServiceRule("web"))
    assert book.rules.all() == []


def test_maintenance_stays_when_the_limits_go(
    limit: Callable[..., Any], book: RecordRepositories, write: Callable[..., Any]
) -> None:
    write(lambda: book.rules.maintain("web", NOW, None, "disk", NOW))
    limit(restarts=1)
    after = limit(**ALL_DEFAULT)[1]
    assert (after.has_limits, after.note) == (False, "disk")
    assert book.rules.get("web") == after


def test_a_question_without_a_limit_changes_nothing(limit: Callable[..., Any], book: RecordRepositories) -> None:
    assert limit() == (None, ServiceRule("web"))
    assert book.rules.all() == []


@pytest.mark.parametrize("wrong", [{"restarts": -1}, {"restarts": 101}, {"restart_hours": 0}, {"restarts": "many"}])
def test_a_limit_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"service": "web", **wrong}, SetServiceLimits)
