"""D3: at the end of the desktop's session all is remembered, and comes back once; nothing holds the logout up."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.runs.request import LiveRun, QueueState, RunRequest
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.shell import desktop_session
from claudeops_desktop.ui.shell.keys_dialog import KeysDialog
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


class Manager:
    """The desktop's session manager: what it allows, and what it is told."""

    def __init__(self, allows: bool = False) -> None:
        self.allows, self.cancelled, self.command = allows, False, []

    def allowsInteraction(self):
        return self.allows

    def release(self):
        pass

    def cancel(self):
        self.cancelled = True

    def setRestartHint(self, hint):
        self.hint = hint

    def setRestartCommand(self, command):
        self.command = command

    def setDiscardCommand(self, command):
        pass


def command(visible):
    return ["claudeops"] if visible else ["claudeops", "--background"]


def running(desk):
    desk.runs.show(QueueState(LiveRun(1, RunRequest(), 1, 1, "watch", 1, to_text(utc_now()))))


@pytest.mark.slow
def test_open_dialogs_come_back_once(window, desk, qtbot):
    window.commands.run_with.trigger()
    desktop_session.DesktopSession(window, command).commit(Manager())
    QApplication.activeModalWidget().reject()
    again = MainWindow(desk)
    qtbot.addWidget(again, before_close_func=lambda w: w.shut_down())
    again.show()
    desktop_session.restore_open_windows(again)
    opened = QApplication.activeModalWidget()
    assert isinstance(opened, RunDialog)
    opened.reject()
    desktop_session.restore_open_windows(again)
    assert QApplication.activeModalWidget() is None


def test_page_and_size_are_written_before_the_session_ends(window, desk):
    window.show_page("events")
    desktop_session.DesktopSession(window, command).commit(Manager())
    assert '"page": "events"' in desk.folder.ui_state.read_text()


def test_a_session_that_does_not_wait_is_not_asked(window, desk):
    running(desk)
    manager = Manager(allows=False)
    desktop_session.DesktopSession(window, command).commit(manager)
    assert not manager.cancelled
    assert QApplication.activeModalWidget() is None


@pytest.mark.parametrize(("answer", "cancelled"), [("Stay logged in", True), ("Stop the run and log out", False)])
def test_where_it_may_be_asked_the_operator_decides(window, desk, qtbot, monkeypatch, answer, cancelled):
    running(desk)
    manager = Manager(allows=True)

    def press(box):
        next(button for button in box.buttons() if button.text() == answer).click()

    monkeypatch.setattr(desktop_session.QMessageBox, "exec", press)
    desktop_session.DesktopSession(window, command).commit(manager)
    assert manager.cancelled is cancelled


def test_a_hidden_window_comes_back_to_the_tray(window):
    manager = Manager()
    following = desktop_session.DesktopSession(window, command)
    following.save_state(manager)
    assert manager.command == ["claudeops"]
    window.hide()
    following.save_state(manager)
    assert manager.command == ["claudeops", "--background"]


def test_what_was_in_the_tray_opens_no_dialogs(window, desk):
    window.remembered.set(desktop_session.LEFT_OPEN, {"dialogs": ["KeysDialog"], "visible": False})
    desktop_session.restore_open_windows(window)
    assert not isinstance(QApplication.activeModalWidget(), KeysDialog)
