"""Closed and deleted memories, which are states of the table; the form that changes a domain (M14, M16, Lifetimes)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.dialogs import DeleteQuestion, MemoryForm
from claudeops_desktop.ui.pages.memories.model import MemoryColumn

CONTROL = Qt.KeyboardModifier.ControlModifier
OLD, NEW = "Takes 60s to start after a restart", "Takes 30s to start after a restart"


@pytest.fixture
def closed(known):
    """A fact that a later entry closed: its id and the other one's."""
    old = known.add(OLD, service="jellyfin")
    change = known.write(lambda: known.desk.memory.edits.add_judged(MemoryCandidate("timing", "jellyfin", NEW)))
    return old, change.after[-1].memory.id


def opened(open_page, state, *keys):
    """The page with one state shown, once it lists these."""
    operator = open_page(PageLocation("memories", filters={"state": state}))
    operator.until(lambda: operator.rows() == list(keys))
    return operator


@pytest.mark.slow
def test_a_closed_fact_is_listed_with_why_and_what_closed_it(known, closed, open_page):
    old, _ = closed
    operator = opened(open_page, "closed", old)
    assert operator.text(old, MemoryColumn.STATE) == "replaced"
    body = operator.page.detail.column.sections["closing"].body
    operator.until(lambda: f"Newer fact: {NEW}" in body.label.text().replace("\u200b", ""))
    assert body.label.text().startswith("Closed just now by you.") and "Certainty: " in body.label.text()


@pytest.mark.slow
@pytest.mark.parametrize(("view", "kind", "state"), [
    ("closed", None, "closed"), ("trash", None, "deleted"), ("lessons", "lesson", None), ("coming", "reminder", None),
])  # fmt: skip
def test_what_was_a_view_is_a_filter(open_page, view, kind, state):
    operator = open_page(PageLocation("memories", filters={"view": view}))
    assert (operator.page.query.kind, operator.page.query.state) == (kind, state)
    assert (operator.page.boxes["kind"].value, operator.page.boxes["state"].value) == (kind, state)


@pytest.mark.slow
def test_r_reopens_and_undo_closes_again_with_its_pair(known, closed, open_page):
    old, new = closed
    before = known.get(old), known.get(new)
    (pair,) = known.read(lambda: conflicts._select("old_id = ?", (old,)))
    links = known.read(lambda: known.desk.memory.history.links(old))
    operator = opened(open_page, "closed", old)
    operator.click(old)
    operator.press(Qt.Key.Key_R)
    operator.until(lambda: known.get(old).superseded_by is None)
    operator.sees()
    assert known.read(lambda: conflicts.get(pair.id)).state is ConflictState.BOTH
    assert operator.heard[-1][0] == "Made 1 memory valid again."
    operator.undo()
    operator.until(lambda: known.get(old).superseded_by == new)
    assert (known.get(old), known.get(new)) == before
    assert known.read(lambda: conflicts.get(pair.id)) == pair
    assert known.read(lambda: known.desk.memory.history.links(old)) == links
    operator.sees(old)


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
    operator.page.commands.reopen(new)
    operator.until(lambda: known.get(new).superseded_by is None)
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    operator.undo()
    operator.until(lambda: known.get(new).superseded_by == old)
    assert (known.get(old), known.get(new)) == before
    assert known.read(lambda: conflicts.get(row)).state is ConflictState.SAME


@pytest.mark.slow
def test_a_deleted_memory_is_restored_and_undo_deletes_it_again(known, open_page):
    gone = known.add("Logs in with the old key", service="sonarr")
    stays = known.add("Starts after the mount")
    known.write(lambda: known.desk.memory.trash.trash_memories([gone]))
    operator = open_page()
    operator.sees(stays)
    operator.page.boxes["state"].value_chosen.emit("deleted")
    operator.until(lambda: operator.rows() == [("deleted", gone)])
    operator.click(("deleted", gone))
    operator.until(operator.page.action_set.buttons["reopen"].isVisible)
    assert operator.page.action_set.buttons["reopen"].text() == "Restore"
    operator.press(Qt.Key.Key_R)
    operator.until(lambda: known.get(gone) is not None)
    operator.until(operator.page.empty.isVisible)
    assert "The trash is empty" in operator.page.empty.accessibleName()
    operator.undo()
    operator.until(lambda: known.get(gone) is None)
    operator.until(lambda: operator.rows() == [("deleted", gone)])
    operator.redo()
    operator.until(lambda: known.get(gone) is not None)


@pytest.mark.slow
def test_a_deleted_memory_is_deleted_for_good_after_a_question(known, open_page):
    gone = known.add("Logs in with the old key", service="sonarr")
    known.write(lambda: known.desk.memory.trash.trash_memories([gone]))
    operator = opened(open_page, "deleted", ("deleted", gone))
    operator.click(("deleted", gone))
    operator.press(Qt.Key.Key_Delete)
    question = operator.dialog(DeleteQuestion)
    assert (question.text(), question.delete_button.text()) == ("Delete this memory for good?", "Delete for good")
    assert "It leaves the trash with its history" in question.informativeText()
    operator.push(question.delete_button)
    operator.until(operator.page.empty.isVisible)
    operator.until(lambda: operator.heard)
    assert operator.heard[-1] == ("Deleted for good.", None)
    assert known.write(known.desk.memory.trash.rows) == []


