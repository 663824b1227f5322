"""Exporting from the window, and bringing the export in again."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.settings.data_group import DataGroup
from claudeops_desktop.ui.pages.settings.export_dialog import ExportDialog

LONG_MS = 60_000


@pytest.fixture
def dialog(desk, qtbot):
    for number in range(3):
        desk.book.store.write(
            lambda: desk.memory.edits.add(MemoryCandidate("timing", "nas", f"Takes {number} minutes to boot", 0.9))  # noqa: B023
        ).result()
    group = DataGroup(desk)
    qtbot.addWidget(group)
    group.show()
    QTest.mouseClick(group.export, Qt.MouseButton.LeftButton)
    (made,) = group.findChildren(ExportDialog)
    made.group = group  # so that it lives as long
    return made


def write(dialog, target, qtbot):
    QTest.mouseClick(dialog.export, Qt.MouseButton.LeftButton)
    (chooser,) = dialog.findChildren(QFileDialog)
    chooser.fileSelected.emit(str(target))
    chooser.close()
    qtbot.waitUntil(dialog.outcome.isVisible, timeout=LONG_MS)


@pytest.mark.slow
def test_json_lines_hold_what_was_ticked(dialog, tmp_path, qtbot):
    dialog.sections["sessions"].setFocus()
    QTest.keyClick(dialog.sections["sessions"], Qt.Key.Key_Space)
    write(dialog, tmp_path / "m.jsonl", qtbot)
    assert dialog.outcome.text.text().startswith("Exported 3 memories into")
    head, *rows = (tmp_path / "m.jsonl").read_text().splitlines()
    assert json.loads(head)["with"] == ["history", "links", "resources"]
    assert sum(json.loads(row)["table"] == "memories" for row in rows) == 3


@pytest.mark.slow
def test_markdown_is_a_folder_and_a_full_one_is_left_alone(dialog, tmp_path, qtbot):
    dialog.form.setFocus()
    QTest.keyClick(dialog.form, Qt.Key.Key_Down)
    assert not dialog.sections["history"].isEnabled()
    write(dialog, tmp_path / "facts", qtbot)
    assert dialog.outcome.text.text().startswith("Exported 3 memories into")
    assert (tmp_path / "facts" / "index.md").exists()
    write(dialog, tmp_path / "facts", qtbot)
    qtbot.waitUntil(lambda: "is there already" in dialog.outcome.text.text(), timeout=LONG_MS)
