"""The emergency stop in the window and the tray: one action with a word on every page, and Resume."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from support.control import ask_action
from support.other_process import held_for_writing

from claudeops_desktop.core.emergency_stop_marker import is_stopped
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.shell.page_stack import ENTRIES
from claudeops_desktop.ui.shell.startup import make_tray_icon


@pytest.fixture
def window(real):
    return real.window


def stopped(window, qtbot):
    qtbot.waitUntil(lambda: window.status_monitor.current.stopped and window.stopped.isVisible())


@pytest.mark.slow
def test_the_button_says_its_word_on_every_page(window):
    for name in ENTRIES:
        window.show_page(name)
        assert window.header.stop_all.isVisible()
        assert window.header.stop_all.text() == "Stop all"
        assert window.header.stop_all.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon


@pytest.mark.slow
def test_one_click_stops_everything_and_resume_lets_it_go_on(window, real, asking, qtbot):
    asking()
    qtbot.mouseClick(window.header.stop_all, Qt.MouseButton.LeftButton)
    assert is_stopped(real.desk.folder.root)
    stopped(window, qtbot)
    assert window.status.accessibleName() is not None
    qtbot.waitUntil(lambda: not real.engine.runs.busy and not real.desk.approvals.waiting)
    (asked,) = real.book.approvals.list()
    assert asked.state in ("refused", "withdrawn")
    assert asked.note == "Stopped by the operator."
    qtbot.waitUntil(lambda: window.toast.text.startswith("Everything is stopped"))
    window.runs.enqueue(RunRequest(agent="watch"))
    assert "claudeops resume" in window.error_bar.text
    assert not real.engine.runs.busy
    assert not window.paused.isVisible()
    window.stopped.button.click()
    qtbot.waitUntil(lambda: not is_stopped(real.desk.folder.root))
    qtbot.waitUntil(lambda: not window.stopped.isVisible() and not window.status_monitor.current.paused)


def test_a_stop_by_another_process_shows_at_once(window, real, qtbot):
    from claudeops_desktop.core.emergency_stop_marker import clear_marker, set_marker

    set_marker(real.desk.folder.root)
    stopped(window, qtbot)
    clear_marker(real.desk.folder.root)
    qtbot.waitUntil(lambda: not window.stopped.isVisible())


@pytest.mark.slow
def test_the_tray_stops_everything_and_shows_that_it_did(window, real, qtbot):
    tray = make_tray_icon(window)
    labels = [action.text() for action in tray.menu.actions()]
    assert "Stop everything" in labels
    tray.menu.actions()[labels.index("Stop everything")].trigger()
    stopped(window, qtbot)
    qtbot.waitUntil(lambda: tray._shape() == "stopped_all")
    assert "Stopped by you" in tray.icon.toolTip()
    window.commands.resume.trigger()
    qtbot.waitUntil(lambda: tray._shape() == "idle")
    tray.close()


@pytest.mark.slow
def test_it_does_not_wait_for_a_locked_database(window, real, qtbot):
    number = ask_action(real.desk)
    qtbot.waitUntil(lambda: bool(real.desk.approvals.waiting))
    with held_for_writing(real.desk.folder, exclusive=True):
        window.commands.stop_all.trigger()
        stopped(window, qtbot)
        qtbot.waitUntil(lambda: window.toast.text.startswith("Everything is stopped"))
        (asked,) = real.desk.approvals.waiting or (None,)
        if asked is not None:
            real.desk.approvals.answer(asked, "approved")
    qtbot.waitUntil(lambda: real.book.approvals.get(number).state == "refused")
    window.runs.resume()
    qtbot.waitUntil(lambda: not window.stopped.isVisible())
