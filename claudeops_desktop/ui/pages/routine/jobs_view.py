"""The jobs of the routine with what is due, and below the steps of the chosen one's last run (R4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ....core.clock import to_text
from ....routine import JobStanding, RoutineControl
from ....routine.types import RoutineStep, StoredStep
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr, tr_count, tr_message
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.record_table import RecordTable
from .text import SHAPES, STATES, duration_text, next_text, state_shape, state_text

INTRO = tr("What Claude Ops does by itself every night, every Sunday and every month. It waits while a session runs.")
EMPTY = tr("The routine is not known yet.")
StepRow = tuple[RoutineStep, StoredStep | None]


class RoutineJobModel(RecordModel):
    """Keys are names of jobs, rows are JobStandings."""

    COLUMNS = (
        TableColumn("job", tr("Job"), 180),
        TableColumn("state", tr("State"), 130),
        TableColumn("next", tr("Next"), 130),
        TableColumn("last", tr("Last run"), 130),
        TableColumn("took", tr("Took"), 90),
        TableColumn("changed", tr("Changed"), 90, number=True),
    )

    def text(self, row: JobStanding, column: str) -> str:
        """What a cell shows."""
        match column:
            case "job":
                return tr_message(row.job.title)
            case "state":
                return state_text(row)
            case "next":
                return next_text(row)
            case "last":
                return formatting.format_relative_time(row.last.started_at) if row.last is not None else ""
            case "took":
                return duration_text(row.last)
            case _:
                return formatting.format_number(row.last.changed) if row.last is not None else ""

    def tip(self, row: JobStanding, column: str) -> str:
        """Exact times."""
        if column == "next":
            return formatting.format_exact_time(to_text(row.next_at))
        if column == "last" and row.last is not None:
            return formatting.format_exact_time(row.last.started_at)
        return ""

    def state(self, row: JobStanding, column: str) -> str:
        """Its state as a shape."""
        return state_shape(row) if column == "state" else ""


class RoutineStepModel(RecordModel):
    """Keys are names of steps, rows are steps with how they went last time."""

    COLUMNS = (
        TableColumn("step", tr("Step"), 300),
        TableColumn("state", tr("State"), 110),
        TableColumn("count", tr("Looked at"), 90, number=True),
        TableColumn("changed", tr("Changed"), 90, number=True),
        TableColumn("took", tr("Took"), 90),
        TableColumn("note", tr("Note"), 280),
    )

    def text(self, row: StepRow, column: str) -> str:
        """What a cell shows."""
        step, found = row
        if column == "step":
            return tr_message(step.title)
        if found is None:
            return tr("never ran") if column == "state" else ""
        match column:
            case "state":
                return STATES.get(found.state, found.state)
            case "count":
                return formatting.format_number(found.count)
            case "changed":
                return formatting.format_number(found.changed)
            case "took":
                return formatting.format_duration(found.seconds) if found.state != "waiting" else ""
            case _:
                return formatting.strip_direction_marks(tr_message(found.note))

    def tip(self, row: StepRow, column: str) -> str:
        """What is cut off."""
        return self.text(row, column) if column in ("step", "note") else ""

    def state(self, row: StepRow, column: str) -> str:
        """Its state as a shape."""
        if column != "state":
            return ""
        return SHAPES.get(row[1].state, "unknown") if row[1] is not None else "queued"


class RoutineJobsView(RecordListView):
    """Return runs the chosen job, Space pauses it or lets it go on."""

    TABLES = ("routine_jobs", "routine_runs", "queue")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        empty = EmptyState("clock", tr("No routine yet"), EMPTY)
        super().__init__(desk, RoutineJobModel(), tr("Jobs of the routine"), empty, INTRO, parent)
        self.run = QPushButton(tr("Run now"))
        self.run.clicked.connect(self.run_selected)
        self.skip = QPushButton(tr("Skip the next run"))
        self.skip.clicked.connect(self.skip_selected)
        self.pause = QPushButton(tr("Pause"))
        self.pause.clicked.connect(self.toggle_selected)
        for part in (self.run, self.skip, self.pause):
            self.head.addWidget(part)
        self.table.stretch_columns(0)
        self.table.row_picked.connect(lambda _key: self.current_moved())
        self.table.row_opened.connect(lambda _key: self.run_selected())
        self.key(tr("Pause the job, or let it go on"), "Space", self.toggle_selected)
        self.steps_title = theme.plain_label("", "section")
        self.steps = RecordTable(RoutineStepModel(self), tr("Steps of the last run"), self)
        self.steps.setItemDelegate(RecordCell(self.steps))
        self.steps.stretch_columns(5)
        self.column.addWidget(self.steps_title)
        self.column.addWidget(self.steps, 2)

    @property
    def control(self) -> RoutineControl | None:
        """The routine, where this window has one."""
        return self.desk.routine.control if self.desk.routine is not None else None

    def make_query(self) -> Callable[[], list[JobStanding]]:
        """How each job stands."""
        return partial(_load_jobs, self.control)

    def rows_from_answer(self, answer: list[JobStanding]) -> Sequence[tuple[Hashable, JobStanding]]:
        """Each by its name."""
        failed = sum(len(one.last.failures) for one in answer if one.last is not None)
        owed = sum(one.overdue for one in answer)
        said = []
        if failed:
            said.append(tr_count("%n step failed", "%n steps failed", failed))
        if owed:
            said.append(tr_count("%n job is overdue", "%n jobs are overdue", owed))
        self.fact_changed.emit(" · ".join(said) if said else tr("All done"))
        return [(one.job.name, one) for one in answer]

    def current_moved(self) -> None:
        """The buttons and the steps fit what is chosen."""
        one: JobStanding | None = self.current
        for button in (self.run, self.skip, self.pause):
            button.setVisible(one is not None)
        if one is None:
            return
        self.run.setEnabled(one.last is None or one.last.state != "running" or not one.last.owner)
        self.skip.setEnabled(not one.paused)
        self.skip.setToolTip(formatting.format_exact_time(to_text(one.next_at)))
        self.pause.setText(tr("Let it go on") if one.paused else tr("Pause"))
        found = {step.name: step for step in one.last.steps} if one.last is not None else {}
        rows: dict[str, StepRow] = {step.name: (step, found.get(step.name)) for step in one.job.steps}
        model = self.steps.model()
        assert isinstance(model, RoutineStepModel)  # noqa: S101 — made in __init__
        if list(model.keys) != list(rows):
            self.steps.show_keys(list(rows))
        model.set_rows(rows)
        title = tr_message(one.job.title)
        self.steps_title.setText(
            tr("{job}: steps of the last run", job=title) if found else tr("{job}: steps", job=title)
        )

    def run_selected(self) -> None:
        """Run the chosen job, at once or as soon as no session runs."""
        one: JobStanding | None = self.current
        if one is None or self.desk.routine is None:
            return
        self.desk.routine.run_now(one.job.name)
        self.message_posted.emit(tr("The job runs now, or as soon as no session does."))

    def skip_selected(self) -> None:
        """Leave out the next run of the chosen job."""
        one: JobStanding | None = self.current
        control = self.control
        if one is None or control is None or one.paused:
            return
        self.desk.undo.perform(
            tr("Skipped a run of the routine"),
            partial(control.skip, one.job.name),
            control.undo_skip,
            failed=self._failed,
        )

    def toggle_selected(self) -> None:
        """Pause the chosen job, or let it go on."""
        one: JobStanding | None = self.current
        control = self.control
        if one is None or control is None:
            return
        label = tr("Let a job of the routine go on") if one.paused else tr("Paused a job of the routine")
        name, paused = one.job.name, one.paused
        self.desk.undo.perform(
            label,
            partial(control.set_paused, name, not paused),
            lambda _job: control.set_paused(name, paused),
            failed=self._failed,
        )

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error))


def _load_jobs(control: RoutineControl | None) -> list[JobStanding]:
    return control.list_jobs() if control is not None else []
