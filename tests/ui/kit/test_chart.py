"""A chart over time: values, outages and states by keys and mouse, the same as a table; its scales."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from claudeops_desktop.ui.kit.chart import TimeChart
from claudeops_desktop.ui.kit.chart_data import ChartBand, ChartData, ChartSeries, StretchState
from claudeops_desktop.ui.kit.chart_panel import ChartPanel
from claudeops_desktop.ui.kit.chart_scale import (
    longest_that_fits,
    moment_text,
    shown_moments,
    step_text,
    stretch_text,
    value_marks,
)

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DOWN = StretchState("down", "down in 2 of 3 checks")


def chart_data(*values, states=(), bands=()):
    edges = tuple(NOON + HOUR * n for n in range(len(values) + 1))
    return ChartData(edges, (ChartSeries("web", values),), str, states=states, bands=bands)


@pytest.fixture
def chart(qtbot):
    made = TimeChart("Response time", "Nothing was timed.")
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_keys_walk_the_stretches_and_say_their_values(chart):
    chart.show_data(chart_data(1.0, None, 3.0))
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.accessibleDescription() == "Mon 2 Mar 14:00 – 15:00\nweb: 3.0"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.accessibleDescription().endswith("web: no data")
    QTest.keyClick(chart, Qt.Key.Key_Home)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current == 0
    QTest.keyClick(chart, Qt.Key.Key_End)
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.current == -1
    assert chart.accessibleDescription() == "web: 1.0 to 3.0, last 3.0"


def test_the_mouse_chooses_the_stretch_under_it(qtbot, chart):
    chart.show_data(chart_data(1.0, 2.0, 3.0))
    with qtbot.waitSignal(chart.stretch_chosen) as chosen:
        QTest.mouseMove(chart, QPoint(chart.width() // 2, chart.height() // 2))
    assert chosen.args == [1]


def test_the_state_of_a_stretch_is_said_with_its_values(chart):
    chart.show_data(chart_data(1.0, 2.0, states=(StretchState("", "not checked"), DOWN)))
    chart.choose(1)
    assert chart.accessibleDescription().endswith("web: 2.0\nState: down in 2 of 3 checks")


def test_outages_are_counted_in_its_description(chart):
    bands = (ChartBand(NOON, NOON + HOUR, "down"), ChartBand(NOON, NOON + HOUR, "maintenance"))
    chart.show_data(chart_data(1.0, bands=bands))
    assert chart.accessibleDescription() == "web: 1.0 to 1.0, last 1.0. 1 outage"


def test_states_without_values_are_shown(chart):
    chart.show_data(chart_data(None, states=(DOWN,)))
    assert not chart.data.is_empty
    assert not chart.grab().isNull()


def test_the_same_values_stand_in_a_table(qtbot):
    panel = ChartPanel("Response time", "Nothing.", "ChartTestTable")
    qtbot.addWidget(panel)
    panel.show_data(chart_data(1.0, 2.0, states=(DOWN, DOWN)))
    panel.button.setChecked(True)
    model = panel.table.model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert panel.table.accessibleName() == "Response time as a table"
    assert [model.index(1, n).data() for n in range(model.columnCount())] == [
        "Mon 2 Mar 13:00 – 14:00", "2.0", "down in 2 of 3 checks",
    ]  # fmt: skip


def test_who_reads_the_table_keeps_the_place(qtbot):
    panel = ChartPanel("Response time", "Nothing.", "ChartTestTable")
    qtbot.addWidget(panel)
    panel.show_data(chart_data(1.0, 2.0))
    panel.button.setChecked(True)
    before = panel.table
    before.selectRow(1)
    panel.show_data(chart_data(1.0, 5.0))
    assert panel.table is before
    assert before.current == 1


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
