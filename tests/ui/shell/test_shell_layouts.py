"""What pages are laid out with: lines that break, parts that scroll, buttons that follow their action."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from claudeops_desktop.ui.widgets.empty_state import EmptyState
from claudeops_desktop.ui.widgets.flow_layout import FlowLayout
from claudeops_desktop.ui.widgets.fold_button import FoldButton
from claudeops_desktop.ui.widgets.growing_dialog import GrowingDialog
from claudeops_desktop.ui.widgets.vertical_scroll import VerticalScroll


@pytest.fixture
def shown(qtbot):
    def show(widget, width, height):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        qtbot.waitExposed(widget)
        return widget

    return show


@pytest.fixture
def row(shown):
    """A search field, two buttons beside it, one pushed to the end."""
    host = QWidget()
    line = FlowLayout(8, host, fill=True)
    search, one, two, last = QLineEdit(), QPushButton("One"), QPushButton("Two"), QPushButton("Last")
    for part in (search, one, two):
        line.addWidget(part)
    line.push_to_end()
    line.addWidget(last)
    return shown(host, 800, 100), (search, one, two, last)


def test_a_line_is_filled_by_what_can_expand(row):
    host, (search, one, two, last) = row
    assert len({part.geometry().center().y() for part in (search, one, two, last)}) == 1
    assert last.geometry().right() == host.width() - 1
    assert search.width() > search.sizeHint().width()


def test_what_has_no_room_goes_to_the_next_line(row, qtbot):
    host, (search, one, two, last) = row
    host.resize(search.sizeHint().width() + one.sizeHint().width() + 12, 100)
    qtbot.waitUntil(lambda: two.y() > one.y())
    assert search.geometry().right() < one.x()
    assert last.geometry().right() == host.width() - 1  # pushed, in its own line


def test_a_hidden_part_leaves_no_gap(row, qtbot):
    _host, (search, one, two, _last) = row
    one.hide()
    qtbot.waitUntil(lambda: two.x() == search.geometry().right() + 1 + 8)


def test_wrapped_words_are_not_squeezed_where_a_page_scrolls(shown, qtbot):
    inner = QWidget()
    column = QVBoxLayout(inner)
    texts = [QLabel("word " * 150) for _ in range(4)]
    for text in texts:
        text.setWordWrap(True)
        column.addWidget(text)
    area = shown(VerticalScroll(inner), 420, 200)
    for width in (420, 260, 700):
        area.resize(width, 200)
        qtbot.waitUntil(lambda: all(text.height() >= text.heightForWidth(text.width()) for text in texts))
        assert inner.width() == area.viewport().width()
    texts[0].setText("short")
    qtbot.waitUntil(lambda: inner.minimumHeight() < 4 * texts[1].height())


def test_a_dialog_grows_with_what_scrolls_in_it(shown, qtbot):
    inner = QWidget()
    column = QVBoxLayout(inner)
    dialog = GrowingDialog()
    whole = QHBoxLayout(dialog)
    whole.addWidget(VerticalScroll(inner))
    shown(dialog, 300, 80)
    for number in range(12):
        column.addWidget(QPushButton(str(number)))
    qtbot.waitUntil(lambda: dialog.height() >= inner.sizeHint().height())


def test_a_fold_shows_which_way_it_is(shown):
    fold = shown(FoldButton("More"), 100, 40)
    shut = fold.icon().cacheKey()
    fold.setChecked(True)
    assert fold.icon().cacheKey() != shut


def test_without_room_an_empty_state_keeps_its_words(shown, qtbot):
    state = shown(EmptyState("events", "No event yet", "What a run finds appears here."), 500, 400)
    assert state._icon.isVisible()
    state.resize(500, 80)
    qtbot.waitUntil(lambda: not state._icon.isVisible())
    assert state._title.height() >= state._title.fontMetrics().lineSpacing()
    state.resize(500, 400)
    qtbot.waitUntil(state._icon.isVisible)
