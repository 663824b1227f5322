"""What is coming and what was learned: seen, cancelled, added, mended, turned off, removed, and all of it undone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.reminders.page import days_away


def opened(window, name):
    window.show_place(PageLocation("recall", filters={"view": name}))
    view = window.stack.page
    view.tester = QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return view


class TestComing:
    @pytest.fixture
    def view(self, known, window, qtbot):
        said = ConversationTurn(1, "user", "Renew the certificate of caddy in 5 days.", to_text(utc_now()))
        known.write(lambda: known.memory.reminders.scan([said]))
        made = opened(window, "coming")
        qtbot.waitUntil(lambda: made.model.rowCount() == 1)
        return made

    def states(self, known):
        return [one.state for one in known.read(lambda: known.memory.reminders.list_upcoming(everything=True))]

    def test_a_day_is_shown_with_what_was_said(self, view, window):
        cells = [view.model.index(0, n).data() for n in range(view.model.columnCount())]
        assert cells[1] == "in 5 d"
        assert "Renew the certificate of caddy" in cells[4]
        assert window.header.findChild(object) is not None
        assert view.action_set.buttons["cancel"].text() == "Cancel it"

    @pytest.mark.slow
    def test_del_cancels_it_and_undo_brings_it_back(self, view, known, qtbot):
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: self.states(known) == ["cancelled"])
        qtbot.waitUntil(lambda: view.model.rowCount() == 0)
        qtbot.waitUntil(lambda: view.desk.undo.undo_text.startswith("Cancelled"))
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: self.states(known) == ["waiting"])
        qtbot.waitUntil(lambda: view.model.rowCount() == 1)

    @pytest.mark.slow
    def test_a_cancelled_one_can_be_told_after_all(self, view, known, qtbot):
        view.action_set.buttons["cancel"].click()
        qtbot.waitUntil(lambda: view.model.rowCount() == 0)
        view.everything.setChecked(True)
        qtbot.waitUntil(lambda: view.model.rowCount() == 1)
        qtbot.waitUntil(lambda: view.action_set.buttons["cancel"].text() == "Include in prompts again")
        view.action_set.buttons["cancel"].click()
        qtbot.waitUntil(lambda: self.states(known) == ["waiting"])

    def test_with_nothing_to_come_it_says_what_will_appear(self, window, qtbot):
        view = opened(window, "coming")
        qtbot.waitUntil(view.empty.isVisible)
        assert not view.action_set.buttons["cancel"].isVisible()

    def test_days_are_said_as_one_says_them(self):
        today = date(2026, 11, 22)
        said = [days_away((today + timedelta(days=n)).isoformat(), today) for n in (0, 1, 5, -3)]
        assert said == ["today", "tomorrow", "in 5 d", "3 d ago"]


class TestLessons:
    @pytest.fixture
    def view(self, known, window, qtbot):
        known.write(lambda: known.memory.lessons.add("Prefer reload over restart"))
        made = opened(window, "lessons")
        qtbot.waitUntil(lambda: made.model.rowCount() == 1)
        return made

    def texts(self, known):
        return [one.text for one in known.read(lambda: known.memory.lessons.rows(everything=True))]

    @pytest.mark.slow
    def test_one_is_added_from_the_line_and_undone(self, view, known, qtbot):
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert view.line.hasFocus()
        qtbot.keyClicks(view.line, "Ask before touching the nas")
        qtbot.keyClick(view.line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "Ask before touching the nas" in self.texts(known))
        qtbot.waitUntil(lambda: view.model.rowCount() == 2)
        assert view.line.text() == ""
        qtbot.waitUntil(lambda: bool(view.desk.undo.undo_text))
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: self.texts(known) == ["Prefer reload over restart"])

    def test_f2_mends_its_words(self, view, known, qtbot):
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_F2)
        assert view.line.text() == "Prefer reload over restart"
        assert view.add.text() == "Save"
        qtbot.keyClicks(view.line, "Reload, never restart")
        qtbot.keyClick(view.line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: self.texts(known) == ["Reload, never restart"])
        qtbot.waitUntil(lambda: bool(view.desk.undo.undo_text))
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: self.texts(known) == ["Prefer reload over restart"])

    @pytest.mark.slow
    def test_space_turns_it_off_and_on(self, view, known, qtbot):
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: known.read(known.memory.lessons.rows) == [])
        qtbot.waitUntil(lambda: view.model.index(0, 0).data() == "off")
        assert view.action_set.buttons["toggle"].text() == "Turn on"
        view.action_set.buttons["toggle"].click()
        qtbot.waitUntil(lambda: len(known.read(known.memory.lessons.rows)) == 1)

    @pytest.mark.slow
    def test_del_removes_it_and_undo_brings_it_back(self, view, known, qtbot):
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: self.texts(known) == [])
        qtbot.waitUntil(view.empty.isVisible)
        view.desk.undo.undo()
        qtbot.waitUntil(lambda: self.texts(known) == ["Prefer reload over restart"])

    def test_one_that_was_held_waits_for_approval(self, view, known, qtbot):
        held = known.read(lambda: known.memory.lessons.rows(everything=True))[0]
        database = known.desk.book.store.database
        known.write(lambda: database.execute_sql("UPDATE lessons SET gate = 'hold' WHERE id = ?", (held.id,)) and None)
        view.refresh()
        qtbot.waitUntil(lambda: view.model.index(0, 0).data() == "needs review")
        qtbot.waitUntil(lambda: view.action_set.buttons["toggle"].text() == "Approve")
        view.action_set.buttons["toggle"].click()
        qtbot.waitUntil(lambda: len(known.read(known.memory.lessons.rows)) == 1)
