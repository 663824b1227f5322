"""``claudeops time``: whether this computer's clock is trusted, and the operator's word that it is right."""

from __future__ import annotations

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.trusted_time import TrustedClock, describe_doubt, doubt_remedy, use_time_of
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup

CLOCK = CommandGroup("time", "Show whether this computer's clock is trusted, and say that it is right.")
register = CLOCK.register


@CLOCK.command("show")
def show(cli: CliContext) -> CommandAnswer:
    """Show the time that Claude Ops goes by, and whether that is the computer's."""
    clock = use_time_of(cli.folder.root)
    doubtful = clock.judge_now().doubt
    return CommandAnswer(_row(clock), f"{describe_doubt(clock)} {doubt_remedy()}" if doubtful else _trusted(clock))


@CLOCK.command("confirm")
def confirm(cli: CliContext) -> CommandAnswer:
    """Say that this computer's clock is right now. What a wrong clock left behind is put right."""
    from ..runs.clock_watch import confirm_clock

    folder = cli.folder
    if not folder.root.is_dir():
        raise OperatorError(
            UserMessage("There is no data folder {root}.", root=folder.root),
            UserMessage("Name the right one with --data-dir."),
        )
    clock = use_time_of(folder.root)
    with cli.data() as data:
        done = confirm_clock(clock, data.book, data.memory)
    lines = [_trusted(clock)]
    if done.moments or done.facts:
        lines.append(
            f"{done.moments:,} moments on record had not come and count as now; "
            f"{done.facts:,} facts that aged by them have their confidence back."
        )
    return CommandAnswer(_row(clock) | {"moments": done.moments, "facts": done.facts}, lines)


def _trusted(clock: TrustedClock) -> str:
    return f"This computer's clock is trusted: {clock.now().astimezone():%d %b %Y %H:%M}."


def _row(clock: TrustedClock) -> dict[str, object]:
    state = clock.judge_now()
    return {
        "trusted": not state.doubt,
        "doubt": state.doubt,
        "by": state.by,
        "computer": to_text(clock.wall()),
        "now": to_text(clock.now()),
    }