@pytest.mark.slow
def test_a_deleted_memory_is_not_edited(known, open_page):
    gone = known.add("Logs in with the old key", service="sonarr")
    known.write(lambda: known.desk.memory.trash.trash_memories([gone]))
    operator = opened(open_page, "deleted", ("deleted", gone))
    operator.click(("deleted", gone))
    operator.press(Qt.Key.Key_F2)
    assert not operator.table.editing


@pytest.mark.slow
def test_what_was_lowered_lately_is_found_and_given_back(known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin", confidence=0.9)
    known.add("Starts after the mount")

    def lower():
        memory = known.desk.memory.search.get(first)
        lowered = replace(memory, confidence=0.7)
        tables.update(first, confidence=0.7)
        tables.add_version(lowered, action="lowered", by="agent", why="A session says otherwise.", now=utc_now())

    known.write(lower)
    operator = opened(open_page, "lowered", first)
    operator.click(first)
    operator.until(operator.page.action_set.buttons["reopen"].isVisible)
    operator.press(Qt.Key.Key_R)
    operator.until(lambda: known.get(first).confidence == 0.9)


@pytest.mark.slow
def test_a_state_without_rows_says_what_will_appear(known, open_page):
    known.add("Takes 60s to start")
    operator = open_page(PageLocation("memories", filters={"view": "closed"}))
    operator.until(operator.page.empty.isVisible)
    assert "Nothing is closed" in operator.page.empty.accessibleName()


@pytest.mark.slow
def test_a_place_of_a_memory_clears_the_filters_that_hide_it(known, closed, open_page):
    old, new = closed
    operator = opened(open_page, "closed", old)
    operator.page.go_to(new)
    operator.until(lambda: operator.table.selected_keys == [new])
    assert operator.page.query.state is None


def meaning(form):
    """What is said of the domain."""
    return form.inputs["domain"].widget.findChild(QLabel).text()


@pytest.mark.slow
def test_ctrl_e_changes_the_domain_and_says_how_long_it_is_trusted(known, open_page, qtbot, control):
    known.desk.settings.change("lifetimes.own", {"customers": "0.002 180 365"})
    number = known.add("The contract of the shop ends in March", service="shop")
    operator = open_page()
    operator.click(number)
    operator.press(Qt.Key.Key_E, CONTROL)
    dialog = operator.dialog(MemoryForm)
    dialog.activateWindow()
    operator.until(dialog.isActiveWindow)
    control(dialog, "domain").setFocus()
    qtbot.keyClicks(control(dialog, "domain"), "customers")
    assert meaning(dialog) == "stale after 180 days, archived after 365 days"
    qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
    operator.until(lambda: known.get(number).domain == "customers")
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    assert known.get(number).category_confidence == 1.0
    assert known.get(number).observation == "The contract of the shop ends in March"
    operator.undo()
    operator.until(lambda: known.get(number).domain != "customers")


@pytest.mark.slow
def test_the_dialog_changes_only_what_was_changed_and_refuses_what_may_not_be(known, open_page, qtbot, control):
    number = known.add("Takes 60s to start", service="jellyfin", confidence=0.8)
    operator = open_page()
    operator.click(number)
    operator.until(lambda: operator.page.detail.shown is not None)
    operator.push(operator.page.action_set.buttons["edit_all"])
    dialog = operator.dialog(MemoryForm)
    control(dialog, "service").setText("no service!")
    assert not dialog.submit.isEnabled() and "letters, digits" in dialog.message.text()
    control(dialog, "service").setText("general")
    control(dialog, "pinned").setChecked(True)
    control(dialog, "domain").setCurrentText("rules-conventions")
    assert meaning(dialog) == "does not fade"
    operator.push(dialog.submit)
    operator.until(lambda: known.get(number).pinned == 1)
    after = known.get(number)
    assert (after.service, after.domain, after.confidence) == (None, "rules-conventions", 0.8)


@pytest.mark.slow
def test_typed_by_key_a_contradiction_is_shown_before_it_is_saved(known, open_page, qtbot, control):
    """Ctrl+Return before the pair was in view only shows it; the operator's 60 s, 60 s and 30 s leave one current."""
    operator = open_page()
    for times, text in enumerate((OLD, OLD, NEW)):
        operator.page.activateWindow()
        operator.until(operator.page.isActiveWindow)
        operator.press(Qt.Key.Key_N, CONTROL)
        dialog = operator.dialog(MemoryForm)
        dialog.activateWindow()
        operator.until(dialog.isActiveWindow)
        qtbot.keyClicks(control(dialog, "observation"), text)
        qtbot.keyClicks(control(dialog, "service"), "jellyfin")
        qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
        if times == 2:
            operator.until(dialog.alike.isVisible)
            assert "contradicted: will be closed" in [label.text() for label in dialog.alike.findChildren(QLabel)]
            assert len(operator.rows()) == 1
            qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
        operator.until(lambda n=1 + (times == 2): len(operator.rows()) == n)
        operator.until(lambda: operator.page.findChild(MemoryForm) is None)
    block = known.read(lambda: known.desk.memory.prompt.block(ContextRequest(2000, utc_now(), ("jellyfin",)))).text
    assert "30s" in block and "60s" not in block
