"""All questions there were: a table with filters, and the chosen one in full beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....records.approvals import Approval
from ... import theme
from ...text import approval_text, formatting
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ...widgets.state_dot import StateDot
from ...widgets.vertical_scroll import VerticalScroll
from .model import ApprovalHistoryModel, ApprovalHistoryQuery, count_per_filter_value, filter_approvals
from .request_view import ApprovalRequestView

FILTERS = ("state", "kind", "service")
WIDE = 820


class ApprovalHistory(QWidget):
    """``session_requested`` carries a session."""

    session_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Approval, ...] = ()
        self._query = ApprovalHistoryQuery()
        self.search = SearchField(tr("Search in questions"), self)
        self.search.searched.connect(self._searched)
        self.boxes = {
            "state": FilterBox(tr("Answer"), [FilterChoice(tr("Any answer"), None)], self),
            "kind": FilterBox(tr("What for"), [FilterChoice(tr("Anything"), None)], self),
            "service": FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)], self),
        }
        for box in self.boxes.values():
            box.value_chosen.connect(self._chosen)
        # Parts are made where they belong: each later move to another parent restyles all that is in them.
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._stack = QStackedWidget(self.splitter)
        self.model = ApprovalHistoryModel(self)
        self.table = RecordTable(self.model, tr("Questions and answers"), self._stack)
        self.search.entered.connect(self.table.focus_first_row)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(4)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._open)
        self._none = EmptyState(
            "filter", tr("No question matches"), tr("Try other words or another filter."), tr("Clear the filters")
        )
        self._none.setParent(self._stack)
        self._none.action_triggered.connect(self._clear)
        self.detail = _Detail(self.splitter)
        self.detail.request_view.session_requested.connect(self.session_requested)
        self._lay_out()

    def show_rows(self, rows: Sequence[Approval]) -> None:
        """All of them, newest first."""
        self._rows = tuple(rows)
        self._tell()

    def refresh_times(self) -> None:
        """Say the relative times anew."""
        self.model.refresh_times("asked")
        self.detail.request_view.refresh_times()

    def show_one(self, approval_id: int) -> bool:
        """Choose a row, without filters in its way; False where there is none such."""
        if all(row.id != approval_id for row in self._rows):
            return False
        if self.model.place(approval_id) < 0:
            self._clear()
        self.table.select_key(approval_id)
        return True

    def filter_by(self, values: dict[str, Any]) -> None:
        """Set the filters that are named."""
        state, kind, service = (values[name] if isinstance(values.get(name), str) else None for name in FILTERS)
        self._set(ApprovalHistoryQuery(state=state, kind=kind, service=service))

    @property
    def filters(self) -> dict[str, Any]:
        """The filters in force, for remembering."""
        return {name: getattr(self._query, name) for name in FILTERS}

    def set_wide(self, wide: bool) -> None:
        """The detail beside the table, or under it."""
        self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        policy = QComboBox.SizeAdjustPolicy
        for box in self.boxes.values():
            box.setSizeAdjustPolicy(policy.AdjustToContents if wide else policy.AdjustToMinimumContentsLengthWithIcon)
        self._filters.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _lay_out(self) -> None:
        self._filters = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._filters.setSpacing(theme.GAP_S)
        self._filters.addWidget(self.search, 1)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        for box in self.boxes.values():
            box.setMinimumContentsLength(8)
            row.addWidget(box)
        self._filters.addLayout(row)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._none)
        self._stack.setMinimumHeight(3 * theme.ROW)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        self.splitter.addWidget(self._stack)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([660, 340])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(self._filters)
        column.addWidget(self.splitter, 1)

    def _tell(self) -> None:
        shown = filter_approvals(self._rows, self._query)
        keys = [row.id for row in shown]
        if list(self.model.keys) != keys:
            self.table.show_keys(keys)
        self.model.set_rows({row.id: row for row in shown})
        self._tell_filters()
        self._stack.setCurrentWidget(self.table if keys else self._none)
        self.detail.setVisible(bool(keys))
        if keys and self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(keys[0])
        self._show_current()

    def _tell_filters(self) -> None:
        found = count_per_filter_value(self._rows, self._query)
        names = {"state": approval_text.STATES, "kind": approval_text.KINDS, "service": {}}
        first = {"state": tr("Any answer"), "kind": tr("Anything"), "service": tr("Any service")}
        for name, box in self.boxes.items():
            told = [
                FilterChoice(_capital(names[name].get(value, value)), value, count)
                for value, count in sorted(found[name].items())
            ]
            box.set_choices(
                [FilterChoice(first[name], None, len(filter_approvals(self._rows, self._query, leave=name))), *told]
            )

    def _show_current(self) -> None:
        row = self.model.row(self.table.currentIndex().row())
        if row is not None:
            self.detail.show_approval(row)

    def _picked(self, _key: object) -> None:
        self._show_current()

    def _open(self, _key: object) -> None:
        row = self.model.row(self.table.currentIndex().row())
        if row is not None and row.session_id is not None:
            self.session_requested.emit(row.session_id)

    def _searched(self, text: str) -> None:
        self._set(replace(self._query, text=text))

    def _chosen(self, value: Any) -> None:
        for name, box in self.boxes.items():
            if box is self.sender():
                self._set(replace(self._query, **{name: value}))

    def _clear(self) -> None:
        self._set(ApprovalHistoryQuery())

    def _set(self, query: ApprovalHistoryQuery) -> None:
        self._query = query
        self.search.set_text_quietly(query.text)
        for name, box in self.boxes.items():
            box.set_value(getattr(query, name))
        self._tell()


class _Detail(QFrame):
    """The chosen question in full, and how it was answered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self._dot = StateDot("idle")
        self._title = theme.plain_label(role="strong", wrap=True)
        self._answer: QLabel = theme.plain_label(wrap=True, select=True)
        area = VerticalScroll(parent=self)
        inner = QWidget(area)
        self.request_view = ApprovalRequestView(inner)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self._answer)
        column.addWidget(self.request_view)
        column.addStretch()
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(area)

    def show_approval(self, one: Approval) -> None:
        """Show one."""
        self._dot.set_state(one.state)
        self._title.setText(approval_text.approval_title(one))
        said = (
            f"{_capital(approval_text.answer_text(one))}, {formatting.format_clock_time(one.answered_at)}"
            if one.answered_at
            else ""
        )
        self._answer.setText(
            f"{said}: {formatting.make_breakable(one.note)}" if said and one.note else said or tr("Still waiting")
        )
        self.request_view.show_approval(one)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
