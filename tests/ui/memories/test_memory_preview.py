"""Preview: what the agent will read at the next run, and what was left out and why (PRODUCT M17)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.context import INTRODUCTION, ContextRequest
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.preview_pane import PreviewDialog
from claudeops_desktop.ui.widgets.record_model import ROW


@pytest.fixture
def preview(qtbot, known):
    """Opens the preview and waits for its first answer."""

    opened = []

    def begin(request=None):
        dialog = PreviewDialog(known.desk, request)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: bool(dialog.pane.meters.total.text()), timeout=5000)
        opened.append(dialog)
        return dialog

    yield begin
    for dialog in opened:
        dialog.hide()
    known.desk.book.store.drain()


@pytest.mark.slow
def test_the_very_text_and_its_tokens(known, preview):
    known.add("Takes 60s to start after restart", service="jellyfin", confidence=0.9)
    known.add("Retry DNS once", category="remediation", confidence=0.6)
    dialog = preview()
    context = known.read(lambda: known.desk.memory.prompt.block(ContextRequest(2000, utc_now())))
    told = dialog.pane.text.toPlainText()
    assert told.startswith("## Environment\n\n- Tier: 1 of ")
    assert told.endswith(f"\n\n{INTRODUCTION}\n\n{context.text}")
    assert dialog.pane.meters.tokens["memory"].text() == f"{context.tokens:,} of 2,000 tokens"
    assert dialog.pane.meters.bars["memory"].value() == context.tokens
    assert dialog.pane.left_out_title.text() == "Nothing is left out"


@pytest.mark.slow
def test_what_was_left_out_and_why(known, preview):
    known.desk.settings.change("memory.budget", 60)
    known.add("Takes 60s to start after restart", service="jellyfin", confidence=0.9)
    long = known.add("Needs a weekly vacuum, and somebody to look at it " * 8, service="postgres", confidence=0.8)
    dialog = preview()
    assert dialog.pane.left_out_title.text() == "Left out: 1"
    row = dialog.pane.left_out_model.index(0, 0)
    assert row.data(ROW).memory_id == long
    assert "Over the budget" in row.data()
    assert "1 of 2 memories fit" in dialog.pane.meters.status_label["memory"].text()


@pytest.mark.slow
def test_as_if_the_run_were_about_one_service(qtbot, known, preview):
    """M7: those of the services that the session is about come before better ones of others."""
    known.desk.settings.change("memory.budget", 40)
    known.add("Takes 60s to start after a restart of it", service="jellyfin", confidence=0.9)
    known.add("Needs a weekly vacuum at night, at two", service="postgres", confidence=0.5)
    dialog = preview()
    assert "### jellyfin" in dialog.pane.text.toPlainText()
    box = dialog.pane.about
    assert [box.itemText(i) for i in range(box.count())] == [
        "A run about everything", "A run about jellyfin", "A run about postgres",
    ]  # fmt: skip
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "### postgres" in dialog.pane.text.toPlainText(), timeout=5000)
    assert "### jellyfin" not in dialog.pane.text.toPlainText()


def test_looking_writes_nothing(known, preview):
    """M6: decay is reckoned, not written."""
    old = known.add("Takes 60s to start", service="jellyfin", confidence=0.8)
    past = to_text(utc_now() - timedelta(days=45))
    store = known.desk.book.store
    known.write(lambda: store.database.execute_sql("UPDATE memories SET updated_at = ? WHERE id = ?", (past, old)))
    dialog = preview()
    assert "(confidence: 0.6)" in dialog.pane.text.toPlainText()
    assert known.get(old).confidence == 0.8


@pytest.mark.slow
def test_it_follows_changes_while_it_is_open(qtbot, known, preview):
    dialog = preview()
    assert dialog.pane.meters.status_label["memory"].text() == "No memory is active, so none is in the prompt."
    assert INTRODUCTION not in dialog.pane.text.toPlainText()
    known.add("Takes 60s to start", service="jellyfin")
    qtbot.waitUntil(lambda: "### jellyfin" in dialog.pane.text.toPlainText(), timeout=5000)


def test_a_left_out_memory_is_one_key_away(qtbot, known, preview):
    known.desk.settings.change("memory.budget", 0)
    first = known.add("Takes 60s to start", service="jellyfin")
    dialog = preview()
    wanted = []
    dialog.navigation_requested.connect(wanted.append)
    view = dialog.pane.left_out
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert wanted == [PageLocation("memories", id=first)]


def test_it_is_told_as_the_run_would_be(qtbot, known, preview):
    """S2: tier, dry run, services and cooldowns in force stand before the memory, and the prompt is a key away."""
    book = known.desk.book
    for _ in range(2):
        known.write(
            lambda: book.cooldowns.add(
                service="jellyfin",
                action_type="restart",
                success=False,
                message="",
                session_id=None,
                tier=2,
                now=utc_now(),
            )
        )
    dialog = preview(RunRequest(tier=2, services=("jellyfin",), dry_run=True, prompt="Why is it slow?"))
    told = dialog.pane.text.toPlainText()
    assert "- Tier: 2 of " in told
    assert "- Dry run: yes" in told
    assert "- Services this run is about: jellyfin" in told
    assert "\n- jellyfin: " in told and "Restarts used: 2 of 2 in 4 h, the next is free at " in told
    fold, asked = dialog.pane.prompt_view.fold, dialog.pane.prompt_view.asked
    assert not asked.isVisible()
    assert "The prompt of tier 2" in fold.text()
    fold.setFocus()
    qtbot.keyClick(fold, Qt.Key.Key_Space)
    assert asked.isVisible()
    assert "Memory Recording" in asked.toPlainText()
    assert asked.toPlainText().endswith("Why is it slow?")


@pytest.fixture
def confining(own_home, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "preferred")


def test_it_says_which_folders_a_confined_session_can_write(confining, tmp_path, known, preview):
    chosen = tmp_path / "site"
    chosen.mkdir()
    known.desk.settings.change("tiers.remediate.working_dir", str(chosen))
    told = preview(RunRequest(tier=3)).pane.text.toPlainText()
    assert f"Only {known.desk.folder.session_work()}, {chosen} and /tmp can be written" in told


def test_the_watcher_reads_none_of_it_and_the_preview_says_so(qtbot, known, preview):
    known.desk.settings.change("agent.preferred", "watch")
    assert preview().pane.watcher.isVisible()


def test_the_budget_is_a_click_away(qtbot, known, preview):
    dialog = preview()
    wanted = []
    dialog.navigation_requested.connect(wanted.append)
    qtbot.mouseClick(dialog.pane.budget, Qt.MouseButton.LeftButton)
    assert wanted == [PageLocation("settings", filters={"group": "memory"})]
    assert not dialog.isVisible()


@pytest.mark.slow
def test_each_part_has_its_meter_under_one_total(known, preview):
    """Memory, what the session is about, and lessons: each with its own budget, all under one."""
    known.add("Takes 60s to start after restart", service="jellyfin", confidence=0.9)
    known.write(lambda: known.desk.memory.lessons.add("Prefer reload over restart"))
    pane = preview().pane
    assert pane.meters.total.text().endswith("of 4,000 tokens in all")
    assert pane.meters.status_label["lessons"].text() == "1 lesson, in every prompt."
    assert pane.meters.tokens["lessons"].text().endswith("of 400 tokens")
    assert pane.meters.tokens["session"].text() == "none"
    assert "- Prefer reload over restart" in pane.text.toPlainText()
    in_all = int(pane.meters.total.text().split()[0].replace(",", ""))
    assert pane.meters.total_bar.value() == in_all
    assert in_all >= pane.meters.bars["memory"].value() + pane.meters.bars["lessons"].value()


@pytest.mark.slow
def test_a_lesson_that_does_not_fit_is_listed_with_why(qtbot, known, preview):
    known.desk.settings.change("memory.lessons_budget", 30)
    for text in ("Prefer reload over restart of a service", "Ask before touching anything on the nas at all"):
        known.write(lambda text=text: known.desk.memory.lessons.add(text))
    pane = preview().pane
    rows = [pane.left_out_model.index(n, 0).data() for n in range(pane.left_out_model.rowCount())]
    assert any("Prefer reload" in row or "Ask before" in row for row in rows)
    assert pane.left_out_title.text() == f"Left out: {len(rows)}"
