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


class TestFindings:
    @pytest.fixture
    def view(self, qtbot, taught, open_page):
        made = open_page(taught, PageLocation("findings"))
        made.went = []
        made.navigation_requested.connect(made.went.append)
        qtbot.waitUntil(lambda: made.model.rowCount() == 2)
        return made

    @pytest.mark.slow
    def test_an_open_one_is_marked_as_fixed_and_undo_opens_it_again(self, qtbot, view):
        assert cells(view, 0) == ["open", "fixed"] and cells(view, 3) == ["3", "2"]
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: cells(view, 0) == ["fixed", "fixed"])
        qtbot.waitUntil(lambda: bool(view.desk.undo.undo_text))
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: cells(view, 0) == ["open", "fixed"])

    def test_it_leads_to_the_events_of_its_service(self, qtbot, view):
        view.action_set.buttons["events"].click()
        qtbot.waitUntil(lambda: bool(view.went))
        assert (view.went[0].page, view.went[0].filters) == ("events", {"service": "shop"})
