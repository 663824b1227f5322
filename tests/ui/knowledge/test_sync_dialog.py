"""Sharing from the window: the address is typed, nothing is exchanged before Sync now, and deletions are answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.knowledge.sync.shared_files import FORMAT_FILE, format_document, record_file
from claudeops_desktop.knowledge.sync.shared_repository import SharedRepository
from claudeops_desktop.memory import MemoryEdit, SharedRecord, write_shared_files
from claudeops_desktop.ui.pages.knowledge.page import KnowledgePage

OTHER = "0123456789ab"
FACT = SharedRecord(
    f"{OTHER}-00000000000000aa", "fact", 1, text="The rack in room 3 has 40 screws.", category="behavior"
)
NOTE = "---\ntype: Note\ntitle: Backups\ndescription: Said.\nnote_type: project\n---\n\nThey run at night.\n"


class OtherWorkstation:
    """What another one has pushed."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._head = ""

    def push(self, records: Sequence[SharedRecord], note: str = NOTE) -> None:
        shared = SharedRepository(self.place)
        files = {record_file(OTHER, name): data for name, data in write_shared_files(records).items()}
        about = {record_file(OTHER, "about.json"): b'{"label": "Rack room"}'}
        whole = {FORMAT_FILE: format_document(), "notes/backups.md": note.encode(), **files, **about}
        tip = shared.git.refs.read_loose_ref(b"refs/heads/main")
        parent = tip.decode() if tip else ""
        shared.set_head(shared.commit(parent, whole, "workstation:other", "Shared", datetime(2026, 3, 2, tzinfo=UTC)))
        shared.close()


@pytest.fixture
def other(tmp_path):
    made = OtherWorkstation(tmp_path / "remote.git")
    made.push([FACT])
    return made


@pytest.fixture
def page(desk, qtbot):
    made = KnowledgePage(desk)
    qtbot.addWidget(made)
    made.said = []
    made.message_posted.connect(lambda sentence, undo: made.said.append((sentence, undo)))
    made.resize(1100, 700)
    made.show()
    made.activate()
    qtbot.waitUntil(lambda: made.found is not None)
    return made


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def opened(page, qtbot):
    dialog = page.open_sync()
    qtbot.waitUntil(lambda: not dialog.busy)
    return dialog


def typed(dialog, text, qtbot):
    dialog.remote.clear()
    QTest.keyClicks(dialog.remote, text)
    press(dialog.save)
    qtbot.waitUntil(lambda: not dialog.busy)


def synced(dialog, qtbot):
    press(dialog.sync)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30_000)


@pytest.mark.slow
def test_the_address_is_saved_and_sync_now_brings_what_others_have(page, desk, other, qtbot):
    dialog = opened(page, qtbot)
    assert not dialog.sync.isEnabled() and "no repository" in dialog.status.text()
    typed(dialog, str(other.place), qtbot)
    assert desk.settings.current.knowledge.remote == str(other.place)
    assert "Not synced yet" in dialog.status.text() and not (desk.folder.root / "knowledge").exists()
    synced(dialog, qtbot)
    assert "1 new" in dialog.status.text() and "Rack room" in dialog.status.text()
    assert not dialog.problems.isVisible()
    assert "A change of another machine waits in the Inbox." in dialog.status.text()
    assert not (desk.folder.root / "knowledge" / "notes" / "backups.md").exists()
    (fact,) = desk.memory.search.list()
    assert fact.observation == FACT.text and not fact.confirmed


def test_what_is_wrong_is_said_in_the_dialog_and_over_the_list(page, desk, other, qtbot, tmp_path):
    dialog = opened(page, qtbot)
    typed(dialog, "https://me:secret@example.org/x.git", qtbot)
    assert "password" in dialog.problems.text() and not desk.settings.current.knowledge.remote
    typed(dialog, str(tmp_path / "nothing.git"), qtbot)
    synced(dialog, qtbot)
    assert "no git repository" in dialog.problems.text() and dialog.problems.isVisible()
    dialog.reject()
    qtbot.waitUntil(lambda: any("no git repository" in one.sentence for one in page.notices.notices))


@pytest.mark.slow
def test_a_deletion_is_answered_and_taken_back(page, desk, other, qtbot):
    dialog = opened(page, qtbot)
    typed(dialog, str(other.place), qtbot)
    synced(dialog, qtbot)
    (fact,) = desk.memory.search.list()
    desk.book.store.write(lambda: desk.memory.edits.edit([fact.id], MemoryEdit(pinned=True))).result()
    other.push([FACT.without_words(2, "gone")])
    synced(dialog, qtbot)
    assert dialog.deletions.isVisible() and dialog.deletions.count() == 1 and not dialog.delete.isEnabled()
    dialog.deletions.setFocus()
    QTest.keyClick(dialog.deletions, Qt.Key.Key_Down)
    dialog.deletions.setCurrentRow(0)
    press(dialog.delete)
    qtbot.waitUntil(lambda: not dialog.busy and not dialog.deletions.isVisible())
    assert not desk.memory.search.list()
    ((sentence, undo),) = page.said
    assert "deleted here" in sentence
    undo()
    qtbot.waitUntil(lambda: bool(desk.memory.search.list()))
    again = opened(page, qtbot)
    assert again.deletions.count() == 1
