"""The page of memory's diagnostics: why a fact was not remembered, and below it what each step of memory recorded."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QSplitter, QStackedWidget, QWidget

from ....records.sessions import Session
from ....records.telemetry.search import ObservedCounts, TelemetryRow, TraceQuery
from ... import icons, theme
from ...app_context import AppContext
from ...kit.columns import ColumnSpec, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from .queries import EVERYTHING, AbsenceAnswer, StepSummary, explain_absence, load_steps, summarize_steps
from .trace_view import STAGES, FactTraceView

TEXT = tr(
    "Describe in your own words what it should have known. This shows each step of "
    "that fact, from the session to the prompt, and the step at which it was lost."
)
PARTS = {
    "observer": tr("Observer"),
    "gate": tr("Gate"),
    "judge": tr("Judge"),
    "index": tr("Index"),
    "recall": tr("Recall"),
    "inject": tr("Prompts"),
    "echo": tr("Echo"),
    "forward": tr("Reminders"),
    "lessons": tr("Lessons"),
    "purge": tr("Purge"),
    "checkpoint": tr("Checkpoints"),
    "mcp": tr("Agent tools"),
    "reflect": tr("Reflection"),
    "triage": tr("Proposals"),
}

# --- words -----------------------------------------------------------------------------------------------------------


def part_text(part: str) -> str:
    """Return what a part of memory is called."""
    return PARTS.get(part, part)


def step_text(row: TelemetryRow) -> str:
    """Return ``memory.observe.completed`` as ``observe completed``."""
    return row.action.removeprefix("memory.").replace(".", " ").replace("_", " ")


def detail_text(row: TelemetryRow) -> str:
    """Return ids and counts in one line: ``found 5, profile balanced``."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in row.detail.items() if value not in (None, "")
    )


def step_tip(row: TelemetryRow) -> str:
    """Return all that a step recorded."""
    return f"{row.action}\n{row.job}\n{detail_text(row)}".strip()


def observed_text(observed: ObservedCounts) -> str:
    """Say which share of the observations was kept out of prompts."""
    return tr(
        "{observations} in the last 30 days: {allowed} allowed, {held} held, {discarded} discarded ({share} kept out).",
        observations=tr_count("%n observation", "%n observations", observed.total),
        allowed=formatting.format_number(observed.allowed),
        held=formatting.format_number(observed.held),
        discarded=formatting.format_number(observed.discarded),
        share=formatting.format_percent(observed.kept_out),
    )


def verdict_text(answer: AbsenceAnswer) -> str:
    """Return where a fact was lost, or that it is remembered or was never known."""
    if answer.found.stage:
        return tr("Lost: {lost}", lost=STAGES.get(answer.found.stage, answer.found.stage).lower())
    return tr("It is remembered") if answer.memory is not None else tr("Not known")


def part_choices(parts: Sequence[str]) -> list[FilterChoice]:
    """Return the entries of the filter by part."""
    return [FilterChoice(tr("Any part"), ""), *(FilterChoice(part_text(part), part) for part in parts)]


def session_text(session: Session) -> str:
    """Return what the prompt of a session is called."""
    started = formatting.format_relative_time(session.started_at)
    return tr("Session {number}, {time}", number=session.id, time=started)


def session_choices(sessions: Sequence[Session]) -> list[FilterChoice]:
    """Return the prompts that may be asked about: that of the next run and those of earlier sessions."""
    told = [FilterChoice(session_text(session), session.id) for session in sessions]
    return [FilterChoice(tr("The next run"), None), *told]


