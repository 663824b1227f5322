"""The place for files that people can read, while there is none: one key leads there, another to the first note."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.mark.slow
def test_the_place_says_what_it_is_for_and_writes_the_first_note(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    page = window.stack.page
    qtbot.waitUntil(page.empty.isVisible)
    assert "There are no files yet" in page.empty.accessibleName()
    assert window.tabs.isVisible()
    qtbot.keyClick(page.empty.findChild(QPushButton), Qt.Key.Key_Space)
    form = page.findChild(FormDialog)
    assert form is not None and form.isVisible()
    form.reject()
