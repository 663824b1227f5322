"""D2: closing the first time explains that it stays; without a tray it asks once; quitting asks only during a run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.tray_is_there = lambda: True
    made.show()
    return made


def press(window, text):
    box = window.closing.box
    next(button for button in box.buttons() if button.text() == text).click()


def test_closing_the_first_time_explains_that_it_stays(window):
    window.close()
    assert window.isVisible()
    assert window.closing.box.text() == "Claude Ops keeps running in the tray."
    press(window, "Stay in the tray")
    assert not window.isVisible()


def test_closing_the_second_time_explains_nothing(window):
    window.close()
    press(window, "Stay in the tray")
    window.raise_window()
    window.close()
    assert window.closing.box is None or not window.closing.box.isVisible()
    assert not window.isVisible()


def test_quit_instead_quits(window, qtbot):
    window.close()
    with qtbot.waitSignal(window.quit_requested):
        press(window, "Quit instead")


def test_escape_leaves_all_as_it_is(window):
    window.close()
    window.closing.box.reject()
    assert window.isVisible()
    window.close()
    assert window.closing.box is not None


def test_without_a_tray_it_asks_once_and_the_answer_holds(window, desk, qtbot):
    window.tray_is_there = lambda: False
    window.close()
    assert window.closing.box.text() == "Keep running in the background?"
    with qtbot.waitSignal(window.quit_requested):
        press(window, "Quit")
    qtbot.waitUntil(lambda: not desk.settings.current.window.close_to_tray)


def test_the_operator_may_want_closing_to_quit(window, desk, qtbot):
    desk.settings.change("window.close_to_tray", False)
    with qtbot.waitSignal(window.quit_requested):
        window.close()


def test_quitting_during_a_run_asks(window, desk, qtbot):
    desk.runs.show(QueueState(LiveRun(1, RunRequest(), 1, 1, "watch", 1, to_text(utc_now()))))
    window.commands.quit.trigger()
    assert isinstance(window.closing.box, QMessageBox)
    press(window, "Keep running")
    assert window.isVisible()
    window.commands.quit.trigger()
    with qtbot.waitSignal(window.quit_requested):
        press(window, "Stop the run and quit")


def running(desk, **more):
    desk.runs.show(QueueState(LiveRun(1, RunRequest(), 1, 1, "watch", 1, to_text(utc_now())), **more))


def test_quitting_may_wait_for_the_run(window, desk, qtbot):
    running(desk)
    window.commands.quit.trigger()
    press(window, "Finish the run, then quit")
    assert window.closing.finishing
    with qtbot.waitSignal(window.quit_requested):
        desk.runs.end(RunEnded(RunRequest(), 1, "completed"))


def test_a_run_that_waits_does_not_begin_while_quitting(window, desk, qtbot):
    running(desk, waiting=(QueuedRun(2, RunRequest(), to_text(utc_now())),))
    window.commands.quit.trigger()
    assert "1 waiting run is cancelled." in window.closing.box.informativeText()
    press(window, "Finish the run, then quit")
    with qtbot.waitSignal(window.quit_requested):
        desk.runs.end(RunEnded(RunRequest(), 1, "completed"))
    assert ("cancel", 2) in desk.runs.asked


def test_quitting_after_the_run_can_be_taken_back(window, desk, qtbot):
    running(desk)
    window.commands.quit.trigger()
    press(window, "Finish the run, then quit")
    qtbot.mouseClick(window.toast._button, Qt.MouseButton.LeftButton)
    desk.runs.end(RunEnded(RunRequest(), 1, "completed"))
    assert window.isVisible()


def test_quitting_from_the_tray_brings_the_window_with_the_question(window, desk):
    window.hide()
    running(desk)
    window.commands.quit.trigger()
    assert window.isVisible()
    assert window.closing.box.isVisible()


def test_escape_keeps_it_running(window, desk, qtbot):
    running(desk)
    window.commands.quit.trigger()
    qtbot.keyClick(window.closing.box, Qt.Key.Key_Escape)
    assert window.isVisible()
    assert not window.closing.finishing


def test_quitting_while_a_run_waits_for_an_answer_asks(window, desk, qtbot):
    parked = ParkedRun(1, RunRequest(), 1, 1, 3, "approval", to_text(utc_now()), to_text(utc_now()), 1)
    desk.runs.show(QueueState(parked=(parked,)))
    window.commands.quit.trigger()
    assert window.closing.box.text() == "A run waits for your answer."
    with qtbot.waitSignal(window.quit_requested):
        press(window, "End the run and quit")
