"""``claudeops import``: take over the database of claude-ops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.extensions.importer import RecordImporter, SourceImporter
from ..core.extensions.registry import current_registry, extensions_of
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean

if TYPE_CHECKING:
    from ..runs.import_claude_ops import ImportResult


CLAUDE_OPS = "claude-ops"


IMPORT = CommandGroup("")
register = IMPORT.register


@IMPORT.command("import")
def import_file(
    cli: CliContext,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="The claudeops.db of claude-ops; it is not changed.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would be imported.")] = False,
    kind: Annotated[str, typer.Option("--from", metavar="NAME", help="The importer; plugins may add others.")] = (
        CLAUDE_OPS
    ),
) -> CommandAnswer:
    """Import sessions, events, cooldowns and memories from claude-ops. What already exists is skipped."""
    work = find_importer(kind)
    contents = work.read_source(source)
    with cli.data() as data:
        step = work.preview_import if dry_run else work.take_over
        done = step(data.book, data.memory, contents, clean(source.name))
    return CommandAnswer(done.as_json(), _in_words(done))


def find_importer(kind: str) -> RecordImporter:
    """The importer of that name. Raises UsageError where there is none."""
    found: dict[str, SourceImporter] = extensions_of("importers")
    work = found.get(kind)
    if isinstance(work, RecordImporter):
        return work
    if work is not None:
        raise UsageError(
            f"{clean(work.title)}: it holds facts, not sessions and events.",
            f"Use `claudeops memory import --from {clean(kind)} FILE`.",
        )
    why = current_registry().failure_of("importers", kind) or f"There is no importer “{clean(kind)}”."
    there = [name for name, one in found.items() if isinstance(one, RecordImporter)]
    raise UsageError(why, f"There are: {', '.join(there)}.")


def _in_words(done: ImportResult) -> list[str | TextTable]:
    columns = ("table", "found", "taken over" if done.done else "would come in", "here already")
    rows = [(t.table, f"{t.found:,}", f"{t.new:,}", f"{t.known_count:,}") for t in done.tables]
    text: list[str | TextTable] = [TextTable(columns, rows, right=columns[1:3])]
    for garbage in done.garbage:
        passed = ", ".join(map(clean, garbage.examples))
        text.append(
            f"Passed over in {garbage.table}: {format_count(garbage.count, 'row')}, {garbage.why} (such as {passed})."
        )
    text += [f"It has no table {name}." for name in done.missing]
    if not done.done:
        text.append("Nothing was changed.")
    return text
