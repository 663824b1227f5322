"""D4: a click on a notification opens its place; where no server shows them, the tray does, or the window alone."""

from __future__ import annotations

import pytest

from claudeops_desktop.notifications.rules import NoticeKind, NoticeTarget, OperatorNotice
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.tray_notifications import TrayNotifications
from claudeops_desktop.ui.shell.window import MainWindow

NOTICE = OperatorNotice(NoticeKind.FAILED, "k", "A run failed", "The API is overloaded.", NoticeTarget("sessions", 3))


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


def now(work):
    work()


def test_a_click_brings_the_window_and_its_place(window):
    window.hide()
    TrayNotifications(window, now).open_spot(NoticeTarget("settings", None, {"group": "limits"}))
    assert window.isVisible()
    assert window.stack.name == "settings"


def test_without_a_tray_the_window_alone_says_it(window):
    assert TrayNotifications(window, now).show(NOTICE) is False
    assert window.toast.text == "A run failed. The API is overloaded."


OUTAGE = OperatorNotice(NoticeKind.CRITICAL, "incident:3", "nginx is down", "HTTP 503.", NoticeTarget("services"))


def test_what_the_window_says_of_an_outage_goes_with_it(window):
    messages = TrayNotifications(window, now)
    messages.show(OUTAGE)
    assert window.toast.isVisible()
    messages.withdraw("incident:4")
    assert window.toast.isVisible()
    messages.withdraw("incident:3")
    assert not window.toast.isVisible()


def test_another_message_of_the_window_stays_when_the_outage_is_over(window):
    messages = TrayNotifications(window, now)
    messages.show(OUTAGE)
    window.toast.show_message("3 memories are archived.")
    messages.withdraw("incident:3")
    assert window.toast.isVisible()


class Signal:
    def connect(self, slot):
        self.slot = slot


class Icon:
    """The tray of a desktop that has one."""

    def __init__(self):
        self.messageClicked, self.shown = Signal(), []

    def showMessage(self, title, body, *_):
        self.shown.append((title, body))


class Tray:
    def __init__(self):
        self.icon = Icon()

    def is_there(self):
        return True


def test_with_a_tray_its_message_says_it_and_a_click_leads_there(window, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.ui.shell.tray_notifications.QSystemTrayIcon.supportsMessages", lambda: True)
    wanted = []
    window.show_place = wanted.append
    window.tray = Tray()
    messages = TrayNotifications(window, now)
    assert messages.show(NOTICE) is True
    assert window.tray.icon.shown == [("A run failed", "The API is overloaded.")]
    window.tray.icon.messageClicked.slot()
    assert wanted == [PageLocation("sessions", 3)]
    window.tray = None


def test_a_second_start_may_ask_for_a_place(window):
    window.handle_request("show events:7")
    assert window.stack.name == "events"
    opened = []
    window.stack.show_place = opened.append
    window.handle_request("show incidents:7")
    assert opened == [PageLocation("incidents", 7)]
    del window.stack.show_place
    window.handle_request("show nothing:7")
    assert window.stack.name == "events"
