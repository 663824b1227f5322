"""A crash is shown once at the next start, in plain words; nothing is sent."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from claudeops_desktop.core.desktop import crash
from claudeops_desktop.ui.recovery.crash_dialog import CrashDialog, show_new_crashes
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    return made


@pytest.fixture
def shown(window, desk, qtbot):
    def show(what="An error that nobody caught: ValueError: no"):
        crash.write_report(desk.folder, what, 'File "/x/a.py", line 3, in f', str)
        show_new_crashes(desk, window.remembered, window)
        qtbot.waitUntil(lambda: dialog() is not None)
        return dialog()

    return show


def dialog():
    found = QApplication.activeModalWidget()
    return found if isinstance(found, CrashDialog) else None


def test_it_says_what_happened_and_the_report_can_be_copied(shown, qtbot):
    box = shown()
    assert box.text.toPlainText().startswith("An error that nobody caught: ValueError: no")
    qtbot.mouseClick(box.copy, Qt.MouseButton.LeftButton)
    assert "What the program did" in QGuiApplication.clipboard().text()
    box.accept()


def test_several_are_counted_and_all_of_them_copied(shown, desk, qtbot):
    crash.write_report(desk.folder, "The first", 'File "/x/c.py", line 3, in h', str)
    crash.write_report(desk.folder, "The second", 'File "/x/b.py", line 3, in g', str)
    box = shown("The third")
    qtbot.mouseClick(box.copy, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert all(word in copied for word in ("The first", "The second", "The third"))
    told = [label.text() for label in box.findChildren(QLabel)]
    assert any("the newest of 3 reports" in text for text in told)
    box.accept()


def test_it_is_shown_once(shown, desk, qtbot):
    shown().accept()
    qtbot.waitUntil(lambda: crash.waiting_reports(desk.folder) == [])


def test_one_that_is_not_to_be_shown_again_is_not(shown, window, desk, qtbot):
    box = shown()
    qtbot.keyClick(box.never, Qt.Key.Key_Space)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: crash.waiting_reports(desk.folder) == [])
    crash.write_report(desk.folder, "Another value", 'File "/x/a.py", line 9, in f', str)
    show_new_crashes(desk, window.remembered, window)
    qtbot.waitUntil(lambda: crash.waiting_reports(desk.folder) == [])
    assert dialog() is None


def test_without_a_crash_nothing_is_shown(window, desk, qtbot):
    show_new_crashes(desk, window.remembered, window)
    desk.run_in_background(lambda: None).result()
    QApplication.processEvents()
    assert dialog() is None
