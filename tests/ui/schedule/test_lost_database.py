"""A lost or damaged database in front of the operator: what it offers, and what a restore would change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.lost_database import LostDatabase
from claudeops_desktop.ui.recovery import damaged_dialog
from claudeops_desktop.ui.recovery.damaged_dialog import DamagedDialog
from claudeops_desktop.ui.recovery.restore_dialog import RestoreDialog, TaskDialog

pytestmark = pytest.mark.file_only("what is lost is a file; a server's store is not taken for a new one")

STRICT = '[approvals]\ntier3 = "never"\n[agent]\nclaude_path = "/opt/mine"\n'


@pytest.fixture
def lost(tmp_path) -> DataFolder:
    """A folder whose database has zero bytes, with a backup and settings that are not in it."""
    folder = DataFolder(tmp_path / "data")
    open_store(folder).close()
    back_up(folder, folder.backups / "claudeops-20260302T090000Z.zip")
    for suffix in ("-wal", "-shm"):
        folder.database.with_name(folder.database.name + suffix).unlink(missing_ok=True)
    folder.database.write_bytes(b"")
    return folder


def press(qtbot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def shown(qtbot, folder: DataFolder) -> DamagedDialog:
    dialog = DamagedDialog(folder, "The database has zero bytes.", lost=True)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def button(box: QMessageBox, text: str) -> QPushButton:
    return next(found for found in box.findChildren(QPushButton) if found.text() == text)


@pytest.mark.slow
def test_a_start_on_it_offers_the_ways_on(lost, qapp, monkeypatch):
    seen: list[DamagedDialog] = []

    def remember(dialog: DamagedDialog) -> None:
        seen.append(dialog)

    monkeypatch.setattr(DamagedDialog, "exec", remember)
    with pytest.raises(LostDatabase) as raised:
        open_store(lost)
    assert not damaged_dialog.offer_recovery(lost, raised.value)
    (dialog,) = seen
    texts = [each.text() for each in dialog.findChildren(QPushButton)]
    assert any(text.startswith("Restore the backup of ") and "0 sessions" in text for text in texts)
    assert "Begin with an empty database" in texts
    assert "Save what can be read" in texts
    dialog.deleteLater()


@pytest.mark.slow
def test_a_damaged_database_is_not_offered_to_be_begun_anew(lost, qtbot):
    dialog = DamagedDialog(lost, "The database is damaged.")
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.start_empty.isVisible()


@pytest.mark.slow
def test_beginning_with_an_empty_one_keeps_what_is_left(lost, qtbot):
    dialog = shown(qtbot, lost)
    press(qtbot, dialog.start_empty)
    qtbot.waitUntil(lambda: any(d.close_button.isVisible() for d in dialog.findChildren(TaskDialog)))
    (work,) = dialog.findChildren(TaskDialog)
    assert work.succeeded, work.status_label.text()
    press(qtbot, work.close_button)
    qtbot.waitUntil(lambda: dialog.repaired)
    open_store(lost).close()
    assert len(list(lost.backups.glob("claudeops-damaged-*.db"))) == 1


@pytest.mark.slow
def test_a_restore_that_changes_approvals_asks_with_their_names(lost, qtbot):
    lost.settings_file.write_text(STRICT)
    dialog = shown(qtbot, lost)
    press(qtbot, dialog.newest)
    (box,) = dialog.findChildren(QMessageBox)
    assert 'approvals.tier3: "never" → "ask"' in box.informativeText()
    assert 'agent.claude_path: "/opt/mine" → ""' in box.informativeText()
    assert not dialog.findChildren(RestoreDialog)
    press(qtbot, button(box, "Restore"))
    qtbot.waitUntil(lambda: any(d.close_button.isVisible() for d in dialog.findChildren(RestoreDialog)))
    (work,) = dialog.findChildren(RestoreDialog)
    assert work.succeeded, work.status_label.text()
    press(qtbot, work.close_button)
    qtbot.waitUntil(lambda: dialog.repaired)


@pytest.mark.slow
def test_cancelling_there_restores_nothing(lost, qtbot):
    lost.settings_file.write_text(STRICT)
    dialog = shown(qtbot, lost)
    press(qtbot, dialog.newest)
    (box,) = dialog.findChildren(QMessageBox)
    press(qtbot, button(box, "Cancel"))
    assert not dialog.findChildren(RestoreDialog)
    assert lost.settings_file.read_text() == STRICT
