"""``claudeops memory show``: one memory, and what sessions did with it (M16, E12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean, local, shown_confidence

if TYPE_CHECKING:
    from ..memory import Memory

ROWS = 20

SHOW = CommandGroup("")
register = SHOW.register


@SHOW.command("show")
def show(
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` shows it.")],
) -> CommandAnswer:
    """Show one memory: its text, its state, where it came from, and which sessions used it."""
    memory = data.ask(lambda: data.memory.search.get(number))
    if memory is None:
        raise OperatorError(f"There is no memory {number}.", "See `memory list`.")
    told = data.ask(lambda: data.memory.prompt.history_of(number))
    origin = memory.resource_id
    passage = data.ask(lambda: data.memory.history.resource(origin)) if origin else None
    document = memory.as_json() | {"told": told.as_json() | {"rows": [row.as_json() for row in told.rows]}}
    text = _describe(memory)
    if passage is not None and passage.raw_content:
        text.append(f"Drawn from: {clean(passage.raw_content)[:400]}")
    if not told.times:
        return CommandAnswer(document, [*text, "It was in no prompt yet."])
    text.append(
        f"In the prompts of {format_count(told.times, 'session')}: used in {told.used}, ignored in {told.ignored};"
        f" priority in recall {told.priority:+.2f}."
    )
    uses = TextTable(
        ("session", "when", "part", "tokens", "used", "why"),
        [
            (row.session_id, local(row.created_at), row.part, row.tokens, _used(row.used), row.how)
            for row in told.rows[:ROWS]
        ],
        right=("session", "tokens"),
    )
    return CommandAnswer(document, [*text, uses])


def _describe(memory: Memory) -> list[str]:
    from ..memory import shown_service

    state = "active" if memory.active else "held" if memory.gate == "hold" else "inactive"
    lines = [
        f"{memory.id}: [{memory.category}:{shown_service(memory.service)}] {clean(memory.observation)}",
        f"Confidence {shown_confidence(memory.confidence)}, {state}, {memory.domain}, from {memory.source}.",
    ]
    place = memory.source_key.removeprefix("workstation:")
    if not memory.confirmed and place != memory.source_key:
        lines.append(f"Unconfirmed: it came from workstation {clean(place)}, and nothing here has said it yet.")
    elif not memory.confirmed:
        lines.append("Unconfirmed: one log or file of yours said it, and nothing else yet.")
    if memory.superseded_by is not None:
        lines.append(f"Memory {memory.superseded_by} took its place on {local(memory.valid_until)}.")
    recalled = format_count(memory.recall_count, "time")
    lines.append(f"Last confirmed {local(memory.last_confirmed_at)}; recalled {recalled}.")
    return lines


def _used(used: int | None) -> str:
    return {None: "not known", 1: "used"}.get(used, "ignored")
