"""``claudeops sessions turns``, ``tools`` and ``replay``: a session turn by turn, and every tool call in order (S4)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import from_text, utc_now
from ..core.errors import OperatorError, UsageError
from ..core.money import money
from ..core.text_format import format_count
from ..operations.operation_types import RowNumber
from ..operations.record_lists import find_session
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, ListedRows, RowTable
from .output import clean, duration, local, print_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..agents.turns import CallVerdict, LoggedCall
    from ..records.sessions import Session
    from ..stream.turns import Turn

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `sessions list` shows it.")]
LONGEST_PAUSE_S = 30.0
SHOWN_LINES = 12
OUTCOMES = {"denied": "refused", "open": "no answer"}


def _cells(call: LoggedCall) -> tuple[object, ...]:
    from ..agents.turns import DENIED

    return (
        call.line,
        clock(call.at),
        call.name if call.main else f"{call.name} (sub-agent)",
        call.kind,
        "refused" if call.outcome == DENIED else call.outcome,
        call.by,
        duration(call.seconds * 1000) if call.seconds is not None else "",
        money(call.cost_usd),
        call.subject + (f" ({call.why})" if call.why else ""),
    )


CALL_TABLE: RowTable[LoggedCall] = RowTable(
    ("line", "time", "tool", "class", "outcome", "by", "took", "turn cost", "asked for"),
    _cells,
    right=("line", "took", "turn cost"),
)


def turns(
    cli: CliContext,
    number: Id,
    turn: Annotated[int | None, typer.Option("--turn", min=1, help="Only this turn, in full.")] = None,
) -> CommandAnswer:
    """Show a session turn by turn: what was said, called and answered, tokens, and the cost so far."""
    from ..agents.turns import calls_of, read_turns
    from ..export.as_json import standing_as_json, turn_as_json

    path, verdicts = _log_and_verdicts(cli, number)
    found = read_turns(path) if path is not None else kept_turns(cli, number)
    calls = {call.tool_use_id: call for call in calls_of(found, verdicts)}
    if turn is not None and turn > len(found):
        raise UsageError(f"Session {number} has {format_count(len(found), 'turn')}.", "Name one of them with --turn.")
    chosen = found if turn is None else found[turn - 1 : turn]
    document = [
        turn_as_json(one)
        | {
            "so_far": standing_as_json(found, one.number),
            "calls": [call.as_json() for call in calls.values() if call.turn == one.number],
        }
        for one in chosen
    ]
    lines = [line for one in chosen for line in describe_turn(one, found, calls, whole=turn is not None)]
    return CommandAnswer(document, lines or f"Session {number} has no turn: the agent said nothing.")


def describe_turn(turn: Turn, turns: list[Turn], calls: dict[str, LoggedCall], *, whole: bool) -> Iterator[str]:
    """Return one turn as people read it."""
    from ..stream.turns import subject, totals_after

    now, tokens = totals_after(turns, turn.number), turn.tokens
    about = [
        f"Turn {turn.number} of {len(turns)}",
        local(turn.at),
        f"sub-agent {clean(turn.agent)}" if turn.agent else "",
        f"{tokens.context:,} tokens in" if tokens.context else "",
        f"{'about ' if tokens.estimated else ''}{tokens.out:,} out" if tokens.out else "",
        f"about {money(now.cost_usd)} so far" if now.cost_usd else "",
    ]
    yield "── " + " · ".join(part for part in about if part)
    for note in turn.notes:
        yield f"  · {clean(note)}"
    if turn.text:
        yield _some(turn.text, whole)
    for step in turn.tools:
        call = calls.get(step.id)
        outcome = OUTCOMES.get(call.outcome, call.outcome) if call else "not known"
        outcome += f" by {call.by}" if call and call.outcome == "denied" and call.by else ""
        took = f", {step.seconds:.1f} s" if step.seconds is not None else ""
        yield f"  $ {clean(step.name)} {subject(step)} ({outcome}{took})"
        if step.result.strip():
            yield "\n".join(f"  │ {line}" for line in _some(step.result, whole).split("\n"))
    yield ""


def tools(
    cli: CliContext,
    number: Id,
    refused: Annotated[bool, typer.Option("--refused", help="Only calls that were refused.")] = False,
) -> ListedRows[LoggedCall]:
    """List every tool call of a session in order: allowed or refused, by what and why, tokens and cost of its turn."""
    from ..agents.turns import DENIED

    calls = [call for call in calls_in(cli, number) if not refused or call.outcome == DENIED]
    nothing = f"Session {number} was refused no tool call." if refused else f"Session {number} called no tool."
    return CALL_TABLE.list(calls, nothing)


def clock(at: str) -> str:
    """The time of day of a stored time, in the operator's own zone."""
    try:
        return f"{from_text(at).astimezone():%H:%M:%S}"
    except ValueError:
        return ""


