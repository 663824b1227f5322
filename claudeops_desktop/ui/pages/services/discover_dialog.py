"""What runs on this machine, in a list to choose from: names and kinds are changed in the row, each is tested."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.discovered_row import DiscoveredRow, find_problems
from ...widgets.fit_to_screen import fit_to_screen
from ...widgets.growing_dialog import GrowingDialog
from ...widgets.vertical_scroll import VerticalScroll

if TYPE_CHECKING:
    from ....agents.watch.discovery.types import DiscoveredService
    from ...app_context import AppContext

SIZE = (760, 560)


class DiscoverDialog(GrowingDialog):
    """``rows_chosen`` carries the checks to be written. It writes nothing itself."""

    rows_chosen = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Discover services"))
        self._desk = desk
        self.rows: list[DiscoveredRow] = []
        self.state = theme.plain_label(tr("Looking at listening ports, containers and units…"), "muted", wrap=True)
        self.known = QCheckBox(tr("Show what is watched already"))
        self.known.toggled.connect(self._show_known)
        self.known.hide()
        self.list = QVBoxLayout()
        self.list.setSpacing(theme.GAP_S)
        self.list.setContentsMargins(0, 0, theme.GAP_S, 0)
        self.list.addStretch()
        inner = QWidget()
        inner.setLayout(self.list)
        self.again = QPushButton(tr("Look again"))
        self.again.setAutoDefault(False)
        self.again.clicked.connect(self.start_discovery)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        self.go = QPushButton(tr("Add"))
        theme.set_role(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(self._add)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.again)
        buttons.addWidget(self.known)
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.state)
        column.addWidget(VerticalScroll(inner), 1)
        column.addLayout(buttons)
        fit_to_screen(self, *SIZE)
        self.start_discovery()

    def start_discovery(self) -> None:
        """Look at the machine, on a thread."""
        self.again.setEnabled(False)
        self.go.setEnabled(False)
        self.state.setText(tr("Looking at listening ports, containers and units…"))
        self._desk.run_in_background(partial(_discover, self._desk), self._found, self._failed)

    def _found(self, found: tuple[DiscoveredService, ...]) -> None:
        self.again.setEnabled(True)
        for row in self.rows:
            self.list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        before: QWidget = self.again
        for one in found:
            row = DiscoveredRow(self._desk, one)
            row.changed.connect(self._changed)
            self.rows.append(row)
            self.list.insertWidget(self.list.count() - 1, row)
        for row in self.rows:
            for part in (row.box, row.name, row.kind, row.test):
                QWidget.setTabOrder(before, part)
                before = part
        for button in (self.known, self.leave, self.go):
            QWidget.setTabOrder(before, button)
            before = button
        new = sum(row.box.isEnabled() for row in self.rows)
        watched = sum(bool(one.defined) for one in found)
        parts = [tr("{new} to watch", new=tr_count("%n service", "%n services", new))]
        if watched:
            parts.append(tr("{watched} watched already", watched=formatting.format_number(watched)))
        self.state.setText(" · ".join(parts) if found else tr("Nothing listens on this machine."))
        self.known.setVisible(bool(watched))
        self._show_known(self.known.isChecked())
        self._changed()
        if new:
            next(row for row in self.rows if row.box.isEnabled()).box.setFocus()

    def _failed(self, error: Exception) -> None:
        self.again.setEnabled(True)
        self.state.setText(error_text(error))

    def _show_known(self, on: bool) -> None:
        for row in self.rows:
            row.setVisible(on or row.box.isEnabled())

    def _changed(self) -> None:
        chosen = sum(row.is_chosen for row in self.rows)
        self.go.setText(
            tr("Add {chosen}", chosen=tr_count("%n service", "%n services", chosen)) if chosen else tr("Add")
        )
        self.go.setEnabled(find_problems(self.rows) and bool(chosen))

    def _add(self) -> None:
        if find_problems(self.rows):
            chosen: list[dict[str, Any]] = [row.row for row in self.rows if row.is_chosen]
            self.rows_chosen.emit(chosen)
            self.accept()


def _discover(desk: AppContext) -> tuple[DiscoveredService, ...]:
    from ....agents.watch.discovery.add_checks import read_rows
    from ....agents.watch.discovery.discover import discover

    return discover(read_rows(desk.folder.services_file))
