"""Run now with choices: saved prompts with undo, doubts as they are typed, the queue, and the text that goes along."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.agents.base import AgentProgram
from claudeops_desktop.agents.registry import AgentRegistry
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueuedRun, QueueState, RunRequest
from claudeops_desktop.ui.pages.memories.context_editor import UNTOUCHED, ContextEditor
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.shell.window import MainWindow

CLAUDE = AgentRegistry(AgentProgram("/opt/claude", "2.1.197"), "claude", "The Claude CLI 2.1.197 runs (/opt/claude).")
NONE = AgentRegistry(AgentProgram(why_not="The Claude CLI was not found."), "watch", "The built-in watcher runs.")


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    return made


@pytest.fixture
def dialog(desk, window, qtbot):
    made = RunDialog(desk, CLAUDE, 2, window)
    made.show()
    return made


def names(dialog):
    return [dialog.saved.box.itemText(n) for n in range(dialog.saved.box.count())][1:]


def save(dialog, qtbot, name="Look closely"):
    qtbot.mouseClick(dialog.saved.save, Qt.MouseButton.LeftButton)
    dialog.saved.name.clear()
    qtbot.keyClicks(dialog.saved.name, name)
    qtbot.keyClick(dialog.saved.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: name in names(dialog))


class TestSavedPrompts:
    def test_what_is_asked_is_kept_under_a_name_and_comes_back_whole(self, dialog, desk, qtbot):
        dialog.prompt.setPlainText("Why is jellyfin slow?")
        dialog.services.setText("jellyfin, caddy")
        save(dialog, qtbot)
        (kept,) = desk.book.prompts.list()
        assert (kept.prompt, kept.tier, kept.services) == ("Why is jellyfin slow?", 2, ("jellyfin", "caddy"))
        dialog.prompt.clear()
        dialog.services.clear()
        dialog.tier.setCurrentIndex(0)
        dialog.saved.box.setCurrentIndex(1)
        dialog.saved.box.activated.emit(1)
        assert dialog.request == RunRequest(tier=2, prompt="Why is jellyfin slow?", services=("jellyfin", "caddy"))

    def test_return_in_the_name_does_not_start_the_run(self, dialog, qtbot):
        save(dialog, qtbot)
        assert dialog.isVisible()

    def test_a_name_that_is_taken_is_replaced_knowingly_and_that_is_undone(self, dialog, desk, qtbot):
        dialog.prompt.setPlainText("first")
        save(dialog, qtbot)
        dialog.prompt.setPlainText("second")
        qtbot.mouseClick(dialog.saved.save, Qt.MouseButton.LeftButton)
        assert dialog.saved.name.text() == "Look closely"
        assert dialog.saved.keep.text() == "Replace"
        qtbot.mouseClick(dialog.saved.keep, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: desk.book.prompts.list()[0].prompt == "second")
        qtbot.waitUntil(lambda: dialog.saved.status_label.text() == "Replaced “Look closely”.")
        qtbot.mouseClick(dialog.saved.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: desk.book.prompts.list()[0].prompt == "first")

    def test_an_empty_name_cannot_be_given(self, dialog, qtbot):
        qtbot.mouseClick(dialog.saved.save, Qt.MouseButton.LeftButton)
        qtbot.keyClicks(dialog.saved.name, "   ")
        assert not dialog.saved.keep.isEnabled()

    def test_it_is_renamed(self, dialog, desk, qtbot):
        save(dialog, qtbot)
        dialog.saved.rename.trigger()
        dialog.saved.name.setText("Look twice")
        qtbot.mouseClick(dialog.saved.keep, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: names(dialog) == ["Look twice"])
        assert dialog.saved.current.name == "Look twice"

    def test_the_name_of_another_is_refused_as_it_is_typed(self, dialog, qtbot):
        save(dialog, qtbot, "One")
        save(dialog, qtbot, "Two")
        dialog.saved.rename.trigger()
        dialog.saved.name.setText("One")
        assert not dialog.saved.keep.isEnabled()
        assert dialog.saved.name.toolTip() == "Another saved prompt is called “One”."

    @pytest.mark.slow
    def test_deleting_is_undone_by_one_click(self, dialog, desk, qtbot):
        dialog.prompt.setPlainText("keep me")
        save(dialog, qtbot)
        before = desk.book.prompts.list()
        dialog.saved.delete.trigger()
        qtbot.waitUntil(lambda: names(dialog) == [])
        qtbot.waitUntil(dialog.saved.undo.isVisible)
        qtbot.mouseClick(dialog.saved.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: names(dialog) == ["Look closely"])
        assert desk.book.prompts.list() == before


class TestDoubts:
    @pytest.mark.slow
    def test_a_service_that_nobody_knows_is_named(self, filled_desk, window, qtbot):
        made = RunDialog(filled_desk, CLAUDE, 1, window)
        made.show()
        qtbot.waitUntil(made._pick.isEnabled)
        qtbot.keyClicks(made.services, "caddy, jelyfin")
        assert made._doubt.text() == "jelyfin: not known yet. The agent has to find it by itself."
        made.services.setText("caddy")
        assert not made._doubt.isVisible()

    def test_a_cap_that_is_reached_is_told_before_the_run(self, desk, dialog, qtbot):
        def spend():
            sessions, now = desk.book.sessions, utc_now()
            run = sessions.begin_run(trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=now)
            number = sessions.begin(now=now, run_id=run, agent="claude", trigger="manual")
            sessions.update(number, cost_usd=6.0)

        desk.book.store.write(spend).result()
        made = RunDialog(desk, CLAUDE, 1, dialog)
        made.show()
        qtbot.waitUntil(lambda: "Today's cap of $5 is reached" in made._doubt.text())

    def test_the_watcher_needs_a_check_for_what_it_is_asked_about(self, desk, window, qtbot):
        desk.folder.services_file.write_text(
            '[[service]]\nname = "caddy"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\n', encoding="utf-8"
        )
        made = RunDialog(desk, NONE, 1, window)
        made.show()
        qtbot.keyClicks(made.services, "caddy, nas")
        qtbot.waitUntil(lambda: made._doubt.text() == "The watcher has no check for nas.")


def test_the_computer_can_be_kept_awake_for_it(dialog):
    dialog.keep_awake.setChecked(True)
    assert dialog.request.keep_awake


class TestQueue:
    def test_what_waits_and_what_is_parked_is_shown_and_can_be_cancelled(self, desk, dialog, qtbot):
        now = to_text(utc_now())
        live = LiveRun(1, RunRequest(), 1, 1, "claude", 1, now)
        parked = ParkedRun(2, RunRequest(), 12, 30, 3, "approval", now, now, 4)
        desk.runs.show(QueueState(live, (QueuedRun(3, RunRequest(services=("nas",)), now),), False, (parked,)))
        qtbot.waitUntil(dialog.held.isVisible)
        assert "Another run is active (observe with claude); this one waits for it." in dialog._what.text()
        parked_row, waiting_row = dialog.held.rows[:2]
        assert waiting_row.text == "Manual observe of nas"
        waiting_row.cancel.click()
        parked_row.cancel.click()
        assert desk.runs.asked == [("cancel", 3), ("drop", 12)]
        qtbot.waitUntil(lambda: not dialog.held.isVisible())


@pytest.fixture
def editor(desk, dialog, qtbot):
    desk.book.store.write(
        lambda: desk.memory.edits.add(MemoryCandidate("timing", "jellyfin", "Takes 60s to start"))
    ).result()
    qtbot.mouseClick(dialog.preview, Qt.MouseButton.LeftButton)
    made = dialog.findChild(ContextEditor)
    qtbot.waitUntil(lambda: "Takes 60s to start" in made.prompt_view.text.toPlainText())
    return made


class TestContext:
    def test_it_shows_the_whole_text_with_its_size_and_that_nothing_is_changed(self, editor):
        text = editor.prompt_view.text.toPlainText()
        assert text.startswith("## Environment")
        assert "Tier: 2 of 3" in text
        assert editor.state.text() == UNTOUCHED
        assert not editor.reset.isEnabled()
        assert editor.size_text.text().startswith("The whole text: about ")
        assert "Operational Memory" not in editor.prompt_view.asked.toPlainText()

    @pytest.mark.slow
    def test_what_was_changed_is_said_and_marked(self, editor, qtbot):
        text = editor.prompt_view.text
        text.setPlainText(text.toPlainText().replace("- Dry run: no\n", "").replace("60s", "90s"))
        qtbot.waitUntil(
            lambda: (
                editor.state.text() == "You changed it: 1 line added or changed (marked), 2 lines changed or removed."
                " This applies to this run only."
            )
        )
        assert "- Dry run: no" in editor.gone.text()
        assert len(text.extraSelections()) == 1

    @pytest.mark.slow
    def test_reset_brings_back_what_is_known_and_undo_the_change(self, editor, qtbot):
        before = editor.prompt_view.text.toPlainText()
        editor.prompt_view.text.selectAll()
        qtbot.keyClicks(editor.prompt_view.text, "Only look.")
        qtbot.waitUntil(editor.reset.isEnabled)
        qtbot.mouseClick(editor.reset, Qt.MouseButton.LeftButton)
        assert editor.prompt_view.text.toPlainText() == before
        assert editor.text is None
        editor.prompt_view.text.undo()
        assert editor.text == "Only look."

    @pytest.mark.slow
    def test_what_is_learned_meanwhile_does_not_overwrite_the_operators_words(self, editor, desk, qtbot):
        editor.prompt_view.text.setPlainText("Only look.")
        desk.book.store.write(
            lambda: desk.memory.edits.add(MemoryCandidate("timing", "caddy", "Takes 5s to start"))
        ).result()
        qtbot.waitUntil(lambda: "Takes 5s to start" in editor.prompt_view.original)
        assert editor.prompt_view.text.toPlainText() == "Only look."

    def test_leaving_it_changes_nothing(self, editor, dialog, qtbot):
        editor.prompt_view.text.setPlainText("Only look.")
        qtbot.mouseClick(editor.leave, Qt.MouseButton.LeftButton)
        assert dialog.request.appended is None

    def test_the_dialog_says_that_it_was_changed_and_takes_it_back(self, editor, dialog, qtbot):
        editor.prompt_view.text.setPlainText("Only look.")
        qtbot.mouseClick(editor.take, Qt.MouseButton.LeftButton)
        assert dialog.request.appended == "Only look."
        assert dialog.edited.text() == "You changed the context for this run only."
        dialog.services.setText("nas")
        assert dialog.edited.text().endswith("and then the choices above. Check it again.")
        qtbot.mouseClick(dialog.forget, Qt.MouseButton.LeftButton)
        assert dialog.request.appended is None
        assert not dialog.edited.isVisible()