def replay(
    cli: CliContext,
    number: Id,
    speed: Annotated[float, typer.Option("--speed", min=0.0, help="Speed factor; 0 does not wait.")] = 1.0,
) -> None:
    """Print a session's log as it happened, with its pauses (none longer than 30 s). Ctrl+C ends it."""
    from ..agents.log import read_log
    from ..stream.turns import seconds_between
    from .live import lines_of

    _, path = session_log(cli, number)
    offset = line_number = 0
    before = ""
    while True:
        found, offset = read_log(path, offset, line_number, 4_000_000)
        if not found:
            return
        for line in found:
            line_number = line.number
            pause = seconds_between(before, line.at) or 0.0
            before = line.at or before
            if speed and pause:
                time.sleep(min(pause, LONGEST_PAUSE_S) / speed)
            for shown in lines_of(line):
                print_line(shown)


def calls_in(cli: CliContext, number: int) -> list[LoggedCall]:
    """The calls of a session; where its log is gone, what the guard kept."""
    from ..agents.turns import calls_of, read_turns

    path, verdicts = _log_and_verdicts(cli, number)
    if path is None and verdicts:
        try:
            return calls_of(kept_turns(cli, number), verdicts)
        except OperatorError:
            return calls_of((), verdicts)
    return calls_of(read_turns(path) if path else kept_turns(cli, number), verdicts)


def kept_turns(cli: CliContext, number: int) -> list[Turn]:
    """The turns of a session whose log is gone, as its checkpoints kept them. Raises OperatorError without any."""
    from ..agents.checkpoint import turns_of_checkpoints

    with cli.data() as data:
        found = data.ask(lambda: data.book.checkpoints.of_session(number))
    if not found:
        raise missing_log_text(number)
    return turns_of_checkpoints(found)


def _log_and_verdicts(cli: CliContext, number: int) -> tuple[Path | None, Sequence[CallVerdict]]:
    from ..agents.turns import verdicts_of

    with cli.data() as data:
        session = found_session(data, number)
        verdicts = data.ask(lambda: verdicts_of(data.book, number))
    return log_path(cli, session), verdicts


def session_log(cli: CliContext, number: int) -> tuple[Session, Path]:
    """A session and its log. Raises OperatorError where there is none (any more)."""
    with cli.data() as data:
        session = found_session(data, number)
    path = log_path(cli, session)
    if path is None:
        raise missing_log_text(number)
    return session, path


def found_session(data: OpenData, number: int) -> Session:
    """The session. Raises OperatorError."""
    return data.ask(lambda: find_session(data.book, RowNumber(number), utc_now()))


def log_path(cli: CliContext, session: Session) -> Path | None:
    """Where its log is; None where it is gone."""
    from ..export.gather_session import log_of

    path = log_of(cli.folder, session)
    return path if path is not None and path.exists() else None


def missing_log_text(number: int) -> OperatorError:
    """What is said where there is no log."""
    return OperatorError(f"Session {number} has no log any more.", "Old logs are removed by age and size.")


def _some(text: str, whole: bool) -> str:
    lines = clean(text.strip("\n"), lines=True).split("\n")
    if whole or len(lines) <= SHOWN_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[:SHOWN_LINES], f"… {len(lines) - SHOWN_LINES:,} more lines"])
