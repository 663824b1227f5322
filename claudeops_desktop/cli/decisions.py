"""``claudeops decisions``: numbered decision records with a checked status (C13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .cli_context import OpenKnowledge
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import require_known
from .output import clean

if TYPE_CHECKING:
    from ..knowledge.decisions import DecisionLine

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="Its number in `decisions list`.")]

DECISIONS = CommandGroup("decisions", "Decisions: why it is the way it is, for people and for agents.")
register = DECISIONS.register
DECISION_TABLE: RowTable[DecisionLine] = RowTable(
    ("number", "date", "status", "title"),
    lambda one: (f"{one.number:04d}", one.date, f"{one.status}{_by(one.superseded_by)}", one.title),
    right=(),
)


@DECISIONS.command("add")
def add(
    folder: OpenKnowledge,
    title: Annotated[str, typer.Option("--title", help="What was decided, in a few words.")],
    why: Annotated[str, typer.Option("--context", help="Why a decision was needed.")],
    decision: Annotated[str, typer.Option("--decision", help="What was chosen.")],
    consequences: Annotated[str, typer.Option("--consequences", help="What follows from it.")] = "",
    status: Annotated[
        str, typer.Option("--status", help="proposed, accepted, shipped, deprecated or rejected.")
    ] = "accepted",
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")] = None,
    supersedes: Annotated[
        list[int] | None, typer.Option("--supersedes", help="The number of one that it replaces; may be repeated.")
    ] = None,
) -> CommandAnswer:
    """Record a decision. What it replaces says so from then on."""
    found = folder.decisions.add(
        title, context=why, decision=decision, consequences=consequences, status=status, tags=tuple(tag or ()),
        supersedes=tuple(supersedes or ()),
    )  # fmt: skip
    number = int(found.path.rpartition("/")[2][:4])
    return CommandAnswer(
        {"number": number, "path": found.path}, f"Recorded decision {number:04d} in {clean(found.path)}."
    )


@DECISIONS.command("list")
def list_decisions(
    folder: OpenKnowledge,
    search: Annotated[str, typer.Option("--search", help="Only those with all of these words.")] = "",
    tag: Annotated[str, typer.Option("--tag", help="Only those with this tag.")] = "",
    status: Annotated[str, typer.Option("--status", help="Only those with this status.")] = "",
) -> ListedRows[DecisionLine]:
    """List decisions, the latest first."""
    from ..knowledge import DECISION_STATES

    require_known(status or None, DECISION_STATES, "“{}” is not a status of a decision.", "Take one of {}.")
    folder.take_edits()
    found = folder.decisions.list(search, tag, status)
    return DECISION_TABLE.list(found, "There is no decision.")


@DECISIONS.command("show")
def show(folder: OpenKnowledge, number: Number) -> CommandAnswer:
    """Print a decision."""
    found = folder.decisions.must(number)
    meta = {key: str(value) for key, value in found.entry.meta.items()}
    document = {"number": number, "path": found.path, "meta": meta, "body": found.entry.body}
    return CommandAnswer(document, clean(found.text, lines=True))


@DECISIONS.command("set-status")
def set_status(
    folder: OpenKnowledge,
    number: Number,
    status: Annotated[str, typer.Argument(metavar="STATUS", help="One word, such as shipped or rejected.")],
) -> CommandAnswer:
    """Give a decision another status."""
    found = folder.decisions.set_status(number, status)
    return CommandAnswer(
        {"number": number, "status": status, "path": found.path}, f"Decision {number:04d} is {status}."
    )


def _by(numbers: tuple[int, ...]) -> str:
    return f" by {', '.join(f'{number:04d}' for number in numbers)}" if numbers else ""
