"""The pages of patterns and of findings: approved, taken out of use, marked, closed; all of it undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation


def cells(view, column):
    return [view.model.index(row, column).data() for row in range(view.model.rowCount())]


class TestPatterns:
    @pytest.fixture
    def view(self, qtbot, taught, open_page):
        page = open_page(taught, resolve_location(PageLocation("patterns")))
        qtbot.waitUntil(lambda: page.dialog is not None and page.dialog.model.rowCount() == 4)
        return page.dialog

    def states(self, view):
        book = view.context.book
        found = book.store.read(LearningService(book).patterns.list).result()
        return {one.id: one.state for one in found}

    @pytest.mark.slow
    def test_each_stands_with_its_state_and_how_often_it_held(self, view):
        assert set(cells(view, 0)) == {"in prompts", "needs approval", "observed", "out of use"}
        assert cells(view, 3)[0] == "3"

    @pytest.mark.slow
    def test_space_approves_the_chosen_one_and_undo_takes_it_back(self, qtbot, view):
        number = next(number for number, state in self.states(view).items() if state == "verified")
        view.table.select_key(number)
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Approve")
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: self.states(view)[number] == "active")
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Take out of use")
        qtbot.waitUntil(lambda: bool(view.context.undo.undo_text))
        view.context.undo.undo()
        qtbot.waitUntil(lambda: self.states(view)[number] == "verified")

    @pytest.mark.slow
    def test_a_mark_counts_against_it(self, qtbot, view):
        number = next(number for number, state in self.states(view).items() if state == "active")
        view.table.select_key(number)
        qtbot.waitUntil(lambda: view.action_set.buttons["use"].text() == "Take out of use")
        view.action_set.buttons["wrong"].click()
        patterns = LearningService(view.context.book).patterns
        marked = lambda: view.context.book.store.read(lambda: patterns.must(number)).result().ignored  # noqa: E731
        qtbot.waitUntil(lambda: marked() == 1.5)


class TestPatternsOfCase:
    @pytest.fixture
    def page(self, qtbot, taught, open_page):
        made = open_page(taught, PageLocation("cases", filters={"service": "nginx"}))
        qtbot.waitUntil(lambda: made.current is not None and made.current.service == "nginx")
        return made

    def section(self, page):
        return page.detail.section("patterns")

    def test_those_that_held_on_its_service_stand_below_it(self, qtbot, page):
        qtbot.waitUntil(lambda: self.section(page).model.rowCount() == 3)
        assert set(cells(self.section(page), 0)) == {"in prompts", "needs approval", "observed"}

    @pytest.mark.slow
    def test_one_is_approved_there(self, qtbot, page):
        section = self.section(page)
        qtbot.waitUntil(lambda: section.model.rowCount() == 3)
        section.table.select_key(
            next(key for key in section.model.keys if section.model.known_row(key).state == "verified")
        )
        qtbot.waitUntil(lambda: section.current is not None and section.current.state == "verified")
        section.action_set.buttons["use"].click()
        qtbot.waitUntil(lambda: "needs approval" not in cells(section, 0))

    @pytest.mark.slow
    def test_the_line_over_the_cases_counts_all_patterns(self, page):
        assert page.summary.text() == "1 pattern in prompts · 1 needs approval"
