"""S11 in the window: limits of a service, cooldowns, maintenance and their undo; window and guard agree."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox, QPushButton
from support.desks import watch

from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.guard.cooldown import CooldownLimits, limits_of, list_service_cooldowns, longest_window
from claudeops_desktop.operations.service_limits import SetServiceLimits
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.services.cooldowns_dialog import CooldownsDialog
from claudeops_desktop.ui.pages.services.limit_dialog import CUSTOM, OPEN
from claudeops_desktop.ui.pages.services.limit_slots import counting_text, list_limits, slots_text

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def action(number, minutes, kind="restart", service="jellyfin", *, success=True, **more):
    at = to_text(NOW - timedelta(minutes=minutes))
    return CooldownAction(number, service, kind, int(success), "", at, None, 2, None, "", **more)


def of(actions, *rules, services=("jellyfin",)):
    return list_limits(actions, NOW, CooldownLimits(), rules, services)


# --- the rule in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "restarts", "redeployments"),
    [
        ([], "0 of 2 used", "0 of 1 used"),
        ([action(1, 60)], "1 of 2 used, back in 3 h", "0 of 1 used"),
        ([action(1, 107), action(2, 60)], "2 of 2 used, next in 2 h 13 min", "0 of 1 used"),
        ([action(1, 107), action(2, 60), action(3, 1)], "3 of 2 used, next in 3 h", "0 of 1 used"),
        ([action(1, 60, success=False)], "1 of 2 used, back in 3 h", "0 of 1 used"),
        ([action(1, 1, state="attempted")], "1 of 2 used, back in 3 h 59 min", "0 of 1 used"),
        ([action(1, 60, "redeployment")], "0 of 2 used", "1 of 1 used, next in 23 h"),
        ([action(1, 239)], "1 of 2 used, back in 1 min", "0 of 1 used"),
        ([action(1, 240)], "0 of 2 used", "0 of 1 used"),
    ],
)
def test_slots_say_how_many_are_used_and_when_the_next_comes_back(actions, restarts, redeployments):
    limits = of(actions)["jellyfin"]
    assert (slots_text(limits.restarts, NOW), slots_text(limits.redeployments, NOW)) == (restarts, redeployments)


def test_a_service_may_have_limits_of_its_own():
    limits = of([action(1, 300)], ServiceRule("jellyfin", restarts=3, restart_hours=6.0))["jellyfin"]
    assert slots_text(limits.restarts, NOW) == "1 of 3 used, back in 1 h"
    assert (limits.has_own_limits, limits.redeployments.own) == (True, False)


def test_no_restart_at_all_is_said_as_it_is():
    limits = of([], ServiceRule("postgres", restarts=0))["postgres"]
    assert slots_text(limits.restarts, NOW) == "never allowed"
    assert limits.shut == ("restart",)


def test_in_maintenance_nothing_is_allowed_though_all_slots_are_free():
    until = NOW + timedelta(hours=2)
    rule = ServiceRule("nas", maintenance_since=to_text(NOW), maintenance_until=to_text(until), note="new disk")
    limits = of([], rule)["nas"]
    assert limits.shut == ("restart", "redeployment")
    assert (limits.maintenance, limits.maintenance_until, limits.note) == (True, until, "new disk")


def test_maintenance_that_has_ended_is_nothing_unusual():
    past = to_text(NOW - timedelta(minutes=1))
    limits = of([], ServiceRule("nas", maintenance_since=past, maintenance_until=past))["nas"]
    assert not limits.stands_out


@pytest.mark.parametrize(
    ("kind", "state", "hours", "counts"),
    [
        ("restart", "claimed", 4, "does not count"),
        ("restart", "not_run", 4, "does not count"),
        ("start", "completed", 4, "does not count: a first start is free"),
        ("restart", "completed", -1, "counts no longer"),
    ],
)
def test_what_takes_no_slot_is_said(kind, state, hours, counts):
    one = replace(action(1, 10, kind), state=state)
    assert counting_text(one, NOW + timedelta(hours=hours), NOW) == counts


# --- the page -------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(desk, open_page, qtbot):
    watch(desk, "jellyfin", "nas")
    made = open_page(desk, PageLocation("services", filters={"service": "nas"}))
    qtbot.waitUntil(lambda: made.line is not None and made.line.name == "nas")
    return made


def press(page, name):
    page.action_set.buttons[name].click()


def opened(qtbot, page, kind):
    qtbot.waitUntil(lambda: bool(page.findChildren(kind)))
    return page.findChildren(kind)[-1]


def facts(page):
    form = page.detail.section("limits").facts.form
    return {form.itemAt(row, form.ItemRole.LabelRole).widget().text(): form.itemAt(row, form.ItemRole.FieldRole)
            .widget().text() for row in range(form.rowCount())}  # fmt: skip


def restart(desk, service="nas", minutes=5, state="completed", session=None, line=0):
    def write():
        number = desk.book.cooldowns.add(
            service=service, action_type="restart", success=True, message="done", session_id=session, tier=2,
            now=utc_now() - timedelta(minutes=minutes), state=state,
        )  # fmt: skip
        if session is not None:
            place = MarkerPlace(session, line, 0, 0)
            marker = desk.book.markers.claim(place, kind="cooldown", line="l", said="s", now=utc_now())
            desk.book.markers.settle(marker, action="inserted", why="", target_id=number)
        return number

    return desk.book.store.write(write).result()


def plan(desk, service="nas", hours=(2, 4), note="new disk"):
    now = utc_now()
    start, end = (now + timedelta(hours=each) for each in hours)
    return desk.book.store.write(lambda: desk.book.rules.plan(service, start, end, note, now)).result()


def test_limits_and_maintenance_stand_over_the_chart(page, desk, qtbot):
    restart(desk)
    plan(desk)
    page.detail.column.unfold("limits")
    qtbot.waitUntil(lambda: "Last action" in facts(page))
    told = facts(page)
    assert told["Agents may act"].startswith("allowed until ")
    assert told["Restarts"].startswith("1 of 2 used, back in 3 h")
    assert told["Restarts"].endswith("At most 2 restarts in 4 h, the default")
    assert told["Last action"] == "restart ran 5 min ago"
    assert told["Planned"].endswith(": new disk")


def test_whether_agents_may_act_is_said_in_the_folded_head(page, desk, qtbot):
    head = page.detail.column.sections["limits"].fold
    qtbot.waitUntil(lambda: head.text() == "Limits and maintenance · allowed")
    desk.settings.change("cooldowns.restarts", 0)
    qtbot.waitUntil(lambda: head.text() == "Limits and maintenance · no restart")


def test_limits_of_one_service_are_set_in_a_form_and_undone(page, desk, qtbot):
    press(page, "limits")
    form = opened(qtbot, page, FormDialog)
    assert form.inputs["restarts"].widget.text() == "Default (2)"
    assert form.inputs["restart_hours"].widget.text() == "Default (4 h)"
    form.inputs["restarts"].widget.setValue(3)
    form.inputs["restart_hours"].widget.setValue(6)
    qtbot.waitUntil(lambda: form.message.text() == "Limits of nas: 3 restarts in 6 h and 1 redeployment in 1 d.")
    qtbot.mouseClick(form.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.own_limits.restarts.allowed == 3)
    assert desk.book.rules.get("nas").restart_hours == 6
    desk.undo.undo()
    qtbot.waitUntil(lambda: page.own_limits.restarts.allowed == 2)


def test_the_form_begins_with_the_limits_that_hold(page, desk, qtbot):
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("nas", restarts=0), utc_now())).result()
    press(page, "limits")
    form = opened(qtbot, page, FormDialog)
    assert form.inputs["restarts"].widget.text() == "0"
    assert form.inputs["redeployments"].widget.text() == "Default (1)"


def test_the_default_limits_are_one_press_away(page, desk, qtbot):
    assert not page.action_set.buttons["usual"].isEnabled()
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("nas", restarts=1), utc_now())).result()
    qtbot.waitUntil(page.action_set.buttons["usual"].isEnabled)
    press(page, "usual")
    qtbot.waitUntil(lambda: desk.undo.undo_text == "nas has the limits of all services")
    assert desk.book.rules.get("nas") is None


def test_limits_and_maintenance_of_a_service_do_not_undo_each_other(page, desk, qtbot):
    now = utc_now()
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("nas", restarts=1), now))
    desk.book.store.write(lambda: desk.book.rules.maintain("nas", now, None, "", now))
    qtbot.waitUntil(page.action_set.buttons["usual"].isEnabled)
    press(page, "usual")
    qtbot.waitUntil(lambda: desk.book.rules.get("nas").restarts is None)
    assert desk.book.rules.get("nas").maintenance_since is not None


def test_undoing_limits_leaves_planned_maintenance_alone(page, desk, qtbot):
    page.limits._set_limits(SetServiceLimits("nas", restarts=1))
    qtbot.waitUntil(lambda: desk.undo.undo_text == "nas has limits of its own")
    window = plan(desk)
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.get("nas").restarts is None)
    assert desk.book.rules.windows("nas") == [window]


def test_a_name_that_is_no_service_yet_is_left_alone_and_that_is_undone(page, desk, qtbot):
    page.action_set.actions["maintain_another"].trigger()
    form = opened(qtbot, page, FormDialog)
    assert not form.submit.isEnabled()
    form.inputs["service"].set_value("Printer")
    form.inputs["note"].widget.setText("new toner")
    form.inputs["span"].set_value(OPEN)
    qtbot.waitUntil(lambda: "change printer until you end it, whatever its tier" in form.message.text())
    qtbot.mouseClick(form.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.line.name == "printer" and page.line.state_text == "in maintenance")
    assert desk.book.rules.get("printer").note == "new toner"
    assert desk.undo.undo_text == "printer is in maintenance until you end it"
    desk.undo.undo()
    qtbot.waitUntil(lambda: "printer" not in page.model.keys)
    assert desk.book.rules.get("printer") is None


def test_ending_the_maintenance_is_one_click_and_undoing_brings_its_end_back(page, desk, qtbot):
    now = utc_now()
    until = now + timedelta(hours=3)
    desk.book.store.write(lambda: desk.book.rules.maintain("nas", now, until, "new disk", now))
    qtbot.waitUntil(lambda: page.action_set.buttons["maintain"].text() == "End maintenance")
    press(page, "maintain")
    qtbot.waitUntil(lambda: page.action_set.buttons["maintain"].text() == "Maintenance…")
    desk.undo.undo()
    qtbot.waitUntil(lambda: page.action_set.buttons["maintain"].text() == "End maintenance")
    assert desk.book.rules.get("nas").maintenance_until == to_text(until)


def test_maintenance_is_planned_in_the_form_with_a_start_and_an_end(page, desk, qtbot):
    press(page, "maintain")
    form = opened(qtbot, page, FormDialog)
    begin, until = (form.inputs[name].widget for name in ("begin", "until"))
    assert not begin.isVisibleTo(form)
    form.inputs["start"].set_value(CUSTOM)
    assert begin.isVisibleTo(form)
    form.inputs["span"].set_value(OPEN)
    assert (form.submit.isEnabled(), form.message.text()) == (
        False, "A planned window needs an end: choose for how long.",
    )  # fmt: skip
    form.inputs["span"].set_value(CUSTOM)
    until.setDateTime(begin.dateTime().addSecs(-600))
    assert (form.submit.isEnabled(), form.message.text()) == (False, "The end must be after the start.")
    until.setDateTime(begin.dateTime().addSecs(7200))
    qtbot.waitUntil(lambda: "may restart, redeploy or change nas from " in form.message.text())
    form.inputs["note"].widget.setText("new disk")
    qtbot.mouseClick(form.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.own_limits.planned))
    (window,) = desk.book.rules.windows("nas")
    assert from_text(window.ends_at) - from_text(window.starts_at) == timedelta(hours=2)
    assert window.note == "new disk"
    desk.undo.undo()
    qtbot.waitUntil(lambda: not page.own_limits.planned)


def test_the_next_planned_window_is_cancelled_and_brought_back(page, desk, qtbot):
    first, second = plan(desk), plan(desk, hours=(30, 31), note="")
    qtbot.waitUntil(page.action_set.buttons["cancel"].isEnabled)
    assert page.action_set.buttons["maintain"].text() == "Maintenance…"
    press(page, "cancel")
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [second])
    qtbot.waitUntil(lambda: desk.undo.undo_text.endswith("is cancelled"))
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [first, second])


def test_a_planned_window_that_has_begun_is_maintenance_and_ends_early(page, desk, qtbot):
    window = plan(desk, hours=(-1, 3))
    qtbot.waitUntil(lambda: page.action_set.buttons["maintain"].text() == "End maintenance")
    assert page.line.state_since.startswith("in maintenance until ")
    assert not page.action_set.buttons["cancel"].isEnabled()
    press(page, "maintain")
    qtbot.waitUntil(lambda: desk.undo.undo_text == "nas may be acted on again")
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.book.rules.windows("nas") == [window])


def test_clearing_asks_first_and_can_be_left(page, desk, qtbot):
    restart(desk)
    qtbot.waitUntil(page.action_set.buttons["clear"].isEnabled)
    press(page, "clear")
    box = opened(qtbot, page, QMessageBox)
    assert box.text() == "Clear the cooldown of nas?"
    assert "1 restart will count no longer" in box.informativeText()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert page.own_limits.counts


def test_what_was_cleared_counts_no_longer_and_stays_in_the_time_line(page, desk, qtbot):
    restart(desk)
    qtbot.waitUntil(page.action_set.buttons["clear"].isEnabled)
    press(page, "clear")
    box = opened(qtbot, page, QMessageBox)
    (yes,) = [one for one in box.findChildren(QPushButton) if one.text() == "Clear the cooldown of nas"]
    with qtbot.waitSignal(page.message_posted) as told:
        qtbot.mouseClick(yes, Qt.MouseButton.LeftButton)
    assert told.args[0] == "The cooldown of nas is cleared: 1 action counts no longer."
    qtbot.waitUntil(lambda: not page.own_limits.counts)
    model = page.detail.section("time_line").model
    qtbot.waitUntil(lambda: model.index(0, 3).data() == "restart: done · cleared just now")


def test_an_action_leads_to_the_line_that_told_of_it(page, desk, qtbot):
    def begin():
        book, now = desk.book, utc_now()
        run = book.sessions.begin_run(trigger="manual", agent="claude", max_tier=2, dry_run=False, services=(), now=now)
        return book.sessions.begin(now=now, run_id=run, agent="claude", trigger="manual")

    session = desk.book.store.write(begin).result()
    restart(desk, session=session, line=9)
    line = page.detail.section("time_line")
    line.kinds.set_value("action")
    qtbot.waitUntil(lambda: line.model.rowCount() == 1 and line.target is not None)
    assert line.target == PageLocation("sessions", id=session, line=9)


# --- all services ---------------------------------------------------------------------------------------------------


@pytest.fixture
def dialog(page, qtbot):
    press(page, "cooldowns")
    made = opened(qtbot, page, CooldownsDialog)
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return made


def cell(dialog, service, column):
    names = [one.name for one in dialog.model.COLUMNS]
    return dialog.model.index(dialog.model.place(service), names.index(column)).data()


def test_services_with_something_unusual_are_listed(dialog, desk, qtbot):
    qtbot.waitUntil(dialog._empty.isVisible)
    restart(desk)
    restart(desk, "gitea", state="attempted")  # no service: an action on it counts all the same
    qtbot.waitUntil(lambda: list(dialog.model.keys) == ["gitea", "nas"])
    assert cell(dialog, "nas", "restarts").startswith("1 of 2 used, back in 3 h")
    assert cell(dialog, "gitea", "last") == "restart attempted 5 min ago"


def test_settings_that_change_the_limits_hold_at_once(dialog, desk, qtbot):
    restart(desk)
    qtbot.waitUntil(lambda: "nas" in dialog.model.keys)
    desk.settings.change("cooldowns.restarts", 1)
    qtbot.waitUntil(lambda: cell(dialog, "nas", "now") == "no restart")


def test_window_and_guard_say_the_same(dialog, desk, qtbot):
    restart(desk)
    restart(desk, minutes=20)
    restart(desk, "caddy")
    now = utc_now()
    desk.book.store.write(lambda: desk.book.rules.put(ServiceRule("caddy", restarts=1), now)).result()
    qtbot.waitUntil(lambda: list(dialog.model.keys) == ["caddy", "nas"])
    usual, rules = limits_of(desk.settings.current.cooldowns), desk.book.rules.all()
    counting = desk.book.cooldowns.counting(utc_now() - longest_window(usual, rules))
    guards = {one.service: one.in_force for one in list_service_cooldowns(counting, utc_now(), usual, rules)}
    shown = lambda: {name: dialog.model.known_row(name).shut for name in dialog.model.keys}  # noqa: E731
    qtbot.waitUntil(lambda: shown() == guards)


def test_a_row_leads_to_its_service(dialog, page, desk, qtbot):
    restart(desk, "jellyfin")
    qtbot.waitUntil(lambda: dialog.current is not None)
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.line.name == "jellyfin")


@pytest.mark.parametrize("place", [PageLocation("cooldowns"), PageLocation("cooldowns", filters={"service": None})])
def test_a_former_link_to_all_cooldowns_opens_the_list(desk, open_page, qtbot, place):
    page = open_page(desk, place)
    assert opened(qtbot, page, CooldownsDialog)


def test_a_former_link_to_the_cooldowns_of_a_service_leads_to_it(desk, open_page, qtbot):
    watch(desk, "jellyfin", "nas")
    page = open_page(desk, PageLocation("cooldowns", filters={"service": "nas"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "nas")
    assert not page.findChildren(CooldownsDialog)
