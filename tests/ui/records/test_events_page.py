"""The page of events (UI.md: newest first, repeated ones folded with a count; the level is a shape and a word)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.clock import utc_now
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.ui.page import Place
from claudeops_desktop.ui.pages.events.page import EventsPage
from claudeops_desktop.ui.widgets.record_table import STATE

from .logs import Talker


@pytest.fixture
def open_page(qtbot):
    testers = []

    def make(desk, place=None, state=None):
        page = EventsPage(desk)
        qtbot.addWidget(page)
        for model in (page.model, page.detail.model):
            watcher = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
            testers.append(watcher)
        if state is not None:
            page.restore_state(state)
        page.resize(1000, 600)
        page.show()
        qtbot.waitExposed(page)
        page.opened(place)
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
    qtbot.waitUntil(lambda: page.detail.model.rowCount() == 2)
    assert [page.detail.model.index(row, 2).data() for row in (0, 1)] == ["Slow: 12 s", "Slow: 4 s"]
    assert "2 times since" in page.detail._facts.text()


def test_a_new_event_of_a_fold_counts_up_and_moves_it_to_the_top(qtbot, open_page, desk):
    say(desk, ("warning", "caddy", "Slow: 4 s"), ("critical", None, "Host down"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: len(shown(page)) == 2 and shown(page)[1][3] == "Slow: 4 s")
    page.table.pick(page.model.key(1))
    chosen = page.table.current
    say(desk, ("warning", "caddy", "Slow: 9 s"))
    qtbot.waitUntil(lambda: shown(page)[0] == ["warning", "2 ×", "caddy", "Slow: 9 s"])
    assert page.table.current == chosen
    assert page.table.currentIndex().row() == 0
    qtbot.waitUntil(lambda: page.detail.model.rowCount() == 2)


def test_filters_by_level_service_and_text(qtbot, open_page, desk):
    say(desk, ("warning", "caddy", "Slow"), ("critical", "gitea", "Down"), ("info", "caddy", "Renewed"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.level.count() == 4)
    assert [page.level.itemText(n).split() for n in range(4)] == [
        ["Any", "level", "3"], ["critical", "1"], ["warning", "1"], ["info", "1"],
    ]  # fmt: skip
    page.service.setCurrentIndex(page.service.findText("caddy", Qt.MatchFlag.MatchStartsWith))
    page.service.activated.emit(page.service.currentIndex())
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    page.focus_search()
    qtbot.keyClicks(page.search, "renew")
    qtbot.waitUntil(lambda: [row[3] for row in shown(page)] == ["Renewed"])
    qtbot.keyClicks(page.search, "zzz")
    qtbot.waitUntil(page._none.isVisible)
    page._none.acted.emit()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)


def test_an_event_leads_to_the_line_that_said_it(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")
    say(desk, ("critical", "caddy", "Down"), session=talker.session_id, line=7)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.model.rowCount() == 1)
    assert page.detail.model.index(0, 1).data() == f"session {talker.session_id}, line 7"
    with qtbot.waitSignal(page.wanted) as went:
        qtbot.mouseClick(page.detail._go, Qt.MouseButton.LeftButton)
    assert went.args == [Place("sessions", id=talker.session_id, line=7)]


def test_an_event_of_no_session_leads_nowhere(qtbot, open_page, desk):
    say(desk, ("info", None, "Started"))
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.model.rowCount() == 1)
    assert not page.detail._go.isEnabled()


def test_a_link_chooses_the_fold_of_an_event_whatever_is_filtered(qtbot, open_page, desk):
    ids = say(
        desk, ("warning", "caddy", "Slow: 4 s"), ("critical", None, "Host down"), ("warning", "caddy", "Slow: 1 s")
    )
    page = open_page(desk, Place("events", filters={"level": "critical"}))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    page.opened(Place("events", id=ids[2]))
    qtbot.waitUntil(lambda: page.table.current == ids[0])
    assert page.level.value is None


def test_the_badge_counts_what_was_said_since_one_looked(qtbot, open_page, desk):
    say(desk, ("critical", "caddy", "Down"))
    page = open_page(desk)
    badges = []
    page.badge_changed.connect(badges.append)
    qtbot.waitUntil(lambda: page.save_state()["seen"] == 1)
    page.left()
    say(desk, ("critical", "gitea", "Down"), ("critical", "gitea", "Down"), ("info", "gitea", "Fine"))
    qtbot.waitUntil(lambda: badges[-1:] == [1])
    state = page.save_state()
    page.opened(None)
    qtbot.waitUntil(lambda: badges[-1] == 0)
    assert state["seen"] == 1
    assert page.save_state()["seen"] == 4


def test_the_badge_counts_over_a_restart(qtbot, desk):
    say(desk, ("critical", "caddy", "Down"), ("warning", "gitea", "Slow"))
    page = EventsPage(desk)
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.badge_changed) as told:
        page.restore_state({"seen": 1})
    assert told.args == [1]


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
    qtbot.waitUntil(lambda: "<b>down</b>" in page.detail._message.text())
    assert page.detail._message.textFormat() == Qt.TextFormat.PlainText
