"""What a declared column makes of a row: its text, tip and shape, its export, and the width and look that are kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from claudeops_desktop.ui.kit.columns import (
    ColumnModel,
    make_table,
    number_column,
    restore_widths,
    save_widths,
    show_rows,
    state_column,
    text_column,
    time_column,
)
from claudeops_desktop.ui.widgets.record_model import STATE

MOMENT = "2020-01-02T03:04:05.000Z"
COLUMNS = (
    state_column("State", 90, lambda row: row["state"], {"open": ("open", "warning")}),
    text_column("title", "Title", 200, lambda row: row["title"], stretch=True),
    number_column("seen", "Seen", 60, lambda row: row["seen"]),
    time_column("last", "Last", 100, lambda row: row["last"], none="never"),
)
ROW = {"state": "open", "title": "plain", "seen": 12345, "last": MOMENT}


@pytest.fixture
def table(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    yield make_table(ColumnModel(COLUMNS, "FormerModel", holder), "Things", holder)
    holder.close()


def cell(table, column, role=Qt.ItemDataRole.DisplayRole):
    return table.model().index(0, column).data(role)


def test_a_cell_is_what_its_column_reads_of_the_row(table):
    show_rows(table, table.model(), {1: ROW})
    assert [cell(table, at) for at in range(3)] == ["open", "plain", "12,345"]
    assert cell(table, 0, STATE) == "warning"


def test_a_state_that_nobody_knows_is_shown_as_it_is_stored(table):
    show_rows(table, table.model(), {1: {**ROW, "state": "<later>"}})
    assert (cell(table, 0), cell(table, 0, STATE)) == ("<later>", "unknown")


def test_a_text_that_turns_the_reading_direction_is_shown_and_exported_without_its_marks(table):
    show_rows(table, table.model(), {1: {**ROW, "title": "safe\u202egnp.exe"}})
    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "\u202e" not in cell(table, 1, role)
    assert table.model().export_text(table.model().row(0), "title") == "safegnp.exe"


def test_a_time_is_exported_as_it_is_stored(table):
    show_rows(table, table.model(), {1: ROW, 2: {**ROW, "last": None}})
    assert table.model().export_text(table.model().row(0), "last") == MOMENT
    assert cell(table, 3) != MOMENT
    assert table.model().index(1, 3).data() == "never"


def test_the_first_row_is_selected_where_none_is_and_stays_so_when_it_moves(table):
    show_rows(table, table.model(), {1: ROW, 2: ROW})
    assert table.current == 1
    show_rows(table, table.model(), {3: ROW, 1: ROW})
    assert (table.current, table.currentIndex().row()) == (1, 1)


@pytest.mark.parametrize("damaged", [None, 7, [150], [5, "wide", 9999, None], {"state": 150}])
def test_damaged_widths_are_left_aside(table, damaged):
    before = save_widths(table)
    restore_widths(table, damaged)
    assert save_widths(table) == before


def test_widths_are_taken_up_again(table):
    restore_widths(table, [150, 200, 77, 120])
    assert [save_widths(table)[at] for at in (0, 2, 3)] == [150, 77, 120]
