"""Forget everything about something: looked at first, then gone for good (E19)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from claudeops_desktop.ui.pages.memories.purge_dialog import PurgeDialog


@pytest.fixture
def dialog(qtbot, known):
    made = PurgeDialog(known.desk)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    yield made
    qtbot.waitUntil(lambda: not made.busy, timeout=20_000)


def looked(dialog, qtbot, subject):
    dialog.subject.setFocus()
    qtbot.keyClicks(dialog.subject, subject)
    qtbot.keyClick(dialog.subject, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.seen is not None and not dialog.busy, timeout=20_000)


def texts(dialog):
    return [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]


@pytest.mark.slow
def test_what_would_go_is_shown_and_nothing_goes_by_looking(dialog, known, qtbot):
    first = known.add("Anna's laptop backs up at night", service="nas")
    looked(dialog, qtbot, "Anna")
    assert any(text.endswith("“Anna”.") for text in texts(dialog))
    assert "Memories, with history and passages" in texts(dialog)
    assert "Cannot be reached" in texts(dialog)
    assert dialog.purge_button.isEnabled()
    assert known.get(first) is not None


@pytest.mark.slow
def test_it_is_gone_for_good_and_cannot_be_undone(dialog, known, qtbot):
    first = known.add("Anna's laptop backs up at night", service="nas")
    other = known.add("Takes 60s to start", service="jellyfin")
    change = known.write(lambda: known.desk.memory.edits.adjust([first], 0.1))
    known.desk.undo.push_change(change, tell=False)
    looked(dialog, qtbot, "Anna")
    qtbot.mouseClick(dialog.purge_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=30_000)
    assert known.get(first) is None
    assert known.get(other) is not None
    assert known.desk.undo.undo_text == ""
    assert any(text.startswith("Forgotten: ") for text in texts(dialog))
    assert "A search through every byte of the data folder finds nothing more" in texts(dialog)
    assert dialog.leave.text() == "Close"


@pytest.mark.slow
def test_another_word_needs_another_look(dialog, known, qtbot):
    known.add("Anna's laptop backs up at night", service="nas")
    looked(dialog, qtbot, "Anna")
    qtbot.keyClicks(dialog.subject, "bel")
    assert dialog.seen is None
    assert not dialog.purge_button.isEnabled()


def test_a_word_that_is_too_short_is_not_looked_for(dialog, qtbot):
    qtbot.keyClicks(dialog.subject, "ab")
    assert not dialog.preview_button.isEnabled()
    qtbot.keyClick(dialog.subject, Qt.Key.Key_Return)
    assert not dialog.busy and dialog.seen is None


@pytest.mark.slow
def test_while_a_session_runs_it_says_why_not(dialog, known, qtbot):
    known.add("Anna's laptop backs up at night", service="nas")
    known.session()
    looked(dialog, qtbot, "Anna")
    assert not dialog.purge_button.isEnabled()
    assert "is running" in dialog.wrong.text()
