"""SPEC-0015, Dashboard Memory CRUD and Confidence Scoring; PRODUCT M14."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMessageBox

from claudeops_desktop.core.clock import from_text, utc_now
from claudeops_desktop.records.principals import PrincipalRecords
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.memories.dialogs import DeleteQuestion, MemoryForm
from claudeops_desktop.ui.pages.memories.model import MemoryColumn

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.slow
def test_create_memory_manually(qtbot, known, open_page, control):
    """category=maintenance, service=postgres, confidence=0.9: session_id NULL, active 1."""
    operator = open_page()
    operator.push(operator.page.action_set.buttons["add"])
    dialog = operator.dialog(MemoryForm)
    assert not dialog.submit.isEnabled()
    qtbot.keyClicks(control(dialog, "observation"), "Needs manual VACUUM FULL weekly")
    qtbot.keyClicks(control(dialog, "service"), "Postgres")
    control(dialog, "category").setCurrentText("maintenance")
    control(dialog, "confidence").selectAll()
    qtbot.keyClicks(control(dialog, "confidence"), "0.9")
    operator.push(dialog.submit)
    operator.until(lambda: len(operator.rows()) == 1)
    made = known.get(operator.rows()[0])
    assert (made.service, made.category, made.observation) == (
        "postgres", "maintenance", "Needs manual VACUUM FULL weekly",
    )  # fmt: skip
    assert (made.confidence, made.session_id, made.active) == (0.9, None, 1)
    operator.until(lambda: operator.table.selected_keys == [made.id])
    assert operator.heard[-1][0] == "Added a memory."


@pytest.mark.slow
def test_the_add_dialog_says_in_plain_words_what_is_wrong(qtbot, open_page, control):
    operator = open_page()
    operator.page.add()
    dialog = operator.dialog(MemoryForm)
    qtbot.keyClicks(control(dialog, "observation"), "Needs a vacuum")
    assert dialog.submit.isEnabled() and dialog.message.text() == ""
    qtbot.keyClicks(control(dialog, "service"), "my service!")
    assert not dialog.submit.isEnabled()
    assert "letters, digits and . _ - @ : / only" in dialog.message.text()
    control(dialog, "service").setText("getty@tty1.service")
    assert dialog.submit.isEnabled() and dialog.message.text() == ""
    control(dialog, "service").clear()
    control(dialog, "observation").clear()
    assert dialog.message.text() == "Describe in one sentence what is worth remembering."
    dialog.reject()


@pytest.mark.slow
def test_the_add_dialog_shows_what_is_known_already(qtbot, known, open_page, control):
    first = known.add("Takes 60s to start after restart", service="jellyfin")
    operator = open_page()
    operator.page.add()
    dialog = operator.dialog(MemoryForm)
    qtbot.keyClicks(control(dialog, "service"), "jellyfin")
    qtbot.keyClicks(control(dialog, "observation"), "Takes 60s to start after restart")
    operator.until(dialog.alike.isVisible)
    dialog.alike.show_requested.emit(first)
    operator.until(lambda: operator.table.selected_keys == [first])


@pytest.mark.slow
def test_edit_memory_observation(qtbot, known, open_page):
    """The text changes, updated_at is refreshed, the confidence stays."""
    first = known.add("Takes 60s to start", service="jellyfin", confidence=0.8)
    before = known.get(first)
    operator = open_page()
    operator.click(first)
    operator.press(Qt.Key.Key_F2)
    editor = operator.editor()
    editor.selectAll()
    qtbot.keyClicks(editor, "Takes 90s to start")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).observation == "Takes 90s to start")
    after = known.get(first)
    assert after.confidence == 0.8
    assert from_text(after.updated_at) > from_text(before.updated_at)
    operator.until(lambda: operator.text(first, MemoryColumn.OBSERVATION) == "Takes 90s to start")


@pytest.mark.slow
def test_the_confidence_is_edited_by_key_in_its_cell(qtbot, known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin", confidence=0.8)
    operator = open_page()
    operator.click(first, MemoryColumn.CONFIDENCE)
    operator.press(Qt.Key.Key_F2)
    operator.until(lambda: operator.table.editing)
    assert operator.table.currentIndex().column() == MemoryColumn.CONFIDENCE
    editor = operator.editor()
    qtbot.keyClick(editor, Qt.Key.Key_A, CONTROL)
    qtbot.keyClicks(editor, "0.5")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).confidence == 0.5)
    assert known.get(first).observation == "Takes 60s to start"


@pytest.mark.slow
def test_escape_leaves_a_text_as_it_was(qtbot, known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    editor = operator.double_click(first, MemoryColumn.OBSERVATION)
    editor.setPlainText("something else")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    operator.until(lambda: not operator.table.editing)
    assert known.get(first).observation == "Takes 60s to start"


@pytest.mark.slow
def test_an_empty_text_is_refused_with_a_word(qtbot, known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    editor = operator.double_click(first, MemoryColumn.OBSERVATION)
    editor.setPlainText("  ")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: operator.heard)
    assert operator.heard[-1][0] == "Describe in one sentence what is worth remembering."
    assert operator.table.editing, "what cannot be saved can be mended"
    assert known.get(first).observation == "Takes 60s to start"


@pytest.mark.slow
def test_category_is_edited_in_place(qtbot, known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    box = operator.double_click(first, MemoryColumn.CATEGORY)
    assert isinstance(box, QComboBox)
    assert [box.itemText(i) for i in range(box.count())] == [
        "timing", "dependency", "behavior", "remediation", "maintenance",
    ]  # fmt: skip
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).category == "dependency")


@pytest.mark.slow
def test_service_is_edited_in_place_and_general_means_none(qtbot, known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    for typed, kept in (("Caddy", "caddy"), ("general", None)):
        line = operator.double_click(first, MemoryColumn.SERVICE)
        assert isinstance(line, QLineEdit)
        line.selectAll()
        qtbot.keyClicks(line, typed)
        qtbot.keyClick(line, Qt.Key.Key_Return)
        operator.until(lambda kept=kept: known.get(first).service == kept)
        operator.until(lambda: not operator.table.editing)


@pytest.mark.slow
def test_adjust_memory_confidence(qtbot, known, open_page):
    """From 0.7 to 0.95; updated_at is refreshed."""
    first = known.add("Takes 60s to start", confidence=0.7)
    before = known.get(first)
    operator = open_page()
    spin = operator.double_click(first, MemoryColumn.CONFIDENCE)
    for _ in range(5):
        qtbot.keyClick(spin, Qt.Key.Key_Up)
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).confidence == 0.95)
    assert from_text(known.get(first).updated_at) > from_text(before.updated_at)


@pytest.mark.slow
def test_confidence_clamped_to_valid_range(qtbot, known, open_page):
    """1.5 is kept as 1.0, with a word to the operator (M8)."""
    first = known.add("Takes 60s to start", confidence=0.7)
    operator = open_page()
    spin = operator.double_click(first, MemoryColumn.CONFIDENCE)
    spin.selectAll()
    qtbot.keyClicks(spin, "1.5")
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).confidence == 1.0)
    operator.until(lambda: operator.heard)
    assert "it goes from 0 to 1" in operator.heard[-1][0]
    operator.until(lambda: operator.text(first, MemoryColumn.CONFIDENCE) == "1.00")


@pytest.mark.slow
def test_delete_memory(qtbot, known, open_page):
    """With confirmation; the row leaves the memories at once, and its copy lies in the trash."""
    first, second = known.add("Takes 60s to start"), known.add("Needs a vacuum")
    operator = open_page()
    operator.click(first)
    operator.press(Qt.Key.Key_Delete)
    question = operator.dialog(DeleteQuestion)
    assert isinstance(question, QMessageBox)
    assert question.delete_button.text() == "Delete 1 memory"
    assert "A copy with its history lies in the trash for 30 days" in question.informativeText()
    assert known.get(first) is not None
    operator.push(question.delete_button)
    operator.until(lambda: known.get(first) is None)
    operator.sees(second)
    assert operator.heard[-1][0] == "Deleted 1 memory."
    assert [row.memory.id for row in known.write(known.desk.memory.trash.rows)] == [first]


@pytest.mark.slow
def test_escape_keeps_the_memory(qtbot, known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    operator.click(first)
    operator.press(Qt.Key.Key_Delete)
    question = operator.dialog(DeleteQuestion)
    qtbot.keyClick(question, Qt.Key.Key_Escape)
    operator.until(lambda: not operator.page.findChildren(DeleteQuestion))
    assert known.get(first) is not None


@pytest.mark.slow
def test_bulk_delete(known, open_page):
    """Five are selected, "Delete 5 memories" is pressed, and all five are gone."""
    ids = [known.add(f"Fact {number}") for number in range(7)]
    operator = open_page()
    operator.select(*ids[:5])
    operator.until(operator.page.detail.several.isVisible)
    operator.press(Qt.Key.Key_Delete)
    question = operator.dialog(DeleteQuestion)
    assert question.delete_button.text() == "Delete 5 memories"
    operator.push(question.delete_button)
    operator.until(lambda: known.ids() == [ids[6], ids[5]])
    operator.sees(ids[5], ids[6])


def open_bulk(operator, ids, *ticked):
    """Open the form for several, with these fields ticked."""
    operator.select(*ids)
    operator.press(Qt.Key.Key_E, CONTROL)
    form = operator.dialog(FormDialog)
    for name in ticked:
        form.inputs[name].box.setChecked(True)
    return form


@pytest.mark.slow
def test_bulk_adjust(known, open_page):
    ids = [known.add(f"Fact {number}", confidence=0.35) for number in range(3)]
    form = open_bulk(operator := open_page(), ids, "by")
    form.inputs["by"].set_value(-0.1)
    operator.until(lambda: "3 of 3 become inactive" in form.message.text())
    operator.push(form.submit)
    operator.until(lambda: [known.get(n).confidence for n in ids] == [0.25] * 3)
    assert [known.get(n).active for n in ids] == [0, 0, 0]


@pytest.mark.slow
def test_bulk_set(known, open_page):
    ids = [known.add(f"Fact {number}", confidence=0.2 + number / 10) for number in range(3)]
    form = open_bulk(operator := open_page(), ids, "confidence")
    form.inputs["confidence"].set_value(0.9)
    operator.push(form.submit)
    operator.until(lambda: [known.get(n).confidence for n in ids] == [0.9] * 3)


@pytest.mark.slow
def test_service_category_and_domain_of_several_are_set_in_one_step(known, open_page):
    ids = [known.add(f"Fact {number}", service="old") for number in range(3)]
    form = open_bulk(operator := open_page(), ids, "service", "category", "domain", "by")
    for name, value in (("service", "caddy"), ("category", "behavior"), ("domain", "projects"), ("by", 0.1)):
        form.inputs[name].set_value(value)
    operator.push(form.submit)
    wanted = [("caddy", "behavior", "projects", 0.8)] * 3
    now = lambda: [(m.service, m.category, m.domain, m.confidence) for m in map(known.get, ids)]  # noqa: E731
    operator.until(lambda: now() == wanted)
    operator.until(lambda: bool(operator.page.desk.undo.undo_text))
    operator.undo()
    operator.until(lambda: {(m.service, m.confidence) for m in map(known.get, ids)} == {("old", 0.7)})


@pytest.mark.slow
def test_the_form_for_several_changes_nothing_that_is_not_ticked(known, open_page):
    ids = [known.add(f"Fact {number}") for number in range(2)]
    form = open_bulk(open_page(), ids)
    assert (form.submit.isEnabled(), form.message.text()) == (False, "Tick what should change.")
    form.reject()


@pytest.mark.slow
def test_pin_with_a_key_and_with_a_click(known, open_page):
    first = known.add("Takes 60s to start")
    operator = open_page()
    operator.click(first)
    operator.press(Qt.Key.Key_P)
    operator.until(lambda: known.get(first).pinned == 1)
    operator.until(lambda: operator.model.known_row(first).pinned)
    operator.click(first, MemoryColumn.PIN)
    operator.until(lambda: known.get(first).pinned == 0)


@pytest.mark.slow
def test_every_change_is_undone_and_redone(qtbot, known, open_page):
    """M14: create, edit, adjust, pin, delete and bulk delete, each taken back and done again."""
    ids = [known.add(f"Fact {number}", confidence=0.5) for number in range(3)]
    operator = open_page()
    operator.sees(*ids)
    done = operator.page.commands
    from claudeops_desktop.memory.types import MemoryCandidate, MemoryEdit

    def state() -> list[object]:
        return [
            (m.id, m.service, m.category, m.observation, m.confidence, m.active, m.pinned)
            for n in sorted(known.ids())
            if (m := known.get(n)) is not None
        ]

    for change in (
        lambda: done.add(MemoryCandidate("timing", "caddy", "Takes 5s", 0.9)),
        lambda: done.edit([ids[0]], MemoryEdit(observation="Other words", service="caddy", category="behavior")),
        lambda: done.change_all(ids, MemoryEdit(), -0.3),
        lambda: done.pin(ids[:2], True),
        lambda: done.delete([ids[1]]),
        lambda: done.delete([ids[0], ids[2]]),
    ):
        before, heard = state(), len(operator.heard)
        change()
        operator.until(lambda heard=heard: len(operator.heard) > heard)
        after = state()
        assert after != before
        operator.undo()
        operator.until(lambda before=before: state() == before)
        operator.until(lambda: not operator.page.desk.undo.busy)
        operator.redo()
        operator.until(lambda after=after: state() == after)
        operator.until(lambda: not operator.page.desk.undo.busy)


@pytest.mark.slow
def test_the_toasts_undo_takes_back_its_own_change_only(known, open_page):
    first, second = known.add("One"), known.add("Two")
    operator = open_page()
    operator.page.commands.delete([first])
    operator.until(lambda: operator.heard)
    take_back = operator.heard[-1][1]
    operator.page.commands.delete([second])
    operator.until(lambda: len(operator.heard) == 2)
    take_back()
    assert not operator.page.desk.undo.busy
    operator.heard[-1][1]()
    operator.until(lambda: known.get(second) is not None)
    assert known.get(first) is None


@pytest.mark.slow
def test_a_memory_that_is_gone_meanwhile_is_said(known, open_page):
    first = known.add("One")
    operator = open_page()
    operator.sees(first)
    known.write(lambda: known.desk.memory.edits.delete([first]))
    operator.page.commands.pin([first], True)
    operator.until(lambda: operator.heard)
    assert operator.heard[-1] == ("It no longer exists: nothing was changed.", None)


@pytest.mark.slow
def test_the_context_menu_holds_the_same_actions(known, open_page):
    first = known.add("One")
    operator = open_page()
    operator.click(first)
    operator.table.customContextMenuRequested.emit(QPoint(40, 10))
    menu = QApplication.activePopupWidget()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert {"Edit text\tF2", "Edit…\tCtrl+E", "Pin\tP", "Delete…\tDel", "Sort by"} <= set(texts)
    menu.close()


@pytest.mark.slow
def test_a_contradiction_is_shown_before_it_is_saved(qtbot, known, open_page, control):
    """Pressed before the pair was in view, the button only shows it; pressed again it closes the old one."""
    first = known.add("Takes 60s to start after restart", service="jellyfin")
    operator = open_page()
    operator.page.add()
    dialog = operator.dialog(MemoryForm)
    control(dialog, "service").setText("jellyfin")
    control(dialog, "observation").setPlainText("Takes 30s to start after restart")
    control(dialog, "category").setCurrentText("timing")
    dialog.submit.click()
    operator.until(dialog.alike.isVisible)
    assert len(operator.rows()) == 1
    dialog.submit.click()
    operator.until(lambda: known.get(first).superseded_by is not None)


@pytest.mark.slow
def test_the_domain_is_named_in_the_dialog(qtbot, known, open_page, control):
    operator = open_page()
    operator.page.add()
    dialog = operator.dialog(MemoryForm)
    control(dialog, "observation").setPlainText("Takes 30s to start after restart")
    control(dialog, "domain").setCurrentText("projects")
    dialog.submit.click()
    operator.until(lambda: [known.get(number).domain for number in operator.rows()] == ["projects"])


@pytest.mark.slow
@pytest.mark.file_only("its operator has no name; on a server: tests/storage/postgres/test_operator_windows.py")
def test_a_memory_is_shared_and_made_private_from_the_menu_and_undo_takes_it_back(known, open_page):
    first = known.add("Starts after the mount", service="sonarr")
    operator = open_page()
    operator.click(first)
    operator.page.action_set.actions["unshare"].trigger()
    operator.until(lambda: known.get(first).audience == "private:")
    operator.until(lambda: any("Made 1 memory private" in text for text, _ in operator.heard))
    operator.undo()
    operator.until(lambda: known.get(first).audience == "everyone")
    operator.until(lambda: any("Undone" in text for text, _ in operator.heard))
    operator.redo()
    operator.until(lambda: known.get(first).audience == "private:")
    operator.until(lambda: operator.model.known_row(first).memory.audience == "private:")
    operator.click(first)
    operator.page.action_set.actions["share"].trigger()
    operator.until(lambda: known.get(first).audience == "everyone")
    assert [row.action for row in known.read(lambda: known.desk.memory.history.versions(first))][-1] == "shared"


@pytest.mark.slow
@pytest.mark.file_only("its operator belongs to every project")
def test_a_memory_is_shared_with_a_project_from_the_menu_and_undo_takes_it_back(known, open_page):
    first = known.add("Starts after the mount", service="sonarr")
    operator = open_page()
    projects = operator.page.projects
    operator.click(first)
    assert not projects.menuAction().isVisible(), "where there is none, nothing is offered"
    records = PrincipalRecords(known.desk.book.store, "projects")
    for name in ("web-shop", "old-shop"):
        known.desk.book.store.write(lambda name=name: records.add(name, utc_now())).result()
    known.desk.book.store.write(lambda: records.remove("old-shop", utc_now())).result()
    operator.until(lambda: [action.text() for action in projects.actions()] == ["web-shop"])
    operator.click(first)
    projects.actions()[0].trigger()
    operator.until(lambda: known.get(first).audience == "project:web-shop")
    operator.until(lambda: any("Shared 1 memory with the project web-shop" in text for text, _ in operator.heard))
    operator.undo()
    operator.until(lambda: known.get(first).audience == "everyone")
