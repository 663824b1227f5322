"""Planned maintenance windows: from their start to their end, whatever the clock does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.maintenance_time import find_maintenance
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_rules import MOST_WINDOWS, MaintenanceWindow, ServiceRule
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def rules(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store, lambda: NOW).rules
    store.close()


def write(rules, operation):
    return rules._store.write(operation).result()


def plan(rules, start, end, note="", service="web"):
    return write(rules, lambda: rules.plan(service, NOW + start * HOUR, NOW + end * HOUR, note, NOW))


def test_a_window_counts_from_its_start_to_its_end(rules):
    plan(rules, 2, 4, "new disk")
    rule = rules.get("Web")
    assert [rule.maintained(NOW + hours * HOUR) for hours in (0, 1.99, 2, 3.99, 4, 9)] == [0, 0, 1, 1, 0, 0]
    assert rule.current_maintenance(NOW + 3 * HOUR).note == "new disk"
    assert [one.service for one in rules.all()] == ["web"]
    assert len(rule.upcoming(NOW)) == 1 and rule.upcoming(NOW + 2 * HOUR) == ()


def test_a_clock_that_is_put_back_brings_the_window_back(rules):
    plan(rules, 2, 4)
    rule = rules.get("web")
    assert not rule.maintained(NOW + 5 * HOUR)
    assert rule.maintained(NOW + 3 * HOUR)
    assert not rule.maintained(NOW)


def test_windows_that_overlap_end_with_the_last(rules):
    plan(rules, 1, 3, "a")
    plan(rules, 2, 5, "b")
    now = find_maintenance(rules.get("web"), NOW + 2.5 * HOUR)
    assert now == (to_text(NOW + 5 * HOUR), "a; b")
    write(rules, lambda: rules.maintain("web", NOW, None, "by hand", NOW))
    assert find_maintenance(rules.get("web"), NOW + 2.5 * HOUR).until is None
    assert rules.get("web").last_maintenance_end(NOW + 4 * HOUR) == to_text(NOW + 3 * HOUR)


@pytest.mark.parametrize(("start", "end"), [(4, 2), (2, 2), (-4, -2)])
def test_an_end_that_is_not_after_the_start_or_has_passed_is_refused(rules, start, end):
    with pytest.raises(UsageError):
        plan(rules, start, end)
    assert rules.windows() == []
    with pytest.raises(UsageError, match="must end after it starts"):
        write(rules, lambda: rules.maintain("web", NOW, NOW - HOUR, "", NOW))


def test_beginning_now_leaves_what_is_planned(rules):
    window = plan(rules, 24, 26)
    write(rules, lambda: rules.maintain("web", NOW, NOW + HOUR, "", NOW))
    assert write(rules, lambda: rules.end_maintenance("web", NOW)) is not None
    assert rules.get("web").planned == (window,)
    assert write(rules, lambda: rules.end_maintenance("web", NOW)) is None  # what is to come does not end


def test_a_window_that_has_begun_is_ended_early(rules):
    plan(rules, 1, 4)
    later = plan(rules, 8, 9)
    write(rules, lambda: rules.put(ServiceRule("web", restarts=5), NOW))
    assert write(rules, lambda: rules.end_maintenance("web", NOW + 2 * HOUR)) is not None
    rule = rules.get("web")
    assert (rule.restarts, rule.planned) == (5, (later,))
    assert not rule.maintained(NOW + 2 * HOUR)


def test_a_window_is_cancelled_and_put_back(rules):
    window = plan(rules, 1, 2, "x")
    assert write(rules, lambda: rules.cancel(window.id)) == window
    assert write(rules, lambda: rules.cancel(window.id)) is None
    assert rules.get("web") is None
    write(rules, lambda: rules.restore_windows("web", (window,)))
    assert rules.windows("web") == [window]


def test_the_number_of_planned_windows_is_limited(rules):
    for number in range(MOST_WINDOWS):
        plan(rules, number + 1, number + 2)
    with pytest.raises(UsageError, match="planned windows already"):
        plan(rules, 1, 2)
    plan(rules, 1, 2, service="db")


def test_a_moment_that_cannot_be_read_is_an_error_and_no_permission():
    rule = ServiceRule("web", planned=(MaintenanceWindow(1, "web", "soon", to_text(NOW)),))
    with pytest.raises(ValueError, match="soon"):
        rule.maintained(NOW)