# --- the page --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[TelemetryRow], ...] = (
    time_column("when", tr("When"), 90, lambda row: row.at),
    ColumnSpec("part", tr("Part"), 120, text=lambda row: part_text(row.component)),
    ColumnSpec(
        "step",
        tr("Step"),
        190,
        text=step_text,
        tip=step_tip,
        state=lambda row: "good" if row.success else "failed",
    ),
    ColumnSpec("took", tr("Took"), 80, number=True, text=lambda row: formatting.format_duration_ms(row.duration_ms)),
    ColumnSpec(
        "session",
        tr("Session"),
        76,
        number=True,
        text=lambda row: f"#{row.session_id}" if row.session_id is not None else "",
    ),
    ColumnSpec(
        "memory",
        tr("Memory"),
        76,
        number=True,
        text=lambda row: str(row.memory_id) if row.memory_id is not None else "",
    ),
    ColumnSpec("detail", tr("Detail"), 320, text=detail_text, tip=step_tip, stretch=True),
)


class DiagnosticsPage(ListPage[TelemetryRow]):
    """A question, the way of the fact that it is about, and the steps of memory, which four filters narrow.

    A PageLocation may name a memory (``id``), a ``question``, or the ``session_id`` whose prompt lacked the fact.
    """

    title = tr("Diagnostics")
    spec = ListPageSpec(
        title=tr("Steps of memory"),
        look="TelemetryModel",
        intro="",
        columns=COLUMNS,
        load=load_steps,
        tables=frozenset(("telemetry", "memories", "memory_index", "recalls", "injections")),
        fact=lambda _rows: "",
        empty=EmptyText(
            "info",
            tr("No step yet"),
            tr("Every step of memory is logged here: what was observed, held, judged, indexed, recalled and injected."),
        ),
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.query = EVERYTHING
        self.answer: AbsenceAnswer | None = None
        self._memory_id: int | None = None
        self._explained = LatestQuery(context.bridge, self._show_answer, self._post, self)
        self._summed = LatestQuery(context.bridge, self._show_summary, self._post, self)
        self.table.row_opened.connect(self._open_step)
        self._add_filters()
        self._add_line()
        self._add_trace()

    def _add_filters(self) -> None:
        self.search = SearchField(tr("Search steps, such as gate or recall"))
        self.search.setMinimumWidth(110)
        self.search.searched.connect(self._narrow)
        self.search.entered.connect(self.table.focus_first_row)
        self.part = FilterBox(tr("Part of memory"), part_choices(()))
        self.part.value_chosen.connect(self._narrow)
        self.failed = QCheckBox(tr("Failed only"))
        self.failed.toggled.connect(self._narrow)
        self.only = QCheckBox(tr("This memory only"))
        self.only.toggled.connect(self._narrow)
        self.only.hide()
        self.head.insertWidget(0, self.search, 1)
        for part in (self.part, self.failed, self.only):
            self.head.addWidget(part)

    def _add_line(self) -> None:
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("What should it have remembered?"))
        self.line.setAccessibleName(tr("What should it have remembered?"))
        self.line.setClearButtonEnabled(True)
        glass = QAction(tr("Why"), self)
        icons.set_themed_icon(glass, "question", "faint")
        self.line.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        self.line.returnPressed.connect(self.ask)
        self.line.textEdited.connect(self._forget_memory)
        self.session = FilterBox(tr("Which prompt"), session_choices(()))
        self.session.value_chosen.connect(self.ask)
        self.go = QPushButton(tr("Why?"))
        theme.set_role(self.go, "primary")
        self.go.clicked.connect(self.ask)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.line, 1)
        row.addWidget(self.session)
        row.addWidget(self.go)
        self.outer.setContentsMargins(0, theme.GAP_M, 0, 0)
        self.outer.setSpacing(theme.GAP_M)
        self.outer.insertLayout(0, row)

    def _add_trace(self) -> None:
        room = VerticalScroll(parent=self)  # in a low window all of it scrolls: neither half is squeezed
        self.splitter = QSplitter(Qt.Orientation.Vertical, room)
        self.trace = FactTraceView()
        self.trace.navigation_requested.connect(self.navigation_requested)
        self.trace.memory_chosen.connect(self.ask_about)
        self._trace_area = VerticalScroll(self.trace, name=tr("What happened to the fact"))
        self._answers = QStackedWidget(self.splitter)
        self._answers.addWidget(EmptyState("question", tr("Why did it not remember that?"), TEXT))
        self._answers.addWidget(self._trace_area)
        for part, share in ((self._answers, 3), (self.body, 2)):
            part.setMinimumHeight(5 * theme.ROW)
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        self.splitter.setSizes([3000, 2000])
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.GAP_M)
        theme.set_role(self.splitter, "gap")
        room.setWidget(self.splitter)
        self.outer.addWidget(room, 1)

    # --- why ---------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view and ask what the location names."""
        super().activate()
        if place is None:
            return
        wanted = place.filters or {}
        if isinstance(wanted.get("session_id"), int):
            self.session.set_value(wanted["session_id"])
        if place.id is not None:
            self.ask_about(place.id)
        elif wanted.get("question"):
            self.line.setText(str(wanted["question"]))
            self._forget_memory()
            self.ask()
        self.focus_search()

    def focus_search(self) -> None:
        """Put the keys into the line that asks."""
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    def ask(self, _value: object = None) -> None:
        """Ask what stands in the line, of the prompt that is chosen."""
        text = self.line.text().strip()
        if text or self._memory_id is not None:
            self._explained.ask(partial(explain_absence, self.context, text, self._memory_id, self.session.value))

    def ask_about(self, memory_id: int) -> None:
        """Ask about one memory."""
        self._memory_id = memory_id
        self.line.clear()
        self.ask()

    def _forget_memory(self, _text: str = "") -> None:
        self._memory_id = None

    def _show_answer(self, answer: AbsenceAnswer) -> None:
        self.answer = answer
        if answer.memory is not None and not self.line.text():
            self.line.setText(formatting.strip_direction_marks(answer.memory.observation[:300]))
        self.trace.show_trace(answer.found, answer.others)
        self._answers.setCurrentWidget(self._trace_area)
        self._trace_area.verticalScrollBar().setValue(0)
        self.only.setVisible(answer.found.memory_id is not None)
        self._narrow()
        self.fact_changed.emit(verdict_text(answer))

    # --- steps -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Ask for the newest steps and for what there is in all."""
        super().refresh()
        self._summed.ask(partial(summarize_steps, self.context, self.query))

    def question(self) -> Callable[[], Mapping[Hashable, TelemetryRow]]:
        """Return what is asked: the steps that the filters leave."""
        return partial(load_steps, self.context, self.query)

    def fact_line(self, _rows: Sequence[TelemetryRow]) -> str:
        """Return what became of the fact that was asked about."""
        return verdict_text(self.answer) if self.answer is not None else ""

    def _narrow(self, _value: object = None) -> None:
        action = self.search.text().strip().lower()
        self.query = TraceQuery(
            component=self.part.value,
            action=action if not action or action.startswith("memory.") else f"memory.{action}",
            memory_id=self.answer.found.memory_id if self.answer is not None and self.only.isChecked() else None,
            failed=self.failed.isChecked(),
        )
        if self.query == EVERYTHING:
            self.empty.set_message(self.spec.empty.title, self.spec.empty.text)
        else:
            self.empty.set_message(tr("No step matches"))
        self.refresh()

    def _show_summary(self, summary: StepSummary) -> None:
        self.intro.setText(observed_text(summary.observed))
        self.intro.setVisible(summary.observed.total > 0)
        self.part.set_choices(part_choices(summary.parts))
        self.session.set_choices(session_choices(summary.sessions))
        if summary.number:
            self.table.setAccessibleDescription(tr_count("%n step", "%n steps", summary.number))

    def _open_step(self, _key: object) -> None:
        step = self.current
        if step is not None and step.session_id is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=step.session_id))
        elif step is not None and step.memory_id is not None:
            self.navigation_requested.emit(PageLocation("memories", id=step.memory_id))
