"""The page Knowledge: files are listed, read, edited with checks, restored and deleted; links lead on."""

from __future__ import annotations

from contextlib import closing

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.knowledge.conflict_dialog import ConflictDialog
from claudeops_desktop.ui.pages.knowledge.entry_pane import EDIT, HISTORY
from claudeops_desktop.ui.pages.knowledge.page import KnowledgePage


@pytest.fixture
def folder(desk):
    with closing(open_knowledge(desk.folder, desk.settings.current)) as made:
        yield made


@pytest.fixture
def open_page(desk, qtbot):
    made = []

    def open_it(place=None):
        page = KnowledgePage(desk)
        qtbot.addWidget(page)
        page.facts, page.said = [], []
        page.fact_changed.connect(page.facts.append)
        page.message_posted.connect(lambda sentence, undo: page.said.append((sentence, undo)))
        page.resize(1100, 700)
        page.show()
        page.activate(place)
        qtbot.waitUntil(lambda: bool(page.facts))
        made.append(page)
        return page

    return open_it


@pytest.fixture
def page(folder, open_page, qtbot):
    folder.notes.add("project", "Backups", "They run at night. See [the disk](disk.md).")
    folder.notes.add("reference", "Disk", "Two terabytes.")
    folder.decisions.add("Use PostgreSQL", context="Two writers.", decision="PostgreSQL.")
    folder.remember("Operations", "Ask before a restart.")
    made = open_page()
    qtbot.waitUntil(lambda: made.pane.opened is not None)
    return made


def shown(page, qtbot, path):
    page.table.select_key(path)
    qtbot.waitUntil(lambda: page.pane.opened is not None and page.pane.opened.stored.path == path)
    return page.pane


def test_empty_it_says_what_it_is_for_and_writes_the_first_note(open_page, qtbot):
    page = open_page()
    assert page.facts == ["No files"] and page.empty.isVisible()
    page.empty.action_triggered.emit()
    form = page.findChild(FormDialog)
    assert not form.submit.isEnabled()
    qtbot.keyClicks(form.inputs["title"].widget, "Backups")
    form.inputs["text"].set_value("They run at night.")
    assert form.submit.isEnabled()
    qtbot.mouseClick(form.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.pane.opened is not None)
    assert "They run at night." in page.pane.reader.toPlainText()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)


@pytest.mark.slow
def test_files_are_listed_and_found_by_their_words(page, qtbot):
    assert page.model.rowCount() == 4 and page.facts[-1] == "4 files"
    qtbot.keyClicks(page.search, "terabytes")
    qtbot.waitUntil(lambda: list(page.model.keys) == ["notes/disk.md"])
    page.search.clear()
    page.kind.set_value("decisions")
    page.refresh()
    qtbot.waitUntil(lambda: list(page.model.keys) == ["decisions/0001-use-postgresql.md"])


@pytest.mark.slow
def test_a_link_leads_to_another_file_and_a_hostile_one_only_asks(page, qtbot):
    pane = shown(page, qtbot, "notes/backups.md")
    pane.reader.anchorClicked.emit(QUrl("disk.md"))
    qtbot.waitUntil(lambda: pane.opened.stored.path == "notes/disk.md")
    pane.reader.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert pane.reader._asking is not None and "not opened" in pane.reader._asking.text()
    pane.reader._asking.reject()


