"""``claudeops review``: facts that rules of an earlier version drew, and that nothing has confirmed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import OpenData
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, shown_confidence, table

PutBackIds = Annotated[
    list[int] | None, typer.Argument(metavar="ID…", help="Their numbers, as `review list` shows them.")
]


def earlier(
    context: typer.Context,
    move: Annotated[bool, typer.Option("--move", help="Move them to Review: no prompt holds them until then.")] = False,
    leave: Annotated[bool, typer.Option("--leave", help="Leave them where they are, and ask no more.")] = False,
    json: AsJson = False,
) -> None:
    """List facts that rules of an earlier version drew from sessions and that nothing has confirmed since; with --move
    or --leave answer for all of them. `review put-back` undoes a move."""
    if move and leave:
        raise UsageError("Say --move or --leave, not both.", "Without either, nothing is changed.")
    with get_cli_context(context).data() as data:
        rows = data.ask(data.memory.earlier_rules.list_to_move)
        if move:
            data.write(data.memory.earlier_rules.move)
        elif leave:
            data.write(data.memory.earlier_rules.leave)
        counts = data.ask(data.memory.earlier_rules.counts)
    if json:
        told: dict[str, Any] = {"to_move": counts.to_move, "stay": counts.stay, "moved": counts.moved}
        as_json(told | {"facts": [memory.as_json() for memory in rows]})
        return
    number = format_count(len(rows), "fact", "facts")
    if move:
        print_line(f"Moved {number} to Review. `review put-back --all` undoes it.")
    elif leave:
        print_line(f"Left {number} as they are.")
    elif rows:
        _show(rows)
        print_line(f"{number} would move to Review (--move) or be left (--leave); {counts.stay:,} stay in any case.")
    else:
        print_line("There is no undecided fact of an earlier version's rules.")
    if counts.moved and not move:
        print_line(f"{format_count(counts.moved, 'fact was', 'facts were')} moved: `review put-back --all`.")


def put_back(
    context: typer.Context,
    numbers: PutBackIds = None,
    every: Annotated[bool, typer.Option("--all", help="All that were moved.")] = False,
    json: AsJson = False,
) -> None:
    """Put facts that were moved to Review on an upgrade back as they were."""
    if bool(numbers) == every:
        raise UsageError("Name facts or say --all, one of the two.", "See `review list`.")
    with get_cli_context(context).data() as data:
        moved = {memory.id for memory in data.ask(data.memory.earlier_rules.list_moved)}
        for number in numbers or ():
            if number not in moved:
                raise OperatorError(f"Nothing numbered {number} was moved to Review.", "See `review list`.")
        change = data.write(lambda: data.memory.earlier_rules.put_back(numbers or None))
    if json:
        as_json({"put_back": [snapshot.memory.as_json() for snapshot in change.after]})
        return
    print_line(f"Put {format_count(len(change.after), 'fact', 'facts')} back.")


def say_undecided(data: OpenData) -> None:
    """Say that facts of earlier rules are undecided; nothing where none is."""
    number = data.ask(data.memory.earlier_rules.counts).to_move
    if number:
        said = format_count(number, "fact", "facts")
        print_line(f"{said} drawn by rules of an earlier version, not confirmed since: `review earlier`.")


def _show(rows: list[Any]) -> None:
    from ..memory import shown_service

    table(
        ("id", "service", "category", "confidence", "observation"),
        [
            (m.id, shown_service(m.service), m.category, shown_confidence(m.confidence), clean(m.observation))
            for m in rows
        ],
        right=("id", "confidence"),
    )
