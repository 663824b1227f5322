"""``claudeops steps``: the durable steps of memory's jobs, and letting failed ones be tried again (E20)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table

STATES = ("waiting", "running", "done", "failed")
Ids = Annotated[list[int] | None, typer.Argument(metavar="[ID…]", help="Their numbers, as `steps list` shows them.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show the steps of memory jobs; retry failed ones.")
    group.command("list")(list_steps)
    group.command("retry")(retry)
    app.add_typer(group, name="steps")


def list_steps(
    context: typer.Context,
    state: Annotated[str, typer.Option("--state", help="Only waiting, running, done or failed ones.")] = "",
    job: Annotated[str, typer.Option("--job", help="Only jobs with this prefix, such as observe:session:12.")] = "",
    session: Annotated[int | None, typer.Option("--session", help="Only steps of this session.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List the steps of memory jobs, newest first. A completed step is never repeated."""
    from ..records.telemetry.steps import DurableSteps

    if state and state not in STATES:
        raise UsageError(f"There is no state “{clean(state)}”.", f"Use one of {', '.join(STATES)}.")
    wanted = rows_wanted(limit, json)
    with get_cli_context(context).data() as data:
        steps = DurableSteps(data.store)
        most = wanted + 1 if wanted else -1
        found = data.ask(lambda: steps.list(state=state, job=job, session_id=session, limit=most))
        counts = data.ask(steps.counts)
    shown = cut(found, wanted)
    if json:
        as_json([one.as_json() for one in shown])
        return
    if not found:
        print_line("No step of that kind.")
        return
    table(
        ("id", "job", "step", "state", "tries", "since", "error"),
        [
            (
                one.id,
                one.job,
                one.step,
                "left behind" if one.left_behind else one.state,
                one.attempts,
                local(one.ended_at or one.started_at or one.created_at),
                one.error,
            )
            for one in shown
        ],
        right=("id", "tries"),
    )
    if len(found) > len(shown):
        print_line(f"The newest {len(shown):,}; --limit 0 shows all.")
    print_line("In all: " + ", ".join(f"{number:,} {name}" for name, number in counts.items()) + ".")


def retry(
    context: typer.Context,
    ids: Ids = None,
    every: Annotated[bool, typer.Option("--all", help="All failed or abandoned steps.")] = False,
    json: AsJson = False,
) -> None:
    """Let failed steps, and those whose process is gone, be tried again, however often they failed.

    They are done with the next round of the application, or by `claudeops observe`.
    """
    from ..records.telemetry.steps import DurableSteps

    if bool(ids) == every:
        raise UsageError("Name steps by their numbers, or --all.", "See `claudeops steps list --state failed`.")
    with get_cli_context(context).data() as data:
        steps = DurableSteps(data.store)
        changed = data.write(lambda: steps.retry(ids or ()))
    missed = sorted(set(ids or ()) - set(changed))
    if json:
        as_json({"waiting": changed, "left": missed})
    elif changed:
        print_line(f"{format_count(len(changed), 'step')} will be tried again.")
    if missed and not changed:
        raise OperatorError(
            f"{format_count(len(missed), 'step')} did not fail: {', '.join(map(str, missed))}.",
            "See `claudeops steps list --state failed`.",
        )
    if not changed and not json:
        print_line("No step has failed.")
