"""The pages of patterns and of findings: approved, taken out of use, marked, closed; all of it undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.pages.base_page import PageLocation


def cells(view, column):
    return [view.model.index(row, column).data() for row in range(view.model.rowCount())]


class TestPatterns:
    @pytest.fixture
    def view(self, qtbot, taught, open_page):
        made = open_page(taught, PageLocation("patterns"))
        qtbot.waitUntil(lambda: made.model.rowCount() == 4)
        return made

    def states(self, view):
        found = view.desk.book.store.read(LearningService(view.desk.book).patterns.list).result()
        return {one.id: one.state for one in found}

    def test_each_stands_with_its_state_and_how_often_it_held(self, view):
        assert set(cells(view, 0)) == {"in prompts", "needs approval", "observed", "out of use"}
        assert cells(view, 3)[0] == "3"

    def test_space_approves_the_chosen_one_and_undo_takes_it_back(self, qtbot, view):
        number = next(number for number, state in self.states(view).items() if state == "verified")
        view.table.select_key(number)
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Approve")
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: self.states(view)[number] == "active")
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Take out of use")
        qtbot.waitUntil(lambda: bool(view.desk.undo.undo_text))
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: self.states(view)[number] == "verified")

    def test_a_mark_counts_against_it(self, qtbot, view):
        number = next(number for number, state in self.states(view).items() if state == "active")
        view.table.select_key(number)
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Take out of use")
        view.action_set.buttons["wrong"].click()
        patterns = LearningService(view.desk.book).patterns
        marked = lambda: view.desk.book.store.read(lambda: patterns.must(number)).result().ignored  # noqa: E731
        qtbot.waitUntil(lambda: marked() == 1.5)


@pytest.mark.slow
def test_the_inbox_says_that_a_proven_pattern_needs_approval(qtbot, taught, open_page):
    page = open_page(taught, PageLocation("review"))
    went = []
    page.navigation_requested.connect(went.append)
    qtbot.waitUntil(page.patterns.isVisible)
    assert page.patterns.label.text() == "1 proven pattern needs your approval."
    page.patterns.show_them.click()
    assert went[0].page == "patterns"
    patterns = LearningService(taught.book).patterns
    (waiting,) = taught.book.store.read(patterns.waiting_for_operator).result()
    taught.book.store.write(lambda: patterns.approve(waiting.id)).result()
    qtbot.waitUntil(lambda: not page.patterns.isVisible())
