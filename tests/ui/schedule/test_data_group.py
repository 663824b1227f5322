"""Your data in the settings: sizes, backing up with progress, restoring, taking claude-ops over, looking after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.backup_reader import check_backup
from claudeops_desktop.ui.pages.settings.data_group import DataGroup
from claudeops_desktop.ui.recovery.damaged_dialog import DamagedDialog
from claudeops_desktop.ui.recovery.restore_dialog import RestoreDialog, TaskDialog

RESTORED = pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")


@pytest.fixture
def group(desk, qtbot):
    made = DataGroup(desk)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    made.refresh()
    return made


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def box_of(group, qtbot):
    qtbot.waitUntil(lambda: group.findChild(QMessageBox) is not None)
    return group.findChild(QMessageBox)


def button(box, text):
    return next(found for found in box.findChildren(QPushButton) if found.text() == text)


def test_it_says_where_everything_is_and_how_large(group, desk, qtbot):
    qtbot.waitUntil(lambda: group.sizes.text().startswith("Database "))
    assert "It holds 0 sessions, 0 events and 0 memories." in group.sizes.text()
    assert str(desk.folder.root) in group.where.toolTip()


def test_a_backup_is_made_checked_and_told(group, tmp_path, qtbot):
    group.begin_backup(tmp_path / "b.zip")
    assert not group.back_up.isEnabled()
    qtbot.waitUntil(lambda: group.outcome.text.text().startswith("Backed up into"))
    assert check_backup(tmp_path / "b.zip").with_logs
    assert group.back_up.isEnabled()
    assert not group.bar.isVisible()


def test_a_knowledge_folder_elsewhere_is_named(group, desk, tmp_path, qtbot):
    desk.settings.change("knowledge.folder", str(tmp_path / "mine"))
    group.begin_backup(tmp_path / "b.zip")
    qtbot.waitUntil(lambda: group.outcome.text.text().startswith("Backed up into"))
    assert "mine is not in it: back it up by itself." in group.outcome.text.text().replace("\u200b", "")


def test_logs_can_be_left_out(group, tmp_path, qtbot):
    press(qtbot, group.with_logs)
    group.with_logs.setChecked(False)
    group.begin_backup(tmp_path / "b.zip")
    qtbot.waitUntil(lambda: "no logs" in group.outcome.text.text())


def test_cancelled_it_says_so_and_leaves_nothing(group, tmp_path, qtbot):
    group.begin_backup(tmp_path / "b.zip")
    group.work.cancel()
    qtbot.waitUntil(group.outcome.isVisible)
    assert group.outcome.text.text() == "Cancelled: nothing was changed." or (tmp_path / "b.zip").exists()
    assert group.back_up.isEnabled()


def test_a_file_that_the_operator_agreed_to_replace_is_replaced_whole(group, tmp_path, qtbot):
    (tmp_path / "b.zip").write_bytes(b"old")
    group.begin_backup(tmp_path / "b.zip")
    qtbot.waitUntil(lambda: group.outcome.text.text().startswith("Backed up into"))
    check_backup(tmp_path / "b.zip")


def test_a_place_that_cannot_be_written_is_a_sentence(group, tmp_path, qtbot):
    (tmp_path / "file").write_text("")
    group.begin_backup(tmp_path / "file" / "b.zip")
    qtbot.waitUntil(lambda: "could not be written" in group.outcome.text.text())


@RESTORED
def test_restoring_asks_says_what_is_in_it_and_asks_the_window_to_restart(group, desk, tmp_path, qtbot):
    back_up(desk.folder, tmp_path / "b.zip")
    group.look_at_backup(tmp_path / "b.zip")
    box = box_of(group, qtbot)
    assert "0 sessions, 0 events, 0 memories and 0 logs" in box.informativeText()
    with qtbot.waitSignal(group.restore_requested) as asked:
        press(qtbot, button(box, "Restore and restart"))
    assert asked.args == [tmp_path / "b.zip"]
    assert desk.restore_from == tmp_path / "b.zip"


@RESTORED
def test_keeping_what_is_here_changes_nothing(group, desk, tmp_path, qtbot):
    back_up(desk.folder, tmp_path / "b.zip")
    group.look_at_backup(tmp_path / "b.zip")
    press(qtbot, button(box_of(group, qtbot), "Keep what is here"))
    assert desk.restore_from is None


@RESTORED
def test_a_restore_names_what_it_would_change_before_it_restarts(group, desk, tmp_path, qtbot):
    back_up(desk.folder, tmp_path / "b.zip")
    desk.folder.settings_file.write_text('[approvals]\ntier3 = "never"\n[agent]\nclaude_path = "/opt/mine"\n')
    group.look_at_backup(tmp_path / "b.zip")
    box = box_of(group, qtbot)
    assert 'approvals.tier3: "never" → "ask"' in box.informativeText()
    assert 'agent.claude_path: "/opt/mine" → ""' in box.informativeText()
    assert "Unpacked it takes" in box.informativeText()
    press(qtbot, button(box, "Keep what is here"))
    assert desk.restore_from is None


@pytest.mark.parametrize("_store_on_server", ["postgresql"], indirect=True)
def test_on_a_server_a_restore_is_refused_before_anything_is_asked(group, desk, tmp_path, qtbot):
    back_up(desk.folder, tmp_path / "b.zip")
    group.look_at_backup(tmp_path / "b.zip")
    qtbot.waitUntil(lambda: "this works on a file" in group.outcome.text.text().replace("\u200b", ""))
    assert desk.restore_from is None


def test_something_else_than_a_backup_is_refused_before_anything_is_asked(group, tmp_path, qtbot):
    (tmp_path / "photo.zip").write_bytes(b"PK not a backup")
    group.look_at_backup(tmp_path / "photo.zip")
    qtbot.waitUntil(lambda: "is not a backup" in group.outcome.text.text())


def test_checking_and_compacting_say_what_came_of_it(group, qtbot):
    press(qtbot, group.check)
    qtbot.waitUntil(lambda: group.outcome.text.text() == "The database is intact.")
    press(qtbot, group.compact)
    qtbot.waitUntil(lambda: " before, " in group.outcome.text.text())


# --- without a window: the folder is free, or its database is damaged


@pytest.fixture
def folder(tmp_path):
    found = DataFolder(tmp_path / "other")
    store = open_store(found)
    store.write(
        lambda: store.database.execute_sql(
            "INSERT INTO events (level, message, created_at) VALUES ('info', 'kept', '2026-03-02T09:00:00.000Z')"
        )
    ).result()
    store.close()
    return found


def messages(folder):
    with closing(sqlite3.connect(folder.database)) as database:
        return [message for (message,) in database.execute("SELECT message FROM events")]


@pytest.mark.slow
@RESTORED
def test_a_restore_says_how_far_it_is_and_where_the_old_state_went(folder, tmp_path, qtbot):
    back_up(folder, tmp_path / "b.zip")
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute("DELETE FROM events")
    dialog = RestoreDialog(folder, tmp_path / "b.zip", {})
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.close_button.isVisible)
    assert dialog.succeeded
    assert "What was here before is in" in dialog.status_label.text()
    assert messages(folder) == ["kept"]


@RESTORED
def test_a_restore_that_cannot_be_done_says_that_nothing_was_changed(folder, tmp_path, qtbot):
    (tmp_path / "b.zip").write_bytes(b"nothing")
    dialog = RestoreDialog(folder, tmp_path / "b.zip", {})
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.close_button.isVisible)
    assert not dialog.succeeded
    assert dialog.title.text() == "Nothing was changed"


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
def test_a_damaged_database_offers_the_newest_backup(folder, qtbot):
    back_up(folder, folder.backups / "claudeops-20260302T090000Z.zip")
    (folder.backups / "broken.zip").write_bytes(b"no backup")
    folder.database.write_bytes(b"damaged" * 2000)
    dialog = DamagedDialog(folder, "The database is damaged.")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.newest.text().startswith("Restore the backup of ")
    press(qtbot, dialog.newest)
    qtbot.waitUntil(dialog.findChild(RestoreDialog).close_button.isVisible)
    press(qtbot, dialog.findChild(RestoreDialog).close_button)
    qtbot.waitUntil(lambda: dialog.repaired)
    assert messages(folder) == ["kept"]
    (kept,) = folder.backups.glob("claudeops-damaged-*.db")
    assert kept.read_bytes().startswith(b"damaged")


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
def test_what_can_be_read_is_saved_into_its_place(folder, qtbot):
    dialog = DamagedDialog(folder, "The database is damaged.")
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.newest.isVisible()
    press(qtbot, dialog.salvage)
    qtbot.waitUntil(lambda: any(d.close_button.isVisible() for d in dialog.findChildren(TaskDialog)))
    (work,) = dialog.findChildren(TaskDialog)
    assert "1 row saved." in work.status_label.text()
    press(qtbot, work.close_button)
    qtbot.waitUntil(lambda: dialog.repaired)
    assert messages(folder) == ["kept"]


@pytest.mark.file_only("a damaged file")
def test_leaving_everything_changes_nothing(folder, qtbot):
    dialog = DamagedDialog(folder, "The database is damaged.")
    qtbot.addWidget(dialog)
    dialog.show()
    before = folder.database.read_bytes()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.repaired
    assert folder.database.read_bytes() == before
