"""A window that reads from right to left, and names of any length and script."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget
from support.desks import watch
from support.tour import visits

from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.window import SMALLEST, MainWindow
from claudeops_desktop.ui.widgets.elided_label import ElidedLabel
from claudeops_desktop.ui.widgets.fact_table import FactRow, FactTable
from claudeops_desktop.ui.widgets.record_model import TableColumn
from claudeops_desktop.ui.widgets.row_button import RowButton

LONG_NAME = "x" * 200
TEXTS = (LONG_NAME, "服务器" * 60, "🚀🛰️" * 40, "خادم-البيانات " * 14, "שרת הקבצים " * 16)


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    """The whole application reads from right to left."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def inked(widget: QWidget, left: int, right: int) -> bool:
    """Whether anything but the ground is painted between two columns of pixels."""
    image: QImage = widget.grab().toImage()
    ground = image.pixel(image.width() // 2, 2)
    scale = image.devicePixelRatio()
    columns = range(round(left * scale), round(right * scale))
    rows = range(round(5 * scale), image.height() - round(5 * scale))
    return any(image.pixel(x, y) != ground for x in columns for y in rows)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_row_begins_with_its_state_at_the_side_where_reading_begins(qtbot, direction: Qt.LayoutDirection) -> None:
    row = RowButton()
    row.setLayoutDirection(direction)
    row.set_content("down", "caddy")
    qtbot.addWidget(row)
    row.resize(400, theme.TARGET)
    row.show()
    sides = (inked(row, 3, 20), inked(row, 380, 397))
    assert sides == ((True, False) if direction is Qt.LayoutDirection.LeftToRight else (False, True))


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_cell_shows_its_state_before_its_text(qtbot, direction: Qt.LayoutDirection) -> None:
    table = FactTable((TableColumn("state", "State"),), "States", "state")
    table.setLayoutDirection(direction)
    table.facts.set_facts([FactRow(1, {"state": ""}, state="down")])
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show()
    qtbot.waitExposed(table)
    cell = table.visualRect(table.facts.index(0, 0)).translated(table.viewport().pos())
    image = table.grab(cell.adjusted(0, 3, 0, -4)).toImage()
    ground = image.pixel(image.width() // 2, 2)
    found = [x for x in range(image.width()) if any(image.pixel(x, y) != ground for y in range(image.height()))]
    first = direction is Qt.LayoutDirection.LeftToRight
    assert found and (max(found) < 40 if first else min(found) > image.width() - 40)


def test_a_label_that_gives_way_begins_where_reading_begins(qtbot, mirrored: None) -> None:
    label = ElidedLabel("caddy")
    qtbot.addWidget(label)
    label.resize(400, 30)
    label.show()
    assert (inked(label, 0, 40), inked(label, 340, 400)) == (False, True)


def cut_parts(front: QWidget) -> list[str]:
    """Buttons and choices that are narrower than what they say."""
    return [
        f"{part.accessibleName() or part.objectName()} {part.width()}"
        for kind in (QPushButton, QComboBox)
        for part in front.findChildren(kind)
        if part.isVisible() and part.width() < min(part.minimumSizeHint().width(), part.maximumWidth())
    ]


@pytest.mark.slow
def test_every_page_fits_the_smallest_window_mirrored(mirrored: None, window: MainWindow, settle, qtbot) -> None:
    window.resize(*SMALLEST)
    for entry in PAGES:
        for stop, front in visits(window, entry.name, settle):
            qtbot.waitUntil(lambda front=front: cut_parts(front) == [])
            assert window.size().toTuple() == SMALLEST, stop
    assert window.sidebar.mapTo(window, window.sidebar.rect().topLeft()).x() > window.width() // 2


@pytest.mark.slow
def test_long_names_and_other_scripts_leave_the_window_as_wide_as_it_was(desk, window: MainWindow, settle) -> None:
    watch(desk, LONG_NAME, f"{LONG_NAME[:-1]}y", "caddy")
    for text in TEXTS:
        memory = MemoryCandidate("behavior", LONG_NAME, text)
        desk.book.store.write(partial(desk.memory.edits.add, memory)).result()
    window.resize(*SMALLEST)
    for page in ("services", "memories", "overview"):
        window.show_place(PageLocation(page))
        settle()
        QApplication.processEvents()
        assert window.size().toTuple() == SMALLEST, page
        assert window.minimumSizeHint().width() <= SMALLEST[0], page
        assert cut_parts(window) == [], page
