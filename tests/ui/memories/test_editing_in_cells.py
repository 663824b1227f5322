"""Editing in the cells of the table: one click or one key opens a confidence, and a text is edited at its size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QPlainTextEdit, QStyle, QStyleOptionViewItem

from claudeops_desktop.ui.pages.memories.confidence_widgets import ConfidenceSpin
from claudeops_desktop.ui.pages.memories.model import MemoryColumn

LONG = "The certificate is renewed by a job on the proxy that waits for the mount. " * 5


@pytest.mark.slow
def test_one_click_opens_the_confidence_and_a_step_is_undone(qtbot, known, open_page):
    first = known.add("Takes 60s to start", confidence=0.7)
    operator = open_page()
    operator.click(first, MemoryColumn.CONFIDENCE)
    spin = operator.editor()
    assert isinstance(spin, ConfidenceSpin)
    qtbot.keyClick(spin, Qt.Key.Key_Up)
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).confidence == 0.75)
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    operator.undo()
    operator.until(lambda: known.get(first).confidence == 0.7)


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "value"), [("+", 0.75), ("-", 0.65), ("0.4", 0.4)])
def test_one_key_opens_the_confidence_and_counts(qtbot, known, open_page, keys, value):
    first = known.add("Takes 60s to start", confidence=0.7)
    operator = open_page()
    operator.until(lambda: operator.table.current == first)
    operator.press(Qt.Key.Key_Right)
    assert operator.table.currentIndex().column() == MemoryColumn.CONFIDENCE
    qtbot.keyClicks(operator.table, keys[0])
    spin = operator.editor()
    qtbot.keyClicks(spin, keys[1:])
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).confidence == value)


@pytest.mark.slow
@pytest.mark.parametrize("state", [QStyle.StateFlag.State_MouseOver, QStyle.StateFlag.State_HasFocus])
def test_a_spin_box_is_drawn_under_the_mouse_and_where_the_keyboard_is(known, open_page, state):
    first = known.add("Takes 60s to start", confidence=0.7)
    operator = open_page()
    rect = operator.cell(first, MemoryColumn.CONFIDENCE)
    index = operator.model.index(operator.model.place(first), MemoryColumn.CONFIDENCE)

    def drawn(flags):
        option = QStyleOptionViewItem()
        option.initFrom(operator.table)
        option.rect, option.state = rect, flags
        image = QImage(rect.right() + 1, rect.bottom() + 1, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        operator.table.confidence_cell.paint(painter, option, index)
        painter.end()
        return image

    usual = QStyle.StateFlag.State_Enabled
    assert drawn(usual | state) != drawn(usual)


@pytest.mark.slow
def test_the_field_of_a_text_grows_with_it(qtbot, known, open_page):
    first = known.add(LONG.strip())
    operator = open_page()
    operator.press(Qt.Key.Key_F2)
    editor = operator.editor()
    assert isinstance(editor, QPlainTextEdit)
    operator.until(lambda: not editor.verticalScrollBar().maximum())  # all of the text is seen
    before = editor.height()
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(editor, "And one more line")
    assert editor.height() > before
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    operator.until(lambda: not operator.table.editing)
    assert known.get(first).observation == LONG.strip()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "beside", "least"), [(1104, False, 420), (1224, True, 300)])
def test_a_text_has_room_in_windows_of_1280_and_1400_pixels(known, open_page, width, beside, least):
    known.add(LONG.strip())
    operator = open_page()
    operator.page.resize(width, 620)  # without the side bar, the header and the tabs
    operator.until(lambda: operator.page.splitter.beside == beside)
    operator.until(lambda: operator.table.columnWidth(MemoryColumn.OBSERVATION) >= least)
    assert not operator.table.isColumnHidden(MemoryColumn.SESSION)
    assert operator.table.wordWrap()
