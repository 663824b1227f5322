"""Events in the log: newest first, repeated ones in one row with a count; the level is a shape and a word."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.kit.list_dialog import ListDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.events.dialogs import mute_end
from claudeops_desktop.ui.pages.events.page import EventsPage
from claudeops_desktop.ui.pages.events.queries import ActivityQuery
from claudeops_desktop.ui.widgets.record_model import STATE

from .logs import Talker


@pytest.fixture
def open_page(qtbot):
    testers = []

    def make(desk, place=None, state=None):
        page = EventsPage(desk)
        qtbot.addWidget(page)
        for model in (page.model, page.detail.single.model):
            watcher = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
            testers.append(watcher)
        if state is not None:
            page.restore_state(state)
        page.resize(1000, 600)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    yield make
    testers.clear()


def say(desk, *events, session=None, line=0):
    """(level, service, message) each; the ids."""

    def write():
        ids = []
        for n, (level, service, message) in enumerate(events):
            at = utc_now() - timedelta(minutes=len(events) - n)
            event = desk.book.events.add(level=level, message=message, service=service, session_id=session, now=at)
            if session is not None:
                marker = desk.book.markers.claim(
                    MarkerPlace(session, line, 0, n), kind="event", line="l", said=message, now=at
                )
                desk.book.markers.settle(marker, action="inserted", why="", target_id=event)
            ids.append(event)
        return ids

    return desk.book.store.write(write).result()


def shown(page):
    return [[page.model.index(row, column).data() for column in (0, 2, 3, 4)] for row in range(page.model.rowCount())]


def test_repeated_ones_are_one_row_with_a_count(qtbot, open_page, desk):
    say(desk, ("warning", "caddy", "Slow: 4 s"), ("critical", None, "Host down"), ("warning", "caddy", "Slow: 12 s"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: shown(page) == [
        ["warning", "2 ×", "caddy", "Slow: 12 s"],
        ["critical", "", "general", "Host down"],
    ])  # fmt: skip
    assert [page.model.index(row, 0).data(STATE) for row in (0, 1)] == ["warning", "critical"]
    qtbot.waitUntil(lambda: page.detail.single.model.rowCount() == 2)
    assert [page.detail.single.model.index(row, 3).data() for row in (0, 1)] == ["Slow: 12 s", "Slow: 4 s"]
    assert "2 times since" in page.detail.facts.text()


def test_a_new_event_of_a_fold_counts_up_and_moves_it_to_the_top(qtbot, open_page, desk):
    say(desk, ("warning", "caddy", "Slow: 4 s"), ("critical", None, "Host down"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: len(shown(page)) == 2 and shown(page)[1][3] == "Slow: 4 s")
    page.table.select_key(page.model.key(1))
    chosen = page.table.current
    say(desk, ("warning", "caddy", "Slow: 9 s"))
    qtbot.waitUntil(lambda: shown(page)[0] == ["warning", "2 ×", "caddy", "Slow: 9 s"])
    assert page.table.current == chosen
    assert page.table.currentIndex().row() == 0
    qtbot.waitUntil(lambda: page.detail.single.model.rowCount() == 2)


@pytest.mark.slow
def test_news_does_not_move_the_rows_that_the_operator_works_in(qtbot, open_page, desk):
    say(desk, *(("warning", f"box-{n}", "Slow") for n in range(60)))
    page = open_page(desk)
    table = page.table
    qtbot.waitUntil(lambda: page.model.rowCount() == 60 and shown(page)[0][2] == "box-59")
    table.window().activateWindow()
    qtbot.waitUntil(table.window().isActiveWindow)
    key = page.model.key(4)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(page.model.index(4, 1)).center())
    assert table.current == key
    stood = table.rowViewportPosition(4)
    say(desk, ("critical", "host", "Down"), ("warning", "box-30", "Slow"))  # one is new, one moves up
    qtbot.waitUntil(lambda: page.model.rowCount() == 61)
    assert table.rowViewportPosition(page.model.place(key)) == stood
    button = table._new_rows.button
    assert button.isVisible() and button.text() == "2 new rows above"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert table.verticalScrollBar().value() == 0 and not button.isVisible()


@pytest.mark.slow
def test_news_comes_in_at_the_top_of_a_table_that_is_left_alone(qtbot, open_page, desk):
    say(desk, *(("warning", f"box-{n}", "Slow") for n in range(60)))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.model.rowCount() == 60)
    say(desk, ("critical", "host", "Down"))
    qtbot.waitUntil(lambda: page.model.rowCount() == 61)
    assert page.table.verticalScrollBar().value() == 0
    assert page.table._new_rows.button is None


@pytest.mark.slow
def test_filters_by_level_service_and_text(qtbot, open_page, desk):
    say(desk, ("warning", "caddy", "Slow"), ("critical", "gitea", "Down"), ("info", "caddy", "Renewed"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.boxes["level"].count() == 4)
    assert [page.boxes["level"].itemText(n).split() for n in range(4)] == [
        ["Any", "level", "3"], ["critical", "1"], ["warning", "1"], ["info", "1"],
    ]  # fmt: skip
    page.boxes["service"].setCurrentIndex(page.boxes["service"].findText("caddy", Qt.MatchFlag.MatchStartsWith))
    page.boxes["service"].activated.emit(page.boxes["service"].currentIndex())
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    page.focus_search()
    qtbot.keyClicks(page.search, "renew")
    qtbot.waitUntil(lambda: [row[3] for row in shown(page)] == ["Renewed"])
    qtbot.keyClicks(page.search, "zzz")
    qtbot.waitUntil(page._none.isVisible)
    page._none.action_triggered.emit()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)


def test_an_event_leads_to_the_line_that_said_it(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")
    say(desk, ("critical", "caddy", "Down"), session=talker.session_id, line=7)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.single.model.rowCount() == 1)
    assert page.detail.single.model.index(0, 1).data() == f"session {talker.session_id}, line 7"
    with qtbot.waitSignal(page.navigation_requested) as went:
        qtbot.mouseClick(page.detail.single.button, Qt.MouseButton.LeftButton)
    assert went.args == [PageLocation("sessions", id=talker.session_id, line=7)]


def test_an_event_of_no_session_leads_nowhere(qtbot, open_page, desk):
    say(desk, ("info", None, "Started"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.single.model.rowCount() == 1)
    assert not page.detail.single.button.isEnabled()


def test_a_link_chooses_the_fold_of_an_event_whatever_is_filtered(qtbot, open_page, desk):
    ids = say(
        desk, ("warning", "caddy", "Slow: 4 s"), ("critical", None, "Host down"), ("warning", "caddy", "Slow: 1 s")
    )
    page = open_page(desk, PageLocation("events", filters={"level": "critical"}))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    page.activate(PageLocation("events", id=ids[2]))
    qtbot.waitUntil(lambda: page.table.current == ids[0])
    assert page.boxes["level"].value is None


def rows_known(page, number):
    return lambda: page.model.rowCount() == number and all(page.model.row(n) is not None for n in range(number))


@pytest.mark.slow
def test_a_acknowledges_the_chosen_row_and_undo_takes_it_back(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"), ("warning", "gitea", "Slow"))
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 2))
    page.table.select_key(page.model.key(1))
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: page.model.row(1).record.key.waiting == 0)
    assert page.model.row(0).record.key.waiting == 1
    assert desk.undo.undo_text == "Acknowledged 1 event"
    desk.undo.undo()
    qtbot.waitUntil(lambda: page.model.row(1).record.key.waiting == 1)


@pytest.mark.slow
def test_several_chosen_rows_are_acknowledged_at_once_and_stay_chosen(qtbot, open_page, desk):
    say(desk, *[("warning", name, "Slow") for name in ("caddy", "gitea", "pihole")])
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 3))
    page.table.setFocus()
    page.table.select_key(page.model.key(0))
    qtbot.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    chosen = page.selected
    assert page.action_set.buttons["acknowledge"].text() == "Acknowledge 2"
    say(desk, ("warning", "wireguard", "Slow"))
    qtbot.waitUntil(rows_known(page, 4))
    assert page.selected == chosen
    qtbot.mouseClick(page.action_set.buttons["acknowledge"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.action_set.buttons["acknowledge"].text() == "Take acknowledgement back")
    assert [event.acknowledged_at is None for event in desk.book.events.list()] == [True, False, False, True]


@pytest.mark.slow
def test_acknowledging_again_takes_it_back(qtbot, open_page, desk):
    ids = say(desk, ("critical", "caddy", "Down"))
    desk.book.store.write(lambda: desk.book.events.acknowledge(ids, utc_now())).result()
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 1))
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: page.model.row(0).record.key.waiting == 1)


def test_an_a_in_the_search_is_a_letter(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"))
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 1))
    page.focus_search()
    qtbot.keyClicks(page.search, "a")
    assert page.search.text() == "a"
    assert desk.book.events.list()[0].acknowledged_at is None


@pytest.mark.slow
def test_all_that_a_filter_leaves_is_acknowledged(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"), ("warning", "gitea", "Slow"), ("warning", "caddy", "Slow"))
    page = open_page(desk, PageLocation("events", filters={"service": "caddy"}))
    qtbot.waitUntil(rows_known(page, 2))
    assert page.action_set.buttons["acknowledge_all"].text() == "Acknowledge all 2"
    qtbot.mouseClick(page.action_set.buttons["acknowledge_all"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.action_set.buttons["acknowledge_all"].isEnabled())
    assert [event.acknowledged_at is None for event in desk.book.events.list()] == [False, True, False]


@pytest.mark.slow
def test_filters_by_state_and_time(qtbot, open_page, desk):
    ids = say(desk, ("critical", "caddy", "Down"), ("warning", "gitea", "Slow"))
    desk.book.store.write(lambda: desk.book.events.acknowledge(ids[:1], utc_now())).result()
    page = open_page(desk, PageLocation("events", filters={"state": "waiting"}))
    qtbot.waitUntil(lambda: [row[3] for row in shown(page)] == ["Slow"])
    page._set_filters(ActivityQuery(state="acknowledged"))
    page.refresh()
    qtbot.waitUntil(lambda: [row[3] for row in shown(page)] == ["Down"])
    long_ago = "2020-01-01T00:00:00.000Z"
    page._set_filters(ActivityQuery(time=f"/{long_ago}"))
    page.refresh()
    qtbot.waitUntil(page._none.isVisible)
    page._none.action_triggered.emit()
    qtbot.waitUntil(rows_known(page, 2))


@pytest.mark.slow
def test_a_range_of_time_is_chosen_in_a_dialog(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"))
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 1))
    page.boxes["time"].setCurrentIndex(page.boxes["time"].count() - 1)
    page.boxes["time"].activated.emit(page.boxes["time"].currentIndex())
    (dialog,) = page.findChildren(FormDialog)
    dialog.inputs["end"].widget.setDateTime(dialog.inputs["start"].widget.dateTime().addDays(-1))
    assert not dialog.submit.isEnabled()
    dialog.inputs["end"].widget.setDateTime(dialog.inputs["start"].widget.dateTime().addSecs(60))
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page._none.isVisible)
    assert "–" in page.boxes["time"].currentText()
    assert page.save_state()["time"] == page._query.time


@pytest.mark.slow
def test_leaving_the_dialog_leaves_the_time_as_it_was(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"))
    page = open_page(desk, PageLocation("events", filters={"time": "week"}))
    qtbot.waitUntil(rows_known(page, 1))
    page.boxes["time"].setCurrentIndex(page.boxes["time"].count() - 1)
    page.boxes["time"].activated.emit(page.boxes["time"].currentIndex())
    (dialog,) = page.findChildren(FormDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert page.boxes["time"].value == "week"


@pytest.mark.slow
def test_m_mutes_what_the_row_is_and_undo_ends_it(qtbot, open_page, desk):
    say(desk, ("critical", "gitea", "Down"), ("warning", "caddy", "Slow"))
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 2))
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_M)
    (dialog,) = page.findChildren(FormDialog)
    wish = dialog.values
    assert (wish["service"], wish["level"], wish["text"]) == ("caddy", "warning", None)
    assert mute_end(wish) - utc_now() <= timedelta(hours=1)
    qtbot.waitUntil(lambda: "hides 1." in dialog.message.text())
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [row[3] for row in shown(page)] == ["Down"])
    assert page.action_set.buttons["mutes"].text() == "1 mute"
    desk.undo.undo()
    qtbot.waitUntil(rows_known(page, 2))


@pytest.mark.slow
def test_a_mute_of_nothing_says_what_is_missing(qtbot, open_page, desk):
    say(desk, ("critical", "gitea", "Down"))
    page = open_page(desk)
    qtbot.waitUntil(rows_known(page, 1))
    page.action_set.actions["mute"].trigger()
    (dialog,) = page.findChildren(FormDialog)
    dialog.inputs["service"].box.click()
    dialog.inputs["level"].box.click()
    assert not dialog.submit.isEnabled()
    assert dialog.message.text().startswith("Name a service")


@pytest.mark.slow
def test_all_mutes_are_listed_and_ended_in_one_place(qtbot, open_page, desk):
    say(desk, ("critical", "gitea", "Down"))
    desk.book.store.write(lambda: desk.book.mutes.add(service="gitea", now=utc_now())).result()
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.action_set.buttons["mutes"].text() == "1 mute" and page.model.rowCount() == 0)
    page.action_set.actions["mutes"].trigger()
    (dialog,) = page.findChildren(ListDialog)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1)
    assert dialog.model.index(0, 0).data() == "all events of gitea"
    qtbot.mouseClick(dialog.action_set.buttons["end"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 0 and page.model.rowCount() == 1)
    desk.undo.undo()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1)


def test_damaged_filters_are_left_aside(qtbot, open_page, desk):
    say(desk, ("critical", "gitea", "Down"))
    page = open_page(desk, state={"time": "then/", "state": 7, "level": "critical"})
    qtbot.waitUntil(rows_known(page, 1))
    assert page._query == ActivityQuery(level="critical")


def test_an_empty_page_says_what_will_appear(qtbot, open_page, desk):
    page = open_page(desk)
    qtbot.waitUntil(page._none.isVisible)
    assert "No event yet" in page._none.accessibleName()
    assert page._filters.isHidden()


def test_agent_text_is_plain(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "<img src=x> <b>down</b>\nsecond line"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and page.model.row(0) is not None)
    assert "<b>" not in page.model.index(0, 4).data(Qt.ItemDataRole.ToolTipRole)
    qtbot.waitUntil(lambda: "<b>down</b>" in page.detail.title.text())
    assert page.detail.title.textFormat() == Qt.TextFormat.PlainText
