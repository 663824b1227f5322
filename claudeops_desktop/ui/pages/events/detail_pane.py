"""One fold of events: the whole message, how often and since when, and each time it was said."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....records.event_groups import NO_SERVICE, EventGroup, EventGroupRecords
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.elided_label import ElidedLabel, escape_tool_tip
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from .model import EventOccurrence, EventOccurrenceModel, acknowledged_text

if TYPE_CHECKING:
    from ...app_context import AppContext

MOST = 200
LONGEST_TIP = 4000
TITLE_UP_TO = 300


class EventGroupDetail(QWidget):
    """``navigation_requested`` carries the PageLocation of the session line that said it; the other two say that a
    button was pressed."""

    navigation_requested = Signal(object)
    acknowledge_requested = Signal()
    mute_requested = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._folds = EventGroupRecords(desk.book.store)
        self._fold: EventGroup | None = None
        self._dot = StateDot("info", theme.ICON_LARGE)
        self._message = theme.plain_label(role="section", wrap=True, select=True)
        self._facts = ElidedLabel(role="muted")
        self._go = QPushButton(tr("Show the source"))
        self._go.clicked.connect(self._open)
        self.acknowledge = QPushButton(tr("Acknowledge"))
        self.acknowledge.setToolTip(tr("It no longer counts as needing you (A)"))
        self.acknowledge.clicked.connect(self.acknowledge_requested)
        self.mute = QPushButton(tr("Mute…"))
        self.mute.setToolTip(tr("Hide events like this for a while (M)"))
        self.mute.clicked.connect(self.mute_requested)
        self.model = EventOccurrenceModel(self)
        self.table = RecordTable(self.model, tr("Each occurrence"))
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(3)
        self.table.row_opened.connect(self._open)
        self.table.row_picked.connect(self._picked)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._message, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self._facts, 1)
        for button in (self._go, self.mute, self.acknowledge):
            buttons.addWidget(button)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addLayout(buttons)
        column.addWidget(self.table, 1)
        self._full = full
        self._empty = EmptyState("events", tr("No event chosen"), tr("Choose one to see when and where it occurred."))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)

    def show_fold(self, fold: EventGroup | None) -> None:
        """Show a fold; where it has grown only what is new moves."""
        self._fold = fold
        if fold is None:
            self._stack.setCurrentWidget(self._empty)
            return
        self._stack.setCurrentWidget(self._full)
        event = fold.event
        self._dot.set_state(event.level)
        message = event.message
        self._message.setText(formatting.make_breakable(message, TITLE_UP_TO))
        self._message.setToolTip(escape_tool_tip(message[:LONGEST_TIP]) if len(message) > TITLE_UP_TO else "")
        self._facts.setText(" · ".join(self._parts(fold)))
        self._desk.bridge.ask(partial(_load_occurrences, self._desk, self._folds, event.id), self._known)

    def keep_low(self, low: bool) -> None:
        """In a low window there is no room for each time that it was said."""
        self.table.setVisible(not low)

    def show_selection_count(self, folds: int, waiting: int) -> None:
        """How many rows are chosen in the table above, and how many events of them wait: the button is about all."""
        if waiting:
            self.acknowledge.setText(
                tr("Acknowledge {waiting}", waiting=formatting.format_number(waiting))
                if waiting > 1
                else tr("Acknowledge")
            )
        else:
            self.acknowledge.setText(tr("Take acknowledgement back"))
        self.acknowledge.setEnabled(bool(folds))

    def refresh_times(self) -> None:
        """Times have new words."""
        self.model.refresh_times("when")
        if self._fold is not None:
            self._facts.setText(" · ".join(self._parts(self._fold)))

    def _parts(self, fold: EventGroup) -> list[str]:
        parts = [fold.event.level, fold.event.service or NO_SERVICE]
        if fold.key.number > 1:
            since = tr(
                "{number} since {first_at}",
                number=tr_count("%n time", "%n times", fold.key.number),
                first_at=formatting.format_clock_time(fold.first_at),
            )
            shown = tr("the last {most} are listed", most=MOST) if fold.key.number > MOST else ""
            return [*parts, since, acknowledged_text(fold), *([shown] if shown else [])]
        return [
            *parts,
            tr("once, {created_at}", created_at=formatting.format_clock_time(fold.event.created_at)),
            acknowledged_text(fold),
        ]

    def _known(self, answer: tuple[int, list[EventOccurrence]]) -> None:
        newest, found = answer
        if self._fold is None or newest != self._fold.event.id:
            return
        self.table.show_keys([one.event.id for one in found])
        self.model.set_rows({one.event.id: one for one in found})
        if self.table.current is None and found:
            self.table.select_key(found[0].event.id)
        self._picked(self.table.current)

    def _current(self) -> EventOccurrence | None:
        found: EventOccurrence | None = self.model.row(self.table.currentIndex().row())
        return found

    def _picked(self, _key: object) -> None:
        found = self._current()
        said = found is not None and found.event.session_id is not None
        self._go.setEnabled(said)
        ours = found is not None and not said
        self._go.setToolTip(tr("The application reported this itself: it is in no session's log.") if ours else "")

    def _open(self, _key: object = None) -> None:
        found = self._current()
        if found is not None and found.event.session_id is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=found.event.session_id, line=found.line or None))


def _load_occurrences(desk: AppContext, folds: EventGroupRecords, newest: int) -> tuple[int, list[EventOccurrence]]:
    found = []
    for event in folds.occurrences(newest, MOST):
        markers = desk.book.markers.of_target("event", event.id)
        found.append(EventOccurrence(event, markers[0].log_line if markers else 0))
    return newest, found
