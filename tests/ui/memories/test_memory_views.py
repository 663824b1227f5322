"""What was closed lately, the trash, and the dialog that changes a memory's domain (M14, M16, Lifetimes)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import conflicts
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.add_dialog import AddMemoryDialog
from claudeops_desktop.ui.pages.memories.dialogs import DeleteQuestion
from claudeops_desktop.ui.pages.memories.edit_dialog import EditMemoryDialog

CONTROL = Qt.KeyboardModifier.ControlModifier
OLD, NEW = "Takes 60s to start after a restart", "Takes 30s to start after a restart"


@pytest.fixture
def closed(known):
    """A fact that a later entry closed: its id and the other one's."""
    old = known.add(OLD, service="jellyfin")
    change = known.write(lambda: known.desk.memory.edits.add_judged(MemoryCandidate("timing", "jellyfin", NEW)))
    return old, change.after[-1].memory.id


def view(operator, name, number):
    """Turn to a view and wait for its rows."""
    made = operator.page.views.view(name)
    operator.until(lambda: made.answered and made.model.rowCount() == number)
    return made


@pytest.mark.slow
def test_closings_stand_in_one_list_with_reason_and_fact(known, closed, open_page):
    old, _ = closed
    operator = open_page(PageLocation("memories", filters={"view": "closed"}))
    made = view(operator, "closed", 1)
    cells = [made.model.index(0, column).data() for column in range(made.model.columnCount())]
    assert cells[:4] == ["closed", "jellyfin", OLD, NEW]
    assert cells[4] and cells[5].endswith("%")
    assert operator.facts[-1] == "1 closed in the last 30 days"
    operator.until(made.detail.isVisible)
    assert made.detail.fact.toPlainText() == OLD and made.detail.other.toPlainText() == NEW
    assert "Certainty" in made.detail.why.text()
    assert made.current.memory.id == old


@pytest.mark.slow
def test_r_reopens_and_undo_closes_again_with_its_pair(known, closed, open_page, qtbot):
    old, new = closed
    before = known.get(old), known.get(new)
    (pair,) = known.read(lambda: conflicts._select("old_id = ?", (old,)))
    links = known.read(lambda: known.desk.memory.history.links(old))
    operator = open_page(PageLocation("memories", filters={"view": "closed"}))
    made = view(operator, "closed", 1)
    made.take_focus()
    qtbot.keyClick(made.table, Qt.Key.Key_R)
    operator.until(lambda: known.get(old).superseded_by is None)
    operator.until(lambda: made.current is not None and not made.current.standing)
    assert not made.reopen.isEnabled()
    assert known.read(lambda: conflicts.get(pair.id)).state is ConflictState.BOTH
    assert operator.heard[-1][0] == "Made 1 memory valid again."
    operator.undo()
    operator.until(lambda: known.get(old).superseded_by == new)
    assert (known.get(old), known.get(new)) == before
    assert known.read(lambda: conflicts.get(pair.id)) == pair
    assert known.read(lambda: known.desk.memory.history.links(old)) == links
    operator.until(lambda: made.current.standing)


@pytest.mark.slow
def test_reopening_a_repetition_gives_its_pair_back_and_undo_answers_it_again(known, open_page):
    def write():
        memory = known.desk.memory
        old = memory.edits.add(MemoryCandidate("timing", "box", "The scan takes 20 min")).after[0].memory
        new = memory.edits.add(MemoryCandidate("timing", "box", "Scans last 20 minutes")).after[0].memory
        row = conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.5, utc_now())
        memory.review.resolve(row, ConflictState.SAME)
        return row, old.id, new.id

    row, old, new = known.write(write)
    before = known.get(old), known.get(new)
    operator = open_page()
    operator.page.operations.reopen(new)
    operator.until(lambda: known.get(new).superseded_by is None)
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    operator.undo()
    operator.until(lambda: known.get(new).superseded_by == old)
    assert (known.get(old), known.get(new)) == before
    assert known.read(lambda: conflicts.get(row)).state is ConflictState.SAME


