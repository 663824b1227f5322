"""``claudeops review``: facts that rules of an earlier version drew, and that nothing has confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import OpenData
from .command import CommandAnswer, RowTable, TextTable
from .output import shown_confidence

if TYPE_CHECKING:
    from ..memory import Memory

PutBackIds = Annotated[
    list[int] | None, typer.Argument(metavar="ID…", help="Their numbers, as `review list` shows them.")
]


def _cells(memory: Memory) -> tuple[object, ...]:
    from ..memory import shown_service

    service, confidence = shown_service(memory.service), shown_confidence(memory.confidence)
    return memory.id, service, memory.category, confidence, memory.observation


EARLIER_TABLE: RowTable[Memory] = RowTable(
    ("id", "service", "category", "confidence", "observation"), _cells, right=("id", "confidence")
)


def earlier(
    data: OpenData,
    move: Annotated[bool, typer.Option("--move", help="Move them to the Inbox, out of every prompt.")] = False,
    leave: Annotated[bool, typer.Option("--leave", help="Leave them where they are, and ask no more.")] = False,
) -> CommandAnswer:
    """List facts that rules of an earlier version drew from sessions and that nothing has confirmed since; with --move
    or --leave answer for all of them. `review put-back` undoes a move."""
    if move and leave:
        raise UsageError("Say --move or --leave, not both.", "Without either, nothing is changed.")
    rows = data.ask(data.memory.earlier_rules.list_to_move)
    if move:
        data.write(data.memory.earlier_rules.move)
    elif leave:
        data.write(data.memory.earlier_rules.leave)
    counts = data.ask(data.memory.earlier_rules.counts)
    number = format_count(len(rows), "fact", "facts")
    text: list[str | TextTable] = []
    if move:
        text.append(f"Moved {number} to the Inbox. `review put-back --all` undoes it.")
    elif leave:
        text.append(f"Left {number} as they are.")
    elif rows:
        would = f"{number} would move to the Inbox (--move) or be left (--leave); {counts.stay:,} stay in any case."
        text += [EARLIER_TABLE.text(rows), would]
    else:
        text.append("There is no undecided fact of an earlier version's rules.")
    if counts.moved and not move:
        text.append(f"{format_count(counts.moved, 'fact was', 'facts were')} moved: `review put-back --all`.")
    document = {"to_move": counts.to_move, "stay": counts.stay, "moved": counts.moved}
    return CommandAnswer(document | {"facts": [memory.as_json() for memory in rows]}, text)


def put_back(
    data: OpenData,
    numbers: PutBackIds = None,
    every: Annotated[bool, typer.Option("--all", help="All that were moved.")] = False,
) -> CommandAnswer:
    """Put facts that were moved to Review on an upgrade back as they were."""
    if bool(numbers) == every:
        raise UsageError("Name facts or say --all, one of the two.", "See `review list`.")
    moved = {memory.id for memory in data.ask(data.memory.earlier_rules.list_moved)}
    for number in numbers or ():
        if number not in moved:
            raise OperatorError(f"Nothing numbered {number} was moved to the Inbox.", "See `review list`.")
    change = data.write(lambda: data.memory.earlier_rules.put_back(numbers or None))
    return CommandAnswer(
        {"put_back": [snapshot.memory.as_json() for snapshot in change.after]},
        f"Put {format_count(len(change.after), 'fact', 'facts')} back.",
    )


def describe_undecided(data: OpenData) -> list[str]:
    """Return a line that says how many facts of earlier rules are undecided; none where there is none."""
    number = data.ask(data.memory.earlier_rules.counts).to_move
    if not number:
        return []
    said = format_count(number, "fact", "facts")
    return [f"{said} drawn by rules of an earlier version, not confirmed since: `review earlier`."]
