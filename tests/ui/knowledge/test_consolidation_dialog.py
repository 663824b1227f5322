"""Putting the files in order from the window: nothing changes before Approve, and all of it can be taken back."""

from __future__ import annotations

from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.ui.pages.knowledge.page import KnowledgePage


@pytest.fixture
def folder(desk):
    with closing(open_knowledge(desk.folder, desk.settings.current)) as made:
        for number in range(10):
            made.remember("Operations", f"The rack number {number} has {number + 40} screws.")
        yield made


@pytest.fixture
def page(desk, folder, qtbot):
    made = KnowledgePage(desk)
    qtbot.addWidget(made)
    made.said = []
    made.message_posted.connect(lambda sentence, _undo: made.said.append(sentence))
    made.resize(1100, 700)
    made.show()
    made.activate()
    qtbot.waitUntil(lambda: made.pane.opened is not None)
    return made


def plant(folder):
    """An entry that a note repeats."""
    folder.remember("Operations", "The tariff of the provider ends in autumn.")
    folder.notes.add("project", "Tariff", "The tariff of the provider ends in autumn.")


def opened(page, qtbot):
    dialog = page.open_consolidation()
    qtbot.waitUntil(dialog.look.isEnabled)
    return dialog


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.slow
def test_it_looks_shows_the_difference_and_changes_the_files_on_approval(page, folder, qtbot):
    plant(folder)
    before = folder.texts()
    dialog = opened(page, qtbot)
    assert dialog.look.isVisible() and not dialog.approve.isVisible()
    press(dialog.look)
    qtbot.waitUntil(dialog.approve.isVisible, timeout=30_000)
    assert folder.texts() == before, "nothing changes before it is approved"
    assert "tariff" in dialog.changes.text() and "tariff" in dialog.difference.toPlainText()
    press(dialog.approve)
    qtbot.waitUntil(lambda: dialog.look.isVisible() and dialog.look.isEnabled(), timeout=30_000)
    assert folder.texts() != before and page.said == ["The changes were made."]
    said = [
        text for text in folder.texts().values() if "The tariff of the provider ends" in text.partition("---\n\n")[2]
    ]
    assert len(said) == 1
    press(dialog.undo)
    qtbot.waitUntil(lambda: len(page.said) == 2, timeout=30_000)
    after = folder.texts()
    assert {path: after[path] for path in before if path != "log.md"} == {
        path: text for path, text in before.items() if path != "log.md"
    }
    dialog.close()


@pytest.mark.slow
def test_what_waits_is_told_over_the_list_and_can_be_discarded(page, folder, qtbot):
    plant(folder)
    dialog = opened(page, qtbot)
    press(dialog.look)
    qtbot.waitUntil(dialog.approve.isVisible, timeout=30_000)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: any("wait for your answer" in one.sentence for one in page.notices.notices))
    press(page.notices.buttons()[-1])
    again = page.findChildren(type(dialog))[-1]
    qtbot.waitUntil(lambda: again.discard.isVisible() and again.discard.isEnabled())
    press(again.discard)
    qtbot.waitUntil(lambda: again.look.isVisible() and again.look.isEnabled())
    again.close()
    qtbot.waitUntil(lambda: not any("wait for your answer" in one.sentence for one in page.notices.notices))


@pytest.mark.slow
def test_where_there_is_nothing_it_says_so_and_undo_says_why_not(page, qtbot):
    dialog = opened(page, qtbot)
    press(dialog.look)
    qtbot.waitUntil(lambda: dialog.about.text().startswith("There is nothing to put in order."), timeout=30_000)
    press(dialog.undo)
    qtbot.waitUntil(lambda: "no consolidation to undo" in dialog.about.text())
    dialog.close()
