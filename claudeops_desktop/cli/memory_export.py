"""``claudeops memory export`` and ``import`` of JSON Lines and of Markdown: exact there and back (X4)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO

from ..core.atomic_write import replacing
from ..core.errors import UsageError
from ..core.machine_key import signer_of_file
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer
from .memory_import import MOST_SHOWN, copied_folder
from .output import clean, writing_errors
from .signed_export import bring_in, sign_export, trusted_keys

LONGEST_LINE = 64 << 20


def export_lines(
    cli: CliContext, data: OpenData, target: Path | None, sections: tuple[str, ...]
) -> CommandAnswer | None:
    """Write JSON Lines to a file or stdout, row by row."""
    if target is None or str(target) == "-":
        data.ask(lambda: _write_lines(data, sections, sys.stdout.buffer))
        sys.stdout.buffer.flush()
        return None
    with writing_errors(target):
        with replacing(target) as stream:
            rows = data.ask(lambda: _write_lines(data, sections, stream))
        sign_export(cli.folder, target)
    more = _name_rows(rows)
    also = f" with {more}" if more else ""
    return CommandAnswer(
        {"file": str(target), "exported": rows["memories"], "rows": rows, "with": list(sections)},
        f"Wrote {format_count(rows['memories'], 'memory', 'memories')}{also} to {target}.",
    )


def _write_lines(data: OpenData, sections: tuple[str, ...], stream: IO[bytes]) -> dict[str, int]:
    """Write the lines; the numbers of rows, as the first line says them. Inside ``store.read``."""
    import orjson

    rows: dict[str, int] = {}
    for line in data.memory.transfer.export(sections):
        rows = rows or orjson.loads(line)["rows"]
        stream.write(line)
    return rows


def import_own(cli: CliContext, source: Path, preview: bool) -> CommandAnswer:
    """Import what ``export_lines`` or ``export_markdown`` wrote."""
    trusted = trusted_keys(cli)
    if not preview:
        return _import_own(cli, source, preview=False, trusted=trusted)
    with copied_folder(cli.folder) as copy:
        return _import_own(replace(cli, folder=copy), source, preview=True, trusted=trusted)


def _import_own(cli: CliContext, source: Path, *, preview: bool, trusted: frozenset[str]) -> CommandAnswer:
    if source.is_dir():
        return _import_folder(cli, source, preview=preview, trusted=trusted)
    with cli.data() as data:
        if signer_of_file(source) not in trusted:
            offered = data.ask(lambda: data.memory.transfer.read_foreign(_lines_of(source)))
            return bring_in(data, offered, clean(source.name), trusted=False, preview=preview)
        counts = data.write(lambda: data.memory.transfer.restore(_lines_of(source)))
    there = f" {format_count(counts.known, 'was', 'were')} here already." if counts.known else ""
    verb = "Would add" if preview else "Added"
    lines = [f"{verb} {format_count(counts.added['memories'], 'memory', 'memories')}.{there}"]
    if more := _name_rows(counts.added):
        lines.append(f"With them: {more}.")
    return CommandAnswer({"preview": preview, **counts.as_json()}, lines)


def _name_rows(rows: Mapping[str, int]) -> str:
    """``14 sessions, 30 resources``: the rows that stand beside the memories."""
    return ", ".join(
        f"{count:,} {name.replace('_', ' ')}" for name, count in rows.items() if name != "memories" and count
    )


def _lines_of(source: Path) -> Iterator[bytes]:
    """The lines of a file, each of a bounded length."""
    try:
        with source.open("rb") as file:
            while line := file.readline(LONGEST_LINE):
                yield line
    except OSError as error:
        raise UsageError(f"{source} cannot be read: {error.strerror}.", "Check the name of the file.") from error


def export_markdown(cli: CliContext, data: OpenData, target: Path | None) -> CommandAnswer:
    """Write the facts into a new folder."""
    from ..core.clock import utc_now
    from ..core.machine_key import MachineKey
    from ..export.memory_folder import write_folder

    if target is None or str(target) == "-":
        raise UsageError("Markdown needs a folder.", "Name a new one.")
    done = write_folder(data.memory, data.store, target, utc_now(), MachineKey.of_folder(cli.folder))
    lines = (
        f"Wrote {format_count(done.facts, 'fact')} to {format_count(len(done.files), 'file')} in {target}.",
        "Facts that need review, were superseded or are inactive are not in it: JSON Lines has all of them.",
    )
    return CommandAnswer({"folder": str(target), "exported": done.facts, "files": list(done.files)}, lines)


def _import_folder(cli: CliContext, source: Path, *, preview: bool, trusted: frozenset[str]) -> CommandAnswer:
    from ..export.memory_folder import read_folder

    with cli.data() as data:
        found = read_folder(data.memory, data.store, source, trusted)
    counts = found.counts
    verb = "Would add" if preview else "Added"
    lines = [
        f"{verb} {format_count(counts['added'], 'memory', 'memories')}; {counts['held']:,} need review,"
        f" {counts['confirmed']:,} were confirmed, {counts['unchanged']:,} were here already."
    ]
    lines += ["  " + clean(f"{file}, line {line}: {why}") for file, line, why in found.problems[:MOST_SHOWN]]
    return CommandAnswer({"preview": preview, **found.as_json()}, lines)
