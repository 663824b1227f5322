"""Every screen can be read out by a screen reader and worked with keys alone, and F1 lists the keys (D7)."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QWidget,
)
from support.control import fill_control
from support.desks import fill
from support.knowing import fill_memory
from support.tour import stops, visits

from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.shell.keys_dialog import KeysDialog
from claudeops_desktop.ui.shell.side_bar import NavButton
from claudeops_desktop.ui.shell.window import SMALLEST, MainWindow

ALIASES = {"Ctrl+Enter"}  # the other Return key


@pytest.fixture
def full(desk, monkeypatch):
    """A desk with a day in it, that knows which questions are still unanswered."""
    asked = []

    def note(owner, name):
        ask = getattr(owner, name)

        def noted(*args, **kwargs):
            asked.append(ask(*args, **kwargs))
            return asked[-1]

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((desk.book.store, "read"), (desk.book.store, "write"), (desk, "run_in_background")):
        note(owner, name)
    fill(desk, days=1)
    fill_memory(desk)
    fill_control(desk)
    desk.asked = asked
    return desk


@pytest.fixture
def window(full, qtbot):
    made = MainWindow(full)
    made.resize(1280, 800)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


@pytest.fixture
def settle(full, qtbot):
    def wait():
        while any(not future.done() for future in full.asked):
            qtbot.waitUntil(lambda: all(future.done() for future in full.asked), timeout=30_000)
            QApplication.processEvents()
        full.asked.clear()
        QApplication.processEvents()

    return wait


def own_parts(front: QWidget, kind: type) -> list[QWidget]:
    """The visible ones that are no part of a field, a combo box or a row of tabs."""
    inside = (QComboBox, QAbstractSpinBox, QLineEdit, QTabBar, NavButton)
    return [
        one
        for one in front.findChildren(kind)
        if one.isVisible() and not isinstance(one.parentWidget(), inside) and not isinstance(one, NavButton)
    ]


def takes_keys(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def said(widget: QWidget) -> str:
    """What a screen reader tells of it: for a combo box, what it is about besides what is chosen."""
    seen = QAccessible.queryAccessibleInterface(widget)
    part = QAccessible.Text.Description if isinstance(widget, QComboBox) else QAccessible.Text.Name
    return seen.text(part).strip() if seen is not None else ""


def keys_in(front: QWidget) -> set[str]:
    """Every key that something on this screen listens for."""
    found = [keys for action in front.findChildren(QAction) for keys in action.shortcuts()]
    found += [shortcut.key() for shortcut in front.findChildren(QShortcut)]
    return {keys.toString() for keys in found} - ALIASES


@pytest.mark.slow
def test_every_screen_can_be_read_out_and_worked_with_keys(window, settle, qtbot):
    nameless, mouse_only, traps, keys, screens = {}, {}, {}, set(), 0
    for stop, front in stops(window, settle):
        screens += 1
        for widget in own_parts(front, QWidget):
            if takes_keys(widget) and not said(widget):
                nameless.setdefault(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}", stop)
        for button in own_parts(front, QAbstractButton):
            if button.isEnabled() and not takes_keys(button) and not isinstance(button, QRadioButton):  # arrows
                mouse_only.setdefault(f"{type(button).__name__} {said(button)}", stop)
        for text in own_parts(front, QPlainTextEdit):
            if takes_keys(text) and not text.tabChangesFocus():
                traps.setdefault(said(text), stop)
        keys |= keys_in(front)
    window.open_keys()
    (dialog,) = window.findChildren(KeysDialog)
    groups = {"Memories", "Ask", "Inbox", "Services"}
    qtbot.waitUntil(lambda: {row.group for row in dialog.rows} >= groups, timeout=30_000)
    listed = {one.strip() for row in dialog.rows for one in row.keys.split(", ")}
    assert screens > 50
    assert (nameless, mouse_only, traps, keys - listed) == ({}, {}, {}, set())


def tab_stops(window: MainWindow) -> list[QWidget]:
    there = [one for one in window.findChildren(QWidget) if one.isVisible() and one.window() is window]
    return [one for one in there if takes_keys(one) and one.isEnabled()]


def reached_by_tab(window: MainWindow, qtbot) -> list[QWidget]:
    """What has the focus one after the other, until the Tab key comes back to one of them."""
    reached: list[QWidget] = []
    now = window.sidebar.findChildren(QAbstractButton)[0]
    now.setFocus()
    while now is not None and now not in reached:
        reached.append(now)
        qtbot.keyClick(now, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
    return reached if now is reached[0] else []


@pytest.mark.slow
def test_the_tab_key_goes_round_through_all_of_every_page(window, settle, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    missed = {}
    for entry in PAGES:
        for stop, _ in visits(window, entry.name, settle):
            before = tab_stops(window)
            reached = reached_by_tab(window, qtbot)
            always = [one for one in tab_stops(window) if one in before]  # a row that is reached enables its buttons
            if left := [f"{type(one).__name__} {said(one)}" for one in always if one not in reached]:
                missed[stop] = left
    assert missed == {}


def cut_parts(front: QWidget) -> list[str]:
    """The buttons and choices that are narrower than their text needs."""
    found = []
    for part in [*own_parts(front, QPushButton), *own_parts(front, QComboBox)]:
        needed = min(part.minimumSizeHint().width(), part.maximumWidth())
        if part.width() < needed:
            found.append(f"{said(part)}: {part.width()} of {needed}")
    return found


@pytest.mark.slow
def test_nothing_is_cut_off_in_the_smallest_window(window, settle):
    window.resize(*SMALLEST)
    cut = {}
    for entry in PAGES:
        for stop, front in visits(window, entry.name, settle):
            deadline = time.monotonic() + 3  # a text may have changed just now
            while cut_parts(front) and time.monotonic() < deadline:
                QApplication.processEvents()
            cut |= dict.fromkeys(cut_parts(front), stop)
    assert cut == {}
