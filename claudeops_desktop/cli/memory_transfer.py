"""``claudeops memory export`` and ``import``: memories as a JSON array of rows, out and in again (X4)."""

from __future__ import annotations

import json as json_reader
import sys
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.atomic_write import write_whole
from ..core.clock import from_text, to_text, utc_now
from ..core.errors import EnvironmentFault, UsageError
from ..core.machine_key import signer_of_file
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line
from .signed_export import bring_in, sign_export, trusted_keys

if TYPE_CHECKING:
    from ..memory import Memory


class MemoryExportFormat(StrEnum):
    """The forms of an export."""

    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"


def register(group: typer.Typer) -> None:
    """Add both commands to their group."""
    group.command("export")(export)
    group.command("import")(import_file)


def export(
    context: typer.Context,
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
    json: AsJson = False,
) -> None:
    """Write all memories to a file, which `memory import` reads: a JSON array, JSON Lines or Markdown."""
    wanted = read_sections(sections)
    form = form or _format_of(target, bool(wanted))
    if wanted and form is not MemoryExportFormat.JSONL:
        raise UsageError("--with is for JSON Lines.", "Add --format jsonl.")
    if form is MemoryExportFormat.JSONL:
        from .memory_export import export_lines

        export_lines(context, target, wanted, json)
    elif form is MemoryExportFormat.MARKDOWN:
        from .memory_export import export_markdown

        export_markdown(context, target, json)
    else:
        _export_array(context, target, json)


def _format_of(target: Path | None, with_sections: bool) -> MemoryExportFormat:
    lines = target is not None and target.suffix.lower() in (".jsonl", ".ndjson")
    return MemoryExportFormat.JSONL if lines or with_sections else MemoryExportFormat.JSON


def _export_array(context: typer.Context, target: Path | None, json: bool) -> None:
    import orjson

    with get_cli_context(context).data() as data:
        rows = [memory.as_json() for memory in data.ask(data.memory.search.list)]
    if target is None or str(target) == "-":
        as_json(rows)
        return
    try:
        write_whole(target, orjson.dumps(rows, option=orjson.OPT_INDENT_2) + b"\n")
        sign_export(get_cli_context(context).folder, target)
    except OSError as error:
        raise EnvironmentFault(f"{target} cannot be written: {error.strerror}.") from error
    if json:
        as_json({"file": str(target), "exported": len(rows)})
    else:
        print_line(f"Wrote {format_count(len(rows), 'memory', 'memories')} to {target}.")


def import_file(
    context: typer.Context,
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
    json: AsJson = False,
    progress: Annotated[
        bool, typer.Option("--progress", hidden=True, help="Print progress on stderr as JSON Lines.")
    ] = False,
) -> None:
    """Import memories with their times and pins. Those that already exist word for word are skipped.

    Of a file that no trusted machine has signed, memories pass the gate, and pins and confidences are not taken over.
    With --from, facts of another program pass the gate and are compared with what is known.
    """
    from .memory_import import errors_for_window

    with errors_for_window(progress):
        _import_source(context, source, kind, preview, json, progress)


def _import_source(context: typer.Context, source: Path, kind: str, preview: bool, json: bool, progress: bool) -> None:
    if kind:
        from .memory_import import import_facts

        import_facts(context, source, kind, preview, json, progress)
        return
    if source.is_dir() or starts_export(source):
        from .memory_export import import_own

        import_own(context, source, preview, json)
        return
    from ..memory import as_foreign

    if preview:
        raise UsageError("--preview is for JSON Lines, Markdown and --from.", "Leave it out for a JSON array.")
    memories = read_rows(_text(source), utc_now())
    cli = get_cli_context(context)
    trusted = signer_of_file(source) in trusted_keys(cli)
    if not trusted:
        memories = [as_foreign(memory, utc_now()) for memory in memories]
    with cli.data() as data:
        origin = "standard input" if str(source) == "-" else source.name
        bring_in(data, memories, clean(origin), json, trusted=trusted)


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


def read_rows(text: str, now: datetime) -> list[Memory]:
    """Checked memories of an export. Raises UsageError that names the row (from 1) and the field."""
    try:
        rows = json_reader.loads(text)
    except ValueError as error:
        raise UsageError(f"That is not JSON: {error}.", "Name a file that `memory export` wrote.") from error
    if isinstance(rows, Mapping):
        rows = rows.get("memories")
    if not isinstance(rows, list):
        raise UsageError("There is no array of memories in it.", "Name a file that `memory export` wrote.")
    return [_Row(number, row).memory(to_text(now)) for number, row in enumerate(rows, 1)]


