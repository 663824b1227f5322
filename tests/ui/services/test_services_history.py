"""The history of services: one chart over one table, the time chosen in both, as tables and as a file."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from PySide6.QtCore import QPoint, Qt
from support.check_result_rows import result, simulated
from support.desks import watch

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.services.chart_query import counts_text

NOW = datetime(2026, 3, 1, 12, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
WATCHED = "".join(f'[[service]]\nname = "{name}"\ncheck = "memory"\n' for name in ("caddy", "gitea"))


@pytest.fixture
def mid_hour():
    """The newest hour is the one in which was checked: no hour begins while a test looks."""
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def checked(mid_hour, desk, check):
    """caddy was down in one of two checks, gitea is healthy; an agent mentioned another name."""
    watch(desk, "caddy", "gitea")
    desk.folder.services_file.write_text(WATCHED)
    check("somebody", "down", at=utc_now())
    check("caddy", "healthy", "down", at=utc_now())
    check("gitea", "healthy", at=utc_now())
    return desk


@pytest.fixture
def measured(desk):
    """Three services, checked every ten minutes for two days; one incident."""
    now = utc_now()
    with CheckResultStore(desk.folder.check_results) as store:
        for batch in simulated(["web", "db", "=mail"], now - HOUR * 48, now, timedelta(minutes=10)):
            store.add(batch)
        store.add([result(now, "down", "web", ms=None, detail="refused")])
        store.roll_up(now)
    desk.book.store.write(
        lambda: desk.book.incidents.open(
            service="web", source="check", started_at=now, worst="down", cause="refused", now=now - HOUR
        )
    ).result()
    return desk


def open_history(qtbot, open_page, desk, **more):
    page = open_page(desk, PageLocation("history"), **more)
    qtbot.waitUntil(lambda: bool(page.data.edges))
    return page


def choose(box, value):
    box.set_value(value)
    box.value_chosen.emit(value)


def text_of(page, service, column):
    place = [one.name for one in page.model.COLUMNS].index(column)
    return page.model.index(page.model.place(service), place).data()


def test_each_service_has_a_row_and_a_name_that_is_only_mentioned_has_none(qtbot, open_page, checked):
    page = open_history(qtbot, open_page, checked)
    assert list(page.model.keys) == ["caddy", "gitea"]


def test_the_stretch_that_is_chosen_is_said_of_the_service_that_is(qtbot, open_page, checked):
    page = open_history(qtbot, open_page, checked)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Left)
    assert page.panel.chart.current == 23
    assert page._describe(page.current, 23).endswith("12:00 – 13:00: down in 1 of 2 checks")
    qtbot.keyClick(page.table, Qt.Key.Key_Left)
    assert page.stretch.text().endswith("11:00 – 12:00: not checked")


def test_a_stretch_is_chosen_with_the_mouse(qtbot, open_page, checked):
    page = open_history(qtbot, open_page, checked)
    place = [one.name for one in page.model.COLUMNS].index("over_time")
    cell = page.table.visualRect(page.model.index(1, place))
    at = QPoint(cell.right() - 16, cell.center().y())
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert page.panel.chart.current == 23
    assert page.stretch.text().startswith("gitea, ")


def test_the_stretch_leads_to_its_events_and_the_row_to_its_service(qtbot, open_page, checked):
    page = open_history(qtbot, open_page, checked)
    page.panel.chart.choose(23)
    with qtbot.waitSignal(page.navigation_requested) as went:
        page.action_set.buttons["events"].click()
    assert went.args[0].filters["service"] == "caddy"
    assert went.args[0].filters["time"].count("/") == 1
    with qtbot.waitSignal(page.navigation_requested) as went:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert went.args == [PageLocation("services", filters={"service": "caddy"})]


def test_services_with_problems_are_shown_alone(qtbot, open_page, checked):
    page = open_history(qtbot, open_page, checked)
    choose(page.which, "*unwell")
    qtbot.waitUntil(lambda: list(page.model.keys) == ["caddy"])


def test_where_all_were_healthy_it_says_so(mid_hour, qtbot, open_page, desk, check):
    desk.folder.services_file.write_text(WATCHED)
    check("caddy", "healthy", at=utc_now())
    page = open_history(qtbot, open_page, desk)
    choose(page.which, "*unwell")
    qtbot.waitUntil(page.empty.isVisible)
    assert "All services were healthy all the time." in page.empty.accessibleName()


def test_the_chart_shows_what_is_chosen(qtbot, open_page, measured):
    page = open_history(qtbot, open_page, measured)
    chart = page.panel.chart
    assert {series.name for series in chart.data.series} == {"web", "db", "=mail"}
    assert chart.data.count == 24 and chart.data.format_value(99.5) == "99.50 %"
    choose(page.measure, "incidents")
    assert chart.accessibleName() == "Incidents"
    assert sum(chart.data.series[0].values) == 1
    choose(page.measure, "cost")
    assert chart.summary_text == "No session cost anything in this time."


def test_figures_of_the_range_stand_in_the_row(qtbot, open_page, measured):
    page = open_history(qtbot, open_page, measured)
    assert text_of(page, "web", "uptime").endswith(" %")
    assert text_of(page, "web", "response").endswith(" ms")
    assert text_of(page, "web", "incidents") == "1"
    assert page.told.text().startswith("3 services checked")


def test_another_range_and_one_service_are_chosen(qtbot, open_page, measured):
    page = open_history(qtbot, open_page, measured)
    choose(page.range, "30d")
    qtbot.waitUntil(lambda: page.panel.chart.data.count == 30)
    choose(page.measure, "response")
    choose(page.which, "web")
    shares = ["half of them within", "95 % within", "99 % within"]
    qtbot.waitUntil(lambda: [one.name for one in page.panel.chart.data.series] == shares)
    assert list(page.model.keys) == ["web"]
    assert page.told.text().startswith("Uptime ")


def test_everything_is_exported_without_a_formula(qtbot, open_page, measured, tmp_path):
    page = open_history(qtbot, open_page, measured)
    with qtbot.waitSignal(page.message_posted) as said:
        page.export_to(str(tmp_path / "trends.csv"))
    assert said.args[0] == f"Wrote {tmp_path / 'trends.csv'}."
    with (tmp_path / "trends.csv").open(newline="", encoding="utf-8") as file:
        names = {row["name"] for row in csv.DictReader(file)}
    assert names == {"web", "db", "'=mail", "all"}


def test_a_file_that_cannot_be_written_is_a_sentence(qtbot, open_page, measured, tmp_path):
    page = open_history(qtbot, open_page, measured)
    with qtbot.waitSignal(page.message_posted) as said:
        page.export_to(str(tmp_path / "none" / "trends.csv"))
    assert "cannot be written" in said.args[0]
    assert page.action_set.buttons["export"].isEnabled()


def test_what_was_chosen_is_remembered(qtbot, open_page, measured):
    page = open_history(
        qtbot, open_page, measured, state={"range": "7d", "measure": "response", "as_table": True, "columns": "damaged"}
    )
    kept = page.save_state()
    assert (kept["range"], kept["measure"], kept["as_table"]) == ("7d", "response", True)
    assert page.panel.table.isVisible()
    assert page.panel.chart.data.count == 28


def test_with_nothing_to_show_it_says_what_will_appear(qtbot, open_page, configured):
    configured.folder.services_file.write_text("")
    page = open_history(qtbot, open_page, configured)
    assert page.empty.isVisible()


def test_results_that_cannot_be_read_are_a_sentence_and_what_runs_found_is_shown(qtbot, open_page, checked):
    checked.folder.check_results.write_bytes(b"no database" * 2000)
    page = open_history(qtbot, open_page, checked)
    assert page.problem.isVisible()
    assert "cannot be read" in page.problem.text()
    assert list(page.model.keys) == ["caddy", "gitea"]


@pytest.mark.parametrize(
    "place",
    [
        PageLocation("over-time"),
        PageLocation("trends", filters={"service": "caddy"}),
        PageLocation("services", filters={"view": "over-time"}),
        PageLocation("services", filters={"view": "trends"}),
    ],
)
def test_what_led_to_the_pages_before_it_leads_here(qtbot, open_page, checked, place):
    page = open_page(checked, place)
    qtbot.waitUntil(lambda: "caddy" in page.model.keys)
    assert page.title == "History"


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({}, "not checked"),
        ({"healthy": 1}, "healthy in 1 check"),
        ({"down": 3}, "down in all 3 checks"),
        ({"healthy": 9, "degraded": 2, "down": 1}, "down in 1, degraded in 2 of 12 checks"),
    ],
)
def test_a_stretch_in_words(counts, words):
    assert counts_text(counts) == words
