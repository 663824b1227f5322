"""``claudeops memory closed``, ``reopen``, ``trash`` and ``restore``; and the pair that is shown before an entry is
saved (M10, M14, E11)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import OperatorError, UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean, local, print_line, shown_confidence
from .time_parsing import length

if TYPE_CHECKING:
    from ..language.types import PairJudgement
    from ..memory import Memory, MemoryChange, MemoryClosing, TrashedMemory

Number = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` or `memory trash` shows it.")]

COMMANDS = CommandGroup("", "")
register = COMMANDS.register
TRASH_TABLE: RowTable[TrashedMemory] = RowTable(
    ("id", "deleted", "gone on", "observation"),
    lambda row: (row.memory.id, local(row.deleted_at), local(row.gone_at), row.memory.observation),
)


CLOSED_TABLE: RowTable[MemoryClosing] = RowTable(
    ("id", "when", "what", "certainty", "observation", "closed by", "why"),
    lambda row: (
        row.memory.id,
        local(row.at),
        row.kind if row.standing else f"{row.kind}, undone",
        "" if row.certainty is None else f"{row.certainty:.0%}",
        row.memory.observation,
        "" if row.other is None else f"{row.other.id}: {row.other.observation}",
        row.why,
    ),
    right=("id", "certainty"),
)


@COMMANDS.command("closed")
def closed(
    data: OpenData, since: Annotated[str, typer.Option("--since", help="How far back, such as 30d or 12h.")] = "30d"
) -> ListedRows[MemoryClosing]:
    """List memories that were replaced, lowered or retired by age: by which fact, why, and with what certainty."""
    try:
        back = length(since)
    except UsageError as error:
        raise UsageError(f"--since: {error}", error.remedy) from None
    rows = data.ask(lambda: data.memory.review.closings(utc_now() - back))
    return CLOSED_TABLE.list(
        rows,
        "Nothing was closed or lowered in that time.",
        after=["`memory reopen ID` brings one back."] if rows else (),
    )


@COMMANDS.command("reopen")
def reopen(
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory closed` shows it.")],
) -> CommandAnswer:
    """Confirm a memory that was replaced, lowered or retired by age: it returns to its earlier state."""
    known = data.ask(lambda: data.memory.search.get(number))
    if known is None:
        raise OperatorError(f"There is no memory {number}.", "See `memory closed`; `memory trash` has deleted ones.")
    if not data.ask(lambda: data.memory.review.is_closed(known)):
        raise OperatorError(f"Memory {number} holds: nothing closed or lowered it.", "See `memory closed`.")
    data.write(lambda: data.memory.review.reopen([number]))
    memory = data.ask(lambda: data.memory.search.get(number))
    assert memory is not None  # noqa: S101
    return CommandAnswer(
        memory.as_json(), f"Memory {number} holds again, confidence {shown_confidence(memory.confidence)}."
    )


@COMMANDS.command("trash")
def trash(data: OpenData) -> ListedRows[TrashedMemory]:
    """List deleted memories that can still be restored."""
    rows = data.ask(data.memory.trash.rows)
    return TRASH_TABLE.list(rows, "The trash is empty.")


@COMMANDS.command("restore")
def restore(
    data: OpenData,
    number: Number,
    version: Annotated[
        int | None, typer.Option("--version", help="The version to restore; `memory history` numbers them.")
    ] = None,
) -> CommandAnswer:
    """Restore a deleted memory from the trash, or an earlier version of a memory."""
    known = data.ask(lambda: data.memory.search.get(number))
    if known is not None and version is None:
        raise UsageError(f"Memory {number} is not deleted.", "Give --version to put it back to an earlier one.")

    def write() -> None:
        if known is None:
            data.memory.trash.bring_back(number)
        if version is not None:
            data.memory.edits.restore_version(number, version)

    data.write(write)
    memory = data.ask(lambda: data.memory.search.get(number))
    if memory is None:  # purged by another program in this very moment
        raise OperatorError(f"Memory {number} is gone.", "See `memory trash`.")
    what = "is back" if known is None else "was put back"
    to = "" if version is None else f" to version {version}"
    return CommandAnswer(memory.as_json(), f"Memory {number} {what}{to}: {clean(memory.observation)}")


def saved_as(change: MemoryChange) -> int:
    """The id of the memory that an entry became: the new one, or the one that it confirmed."""
    made = [one.memory for one in change.after]
    return made[-1].id


def pair_as_json(memory: Memory, judgement: PairJudgement) -> dict[str, object]:
    """A pair for ``--json``."""
    told = {"id": memory.id, "observation": memory.observation, "verdict": str(judgement.verdict)}
    return told | {"certainty": judgement.score, "why": judgement.why}


def confirm_entry(bearing: Sequence[tuple[Memory, PairJudgement]], *, yes: bool, json: bool) -> None:
    """Show what saving an entry would do to what is known, and ask where it contradicts something. Raises typer.Abort.

    Where nobody can be asked (a script, ``--json``) it is saved, and the way back is named: reopening costs nothing.
    """
    contradicted = [memory for memory, judgement in bearing if judgement.verdict != "same"]
    asked = not yes and _is_terminal()
    if json:
        return
    for memory, judgement in bearing:
        verb = "confirms" if judgement.verdict == "same" else "contradicts"
        print_line(f"It {verb} memory {memory.id}: {clean(memory.observation)} ({clean(judgement.why)})")
    if contradicted and asked:
        typer.confirm("Save it?", abort=True)
    elif contradicted:
        print_line(f"`claudeops memory reopen {contradicted[0].id}` puts the earlier one back.")


def _is_terminal() -> bool:
    return sys.stdin.isatty()
