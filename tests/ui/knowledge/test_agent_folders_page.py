"""The memory folders of the Claude CLI in the window: listed, read, checked, written only after a yes, restored."""

from __future__ import annotations

import pytest

from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.knowledge.agent_folder_source import split_path
from claudeops_desktop.ui.pages.knowledge.entry_pane import EDIT, HISTORY
from claudeops_desktop.ui.pages.knowledge.page import KnowledgePage

TOPIC = "---\nname: disk\ndescription: On the disk.\ntype: project\n---\n\nTwo terabytes.\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    made = tmp_path / "claude-home"
    memory = made / "projects/-srv-shop/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Memory\n\n- [Disk](disk.md): on the disk\n- [Gone](gone.md): not there\n")
    (memory / "disk.md").write_text(TOPIC)
    other = made / "projects/-srv-blog/memory"
    other.mkdir(parents=True)
    (other / "MEMORY.md").write_text("# Memory\n\nNothing yet.\n")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(made))
    return memory


@pytest.fixture
def open_page(desk, qtbot):
    def open_it():
        page = KnowledgePage(desk)
        qtbot.addWidget(page)
        page.facts, page.said = [], []
        page.fact_changed.connect(page.facts.append)
        page.message_posted.connect(lambda sentence, undo: page.said.append(sentence))
        page.resize(1100, 700)
        page.show()
        page.activate(resolve_location(PageLocation("agent-folders")))
        qtbot.waitUntil(lambda: bool(page.facts))
        return page

    return open_it


def shown(page, qtbot, name):
    path = next(path for path in page.model.keys if path.endswith(f"shop/{name}"))
    page.show_path(path)
    qtbot.waitUntil(lambda: page.pane.opened is not None and page.pane.opened.stored.path == path)
    return page.pane


def names(page):
    return [split_path(path)[1] for path in page.model.keys]


def answer(page, text):
    button = next(one for one in page.pane.question.buttons() if one.text() == text)
    button.click()


def test_without_the_cli_it_says_so(open_page, monkeypatch, tmp_path):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "none"))
    page = open_page()
    assert page.empty.isVisible() and "keeps no memory" in page.facts[-1]


@pytest.mark.slow
def test_files_are_listed_by_project_and_what_is_wrong_is_said(open_page, home, qtbot):
    page = open_page()
    assert names(page).count("MEMORY.md") == 2
    assert page.facts[-1] == "2 folders of the Claude CLI"
    page.problems.fold.setChecked(True)
    texts = [page.problems.list.item(row).text() for row in range(page.problems.list.count())]
    assert any("gone.md" in text for text in texts), texts
    qtbot.keyClicks(page.search, "disk.md")
    qtbot.waitUntil(lambda: names(page) == ["disk.md"])


def test_links_lead_to_the_file_beside(open_page, home, qtbot):
    page = open_page()
    pane = shown(page, qtbot, "MEMORY.md")
    pane.reader.link_followed.emit("disk.md")
    qtbot.waitUntil(lambda: pane.opened.stored.path.endswith("/disk.md"))
    assert "Two terabytes." in pane.reader.toPlainText()


@pytest.mark.slow
def test_nothing_is_written_without_a_yes_and_the_former_text_is_kept(open_page, home, qtbot):
    page = open_page()
    pane = shown(page, qtbot, "disk.md")
    pane.modes.show_mode(EDIT)
    pane.editor.setPlainText(TOPIC.replace("Two", "Four"))
    qtbot.waitUntil(pane.save.isEnabled)
    pane.save.click()
    answer(page, "Cancel")
    assert (home / "disk.md").read_text() == TOPIC
    pane.save.click()
    answer(page, "Write the file")
    qtbot.waitUntil(lambda: "Four" in (home / "disk.md").read_text())
    qtbot.waitUntil(lambda: pane.versions.count() == 1)
    pane.modes.show_mode(HISTORY)
    qtbot.waitUntil(lambda: "+Two terabytes." in pane.difference.toPlainText())
    assert pane.restore.isEnabled()
    pane.restore.click()
    answer(page, "Restore it")
    qtbot.waitUntil(lambda: (home / "disk.md").read_text() == TOPIC)


def test_a_change_of_the_cli_in_between_is_not_written_over(open_page, home, qtbot):
    page = open_page()
    pane = shown(page, qtbot, "disk.md")
    pane.editor.setPlainText(TOPIC.replace("Two", "Four"))
    qtbot.waitUntil(pane.save.isEnabled)
    (home / "disk.md").write_text(TOPIC.replace("Two", "Nine"))
    pane.save.click()
    answer(page, "Write the file")
    qtbot.waitUntil(lambda: any("nothing was written" in one for one in page.said))
    assert "Nine" in (home / "disk.md").read_text()


def test_what_was_typed_does_not_move_to_a_file_of_the_same_name(open_page, home, qtbot):
    page = open_page()
    pane = shown(page, qtbot, "MEMORY.md")
    pane.editor.setPlainText("typed")
    other = next(path for path in page.model.keys if "blog" in path)
    page.show_path(other)
    qtbot.waitUntil(lambda: pane.opened.stored.path == other)
    assert "Nothing yet." in pane.editor.toPlainText()


def test_only_files_with_problems_are_left(open_page, home, qtbot):
    page = open_page()
    page.kind.set_value("problems")
    page._refilter()
    qtbot.waitUntil(lambda: list(page.model.keys) == ["project/srv-shop/MEMORY.md"])


def test_what_is_of_the_own_folder_alone_is_not_offered_there(open_page, home):
    page = open_page()
    assert not page.new.isVisible() and not page.pane.remove.isVisible()


def test_the_source_is_remembered_and_gone_back_to(open_page, home, qtbot):
    page = open_page()
    position = page.save_position()
    kept = page.save_state()
    page.activate(PageLocation("knowledge", filters={"source": "knowledge"}))
    qtbot.waitUntil(lambda: page.facts[-1] == "No files")
    page.return_to_position(position)
    qtbot.waitUntil(lambda: page.facts[-1] == "2 folders of the Claude CLI")
    page.activate(PageLocation("knowledge", filters={"source": "knowledge"}))
    page.restore_state(kept)
    assert page.source is page.sources["agent-folders"]
