"""The Tab key goes through parts in the order asked for, whatever was made last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from claudeops_desktop.ui.widgets.focus_order import order_focus


@pytest.fixture
def holder(qtbot):
    made = QWidget()
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    qtbot.addWidget(made)
    return made


def part(holder, *names):
    made = QWidget(holder)
    column = QVBoxLayout(made)
    for name in names:
        column.addWidget(QPushButton(name))
    return made


def following(widget):
    """The widgets that the Tab key reaches after this one, as far as the first."""
    found, now = [], widget.nextInFocusChain()
    while now is not widget:
        if now.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(now.text())
        now = now.nextInFocusChain()
    return found


def test_parts_follow_in_the_order_asked_for(holder):
    low, high = part(holder, "c"), part(holder, "a", "b")
    order_focus(holder, (high, low))
    assert following(holder) == ["a", "b", "c"]


def test_a_row_made_later_takes_its_place(holder):
    high, low = part(holder, "a"), part(holder, "c")
    order_focus(holder, (high, low))
    high.layout().addWidget(QPushButton("b"))
    order_focus(holder, (high, low))
    assert following(holder) == ["a", "b", "c"]


def test_what_the_tab_key_passes_over_is_left_out(holder):
    first, last = part(holder, "a", "b"), part(holder, "c")
    first.findChildren(QPushButton)[1].setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    order_focus(holder, (first, last))
    assert following(holder) == ["a", "c"]
