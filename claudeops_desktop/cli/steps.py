"""``claudeops steps``: the durable steps of memory's jobs, and letting failed ones be tried again (E20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit, require_known
from .output import local

if TYPE_CHECKING:
    from ..records.telemetry.steps import StepRecord

STATES = ("waiting", "running", "done", "failed")
Ids = Annotated[list[int] | None, typer.Argument(metavar="[ID…]", help="Their numbers, as `steps list` shows them.")]

STEPS = CommandGroup("steps", "Show the steps of memory jobs; retry failed ones.")
register = STEPS.register


STEP_TABLE: RowTable[StepRecord] = RowTable(
    ("id", "job", "step", "state", "tries", "since", "error"),
    lambda one: (
        one.id,
        one.job,
        one.step,
        "left behind" if one.left_behind else one.state,
        one.attempts,
        local(one.ended_at or one.started_at or one.created_at),
        one.error,
    ),
    right=("id", "tries"),
)


@STEPS.command("list")
def list_steps(
    data: OpenData,
    state: Annotated[str, typer.Option("--state", help="Only waiting, running, done or failed ones.")] = "",
    job: Annotated[str, typer.Option("--job", help="Only jobs with this prefix, such as observe:session:12.")] = "",
    session: Annotated[int | None, typer.Option("--session", help="Only steps of this session.")] = None,
    limit: Limit = None,
) -> ListedRows[StepRecord]:
    """List the steps of memory jobs, newest first. A completed step is never repeated."""
    from ..records.telemetry.steps import DurableSteps

    require_known(state or None, STATES, "There is no state “{}”.")
    steps = DurableSteps(data.store)
    found = data.ask(lambda: steps.list(state=state, job=job, session_id=session, limit=limit or -1))
    counts = ", ".join(f"{number:,} {name}" for name, number in data.ask(steps.counts).items())
    return STEP_TABLE.list(found, "No step of that kind.", after=[f"In all: {counts}."] if found else ())


@STEPS.command("retry")
def retry(
    data: OpenData,
    ids: Ids = None,
    every: Annotated[bool, typer.Option("--all", help="All failed or abandoned steps.")] = False,
) -> CommandAnswer:
    """Let failed steps, and those whose process is gone, be tried again, however often they failed.

    They are done with the next round of the application, or by `claudeops observe`.
    """
    from ..records.telemetry.steps import DurableSteps

    if bool(ids) == every:
        raise UsageError("Name steps by their numbers, or --all.", "See `claudeops steps list --state failed`.")
    steps = DurableSteps(data.store)
    changed = data.write(lambda: steps.retry(ids or ()))
    missed = sorted(set(ids or ()) - set(changed))
    if missed and not changed:
        raise OperatorError(
            f"{format_count(len(missed), 'step')} did not fail: {', '.join(map(str, missed))}.",
            "See `claudeops steps list --state failed`.",
        )
    said = f"{format_count(len(changed), 'step')} will be tried again." if changed else "No step has failed."
    return CommandAnswer({"waiting": changed, "left": missed}, said)