@pytest.mark.slow
def test_the_trash_gives_a_memory_back_and_undo_puts_it_there_again(known, open_page, qtbot):
    gone = known.add("Logs in with the old key", service="sonarr")
    stays = known.add("Starts after the mount")
    known.write(lambda: known.desk.memory.trash.trash_memories([gone]))
    operator = open_page()
    operator.sees(stays)
    qtbot.keyClick(operator.table, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    made = view(operator, "trash", 1)
    assert operator.page.views.name == "trash" and made.table.hasFocus()
    assert operator.facts[-1] == "1 deleted memory can be restored"
    qtbot.keyClick(made.table, Qt.Key.Key_R)
    operator.until(lambda: known.get(gone) is not None)
    operator.until(made.empty.isVisible)
    operator.sees(gone, stays)
    operator.undo()
    operator.until(lambda: known.get(gone) is None)
    operator.until(lambda: made.model.rowCount() == 1)
    operator.redo()
    operator.until(lambda: known.get(gone) is not None)


@pytest.mark.slow
def test_what_lies_in_the_trash_is_deleted_for_good_after_a_question(known, open_page, qtbot):
    gone = known.add("Logs in with the old key", service="sonarr")
    known.write(lambda: known.desk.memory.trash.trash_memories([gone]))
    operator = open_page(PageLocation("memories", filters={"view": "trash"}))
    made = view(operator, "trash", 1)
    qtbot.keyClick(made.table, Qt.Key.Key_Delete)
    question = operator.dialog(DeleteQuestion)
    assert (question.text(), question.delete_button.text()) == ("Delete this memory for good?", "Delete for good")
    assert "It leaves the trash with its history" in question.informativeText()
    operator.push(question.delete_button)
    operator.until(made.empty.isVisible)
    operator.until(lambda: operator.heard)
    assert operator.heard[-1] == ("Deleted for good.", None)
    assert known.write(known.desk.memory.trash.rows) == []


def test_empty_views_say_what_will_appear(known, open_page):
    operator = open_page(PageLocation("memories", filters={"view": "closed"}))
    made = operator.page.views.view("closed")
    operator.until(lambda: made.answered and made.empty.isVisible())
    assert "Nothing was closed" in made.empty.accessibleName()
    assert not made.reopen.isVisible() and not made.detail.isVisible()


def test_a_place_of_a_memory_turns_back_to_the_list(known, closed, open_page):
    old, _ = closed
    operator = open_page(PageLocation("memories", filters={"view": "closed"}))
    view(operator, "closed", 1).memory_requested.emit(old)
    assert operator.page.views.name == "list"
    operator.until(lambda: operator.table.selected_keys == [old])


@pytest.mark.slow
def test_ctrl_e_changes_the_domain_and_says_how_long_it_is_trusted(known, open_page, qtbot):
    known.desk.settings.change("lifetimes.own", {"customers": "0.002 180 365"})
    number = known.add("The contract of the shop ends in March", service="shop")
    operator = open_page()
    operator.click(number)
    operator.press(Qt.Key.Key_E, CONTROL)
    dialog = operator.dialog(EditMemoryDialog)
    assert not dialog.save.isEnabled()
    dialog.activateWindow()
    operator.until(dialog.isActiveWindow)
    dialog.domain.setFocus()
    qtbot.keyClicks(dialog.domain, "customers")
    assert dialog.domain_field.meaning.text() == "stale after 180 days, archived after 365 days"
    qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
    operator.until(lambda: known.get(number).domain == "customers")
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    assert known.get(number).category_confidence == 1.0
    assert known.get(number).observation == "The contract of the shop ends in March"
    operator.undo()
    operator.until(lambda: known.get(number).domain != "customers")


@pytest.mark.slow
def test_the_dialog_changes_only_what_was_changed_and_refuses_what_may_not_be(known, open_page, qtbot):
    number = known.add("Takes 60s to start", service="jellyfin", confidence=0.8)
    operator = open_page()
    operator.click(number)
    operator.until(lambda: operator.page.detail.shown is not None)
    operator.page.detail._facts.domain.click()
    dialog = operator.dialog(EditMemoryDialog)
    dialog.service.setText("no service!")
    assert not dialog.save.isEnabled() and "letters, digits" in dialog.fault.text()
    dialog.service.setText("general")
    dialog.pinned.setChecked(True)
    dialog.domain.setCurrentText("rules-conventions")
    assert dialog.domain_field.meaning.text() == "does not fade"
    assert set(dialog.changes()) == {"service", "pinned", "domain"}
    operator.push(dialog.save)
    operator.until(lambda: known.get(number).pinned == 1)
    after = known.get(number)
    assert (after.service, after.domain, after.confidence) == (None, "rules-conventions", 0.8)


@pytest.mark.slow
def test_typed_by_key_a_contradiction_is_shown_before_it_is_saved(known, open_page, qtbot):
    """Ctrl+Return before the pair was in view only shows it; the operator's 60 s, 60 s and 30 s leave one current."""
    operator = open_page()
    for times, text in enumerate((OLD, OLD, NEW)):
        operator.page.activateWindow()
        operator.until(operator.page.isActiveWindow)
        operator.press(Qt.Key.Key_N, CONTROL)
        dialog = operator.dialog(AddMemoryDialog)
        dialog.activateWindow()
        operator.until(dialog.isActiveWindow)
        qtbot.keyClicks(dialog.observation, text)
        qtbot.keyClicks(dialog.service, "jellyfin")
        qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
        if times == 2:
            operator.until(dialog.alike.isVisible)
            assert "contradicted: will be closed" in [
                label.text() for label in dialog.alike.findChildren(type(dialog.fault))
            ]
            assert len(operator.rows()) == 1
            qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
        operator.until(lambda n=1 + (times == 2): len(operator.rows()) == n)
        operator.until(lambda: operator.page.findChild(AddMemoryDialog) is None)
    block = known.read(lambda: known.desk.memory.prompt.block(ContextRequest(2000, utc_now(), ("jellyfin",)))).text
    assert "30s" in block and "60s" not in block
