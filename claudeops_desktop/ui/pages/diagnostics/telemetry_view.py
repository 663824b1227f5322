"""What each step of memory left behind: a searchable list of telemetry (R5)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from ....core.clock import utc_now
from ....records.telemetry import search
from ....records.telemetry.search import ObservedCounts, TelemetryRow, TraceQuery
from ....storage import DataStore
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.search_field import SearchField
from ..base_page import PageLocation

MOST = 500
OBSERVED = timedelta(days=30)
LoadedTelemetry = tuple[list[TelemetryRow], list[str], int, ObservedCounts]
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
TEXT = tr("Every step of memory is logged here: what was observed, held, judged, indexed, recalled and injected.")


class TelemetryModel(RecordModel):
    """Keys are ids, rows are Traces."""

    COLUMNS = (
        TableColumn("when", tr("When"), 90),
        TableColumn("part", tr("Part"), 120),
        TableColumn("step", tr("Step"), 190),
        TableColumn("took", tr("Took"), 80, number=True),
        TableColumn("session", tr("Session"), 76, number=True),
        TableColumn("memory", tr("Memory"), 76, number=True),
        TableColumn("detail", tr("Detail"), 320),
    )

    def text(self, row: TelemetryRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "when":
                return formatting.format_relative_time(row.at)
            case "part":
                return PARTS.get(row.component, row.component)
            case "step":
                return step_text(row)
            case "took":
                return formatting.format_duration_ms(row.duration_ms)
            case "session":
                return f"#{row.session_id}" if row.session_id is not None else ""
            case "memory":
                return str(row.memory_id) if row.memory_id is not None else ""
            case _:
                return detail_text(row)

    def tip(self, row: TelemetryRow, column: str) -> str:
        """All of it."""
        if column == "when":
            return formatting.format_exact_time(row.at)
        return f"{row.action}\n{row.job}\n{detail_text(row)}".strip() if column in ("step", "detail") else ""

    def state(self, row: TelemetryRow, column: str) -> str:
        """Well or not."""
        return ("good" if row.success else "failed") if column == "step" else ""


class TelemetryView(RecordListView):
    """``filter_by_subject`` narrows it to one memory or session; Return opens the session, or the memory."""

    session_requested = Signal(int)
    TABLES = ("telemetry", "memories", "memory_index", "recalls", "injections")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(
            desk, TelemetryModel(), tr("Steps of memory"), EmptyState("info", tr("No step yet"), TEXT), "", parent
        )
        self.query = TraceQuery()
        self.intro.hide()
        self.search = SearchField(tr("Search steps, such as gate or recall"))
        self.search.setMinimumWidth(110)
        self.search.searched.connect(self._searched)
        self.search.entered.connect(self.table.focus_first_row)
        self.part = FilterBox(tr("Part of memory"), [FilterChoice(tr("Any part"), "")])
        self.part.value_chosen.connect(self._part_chosen)
        self.failed = QCheckBox(tr("Failed only"))
        self.failed.toggled.connect(self._failed_only)
        self.only = QCheckBox(tr("This memory only"))
        self.only.toggled.connect(self._only)
        self.only.hide()
        self._memory: int | None = None
        self.head.insertWidget(0, self.search, 1)
        for part in (self.part, self.failed, self.only):
            self.head.addWidget(part)
        self.table.stretch_columns(6)
        self.table.row_opened.connect(self._opened)

    def filter_by_subject(self, memory_id: int | None) -> None:
        """Narrow it to a memory, or to none."""
        self._memory = memory_id
        self.only.setVisible(memory_id is not None)
        self._change(memory_id=memory_id if self.only.isChecked() else None)

    def make_query(self) -> Callable[[], LoadedTelemetry]:
        """The newest of a query."""
        return partial(_load_telemetry, self.desk.book.store, self.query)

    def rows_from_answer(self, answer: LoadedTelemetry) -> Sequence[tuple[Hashable, TelemetryRow]]:
        """Each by its id."""
        found, parts, number, observed = answer
        self.intro.setText(observed_text(observed))
        self.intro.setVisible(observed.total > 0)
        self.part.set_choices(
            [FilterChoice(tr("Any part"), ""), *(FilterChoice(PARTS.get(name, name), name) for name in parts)]
        )
        if number:
            self.table.setAccessibleDescription(tr_count("%n step", "%n steps", number))
        else:
            narrowed = self.query != TraceQuery()
            self.empty.set_message(tr("No step matches") if narrowed else tr("No step yet"), "" if narrowed else TEXT)
        return [(one.id, one) for one in found]

    def _change(self, **fields: object) -> None:
        self.query = replace(self.query, **fields)  # type: ignore[arg-type]
        self.refresh()

    def _searched(self, text: str) -> None:
        wanted = text.strip().lower()
        self._change(action=wanted if not wanted or wanted.startswith("memory.") else f"memory.{wanted}")

    def _part_chosen(self, value: str) -> None:
        self._change(component=value)

    def _failed_only(self, on: bool) -> None:
        self._change(failed=on)

    def _only(self, on: bool) -> None:
        self._change(memory_id=self._memory if on else None)

    def _opened(self, _key: object) -> None:
        one = self.current
        if one is not None and one.session_id is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=one.session_id))
        elif one is not None and one.memory_id is not None:
            self.navigation_requested.emit(PageLocation("memories", id=one.memory_id))


def step_text(row: TelemetryRow) -> str:
    """``memory.observe.completed`` as ``observe completed``."""
    return row.action.removeprefix("memory.").replace(".", " ").replace("_", " ")


def detail_text(row: TelemetryRow) -> str:
    """Ids and counts in one line: ``found 5, profile balanced``."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in row.detail.items() if value not in (None, "")
    )


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


def _load_telemetry(store: DataStore, query: TraceQuery) -> LoadedTelemetry:
    found = sorted(search.find_events(query, MOST), key=lambda one: (one.at, one.id), reverse=True)
    return found, search.list_components(), search.count_events(query), search.observed_counts(utc_now() - OBSERVED)
