"""Uptime and response time in the list of services; continuous checks in the matrix and under a service."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from support.check_result_rows import result

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.trends import range_edges
from claudeops_desktop.records.health_cells import MAINTENANCE
from claudeops_desktop.ui.pages.history.queries import load_matrix
from claudeops_desktop.ui.pages.services.chart_query import counts_text
from claudeops_desktop.ui.pages.services.timeline_rows import load_checks

MINUTE = timedelta(minutes=1)


@pytest.fixture
def measured(desk, check):
    """``jellyfin`` was checked for 200 minutes: down in 10 of them, in maintenance in 20; a run looked once, too."""
    now = utc_now()
    check("jellyfin", "healthy")
    rows = [
        result(
            now - MINUTE * n,
            "down" if 40 <= n < 50 else "healthy",
            "jellyfin",
            ms=float(20 + n % 7),
            maintenance=100 <= n < 120,
        )
        for n in range(200, 0, -1)
    ]
    with CheckResultStore(desk.folder.check_results) as store:
        store.add([*rows, result(now - timedelta(days=3), "down", "jellyfin")])
    return now


def cell(page, name, column):
    model = page.model
    place = [one.name for one in model.COLUMNS].index(column)
    return model.index(model.place(name), place)


def test_uptime_and_response_time_stand_in_the_list(qtbot, configured, open_page, measured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: page.model.place("jellyfin") >= 0 and cell(page, "jellyfin", "uptime").data() == "94.44 %")
    assert cell(page, "jellyfin", "response").data().endswith(" ms")
    tip = cell(page, "jellyfin", "uptime").data(Qt.ItemDataRole.ToolTipRole)
    assert "down in 10 of 180 results, 20 in maintenance" in tip
    page.range.set_value("7d")
    page.range.value_chosen.emit("7d")
    qtbot.waitUntil(lambda: cell(page, "jellyfin", "uptime").data() == "93.92 %")
    assert page.save_state()["range"] == "7d"
    assert cell(page, "memory", "uptime").data() == ""


def test_a_narrow_list_keeps_to_the_names_and_a_wide_one_has_all(qtbot, configured, open_page):
    page = open_page(configured)
    hidden = lambda: [page.table.isColumnHidden(place) for place in range(6)]  # noqa: E731
    page.splitter.setSizes((200, 900))
    qtbot.waitUntil(lambda: hidden() == [False, True, True, True, True, True])
    page.resize(1400, 720)
    page.splitter.setSizes((840, 560))
    qtbot.waitUntil(lambda: hidden() == [False] * 6)


def test_the_matrix_holds_what_runs_and_continuous_checks_found(desk, measured):
    cells = load_matrix(desk, "24h", range_edges("24h", utc_now())).rows["jellyfin"]
    totals = {}
    for one in cells.values():
        for status, number in one.counts.items():
            totals[status] = totals.get(status, 0) + number
    assert totals == {"healthy": 171, "down": 10, MAINTENANCE: 20}
    assert any(one.state == "down" for one in cells.values())


def test_a_cell_of_maintenance_alone_is_no_fault(desk):
    now = utc_now()
    with CheckResultStore(desk.folder.check_results) as store:
        store.add([result(now, "down", "db", maintenance=True)])
    (found,) = load_matrix(desk, "24h", range_edges("24h", now)).rows["db"].values()
    assert found.state == MAINTENANCE and counts_text(found.counts) == "in maintenance, 1 check"


def test_the_checks_under_a_service_are_those_of_both_each_once(desk, check, measured):
    with CheckResultStore(desk.folder.check_results) as store:
        last = store.latest("jellyfin")[0]
    check("jellyfin", last.status, at=last.at)
    checks = load_checks(desk, "jellyfin")
    moments = [one.checked_at for one in checks]
    assert moments == sorted(moments, reverse=True)
    assert len(moments) == 202 and len({one.id for one in checks}) == 202


def test_results_that_cannot_be_read_leave_the_rest(qtbot, configured, open_page, check):
    check("jellyfin", "down")
    configured.folder.check_results.write_bytes(b"no database" * 2000)
    assert [one.status for one in load_checks(configured, "jellyfin")] == ["down"]
    assert "jellyfin" in load_matrix(configured, "24h", range_edges("24h", utc_now())).rows
    page = open_page(configured)
    qtbot.waitUntil(lambda: page.model.place("jellyfin") >= 0)
    assert cell(page, "jellyfin", "uptime").data() == ""
