"""Minor columns make way in a narrow table, unless the operator wants them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from claudeops_desktop.ui.kit.columns import ColumnModel, ColumnSpec, make_table

COLUMNS = tuple(
    ColumnSpec(name, name.title(), 100, minor=minor, text=str)
    for name, minor in (("a", 0), ("b", 2), ("c", 1), ("d", 2))
)


@pytest.fixture
def table(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    made = make_table(ColumnModel(COLUMNS, "MinorColumnsTest", window), "Rows", window)
    window.resize(600, 200)
    window.show()
    qtbot.waitExposed(window)
    yield made


def shown(table):
    return [column.name for place, column in enumerate(COLUMNS) if not table.isColumnHidden(place)]


@pytest.mark.parametrize(
    ("width", "left"), [(420, ["a", "b", "c", "d"]), (320, ["a", "b", "c"]), (220, ["a", "c"]), (110, ["a"])]
)
def test_those_of_the_highest_number_go_first(table, width, left):
    table.resize(width, 200)
    assert shown(table) == left


def test_they_come_back_where_there_is_room(table):
    table.resize(110, 200)
    table.resize(420, 200)
    assert shown(table) == ["a", "b", "c", "d"]


def test_one_that_the_operator_chose_stays(table):
    table.choose_column(3, True)
    table.resize(110, 200)
    assert shown(table) == ["a", "d"]
