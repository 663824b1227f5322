"""Settings on screen: applied at once, checked as typed, locked where the environment rules, taken back by Undo."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QCheckBox
from support.keyring_in_a_file import in_use
from support.matrix import few_of

from claudeops_desktop.agents.base import AgentProgram
from claudeops_desktop.agents.registry import AgentRegistry
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.desktop import autostart
from claudeops_desktop.core.secrets import keyring_store
from claudeops_desktop.core.settings import every_setting
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.settings.page import SettingsPage
from claudeops_desktop.ui.pages.settings.secret_dialog import SecretDialog
from claudeops_desktop.ui.pages.settings.text import GROUP_OF, GROUPS, ORDER, SECTIONS
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def page(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.activate()
    made.make_all()
    yield made
    made.deactivate()


def type_into(qtbot, row, text):
    row.editor.setFocus()
    row.editor.selectAll()
    qtbot.keyClicks(row.editor, text)


@pytest.mark.slow
def test_what_is_typed_is_in_force_without_a_button(page, desk, qtbot):
    type_into(qtbot, page.rows["limits.session_minutes"], "45")
    qtbot.waitUntil(lambda: desk.settings.current.limits.session_minutes == 45)
    assert "session_minutes = 45" in desk.folder.settings_file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_wrong_is_said_while_typing_and_not_written(page, desk, qtbot):
    row = page.rows["limits.session_minutes"]
    type_into(qtbot, row, "0")
    assert row.wrong == "0 is out of range. Above 0, up to 1,440."
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert desk.settings.current.limits.session_minutes == 20
    type_into(qtbot, row, "5")
    assert row.wrong == ""


@pytest.mark.slow
def test_a_change_can_be_taken_back_from_the_toast(page, desk, qtbot):
    with qtbot.waitSignal(page.message_posted) as told:
        page.rows["window.compact"].editor.click()
    assert desk.settings.current.window.compact
    assert told.args[0] == "Compact rows: applied."
    told.args[1]()
    qtbot.waitUntil(lambda: not desk.settings.current.window.compact)
    qtbot.waitUntil(lambda: not page.rows["window.compact"].editor.isChecked())


@pytest.mark.slow
def test_reset_goes_back_to_the_default(page, desk, qtbot):
    desk.settings.change("memory.budget", 500)
    row = page.rows["memory.budget"]
    qtbot.waitUntil(lambda: row.editor.text() == "500")
    assert row._reset.isVisibleTo(row)
    row._reset.click()
    qtbot.waitUntil(lambda: desk.settings.current.memory.budget == 2000)
    qtbot.waitUntil(lambda: not row._reset.isVisibleTo(row))


@pytest.mark.slow
def test_a_field_of_the_environment_is_locked_with_its_reason(desk, qtbot, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_MEMORY_BUDGET", "10")
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.make_all()
    row = made.rows["memory.budget"]
    assert not row.editor.isEnabled()
    assert "CLAUDEOPS_MEMORY_BUDGET" in row._note.text()


@pytest.mark.slow
def test_a_folder_that_is_not_there_is_refused_beside_the_field(page, desk, qtbot, tmp_path):
    row = page.rows["tiers.observe.working_dir"]
    type_into(qtbot, row, str(tmp_path / "gone"))
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "There is no folder" in row.wrong)
    assert desk.settings.current.tiers.observe.working_dir == ""


@pytest.mark.slow
def test_a_change_from_elsewhere_shows(page, desk, qtbot):
    desk.settings.change("run.dry_run", True)
    switch = page.rows["run.dry_run"].editor
    assert isinstance(switch, QCheckBox)
    qtbot.waitUntil(switch.isChecked)


@pytest.mark.slow
def test_search_leaves_what_is_meant(page, qtbot):
    page.focus_search()
    qtbot.keyClicks(page.search, "cap")
    qtbot.waitUntil(page.rows["limits.day_usd"].isVisible)
    assert page.rows["limits.session_minutes"].isHidden()
    assert page.sections["window"].isHidden()
    page.search.clear()
    qtbot.waitUntil(page.sections["limits"].isHidden)
    assert page.sections["window"].isVisible()


@pytest.mark.slow
def test_a_search_without_a_match_says_so(page, qtbot):
    qtbot.keyClicks(page.search, "xyzzy")
    qtbot.waitUntil(page._nothing.isVisible)


@pytest.mark.slow
def test_a_place_goes_to_its_group(page, qtbot):
    page.activate(PageLocation("settings", filters={"group": "logs"}))
    qtbot.waitUntil(lambda: page.list.currentItem().text().strip() == "Logs")


@pytest.mark.slow
def test_the_test_button_says_what_happened(page, desk, qtbot):
    page.parts.widgets["agent"].test.click()
    qtbot.waitUntil(lambda: "was not found" in page.parts.widgets["agent"].outcome.text())
    desk.find_agents = lambda: AgentRegistry(
        AgentProgram("/opt/claude", "2.1.197"), "claude", "The Claude CLI 2.1.197 runs."
    )
    qtbot.waitUntil(page.parts.widgets["agent"].test.isEnabled)
    page.parts.widgets["agent"].test.click()
    qtbot.waitUntil(lambda: page.parts.widgets["agent"].outcome.text().startswith("The Claude CLI 2.1.197 answered"))


@pytest.mark.slow
def test_a_change_is_undone_and_done_again_by_the_menu(page, desk, qtbot):
    with qtbot.waitSignal(page.message_posted):
        page.rows["window.compact"].editor.click()
    assert desk.undo.undo_text == "Compact rows: on"
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.undo.redo_text == "Compact rows: on")
    assert not desk.settings.current.window.compact
    desk.undo.redo()
    qtbot.waitUntil(lambda: desk.settings.current.window.compact)
    qtbot.waitUntil(lambda: not desk.undo.busy)


@pytest.mark.slow
def test_every_group_of_settings_is_on_the_page(page):
    wanted = {field.group for field in every_setting()} | {"secrets", "desktop", "services"}
    assert wanted <= set(page.sections)


@pytest.mark.slow
def test_a_time_of_day_is_checked_as_it_is_typed(page, qtbot):
    row = page.rows["notifications.quiet_from"]
    type_into(qtbot, row, "25:00")
    assert "a time of day from 00:00 to 23:59" in row.wrong


@pytest.mark.slow
def test_no_row_is_named_by_its_field(page):
    assert [name for name, row in page.rows.items() if "_" in row.spec.title] == []


@pytest.mark.slow
def test_the_schedules_are_a_click_away(page, qtbot):
    with qtbot.waitSignal(page.navigation_requested) as told:
        qtbot.mouseClick(page.parts.widgets["schedule"].button, Qt.MouseButton.LeftButton)
    assert told.args[0] == PageLocation("schedule")


@pytest.mark.slow
def test_starting_at_login_is_switched_on_and_taken_back(page, desk, qtbot):
    qtbot.waitUntil(lambda: page.parts.widgets["desktop"].login_status.text() != "")
    page.parts.widgets["desktop"].login.click()
    qtbot.waitUntil(lambda: autostart.autostart_status().on)
    qtbot.waitUntil(lambda: desk.undo.undo_text == "Start at login: on")
    desk.undo.undo()
    qtbot.waitUntil(lambda: not autostart.autostart_status().on)
    qtbot.waitUntil(lambda: not desk.undo.busy)


@pytest.mark.slow
def test_without_a_notification_server_the_group_says_so(page, qtbot):
    qtbot.waitUntil(lambda: "no notification can be shown" in page.parts.widgets["notifications"].state.text.text())


@pytest.mark.slow
def test_alerts_that_are_off_say_so(page):
    assert page.parts.widgets["alerts"].state.text.text() == "Off: nothing listens."


# --- secrets --------------------------------------------------------------------------------------------------------


@pytest.fixture
def own_keyring(tmp_path):
    with in_use(tmp_path / "keyring.json") as ours:
        yield ours


def typed(qtbot, value, label=""):
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, SecretDialog)
    qtbot.keyClicks(dialog.label, label)
    qtbot.keyClicks(dialog.value, value)
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    return dialog


@pytest.mark.slow
def test_a_secret_is_set_replaced_and_removed_and_never_shown(own_keyring, page, qtbot):
    row = page.parts.widgets["secrets"].rows["alert_token"]
    page.parts.widgets["secrets"].refresh()
    qtbot.waitUntil(lambda: row.state.text() == "Not set.")
    qtbot.mouseClick(row.put, Qt.MouseButton.LeftButton)
    dialog = typed(qtbot, "a-value")
    assert dialog.value.echoMode() is dialog.value.EchoMode.Password
    qtbot.waitUntil(lambda: row.state.text() == "Kept in the keyring.")
    assert keyring_store.get_secret("alert_token") == "a-value"
    assert row.put.text() == "Replace…"
    qtbot.mouseClick(row.drop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.state.text() == "Not set.")
    assert keyring_store.get_secret("alert_token") is None


@pytest.mark.slow
def test_a_locked_keyring_is_said_in_the_dialog(own_keyring, page, qtbot):
    own_keyring.locked = True
    qtbot.mouseClick(page.parts.widgets["secrets"].rows["alert_token"].put, Qt.MouseButton.LeftButton)
    dialog = typed(qtbot, "a-value")
    qtbot.waitUntil(lambda: "The keyring is locked." in dialog.wrong.text())
    dialog.reject()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*is deprecated and slated for removal:DeprecationWarning")  # apprise's
def test_an_address_is_checked_and_added(own_keyring, page, qtbot):
    qtbot.mouseClick(page.parts.widgets["notifications"].add, Qt.MouseButton.LeftButton)
    dialog = typed(qtbot, "hello", "phone")
    qtbot.waitUntil(lambda: "apprise knows no such address" in dialog.wrong.text())
    dialog.value.clear()
    qtbot.keyClicks(dialog.value, "ntfy://topic-of-a-test")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: keyring_store.names() == ("apprise:phone",))
    qtbot.waitUntil(page.parts.widgets["notifications"].list.none.isHidden)


def visible_sections(page):
    return [name for name, section in page.sections.items() if section.isVisible()]


@pytest.mark.slow
def test_a_group_is_made_when_it_is_wanted_and_the_rest_for_a_search(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    made.activate()
    assert set(made.sections) == {"window"}  # what is at the top; the rest follows
    qtbot.waitUntil(lambda: set(made.sections) == {"window", "desktop", "notifications"})
    made.show_group("storage")
    qtbot.waitUntil(lambda: visible_sections(made)[:4] == ["data", "store", "backup", "logs"])  # others may follow
    assert "limits" not in made.sections
    qtbot.keyClicks(made.search, "theme")
    qtbot.waitUntil(lambda: made.complete)
    qtbot.waitUntil(lambda: visible_sections(made) == ["window"])
    made.search.clear()
    qtbot.waitUntil(made.sections["logs"].isVisible)
    assert not made.sections["window"].isVisible()


def test_every_section_is_in_one_group_of_seven():
    assert len(GROUPS) == 7
    assert sorted(ORDER) == sorted(name for name, _, _ in SECTIONS)
    assert not {name for name, _, _ in GROUPS} & set(GROUP_OF)


@pytest.mark.parametrize("section", few_of(ORDER, 6))
def test_an_old_link_leads_to_its_section(desk, qtbot, section):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    made.activate(PageLocation("settings", filters={"group": section}))
    mine = next(sections for _, _, sections in GROUPS if section in sections)
    qtbot.waitUntil(lambda: set(visible_sections(made)) == set(mine))
    bar = made.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == min(made.sections[section].y(), bar.maximum()))
    assert made.choice.currentData() == GROUP_OF[section]
    made.deactivate()


@pytest.mark.slow
def test_a_setting_is_found_changed_and_undone_with_keys_alone(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    made.activate()
    made.activateWindow()
    made.focus_search()
    qtbot.waitUntil(made.search.hasFocus)
    qtbot.keyClicks(made.search, "compact rows")
    qtbot.waitUntil(lambda: made.complete and visible_sections(made) == ["window"])
    switch = made.rows["window.compact"].editor
    for _ in range(10):
        if made.focusWidget() is switch:
            break
        qtbot.keyClick(made.focusWidget(), Qt.Key.Key_Tab)
    assert made.focusWidget() is switch
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: desk.settings.current.window.compact)
    qtbot.waitUntil(lambda: desk.undo.undo_text == "Compact rows: on")
    desk.undo.undo()
    qtbot.waitUntil(lambda: not desk.settings.current.window.compact)
    qtbot.waitUntil(lambda: not desk.undo.busy)


def test_the_group_that_is_clicked_is_the_one_that_is_marked(page, qtbot):
    page.show_group(GROUPS[1][0])
    wanted = next(page.list.item(at) for at in range(page.list.count()) if page.list.item(at).text() == GROUPS[2][1])
    at = page.list.visualItemRect(wanted).center()
    view = page.list.viewport()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at)  # the sections above close, and the line moves up
    QApplication.sendEvent(view, _moved_to(view, at + QPoint(1, 1)))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at + QPoint(1, 1))
    assert page.list.currentItem() is wanted
    assert page.list.selectedItems() == [wanted]
    assert page._shown == GROUPS[2][0]


def _moved_to(widget, at):
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    place = QPointF(at)
    return QMouseEvent(QEvent.Type.MouseMove, place, QPointF(widget.mapToGlobal(at)), left, left, none)


def test_whether_a_model_may_be_asked_is_one_setting(page):
    asked = [box.text() for box in page.sections["model"].findChildren(QCheckBox)]
    assert "A small model helps memory" not in asked
    assert page.rows["model.allowed"].isVisibleTo(page.sections["model"])


def test_a_choice_that_a_plugin_adds_is_offered_after_the_page_has_opened(desk, qtbot, monkeypatch):
    asked = []

    def add(kind):
        asked.append(threading.current_thread() is threading.main_thread())
        return ("robot",) if kind == "agents" else ()

    monkeypatch.setattr("claudeops_desktop.core.extensions.registry.extensions_of", add)
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.show()
    made.activate(PageLocation("settings", filters={"group": "agent"}))
    box = made.rows["agent.preferred"].editor
    qtbot.waitUntil(lambda: box.findData("robot") >= 0)
    assert asked and not any(asked)


def test_a_narrow_page_names_the_group_in_a_box(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(588, 500)
    made.show()
    made.activate()
    assert not made.list.isVisible()
    made.choice.setFocus()
    qtbot.keyClick(made.choice, Qt.Key.Key_Down)
    assert made.choice.currentText() == "Agent and runs"
    assert made.sections["agent"].isVisible()


@pytest.mark.slow
def test_a_place_leads_to_one_setting(page, qtbot):
    page.activate(PageLocation("settings", filters={"setting": "limits.day_usd"}))
    assert page.list.currentItem().text().strip() == "Limits"
    qtbot.waitUntil(page.rows["limits.day_usd"].editor.hasFocus)


@pytest.mark.slow
def test_what_was_told_lately_stands_there_with_the_way_it_went(page, desk, qtbot):
    told = {"kind": "failed", "key": "k", "title": "A run failed", "body": "", "place": "{}", "desktop": "shown"}
    desk.book.store.write(lambda: desk.book.notifications.add(**told, now=utc_now())).result()
    part = page.parts.widgets["notifications"]
    page.show_group("notifications")
    qtbot.waitUntil(lambda: part.told[0].text().endswith("A run failed. shown"))


def test_the_page_opens_at_the_group_of_the_last_time(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.restore_state({"group": "logs"})
    made.resize(1000, 600)
    made.show()
    made.activate()
    assert made.list.currentItem().text().strip() == "Logs"
    assert made.save_state() == {"group": "logs"}


@pytest.mark.slow
def test_a_restore_ends_the_application_without_a_second_question(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.show()
    window.show_page("settings")
    page = window.stack.page
    page.make_all()
    with qtbot.waitSignal(window.quit_requested):
        page.parts.widgets["data"].restore_requested.emit(desk.folder.root / "a.zip")


@pytest.mark.slow
def test_a_narrow_window_cuts_nothing_off(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(588, 500)  # what the smallest window leaves beside its folded side bar
    made.show()
    made.activate()
    made.make_all()
    qtbot.waitUntil(lambda: not made.list.isVisible())
    made.layout().activate()
    wide = {name: group.minimumSizeHint().width() for name, group in made.sections.items()}
    assert max(wide.values()) <= made.area.viewport().width() - 8, wide
