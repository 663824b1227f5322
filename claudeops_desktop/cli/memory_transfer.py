"""``claudeops memory export`` and ``import``: memories as a JSON array of rows, out and in again (X4)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..core.atomic_write import write_whole
from ..core.clock import utc_now
from ..core.errors import UsageError
from ..core.machine_key import signer_of_file
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup
from .output import as_json, clean, writing_errors
from .signed_export import bring_in, sign_export, trusted_keys

MemoryExportFormat = Literal["json", "jsonl", "markdown"]

TRANSFER = CommandGroup("")
register = TRANSFER.register


@TRANSFER.command("export")
def export(
    cli: CliContext,
    data: OpenData,
    target: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The file; by default, stdout.")] = None,
    form: Annotated[
        MemoryExportFormat | None,
        typer.Option("--format", help="By default json, or jsonl for a FILE that ends so; markdown writes a folder."),
    ] = None,
    sections: Annotated[
        str,
        typer.Option(
            "--with", metavar="LIST", help="What else goes into JSON Lines: history,links,resources,sessions or all."
        ),
    ] = "",
) -> CommandAnswer | None:
    """Write all memories to a file, which `memory import` reads: a JSON array, JSON Lines or Markdown."""
    wanted = read_sections(sections)
    form = form or _format_of(target, bool(wanted))
    if wanted and form != "jsonl":
        raise UsageError("--with is for JSON Lines.", "Add --format jsonl.")
    if form == "jsonl":
        from .memory_export import export_lines

        return export_lines(cli, data, target, wanted)
    if form == "markdown":
        from .memory_export import export_markdown

        return export_markdown(cli, data, target)
    return _export_array(cli, data, target)


def _format_of(target: Path | None, with_sections: bool) -> MemoryExportFormat:
    lines = target is not None and target.suffix.lower() in (".jsonl", ".ndjson")
    return "jsonl" if lines or with_sections else "json"


def _export_array(cli: CliContext, data: OpenData, target: Path | None) -> CommandAnswer | None:
    import orjson

    rows = [memory.as_json() for memory in data.ask(data.memory.search.list)]
    if target is None or str(target) == "-":
        as_json(rows)
        return None
    with writing_errors(target):
        write_whole(target, orjson.dumps(rows, option=orjson.OPT_INDENT_2) + b"\n")
        sign_export(cli.folder, target)
    return CommandAnswer(
        {"file": str(target), "exported": len(rows)},
        f"Wrote {format_count(len(rows), 'memory', 'memories')} to {target}.",
    )


@TRANSFER.command("import")
def import_file(
    cli: CliContext,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="What `memory export` wrote, or the file or folder of another program; - reads stdin."
        ),
    ],
    kind: Annotated[
        str, typer.Option("--from", metavar="NAME", help="Import facts of another program, such as mem0 or okf.")
    ] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would be imported.")] = False,
    progress: Annotated[
        bool, typer.Option("--progress", hidden=True, help="Print progress on stderr as JSON Lines.")
    ] = False,
) -> CommandAnswer:
    """Import memories with their times and pins. Those that already exist word for word are skipped.

    Of a file that no trusted machine has signed, memories pass the gate, and pins and confidences are not taken over.
    With --from, facts of another program pass the gate and are compared with what is known.
    """
    from .memory_import import errors_for_window

    with errors_for_window(progress):
        return _import_source(cli, source, kind, preview, progress)


def _import_source(cli: CliContext, source: Path, kind: str, preview: bool, progress: bool) -> CommandAnswer:
    if kind:
        from .memory_import import import_facts

        return import_facts(cli, source, kind, preview, progress)
    if source.is_dir() or starts_export(source):
        from .memory_export import import_own

        return import_own(cli, source, preview)
    from ..memory import as_foreign, read_exported_array

    if preview:
        raise UsageError("--preview is for JSON Lines, Markdown and --from.", "Leave it out for a JSON array.")
    memories = read_exported_array(_text(source), utc_now())
    trusted = signer_of_file(source) in trusted_keys(cli)
    if not trusted:
        memories = [as_foreign(memory, utc_now()) for memory in memories]
    with cli.data() as data:
        origin = "standard input" if str(source) == "-" else source.name
        return bring_in(data, memories, clean(origin), trusted=trusted)


def read_sections(text: str) -> tuple[str, ...]:
    """The parts that --with names. Raises UsageError for one that there is not."""
    from ..memory import SECTIONS

    wanted = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in (*SECTIONS, "all")]
    if unknown:
        raise UsageError(f"--with: there is no part “{clean(unknown[0])}”.", f"Use {', '.join(SECTIONS)} or all.")
    return tuple(name for name in SECTIONS if name in wanted or "all" in wanted)


def starts_export(source: Path) -> bool:
    """Whether a file is an export in JSON Lines, by its first line."""
    try:
        with source.open("rb") as file:
            return b'"format":"claudeops-memory"' in file.readline(4096).replace(b" ", b"")
    except OSError:
        return False


def _text(source: Path) -> str:
    try:
        return sys.stdin.read() if str(source) == "-" else source.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{source} is not text in UTF-8.", "Name a file that `memory export` wrote.") from error
    except OSError as error:
        raise UsageError(f"{source} cannot be read: {error.strerror}.", "Check the name of the file.") from error
