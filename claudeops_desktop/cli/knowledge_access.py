"""The operator's knowledge folder, as several groups of commands open it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from .options import get_cli_context

if TYPE_CHECKING:
    from ..knowledge import KnowledgeService


def knowledge_of(context: typer.Context) -> KnowledgeService:
    """Return the folder of the operator whose data folder the command was given. The caller need not close it."""
    from ..knowledge import open_knowledge

    cli = get_cli_context(context)
    made = open_knowledge(cli.folder, cli.settings())
    context.call_on_close(made.close)
    return made
