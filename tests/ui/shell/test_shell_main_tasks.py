"""The main tasks with keys alone: start a run, stop it, pause, answer a question from the overview."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from support.control import ask_tier
from support.desks import _live_run

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.ui.shell.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(filled_desk, qtbot):
    made = MainWindow(filled_desk)
    made.resize(1180, 760)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.mark.slow
def test_a_run_is_started_and_stopped(window, filled_desk, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: [what for what, _ in filled_desk.runs.asked] == ["enqueue"])
    _live_run(filled_desk, utc_now())
    qtbot.waitUntil(window.commands.stop.isEnabled)
    qtbot.keyClick(window, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: [what for what, _ in filled_desk.runs.asked][-1] == "stop")


@pytest.mark.slow
def test_scheduled_runs_are_paused_and_the_headline_says_so(window, filled_desk, qtbot):
    page = window.stack.page
    qtbot.keyClick(window, Qt.Key.Key_P, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: "Scheduled runs are paused." in page.standing.notes.text())


@pytest.mark.slow
def test_a_question_is_reached_from_the_overview_by_tab_and_space(window, filled_desk, qtbot):
    filled_desk.approvals.start_watching()
    ask_tier(filled_desk)
    page = window.stack.page
    qtbot.waitUntil(lambda: any(text.startswith("A run asks for tier 3") for text in page.waiting.texts))
    page.standing.button.setFocus()

    def reached():
        """One Tab further; rows may still come, so it goes round until the first row has the focus."""
        first = page.waiting.rows[0].link
        if QApplication.focusWidget() is not first:
            qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        return QApplication.focusWidget() is first

    qtbot.waitUntil(reached)
    qtbot.keyClick(page.waiting.rows[0].link, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.stack.name == "inbox")