class _Row:
    """One row of the file, and what is said where it is wrong."""

    def __init__(self, number: int, row: Any) -> None:
        self._number = number
        if not isinstance(row, Mapping):
            raise UsageError(f"Row {number} is not an object.", "Fix it in the file; nothing was imported.")
        self._row = row

    def memory(self, now: str) -> Memory:
        from ..language.types import CATEGORIES
        from ..memory import DEFAULT_CONFIDENCE, LONGEST_OBSERVATION, Memory

        text = self._value("observation", str)
        if text is None or not text.strip():
            raise self._wrong("observation", "a text is wanted")
        if len(text.strip()) > LONGEST_OBSERVATION:
            raise self._wrong("observation", f"it holds {LONGEST_OBSERVATION:,} characters at most")
        category = self._value("category", str)
        if category not in CATEGORIES:
            raise self._wrong("category", f"one of {', '.join(CATEGORIES)} is wanted")
        confidence = self._value("confidence", int | float)
        if confidence is not None and not 0 <= confidence <= 1:
            raise self._wrong("confidence", "a number from 0 to 1 is wanted")
        tier = self._value("tier", int)
        if tier is not None and tier not in (1, 2, 3):
            raise self._wrong("tier", "1, 2 or 3 is wanted")
        weeks = self._value("decay_weeks", int) or 0
        if weeks < 0:
            raise self._wrong("decay_weeks", "a number from 0 is wanted")
        updated = self._time("updated_at") or now
        return Memory(
            id=self._value("id", int) or 0,  # which one a `superseded_by` means
            service=self._value("service", str),
            category=category,
            observation=text,
            confidence=DEFAULT_CONFIDENCE if confidence is None else float(confidence),
            active=1,  # follows from the confidence
            created_at=self._time("created_at") or updated,
            updated_at=updated,
            session_id=None,
            tier=tier or 1,
            pinned=int(bool(self._value("pinned", bool | int))),
            ages_from=self._time("ages_from") or "",
            decay_from=self._time("decay_from") or "",
            decay_weeks=weeks,
            domain=self._value("domain", str) or "operations",
            category_confidence=self._share("category_confidence"),
            taxonomy_version=self._value("taxonomy_version", str) or "v1",
            strength=self._one_of("strength", ("explicit", "implied", "inferred")),
            sentiment=self._one_of("sentiment", ("neutral", "frustrated", "excited", "uncertain")),
            priority=self._one_of("priority", ("medium", "high", "low")),
            gate=self._one_of("gate", ("allow", "hold")),
            gate_why=self._value("gate_why", str) or "",
            gate_confidence=self._share("gate_confidence"),
            merged_count=max(0, self._value("merged_count", int) or 0),
            last_confirmed_at=self._time("last_confirmed_at") or "",
            superseded_by=self._value("superseded_by", int),
            valid_from=self._time("valid_from") or "",
            valid_until=self._time("valid_until") or "",
            state=self._one_of("state", ("active", "stale", "archived", "cold")),
            confirmed=int(self._value("confirmed", bool | int) != 0),
        )

    def _share(self, name: str) -> float:
        value = self._value(name, int | float)
        if value is not None and not 0 <= value <= 1:
            raise self._wrong(name, "a number from 0 to 1 is wanted")
        return 1.0 if value is None else float(value)

    def _one_of(self, name: str, words: tuple[str, ...]) -> str:
        """One of some words; the first of them where nothing is said."""
        value = self._value(name, str)
        if value is not None and value not in words:
            raise self._wrong(name, f"one of {', '.join(words)} is wanted")
        return value or words[0]

    def _value(self, name: str, kind: Any) -> Any:
        value = self._row.get(name)
        if value is None:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind in (int, int | float)):
            raise self._wrong(name, "it is of the wrong kind")
        return value

    def _time(self, name: str) -> str | None:
        value = self._value(name, str)
        if not value:
            return None
        try:
            return to_text(from_text(value))
        except (ValueError, OverflowError):
            raise self._wrong(name, "a time such as 2025-01-20T14:00:00.000Z is wanted") from None

    def _wrong(self, name: str, why: str) -> UsageError:
        found = clean(repr(self._row.get(name)))[:60]
        return UsageError(
            f"Row {self._number}, {name}: {why} (found {found}).", "Fix it in the file; nothing was imported."
        )
