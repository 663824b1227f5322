"""``claudeops sessions turn`` and ``continue``: a session as it stood after a turn, and going on after a crash (E1)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer
from .options import AsJson
from .output import clean
from .session_turns import Id, describe_turn, found_session

Number = Annotated[int, typer.Argument(metavar="N", min=1, help="The turn, counted from 1.")]


def turn(data: OpenData, number: Id, at: Number) -> CommandAnswer:
    """Show a session as it was after one turn: what was asked, everything said and done until then, and the cost.
    This is read from the checkpoints, which are kept longer than the log.
    """
    from ..agents.checkpoint import turns_of_checkpoints
    from ..agents.turns import calls_of, verdicts_of

    found_session(data, number)
    replayed = data.ask(lambda: data.book.checkpoints.at_turn(number, at))
    verdicts = data.ask(lambda: verdicts_of(data.book, number))
    kept = data.ask(lambda: data.book.checkpoints.count(number))
    if replayed is None:
        why = f"{format_count(kept, 'turn is', 'turns are')} kept" if kept else "none of its turns is kept"
        raise OperatorError(f"Session {number} has no turn {at}: {why}.", "See `claudeops sessions turns`.")
    turns = turns_of_checkpoints(replayed.turns)
    calls = {call.tool_use_id: call for call in calls_of(turns, verdicts)}
    lines = [f"Session {number} after turn {at} of {replayed.of}"]
    if replayed.agent_session_id:
        lines.append(f"  conversation  {clean(replayed.agent_session_id)}")
    if replayed.prompt:
        lines += ["", "── Asked", clean(replayed.prompt, lines=True)]
    lines.append("")
    lines += [line for one in turns for line in describe_turn(one, turns, calls, whole=one.number == at)]
    return CommandAnswer(replayed.as_json(), lines)


def go_on(cli: CliContext, number: Id, json: AsJson = False) -> None:
    """Go on with a session that a crash interrupted, in its own run, and wait for the end.

    The Claude CLI takes its conversation up again where it can; else the prompt of a fresh session says how far it had
    come. The exit code is that of `claudeops run`.
    """
    from ..runs.resume import go_on_request
    from .run import one_run

    with cli.data() as data:
        request = data.ask(lambda: go_on_request(data.book, number))
    if not one_run(cli, request, json=json):
        raise typer.Exit(1)
