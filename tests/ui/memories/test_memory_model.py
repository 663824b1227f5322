"""The table model: all ids at once, rows when looked at, a bounded number of them kept (DESIGN; STYLE, Anki)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.memory.search import MemoryQuery
from claudeops_desktop.memory.types import Memory, MemoryEdit
from claudeops_desktop.ui.kit.windowed_list import KeyListing
from claudeops_desktop.ui.pages.memories.confidence_widgets import ConfidenceSpin
from claudeops_desktop.ui.pages.memories.memory_table import MemoryTable
from claudeops_desktop.ui.pages.memories.model import (
    COLUMNS,
    MemoryColumn,
    MemoryModel,
    edit_from_cell,
    predict_edit,
)
from claudeops_desktop.ui.pages.memories.queries import TableQuery
from claudeops_desktop.ui.pages.memories.rows import MemoryTableRow, fact_row
from claudeops_desktop.ui.widgets import record_model
from claudeops_desktop.ui.widgets.record_model import ROW
from claudeops_desktop.ui.widgets.row_patch import steps_between

NOW = "2026-01-02T03:04:05.000Z"


def memory(number: int, **fields) -> Memory:
    return replace(Memory(number, "jellyfin", "timing", f"Fact {number}", 0.7, 1, NOW, NOW, None, 1), **fields)


def known(*memories: Memory) -> dict[int, MemoryTableRow]:
    return {one.id: fact_row(one) for one in memories}


@pytest.fixture
def model(qapp):
    made = MemoryModel()
    made.tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return made


@pytest.mark.slow
def test_rows_are_asked_for_when_looked_at_as_one_stretch(qtbot, model):
    model.set_keys(list(range(1, 1001)))
    with qtbot.waitSignal(model.rows_requested) as asked:
        assert model.index(500, MemoryColumn.OBSERVATION).data() is None
        assert model.index(510, MemoryColumn.OBSERVATION).data() is None
    (wanted,) = asked.args
    assert 501 in wanted and 511 in wanted and len(wanted) <= record_model.ROWS_AT_ONCE
    model.set_rows(known(*(memory(n) for n in wanted)))
    assert model.index(500, MemoryColumn.OBSERVATION).data() == "Fact 501"
    assert model.index(500, MemoryColumn.OBSERVATION).data(ROW) == fact_row(memory(501))


def test_rows_that_were_looked_at_twice_are_asked_for_once(qtbot, model):
    model.set_keys([1, 2, 3])
    with qtbot.waitSignal(model.rows_requested):
        model.index(0, MemoryColumn.SERVICE).data()
    with qtbot.assertNotEmitted(model.rows_requested, wait=50):
        model.index(0, MemoryColumn.SERVICE).data()


@pytest.mark.slow
def test_only_so_many_rows_are_kept(model, monkeypatch):
    monkeypatch.setattr(MemoryModel, "ROWS_KEPT", 200)  # the tester looks at every row again and again
    many = 600
    model.set_keys(list(range(1, many + 1)))
    for start in range(1, many, 40):
        model.set_rows(known(*(memory(n) for n in range(start, start + 40))))
    assert sum(model.known_row(n) is not None for n in range(1, many + 1)) <= 250
    assert model.known_row(1) is None


def test_row_steps_keep_what_points_at_a_row(model):
    model.set_keys([1, 2, 3, 4, 5])
    model.set_rows(known(*(memory(n) for n in range(1, 6))))
    pointer = QPersistentModelIndex(model.index(2, 0))
    model.apply_steps(steps_between(model.keys, [9, 5, 3, 1, 4]))
    assert list(model.keys) == [9, 5, 3, 1, 4]
    assert model.keys[pointer.row()] == 3


def test_every_column_has_a_title_a_spoken_one_and_an_order(model):
    model.set_keys([1])
    model.set_rows(known(memory(1)))
    for column in MemoryColumn:
        assert model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
        assert model.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole)
        assert COLUMNS[column].name == column.name.lower()
        assert MemoryQuery(sort=COLUMNS[column].sort)


def test_a_cell_shows_an_edit_at_once_and_tells_of_it(qtbot, model):
    model.set_keys([1])
    model.set_rows(known(memory(1)))
    index = model.index(0, MemoryColumn.CONFIDENCE)
    with qtbot.waitSignals([model.edited, model.dataChanged]):
        assert model.setData(index, 1.5)
    assert index.data() == "1.00"
    assert not model.setData(model.index(0, MemoryColumn.OBSERVATION), "Fact 1"), "nothing changed"
    assert not model.setData(model.index(0, MemoryColumn.UPDATED), "now"), "not editable"


@pytest.mark.parametrize(
    ("column", "value", "edit"),
    [
        (MemoryColumn.CONFIDENCE, 1.5, MemoryEdit(confidence=1.5)),
        (MemoryColumn.CONFIDENCE, 0.7, None),
        (MemoryColumn.OBSERVATION, " New ", MemoryEdit(observation="New")),
        (MemoryColumn.OBSERVATION, "", None),
        (MemoryColumn.CATEGORY, "behavior", MemoryEdit(category="behavior")),
        (MemoryColumn.CATEGORY, "misc", None),
        (MemoryColumn.SERVICE, "general", MemoryEdit(service="general")),
        (MemoryColumn.SERVICE, "Jellyfin", None),
        (MemoryColumn.UPDATED, "x", None),
    ],
)
def test_what_a_cells_new_value_means(column, value, edit):
    assert edit_from_cell(COLUMNS[column].name, value, memory(1)) == edit


def test_lowering_below_the_line_is_foreseen_as_inactive():
    assert predict_edit(memory(1), MemoryEdit(confidence=0.2)).active == 0
    assert predict_edit(memory(1, active=0, confidence=0.1), MemoryEdit(confidence=0.3)).active == 1


def listing(model, ids, steps=None, **more) -> KeyListing:
    rows = known(*(memory(n) for n in ids[:50]))
    return KeyListing(TableQuery(), list(ids), rows, steps, model.version, **more)


@pytest.mark.slow
def test_a_selection_of_all_rows_survives_another_order_quickly(qtbot):
    """A hundred thousand selected rows are few stretches, and nothing asks each of them: a tester would."""
    model = MemoryModel()
    table = MemoryTable(model)
    qtbot.addWidget(table)
    table.show()
    ids = list(range(1, 100_001))
    table.show_list(listing(model, ids))
    table.selectAll()
    assert table.selected_count() == 100_000
    table.show_list(listing(model, ids[::-1]))
    assert table.selected_count() == 100_000
    assert table.selectionModel().selection().count() == 1


@pytest.mark.slow
def test_a_selection_comes_back_with_the_rest_of_a_long_list(qtbot, model):
    table = MemoryTable(model)
    qtbot.addWidget(table)
    table.show()
    ids = list(range(1, 501))
    table.show_list(listing(model, ids))
    table.select_row(400)
    other = ids[::-1]
    told = []
    table.selection_changed.connect(lambda: told.append(table.selected_keys))
    table.show_list(replace(listing(model, other[:50], whole=False), query=TableQuery(sort="confidence")))
    assert table.selected_keys == []
    assert told == []
    table.show_list(
        replace(listing(model, other, steps_between(model.keys, other)), query=TableQuery(sort="confidence"))
    )
    assert told == [[400]] and table.selected_keys == [400]


@pytest.mark.slow
def test_an_operators_click_meanwhile_wins(qtbot, model):
    table = MemoryTable(model)
    qtbot.addWidget(table)
    table.show()
    ids = list(range(1, 501))
    table.show_list(listing(model, ids))
    table.select_row(400)
    table.show_list(listing(model, ids[:50], whole=False))
    table.selectionModel().select(
        model.index(3, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    )
    table.show_list(listing(model, ids, steps_between(model.keys, ids)))
    assert table.selected_keys == [4]


@pytest.mark.parametrize(("typed", "value"), [("0.35", 0.35), ("0,35", 0.35), ("1.5", 1.5), ("-0.2", -0.2)])
def test_the_spin_box_takes_what_is_typed_and_leaves_clamping_to_the_rule(qtbot, typed, value):
    spin = ConfidenceSpin()
    qtbot.addWidget(spin)
    spin.selectAll()
    qtbot.keyClicks(spin, typed)
    spin.interpretText()
    assert spin.value() == value


def test_the_spin_boxs_steps_stay_between_0_and_1(qtbot):
    spin = ConfidenceSpin()
    qtbot.addWidget(spin)
    spin.setValue(0.98)
    spin.stepUp()
    assert spin.value() == 1.0
    spin.stepUp()
    assert spin.value() == 1.0
    spin.setValue(0.02)
    spin.stepDown()
    spin.stepDown()
    assert spin.value() == 0.0
