"""The repositories in the settings: listed, read, edited, and never overwritten behind somebody's back."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.runs.repositories import read_repositories
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.settings import repository_pane
from claudeops_desktop.ui.pages.settings.page import SettingsPage
from claudeops_desktop.ui.pages.settings.repositories_dialog import PATH, RepositoriesDialog
from claudeops_desktop.ui.pages.settings.repository_pane import markdown_of_file
from claudeops_desktop.ui.pages.settings.repository_templates import TEMPLATES, template_file_name

SERVICES = """
[[service]]
name = "jellyfin"
check = "http"
url = "http://127.0.0.1:9/"
"""
CHECK = "---\ndescription: Well?\nservices: [jellyfni]\n---\n# The proxy\n\nRun `uptime`, it should be short.\n"


@pytest.fixture
def lab(tmp_path):
    root = tmp_path / "lab"
    (root / ".claude-ops" / "checks").mkdir(parents=True)
    (root / "CLAUDE-OPS.md").write_text("# Home lab\n\nTwo machines. <script>x</script>\n")
    (root / ".claude-ops" / "checks" / "proxy.md").write_text(CHECK)
    return root


@pytest.fixture
def open_dialog(qtbot, desk):
    def make():
        dialog = RepositoriesDialog(desk, None)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    desk.folder.services_file.write_text(SERVICES)
    return make


@pytest.fixture
def dialog(qtbot, open_dialog, desk, lab):
    desk.settings.change("repositories.folders", (str(lab),))
    dialog = open_dialog()
    qtbot.waitUntil(lambda: len(dialog.items()) == 4)
    return dialog


def choose(qtbot, dialog, path):
    item = next(item for item in dialog.items() if item.data(0, PATH) == str(path))
    dialog.tree.setCurrentItem(item)
    dialog._picked(item)  # it may be chosen from the beginning, and read before the test wrote it
    qtbot.waitUntil(lambda: dialog.pane._read == path.read_text().replace("\r\n", "\n"))


def test_without_a_folder_it_offers_to_add_one(qtbot, open_dialog):
    dialog = open_dialog()
    qtbot.waitUntil(dialog.empty.isVisible)


def test_a_link_to_them_leads_to_the_settings_from_where_the_dialog_opens(qtbot, desk):
    page = SettingsPage(desk)
    qtbot.addWidget(page)
    page.show()
    place = resolve_location(PageLocation("services", filters={"view": "repositories"}))
    assert place == resolve_location(PageLocation("repositories"))
    page.activate(place)
    assert place.page == "settings" and page.sections["repositories"].isVisible()
    qtbot.mouseClick(page.parts.widgets["repositories"].button, Qt.MouseButton.LeftButton)
    assert page.parts.repositories.isVisible()
    page.parts.repositories.close()


def test_a_folder_is_added_and_taken_out_and_both_undone(qtbot, open_dialog, desk, lab):
    dialog = open_dialog()
    dialog.add_folder(str(lab))
    qtbot.waitUntil(lambda: len(dialog.items()) == 4)
    assert desk.settings.current.repositories.folders == (str(lab),)
    qtbot.mouseClick(dialog.take_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desk.settings.current.repositories.folders == ())
    qtbot.waitUntil(lambda: not desk.undo.busy and desk.undo.undo_text.startswith("Took out"))
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.settings.current.repositories.folders == (str(lab),))


def test_files_are_listed_by_kind_and_mistakes_marked(dialog):
    assert [item.text(0) for item in dialog.items()] == ["lab", "CLAUDE-OPS.md", "Checks  1", "The proxy"]
    assert dialog.items()[3].data(0, Qt.ItemDataRole.AccessibleTextRole) == "The proxy, 1 mistake"


def test_a_file_is_shown_as_markdown_that_can_do_nothing(qtbot, dialog, lab):
    choose(qtbot, dialog, lab / "CLAUDE-OPS.md")
    qtbot.waitUntil(lambda: "Home lab" in dialog.pane.view.toPlainText())
    assert "<script>" in dialog.pane.view.toPlainText()


def test_the_folder_shows_what_the_agent_is_told(qtbot, dialog, lab):
    dialog.tree.setCurrentItem(dialog.items()[0])
    qtbot.waitUntil(lambda: "The operator keeps notes" in dialog.pane.view.toPlainText())
    assert dialog.pane.problems.isVisible()


def test_a_mistake_leads_to_its_line(qtbot, dialog, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, dialog, path)
    row = dialog.pane._problem_rows.itemAt(0).widget()
    assert "Did you mean jellyfin?" in row.text()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.pane.editor.isVisible)
    assert dialog.pane.editor.textCursor().blockNumber() == 2


def test_a_file_is_edited_saved_and_undone(qtbot, dialog, desk, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, dialog, path)
    qtbot.mouseClick(dialog.pane.edit, Qt.MouseButton.LeftButton)
    assert not dialog.pane.save.isEnabled()
    dialog.pane.editor.setPlainText(CHECK.replace("jellyfni", "jellyfin"))
    assert dialog.pane.save.isEnabled()
    assert dialog.items()[3].text(0) == "The proxy •"
    dialog.pane.editor.setFocus()
    qtbot.keyClick(dialog.pane.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "jellyfin" in path.read_text())
    qtbot.waitUntil(lambda: not dialog.pane.problems.isVisible())
    desk.undo.undo()
    qtbot.waitUntil(lambda: path.read_text() == CHECK)


def test_a_draft_outlives_looking_at_another_file(qtbot, dialog, lab):
    path = lab / ".claude-ops" / "checks" / "proxy.md"
    choose(qtbot, dialog, path)
    qtbot.mouseClick(dialog.pane.edit, Qt.MouseButton.LeftButton)
    dialog.pane.editor.appendPlainText("more")
    choose(qtbot, dialog, lab / "CLAUDE-OPS.md")
    assert not dialog.pane.editor.isVisible()
    choose(qtbot, dialog, path)
    qtbot.waitUntil(dialog.pane.editor.isVisible)
    assert dialog.pane.editor.toPlainText().endswith("more")
    qtbot.mouseClick(dialog.pane.discard, Qt.MouseButton.LeftButton)
    assert dialog.pane.drafts == {}
    assert path.read_text() == CHECK


def test_what_somebody_else_changed_is_not_overwritten(qtbot, dialog, lab):
    path = lab / "CLAUDE-OPS.md"
    choose(qtbot, dialog, path)
    qtbot.mouseClick(dialog.pane.edit, Qt.MouseButton.LeftButton)
    dialog.pane.editor.appendPlainText("mine")
    path.write_text("theirs")
    qtbot.mouseClick(dialog.pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "by another program meanwhile" in dialog.message.text())
    assert path.read_text() == "theirs"
    assert path in dialog.pane.drafts


def test_a_file_that_is_read_too_late_is_not_shown(qtbot, dialog, lab, monkeypatch):
    choose(qtbot, dialog, lab / "CLAUDE-OPS.md")
    readable = threading.Event()
    monkeypatch.setattr(repository_pane, "read_repository_file", lambda path: readable.wait(10) and (path, "late"))
    dialog.pane.show_file(lab / ".claude-ops" / "checks" / "proxy.md", ())
    dialog.tree.setCurrentItem(dialog.items()[0])
    readable.set()
    qtbot.waitUntil(lambda: dialog.pane._latest._on_its_way is None)
    assert "The operator keeps notes" in dialog.pane.view.toPlainText()


def test_line_ends_stay_as_they_were(qtbot, dialog, lab):
    path = lab / "CLAUDE-OPS.md"
    path.write_bytes(b"# A\r\n\r\nText.\r\n")
    choose(qtbot, dialog, path)
    qtbot.mouseClick(dialog.pane.edit, Qt.MouseButton.LeftButton)
    dialog.pane.editor.setPlainText("# B\n\nText.\n")
    qtbot.mouseClick(dialog.pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: path.read_bytes() == b"# B\r\n\r\nText.\r\n")


def test_a_new_file_is_created_and_chosen(qtbot, dialog, lab):
    dialog._create(lab, "playbooks", "Restart the proxy!")
    path = lab / ".claude-ops" / "playbooks" / "restart-the-proxy.md"
    qtbot.waitUntil(lambda: dialog.pane._path == path)
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
