"""The view of all services over time: the matrix, its span, and what the chosen cell says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....clock import to_text, utc_now
from ....records.health_cells import Matrix, bounds, matrix
from ....store.changes import Change
from ... import theme
from ...page import Place
from ...widgets.elided import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import Choice, FilterBox
from .known import Known
from .matrix import MatrixView
from .matrix_cells import Key

if TYPE_CHECKING:
    from ...desk import Desk

SOON_MS = 300
AGAIN_MS = 60_000
SPANS = (Choice("Last 24 hours", "24h"), Choice("Last 7 days", "7d"), Choice("Last 30 days", "30d"))
ALL, UNWELL = "all", "unwell"


class OverTime(QWidget):
    """``chosen`` carries the service of a cell that was opened; ``wanted`` a Place."""

    chosen = Signal(str)
    wanted = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._known = Known()
        self._found: Matrix | None = None
        self._in_view = False
        self.span = FilterBox("How far back", SPANS)
        self.which = FilterBox(
            "Which services", [Choice("All services", ALL), Choice("Services with problems", UNWELL)]
        )
        self.view = MatrixView()
        self.view.moved.connect(self._moved)
        self.view.opened.connect(self._opened)
        self._said = ElidedLabel(role="muted")
        self.then = QPushButton("Events at that time")
        self.then.setToolTip("Show the events of this service in the time of the cell")
        self.then.clicked.connect(self._show_events)
        self._empty = EmptyState(
            "services", "Nothing was checked yet", "How every service stood, hour by hour, appears here after a run."
        )
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self.span)
        head.addWidget(self.which)
        head.addStretch()
        self._full = QWidget()
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        said = QHBoxLayout()
        said.addWidget(self._said, 1)
        said.addWidget(self.then)
        column.addLayout(said)
        column.addWidget(Key())
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self.span.chosen.connect(self.refresh)
        self.which.chosen.connect(self._show)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    def show_known(self, known: Known) -> None:
        """The services there are, in the order of the list."""
        self._known = known
        self._show()

    def set_in_view(self, yes: bool) -> None:
        """Whether anybody looks."""
        self._in_view = yes
        if yes:
            self._again.start()
            self.refresh()
        else:
            self._again.stop()

    def refresh(self, _span: object = None) -> None:
        """Ask anew."""
        if self._in_view:
            self._desk.bridge.ask(AskMatrix(self._desk, self.span.value, utc_now()), self._answered)

    def _answered(self, found: Matrix) -> None:
        if found.span == self.span.value:
            self._found = found
            self._show()

    def _show(self, _which: object = None) -> None:
        if self._found is None:
            return
        found = self._found
        names = [line.name for line in self._known.lines if line.name in found.rows or line.keys]
        names += sorted(set(found.rows) - {line.name for line in self._known.lines})
        if self.which.value == UNWELL:
            unwell = {name for name, cells in found.rows.items() if any(c.state != "healthy" for c in cells.values())}
            names = [name for name in names if name in unwell]
        states = {line.name: line.state for line in self._known.lines}
        self._stack.setCurrentWidget(self._full if found.rows or self.span.value != "24h" or names else self._empty)
        self.view.show_matrix(found, names, states)
        if not names:
            self._said.setText("All services were well all the time." if found.rows else "Nothing was checked then.")

    def _moved(self, said: str) -> None:
        self._said.setText(f"{said}. Return shows the service." if said else "")
        self.then.setEnabled(bool(said))

    def _opened(self, service: str, _start: datetime, _end: datetime) -> None:
        self.chosen.emit(service)

    def _show_events(self) -> None:
        """Of the service and the time of the cell chosen."""
        if self._found is not None and self.view.service:
            column = self.view.current[1]
            edges = "/".join(map(to_text, self._found.bounds[column : column + 2]))
            self.wanted.emit(Place("events", filters={"service": self.view.service, "time": edges}))

    def _on_change(self, change: Change) -> None:
        if self._in_view and change.table in ("health_checks", "*") and not self._soon.isActive():
            self._soon.start()


@dataclass(frozen=True, slots=True)
class AskMatrix:
    """On a reader thread."""

    desk: Desk
    span: str
    now: datetime

    def __call__(self) -> Matrix:
        """Ask it."""
        edges = bounds(self.span, self.now)
        return matrix(self.span, edges, self.desk.book.health.in_cells(edges))
