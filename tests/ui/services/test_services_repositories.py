"""The repositories: listed, read, edited, and never overwritten behind somebody's back."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.runs.repositories import read_repositories
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.repositories import file_pane
from claudeops_desktop.ui.pages.repositories.file_pane import markdown_of_file
from claudeops_desktop.ui.pages.repositories.file_templates import TEMPLATES, template_file_name
from claudeops_desktop.ui.pages.repositories.page import PATH

CHECK = "---\ndescription: Well?\nservices: [jellyfni]\n---\n# The proxy\n\nRun `uptime`, it should be short.\n"


@pytest.fixture
def lab(tmp_path):
    root = tmp_path / "lab"
    (root / ".claude-ops" / "checks").mkdir(parents=True)
    (root / "CLAUDE-OPS.md").write_text("# Home lab\n\nTwo machines. <script>x</script>\n")
    (root / ".claude-ops" / "checks" / "proxy.md").write_text(CHECK)
    return root


@pytest.fixture
def tab(qtbot, open_page, configured, lab):
    configured.settings.change("repositories.folders", (str(lab),))
    page = open_page(configured, PageLocation("repositories"))
    qtbot.waitUntil(lambda: len(page._items()) == 4)
    return page


def choose(qtbot, tab, path):
    item = next(item for item in tab._items() if item.data(0, PATH) == str(path))
    tab.tree.setCurrentItem(item)
    tab._picked(item)  # it may be chosen from the beginning, and read before the test wrote it
    qtbot.waitUntil(lambda: tab.pane._read == path.read_text().replace("\r\n", "\n"))


def test_an_empty_tab_offers_to_add_a_folder(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("repositories"))
    qtbot.waitUntil(page._empty.isVisible)


def test_a_folder_is_added_and_taken_out_and_both_undone(qtbot, open_page, configured, lab):
    page = open_page(configured, PageLocation("repositories"))
    tab = page
    tab.add_folder(str(lab))
    qtbot.waitUntil(lambda: len(tab._items()) == 4)
    assert configured.settings.current.repositories.folders == (str(lab),)
    qtbot.mouseClick(tab.take_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: configured.settings.current.repositories.folders == ())
    qtbot.waitUntil(lambda: not configured.undo.busy and configured.undo.undo_text.startswith("Took out"))
    configured.undo.undo()
    qtbot.waitUntil(lambda: configured.settings.current.repositories.folders == (str(lab),))


def test_files_are_listed_by_kind_and_mistakes_marked(tab):
    assert [item.text(0) for item in tab._items()] == ["lab", "CLAUDE-OPS.md", "Checks  1", "The proxy"]
    assert tab._items()[3].data(0, Qt.ItemDataRole.AccessibleTextRole) == "The proxy, 1 mistake"


def test_a_file_is_shown_as_markdown_that_can_do_nothing(qtbot, tab, lab):
    choose(qtbot, tab, lab / "CLAUDE-OPS.md")
    qtbot.waitUntil(lambda: "Home lab" in tab.pane.view.toPlainText())
    assert "<script>" in tab.pane.view.toPlainText()


def test_the_folder_shows_what_the_agent_is_told(qtbot, tab, lab):
    tab.tree.setCurrentItem(tab._items()[0])
    qtbot.waitUntil(lambda: "The operator keeps notes" in tab.pane.view.toPlainText())
    assert tab.pane.problems.isVisible()


def test_a_mistake_leads_to_its_line(qtbot, tab, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, tab, path)
    row = tab.pane._problem_rows.itemAt(0).widget()
    assert "Did you mean jellyfin?" in row.text()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(tab.pane.editor.isVisible)
    assert tab.pane.editor.textCursor().blockNumber() == 2


def test_a_file_is_edited_saved_and_undone(qtbot, tab, configured, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, tab, path)
    qtbot.mouseClick(tab.pane.edit, Qt.MouseButton.LeftButton)
    assert not tab.pane.save.isEnabled()
    tab.pane.editor.setPlainText(CHECK.replace("jellyfni", "jellyfin"))
    assert tab.pane.save.isEnabled()
    assert tab._items()[3].text(0) == "The proxy •"
    tab.pane.editor.setFocus()
    qtbot.keyClick(tab.pane.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "jellyfin" in path.read_text())
    qtbot.waitUntil(lambda: not tab.pane.problems.isVisible())
    configured.undo.undo()
    qtbot.waitUntil(lambda: path.read_text() == CHECK)


def test_a_draft_outlives_looking_at_another_file(qtbot, tab, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, tab, path)
    qtbot.mouseClick(tab.pane.edit, Qt.MouseButton.LeftButton)
    tab.pane.editor.appendPlainText("more")
    choose(qtbot, tab, lab / "CLAUDE-OPS.md")
    assert not tab.pane.editor.isVisible()
    choose(qtbot, tab, path)
    qtbot.waitUntil(tab.pane.editor.isVisible)
    assert tab.pane.editor.toPlainText().endswith("more")
    qtbot.mouseClick(tab.pane.discard, Qt.MouseButton.LeftButton)
    assert tab.pane.drafts == {}
    assert path.read_text() == CHECK


def test_what_somebody_else_changed_is_not_overwritten(qtbot, tab, lab):
    path = lab / "CLAUDE-OPS.md"
    choose(qtbot, tab, path)
    qtbot.mouseClick(tab.pane.edit, Qt.MouseButton.LeftButton)
    tab.pane.editor.appendPlainText("mine")
    path.write_text("theirs")
    with qtbot.waitSignal(tab.message_posted) as said:
        qtbot.mouseClick(tab.pane.save, Qt.MouseButton.LeftButton)
    assert "by another program meanwhile" in said.args[0]
    assert path.read_text() == "theirs"
    assert path in tab.pane.drafts


def test_a_file_that_is_read_too_late_is_not_shown(qtbot, tab, lab, monkeypatch):
    choose(qtbot, tab, lab / "CLAUDE-OPS.md")
    readable = threading.Event()
    monkeypatch.setattr(file_pane, "read_repository_file", lambda path: readable.wait(10) and (path, "late"))
    tab.pane.show_file(lab / ".claude-ops" / "checks" / "proxy.md", ())
    tab.tree.setCurrentItem(tab._items()[0])
    readable.set()
    qtbot.waitUntil(lambda: tab.pane._latest._on_its_way is None)
    assert "The operator keeps notes" in tab.pane.view.toPlainText()


def test_line_ends_stay_as_they_were(qtbot, tab, lab):
    path = lab / "CLAUDE-OPS.md"
    path.write_bytes(b"# A\r\n\r\nText.\r\n")
    choose(qtbot, tab, path)
    qtbot.mouseClick(tab.pane.edit, Qt.MouseButton.LeftButton)
    tab.pane.editor.setPlainText("# B\n\nText.\n")
    qtbot.mouseClick(tab.pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: path.read_bytes() == b"# B\r\n\r\nText.\r\n")


def test_a_new_file_is_created_and_chosen(qtbot, tab, lab):
    tab._create(lab, "playbooks", "Restart the proxy!")
    path = lab / ".claude-ops" / "playbooks" / "restart-the-proxy.md"
    qtbot.waitUntil(lambda: tab.pane._path == path)
    assert path.read_text().startswith("---\ndescription")


@pytest.mark.parametrize("kind", TEMPLATES)
def test_what_a_new_file_begins_with_is_right(tmp_path, kind):
    path = tmp_path / template_file_name(kind, "The Proxy")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEMPLATES[kind][2].format(name="The Proxy"))
    (found,) = read_repositories([str(tmp_path)])
    assert [p for p in found.problems if p.path == path] == []


def test_frontmatter_is_shown_as_it_is():
    assert markdown_of_file(CHECK).startswith("```\ndescription: Well?\n")
    assert markdown_of_file("# A\n") == "# A\n"
