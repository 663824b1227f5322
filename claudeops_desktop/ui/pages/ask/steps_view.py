"""What each step of memory recorded, narrowed by four filters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QWidget

from ....core.clock import utc_now
from ....records.telemetry import search
from ....records.telemetry.search import ObservedCounts, TelemetryRow, TraceQuery
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ..base_page import PageLocation

EVERYTHING = TraceQuery()
MOST_STEPS = 500
OBSERVED = timedelta(days=30)
HEIGHT = 380
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


@dataclass(frozen=True)
class StepSummary:
    """The parts of memory that recorded anything, how many steps match, and what became of the observations."""

    parts: Sequence[str]
    number: int
    observed: ObservedCounts


def load_steps(_context: AppContext, query: TraceQuery = EVERYTHING) -> dict[Hashable, TelemetryRow]:
    """Return the newest steps of a query, by id."""
    found = sorted(search.find_events(query, MOST_STEPS), key=lambda step: (step.at, step.id), reverse=True)
    return {step.id: step for step in found}


def summarize_steps(query: TraceQuery) -> StepSummary:
    """Return what there is beside the steps themselves."""
    observed = search.observed_counts(utc_now() - OBSERVED)
    return StepSummary(search.list_components(), search.count_events(query), observed)


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
    """Return which share of the observations was kept out of prompts."""
    return tr(
        "{observations} in the last 30 days: {allowed} allowed, {held} held, {discarded} discarded ({share} kept out).",
        observations=tr_count("%n observation", "%n observations", observed.total),
        allowed=formatting.format_number(observed.allowed),
        held=formatting.format_number(observed.held),
        discarded=formatting.format_number(observed.discarded),
        share=formatting.format_percent(observed.kept_out),
    )


def part_choices(parts: Sequence[str]) -> list[FilterChoice]:
    """Return the entries of the filter by part."""
    return [FilterChoice(tr("Any part"), ""), *(FilterChoice(part_text(part), part) for part in parts)]


# --- the list --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[TelemetryRow], ...] = (
    time_column("when", tr("When"), 90, lambda row: row.at),
    ColumnSpec("part", tr("Part"), 120, text=lambda row: part_text(row.component)),
    ColumnSpec(
        "step", tr("Step"), 190, text=step_text, tip=step_tip, state=lambda row: "good" if row.success else "failed"
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


def open_step(view: StepsView) -> None:
    """Show the session of the current step, or its memory."""
    step = view.current
    if step is not None and step.session_id is not None:
        view.navigation_requested.emit(PageLocation("sessions", id=step.session_id))
    elif step is not None and step.memory_id is not None:
        view.navigation_requested.emit(PageLocation("memories", id=step.memory_id))


class StepsView(ListPage[TelemetryRow]):
    """The steps of memory, newest first. ``memory_id`` is the memory that they can be narrowed to."""

    title = tr("Steps of memory")
    spec = ListPageSpec(
        title=title,
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
        actions=(ActionSpec[Any]("open", tr("Show the session or memory of the step"), open_step),),
        row_action="open",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.query = EVERYTHING
        self.memory_id: int | None = None
        self._summed = LatestQuery(context.bridge, self._show_summary, self._post, self)
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
        self.column.setContentsMargins(0, 0, 0, 0)
        self.setFixedHeight(HEIGHT)

    def offer_memory(self, memory_id: int | None) -> None:
        """Offer to show the steps of this memory alone."""
        self.memory_id = memory_id
        self.only.setVisible(memory_id is not None)
        if self.only.isChecked():
            self._narrow()

    def focus_search(self) -> None:
        """Put the keys into the search."""
        self.search.setFocus()

    def refresh(self) -> None:
        """Ask for the newest steps and for what there is in all."""
        super().refresh()
        self._summed.ask(partial(summarize_steps, self.query))

    def question(self) -> Callable[[], Mapping[Hashable, TelemetryRow]]:
        """Return what is asked: the steps that the filters leave."""
        return partial(load_steps, self.context, self.query)

    def _narrow(self, _value: object = None) -> None:
        action = self.search.text().strip().lower()
        self.query = TraceQuery(
            component=self.part.value,
            action=action if not action or action.startswith("memory.") else f"memory.{action}",
            memory_id=self.memory_id if self.only.isChecked() else None,
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
        self.table.setAccessibleDescription(tr_count("%n step", "%n steps", summary.number) if summary.number else "")
