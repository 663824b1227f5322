"""The trends of services in the window: charts with axes, values under keys and mouse, tables, a file."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from support.check_result_rows import result, simulated

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.widgets.chart_scale import (
    longest_that_fits,
    moment_text,
    shown_moments,
    step_text,
    stretch_text,
    value_marks,
)
from claudeops_desktop.ui.widgets.time_chart import ChartData, ChartSeries, TimeChart

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def measured(desk):
    """Three services, checked every ten minutes for two days; one incident; two sessions that cost something."""
    now = utc_now()
    with CheckResultStore(desk.folder.check_results) as store:
        for batch in simulated(["web", "db", "=mail"], now - HOUR * 48, now, timedelta(minutes=10)):
            store.add(batch)
        store.add([result(now, "down", "web", ms=None, detail="refused")])
        store.roll_up(now)

    def write():
        desk.book.incidents.open(
            service="web", source="check", started_at=now, worst="down", cause="refused", now=now - HOUR
        )

    desk.book.store.write(write).result()
    return now


@pytest.fixture
def trends(qtbot, open_page, desk, measured):
    page = open_page(desk, PageLocation("trends"))
    qtbot.waitUntil(lambda: page.report is not None)
    return page


def chart_of(tab, title):
    return next(panel.chart for panel in tab.panels if panel.chart.accessibleName() == title)


def test_four_charts_with_axes_are_shown_for_the_last_day(trends):
    assert [panel.chart.accessibleName() for panel in trends.panels] == [
        "Uptime", "Response time", "Incidents", "Cost by agent",
    ]  # fmt: skip
    uptime = chart_of(trends, "Uptime").data
    assert {series.name for series in uptime.series} == {"web", "db", "=mail"}
    assert uptime.count == 24 and uptime.format_value(99.5) == "99.50 %"
    assert sum(chart_of(trends, "Incidents").data.series[0].values) == 1
    assert chart_of(trends, "Cost by agent").summary_text == "No session cost anything in this time."


def test_another_range_and_one_service_are_chosen(qtbot, trends):
    trends.range.set_value("30d")
    trends.range.value_chosen.emit("30d")
    qtbot.waitUntil(lambda: chart_of(trends, "Uptime").data.count == 30)
    trends.which.set_value("web")
    trends.which.value_chosen.emit("web")
    shares = ["half of them within", "95 % within", "99 % within"]
    qtbot.waitUntil(lambda: [one.name for one in chart_of(trends, "Response time").data.series] == shares)
    assert trends._said.text().startswith("Uptime ")


def test_the_keys_walk_the_stretches_and_say_their_values(qtbot, trends):
    chart = chart_of(trends, "Incidents")
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current == 23
    assert chart.accessibleDescription().endswith("incidents: 0")
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.accessibleDescription().endswith("incidents: 1")
    QTest.keyClick(chart, Qt.Key.Key_Home)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current == 0
    QTest.keyClick(chart, Qt.Key.Key_End)
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.current == -1
    assert chart.accessibleDescription() == "incidents: 0 to 1, last 0"


def test_the_mouse_chooses_the_stretch_under_it(qtbot, trends):
    chart = chart_of(trends, "Uptime")
    with qtbot.waitSignal(chart.stretch_chosen) as chosen:
        QTest.mouseMove(chart, QPoint(chart.width() // 2, chart.height() // 2))
    assert 8 < chosen.args[0] < 16
    assert "web: " in chart.stretch_values(chosen.args[0])


def test_the_same_values_stand_in_a_table_for_a_screen_reader(qtbot, trends):
    qtbot.mouseClick(trends.as_table, Qt.MouseButton.LeftButton)
    table = trends.panels[0].table
    qtbot.waitUntil(table.isVisible)
    assert table.accessibleName() == "Uptime as a table"
    model = table.model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    chart = trends.panels[0].chart.data
    assert model.rowCount() == 24 and model.columnCount() == 1 + len(chart.series)
    shown = [model.index(23, column).data() for column in range(model.columnCount())]
    assert shown[1:] == [value for _, value in chart.at(23)]
    table.selectRow(7)
    trends.refresh()
    qtbot.waitUntil(lambda: trends.panels[0].table is table and table.current == 7)
    qtbot.mouseClick(trends.as_table, Qt.MouseButton.LeftButton)
    assert trends.panels[0].chart.isVisible()


def test_everything_is_exported_without_a_formula(qtbot, trends, tmp_path):
    with qtbot.waitSignal(trends.message_posted) as said:
        trends.export_to(str(tmp_path / "trends.csv"))
    assert said.args[0] == f"Wrote {tmp_path / 'trends.csv'}."
    with (tmp_path / "trends.csv").open(newline="", encoding="utf-8") as file:
        names = {row["name"] for row in csv.DictReader(file)}
    assert names == {"web", "db", "'=mail", "all"}
    with qtbot.waitSignal(trends.message_posted) as said:
        trends.export_to(str(tmp_path / "none" / "trends.csv"))
    assert "cannot be written" in said.args[0] and trends.export.isEnabled()


def test_what_was_chosen_is_remembered(qtbot, open_page, desk, measured):
    page = open_page(desk, PageLocation("trends"), {"range": "7d", "as_table": True})
    qtbot.waitUntil(lambda: page.report is not None)
    assert page.save_state() == {"range": "7d", "as_table": True}
    assert page.panels[0].table.isVisible()
    assert page.panels[0].chart.data.count == 28


def test_with_nothing_to_show_it_says_what_will_appear(qtbot, open_page, desk):
    page = open_page(desk, PageLocation("trends"))
    qtbot.waitUntil(lambda: page.report is not None)
    assert page._empty.isVisible()


def test_results_that_cannot_be_read_are_a_sentence(qtbot, open_page, desk):
    desk.folder.check_results.write_bytes(b"no database" * 2000)
    page = open_page(desk, PageLocation("trends"))
    qtbot.waitUntil(page._wrong.isVisible)
    assert "cannot be read" in page._wrong.text()


@pytest.mark.parametrize("bars", [False, True])
@pytest.mark.parametrize("values", [(None, None), (0.0, 0.0), (1e9, None), (-3.0, 5.0), (1e-7, 2e-7)])
def test_any_values_can_be_drawn(qtbot, bars, values):
    chart = TimeChart("Any", "Nothing.")
    qtbot.addWidget(chart)
    edges = tuple(NOON + HOUR * n for n in range(len(values) + 1))
    chart.show_data(ChartData(edges, tuple(ChartSeries("x" * n, values) for n in (1, 300)), str, bars=bars))
    for width in (chart.minimumWidth(), 900):
        chart.resize(width, 200)
        assert not chart.grab().isNull()


@pytest.mark.parametrize(
    ("low", "high", "most", "marks"),
    [
        (0, 100, 5, [0, 20, 40, 60, 80, 100]),
        (0, 7, 4, [0, 2, 4, 6, 8]),
        (91.2, 100, 5, [90, 92, 94, 96, 98, 100]),
        (0, 0, 4, [0, 2.5e-10 * 2]),
    ],
)
def test_marks_are_round_and_hold_all_values(low, high, most, marks):
    found = value_marks(low, high, most)
    assert found[0] <= low and found[-1] >= high and len(found) >= 2
    if high > low:
        assert found == marks


@pytest.mark.parametrize(
    ("wanted", "room", "longest"),
    [([10, 20, 30], 60, 30), ([10, 20, 300], 100, 70), ([50, 50], 60, 30), ([90], 5, 12), ([], 50, 12)],
)
def test_long_names_give_way_to_short_ones(wanted, room, longest):
    assert longest_that_fits(wanted, room) == longest


def test_what_is_counted_has_whole_marks():
    assert value_marks(0, 1, 5, 1.0) == [0, 1]
    assert value_marks(0, 3, 5, 1.0) == [0, 1, 2, 3]


def test_moments_and_stretches_in_words():
    assert moment_text(NOON, HOUR) == "12:00"
    assert moment_text(NOON.replace(hour=0), HOUR * 6) == "Mon 2"
    assert moment_text(NOON, HOUR * 24) == "2 Mar"
    assert stretch_text(NOON, NOON + HOUR) == "Mon 2 Mar 12:00 – 13:00"
    assert stretch_text(NOON.replace(hour=0), NOON.replace(hour=0) + HOUR * 24) == "Mon 2 Mar"
    assert stretch_text(NOON.replace(hour=0), NOON.replace(hour=0) + HOUR * 168) == "2 Mar – 8 Mar 2026"
    assert [step_text(HOUR * n) for n in (1, 6, 24, 168)] == ["by hour", "by 6 hours", "by day", "by week"]


def test_not_more_moments_are_written_than_there_is_room_for():
    edges = [NOON + HOUR * n for n in range(25)]
    for most in range(1, 30):
        assert 1 <= len(shown_moments(edges, most)) <= max(most, 1)
    assert shown_moments(edges[:1], 5) == []
