"""Lessons and reminders are rows of the memories table: added, edited, turned off, cancelled, and all of it undone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.dialogs import MemoryForm
from claudeops_desktop.ui.pages.memories.model import MemoryColumn
from claudeops_desktop.ui.pages.memories.rows import days_away

CONTROL = Qt.KeyboardModifier.ControlModifier


class TestReminders:
    @pytest.fixture
    def operator(self, known, open_page):
        said = ConversationTurn(1, "user", "Renew the certificate of caddy in 5 days.", to_text(utc_now()))
        known.write(lambda: known.desk.memory.reminders.scan([said]))
        made = open_page(resolve_location(PageLocation("reminders")))
        made.until(lambda: len(made.rows()) == 1)
        made.click(made.rows()[0])
        return made

    def states(self, known):
        return [one.state for one in known.read(lambda: known.desk.memory.reminders.list_upcoming(everything=True))]

    @pytest.mark.slow
    def test_a_day_is_shown_with_what_was_said(self, operator):
        (key,) = operator.rows()
        assert operator.text(key, MemoryColumn.UPDATED) == "in 5 d"
        assert "Renew the certificate of caddy" in operator.text(key, MemoryColumn.OBSERVATION)
        assert operator.text(key, MemoryColumn.CATEGORY) == "reminder"
        assert operator.page.action_set.buttons["toggle"].text() == "Cancel it"

    @pytest.mark.slow
    @pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Space])
    def test_a_key_cancels_it_and_undo_brings_it_back(self, operator, known, key):
        operator.press(key)
        operator.until(lambda: self.states(known) == ["cancelled"])
        operator.until(lambda: operator.text(operator.rows()[0], MemoryColumn.STATE) == "cancelled")
        operator.until(lambda: operator.page.desk.undo.undo_text.startswith("Cancelled"))
        operator.undo()
        operator.until(lambda: self.states(known) == ["waiting"])
        operator.until(lambda: operator.text(operator.rows()[0], MemoryColumn.STATE) == "upcoming")

    @pytest.mark.slow
    def test_a_cancelled_one_can_be_told_after_all(self, operator, known):
        button = operator.page.action_set.buttons["toggle"]
        operator.push(button)
        operator.until(lambda: button.text() == "Include in prompts again")
        operator.push(button)
        operator.until(lambda: self.states(known) == ["waiting"])

    @pytest.mark.slow
    def test_it_is_not_edited(self, operator):
        operator.press(Qt.Key.Key_F2)
        assert not operator.table.editing

    @pytest.mark.slow
    def test_with_nothing_to_come_it_says_what_will_appear(self, open_page):
        operator = open_page(resolve_location(PageLocation("reminders")))
        operator.until(operator.page.empty.isVisible)
        assert "No reminder" in operator.page.empty.accessibleName()

    def test_days_are_said_as_one_says_them(self):
        today = date(2026, 11, 22)
        said = [days_away((today + timedelta(days=n)).isoformat(), today) for n in (0, 1, 5, -3)]
        assert said == ["today", "tomorrow", "in 5 d", "3 d ago"]


class TestLessons:
    @pytest.fixture
    def operator(self, known, open_page):
        known.write(lambda: known.desk.memory.lessons.add("Prefer reload over restart"))
        made = open_page(resolve_location(PageLocation("lessons")))
        made.until(lambda: len(made.rows()) == 1)
        made.click(made.rows()[0])
        return made

    def texts(self, known):
        return [one.text for one in known.read(lambda: known.desk.memory.lessons.rows(everything=True))]

    @pytest.mark.slow
    def test_one_is_added_by_the_form_and_undone(self, operator, known, qtbot, control):
        operator.press(Qt.Key.Key_N, CONTROL)
        form = operator.dialog(MemoryForm)
        form.inputs["kind"].set_value("lesson")
        assert not form.inputs["service"].widget.isVisible()
        qtbot.keyClicks(control(form, "observation"), "Ask before touching the nas")
        operator.push(form.submit)
        operator.until(lambda: "Ask before touching the nas" in self.texts(known))
        operator.until(lambda: len(operator.rows()) == 2)
        operator.until(lambda: bool(operator.page.desk.undo.undo_text))
        operator.undo()
        operator.until(lambda: self.texts(known) == ["Prefer reload over restart"])

    @pytest.mark.slow
    def test_f2_edits_it_in_place_and_undo_takes_it_back(self, operator, known, qtbot):
        operator.press(Qt.Key.Key_F2)
        editor = operator.editor()
        editor.selectAll()
        qtbot.keyClicks(editor, "Reload, never restart")
        qtbot.keyClick(editor, Qt.Key.Key_Return, CONTROL)
        operator.until(lambda: self.texts(known) == ["Reload, never restart"])
        operator.until(lambda: bool(operator.page.desk.undo.undo_text))
        operator.undo()
        operator.until(lambda: self.texts(known) == ["Prefer reload over restart"])

    @pytest.mark.slow
    def test_space_turns_it_off_and_on(self, operator, known):
        operator.press(Qt.Key.Key_Space)
        operator.until(lambda: known.read(known.desk.memory.lessons.rows) == [])
        operator.until(lambda: operator.text(operator.rows()[0], MemoryColumn.STATE) == "off")
        button = operator.page.action_set.buttons["toggle"]
        operator.until(lambda: button.text() == "Turn on")
        operator.push(button)
        operator.until(lambda: len(known.read(known.desk.memory.lessons.rows)) == 1)

    @pytest.mark.slow
    def test_del_removes_it_and_undo_brings_it_back(self, operator, known):
        operator.press(Qt.Key.Key_Delete)
        operator.until(lambda: self.texts(known) == [])
        operator.until(operator.page.empty.isVisible)
        operator.until(lambda: bool(operator.page.desk.undo.undo_text))
        operator.undo()
        operator.until(lambda: self.texts(known) == ["Prefer reload over restart"])

    @pytest.mark.slow
    def test_one_that_was_held_waits_for_approval(self, operator, known):
        held = known.read(lambda: known.desk.memory.lessons.rows(everything=True))[0]
        database = known.desk.book.store.database
        known.write(lambda: database.execute_sql("UPDATE lessons SET gate = 'hold' WHERE id = ?", (held.id,)) and None)
        operator.page.refresh()
        operator.until(lambda: operator.text(operator.rows()[0], MemoryColumn.STATE) == "needs review")
        button = operator.page.action_set.buttons["toggle"]
        operator.until(lambda: button.text() == "Approve")
        operator.push(button)
        operator.until(lambda: len(known.read(known.desk.memory.lessons.rows)) == 1)


@pytest.mark.slow
@pytest.mark.parametrize(("sort", "descending"), [("observation", False), ("service", True), ("updated_at", True)])
def test_lessons_stand_among_the_facts_in_every_order(known, open_page, sort, descending):
    for text in ("Backups run daily", "Needs a vacuum", "Takes 60s to start"):
        known.add(text, service="web")
    known.write(lambda: known.desk.memory.lessons.add("Mind the mount"))
    operator = open_page()
    operator.page.table.sort_requested.emit(sort, descending)
    orders = {"observation": [1, ("lesson", 1), 2, 3], "service": [("lesson", 1), 1, 2, 3]}
    operator.until(lambda: operator.rows() == orders.get(sort, [("lesson", 1), 3, 2, 1]))


@pytest.mark.slow
def test_a_place_names_a_lesson_by_its_kind_and_a_fact_without(known, open_page):
    first = known.add("Takes 60s to start")
    made = [
        known.write(lambda text=text: known.desk.memory.lessons.add(text)) for text in ("Mind the mount", "Ask first")
    ]
    operator = open_page(resolve_location(PageLocation("lessons", id=made[0].id)))
    operator.until(lambda: operator.table.selected_keys == [("lesson", made[0].id)])
    operator.page.activate(PageLocation("memories", id=first))
    operator.until(lambda: operator.table.selected_keys == [first])
