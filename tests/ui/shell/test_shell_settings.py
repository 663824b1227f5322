"""Settings on screen: applied at once, checked as typed, locked where the environment rules, taken back by Undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox

from claudeops_desktop.agent.catalog import Agents, ClaudeCli
from claudeops_desktop.schedule.edit import new_schedule
from claudeops_desktop.ui.page import Place
from claudeops_desktop.ui.pages.settings.page import SettingsPage
from claudeops_desktop.ui.pages.settings.schedule_form import ScheduleForm


@pytest.fixture
def page(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.opened()
    yield made
    made.left()


def type_into(qtbot, row, text):
    row.editor.setFocus()
    row.editor.selectAll()
    qtbot.keyClicks(row.editor, text)


def test_what_is_typed_is_in_force_without_a_button(page, desk, qtbot):
    type_into(qtbot, page.rows["limits.session_minutes"], "45")
    qtbot.waitUntil(lambda: desk.settings.current.limits.session_minutes == 45)
    assert "session_minutes = 45" in desk.folder.settings_file.read_text(encoding="utf-8")


def test_what_is_wrong_is_said_while_typing_and_not_written(page, desk, qtbot):
    row = page.rows["limits.session_minutes"]
    type_into(qtbot, row, "0")
    assert row.wrong == "0 is out of range. Above 0, up to 1,440."
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert desk.settings.current.limits.session_minutes == 20
    type_into(qtbot, row, "5")
    assert row.wrong == ""


def test_a_change_can_be_taken_back_from_the_toast(page, desk, qtbot):
    with qtbot.waitSignal(page.message) as told:
        page.rows["window.compact"].editor.click()
    assert desk.settings.current.window.compact
    assert told.args[0] == "Compact rows: applied."
    told.args[1]()
    qtbot.waitUntil(lambda: not desk.settings.current.window.compact)
    qtbot.waitUntil(lambda: not page.rows["window.compact"].editor.isChecked())


def test_reset_goes_back_to_the_default(page, desk, qtbot):
    desk.settings.change("memory.budget", 500)
    row = page.rows["memory.budget"]
    qtbot.waitUntil(lambda: row.editor.text() == "500")
    assert row._reset.isVisibleTo(row)
    row._reset.click()
    qtbot.waitUntil(lambda: desk.settings.current.memory.budget == 2000)
    qtbot.waitUntil(lambda: not row._reset.isVisibleTo(row))


def test_a_field_of_the_environment_is_locked_with_its_reason(desk, qtbot, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_MEMORY_BUDGET", "10")
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    row = made.rows["memory.budget"]
    assert not row.editor.isEnabled()
    assert "CLAUDEOPS_MEMORY_BUDGET" in row._note.text()


def test_a_folder_that_is_not_there_is_refused_beside_the_field(page, desk, qtbot, tmp_path):
    row = page.rows["tiers.observe.working_dir"]
    type_into(qtbot, row, str(tmp_path / "gone"))
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "There is no folder" in row.wrong)
    assert desk.settings.current.tiers.observe.working_dir == ""


def test_a_change_from_elsewhere_shows(page, desk, qtbot):
    desk.settings.change("run.dry_run", True)
    switch = page.rows["run.dry_run"].editor
    assert isinstance(switch, QCheckBox)
    qtbot.waitUntil(switch.isChecked)


def test_search_leaves_what_is_meant(page, qtbot):
    page.focus_search()
    qtbot.keyClicks(page.search, "cap")
    qtbot.waitUntil(page.groups["window"].isHidden)
    assert not page.rows["limits.day_usd"].isHidden()
    assert page.rows["limits.session_minutes"].isHidden()
    page.search.clear()
    qtbot.waitUntil(lambda: not page.groups["window"].isHidden())


def test_a_search_without_a_match_says_so(page, qtbot):
    qtbot.keyClicks(page.search, "xyzzy")
    qtbot.waitUntil(page._nothing.isVisible)


def test_a_place_goes_to_its_group(page, qtbot):
    page.opened(Place("settings", filters={"group": "logs"}))
    qtbot.waitUntil(lambda: page.list.currentItem().text() == "Logs")


def test_a_place_below_the_schedules_is_still_reached_once_they_are_known(filled_desk, qtbot):
    made = SettingsPage(filled_desk)
    qtbot.addWidget(made)
    made.resize(1000, 500)
    made.show()
    made.opened(Place("settings", filters={"group": "services"}))
    qtbot.waitUntil(lambda: made.schedules.table.rowCount() > 0)
    qtbot.waitUntil(lambda: made.area.verticalScrollBar().value() == made.groups["services"].y())
    made.left()


def test_the_test_button_says_what_happened(page, desk, qtbot):
    page.agents.test.click()
    qtbot.waitUntil(lambda: "was not found" in page.agents.outcome.text())
    desk.agents = lambda: Agents(ClaudeCli("/opt/claude", "2.1.197"), "claude", "The Claude CLI 2.1.197 runs.")
    qtbot.waitUntil(page.agents.test.isEnabled)
    page.agents.test.click()
    qtbot.waitUntil(lambda: page.agents.outcome.text().startswith("The Claude CLI 2.1.197 answered"))


def test_without_a_services_file_it_offers_the_sample(page, desk, qtbot, monkeypatch):
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda _url: True)
    qtbot.waitUntil(page.services.make.isVisible)
    page.services.make.click()
    qtbot.waitUntil(lambda: "services:" in page.services.state.text())
    assert desk.folder.services_file.exists()


def test_a_services_file_that_cannot_be_read_says_where(page, desk, qtbot):
    desk.folder.services_file.write_text("[[service]]\nname = \n", encoding="utf-8")
    page.services.look()
    qtbot.waitUntil(lambda: "cannot be read" in page.services.state.text())


# --- schedules ------------------------------------------------------------------------------------------------------


def saved(desk, **changed):
    made = new_schedule(changed.pop("name", "Observe"), "interval", "1800", **changed)
    return desk.schedule.save(made).result()


def test_a_new_schedule_appears_with_its_rule_in_words(page, desk, qtbot):
    saved(desk, name="Half hourly")
    qtbot.waitUntil(lambda: len(page.schedules.rows) == 1)
    row = page.schedules.rows[0]
    assert row.name.text() == "Half hourly"
    assert row.rule.text().startswith("Every 30 minutes · observe")


def test_a_schedule_is_switched_off_and_on(page, desk, qtbot):
    saved(desk)
    qtbot.waitUntil(lambda: len(page.schedules.rows) == 1)
    page.schedules.rows[0].enabled.click()
    qtbot.waitUntil(lambda: page.schedules.rows[0].next.text() == "off")
    assert not desk.book.store.read(desk.book.schedules.list).result()[0].enabled


def test_running_a_schedule_now_asks_the_queue(page, desk, qtbot):
    saved(desk, services=("postgres",))
    qtbot.waitUntil(lambda: len(page.schedules.rows) == 1)
    page.schedules.rows[0]._run()
    assert desk.runs.asked[0][1].services == ("postgres",)


def test_deleting_a_schedule_asks_first(page, desk, qtbot):
    saved(desk)
    qtbot.waitUntil(lambda: len(page.schedules.rows) == 1)
    page.schedules.rows[0]._delete()
    box = page.schedules.findChild(QMessageBox)
    next(button for button in box.buttons() if button.text() == "Delete the schedule").click()
    qtbot.waitUntil(lambda: page.schedules.rows == [])


def test_the_form_checks_the_rule_as_it_is_typed(page, desk, qtbot):
    form = ScheduleForm(desk, None, page)
    form.name.setText("Mornings")
    form.rule.setText("every other blue moon")
    assert not form.save.isEnabled()
    assert "cannot be read" in form.said.text()
    form.rule.setText("15 min")
    assert form.save.isEnabled()
    assert form.said.text().startswith("Every 15 minutes. Next: ")
    form.kind.setCurrentIndex(1)
    form.rule.setText("0 9 * * 1-5")
    assert form.said.text().startswith("Weekdays at 09:00. Next: ")
    with qtbot.waitSignal(form.saved) as told:
        form.save.click()
    assert told.args[0].rule == "0 9 * * 1-5"


def test_editing_a_schedule_keeps_its_rhythm(page, desk, qtbot):
    old = saved(desk)
    form = ScheduleForm(desk, old, page)
    form.name.setText("Another name")
    with qtbot.waitSignal(form.saved) as told:
        form.save.click()
    assert told.args[0].id == old.id
    assert told.args[0].anchor_at == old.anchor_at
    assert told.args[0].name == "Another name"


def test_due_times_say_what_became_of_them_and_why(page, filled_desk, qtbot):
    page.refresh()
    qtbot.waitUntil(lambda: page.schedules.table.rowCount() > 0)
    table = page.schedules.table
    rows = [[table.item(row, column).text() for column in range(4)] for row in range(table.rowCount())]
    assert ["missed", "The machine was asleep; caught up at 11:12."] in [row[2:] for row in rows]
