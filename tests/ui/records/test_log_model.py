"""The log as a list model: appends at the tail, drops at the head, folds long lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.ui.widgets.log.line_folding import fold_entries, fold_line
from claudeops_desktop.ui.widgets.log.log_entry import LogEntry
from claudeops_desktop.ui.widgets.log.log_model import LogModel, LogRole

AT = "2026-03-01T12:00:00.000Z"


def entry(number, text="text", kind="text", hidden=False):
    return LogEntry(number, AT, kind, text, hidden)


@pytest.fixture
def model(qapp):
    made = LogModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    del tester


def texts(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_append_prepend_and_drop_keep_the_order(model):
    model.append([entry(3, "c"), entry(4, "d")])
    model.prepend([entry(1, "a"), entry(2, "b")])
    model.append([entry(5, "e")])
    assert texts(model) == ["a", "b", "c", "d", "e"]
    model.drop_head(3)
    assert texts(model) == ["c", "d", "e"]
    model.drop_tail(2)
    assert texts(model) == ["c", "d"]


def test_rows_that_were_folded_elsewhere_are_taken_where_the_width_is_still_the_same(model):
    long = "word " * 40
    model.append([entry(1, "a")])
    assert model.columns == 100
    model.append([entry(2, long), entry(2, "b")], fold_entries([entry(2, "as it was folded"), entry(2, "b")], 100))
    model.append([entry(3, long)], fold_entries([entry(3, "too wide by now")], 120))
    assert texts(model) == ["a", "as it was folded", "b", *fold_line(long, 100)]
    assert [entry.number for entry in model.entries] == [1, 2, 2, 3]
    model.drop_head(2)
    assert [entry.number for entry in model.entries] == [3]


def test_a_log_line_is_dropped_whole(model):
    model.append([entry(1, "a"), entry(1, "b"), entry(1, "c"), entry(2, "d")])
    model.drop_head(3)
    assert texts(model) == ["d"]


def test_long_lines_fold_to_the_width(model):
    model.append([entry(1, "word " * 40)])
    assert model.set_columns(50)
    assert all(len(text) <= 50 for text in texts(model))
    assert model.index(0).data(LogRole.FIRST) and not model.index(1).data(LogRole.FIRST)
    assert not model.set_columns(50)


def test_the_kind_is_said_once_for_what_belongs_together(model):
    model.append([entry(1, "a"), entry(1, "b"), entry(1, "m", "marker"), entry(2, "c")])
    assert [model.index(row).data(LogRole.LEADS) for row in range(4)] == [True, False, True, True]


def test_expanding_puts_all_of_a_line_in_its_place(model):
    model.append([entry(1, "a"), entry(2, "cut…", hidden=True), entry(3, "c")])
    model.expand(2, [entry(2, "first"), entry(2, "second")])
    assert texts(model) == ["a", "first", "second", "c"]
    model.expand(2, [entry(2, "one")])
    assert texts(model) == ["a", "one", "c"]
    model.expand(9, [entry(9, "nowhere")])
    assert texts(model) == ["a", "one", "c"]


def test_the_rows_of_a_log_line_are_found(model):
    model.append([entry(2, "a"), entry(4, "b"), entry(4, "c"), entry(9, "d")])
    assert model.row_of(4) == 1
    assert model.row_of(5) == 3
    assert model.row_of(10) == -1
    assert model.rows_of(4) == range(1, 3)
    assert model.rows_of(5) == range(0)


def test_a_screen_reader_hears_the_kind(model):
    model.append([entry(1, "down", "error")])
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "error: down"


@pytest.mark.slow
@given(st.text(max_size=300), st.integers(24, 120))
def test_folding_loses_nothing_but_spaces_at_breaks(text, columns):
    pieces = fold_line(text, columns)
    assert all(len(piece) <= columns for piece in pieces)
    assert "".join(pieces).replace(" ", "").split() == text.replace(" ", "").split() or not text.strip()
