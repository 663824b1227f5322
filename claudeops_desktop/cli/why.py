"""``claudeops why``: why a fact is not remembered, or that it is (R5)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean, local

STAGES = {"laid away": "archived", "told": "in the prompt"}  # the others are shown as they are stored
SIGNS = {True: "yes", False: "no", None: ""}

WHY = CommandGroup("")
register = WHY.register


@WHY.command("why")
def why(
    data: OpenData,
    question: Annotated[str, typer.Argument(help="What the agent should have known, in a few words.")] = "",
    memory: Annotated[int | None, typer.Option("--memory", help="Ask about this memory, by its number.")] = None,
    session: Annotated[
        int | None, typer.Option("--session", help="Why it was not in the prompt of this session.")
    ] = None,
) -> CommandAnswer:
    """Say why something is not remembered: never said, not drawn, held, discarded, replaced, faded, left out.

    The answer is one sentence; below it stands what happened to the fact, stage by stage.
    """
    if not question.strip() and memory is None:
        raise UsageError("Say what it should have known, or name a memory.", 'Such as: claudeops why "nginx port".')
    found = data.ask(lambda: data.memory.prompt.why_not(question, memory_id=memory, session_id=session))
    text: list[str | TextTable] = [clean(found.verdict)]
    if found.evidence:
        rows = [
            (STAGES.get(one.stage, one.stage), SIGNS[one.passed], local(one.at) if one.at else "", one.told)
            for one in found.evidence
        ]
        text += ["", TextTable(("stage", "passed", "when", "what"), rows)]
    if found.others:
        text.append(f"Perhaps you meant: memory {', '.join(map(str, found.others))}.")
    return CommandAnswer(found.as_json(), text)
