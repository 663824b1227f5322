"""``claudeops memory show``: one memory, and what sessions did with it (M16, E12)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, shown_confidence, table

ROWS = 20


def register(group: typer.Typer) -> None:
    """Add the command to the group."""
    group.command("show")(show)


def show(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` shows it.")],
    json: AsJson = False,
) -> None:
    """Show one memory: its text, its state, where it came from, and which sessions used it."""
    from ..memory import shown_service

    with get_cli_context(context).data() as data:
        memory = data.ask(lambda: data.memory.search.get(number))
        told = data.ask(lambda: data.memory.prompt.history_of(number))
        passage = data.ask(
            lambda: data.memory.history.resource(memory.resource_id) if memory and memory.resource_id else None
        )
    if memory is None:
        raise OperatorError(f"There is no memory {number}.", "See `memory list`.")
    if json:
        as_json(memory.as_json() | {"told": told.as_json() | {"rows": [row.as_json() for row in told.rows]}})
        return
    print_line(f"{memory.id}: [{memory.category}:{shown_service(memory.service)}] {clean(memory.observation)}")
    state = "active" if memory.active else "held" if memory.gate == "hold" else "inactive"
    print_line(f"Confidence {shown_confidence(memory.confidence)}, {state}, {memory.domain}, from {memory.source}.")
    if not memory.confirmed:
        place = memory.source_key.removeprefix("workstation:")
        if place != memory.source_key:
            print_line(f"Unconfirmed: it came from workstation {clean(place)}, and nothing here has said it yet.")
        else:
            print_line("Unconfirmed: one log or file of yours said it, and nothing else yet.")
    if memory.superseded_by is not None:
        print_line(f"Memory {memory.superseded_by} took its place on {local(memory.valid_until)}.")
    print_line(
        f"Last confirmed {local(memory.last_confirmed_at)}; recalled {format_count(memory.recall_count, 'time')}."
    )
    if passage is not None and passage.raw_content:
        print_line(f"Drawn from: {clean(passage.raw_content)[:400]}")
    if not told.times:
        print_line("It was in no prompt yet.")
        return
    print_line(
        f"In the prompts of {format_count(told.times, 'session')}: used in {told.used}, ignored in {told.ignored};"
        f" priority in recall {told.priority:+.2f}."
    )
    table(
        ("session", "when", "part", "tokens", "used", "why"),
        [
            (row.session_id, local(row.created_at), row.part, row.tokens, _used(row.used), row.how)
            for row in told.rows[:ROWS]
        ],
        right=("session", "tokens"),
    )


def _used(used: int | None) -> str:
    return {None: "not known", 1: "used"}.get(used, "ignored")