@pytest.mark.slow
def test_what_is_typed_is_checked_and_saved_as_a_version(page, qtbot, folder):
    pane = shown(page, qtbot, "notes/disk.md")
    pane.modes.show_mode(EDIT)
    whole = pane.editor.toPlainText()
    pane.editor.setPlainText(whole.replace("note_type: reference", "note_type: secret"))
    qtbot.waitUntil(lambda: "note_type" in pane.checked.text())
    assert not pane.save.isEnabled()
    pane.editor.setPlainText(whole.replace("Two", "Four"))
    qtbot.waitUntil(pane.save.isEnabled)
    pane.editor.setFocus()
    QTest.keyClick(pane.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Four terabytes." in folder.read("notes/disk.md").text)
    qtbot.waitUntil(lambda: "Four terabytes." in pane.reader.toPlainText())
    assert not pane.is_edited
    assert folder.log("notes/disk.md")[0].message == "Edited notes/disk.md"


@pytest.mark.slow
def test_somebody_elses_change_is_kept_beside_the_own_one(page, qtbot, folder):
    pane = shown(page, qtbot, "notes/disk.md")
    pane.editor.setPlainText(pane.editor.toPlainText().replace("Two", "Four"))
    file = folder.root / "notes/disk.md"
    file.write_text(file.read_text().replace("Two", "Eight"))
    pane.save.setEnabled(True)
    pane.save.click()
    qtbot.waitUntil(lambda: bool(page.said))
    assert page.said[0][0] == "The file was changed meanwhile. Your text is in notes/disk-2.md."
    assert "Eight" in file.read_text() and "Four" in (folder.root / "notes/disk-2.md").read_text()


@pytest.mark.slow
def test_a_version_shows_what_it_changed_and_is_restored(page, qtbot, folder):
    folder.notes.edit("notes/disk.md", text="Four terabytes.")
    page.show_path("notes/disk.md")
    pane = page.pane
    qtbot.waitUntil(lambda: pane.opened.stored.path == "notes/disk.md" and pane.versions.count() == 2)
    pane.modes.show_mode(HISTORY)
    qtbot.waitUntil(lambda: "+Four terabytes." in pane.difference.toPlainText())
    assert not pane.restore.isEnabled(), "it is the newest already"
    pane.versions.setCurrentRow(1)
    qtbot.waitUntil(lambda: "+Two terabytes." in pane.difference.toPlainText())
    pane.restore.click()
    qtbot.waitUntil(lambda: "Two terabytes." in folder.read("notes/disk.md").text)
    qtbot.waitUntil(lambda: pane.versions.count() == 3)


@pytest.mark.slow
def test_deleting_is_undone_from_the_message(page, qtbot, folder):
    pane = shown(page, qtbot, "notes/disk.md")
    pane.remove.click()
    qtbot.waitUntil(lambda: bool(page.said))
    assert not (folder.root / "notes/disk.md").exists()
    page.said[0][1]()
    qtbot.waitUntil((folder.root / "notes/disk.md").exists)
    qtbot.waitUntil(lambda: "notes/disk.md" in list(page.model.keys))


def test_an_edit_from_outside_is_taken_in_and_a_damaged_file_is_marked(page, qtbot, folder):
    (folder.root / "notes/bad.md").write_text("---\ntitle: [\n---\n\nx\n")
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 5)
    assert page.facts[-1] == "5 files · 1 problem"
    pane = shown(page, qtbot, "notes/bad.md")
    assert "Line 3: The frontmatter cannot be read" in pane.problems.text()


@pytest.mark.slow
def test_every_kind_of_link_opens_its_entry(page, qtbot, folder):
    links = "[rel](disk.md) [root](/decisions/0001-use-postgresql.md) [[Disk]] [[use postgresql|why]] `[[code]]`"
    folder.notes.edit("notes/backups.md", text=f"{links}\n\n![p](https://example.org/p.png)\n\n## What to check\n\nIt.")
    page.refresh()
    pane = shown(page, qtbot, "notes/disk.md")
    pane = shown(page, qtbot, "notes/backups.md")
    qtbot.waitUntil(lambda: "picture: p" in pane.reader.toPlainText())
    assert "[[code]]" in pane.reader.toPlainText()
    for url, path in (
        ("disk.md", "notes/disk.md"),
        ("/decisions/0001-use-postgresql.md", "decisions/0001-use-postgresql.md"),
        ("entry:Disk", "notes/disk.md"),
        ("entry:use%20postgresql", "decisions/0001-use-postgresql.md"),
    ):
        shown(page, qtbot, "notes/backups.md")
        pane.reader.anchorClicked.emit(QUrl(url))
        qtbot.waitUntil(lambda path=path: pane.opened.stored.path == path)
    shown(page, qtbot, "notes/backups.md")
    pane.reader.anchorClicked.emit(QUrl("gone.md"))
    qtbot.waitUntil(lambda: any("There is no notes/gone.md" in said for said, _ in page.said))


@pytest.mark.slow
def test_the_last_ten_versions_are_in_the_menu_of_an_entry(page, qtbot, folder):
    for number in range(12):
        folder.notes.edit("notes/disk.md", text=f"{number} terabytes.")
    shown(page, qtbot, "notes/disk.md")
    page.table.customContextMenuRequested.emit(page.table.menu_point())
    menu = page.menu
    qtbot.waitUntil(lambda: len(menu.versions.actions()) == 10)
    third = menu.versions.actions()[2]
    third.trigger()
    menu.close()
    qtbot.waitUntil(lambda: "+9 terabytes." in page.pane.difference.toPlainText())
    assert page.pane.modes.mode == HISTORY
    page.pane.restore.click()
    qtbot.waitUntil(lambda: "9 terabytes." in folder.read("notes/disk.md").text)


