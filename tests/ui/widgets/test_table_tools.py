"""Copy, export, wrap and compact, on a table as any page has it, with the keys."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QFileDialog

from claudeops_desktop.ui import theme
from claudeops_desktop.ui.widgets.column_menu import ColumnMenu
from claudeops_desktop.ui.widgets.fact_table import FactRow, FactTable
from claudeops_desktop.ui.widgets.record_cell import RecordCell
from claudeops_desktop.ui.widgets.record_model import RecordModel, TableColumn
from claudeops_desktop.ui.widgets.record_table import RecordTable
from claudeops_desktop.ui.widgets.search_field import SearchField
from claudeops_desktop.ui.widgets.table_look import restore_look, save_look
from claudeops_desktop.ui.widgets.toast import MessageToast

LONG = "a text that takes several lines where it may, " * 8
COLUMNS = (
    TableColumn("name", "Name", 120),
    TableColumn("count", "Count", 60, number=True),
    TableColumn("text", "Text", 200),
)


class Rows(RecordModel):
    """Rows are tuples of their cells; they are read a moment after they are asked for, as from a database."""

    COLUMNS = COLUMNS

    def __init__(self, rows: dict[int, tuple[str, str, str]], gone: frozenset[int] = frozenset()) -> None:
        super().__init__()
        self.all, self.gone = rows, gone
        self.asked: list[int] = []
        self.rows_requested.connect(self._read)
        self.set_keys(rows)

    def _read(self, keys: list[int]) -> None:
        self.asked += keys
        QTimer.singleShot(0, self, lambda: self.set_rows({key: self.all[key] for key in keys if key not in self.gone}))

    def text(self, row: Any, column: str) -> str:
        return str(row[[one.name for one in COLUMNS].index(column)])


def make_table(
    qtbot, rows: dict[int, tuple[str, str, str]], gone: frozenset[int] = frozenset(), kind: Any = None
) -> RecordTable:
    model = (kind or Rows)(rows, gone)
    table = RecordTable(model, "Things seen")
    table.rows = model  # type: ignore[attr-defined]  # kept as long as the table
    table.setItemDelegate(RecordCell(table))
    qtbot.addWidget(table)
    table.resize(500, 300)
    table.show()
    qtbot.waitExposed(table)
    qtbot.waitUntil(lambda: model.row(0) is not None)
    return table


@pytest.fixture
def few(qtbot) -> RecordTable:
    return make_table(
        qtbot, {1: ("=cmd|' /C calc'!A0", "3", "one"), 2: ("two", "-4", "a\tb\nc"), 3: ("three", "5", "x")}
    )


def copied(qtbot, table: RecordTable) -> list[str]:
    with qtbot.waitSignal(table.tools.message_posted):
        qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text().split("\n")


def test_copy_takes_the_current_row_with_headings_and_no_formula(qtbot, few: RecordTable) -> None:
    few.select_key(1)
    assert copied(qtbot, few) == ["Name\tCount\tText", "'=cmd|' /C calc'!A0\t3\tone"]


def test_copy_takes_all_selected_rows_each_on_one_line(qtbot, few: RecordTable) -> None:
    few.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    few.select_key(2)
    qtbot.keyClick(few, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert copied(qtbot, few) == ["Name\tCount\tText", "two\t'-4\ta b c", "three\t5\tx"]


def test_nothing_is_copied_where_no_row_is_current(qtbot, few: RecordTable) -> None:
    QGuiApplication.clipboard().setText("as before")
    qtbot.keyClick(few, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "as before"


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_the_menu_opens_by_key_and_its_entries_act(qtbot, few: RecordTable, key: Qt.Key, modifier: Any) -> None:
    few.select_key(3)
    qtbot.keyClick(few, key, modifier)
    menu = few.tools.menu
    assert menu is not None and menu.isVisible()
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        "Copy", "Export as CSV…", "Export as JSON…", "Fit columns to content", "Wrap lines", "Compact rows", "Columns…",
    ]  # fmt: skip
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    assert menu.activeAction().text() == "Copy"
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text().endswith("three\t5\tx")


def test_a_page_with_a_menu_of_its_own_hears_of_the_key_too(qtbot, few: RecordTable) -> None:
    few.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    with qtbot.waitSignal(few.customContextMenuRequested):
        qtbot.keyClick(few, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)


@pytest.mark.slow
def test_csv_has_all_rows_also_those_that_were_never_in_view(qtbot, tmp_path: Path) -> None:
    rows = {n: (f"name {n}", str(n), "=cmd") for n in range(3_000)}
    table = make_table(qtbot, rows)
    assert len(table.rows.asked) < 1_000  # type: ignore[attr-defined]
    table.tools.ask_and_export("csv")
    dialog = table.findChild(QFileDialog, "tableExport")
    assert dialog is not None
    assert dialog.selectedFiles()[0].endswith("things-seen.csv")
    target = tmp_path / "out.csv"
    with qtbot.waitSignal(table.tools.message_posted, timeout=60_000) as told:
        dialog.fileSelected.emit(str(target))
    dialog.reject()
    assert told.args == [f"3,000 rows were written to {target}."]
    with target.open(newline="", encoding="utf-8") as file:
        found = list(csv.reader(file))
    assert found[0] == ["Name", "Count", "Text"]
    assert found[1:] == [[f"name {n}", str(n), "'=cmd"] for n in range(3_000)]


@pytest.mark.slow
def test_json_names_the_columns_and_leaves_out_what_is_gone(qtbot, tmp_path: Path) -> None:
    table = make_table(qtbot, {n: (f"ü {n}", str(n), "") for n in range(500)})
    model: Any = table.rows  # type: ignore[attr-defined]
    model.gone = frozenset((480,))
    QTimer.singleShot(20, model, lambda: model.set_keys([n for n in range(500) if n != 480]))
    target = tmp_path / "out.json"
    with qtbot.waitSignal(table.tools.message_posted, timeout=60_000) as told:
        table.tools.export(target, "json")
    assert told.args == [f"499 rows were written to {target}."]
    found = json.loads(target.read_text("utf-8"))
    assert found[0] == {"name": "ü 0", "count": "0", "text": ""}
    assert len(found) == 499


def test_a_file_that_cannot_be_written_is_reported(qtbot, few: RecordTable, tmp_path: Path) -> None:
    target = tmp_path / "missing" / "out.csv"
    with qtbot.waitSignal(few.tools.message_posted, timeout=60_000) as told:
        few.tools.export(target, "csv")
    assert told.args == [f"{target} could not be written: No such file or directory."]


def test_the_window_shows_what_came_of_it(qtbot, few: RecordTable) -> None:
    toast = MessageToast(few)
    few.select_key(1)
    copied(qtbot, few)
    assert toast.text == "1 row was copied."


def test_rows_become_low_and_high_again(qtbot, few: RecordTable) -> None:
    few.tools.compact.trigger()
    assert few.rowHeight(0) == theme.ROW_COMPACT == 26
    few.tools.compact.trigger()
    assert few.rowHeight(0) == theme.ROW


def test_rows_that_wrap_grow_and_shrink_again(qtbot) -> None:
    table = make_table(qtbot, {n: (f"name {n}", str(n), LONG if n % 2 else "short") for n in range(200)})
    table.tools.wrap.trigger()
    assert table.wordWrap()
    assert table.rowHeight(0) == theme.row_height()
    assert table.rowHeight(1) > 3 * theme.row_height()
    table.scrollToBottom()
    qtbot.waitUntil(lambda: table.rowHeight(199) > 3 * theme.row_height())
    table.tools.wrap.trigger()
    assert table.rowHeight(1) == table.rowHeight(199) == theme.row_height()


def test_columns_fit_what_is_in_them(qtbot, few: RecordTable) -> None:
    few.setColumnWidth(0, 40)
    few.tools.fit.trigger()
    wanted = few.fontMetrics().horizontalAdvance("=cmd|' /C calc'!A0")
    assert wanted < few.columnWidth(0) <= wanted + 60


def test_a_column_that_was_switched_on_stays_whatever_room_there_is(qtbot, few: RecordTable) -> None:
    few.leave_out_column(1, True)
    assert few.isColumnHidden(1)
    few.choose_column(1, shown=True)
    few.leave_out_column(1, True)
    assert not few.isColumnHidden(1)
    other = make_table(qtbot, {1: ("a", "b", "c")})
    restore_look(other, json.loads(json.dumps(save_look(few))))
    other.leave_out_column(1, True)
    assert not other.isColumnHidden(1)


def test_another_order_begins_at_its_first_row(qtbot) -> None:
    class SortedRows(Rows):
        COLUMNS = (TableColumn("name", "Name", 120, sort="name"), *COLUMNS[1:])

    table = make_table(qtbot, {key: (str(key), "b", "c") for key in range(1, 200)}, kind=SortedRows)
    table.select_key(150)
    header = table.horizontalHeader()
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(header.sectionPosition(0) + 5, 5))
    table.show_keys(list(range(199, 0, -1)))
    assert (table.current, table.visible_rows()[0]) == (199, 0)
    qtbot.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(2, 0)).center()
    )
    table.show_keys(list(range(1, 200)))
    assert table.current == 197  # once a row is chosen by hand it stays


def test_a_column_is_hidden_but_never_the_last(qtbot, few: RecordTable) -> None:
    for _ in range(2):
        few.tools.columns.trigger()
        entries = few.findChild(ColumnMenu).menu.actions()
        next(action for action in entries if action.isChecked()).trigger()
    few.tools.columns.trigger()
    entries = few.findChild(ColumnMenu).menu.actions()
    assert [action.isEnabled() for action in entries] == [True, True, False]
    assert few.isColumnHidden(0) and few.isColumnHidden(1)


def test_short_lists_of_facts_have_the_tools_too(qtbot) -> None:
    table = FactTable((TableColumn("a", "A", 90), TableColumn("b", "B")), "Facts")
    qtbot.addWidget(table)
    table.facts.set_facts([FactRow(1, {"a": "@SUM(1)", "b": "x"})])
    table.show()
    table.select_key(1)
    assert copied(qtbot, table) == ["A\tB", "'@SUM(1)\tx"]


def test_return_in_a_search_moves_to_the_first_row(qtbot, few: RecordTable) -> None:
    field = SearchField("Search things")
    qtbot.addWidget(field)
    field.show()
    field.entered.connect(few.focus_first_row)
    few.select_key(3)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert few.current == 1
    assert few.selected_keys == [1]
    few.show_keys([2, 3])  # what was searched for comes a moment later
    assert few.current == 2
    qtbot.keyClick(few, Qt.Key.Key_Down)
    few.show_keys([1, 2, 3])
    assert few.current == 3  # and no longer once a row was chosen by hand


def test_return_waits_for_rows_where_there_are_none_yet(qtbot, few: RecordTable) -> None:
    few.show_keys([])
    few.focus_first_row()
    assert few.current is None
    few.show_keys([2, 3])
    assert few.current == 2


def test_the_look_that_was_chosen_is_kept_for_the_next_start(few: RecordTable, qtbot) -> None:
    few.choose_column(1, shown=False)
    few.set_compact(compact=True)
    few.set_wrapped(wrapped=True)
    kept = json.loads(json.dumps(save_look(few)))
    other = make_table(qtbot, {1: ("a", "b", "c")})
    restore_look(other, kept)
    assert other.isColumnHidden(1) and not other.isColumnHidden(0)
    assert other.is_compact and other.wordWrap()
    assert save_look(other) == kept


@pytest.mark.parametrize(
    "damaged", [None, [], {"hidden": "all"}, {"hidden": [1, "none"], "compact": 3, "wrapped": "x"}]
)
def test_a_damaged_look_is_ignored(qtbot, damaged: Any) -> None:
    other = make_table(qtbot, {1: ("a", "b", "c")})
    before = save_look(other)
    restore_look(other, damaged)
    assert save_look(other) == before


def test_one_column_is_always_left(qtbot) -> None:
    other = make_table(qtbot, {1: ("a", "b", "c")})
    names = [other.column_name(column) for column in range(other.model().columnCount())]
    restore_look(other, {"hidden": names})
    assert sum(not other.isColumnHidden(column) for column in range(len(names))) == 1
