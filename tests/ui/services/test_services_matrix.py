"""The matrix of services over time: walked by keys, said in words, quick with many."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from support.desks import watch

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.health_cells import HealthCell, HealthMatrix, column_bounds
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.over_time.matrix_cells import cell_text, edge_text, span_text
from claudeops_desktop.ui.pages.over_time.matrix_view import MatrixView

NOW = datetime(2026, 3, 1, 12, 20, tzinfo=UTC)


@pytest.fixture
def view(qtbot):
    made = MatrixView()
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def fill(view, services=3, span="24h"):
    edges = column_bounds(span, NOW)
    names = [f"service-{n:03d}" for n in range(services)]
    cells = {name: {n: HealthCell("healthy", {"healthy": 2}) for n in range(len(edges) - 1)} for name in names}
    cells[names[0]][len(edges) - 3] = HealthCell("down", {"healthy": 1, "down": 3})
    view.show_matrix(HealthMatrix(span, edges, cells), names, dict.fromkeys(names, "healthy"))
    return names


def test_it_begins_at_the_present_and_is_walked_with_the_arrows(view):
    fill(view)
    assert view.current == (0, 23)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    assert view.current == (1, 22)
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.current == (1, 0)


def test_the_cell_chosen_is_said_in_words(qtbot, view):
    fill(view)
    with qtbot.waitSignal(view.current_cell_changed) as said:
        QTest.keyClick(view, Qt.Key.Key_Left)
    assert said.args[0].endswith(": down in 3 of 4 checks")
    assert view.accessibleDescription() == said.args[0]


def test_return_opens_the_service_and_its_time(qtbot, view):
    fill(view)
    with qtbot.waitSignal(view.cell_opened) as went:
        QTest.keyClick(view, Qt.Key.Key_Return)
    name, start, end = went.args
    assert name == "service-000"
    assert end - start == timedelta(hours=1)


def test_a_cell_is_chosen_with_the_mouse(view):
    fill(view)
    rect = view._cell_rect(2, 5)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert view.current == (2, 5)


def test_what_is_walked_to_is_scrolled_into_view(view):
    names = fill(view, services=200)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.service == names[-1]
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_the_choice_stays_with_its_service_when_the_order_changes(view):
    names = fill(view)
    QTest.keyClick(view, Qt.Key.Key_Down)
    edges = column_bounds("24h", NOW)
    view.show_matrix(HealthMatrix("24h", edges, {}), list(reversed(names)), {})
    assert view.service == names[1]


def test_without_services_nothing_breaks(view):
    view.show_matrix(HealthMatrix("24h", column_bounds("24h", NOW), {}), [], {})
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(view, key)
    view.grab()
    assert view.service == ""


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"healthy": 1}, "healthy in 1 check"),
        ({"down": 3}, "down in all 3 checks"),
        ({"healthy": 9, "degraded": 2, "down": 1}, "down in 1, degraded in 2 of 12 checks"),
    ],
)
def test_a_cell_in_words(counts, words):
    state = next(iter(counts))
    assert cell_text(HealthCell(state, counts)) == words


def test_nothing_checked_is_said():
    assert cell_text(None) == "not checked"


@pytest.mark.parametrize(
    ("span", "column", "words"), [("24h", 0, "–"), ("7d", 27, "12:00 – 18:00"), ("30d", 29, "Sun 1 Mar")]
)
def test_the_time_of_a_cell_in_words(span, column, words):
    found = HealthMatrix(span, column_bounds(span, NOW), {})
    assert words in span_text(found, column)
    assert any(edge_text(found, n) for n in range(len(found.bounds) - 1))


@pytest.fixture
def mid_hour():
    """The newest hour is the one in which was checked: no hour begins while a test looks."""
    with time_machine.travel(NOW):
        yield


WATCHED = "".join(f'[[service]]\nname = "{name}"\ncheck = "memory"\n' for name in ("caddy", "gitea"))


def test_the_page_shows_what_the_checks_found(mid_hour, qtbot, open_page, desk, check):
    watch(desk, "caddy", "gitea")
    desk.folder.services_file.write_text(WATCHED)
    check("somebody", "down", at=utc_now())  # an agent speaks of it; it is no service
    check("caddy", "healthy", "down", at=utc_now())
    check("gitea", "healthy", at=utc_now())
    page = open_page(desk, PageLocation("over-time"))
    qtbot.waitUntil(lambda: bool(page._known.lines) and page.view.service == "caddy")
    qtbot.waitUntil(lambda: "down in 1 of 2 checks" in page.view.accessibleDescription())
    page.which.set_value("unwell")
    page._show()
    assert page.view._names == ("caddy",)
    with qtbot.waitSignal(page.navigation_requested) as went:
        page.cell_events.click()
    assert went.args[0].filters["service"] == "caddy"
    assert went.args[0].filters["time"].count("/") == 1
    page.span.set_value("30d")
    page.refresh()
    qtbot.waitUntil(lambda: page._found.span == "30d")
    with qtbot.waitSignal(page.navigation_requested) as went:
        QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert went.args == [PageLocation("services", filters={"service": "caddy"})]
