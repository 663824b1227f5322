"""``claudeops memory import --from NAME``: facts of another program, through gate and judge (X4)."""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..core.extensions.importer import FactImporter, SourceImporter
from ..core.extensions.registry import current_registry, extensions_of
from ..core.messages import UserMessage, pack_message
from ..core.paths import DataFolder, data_folder
from ..core.settings import file as settings_file
from ..core.text_format import format_count
from ..storage.store_place import server_of
from .command import CommandAnswer, TextTable
from .interrupt import STOPPED, ended_by_interrupt
from .output import clean
from .progress import ProgressLine

if TYPE_CHECKING:
    from ..memory import FactFate, ImportTotals
    from .cli_context import CliContext

MOST_SHOWN = 20
"""Facts of one outcome, and unreadable lines, that are shown to people."""
_LISTED = (
    ("held", "Needs review:", "Would need review:"),
    ("conflict", "In conflict with what is known:", "Would be in conflict with what is known:"),
    ("merged", "Said already, and confirmed by it:", "Said already, and would be confirmed by it:"),
    ("rejected", "Not imported:", "Would not be imported:"),
)


@dataclass(frozen=True, slots=True)
class _ImportProgress:
    what: str
    done: int = 0
    total: int = 0


def find_fact_importer(kind: str) -> FactImporter:
    """The importer of that name. Raises UsageError where there is none that reads facts."""
    found: dict[str, SourceImporter] = extensions_of("importers")
    work = found.get(kind)
    if isinstance(work, FactImporter):
        return work
    there = ", ".join(name for name, one in found.items() if isinstance(one, FactImporter))
    if work is not None:
        raise UsageError(
            f"{clean(work.title)}: it holds no facts.", f"Use `claudeops import --from {clean(kind)} FILE`."
        )
    why = current_registry().failure_of("importers", kind) or f"There is no importer “{clean(kind)}”."
    raise UsageError(why, f"There are: {there}.")


def import_facts(cli: CliContext, source: Path, kind: str, preview: bool, progress: bool = False) -> CommandAnswer:
    """Import, or show what an import would do, and return what became of each fact. Ctrl+C ends it after the fact at
    hand, and what was done so far is returned; the exit code is 130 then."""
    work = find_fact_importer(kind)
    if not source.exists():
        raise UsageError(UserMessage("There is no file or folder {source}.", source=source), "Check its name.")
    if source.is_file() and cli.folder.database.exists() and source.samefile(cli.folder.database):
        raise UsageError("That is this application's own database.", "Name a file of another program.")
    with ended_by_interrupt() as stopped:
        if preview:
            with copied_folder(cli.folder) as copy:
                totals = _run(replace(cli, folder=copy), work, source, stopped, progress)
        else:
            totals = _run(cli, work, source, stopped, progress)
    document = totals.as_json()
    if preview:  # the numbers of memories that a copy got mean nothing here
        document["facts"] = [{**one, "memory_id": None} for one in document["facts"]]
    return CommandAnswer(
        {"preview": preview, **(_with_messages(document, totals) if progress else document)},
        _totals_in_words(totals, preview),
        exit_code=0 if totals.complete else STOPPED,
    )


def _run(
    cli: CliContext, work: FactImporter, source: Path, stopped: Callable[[], bool], progress: bool
) -> ImportTotals:
    from ..core.service_checks import checked_service_names

    with cli.data() as data, ProgressLine() as line:

        def report(totals: ImportTotals) -> None:
            if progress:
                print_progress(read=totals.read)
            else:
                line(_ImportProgress(f"Importing: {format_count(totals.read, 'fact')}"))

        return data.memory.imports.take_in(
            work.read_facts(source),
            kind=work.name,
            origin=clean(source.name),
            services=checked_service_names(cli.folder.services_file),
            report=report,
            stopped=stopped,
        )


