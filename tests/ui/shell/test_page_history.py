"""Going back and forward: to the page, its filters, its row and what was in view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from support.desks import fill

from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(qtbot, desk):
    fill(desk, days=3)
    made = MainWindow(desk)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: bool(made.stack.name))
    yield made
    made.shut_down()


def open_events(qtbot, window):
    """Open the events, and return the page when its rows are there."""
    window.show_place(PageLocation("events"))
    page = window.stack.get_page("events")
    qtbot.waitUntil(lambda: page.current is not None and len(page.model.keys) > 2)
    return page


@pytest.mark.slow
def test_nothing_lies_behind_the_first_page(window):
    assert not window.commands.back.isEnabled()
    assert not window.commands.forward.isEnabled()


@pytest.mark.slow
def test_back_leads_to_the_page_before(qtbot, window):
    open_events(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.stack.name == "overview")


@pytest.mark.slow
def test_forward_leads_to_the_page_that_was_gone_back_from(qtbot, window):
    open_events(qtbot, window)
    window.commands.back.trigger()
    window.commands.forward.trigger()
    assert window.stack.name == "events"
    assert not window.commands.forward.isEnabled()


@pytest.mark.slow
def test_going_elsewhere_drops_what_lay_ahead(qtbot, window):
    open_events(qtbot, window)
    window.commands.back.trigger()
    window.show_place(PageLocation("schedule"))
    assert not window.commands.forward.isEnabled()


@pytest.mark.slow
def test_back_leads_to_the_row(qtbot, window):
    page = open_events(qtbot, window)
    page.table.select_key(page.model.keys[2])
    chosen = page.table.current
    window.show_place(PageLocation("schedule"))
    page.table.select_key(page.model.keys[0])
    window.commands.back.trigger()
    qtbot.waitUntil(lambda: page.table.current == chosen)


@pytest.mark.slow
def test_back_leads_to_the_filters(qtbot, window):
    page = open_events(qtbot, window)
    everything = list(page.model.keys)
    window.show_place(PageLocation("events", filters={"level": "critical"}))
    qtbot.waitUntil(lambda: list(page.model.keys) != everything)
    window.commands.back.trigger()
    qtbot.waitUntil(lambda: list(page.model.keys) == everything)


@pytest.mark.slow
def test_back_leads_to_what_was_in_view(qtbot, window):
    page = open_events(qtbot, window)
    window.resize(900, 460)  # so that there is something to scroll
    table = page.table
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > 0)
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    scrolled = table.verticalScrollBar().value()
    window.show_place(PageLocation("schedule"))
    table.verticalScrollBar().setValue(0)
    window.commands.back.trigger()
    qtbot.waitUntil(lambda: table.verticalScrollBar().value() == scrolled)


@pytest.mark.slow
def test_the_back_button_of_a_mouse_goes_back(qtbot, window):
    open_events(qtbot, window)
    buttons = Qt.MouseButton
    at = QPointF(QPoint(5, 5))
    press = QMouseEvent(
        QMouseEvent.Type.MouseButtonPress,
        at,
        at,
        buttons.BackButton,
        buttons.BackButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, press)
    assert window.stack.name == "overview"
