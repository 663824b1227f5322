"""What a card says: texts that are shown whole, and parts that change in place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from claudeops_desktop.ui.kit.card_body import BodyView, CardFact, ColumnsPart, FactsPart, PlainTextBox, TextPart
from claudeops_desktop.ui.pages.base_page import PageLocation

LONG = "The tunnel drops when the lease of the router is renewed, every 24 hours. " * 3


@pytest.fixture
def body(qtbot):
    made = BodyView()
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def is_whole(box):
    """Whether the last line of a text is in view."""
    end = box.document().lastBlock()
    return box.blockBoundingGeometry(end).translated(box.contentOffset()).bottom() <= box.viewport().height() + 1


@pytest.mark.parametrize("look", ["reading", "mono", "difference"])
def test_a_text_is_as_high_as_it_needs_at_any_width(body, qtbot, look):
    body.show_parts([TextPart("text", LONG, look=look)])
    (box,) = body.findChildren(PlainTextBox)
    for width in (600, 240):
        body.resize(width, 500)
        qtbot.waitUntil(lambda: box.width() <= width and is_whole(box))  # noqa: B023


def test_a_text_in_a_column_is_shown_whole(body, qtbot):
    body.show_parts([ColumnsPart([TextPart("older", LONG)], [TextPart("newer", LONG)])])
    boxes = body.findChildren(PlainTextBox)
    qtbot.waitUntil(lambda: all(0 < box.width() < 300 and is_whole(box) for box in boxes))


def test_parts_of_the_same_form_change_in_place(body):
    body.show_parts([TextPart("text", "one"), FactsPart([CardFact("Cost", "$1")])])
    views = list(body.views)
    body.show_parts([TextPart("text", "two"), FactsPart([CardFact("Cost", "$2"), CardFact("Reason", "none")])])
    assert body.views == views
    assert body.findChildren(PlainTextBox)[0].toPlainText() == "two"


def test_parts_of_another_form_take_their_place(body):
    body.show_parts([TextPart("text", "one")])
    body.show_parts([FactsPart([CardFact("Cost", "$1")])])
    assert [label.text() for label in body.findChildren(QLabel) if label.isVisible()] == ["Cost", "$1"]


def test_a_folded_text_is_shown_when_its_title_is_pressed(body, qtbot):
    body.show_parts([TextPart("text", "inside", "More", folded=True)])
    (box,) = body.findChildren(PlainTextBox)
    assert not box.isVisible()
    qtbot.mouseClick(body.views[0].fold, Qt.MouseButton.LeftButton)
    assert box.isVisible()


def test_a_link_says_where_it_leads(body, qtbot):
    body.show_parts([FactsPart([CardFact("", "Session 7", link=PageLocation("sessions", id=7), link_text="Open it")])])
    button = body.findChild(QPushButton)
    assert button.accessibleName() == "Open it: Session 7"
    with qtbot.waitSignal(body.link_followed) as followed:
        button.click()
    assert followed.args[0] == PageLocation("sessions", id=7)


def test_marks_that_turn_the_reading_direction_are_left_out(body):
    body.show_parts([TextPart("text", "a\u202eb"), FactsPart([CardFact("", "c\u202ed")])])
    assert body.findChildren(PlainTextBox)[0].toPlainText() == "ab"
    assert [label.text() for label in body.findChildren(QLabel) if label.text()] == ["cd"]
