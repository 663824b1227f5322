"""``claudeops routine``: what is done every night, every Sunday and every month, and the weekly report (R1 to R4)."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, UsageError
from ..core.messages import UserMessage
from ..core.trusted_time import current_clock
from ..runs.clock_watch import look_at_clock
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .options import AsJson
from .output import clean, local

if TYPE_CHECKING:
    from ..routine import RoutineControl, StoredRoutineRun
    from ..routine.control import JobStanding
    from .cli_context import OpenData

Job = Annotated[str, typer.Argument(metavar="JOB", help="nightly, weekly or monthly.")]
STATES = {
    "running": "not over",
    "done": "done",
    "failed": "failed",
    "skipped": "skipped",
    "replaced": "replaced by a later one",
    "waiting": "waiting",
}


ROUTINE = CommandGroup("routine", "Show and run the nightly, weekly and monthly routine.")
register = ROUTINE.register


@ROUTINE.command("list")
def list_jobs(cli: CliContext, data: OpenData) -> CommandAnswer:
    """List the jobs with their steps, when each runs next and when it last ran."""
    found = data.ask(_control(cli, data).list_jobs)
    return CommandAnswer([one.as_json() for one in found], [part for one in found for part in _describe_job(one)])


def _describe_job(one: JobStanding) -> Iterator[str | TextTable]:
    following = "paused" if one.paused else "overdue" if one.overdue else f"next {local(to_text(one.next_at))}"
    last = f"last {local(one.last.started_at)}, {STATES[one.last.state]}" if one.last is not None else "never ran"
    yield f"{one.job.name} ({one.job.title}, {one.job.at:%H:%M}): {following}; {last}"
    yield TextTable(("step", "what it does"), [(step.name, str(step.title)) for step in one.job.steps])
    yield ""


@ROUTINE.command("status")
def status(
    cli: CliContext,
    data: OpenData,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many runs.")] = 10,
) -> CommandAnswer:
    """Show the latest runs with their steps: counts, durations, failures."""
    control = _control(cli, data)
    found = data.ask(lambda: control.history(limit))
    text = [part for one in found for part in _describe_run(one)]
    nothing = "Nothing ran yet. `claudeops routine list` shows what is due when."
    return CommandAnswer([one.as_json() for one in found], text or nothing)


@ROUTINE.command("run")
def run(
    cli: CliContext,
    data: OpenData,
    job: Annotated[str, typer.Argument(metavar="[JOB]", help="nightly, weekly or monthly.", show_default=False)] = "",
    due: Annotated[bool, typer.Option("--due", help="Every job that is overdue instead.")] = False,
    now: Annotated[bool, typer.Option("--now", help="Even while a session runs.")] = False,
    gently: Annotated[bool, typer.Option("--gently", help="At a low priority.")] = False,
) -> CommandAnswer:
    """Run one job now, or what is overdue. What is done already costs nothing. It waits while a session runs."""
    if bool(job) == due:
        raise UsageError(
            UserMessage("Name a job or say --due, one of the two."), UserMessage("See `claudeops routine list`.")
        )
    if gently:
        from ..routine.process import yield_to_others

        yield_to_others()
    ending = threading.Event()
    control = _control(cli, data, held=not now, ending=ending)
    with _ended_by_signal(ending):
        if job:
            control.runner.job(job)
        if (clock := current_clock()) is not None:
            look_at_clock(clock, data.book, lambda: data.memory)
        if not now and control.is_held():
            raise EnvironmentFault(
                UserMessage("A session is running, and the routine would slow it down; or everything is stopped."),
                UserMessage("Try again when it is over, or add --now."),
            )
        done = control.runner.do_overdue() if due else [control.runner.run_now(job)]
    told = [{"job": one.job, "state": one.state, "steps": [s.as_json() for s in one.steps]} for one in done]
    text = [part for one in done for part in _describe_run(one)]
    return CommandAnswer(
        told if due else told[0], text or "Nothing is overdue.", exit_code=int(any(one.failures for one in done))
    )


@ROUTINE.command("skip")
def skip(cli: CliContext, data: OpenData, job: Job) -> CommandAnswer:
    """Leave out the next run of a job, or the one that is overdue."""
    control = _control(cli, data)
    skipped = data.write(lambda: control.skip(job))
    standing = next(one for one in data.ask(control.list_jobs) if one.job.name == job)
    return CommandAnswer(
        {"job": job, "skipped": to_text(skipped.due_at), "next_at": to_text(standing.next_at)},
        f"Skipped {local(to_text(skipped.due_at))}; next {local(to_text(standing.next_at))}.",
    )


@ROUTINE.command("pause")
def pause(cli: CliContext, data: OpenData, job: Job) -> CommandAnswer:
    """Pause a job until `resume`."""
    return _pause(cli, data, job, True)


@ROUTINE.command("resume")
def resume(cli: CliContext, data: OpenData, job: Job) -> CommandAnswer:
    """Let a paused job go on. What was missed is made up for once."""
    return _pause(cli, data, job, False)


@ROUTINE.command("report")
def report(
    cli: CliContext,
    data: OpenData,
    markdown: Annotated[bool, typer.Option("--markdown", help="As Markdown, which is the default.")] = False,
    week: Annotated[str, typer.Option("--week", help="A week such as 2026-W10; the last whole one without it.")] = "",
    json: AsJson = False,
) -> CommandAnswer:
    """Print the weekly report as Markdown."""
    from ..routine import render_markdown

    if json and markdown:
        raise UsageError(UserMessage("Say --markdown or --json, one of the two."))
    found = _control(cli, data).report(week)
    return CommandAnswer(found.as_json(), map(clean, render_markdown(found).rstrip("\n").split("\n")))


def _pause(cli: CliContext, data: OpenData, job: str, paused: bool) -> CommandAnswer:
    control = _control(cli, data)
    data.write(lambda: control.set_paused(job, paused))
    said = f"The {job} routine is {'paused' if paused else 'running again'}."
    return CommandAnswer({"job": job, "paused": paused}, said)


@contextmanager
def _ended_by_signal(ending: threading.Event) -> Iterator[None]:
    """Ctrl+C and SIGTERM end a step after the part that it is at; a second one ends the process."""

    def end(number: int, _frame: object) -> None:
        if ending.is_set():
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        ending.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _control(
    cli: CliContext, data: OpenData, *, held: bool = False, ending: threading.Event | None = None
) -> RoutineControl:
    from ..routine import RoutineControl
    from ..scheduler.zone import LocalZone

    control = RoutineControl(
        cli.folder,
        data.book,
        lambda: data.memory,
        cli.settings,
        utc_now,
        LocalZone(),
        held=RoutineControl.is_held if held else lambda _control: False,
        stopped=ending.is_set if ending is not None else lambda: False,
    )
    data.write(control.watch)
    return control


def _describe_run(one: StoredRoutineRun) -> Iterator[str | TextTable]:
    by = ", by hand" if one.by_operator else ""
    yield f"{one.job}, {local(one.started_at)}{by}: {STATES[one.state]}"
    if one.steps:
        yield TextTable(
            ("step", "state", "looked at", "changed", "seconds", "note"),
            [
                (
                    step.name,
                    STATES[step.state],
                    f"{step.count:,}",
                    f"{step.changed:,}",
                    f"{step.seconds:.2f}",
                    step.note,
                )
                for step in one.steps
            ],
            right=("looked at", "changed", "seconds"),
        )
    yield ""
