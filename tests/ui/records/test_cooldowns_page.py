"""The page of cooldowns (UI.md, Cooldowns; PRODUCT S11)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.cooldowns.model import CooldownHistoryRow, counting_text
from claudeops_desktop.ui.pages.cooldowns.page import CooldownsPage
from claudeops_desktop.ui.pages.cooldowns.service_slots import group_by_service, slots_text
from claudeops_desktop.ui.widgets.state_dot import state_word

from .logs import Talker

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def action(number, minutes, kind="restart", service="jellyfin", success=True):
    at = to_text(NOW - timedelta(minutes=minutes))
    return CooldownAction(number, service, kind, int(success), "", at, None, 2, None, "")


@pytest.mark.parametrize(
    ("actions", "restarts", "redeployments"),
    [
        ([action(1, 60)], "1 of 2 used, back in 3 h", "0 of 1 used"),
        ([action(1, 107), action(2, 60)], "2 of 2 used, next in 2 h 13 min", "0 of 1 used"),
        ([action(1, 107), action(2, 60), action(3, 1)], "3 of 2 used, next in 3 h", "0 of 1 used"),
        ([action(1, 60, success=False)], "1 of 2 used, back in 3 h", "0 of 1 used"),
        ([action(1, 60, "redeployment")], "0 of 2 used", "1 of 1 used, next in 23 h"),
    ],
)
def test_slots_say_how_many_are_used_and_when_the_next_comes_back(actions, restarts, redeployments):
    (service,) = group_by_service(actions, NOW)
    assert slots_text(service.restarts, NOW) == restarts
    assert slots_text(service.redeployments, NOW) == redeployments


def test_a_slot_comes_back_when_its_time_is_over():
    assert group_by_service([action(1, 239)], NOW)[0].restarts.used == 1
    assert group_by_service([action(1, 240)], NOW) == []


@pytest.fixture
def open_page(qtbot):
    testers = []

    def make(desk, place=None):
        page = CooldownsPage(desk)
        qtbot.addWidget(page)
        for model in (page.model, page.history_model):
            watcher = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
            testers.append(watcher)
        page.resize(1000, 600)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    yield make
    testers.clear()


def do(desk, service, kind="restart", *, minutes=10, success=True, session=None, line=0, message="done"):
    def write():
        now = utc_now() - timedelta(minutes=minutes)
        number = desk.book.cooldowns.add(
            service=service, action_type=kind, success=success, message=message, session_id=session, tier=2, now=now
        )
        if session is not None:
            marker = desk.book.markers.claim(
                MarkerPlace(session, line, 0, 0), kind="cooldown", line="l", said="s", now=now
            )
            desk.book.markers.settle(marker, action="inserted", why="", target_id=number)
        return number

    return desk.book.store.write(write).result()


@pytest.mark.slow
def test_a_service_a_row_with_what_is_not_allowed(qtbot, open_page, desk):
    facts = []
    do(desk, "jellyfin", minutes=100)
    do(desk, "jellyfin", minutes=10, success=False)
    do(desk, "gitea", minutes=10)
    page = open_page(desk)
    page.fact_changed.connect(facts.append)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert [page.model.index(row, 0).data() for row in (0, 1)] == ["gitea", "jellyfin"]
    assert page.model.index(1, 2).data().startswith("2 of 2 used, next in 2 h")
    assert page.model.index(1, 4).data() == "restart failed 10 min ago"
    qtbot.waitUntil(lambda: facts[-1:] == ["jellyfin must be left alone for now"])


@pytest.mark.slow
def test_clearing_asks_first_and_can_be_left(qtbot, open_page, desk):
    do(desk, "jellyfin")
    do(desk, "gitea")
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    page.table.select_key("jellyfin")
    assert page.clear.accessibleName() == "Clear the cooldown of jellyfin"
    qtbot.mouseClick(page.clear, Qt.MouseButton.LeftButton)
    box = page._asking_box
    assert box.text() == "Clear the cooldown of jellyfin?"
    assert "1 restart will count no longer" in box.informativeText()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert page.model.rowCount() == 2
    qtbot.mouseClick(page.clear, Qt.MouseButton.LeftButton)
    yes = [b for b in page._asking_box.findChildren(QPushButton) if b.text() == "Clear the cooldown of jellyfin"]
    with qtbot.waitSignal(page.message_posted) as told:
        qtbot.mouseClick(yes[0], Qt.MouseButton.LeftButton)
    assert told.args[0] == "The cooldown of jellyfin is cleared: 1 action counts no longer."
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert page.history_model.rowCount() == 2
    qtbot.waitUntil(lambda: page.history_model.index(1, 4).data() == "cleared just now")


def test_the_history_leads_to_the_line_that_told_of_it(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")
    number = do(desk, "jellyfin", session=talker.session_id, line=9)
    do(desk, "gitea", minutes=1)
    page = open_page(desk, PageLocation("cooldowns", id=number))
    qtbot.waitUntil(lambda: page.history.current == number)
    with qtbot.waitSignal(page.navigation_requested) as went:
        qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    assert went.args == [PageLocation("sessions", id=talker.session_id, line=9)]


@pytest.mark.parametrize(
    ("kind", "state", "outcome", "counts"),
    [
        ("restart", "claimed", "only claimed", "no"),
        ("restart", "not_run", "not run", "no"),
        ("start", "completed", "ran", "no: a first start is free"),
    ],
)
def test_what_takes_no_slot_is_shown_as_that(kind, state, outcome, counts):
    one = replace(action(1, 10, kind), state=state)
    assert state_word(one.outcome) == outcome
    assert counting_text(CooldownHistoryRow(one, 0, NOW + timedelta(hours=4)), NOW) == counts
    assert group_by_service([one], NOW) == []


@pytest.mark.slow
def test_return_on_a_service_shows_its_history_alone(qtbot, open_page, desk):
    do(desk, "jellyfin")
    do(desk, "gitea")
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.history_model.rowCount() == 2)
    page.table.select_key("gitea")
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert [page.history_model.index(row, 1).data() for row in range(page.history_model.rowCount())] == ["gitea"]


def test_an_action_appears_as_it_is_recorded(qtbot, open_page, desk):
    page = open_page(desk)
    qtbot.waitUntil(lambda: "Nothing is in cooldown" in page._none.accessibleName() and page._none.isVisible())
    assert not page._tick.isActive()
    do(desk, "caddy", "redeployment")
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert page._tick.isActive()
    page.deactivate()
    assert not page._tick.isActive()


def test_what_no_longer_counts_stays_in_the_history(qtbot, open_page, desk):
    do(desk, "caddy", minutes=60 * 30)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.history_model.rowCount() == 1)
    assert page.model.rowCount() == 0
    assert page.history_model.index(0, 4).data() == "no longer"
