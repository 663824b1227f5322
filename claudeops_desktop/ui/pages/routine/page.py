"""The page of the routine: the jobs with what is due, below them the steps of the current one's last run (R4), and the
weekly report."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QWidget

from ....core.clock import to_text, utc_now
from ....routine import JobStanding, RoutineControl
from ....routine.types import RoutineStep, StoredStep
from ... import theme
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnModel, ColumnSpec, make_table, number_column, state_column, text_column, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from ..view_page import ViewPage

if TYPE_CHECKING:
    from ...app_context import AppContext

StepRow = tuple[RoutineStep, StoredStep | None]
STATES = {
    "never": (tr("never ran"), "queued"),
    "running": (tr("not over"), "running"),
    "done": (tr("done"), "completed"),
    "failed": (tr("failed"), "failed"),
    "skipped": (tr("skipped"), "stopped"),
    "replaced": (tr("replaced by a later one"), "stopped"),
    "waiting": (tr("waiting"), "queued"),
}
JOB_STATES = {
    **STATES,
    "paused": (tr("paused"), "paused"),
    "running": (tr("running"), "running"),
    "interrupted": (tr("waits to go on"), "running"),
    "overdue": (tr("overdue"), "warning"),
}


def routine_control(context: AppContext) -> RoutineControl | None:
    """Return the control of the routine; None where this window has none."""
    return context.routine.control if context.routine is not None else None


def load_jobs(context: AppContext) -> dict[Hashable, JobStanding]:
    """Return how each job stands, by its name."""
    control = routine_control(context)
    return {one.job.name: one for one in control.list_jobs()} if control is not None else {}


# --- commands --------------------------------------------------------------------------------------------------------


def run_job(page: ListPage[JobStanding]) -> None:
    """Run the current job, at once or as soon as no session runs."""
    if page.current is not None and page.context.routine is not None:
        page.context.routine.run_now(page.current.job.name)
        page.message_posted.emit(tr("The job runs now, or as soon as no session does."), None)


def skip_run(page: ListPage[JobStanding]) -> None:
    """Leave out the next run of the current job."""
    one, control = page.current, routine_control(page.context)
    if one is not None and control is not None and not one.paused:
        page.context.undo.perform(
            tr("Skipped a run of the routine"), partial(control.skip, one.job.name), control.undo_skip
        )


def toggle_pause(page: ListPage[JobStanding]) -> None:
    """Pause the current job, or let it go on."""
    one, control = page.current, routine_control(page.context)
    if one is None or control is None:
        return
    label = tr("Let a job of the routine go on") if one.paused else tr("Paused a job of the routine")
    name, paused = one.job.name, one.paused
    page.context.undo.perform(
        label, partial(control.set_paused, name, not paused), lambda _job: control.set_paused(name, paused)
    )


# --- words -----------------------------------------------------------------------------------------------------------


def fact_line(jobs: Sequence[JobStanding]) -> str:
    """Return how many steps failed and how many jobs are overdue."""
    failed = sum(len(one.last.failures) for one in jobs if one.last is not None)
    overdue = sum(one.overdue for one in jobs)
    parts = []
    if failed:
        parts.append(tr_count("%n step failed", "%n steps failed", failed))
    if overdue:
        parts.append(tr_count("%n job is overdue", "%n jobs are overdue", overdue))
    return " · ".join(parts) if parts else tr("All done")


def job_state(one: JobStanding) -> str:
    """Return which of JOB_STATES a job is in."""
    if one.paused:
        return "paused"
    if one.last is not None and one.last.state == "running":
        return "running" if one.last.owner else "interrupted"
    if one.overdue:
        return "overdue"
    return one.last.state if one.last is not None else "never"


def next_text(one: JobStanding) -> str:
    """Return when a job runs next."""
    if one.paused:
        return tr("not while paused")
    return tr("now") if one.next_at <= utc_now() else formatting.format_relative_time(to_text(one.next_at))


def next_tip(one: JobStanding) -> str:
    """Return the exact time of the next run."""
    return formatting.format_exact_time(to_text(one.next_at))


def duration_text(one: JobStanding) -> str:
    """Return what the steps of the last run took."""
    return formatting.format_duration(one.last.seconds) if one.last is not None and one.last.steps else ""


def step_duration_text(row: StepRow) -> str:
    """Return what a step took."""
    last = row[1]
    return formatting.format_duration(last.seconds) if last is not None and last.state != "waiting" else ""


def step_note(row: StepRow) -> str:
    """Return what a step noted last time."""
    return tr_message(row[1].note) if row[1] is not None else ""


def can_run(page: ListPage[JobStanding]) -> bool:
    """Tell whether the current job can be run: no process runs it now."""
    last = page.current.last if page.current is not None else None
    return last is None or last.state != "running" or not last.owner


def pause_label(page: ListPage[JobStanding]) -> str:
    """Return what the button does with the current job."""
    return tr("Let it go on") if page.current is not None and page.current.paused else tr("Pause")


def steps_title(one: JobStanding) -> str:
    """Return what stands over the steps of a job."""
    title = tr_message(one.job.title)
    if one.last is not None and one.last.steps:
        return tr("{job}: steps of the last run", job=title)
    return tr("{job}: steps", job=title)


# --- the page --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[JobStanding], ...] = (
    ColumnSpec("job", tr("Job"), 180, text=lambda one: tr_message(one.job.title), stretch=True),
    state_column(tr("State"), 130, job_state, JOB_STATES),
    ColumnSpec("next", tr("Next"), 130, text=next_text, tip=next_tip, ages=True),
    time_column("last", tr("Last run"), 130, lambda one: one.last.started_at if one.last is not None else None),
    ColumnSpec("took", tr("Took"), 90, text=duration_text),
    number_column("changed", tr("Changed"), 90, lambda one: one.last.changed if one.last is not None else None),
)

STEP_COLUMNS: tuple[ColumnSpec[StepRow], ...] = (
    text_column("step", tr("Step"), 300, lambda row: tr_message(row[0].title)),
    state_column(tr("State"), 110, lambda row: row[1].state if row[1] is not None else "never", STATES),
    number_column("count", tr("Looked at"), 90, lambda row: row[1].count if row[1] is not None else None),
    number_column("changed", tr("Changed"), 90, lambda row: row[1].changed if row[1] is not None else None),
    ColumnSpec("took", tr("Took"), 90, text=step_duration_text),
    text_column("note", tr("Note"), 280, step_note, stretch=True),
)

ACTIONS: tuple[ActionSpec[ListPage[JobStanding]], ...] = (
    ActionSpec(
        "run",
        tr("Run now"),
        run_job,
        enabled=can_run,
        shown=has_current,
    ),
    ActionSpec(
        "skip",
        tr("Skip the next run"),
        skip_run,
        tip=lambda page: next_tip(page.current) if page.current is not None else "",
        enabled=lambda page: page.current is not None and not page.current.paused,
        shown=has_current,
    ),
    ActionSpec(
        "pause",
        tr("Pause the job, or let it go on"),
        toggle_pause,
        "Space",
        for_table=True,
        label=pause_label,
        shown=has_current,
    ),
)


class RoutineJobsPage(ListPage[JobStanding]):
    """The jobs, and below them the steps of the current one. Return runs it, Space pauses it or lets it go on."""

    title = tr("Jobs of the routine")
    spec = ListPageSpec(
        title=title,
        look="RoutineJobModel",
        intro=tr(
            "What Claude Ops does by itself every night, every Sunday and every month. It waits while a session runs."
        ),
        columns=COLUMNS,
        load=load_jobs,
        tables=frozenset(("routine_jobs", "routine_runs", "queue")),
        fact=fact_line,
        empty=EmptyText("clock", tr("No routine yet"), tr("The routine is not known yet.")),
        actions=ACTIONS,
        buttons=("run", "skip", "pause"),
        row_action="run",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.steps_title = theme.plain_label("", "section")
        self._steps: ColumnModel[StepRow] = ColumnModel(STEP_COLUMNS, "RoutineStepModel", self)
        self.steps = make_table(self._steps, tr("Steps of the last run"), self)
        self.column.addWidget(self.steps_title)
        self.column.addWidget(self.steps, 2)

    def current_changed(self) -> None:
        """Show the steps of the current job."""
        super().current_changed()
        one = self.current
        if one is None:
            return
        self.steps_title.setText(steps_title(one))
        last = {step.name: step for step in one.last.steps} if one.last is not None else {}
        rows: dict[Hashable, StepRow] = {step.name: (step, last.get(step.name)) for step in one.job.steps}
        if list(self._steps.keys) != list(rows):
            self.steps.show_keys(list(rows))
        self._steps.set_rows(rows)


class RoutinePage(ViewPage):
    """What ran, how long it took and what it did; what is due; and the weekly report."""

    title = tr("Routine")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "jobs": (tr("Jobs"), "page", "RoutineJobsPage"),
        "report": (tr("Weekly report"), "report_view", "WeeklyReportView"),
    }
    SHOW_TEXTS: ClassVar[dict[str, str]] = {
        "jobs": tr("Show the jobs of the routine"),
        "report": tr("Show the weekly report"),
    }

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("Return", tr("Run the job now")), ("Space", tr("Pause the job, or let it go on"))]
