"""The window asks for the secrets that were left out of a backup, before it restores."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.ui.recovery.damaged_dialog import DamagedDialog
from claudeops_desktop.ui.recovery.restore_dialog import RestoreDialog, run_restore
from claudeops_desktop.ui.recovery.secrets_dialog import LeftOutSecretsDialog

pytestmark = pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
SERVICES = (
    '[[service]]\nname = "web"\ncheck = "http"\nurl = "https://me:s3cr3tpw@nas/"\n'
    'headers = { Authorization = "Bearer tok-123456" }\n'
)
ADDRESS, HEADER = "url of web:http", "headers.Authorization of web:http"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup made on another computer, whose services held secrets."""
    theirs = DataFolder(tmp_path / "theirs")
    open_store(theirs).close()
    theirs.services_file.write_text(SERVICES)
    back_up(theirs, tmp_path / "b.zip")
    return tmp_path / "b.zip"


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    found = DataFolder(tmp_path / "ours")
    open_store(found).close()
    return found


def answer(qtbot: QtBot, asking: LeftOutSecretsDialog, **typed: str) -> None:
    for place, text in typed.items():
        qtbot.keyClicks(asking.fields[place], text)
    qtbot.mouseClick(asking.go_on, Qt.MouseButton.LeftButton)


def while_it_waits(press: object) -> None:
    """Call ``press`` with the dialog that a blocking call has opened."""

    def look() -> None:
        shown = [w for w in QApplication.topLevelWidgets() if isinstance(w, LeftOutSecretsDialog) and w.isVisible()]
        if shown:
            press(shown[0])
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)


def close_when_done() -> None:
    """Close the window of the restore once it is over."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, RestoreDialog) and widget.close_button.isVisible():
            widget.accept()
            return
    QTimer.singleShot(10, close_when_done)


def test_what_is_typed_stands_in_the_restored_file(folder: DataFolder, backup: Path, qtbot: QtBot) -> None:
    answers = {ADDRESS: "s3cr3tpw", HEADER: "tok-123456"}
    while_it_waits(lambda asking: answer(qtbot, asking, **answers))
    QTimer.singleShot(0, close_when_done)
    assert run_restore(folder, backup)
    assert folder.services_file.read_text() == SERVICES


def test_what_is_left_empty_is_named_at_the_end(folder: DataFolder, backup: Path, qtbot: QtBot) -> None:
    dialog = RestoreDialog(folder, backup, {ADDRESS: "s3cr3tpw"})
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.close_button.isVisible)
    assert dialog.status_label.text().endswith(f"put them in again: {HEADER}.")


def test_cancel_restores_nothing(folder: DataFolder, backup: Path, qtbot: QtBot) -> None:
    while_it_waits(lambda asking: qtbot.mouseClick(asking.leave, Qt.MouseButton.LeftButton))
    assert not run_restore(folder, backup)
    assert not folder.services_file.exists()


def test_what_is_typed_is_not_shown(backup: Path, qtbot: QtBot) -> None:
    asking = LeftOutSecretsDialog(backup, (ADDRESS,))
    qtbot.addWidget(asking)
    assert asking.fields[ADDRESS].echoMode() == QLineEdit.EchoMode.Password


def test_the_ways_out_of_a_damaged_database_ask_as_well(folder: DataFolder, backup: Path, qtbot: QtBot) -> None:
    dialog = DamagedDialog(folder, "The database is damaged.")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._restore_now(backup)
    asking = dialog.findChild(LeftOutSecretsDialog)
    answer(qtbot, asking, **{ADDRESS: "s3cr3tpw", HEADER: "tok-123456"})
    qtbot.waitUntil(lambda: dialog.findChild(RestoreDialog) is not None)
    qtbot.waitUntil(dialog.findChild(RestoreDialog).close_button.isVisible)
    assert folder.services_file.read_text() == SERVICES
