"""The Tab key goes through the parts of a window as they are laid out, whatever was made last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from claudeops_desktop.ui.widgets.focus_order import order_focus


@pytest.fixture
def holder(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def part(holder, *names):
    made = QWidget(holder)
    column = QVBoxLayout(made)
    for name in names:
        column.addWidget(QPushButton(name))
    holder.layout().addWidget(made)
    made.show()
    return made


def buttons(widget):
    return widget.findChildren(QPushButton)


def reached(holder):
    """What the Tab key reaches, from the first part of the layout until it comes back to one of them."""
    found = []
    buttons(holder.layout().itemAt(0).widget())[0].setFocus()
    while (name := holder.focusWidget().text()) not in found:
        found.append(name)
        holder.focusNextPrevChild(True)
    return found


def test_parts_follow_in_the_order_asked_for(holder):
    first, low, high = part(holder, "a"), part(holder, "d"), part(holder, "b", "c")
    order_focus((first, high, low))
    assert reached(holder) == ["a", "b", "c", "d"]


def test_a_row_made_later_takes_its_place(holder):
    high, low = part(holder, "a"), part(holder, "c")
    order_focus((high, low))
    high.layout().addWidget(QPushButton("b"))
    QApplication.processEvents()
    order_focus((high, low))
    assert reached(holder) == ["a", "b", "c"]


def test_a_part_put_before_others_comes_before_them(holder):
    column = part(holder, "a", "c")
    column.layout().insertWidget(1, QPushButton("b"))
    QApplication.processEvents()
    order_focus((column,))
    assert reached(holder) == ["a", "b", "c"]


def test_what_the_tab_key_passes_over_is_left_out(holder):
    first, last = part(holder, "a", "b"), part(holder, "c")
    buttons(first)[1].setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    order_focus((first, last))
    assert reached(holder) == ["a", "c"]


def test_a_part_that_hands_its_focus_on_does_not_hold_the_tab_key(holder):
    first, composite, last = part(holder, "a"), part(holder, "b", "c"), part(holder, "d")
    composite.setFocusProxy(buttons(composite)[0])
    order_focus((last, composite, first))
    assert sorted(reached(holder)) == ["a", "b", "c", "d"]
