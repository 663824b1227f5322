"""D2: the tray says how it stands and offers what is wanted most; it is never the only way in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.routine.questions.tables import QuestionRecords
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.runs.request import LiveRun, QueueState, RunRequest
from claudeops_desktop.ui.shell.startup import make_tray_icon
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def tray(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    made = make_tray_icon(window)
    desk.waiting.start_watching()
    yield made
    made.close()


def test_the_menu_offers_state_open_run_pause_dry_run_and_quit(tray):
    said = [action.text() for action in tray.menu.actions() if action.text()]
    assert said[:2] == ["Idle", "Nothing scheduled"]
    for wanted in ("Open Claude Ops", "Run now", "Pause scheduled runs", "Dry run: change nothing", "Quit"):
        assert wanted in said


def test_every_entry_of_the_tray_is_in_the_window_too(tray):
    window = tray.parent()
    own = {action.text() for action in tray.menu.actions() if action.text() and action.isEnabled()} - {
        "Open Claude Ops"
    }
    assert own <= {action.text() for action in window.commands.all}


def test_state_shows_by_shape_and_by_words(tray, desk, qtbot):
    before = tray.icon.icon().pixmap(22).toImage()
    desk.runs.show(QueueState(LiveRun(1, RunRequest(), 1, 1, "watch", 1, to_text(utc_now()))))
    qtbot.waitUntil(lambda: "Running observe with watch" in tray.icon.toolTip())
    assert tray.icon.icon().pixmap(22).toImage() != before


def test_an_incident_shows_by_shape_and_is_named_until_it_is_over(tray, desk, qtbot):
    tray._status_monitor.in_view(True)
    before = tray.icon.icon().pixmap(22).toImage()
    book, store = desk.book, desk.book.store

    def open_one():
        now = utc_now()
        return book.incidents.open(
            service="nginx", source="check", started_at=now, worst="down", cause="HTTP 503.", now=now
        ).id

    incident = store.write(open_one).result()
    qtbot.waitUntil(lambda: "1 incident needs you: nginx is down" in tray.icon.toolTip())
    assert tray.icon.icon().pixmap(22).toImage() != before
    store.write(lambda: book.incidents.resolve(incident, "measurement", utc_now()))
    qtbot.waitUntil(lambda: "nginx" not in tray.icon.toolTip())
    qtbot.waitUntil(lambda: tray.icon.icon().pixmap(22).toImage() == before)


def test_without_a_tray_it_is_looked_for_again_some_seconds_later(tray):
    assert not tray.is_there()  # the offscreen platform has none
    assert tray._again.isActive()
    assert tray._again.interval() == 3000


def test_opening_from_the_tray_raises_the_window(tray):
    window = tray.parent()
    next(action for action in tray.menu.actions() if action.text() == "Open Claude Ops").trigger()
    assert window.isVisible()


@pytest.mark.slow
def test_incidents_that_need_the_operator_show_in_tray_status_line_and_side_bar(tray, desk, qtbot):
    window = tray.parent()
    window.show()
    ids = desk.book.store.write(lambda: fill_incidents(desk.book)).result()
    qtbot.waitUntil(lambda: "2 incidents need you" in tray.icon.toolTip())
    assert tray._shape() == "down"
    assert window.status.incidents.text() == "2 incidents need you"
    assert window.sidebar.buttons["services"].badge == 2

    def see_to_them():
        desk.book.incidents.acknowledge(ids["postgres"], utc_now())
        desk.book.incidents.snooze(ids["grafana"], utc_now() + timedelta(hours=1), utc_now())

    desk.book.store.write(see_to_them).result()
    qtbot.waitUntil(lambda: window.status_monitor.current.incidents == 0)
    assert "need you" not in tray.icon.toolTip()
    assert window.sidebar.buttons["services"].badge == 0
    qtbot.waitUntil(desk.waiting._next_change.isActive)  # it counts again when the snooze ends


@pytest.mark.slow
def test_the_status_line_leads_to_the_incidents(tray, desk, qtbot):
    window = tray.parent()
    window.show()
    desk.book.store.write(lambda: fill_incidents(desk.book)).result()
    qtbot.waitUntil(window.status.incidents.isVisible)
    window.status.incidents.click()
    qtbot.waitUntil(lambda: window.stack.name == "incidents")


def test_overview_side_bar_status_line_and_tray_count_the_same(tray, desk, qtbot):
    window = tray.parent()
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    card, buttons = window.stack.page.waiting, window.sidebar.buttons

    def write():
        fill_incidents(desk.book)
        gaps = [KnowledgeGap(name, "timing") for name in ("web", "db", "mail")]
        QuestionRecords(desk.book.store).ask(gaps, utc_now())

    desk.book.store.write(write).result()
    qtbot.waitUntil(lambda: card.title.text() == "5 things wait for you")
    assert [buttons[name].badge for name in ("overview", "services", "activity", "inbox")] == [5, 2, 0, 3]
    assert (window.status.incidents.text(), window.status.others.text()) == (
        "2 incidents need you",
        "3 other things for you",
    )
    assert "2 incidents need you" in tray.icon.toolTip()
    assert "3 other things for you" in tray.icon.toolTip()
