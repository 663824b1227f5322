"""Sections under one another: what is shown of a record, when it is loaded, and which are folded."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from claudeops_desktop.ui.kit.columns import text_column
from claudeops_desktop.ui.kit.sections import FactsSection, SectionColumn, TableSection, TextSection
from claudeops_desktop.ui.pages.base_page import PageLocation


class Shelf(NamedTuple):
    """A record of these tests."""

    name: str
    note: str = ""
    books: tuple[str, ...] = ()


loaded: list[str] = []


def load_books(_context, shelf):
    """Return the books of a shelf, and write down that they were asked for."""
    loaded.append(shelf.name)
    return dict(enumerate(shelf.books))


SECTIONS = (
    TextSection(name="note", title="Note", text=lambda shelf: shelf.note),
    FactsSection(name="facts", title="Facts", facts=lambda shelf: (("Name", shelf.name), ("Nothing", ""))),
    TableSection(
        name="books",
        title="Books",
        look="ShelfModel",
        columns=(text_column("book", "Book", 200, str),),
        load=load_books,
        link=lambda book: PageLocation("library") if book == "open" else None,
        link_text="Show the book",
        no_link="It was lent.",
    ),
    TableSection(
        name="folded",
        title="Folded",
        look="FoldedModel",
        columns=(text_column("book", "Book", 200, str),),
        load=load_books,
        shown=lambda shelf: bool(shelf.books),
        summary=lambda shelf: shelf.name,
        folded=True,
    ),
)


@pytest.fixture
def column(qtbot, desk):
    loaded.clear()
    holder = QWidget()
    qtbot.addWidget(holder)
    made = SectionColumn(desk, SECTIONS, holder)
    made.resize(500, 600)
    holder.show()
    qtbot.waitExposed(holder)
    yield made
    holder.close()


def table(column):
    return column.sections["books"].body


def test_a_text_that_is_empty_has_no_section(column):
    column.show_record(Shelf("low"))
    assert column.sections["note"].isHidden()
    column.show_record(Shelf("low", "<b>damp</b>"))
    assert not column.sections["note"].isHidden()
    assert column.sections["note"].body.label.text() == "<b>damp</b>"


def test_empty_facts_are_left_out(column):
    column.show_record(Shelf("low"))
    assert column.sections["facts"].body.form.rowCount() == 1


def test_a_head_says_how_many_rows_there_are(qtbot, column):
    column.show_record(Shelf("low", books=("open", "lent")))
    qtbot.waitUntil(lambda: column.sections["books"].fold.text() == "Books · 2")


def test_a_folded_section_loads_when_it_is_unfolded(qtbot, column):
    column.show_record(Shelf("low", books=("open",)))
    qtbot.waitUntil(lambda: table(column).model.rowCount() == 1)
    assert loaded == ["low"]
    column.unfold("folded")
    qtbot.waitUntil(lambda: loaded == ["low", "low"])


def test_a_head_sums_up_what_is_folded(column):
    column.show_record(Shelf("low", books=("open",)))
    assert column.sections["folded"].fold.text() == "Folded · low"


def test_a_section_that_does_not_apply_is_not_there(column):
    column.show_record(Shelf("low"))
    assert column.sections["folded"].isHidden()


def test_a_row_leads_where_its_link_says(qtbot, column):
    column.show_record(Shelf("low", books=("open", "lent")))
    qtbot.waitUntil(table(column).button.isEnabled)
    with qtbot.waitSignal(column.navigation_requested) as led:
        qtbot.mouseClick(table(column).button, Qt.MouseButton.LeftButton)
    assert led.args == [PageLocation("library")]


def test_a_row_that_leads_nowhere_says_why(qtbot, column):
    column.show_record(Shelf("low", books=("lent",)))
    qtbot.waitUntil(lambda: table(column).button.toolTip() == "It was lent.")
    assert not table(column).button.isEnabled()


def test_a_table_is_as_high_as_its_rows(qtbot, column):
    column.show_record(Shelf("low", books=("open",)))
    qtbot.waitUntil(lambda: table(column).model.rowCount() == 1)
    low = table(column).table.height()
    column.show_record(Shelf("high", books=("open", "lent", "torn")))
    qtbot.waitUntil(lambda: table(column).table.height() > low)


def test_what_is_folded_is_kept(column):
    column.sections["books"].fold.setChecked(False)
    assert column.save_state() == {"note": True, "facts": True, "books": False, "folded": False}


@pytest.mark.parametrize("damaged", [None, [], {"books": "no", "later": True}])
def test_a_damaged_state_is_left_aside(column, damaged):
    before = column.save_state()
    column.restore_state(damaged)
    assert column.save_state() == before
