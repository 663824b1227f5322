"""Why was it not remembered? The way of a fact on screen, and what each step left behind (R5)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import tables
from claudeops_desktop.records.telemetry.recording import emit_event
from claudeops_desktop.ui.pages.base_page import PageLocation


def opened(window, qtbot, **place):
    """The page, asked about something."""
    window.show_place(PageLocation("diagnostics", place.pop("id", None), filters=place or None))
    return window.stack.page


def answered(page, qtbot):
    qtbot.waitUntil(lambda: page.why.answer is not None and page.why.isVisible(), timeout=10_000)
    return page.why.lines


@pytest.mark.slow
def test_a_fact_that_was_replaced_says_so_and_leads_to_the_newer_one(known, window, qtbot):
    old, *_ = known.fill()
    new = known.add("Takes 10s to start after restart", "jellyfin")
    known.write(lambda: tables.update(old, superseded_by=new))
    view = opened(window, qtbot, id=old)
    told = answered(view, qtbot)
    assert view.why.answer.found.stage == "superseded"
    assert any(line.startswith("Replaced: ") for line in told)
    assert view.bar.question.text() == "Takes 60s to start after restart"
    links = [b for b in view.why.findChildren(QPushButton) if b.accessibleName() == f"Show memory {new}"]
    links[0].click()
    assert window.stack.name == "memories"
    qtbot.waitUntil(lambda: window.stack.page.table.selected_keys == [new])


@pytest.mark.slow
def test_what_was_never_said_has_an_answer_too(known, window, qtbot):
    known.fill()
    view = opened(window, qtbot, question="the colour of the moon")
    answered(view, qtbot)
    assert view.why.answer.found.memory_id is None
    assert view.why.verdict.text()


@pytest.mark.slow
def test_asked_by_key_in_ones_own_words(known, window, qtbot):
    first, *_ = known.fill()
    view = opened(window, qtbot)
    view.focus_search()
    qtbot.keyClicks(view.bar.question, "jellyfin takes 60s to start")
    qtbot.keyClick(view.bar.question, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    answered(view, qtbot)
    assert view.why.answer.found.memory_id == first
    assert view.why.answer.found.stage == ""


def test_an_inactive_fact_is_lost_where_it_faded(known, window, qtbot):
    first, *_ = known.fill()
    known.write(lambda: known.memory.edits.adjust([first], -0.6))
    view = opened(window, qtbot, id=first)
    answered(view, qtbot)
    assert view.why.answer.found.stage == "decayed"


def test_without_words_it_says_what_to_describe(window, qtbot):
    view = opened(window, qtbot)
    assert view.answers.message.text() == "Why did it not remember that?"
    assert view.bar.question.hasFocus()


@pytest.mark.parametrize("former", ["why", "trace"])
def test_the_names_of_earlier_versions_lead_to_the_explanation(known, window, qtbot, former):
    first, *_ = known.fill()
    window.show_place(PageLocation("recall", first, filters={"view": former}))
    view = window.stack.page
    answered(view, qtbot)
    assert view.why.answer.found.memory_id == first


@pytest.mark.slow
def test_asking_again_shows_the_answers_instead(known, window, qtbot):
    view = opened(window, qtbot, id=known.fill()[0])
    answered(view, qtbot)
    view.bar.go.click()
    qtbot.waitUntil(lambda: bool(view.answers.cards), timeout=20_000)
    assert view.answers.cards[0].isVisible() and not view.why.isVisible()


class TestSteps:
    @pytest.fixture
    def view(self, known, window, qtbot):
        first, second, *_ = known.fill()

        def leave():
            emit_event("gate", "memory.gate.held", now=utc_now(), success=False, memory_id=first, rule="fetch")
            emit_event("recall", "memory.recall.completed", now=utc_now(), duration_ms=12.4, found=5)
            emit_event("index", "memory.index.completed", now=utc_now(), memory_id=second, done=3)

        known.write(leave)
        self.first = first
        window.show_place(PageLocation("recall", filters={"view": "telemetry"}))
        made = window.stack.page.steps
        made.tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        qtbot.waitUntil(lambda: made.model.rowCount() >= 3)
        return made

    def steps(self, view):
        return [view.model.index(row, 2).data() for row in range(view.model.rowCount())]

    def test_the_newest_come_first_with_what_they_took(self, view):
        assert {"gate held", "recall completed", "index completed"} <= set(self.steps(view))
        row = self.steps(view).index("recall completed")
        assert view.model.index(row, 3).data() == "12 ms"
        assert view.model.index(row, 6).data() == "found 5"

    @pytest.mark.slow
    def test_the_share_of_observations_that_was_kept_out_is_said(self, view, known, qtbot):
        assert not view.intro.isVisible()
        known.write(
            lambda: emit_event("observe", "memory.observe.completed", now=utc_now(), allowed=1, held=2, discarded=1)
        )
        view.refresh()
        qtbot.waitUntil(lambda: view.intro.text().startswith("4 observations in the last 30 days: 1 allowed"))
        assert "75" in view.intro.text() and view.intro.isVisible()

    @pytest.mark.slow
    def test_a_search_narrows_them(self, view, qtbot):
        view.search.setFocus()
        qtbot.keyClicks(view.search, "gate")
        qtbot.waitUntil(lambda: self.steps(view) == ["gate held"])

    @pytest.mark.slow
    def test_only_what_failed(self, view, qtbot):
        view.failed.click()
        qtbot.waitUntil(lambda: self.steps(view) == ["gate held"])

    @pytest.mark.slow
    def test_a_part_narrows_them(self, view, qtbot):
        view.part.setFocus()
        view.part.setCurrentIndex(view.part.findText("Index"))
        view.part.activated.emit(view.part.currentIndex())
        qtbot.waitUntil(lambda: set(self.steps(view)) == {"index completed"})

    @pytest.mark.slow
    def test_only_of_the_memory_that_was_asked_about(self, view, window, qtbot):
        opened(window, qtbot, id=self.first)
        qtbot.waitUntil(view.only.isVisible, timeout=10_000)
        view.only.click()
        qtbot.waitUntil(lambda: self.steps(view) == ["gate held"])

    @pytest.mark.slow
    def test_return_leads_to_the_memory(self, view, window, qtbot):
        view.failed.click()
        qtbot.waitUntil(lambda: self.steps(view) == ["gate held"])
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Return)
        assert window.stack.name == "memories"
