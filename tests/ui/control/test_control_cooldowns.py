"""S11 in the window: limits of one service, maintenance and its undo, attempts, and that page and guard agree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.guard.cooldown import limits_of, list_service_cooldowns, longest_window
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.ui.pages.cooldowns.dialogs import LimitsDialog, MaintenanceDialog
from claudeops_desktop.ui.pages.cooldowns.page import CooldownsPage
from claudeops_desktop.ui.pages.cooldowns.service_slots import group_by_service, slots_text

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def action(number, minutes, kind="restart", service="jellyfin", **more):
    at = to_text(NOW - timedelta(minutes=minutes))
    return CooldownAction(number, service, kind, 1, "", at, None, 2, None, "", **more)


def of(actions, *rules):
    return group_by_service(actions, NOW, None, rules)


class TestSlots:
    def test_a_service_may_have_limits_of_its_own(self):
        (one,) = of([action(1, 300)], ServiceRule("jellyfin", restarts=3, restart_hours=6.0))
        assert slots_text(one.restarts, NOW) == "1 of 3 used, back in 1 h"
        assert one.has_own_limits
        assert not one.redeployments.own

    def test_no_restart_at_all_is_said_as_it_is(self):
        (one,) = of([], ServiceRule("postgres", restarts=0))
        assert slots_text(one.restarts, NOW) == "never allowed"
        assert one.shut == ("restart",)

    def test_in_maintenance_nothing_is_allowed_though_all_slots_are_free(self):
        until = NOW + timedelta(hours=2)
        rule = ServiceRule("nas", maintenance_since=to_text(NOW), maintenance_until=to_text(until), note="new disk")
        (one,) = of([], rule)
        assert one.shut == ("restart", "redeployment")
        assert (one.maintenance, one.maintenance_until, one.note) == (True, until, "new disk")

    def test_maintenance_that_has_ended_is_gone(self):
        past = to_text(NOW - timedelta(minutes=1))
        assert of([], ServiceRule("nas", maintenance_since=past, maintenance_until=past)) == []

    def test_an_attempt_takes_a_slot(self):
        (one,) = of([action(1, 1, state="attempted")])
        assert one.restarts.used == 1


@pytest.fixture
def page(desk, qtbot):
    made = CooldownsPage(desk)
    qtbot.addWidget(made)
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.resize(1000, 600)
    made.show()
    qtbot.waitExposed(made)
    made.activate()
    yield made
    made.deactivate()


def restart(desk, service="jellyfin", minutes=5, state="completed"):
    def write():
        number = desk.book.cooldowns.add(
            service=service,
            action_type="restart",
            success=True,
            message="done",
            session_id=None,
            tier=2,
            now=utc_now() - timedelta(minutes=minutes),
        )
        desk.book.store.database.execute_sql("UPDATE cooldown_actions SET state = ? WHERE id = ?", (state, number))
        return number

    return desk.book.store.write(write).result()


def cell(page, row, column):
    names = [one.name for one in page.model.COLUMNS]
    return page.model.index(row, names.index(column)).data()


def listed(page, qtbot, number):
    qtbot.waitUntil(lambda: page.model.rowCount() == number)


def test_a_service_is_left_alone_for_a_while_and_that_is_undone(page, desk, qtbot):
    page._none.action_triggered.emit()
    form = page.findChild(MaintenanceDialog)
    assert not form.go.isEnabled()
    form.service.setCurrentText("NAS")
    form.note.setText("new disk")
    form.span.setCurrentIndex(form.span.findText("Until you end it"))
    assert form.go.text() == "Leave nas alone"
    qtbot.mouseClick(form.go, Qt.MouseButton.LeftButton)
    listed(page, qtbot, 1)
    assert cell(page, 0, "now") == "in maintenance"
    assert desk.book.rules.get("nas").note == "new disk"
    assert desk.undo.undo_text == "nas is in maintenance until you end it"
    desk.undo.undo()
    listed(page, qtbot, 0)
    assert desk.book.rules.get("nas") is None
    desk.undo.redo()
    listed(page, qtbot, 1)


def test_ending_the_maintenance_is_one_click_and_undoing_brings_its_end_back(page, desk, qtbot):
    now = utc_now()
    until = now + timedelta(hours=3)
    desk.book.store.write(lambda: desk.book.rules.maintain("nas", now, until, "new disk", now))
    listed(page, qtbot, 1)
    assert page.leave_alone.text() == "End maintenance"
    qtbot.mouseClick(page.leave_alone, Qt.MouseButton.LeftButton)
    listed(page, qtbot, 0)
    desk.undo.undo()
    listed(page, qtbot, 1)
    assert desk.book.rules.get("nas").maintenance_until == to_text(until)


def test_limits_of_one_service_are_set_in_a_form_and_undone(page, desk, qtbot):
    restart(desk)
    listed(page, qtbot, 1)
    page.table.select_key("jellyfin")
    qtbot.mouseClick(page.limits, Qt.MouseButton.LeftButton)
    form = page.findChild(LimitsDialog)
    assert form.restarts.text() == "Default (2)"
    assert form.restart_hours.text() == "Default (4 h)"
    form.restarts.setValue(3)
    form.restart_hours.setValue(6)
    assert form.means.text() == "Limits of jellyfin: 3 restarts in 6 h and 1 redeployment in 1 d."
    qtbot.mouseClick(form.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: cell(page, 0, "restarts").startswith("1 of 3 used, back in 5 h"))
    desk.undo.undo()
    qtbot.waitUntil(lambda: cell(page, 0, "restarts").startswith("1 of 2 used"))


def test_limits_and_maintenance_of_a_service_do_not_undo_each_other(page, desk, qtbot):
    now = utc_now()
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("nas", restarts=1), now))
    desk.book.store.write(lambda: desk.book.rules.maintain("nas", now, None, "", now))
    listed(page, qtbot, 1)
    page._ruling._limits_chosen(ServiceRule("nas"))
    qtbot.waitUntil(lambda: desk.book.rules.get("nas").restarts is None)
    assert desk.book.rules.get("nas").maintenance_since is not None


def test_an_attempt_in_progress_is_told_from_what_is_over(page, desk, qtbot):
    restart(desk, state="attempted")
    restart(desk, "caddy")
    qtbot.waitUntil(lambda: page.history_model.rowCount() == 2)
    outcomes = [page.history_model.index(row, 3).data() for row in (0, 1)]
    assert outcomes == ["ran", "attempted"]
    assert cell(page, 1, "last") == "restart attempted 5 min ago"


def test_settings_that_change_the_limits_hold_at_once(page, desk, qtbot):
    restart(desk)
    listed(page, qtbot, 1)
    desk.settings.change("cooldowns.restarts", 1)
    qtbot.waitUntil(lambda: cell(page, 0, "now") == "no restart")


def test_page_and_guard_say_the_same(page, desk, qtbot):
    restart(desk)
    restart(desk, minutes=20)
    restart(desk, "caddy")
    now = utc_now()
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("caddy", restarts=1), now)).result()
    listed(page, qtbot, 2)
    qtbot.waitUntil(lambda: cell(page, 0, "now") == "no restart")
    usual, rules = limits_of(desk.settings.current.cooldowns), desk.book.rules.all()
    counting = desk.book.cooldowns.counting(utc_now() - longest_window(usual, rules))
    guards = {one.service: one.in_force for one in list_service_cooldowns(counting, utc_now(), usual, rules)}
    qtbot.waitUntil(lambda: {one.service: one.shut for one in page._services} == guards)


def plan(desk, service="nas", hours=(2, 4), note="new disk"):
    now = utc_now()
    start, end = (now + timedelta(hours=each) for each in hours)
    return desk.book.store.write(lambda: desk.book.rules.plan(service, start, end, note, now)).result()


def test_maintenance_is_planned_in_the_form_with_a_start_and_an_end(page, desk, qtbot):
    page._maintain_another()
    form = page.findChild(MaintenanceDialog)
    form.service.setCurrentText("nas")
    assert not form.begin.isVisibleTo(form)
    qtbot.keyClick(form.start, Qt.Key.Key_Down)
    assert form.begin.isVisibleTo(form)
    assert form.go.text() == "Plan it for nas"
    form.span.setCurrentIndex(form.span.findText("Until you end it"))
    assert (form.go.isEnabled(), form.means.text()) == (False, "A planned window needs an end: choose for how long.")
    form.span.setCurrentIndex(form.span.findText("Until a time you choose"))
    form.until.setDateTime(form.begin.dateTime().addSecs(-600))
    assert (form.go.isEnabled(), form.means.text()) == (False, "The end must be after the start.")
    form.until.setDateTime(form.begin.dateTime().addSecs(7200))
    assert "may restart, redeploy or change nas from " in form.means.text()
    qtbot.keyClicks(form.note, "new disk")
    qtbot.mouseClick(form.go, Qt.MouseButton.LeftButton)
    listed(page, qtbot, 1)
    (window,) = desk.book.rules.windows("nas")
    assert from_text(window.ends_at) - from_text(window.starts_at) == timedelta(hours=2)
    assert window.note == "new disk"
    assert cell(page, 0, "now").startswith("allowed until ")
    desk.undo.undo()
    listed(page, qtbot, 0)
    desk.undo.redo()
    listed(page, qtbot, 1)


def test_the_next_planned_window_is_named_and_cancelled(page, desk, qtbot):
    first, second = plan(desk), plan(desk, hours=(30, 31), note="")
    listed(page, qtbot, 1)
    page.table.select_key("nas")
    assert "Maintenance is planned from " in page._hint.text() and "(new disk)" in page._hint.text()
    assert page.leave_alone.text() == "Leave alone…"
    assert page.cancel_planned.accessibleName() == "Cancel the next planned maintenance of nas"
    qtbot.mouseClick(page.cancel_planned, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [second])
    qtbot.waitUntil(lambda: desk.undo.undo_text.endswith("is cancelled"))
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [first, second])


def test_a_planned_window_that_has_begun_is_maintenance_and_ends_early(page, desk, qtbot):
    window = plan(desk, hours=(-1, 3))
    listed(page, qtbot, 1)
    qtbot.waitUntil(lambda: page.leave_alone.text() == "End maintenance")
    assert cell(page, 0, "now").startswith("in maintenance until ")
    assert page.cancel_planned.isHidden()
    qtbot.mouseClick(page.leave_alone, Qt.MouseButton.LeftButton)
    listed(page, qtbot, 0)
    qtbot.waitUntil(lambda: desk.undo.undo_text == "nas may be acted on again")
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [window])


def test_undoing_limits_leaves_planned_maintenance_alone(page, desk, qtbot):
    page._ruling._limits_chosen(ServiceRule("nas", restarts=1))
    qtbot.waitUntil(lambda: desk.undo.undo_text == "nas has limits of its own")
    window = plan(desk)
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.get("nas").restarts is None)
    assert desk.book.rules.windows("nas") == [window]
