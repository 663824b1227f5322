"""``claudeops routine``: what is done every night, every Sunday and every month, and the weekly report (R1 to R4)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
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
    job: Job,
    now: Annotated[bool, typer.Option("--now", help="Even while a session runs.")] = False,
    json: AsJson = False,
) -> None:
    """Run one job now. What is done already costs nothing."""
    from ..routine.control import is_session_live

    with _desk(context) as (data, desk):
        desk.runner.job(job)
        if not now and data.ask(lambda: is_session_live(data.book)):
            raise EnvironmentFault(
                UserMessage("A session is running, and the routine would slow it down."),
                UserMessage("Try again when it is over, or add --now."),
            )
        done = desk.runner.run_now(job)
    if json:
        as_json({"job": done.job, "state": done.state, "steps": [step.as_json() for step in done.steps]})
    else:
        _show(done)
    if done.failures:
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
    week: Annotated[str, typer.Option("--week", help="A week such as 2026-W10; the last whole one without it.")] = "",
    json: AsJson = False,
) -> None:
    """Print the weekly report as Markdown."""
    from ..routine import render_markdown

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
def _desk(context: typer.Context) -> Iterator[tuple[OpenData, RoutineControl]]:
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
