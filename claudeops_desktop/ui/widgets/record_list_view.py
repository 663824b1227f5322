"""The common base of simple lists: a sentence, a table and an empty state, reloaded after changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ...storage.change_events import CommittedChange
from .. import theme
from ..app_context import AppContext
from ..latest_query import LatestQuery
from .empty_state import EmptyState
from .record_cell import RecordCell
from .record_model import RecordModel
from .record_table import RecordTable

SOON_MS = 150
LEAST_INTRO = 260  # narrower, the sentence takes too many lines


class RecordListView(QWidget):
    """Base. A view says with ``make_query`` what is asked, with ``rows_from_answer`` which rows that is (key and row,
    in order).

    ``message_posted`` carries a sentence, ``navigation_requested`` a PageLocation, ``fact_changed`` the line under the
    title.
    """

    message_posted = Signal(str)
    navigation_requested = Signal(object)
    fact_changed = Signal(str)
    TABLES: tuple[str, ...] = ()

    def __init__(
        self,
        desk: AppContext,
        model: RecordModel,
        name: str,
        empty: EmptyState,
        intro: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.desk = desk
        self.model = model
        model.setParent(self)
        self.answered = False
        self._latest = LatestQuery(desk.bridge, self._known, self.message_posted.emit, self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._stack = QStackedWidget(self)
        self.table = RecordTable(model, name, self._stack)
        self.table.setItemDelegate(RecordCell(self.table))
        self.empty = empty
        self._stack.addWidget(self.table)
        self._stack.addWidget(empty)
        self.intro = theme.plain_label(intro, "muted", wrap=True)
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.GAP_S)
        self.head.addStretch()
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(theme.GAP_S)
        self._top.addWidget(self.intro, 1)
        self._top.addLayout(self.head)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, theme.GAP_M, 0, 0)
        self.column.setSpacing(theme.GAP_S)
        self.column.addLayout(self._top)
        self.column.addWidget(self._stack, 1)
        desk.bridge.changed.connect(self._changed)

    # --- what each view says for itself -------------------------------------------------------------------------------

    def make_query(self) -> Callable[[], Any]:
        """What is asked on a reader thread."""
        raise NotImplementedError

    def rows_from_answer(self, answer: Any) -> Sequence[tuple[Hashable, Any]]:
        """The rows of an answer."""
        raise NotImplementedError

    def current_moved(self) -> None:
        """The rows were shown, or another one is chosen."""

    # ------------------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where both do not fit side by side, the sentence stands above the buttons."""
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.head.sizeHint().width() + LEAST_INTRO > event.size().width() and not self.intro.isHidden()
        self._top.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def refresh(self) -> None:
        """Ask anew."""
        self._latest.ask(self.make_query())

    def take_focus(self) -> None:
        """Put the keys into the table."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def current(self) -> Any:
        """The chosen row, or None."""
        return self.model.row(self.model.place(self.table.current))

    def key(self, text: str, keys: str, act: Callable[[], object]) -> QAction:
        """A key of the table."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: act())
        self.table.addAction(action)
        return action

    def _known(self, answer: Any) -> None:
        rows = list(self.rows_from_answer(answer))
        keys = [key for key, _ in rows]
        if list(self.model.keys) != keys:
            self.table.show_keys(keys)
        self.model.set_rows(dict(rows))
        self.answered = True
        self._stack.setCurrentWidget(self.table if keys else self.empty)
        if keys and not self.table.selectionModel().hasSelection() and not self.table.has_pending_selection:
            self.table.setCurrentIndex(QModelIndex())  # the focus alone makes a row current, and shows nothing
            self.table.select_key(keys[0])
        self.current_moved()

    def _changed(self, change: CommittedChange) -> None:
        if change.table in (*self.TABLES, "*") and self.isVisible() and not self._soon.isActive():
            self._soon.start()