@pytest.mark.slow
def test_two_texts_of_one_file_are_shown_side_by_side_to_choose_from(page, qtbot, folder):
    read = folder.read("notes/disk.md")
    (folder.root / "notes/disk.md").write_text(read.text.replace("Two", "Eight"))
    folder.save("notes/disk.md", read.text.replace("Two", "Four"), "Edited", revision=read.revision)
    page.refresh()
    qtbot.waitUntil(lambda: any("two texts of notes/disk.md" in one.sentence for one in page.notices.notices))
    page.notices.buttons()[0].click()
    dialog = page.findChild(ConflictDialog)
    qtbot.waitUntil(lambda: "Four" in dialog.second.toPlainText())
    assert "Eight" in dialog.first.toPlainText() and "-Eight terabytes." in dialog.difference.toPlainText()
    dialog.keep_second.click()
    qtbot.waitUntil(lambda: "Four" in folder.text_of("notes/disk.md"))
    qtbot.waitUntil(lambda: not (folder.root / "notes/disk-2.md").exists())
    qtbot.waitUntil(lambda: not any("two texts" in one.sentence for one in page.notices.notices))


@pytest.mark.slow
def test_a_merge_under_way_is_said_over_the_list_and_files_are_still_read(page, qtbot, folder):
    (folder.root / ".git/MERGE_HEAD").write_text(folder.repository.head())
    page.refresh()
    qtbot.waitUntil(lambda: any("A merge is under way" in one.sentence for one in page.notices.notices))
    pane = shown(page, qtbot, "notes/disk.md")
    assert "Two terabytes." in pane.reader.toPlainText()
    pane.editor.setPlainText(pane.editor.toPlainText().replace("Two", "Four"))
    qtbot.waitUntil(pane.save.isEnabled)
    pane.save.click()
    qtbot.waitUntil(lambda: any("A merge is under way" in said for said, _ in page.said))
    assert pane.is_edited, "what was typed is still there"
    assert "Two" in (folder.root / "notes/disk.md").read_text()


@pytest.mark.slow
def test_problems_are_listed_and_open_their_line(page, qtbot, folder):
    (folder.root / "notes/bad.md").write_text("---\ntype: Note\ntitle: [\n---\n\nx\n")
    page.refresh()
    qtbot.waitUntil(lambda: page.problems.isVisible() and "1 error" in page.problems.fold.text())
    page.problems.fold.setChecked(True)
    page.problems.list.itemClicked.emit(page.problems.list.item(0))
    qtbot.waitUntil(lambda: page.pane.opened is not None and page.pane.opened.stored.path == "notes/bad.md")
    assert page.pane.modes.mode == EDIT
    assert page.pane.editor.textCursor().blockNumber() == 3
    page.kind.set_value("problems")
    page._refilter()
    qtbot.waitUntil(lambda: list(page.model.keys) == ["notes/bad.md"])


@pytest.mark.slow
def test_what_was_edited_outside_is_shown_with_what_changed(page, qtbot, folder):
    file = folder.root / "notes/disk.md"
    file.write_text(file.read_text().replace("Two", "Eight"))
    page.refresh()
    qtbot.waitUntil(lambda: any("edited outside of Claude Ops" in one.sentence for one in page.notices.notices))
    page.notices.buttons()[0].click()
    qtbot.waitUntil(lambda: "+Eight terabytes." in page.pane.difference.toPlainText())


@pytest.mark.slow
def test_hostile_text_is_neither_rendered_nor_laid_out_whole(page, qtbot, folder):
    body = "<script>x</script> <img src=https://example.org/x.png> \u202eturned\n\n" + "word" * 30_000
    (folder.root / "notes/hostile.md").write_text(
        f"---\ntype: Note\ntitle: H\nnote_type: project\ndescription: d\n---\n{body}"
    )
    page.refresh()
    qtbot.waitUntil(lambda: "notes/hostile.md" in page.model.keys)
    pane = shown(page, qtbot, "notes/hostile.md")
    shown_text = pane.reader.toPlainText()
    assert "<script>" in shown_text and "\u202e" not in shown_text
    assert max(map(len, shown_text.splitlines())) <= 2_000
    assert pane.editor.isReadOnly() and "too large to be edited here" in pane.checked.text()


@pytest.mark.slow
def test_many_files_are_listed_and_then_searched(open_page, qtbot, folder):
    notes = folder.root / "notes"
    notes.mkdir(parents=True)
    for number in range(600):
        (notes / f"n{number}.md").write_text(
            f"---\ntype: Note\ntitle: Note {number}\ndescription: d\nnote_type: project\n---\n\nWord{number}.\n"
        )
    folder.take_edits()
    page = open_page()
    qtbot.waitUntil(lambda: page.model.rowCount() == 600, timeout=60_000)
    qtbot.waitUntil(lambda: len(page.picture.files) >= 600, timeout=60_000)
    qtbot.keyClicks(page.search, "word471.")
    qtbot.waitUntil(lambda: list(page.model.keys) == ["notes/n471.md"], timeout=60_000)
