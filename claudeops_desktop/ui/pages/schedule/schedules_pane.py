"""The table of schedules and what can be done to the chosen one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ....records.occurrences import Schedule
from ... import icons, theme
from ...text.translation import tr
from ...widgets.action_button import ActionButton
from ...widgets.empty_state import EmptyState
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from .model import ScheduleLine, ScheduleModel


class ScheduleTable(RecordTable):
    """Delete deletes, F2 edits, Space switches on and off, Escape chooses none."""

    edit_requested = Signal()
    delete_requested = Signal()
    switch_requested = Signal()

    def select_key(self, key: Hashable) -> None:
        """Choose a row, also where it has the focus already."""
        super().select_key(key)
        place = self._records.place(key)
        if place >= 0:
            self.selectRow(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of a list."""
        asked = {
            Qt.Key.Key_Delete: self.delete_requested,
            Qt.Key.Key_F2: self.edit_requested,
            Qt.Key.Key_Space: self.switch_requested,
        }.get(Qt.Key(event.key()))
        if asked is not None and self.current is not None:
            asked.emit()
        elif event.key() == Qt.Key.Key_Escape and self.current is not None:
            self.clearSelection()
            self.setCurrentIndex(self.model().index(-1, -1))
        else:
            super().keyPressEvent(event)


class SchedulesPane(QWidget):
    """The signals carry the Schedule meant; ``switch_requested`` also on or off. ``selection_changed``: another row is
    chosen."""

    add_requested = Signal()
    edit_requested = Signal(object)
    run_requested = Signal(object)
    copy_requested = Signal(object)
    delete_requested = Signal(object)
    switch_requested = Signal(object, bool)
    selection_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ScheduleModel(self)
        self.model.switch_requested.connect(self.switch_requested)
        self.tables = QStackedWidget(self)
        self.table = ScheduleTable(self.model, tr("Schedules"), self.tables)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(6)
        self.table.edit_requested.connect(self._edit)
        self.table.delete_requested.connect(self._delete)
        self.table.switch_requested.connect(self._switch)
        self.table.row_opened.connect(self._edit)
        self.table.selectionModel().selectionChanged.connect(self._picked)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.none = EmptyState(
            "clock",
            tr("No run starts automatically yet"),
            tr(
                "A schedule says when a run starts, what it is about and how far it may escalate, such "
                "as every 30 minutes."
            ),
            tr("Add a schedule"),
        )
        self.none.action_triggered.connect(self.add_requested)
        self.tables.addWidget(self.table)
        self.tables.addWidget(self.none)
        self.tables.setMinimumHeight(3 * theme.ROW)
        self._make_actions()
        self._lay_out()
        self._enable()

    @property
    def current(self) -> Schedule | None:
        """The schedule of the chosen row; a table that merely has the focus has none."""
        if not self.table.selectionModel().hasSelection():
            return None
        row = self.model.row(self.model.place(self.table.current))
        return row.schedule if isinstance(row, ScheduleLine) else None

    def actions(self) -> list[QAction]:
        """What can be done to the chosen one, for the command palette."""
        return [self.run, self.edit, self.switch, self.copy, self.delete]

    def show_lines(self, lines: Sequence[ScheduleLine]) -> None:
        """Show these."""
        keys = [line.schedule.id for line in lines]
        first = not self.model.keys
        if list(self.model.keys) != keys:
            self.table.show_keys(keys)
        self.model.set_rows({line.schedule.id: line for line in lines})
        if first and keys and not self.table.has_pending_selection:
            self.table.select_key(keys[0])
        self.tables.setCurrentWidget(self.table if lines else self.none)
        self._bar.setVisible(bool(lines))
        self._enable()

    def select_schedule(self, schedule_id: int) -> None:
        """Choose a row, as soon as it is there."""
        self.table.select_key(schedule_id)

    def widths(self) -> list[int]:
        """Column widths."""
        return [self.table.columnWidth(n) for n in range(len(ScheduleModel.COLUMNS))]

    def set_widths(self, widths: Any) -> None:
        """Take widths up that were remembered; what does not fit is left aside."""
        if isinstance(widths, list) and len(widths) == len(ScheduleModel.COLUMNS):
            for n, width in enumerate(widths):
                if isinstance(width, int) and 40 <= width <= 2000:
                    self.table.setColumnWidth(n, width)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.run = self._action(tr("Run it now"), "play", self._run, tr("Its rhythm does not change"))
        self.edit = self._action(tr("Edit"), "edit", self._edit, "F2")
        self.switch = self._action(tr("Switch off"), "pause", self._switch, "Space")
        self.copy = self._action(tr("Copy"), "copy", self._copy, tr("A copy under another name, switched off"))
        self.delete = self._action(tr("Delete"), "trash", self._delete, "Del")

    def _action(self, text: str, icon: str, slot: Any, tip: str) -> QAction:
        made = QAction(text, self)
        icons.set_themed_icon(made, icon, "muted")
        made.setToolTip(f"{text} ({tip})" if len(tip) < 6 else f"{text}: {tip[:1].lower()}{tip[1:]}")
        made.triggered.connect(slot)
        return made

    def _lay_out(self) -> None:
        self.add = QPushButton(tr("Add a schedule"))
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self.add_requested)
        self._bar = QWidget()
        row = FlowLayout(theme.GAP_XS, self._bar, fill=True)
        for action in self.actions():
            row.addWidget(ActionButton(action))
        row.push_to_end()
        row.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self._bar)
        column.addWidget(self.tables, 1)

    def _enable(self) -> None:
        chosen = self.current
        for action in self.actions():
            action.setEnabled(chosen is not None)
        on = chosen is None or chosen.enabled
        self.switch.setText(tr("Switch off") if on else tr("Switch on"))
        icons.set_themed_icon(self.switch, "pause" if on else "play", "muted")

    def _menu(self, at: QPoint) -> None:
        if self.current is not None:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addActions(self.actions())
            self.table.tools.fill_menu(menu)
            menu.popup(self.table.viewport().mapToGlobal(at))

    # --- what the operator does --------------------------------------------------------------------------------------

    def _picked(self, *_: object) -> None:
        self._enable()
        self.selection_changed.emit()

    def _run(self) -> None:
        if self.current is not None:
            self.run_requested.emit(self.current)

    def _edit(self, _key: object = None) -> None:
        if self.current is not None:
            self.edit_requested.emit(self.current)

    def _switch(self) -> None:
        if self.current is not None:
            self.switch_requested.emit(self.current, not self.current.enabled)

    def _copy(self) -> None:
        if self.current is not None:
            self.copy_requested.emit(self.current)

    def _delete(self) -> None:
        if self.current is not None:
            self.delete_requested.emit(self.current)