def _with_messages(document: dict[str, Any], totals: ImportTotals) -> dict[str, Any]:
    """The document for the window: each ``why`` is a packed message, which it shows in its own language."""
    facts = [{**one, "why": pack_message(fate.why)} for one, fate in zip(document["facts"], totals.fates, strict=True)]
    unreadable = [
        {**one, "why": pack_message(part.why)}
        for one, part in zip(document["unreadable"], totals.unreadable, strict=True)
    ]
    return {**document, "facts": facts, "unreadable": unreadable}


def print_progress(**said: object) -> None:
    """A line of JSON on stderr, for the program that started this one and shows how far it is."""
    import orjson

    sys.stderr.write(orjson.dumps(said).decode() + "\n")
    sys.stderr.flush()


@contextmanager
def errors_for_window(wanted: bool) -> Iterator[None]:
    """Say an error as a message with its template too, which the window shows in its own language."""
    try:
        yield
    except ClaudeOpsError as error:
        if wanted:
            print_progress(error=pack_message(error.full_text))
        raise


@contextmanager
def copied_folder(folder: DataFolder) -> Iterator[DataFolder]:
    """A data folder that holds what decides about an import, and goes again: a preview is the import itself, carried
    out on a copy. So it shows the same numbers, and nothing of the real database is kept waiting."""
    with tempfile.TemporaryDirectory(prefix="claudeops-preview-") as place:
        copy = data_folder(place)
        try:
            for path in (folder.settings_file, folder.services_file):
                if path.is_file():
                    shutil.copyfile(path, Path(place) / path.name)
            address_of_store = server_of(folder)
            if address_of_store is not None:
                from ..runs.store_operator import store_operator
                from ..storage.postgres.copying import copy_to_file

                copy_to_file(
                    address_of_store, copy.database, reader=store_operator(settings_file.load(folder.settings_file))
                )
                settings_file.change(copy.settings_file, "store.url", "")
            elif folder.database.is_file():
                address = f"{folder.database.absolute().as_uri()}?mode=ro"
                with (
                    closing(sqlite3.connect(address, uri=True)) as origin,
                    closing(sqlite3.connect(copy.database)) as target,
                ):
                    origin.backup(target)
        except PermissionError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be read: {error}.", path=error.filename, error=error.strerror)
            ) from error
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("The preview needs room for a copy of the database: {error}.", error=error.strerror)
            ) from error
        except sqlite3.Error as error:
            raise EnvironmentFault(
                UserMessage("The database cannot be copied for a preview: {error}.", error=error)
            ) from error
        yield copy


def _totals_in_words(totals: ImportTotals, preview: bool) -> list[str | TextTable]:
    counts = totals.counts
    columns = ("read", "added", "need review", "merged", "conflicts", "imported before", "not imported")
    keys = ("added", "held", "merged", "conflict", "known", "rejected")
    row = (f"{totals.read:,}", *(f"{counts[key]:,}" for key in keys))
    text: list[str | TextTable] = [TextTable(columns, [row], right=columns)]
    for outcome, done, would in _LISTED:
        fates = [one for one in totals.fates if one.outcome == outcome]
        if fates:
            text.append(would if preview else done)
        text += ["  " + clean(f"{_place(fate)}{fate.text[:160]} ({fate.why})") for fate in fates[:MOST_SHOWN]]
        if counts[outcome] > MOST_SHOWN:
            text.append(f"  … and {counts[outcome] - MOST_SHOWN:,} more.")
    if totals.unreadable:
        text.append("Could not be read:")
    for part in totals.unreadable[:MOST_SHOWN]:
        at = ", ".join(filter(None, [part.file, f"line {part.line}" if part.line else ""]))
        text.append("  " + clean(f"{at or 'the source'}: {part.why}"))
    if totals.unreadable_count > MOST_SHOWN:
        text.append(f"  … and {totals.unreadable_count - MOST_SHOWN:,} more.")
    if preview:
        text.append("Nothing was changed.")
    elif not totals.complete:
        text.append("It was stopped. Import the source again to go on.")
    return text


def _place(fate: FactFate) -> str:
    place = ":".join(filter(None, [fate.file, str(fate.line or "")]))
    return f"{place}: " if place else ""
