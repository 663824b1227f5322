"""Proven patterns that need the operator's approval, as cards of the inbox."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from support.cards import words

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.inbox.queries import InboxKey


@pytest.fixture
def patterns(taught):
    return LearningService(taught.book).patterns


@pytest.fixture
def waiting(taught, patterns):
    (found,) = taught.book.store.read(patterns.waiting_for_operator).result()
    return found


@pytest.fixture
def page(qtbot, taught, open_page, waiting):
    made = open_page(taught, PageLocation("inbox"))
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    qtbot.waitUntil(lambda: made.card.key == InboxKey("pattern", waiting.id))
    return made


def state_of(taught, patterns, number):
    return next(one.state for one in taught.book.store.read(patterns.list).result() if one.id == number)


@pytest.mark.slow
def test_a_proven_pattern_is_a_card(page, waiting):
    assert waiting.text in words(page.card)
    assert list(page.model.keys) == [InboxKey("pattern", waiting.id)]


@pytest.mark.slow
def test_one_that_was_approved_elsewhere_leaves_the_list(qtbot, taught, patterns, page, waiting):
    taught.book.store.write(lambda: patterns.approve(waiting.id)).result()
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)


@pytest.mark.slow
@pytest.mark.parametrize(("button", "state"), [("approve", "active"), ("reject", "deprecated")])
def test_it_is_decided_and_undo_asks_again(qtbot, taught, patterns, page, waiting, button, state):
    qtbot.waitUntil(page.card.buttons[button].isEnabled)
    qtbot.waitUntil(lambda: page.card.is_settled)
    qtbot.mouseClick(page.card.buttons[button], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: state_of(taught, patterns, waiting.id) == state)
    qtbot.waitUntil(lambda: bool(taught.undo.undo_text))
    taught.undo.undo()
    qtbot.waitUntil(lambda: page.card.key == InboxKey("pattern", waiting.id))
    assert state_of(taught, patterns, waiting.id) == "verified"
