"""``claudeops time``: whether this computer's clock is trusted, and the operator's word that it is right."""

from __future__ import annotations

import typer

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.trusted_time import TrustedClock, describe_doubt, doubt_remedy, use_time_of
from .options import AsJson, get_cli_context
from .output import as_json, print_line

time_app = typer.Typer(help="Show whether this computer's clock is trusted, and say that it is right.")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.add_typer(time_app, name="time")


@time_app.command("show")
def show(context: typer.Context, json: AsJson = False) -> None:
    """Show the time that Claude Ops goes by, and whether that is the computer's."""
    clock = use_time_of(get_cli_context(context).folder.root)
    state = clock.judge_now()
    if json:
        as_json(_row(clock))
    elif state.doubt:
        print_line(f"{describe_doubt(clock)} {doubt_remedy()}")
    else:
        print_line(f"This computer's clock is trusted: {clock.now().astimezone():%d %b %Y %H:%M}.")


@time_app.command("confirm")
def confirm(context: typer.Context, json: AsJson = False) -> None:
    """Say that this computer's clock is right now. What a wrong clock left behind is put right."""
    from ..runs.clock_watch import confirm_clock

    folder = get_cli_context(context).folder
    if not folder.root.is_dir():
        raise OperatorError(
            UserMessage("There is no data folder {root}.", root=folder.root),
            UserMessage("Name the right one with --data-dir."),
        )
    clock = use_time_of(folder.root)
    with get_cli_context(context).data() as data:
        done = confirm_clock(clock, data.book, data.memory)
    if json:
        as_json(_row(clock) | {"moments": done.moments, "facts": done.facts})
        return
    print_line(f"This computer's clock is trusted: {clock.now().astimezone():%d %b %Y %H:%M}.")
    if done.moments or done.facts:
        print_line(
            f"{done.moments:,} moments on record had not come and count as now; "
            f"{done.facts:,} facts that aged by them have their confidence back."
        )


def _row(clock: TrustedClock) -> dict[str, object]:
    state = clock.judge_now()
    return {
        "trusted": not state.doubt,
        "doubt": state.doubt,
        "by": state.by,
        "computer": to_text(clock.wall()),
        "now": to_text(clock.now()),
    }
