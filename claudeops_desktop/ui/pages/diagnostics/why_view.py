"""Why it did not remember something: the way of a fact, and below it what each step left behind (R5)."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....memory import FactExplanation, Memory, MemoryService
from ....records.record_books import RecordRepositories
from ... import icons, theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from .telemetry_view import TelemetryView
from .trace_view import STAGES, FactTraceView

SESSIONS = 20
TEXT = tr(
    "Describe in your own words what it should have known. This shows each step of "
    "that fact, from the session to the prompt, and the step at which it was lost."
)


class WhyView(QWidget):
    """A PageLocation may name a memory (``id``), a ``question``, a ``session_id`` that was not told."""

    memory_requested = Signal(int)
    session_requested = Signal(int)
    navigation_requested = Signal(object)
    message_posted = Signal(str)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory_id: int | None = None
        self.found: FactExplanation | None = None
        self._latest = LatestQuery(desk.bridge, self._known, self.message_posted.emit, self)
        self._before = LatestQuery(desk.bridge, self._sessions, self.message_posted.emit, self)
        self.question = QLineEdit()
        self.question.setPlaceholderText(tr("What should it have remembered?"))
        self.question.setAccessibleName(tr("What should it have remembered?"))
        self.question.setClearButtonEnabled(True)
        glass = QAction(tr("Why"), self)
        icons.set_themed_icon(glass, "question", "faint")
        self.question.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        self.question.returnPressed.connect(self.ask)
        self.question.textEdited.connect(self._typed)
        self.session = FilterBox(tr("Which prompt"), [FilterChoice(tr("The next run"), None)])
        self.session.value_chosen.connect(self._ask_again)
        self.go = QPushButton(tr("Why?"))
        theme.set_role(self.go, "primary")
        self.go.clicked.connect(self.ask)
        self._room = VerticalScroll(parent=self)  # in a low window all of it scrolls: neither half is squeezed
        self.splitter = QSplitter(Qt.Orientation.Vertical, self._room)
        self._stack = QStackedWidget(self.splitter)
        self.empty = EmptyState("question", tr("Why did it not remember that?"), TEXT)
        self.trace = FactTraceView()
        self._area = VerticalScroll(self.trace, name=tr("What happened to the fact"))
        self.steps = TelemetryView(desk, self.splitter)
        self._lay_out()
        self.trace.memory_requested.connect(self.memory_requested)
        self.trace.session_requested.connect(self.session_requested)
        self.trace.memory_chosen.connect(self.ask_about)
        self.steps.navigation_requested.connect(self.navigation_requested)
        self.steps.message_posted.connect(self.message_posted)

    def _lay_out(self) -> None:
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._area)
        self._stack.setMinimumHeight(5 * theme.ROW)
        self.steps.setMinimumHeight(5 * theme.ROW)
        for part, share in ((self._stack, 3), (self.steps, 2)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        self.splitter.setSizes([3000, 2000])
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.question, 1)
        row.addWidget(self.session)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(row)
        self._room.setWidget(self.splitter)
        column.addWidget(self._room, 1)

    # --- asking ------------------------------------------------------------------------------------------------------

    def show_place(self, place: PageLocation) -> None:
        """Ask what the place names."""
        wanted = place.filters or {}
        if isinstance(wanted.get("session_id"), int):
            self.session.set_value(wanted["session_id"])
        if place.id is not None:
            self.ask_about(place.id)
        elif wanted.get("question"):
            self.question.setText(str(wanted["question"]))
            self._memory_id = None
            self.ask()

    def refresh(self) -> None:
        """In view: which sessions there were, and the newest steps."""
        self._before.ask(partial(_list_sessions, self._desk.book))
        self.steps.refresh()

    def take_focus(self) -> None:
        """Put the keys into the question."""
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.question.selectAll()

    def ask(self) -> None:
        """Ask what stands in the field."""
        text = self.question.text().strip()
        if text or self._memory_id is not None:
            self._latest.ask(partial(_explain_absence, self._desk.memory, text, self._memory_id, self.session.value))

    def ask_about(self, memory_id: int) -> None:
        """Ask about one memory."""
        self._memory_id = memory_id
        self.question.clear()
        self.ask()

    def _typed(self) -> None:
        self._memory_id = None

    def _ask_again(self, _value: object) -> None:
        self.ask()

    # --- showing -----------------------------------------------------------------------------------------------------

    def _known(self, answer: tuple[FactExplanation, Memory | None, tuple[Memory, ...]]) -> None:
        found, memory, others = answer
        self.found = found
        if memory is not None and not self.question.text():
            self.question.setText(formatting.strip_direction_marks(memory.observation[:300]))
        self.trace.show_trace(found, others)
        self._stack.setCurrentWidget(self._area)
        self._area.verticalScrollBar().setValue(0)
        self.steps.filter_by_subject(found.memory_id)
        lost = STAGES.get(found.stage, found.stage).lower()
        self.fact_changed.emit(
            tr("Lost: {lost}", lost=lost)
            if found.stage
            else tr("It is remembered")
            if memory is not None
            else tr("Not known")
        )

    def _sessions(self, found: list[tuple[int, str]]) -> None:
        told = [
            FilterChoice(
                tr("Session {number}, {time}", number=number, time=formatting.format_relative_time(at)), number
            )
            for number, at in found
        ]
        self.session.set_choices([FilterChoice(tr("The next run"), None), *told])


def _explain_absence(
    memory: MemoryService, text: str, memory_id: int | None, session_id: int | None
) -> tuple[FactExplanation, Memory | None, tuple[Memory, ...]]:
    found = memory.prompt.why_not(text, memory_id=memory_id, session_id=session_id)
    fact = memory.search.get(found.memory_id) if found.memory_id is not None else None
    return found, fact, tuple(memory.search.rows(found.others))


def _list_sessions(book: RecordRepositories) -> list[tuple[int, str]]:
    return [(session.id, session.started_at) for session in book.sessions.list(limit=SESSIONS)]
