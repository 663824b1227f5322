"""Pause, dry run, what asks and what is spent: one click to change; seen in bars, status line and tray."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from support.control import ask_action, ask_tier

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueueState, RunRequest
from claudeops_desktop.ui.pages import PAGES, PLACES
from claudeops_desktop.ui.shell.startup import make_tray_icon
from claudeops_desktop.ui.shell.window import MainWindow
from claudeops_desktop.ui.widgets.state_dot import state_look


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.resize(1180, 760)
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


@pytest.fixture
def tray(window):
    made = make_tray_icon(window)
    window.tray = made
    yield made
    made.close()


def spend(desk, dollars):
    def write():
        sessions, now = desk.book.sessions, utc_now()
        run = sessions.begin_run(trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=now)
        number = sessions.begin(now=now, run_id=run, agent="claude", trigger="manual")
        sessions.update(number, cost_usd=dollars, status="completed", ended_at=to_text(now))
        sessions.end_run(run, "completed", now)

    desk.book.store.write(write).result()


class TestPause:
    @pytest.mark.slow
    def test_paused_is_seen_on_every_page_and_ended_there(self, window, desk, qtbot):
        qtbot.mouseClick(window.header.pause, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(window.paused.isVisible)
        for entry in PAGES:
            window.show_page(entry.name)
            assert window.paused.isVisible(), entry.name
        assert window.status.state.text() == "Paused"
        qtbot.mouseClick(window.paused.button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not window.paused.isVisible())
        assert not desk.settings.current.run.paused

    @pytest.mark.slow
    def test_paused_while_a_run_is_on_says_both(self, window, tray, desk, qtbot):
        desk.settings.change("run.paused", True)
        desk.runs.show(QueueState(LiveRun(1, RunRequest(), 1, 1, "claude", 1, to_text(utc_now()))))
        qtbot.waitUntil(lambda: "Running observe with claude, paused" in tray.icon.toolTip())
        assert window.paused.isVisible()


class TestDryRun:
    @pytest.mark.slow
    def test_it_is_one_click_in_the_header_and_one_in_the_bar(self, window, desk, qtbot):
        qtbot.mouseClick(window.header.dry_run, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(window.dry_run.isVisible)
        assert window.header.dry_run.isChecked()
        assert desk.settings.current.run.dry_run
        qtbot.mouseClick(window.dry_run.button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not window.header.dry_run.isChecked())

    @pytest.mark.slow
    def test_the_status_line_and_the_tray_say_it(self, window, tray, qtbot):
        before = tray.icon.icon().pixmap(22).toImage()
        window.commands.dry_run.trigger()
        qtbot.waitUntil(window.status.dry_run.isVisible)
        assert "(dry run)" in tray.icon.toolTip()
        assert tray.icon.icon().pixmap(22).toImage() != before
        assert tray._shape() == "dry_run"


class TestQuestions:
    @pytest.mark.slow
    def test_the_tray_shows_that_something_waits_and_leads_there(self, window, tray, desk, qtbot):
        window.hide()
        ask_tier(desk)
        qtbot.waitUntil(tray._asks.isVisible)
        assert tray._asks.text() == "1 question for you…"
        assert tray._shape() == "waiting"
        assert state_look("waiting")[0] == "question"
        assert "1 question for you" in tray.icon.toolTip()
        tray._asks.trigger()
        assert window.isVisible()
        assert window.stack.name == "inbox"

    @pytest.mark.slow
    def test_with_nothing_asked_the_menu_says_nothing_of_it(self, tray):
        assert not tray._asks.isVisible()

    def test_the_bar_tells_how_many_more_wait(self, window, desk, qtbot):
        ask_tier(desk)
        ask_action(desk)
        qtbot.waitUntil(lambda: window.approval_bar.text.endswith("· 1 more question"))
        window.desk.approvals.answer(window.desk.approvals.waiting[0], "refused")
        qtbot.waitUntil(lambda: window.approval_bar.text == "A run asks to run: systemctl disable --now smbd")

    @pytest.mark.slow
    def test_the_status_line_leads_to_the_questions(self, window, desk, qtbot):
        ask_tier(desk)
        qtbot.waitUntil(window.status.asks.isVisible)
        qtbot.mouseClick(window.status.asks, Qt.MouseButton.LeftButton)
        assert window.stack.name == "inbox"

    def test_nothing_ticks_in_the_tray_though_something_waits(self, window, desk, qtbot):
        ask_tier(desk)
        qtbot.waitUntil(lambda: bool(desk.approvals.waiting))
        window.show_page("inbox")
        window.hide()
        assert not window.stack.page._tick.isActive()
        assert not window.stack.page._retell.isActive()


class TestParked:
    def test_a_parked_run_is_in_the_status_line_and_can_be_given_up(self, window, desk, qtbot):
        now = to_text(utc_now())
        desk.runs.show(QueueState(parked=(ParkedRun(2, RunRequest(), 12, 30, 3, "overload", now, now),)))
        qtbot.waitUntil(lambda: window.status.waiting.text() == "1 run parked")
        (action,) = window.status.waiting.menu().actions()
        assert "the service was overloaded" in action.text()
        action.trigger()
        assert desk.runs.asked == [("drop", 12)]


class TestSpend:
    def test_near_a_cap_it_is_said_in_words_and_colour(self, window, desk, qtbot):
        spend(desk, 4.2)
        qtbot.waitUntil(lambda: window.status.spend.text().startswith("today $4.20 of $5"))
        assert window.status.spend.text().endswith("near the cap")
        assert window.status.spend.property("role") == "near"
        assert "Today&#x27;s" not in window.status.spend.toolTip()
        assert "cap is near: $4.20 of $5 are spent." in window.status.spend.toolTip()

    @pytest.mark.slow
    def test_at_a_cap_it_says_that_no_run_starts(self, window, desk, qtbot):
        spend(desk, 6.0)
        qtbot.waitUntil(lambda: window.status.spend.property("role") == "over")
        assert window.status.spend.text().endswith("cap reached")
        assert "no run starts until tomorrow" in window.status.spend.accessibleDescription()

    def test_where_it_is_narrow_a_cap_that_is_near_goes_before_what_is_next(self, window, desk, qtbot):
        spend(desk, 6.0)
        qtbot.waitUntil(lambda: window.status.spend.property("role") == "over")
        window.resize(640, 440)
        assert window.status.spend.isVisible()

    @pytest.mark.slow
    def test_on_a_new_day_todays_spend_begins_anew_without_a_change(self, window, desk, qtbot):
        spend(desk, 4.2)
        qtbot.waitUntil(lambda: window.status.spend.text().startswith("today $4.20"))
        desk.book.store.database.execute_sql("UPDATE sessions SET started_at = '2020-01-01T00:00:00.000Z'")
        window.status_monitor.retell()
        assert window.status.spend.text().startswith("today $4.20")
        window.status_monitor._asked_on -= timedelta(days=1)
        window.status_monitor.retell()
        qtbot.waitUntil(lambda: window.status.spend.text().startswith("today $0.00"))


class TestSmallest:
    def test_all_places_are_in_the_side_bar_of_the_smallest_window(self, window):
        window.resize(640, 440)
        last = window.sidebar.buttons[PLACES[-1].name]
        assert last.geometry().bottom() < window.sidebar.height()
        assert len(PLACES) == len(window.commands.go)
        assert [keys.toString() for keys in window.commands.go[-1].shortcuts()] == ["Ctrl+7", "Ctrl+,"]
