"""``claudeops import``: take over the database of claude-ops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.extensions.importer import RecordImporter, SourceImporter
from ..core.extensions.registry import current_registry, extensions_of
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table

if TYPE_CHECKING:
    from ..runs.import_claude_ops import ImportResult


CLAUDE_OPS = "claude-ops"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import")(import_file)


def import_file(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="The claudeops.db of claude-ops; it is not changed.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would be imported.")] = False,
    kind: Annotated[str, typer.Option("--from", metavar="NAME", help="The importer; plugins may add others.")] = (
        CLAUDE_OPS
    ),
    json: AsJson = False,
) -> None:
    """Import sessions, events, cooldowns and memories from claude-ops. What already exists is skipped."""
    work = find_importer(kind)
    contents = work.read_source(source)
    with get_cli_context(context).data() as data:
        step = work.preview_import if dry_run else work.take_over
        done = step(data.book, data.memory, contents, clean(source.name))
    if json:
        as_json(done.as_json())
    else:
        _tell(done)


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


def _tell(done: ImportResult) -> None:
    table(
        ("table", "found", "would come in" if not done.done else "taken over", "here already"),
        [(t.table, f"{t.found:,}", f"{t.new:,}", f"{t.known_count:,}") for t in done.tables],
        right=("found", "would come in", "taken over", "here already"),
    )
    for garbage in done.garbage:
        rows = ", ".join(map(clean, garbage.examples))
        print_line(
            f"Passed over in {garbage.table}: {format_count(garbage.count, 'row')}, {garbage.why} (such as {rows})."
        )
    for name in done.missing:
        print_line(f"It has no table {name}.")
    if not done.done:
        print_line("Nothing was changed.")
