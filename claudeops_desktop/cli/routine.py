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
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..routine import RoutineControl, StoredRoutineRun
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


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show and run the nightly, weekly and monthly routine.")
    group.command("list")(list_jobs)
    group.command("status")(status)
    group.command("run")(run)
    group.command("skip")(skip)
    group.command("pause")(pause)
    group.command("resume")(resume)
    group.command("report")(report)
    app.add_typer(group, name="routine")


def list_jobs(context: typer.Context, json: AsJson = False) -> None:
    """List the jobs with their steps, when each runs next and when it last ran."""
    with _desk(context) as (data, desk):
        found = data.ask(desk.list_jobs)
    if json:
        as_json([one.as_json() for one in found])
        return
    for one in found:
        last = one.last
        print_line(
            f"{one.job.name} ({one.job.title}, {one.job.at:%H:%M}): "
            + ("paused" if one.paused else "overdue" if one.overdue else f"next {local(to_text(one.next_at))}")
            + (f"; last {local(last.started_at)}, {STATES[last.state]}" if last is not None else "; never ran")
        )
        table(("step", "what it does"), [(step.name, str(step.title)) for step in one.job.steps])
        print_line()


def status(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many runs.")] = 10,
    json: AsJson = False,
) -> None:
    """Show the latest runs with their steps: counts, durations, failures."""
    with _desk(context) as (data, desk):
        found = data.ask(lambda: desk.history(limit))
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("Nothing ran yet. `claudeops routine list` shows what is due when.")
    for one in found:
        _show(one)


def run(
    context: typer.Context,
    job: Annotated[str, typer.Argument(metavar="[JOB]", help="nightly, weekly or monthly.", show_default=False)] = "",
    due: Annotated[bool, typer.Option("--due", help="Every job that is overdue instead.")] = False,
    now: Annotated[bool, typer.Option("--now", help="Even while a session runs.")] = False,
    gently: Annotated[bool, typer.Option("--gently", help="At a low priority.")] = False,
    json: AsJson = False,
) -> None:
    """Run one job now, or what is overdue. What is done already costs nothing. It waits while a session runs."""
    if bool(job) == due:
        raise UsageError(
            UserMessage("Name a job or say --due, one of the two."), UserMessage("See `claudeops routine list`.")
        )
    if gently:
        from ..routine.process import yield_to_others

        yield_to_others()
    ending = threading.Event()
    with _ended_by_signal(ending), _desk(context, held=not now, ending=ending) as (data, desk):
        if job:
            desk.runner.job(job)
        if (clock := current_clock()) is not None:
            look_at_clock(clock, data.book, lambda: data.memory)
        if not now and desk.is_held():
            raise EnvironmentFault(
                UserMessage("A session is running, and the routine would slow it down; or everything is stopped."),
                UserMessage("Try again when it is over, or add --now."),
            )
        done = desk.runner.do_overdue() if due else [desk.runner.run_now(job)]
    if json:
        told = [{"job": one.job, "state": one.state, "steps": [s.as_json() for s in one.steps]} for one in done]
        as_json(told if due else told[0])
    else:
        for one in done:
            _show(one)
        if not done:
            print_line("Nothing is overdue.")
    if any(one.failures for one in done):
        raise typer.Exit(1)


def skip(context: typer.Context, job: Job, json: AsJson = False) -> None:
    """Leave out the next run of a job, or the one that is overdue."""
    with _desk(context) as (data, desk):
        skipped = data.write(lambda: desk.skip(job))
        standing = next(one for one in data.ask(desk.list_jobs) if one.job.name == job)
    if json:
        as_json({"job": job, "skipped": to_text(skipped.due_at), "next_at": to_text(standing.next_at)})
    else:
        print_line(f"Skipped {local(to_text(skipped.due_at))}; next {local(to_text(standing.next_at))}.")


def pause(context: typer.Context, job: Job, json: AsJson = False) -> None:
    """Pause a job until `resume`."""
    _pause(context, job, True, json)


def resume(context: typer.Context, job: Job, json: AsJson = False) -> None:
    """Let a paused job go on. What was missed is made up for once."""
    _pause(context, job, False, json)


def report(
    context: typer.Context,
    markdown: Annotated[bool, typer.Option("--markdown", help="As Markdown, which is the default.")] = False,
    week: Annotated[str, typer.Option("--week", help="A week such as 2026-W10; the last whole one without it.")] = "",
    json: AsJson = False,
) -> None:
    """Print the weekly report as Markdown."""
    from ..routine import render_markdown

    if json and markdown:
        raise UsageError(UserMessage("Say --markdown or --json, one of the two."))
    with _desk(context) as (_, desk):
        found = desk.report(week)
    if json:
        as_json(found.as_json())
        return
    for line in render_markdown(found).rstrip("\n").split("\n"):
        print_line(clean(line))


def _pause(context: typer.Context, job: str, paused: bool, json: bool) -> None:
    with _desk(context) as (data, desk):
        data.write(lambda: desk.set_paused(job, paused))
    if json:
        as_json({"job": job, "paused": paused})
    else:
        print_line(f"The {job} routine is {'paused' if paused else 'running again'}.")


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


@contextmanager
def _desk(
    context: typer.Context, *, held: bool = False, ending: threading.Event | None = None
) -> Iterator[tuple[OpenData, RoutineControl]]:
    from ..core.settings import load
    from ..routine import RoutineControl
    from ..scheduler.zone import LocalZone

    found = get_cli_context(context)
    with found.data() as data:
        desk = RoutineControl(
            found.folder,
            data.book,
            lambda: data.memory,
            lambda: load(found.folder.settings_file),
            utc_now,
            LocalZone(),
            held=RoutineControl.is_held if held else lambda _control: False,
            stopped=ending.is_set if ending is not None else lambda: False,
        )
        data.write(desk.watch)
        yield data, desk


def _show(one: StoredRoutineRun) -> None:
    by = ", by hand" if one.by_operator else ""
    print_line(f"{one.job}, {local(one.started_at)}{by}: {STATES[one.state]}")
    if one.steps:
        table(
            ("step", "state", "looked at", "changed", "seconds", "note"),
            [
                (step.name, STATES[step.state], f"{step.count:,}", f"{step.changed:,}", f"{step.seconds:.2f}",
                 clean(step.note))
                for step in one.steps
            ],
            right=("looked at", "changed", "seconds"),
        )  # fmt: skip
    print_line()
