"""Questions about services in the inbox: answered on the card, dismissed, undone (R3)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from support.cards import box, words

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.routine.questions.tables import QuestionRecords, list_questions
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.inbox.queries import InboxKey

ASKED, WHY = "What helps when nas fails?", "It had incidents, and no cure is known."


@pytest.fixture
def asked(held):
    """An open question; its key on the page."""
    gap = KnowledgeGap("nas", "remediation")
    records = QuestionRecords(held.desk.book.store)
    found = held.write(lambda: records.ask([gap], utc_now()))
    return InboxKey("question", found[gap].id)


@pytest.fixture
def card(page, qtbot, asked):
    page.activate(PageLocation("inbox"))
    qtbot.waitUntil(lambda: page.card.key == asked)
    return page.card


def states(held):
    return [one.state for one in held.read(lambda: list_questions(("open", "answered", "dismissed")))]


@pytest.mark.slow
def test_a_question_says_what_is_not_known(page, card, asked):
    assert box(card, "Question").toPlainText() == ASKED and WHY in words(card)
    assert not card.buttons["save"].isEnabled()
    row = page.model.row(0)
    assert (row.kind, row.services, row.category) == ("question", ("nas",), "remediation")


@pytest.mark.slow
def test_the_answer_becomes_a_fact_and_undo_asks_again(qtbot, page, held, card):
    card.note.setPlainText("  Restart the pool\nservice ")
    card.note.setFocus()
    qtbot.keyClick(card.note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: states(held) == ["answered"])
    facts = held.read(lambda: [one.observation for one in held.memory.search.rows([1])])
    assert facts == ["Restart the pool service"]
    qtbot.waitUntil(lambda: bool(page.desk.undo.undo_text))
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: states(held) == ["open"])


@pytest.mark.slow
def test_d_dismisses_it_and_letters_in_the_field_are_letters(qtbot, page, held, card):
    card.note.setFocus()
    qtbot.keyClicks(card.note, "do d")
    assert card.note.toPlainText() == "do d"
    assert states(held) == ["open"]
    card.setFocus()
    qtbot.waitUntil(lambda: page.card.armed)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_D)
    qtbot.waitUntil(lambda: states(held) == ["dismissed"])


@pytest.mark.slow
def test_the_report_leads_to_the_card(page, qtbot, asked):
    page.activate(PageLocation("inbox", id=asked.id, filters={"kind": "question"}))
    qtbot.waitUntil(lambda: page.card.key == asked)
