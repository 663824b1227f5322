"""S10, S12: a run that asks, on the real engine: seen on every page, answered by key, click, time, or elsewhere."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.context_editor import ContextEditor
from claudeops_desktop.ui.runs.run_dialog import RunDialog


def tiers(real):
    return [session.tier for session in reversed(real.book.sessions.list())]


@pytest.mark.slow
def test_while_it_waits_every_page_the_side_bar_and_the_status_line_say_so(real, asking, qtbot):
    asking()
    window = real.window
    qtbot.waitUntil(lambda: window.status.asks.text() == "1 question for you")
    for entry in PAGES:
        window.show_page(entry.name)
        assert window.approval_bar.isVisible(), entry.name
    assert window.approval_bar.text == "A run asks for tier 2: does not answer"
    assert window.sidebar.buttons["inbox"].accessibleName() == "Inbox, 1 needs you"
    qtbot.waitUntil(lambda: window.status.waiting.text() == "1 run parked")
    (action,) = window.status.waiting.menu().actions()
    assert "which needs approval for tier 2" in action.text()


@pytest.mark.slow
def test_look_in_the_bar_and_a_lets_the_run_go_on(real, asking, passing, qtbot):
    first = asking()
    qtbot.mouseClick(real.window.approval_bar.button, Qt.MouseButton.LeftButton)
    page = real.window.stack.page
    assert real.window.stack.name == "inbox"
    qtbot.waitUntil(lambda: page.card.key is not None)
    assert not page.card.has_keys  # it has to be chosen first
    page.focus_card()
    passing(0.5)
    qtbot.keyClick(page.card, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: any(a.tier == 3 for a in real.desk.approvals.waiting), timeout=20_000)
    assert real.book.approvals.get(first.id).state == "approved"
    assert tiers(real) == [1, 2]


@pytest.mark.slow
def test_shift_a_agrees_to_all_tiers_of_the_run(real, asking, ended, passing, qtbot):
    first = asking()
    real.window.show_page("inbox")
    page = real.window.stack.page
    qtbot.waitUntil(lambda: page.card.key is not None)
    page.focus_card()
    passing(0.5)
    qtbot.keyClick(page.card, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert real.book.approvals.get(first.id).state == "approved_run"
    assert tiers(real) == [1, 2, 3]


def test_no_button_of_the_bar_answers_and_refuse_at_the_card_ends_the_run(real, asking, ended, passing, qtbot):
    first = asking()
    bar = real.window.approval_bar
    assert [button.text() for button in bar.findChildren(QPushButton) if button.isVisible()] == ["Show"]
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    page = real.window.stack.page
    qtbot.waitUntil(lambda: page.card.key is not None)
    page.focus_card()
    passing(0.5)
    qtbot.keyClick(page.card, Qt.Key.Key_R)
    assert not bar.isVisible()
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert real.book.approvals.get(first.id).state == "refused"
    assert tiers(real) == [1]
    assert real.window.toast.text == "Refused: tier 2 for jellyfin."


@pytest.mark.slow
def test_time_runs_out_while_its_card_is_open(real, asking, ended, qtbot):
    real.window.show_page("inbox")
    first = asking()
    page = real.window.stack.page
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    later = utc_now() + timedelta(days=1)
    real.book.store.write(lambda: real.book.approvals.expire(later)).result()
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    assert real.book.approvals.get(first.id).state == "timed_out"
    qtbot.waitUntil(lambda: real.window.toast.text == "Nobody answered in time, so tier 2 for jellyfin was refused.")
    page.activate(PageLocation("inbox", filters={"state": "timed_out"}))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert not real.window.approval_bar.isVisible()


@pytest.mark.slow
def test_stopping_the_run_takes_its_question_off_the_screen(real, asking, ended, qtbot):
    asking()
    (parked,) = real.engine.runs.state.parked
    real.window.runs.drop_parked(parked.run_id)
    qtbot.waitUntil(lambda: not real.window.approval_bar.isVisible())
    qtbot.waitUntil(lambda: "is no longer asked for" in real.window.toast.text)


@pytest.mark.slow
def test_what_the_operator_made_of_the_context_is_what_the_session_was_told(real, recording, ended, qtbot):
    file = recording()
    real.window.runs.open_dialog()
    dialog = real.window.findChild(RunDialog)
    dialog.agent.setItemData(3, f"replay:{file}")
    dialog.agent.setCurrentIndex(3)
    qtbot.mouseClick(dialog.preview, Qt.MouseButton.LeftButton)
    editor = dialog.findChild(ContextEditor)
    qtbot.waitUntil(lambda: "## Environment" in editor.prompt_view.text.toPlainText())
    cursor = editor.prompt_view.text.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    editor.prompt_view.text.setTextCursor(cursor)
    qtbot.keyClicks(editor.prompt_view.text, " Leave the nas alone.")
    qtbot.waitUntil(lambda: editor.state.text().startswith("You changed it: 1 line added or changed"))
    qtbot.mouseClick(editor.take, Qt.MouseButton.LeftButton)
    assert dialog.edited.text() == "You changed the context for this run only."
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    (session,) = real.book.sessions.list()
    assert session.appended_prompt.endswith(" Leave the nas alone.")
    assert session.appended_prompt.count("Leave the nas alone") == 1


@pytest.mark.slow
def test_without_a_change_the_session_is_told_what_it_would_be_anyway(real, recording, ended, qtbot):
    real.window.runs.enqueue(RunRequest(agent=f"replay:{recording()}"))
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    (session,) = real.book.sessions.list()
    assert session.appended_prompt.startswith("## Environment")


ASK = """
import sys
from datetime import timedelta
from pathlib import Path
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
store = open_store(DataFolder(Path(sys.argv[1])))
book, now = RecordRepositories(store), utc_now()
if sys.argv[2] == "ask":
    store.write(lambda: book.approvals.ask_operator(ApprovalQuestion(
        kind="action", tier=2, action="destructive", command="rm -rf /srv/old", services=("nas",),
        expires_at=now + timedelta(minutes=5)), now)).result()
else:
    store.write(lambda: book.approvals.answer(int(sys.argv[2]), "approved", "command line", now)).result()
store.close()
"""


def elsewhere(real, what):
    """What the guard of a session, or the command line, does in a process of its own."""
    subprocess.run([sys.executable, "-c", ASK, str(real.engine.folder.root), what], check=True)


@pytest.mark.slow
def test_what_another_process_asks_and_answers_comes_and_goes_by_itself(real, qtbot):
    elsewhere(real, "ask")
    qtbot.waitUntil(lambda: real.window.approval_bar.text == "A run asks to run: rm -rf /srv/old", timeout=10_000)
    (one,) = real.desk.approvals.waiting
    elsewhere(real, str(one.id))
    qtbot.waitUntil(lambda: not real.window.approval_bar.isVisible(), timeout=10_000)
    assert real.window.toast.text == "A deletion of nas was approved on the command line."
