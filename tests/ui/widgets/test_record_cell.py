"""What painting a cell asks its model for: tables are scrolled through, and each question costs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.ui.widgets.record_cell import RecordCell
from claudeops_desktop.ui.widgets.record_model import STATE, RecordModel, TableColumn
from claudeops_desktop.ui.widgets.record_table import RecordTable

Roles = Qt.ItemDataRole
DRAWN = {Roles.DisplayRole, Roles.TextAlignmentRole, Roles.ForegroundRole, STATE}


class OneRow(RecordModel):
    """One row, whose cell may have a box to tick; ``asked`` is what it was asked for."""

    COLUMNS = (TableColumn("name", "Name", 120),)

    def __init__(self, ticked: Qt.CheckState | None = None) -> None:
        super().__init__()
        self.asked: set[int] = set()
        self.ticked = ticked
        self.set_keys([1])
        self.set_rows({1: "a name"})

    def text(self, row, column):
        return row

    def flags(self, index):
        flags = super().flags(index)
        return flags if self.ticked is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index, role=Roles.DisplayRole):
        self.asked.add(role)
        return self.ticked if role == Roles.CheckStateRole else super().data(index, role)


@pytest.fixture
def show(qtbot):
    def show_it(model):
        table = RecordTable(model, "Names")
        model.setParent(table)
        table.setItemDelegate(RecordCell(table))
        qtbot.addWidget(table)
        table.show()
        qtbot.waitExposed(table)
        return table

    return show_it


def test_a_cell_asks_for_nothing_that_it_does_not_draw(show):
    model = OneRow()
    table = show(model)
    model.asked.clear()
    table.grab()
    assert model.asked == DRAWN


def test_a_box_to_tick_is_drawn(show):
    off, on = (show(OneRow(ticked)).grab().toImage() for ticked in (Qt.CheckState.Unchecked, Qt.CheckState.Checked))
    assert off != on
